//! The start position of a description.

use super::pieces::{DescribedKind, texts_of};
use crate::board::{Cell, Lattice};
use crate::game::Seat;
use crate::games::chesslike::kinds::Kind;
use crate::games::description::{Entry, Problem, Seats};

/// Reads the pieces of the start position, seat by seat.
///
/// # Errors
///
/// Returns the first problem.
pub fn read_setup(
    entry: &Entry,
    lattice: &Lattice,
    seats: &Seats,
    kinds: &[DescribedKind],
) -> Result<Vec<(Cell, Seat, Kind)>, Problem> {
    let table = entry.table()?;
    let colors = seats.check_colors(&table)?;
    let first = table.require(colors[0])?;
    let first_cells = read_seat(&first, lattice, kinds)?;
    let mut all: Vec<(Cell, Seat, Kind)> = Vec::new();
    for (seat, color) in colors.iter().enumerate() {
        let cells = match table.get(color) {
            Some(entry) => read_seat(&entry, lattice, kinds)?,
            None => {
                let view = &lattice.views()[seats.motions[seat]];
                let missing =
                    || table.problem(format!("needs an entry for {color}: the board does not turn so"));
                let moved = view.cells(lattice.board()).ok_or_else(missing)?;
                first_cells.iter().map(|&(cell, kind)| (moved[usize::from(cell)], kind)).collect()
            }
        };
        let place = table.get(color).unwrap_or_else(|| first.clone());
        for (cell, kind) in cells {
            if all.iter().any(|other| other.0 == cell) {
                let name = lattice.board().name(cell);
                return Err(place.problem(format!("puts a second piece on {name}")));
            }
            all.push((cell, Seat::from_index(seat), kind));
        }
        let royal =
            |piece: &&(Cell, Seat, Kind)| piece.1 == Seat::from_index(seat) && kinds[piece.2.index()].royal;
        let royals = all.iter().filter(royal).count();
        if royals > 1 {
            return Err(place.problem(format!("must have one royal piece for {color}, got {royals}")));
        }
    }
    Ok(all)
}

/// Reads the cells of a seat's pieces, by letter.
fn read_seat(
    entry: &Entry,
    lattice: &Lattice,
    kinds: &[DescribedKind],
) -> Result<Vec<(Cell, Kind)>, Problem> {
    let mut pieces = Vec::new();
    for (key, cells) in entry.table()?.entries() {
        let kind = kinds.iter().position(|kind| kind.text() == key).ok_or_else(|| {
            cells.problem(format!("must be the letter of a kind: one of {}", texts_of(kinds).join(" ")))
        })?;
        let kind = Kind::new(kind as u8);
        pieces.extend(cells.cells(lattice.board())?.into_iter().map(|cell| (cell, kind)));
    }
    Ok(pieces)
}
