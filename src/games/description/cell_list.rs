//! Cells of each seat, as a text lists them once.

use super::document::Entry;
use super::problem::Problem;
use super::seats::Seats;
use crate::board::{Board, Cell, Lattice, Shape};

/// What a row is called, before its number.
const ROW: &str = "row";

/// A list of cells for all seats: cells of the first seat, which turn with the board, and rows as each seat
/// sees them from its edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellList {
    cells: Vec<Cell>,
    /// The rows, from 0.
    rows: Vec<usize>,
}

impl CellList {
    /// Reads the names of cells and ranges of cells, and of rows: `row2`, `row3-row6`.
    ///
    /// # Errors
    ///
    /// Returns the first problem.
    pub fn read(entry: &Entry, board: &Board) -> Result<CellList, Problem> {
        let mut list = CellList { cells: Vec::new(), rows: Vec::new() };
        for name in entry.text()?.split_whitespace() {
            if !name.starts_with(ROW) {
                entry.add_cells(name, board, &mut list.cells)?;
                continue;
            }
            let (first, last) = name.split_once('-').unwrap_or((name, name));
            let [first, last] = [first, last]
                .map(|row| row.strip_prefix(ROW).and_then(|number| number.parse::<usize>().ok()));
            match (first, last) {
                (Some(first), Some(last))
                    if 1 <= first
                        && first <= last
                        && last <= board.grid().0
                        && board.shape() != Shape::Hexagons =>
                {
                    list.rows.extend(first - 1..last);
                }
                _ => {
                    return Err(entry.problem(format!(
                        "names '{name}'; rows of squares and triangles are row1 to row{} here, and ranges as \
                         in row1-row2",
                        board.grid().0
                    )));
                }
            }
        }
        Ok(list)
    }

    /// Returns the cells of the first seat.
    pub fn of_first_seat(&self, board: &Board) -> Vec<Cell> {
        let in_rows = board.cells().filter(|&cell| self.rows.contains(&board.place(cell).0));
        self.cells.iter().copied().chain(in_rows).collect()
    }

    /// Returns the cells of a seat, if the board turns so that cells of the first seat become them.
    pub fn of_seat(&self, lattice: &Lattice, seats: &Seats, seat: usize) -> Option<Vec<Cell>> {
        let (board, view) = (lattice.board(), &lattice.views()[seats.views[seat]]);
        let in_rows = board.cells().filter(|&cell| self.rows.contains(&view.place(board, cell).0));
        let turned =
            if self.cells.is_empty() { Vec::new() } else { seats.turned(lattice, seat, &self.cells)? };
        Some(turned.into_iter().chain(in_rows).collect())
    }
}
