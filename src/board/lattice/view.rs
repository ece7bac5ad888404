//! A board as a seat at one of its sides sees it.

use crate::board::{Board, Cell};

/// A board after a reflection and a rotation: the places on the grid where its cells are seen, and the
/// directions that its directions become.
///
/// Unlike a [`Motion`](crate::board::Motion), a view need not map cells to cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The name of the reflection and rotation: `identity`, `turn-90`, `mirror-turn-60`.
    pub name: String,
    /// By cell, the index of its place on the grid, row by row.
    pub places: Vec<u16>,
    /// By direction, the direction that it becomes.
    pub directions: Vec<u8>,
    /// By knight hop, the hop that it becomes.
    pub knight_hops: Vec<u8>,
}

impl View {
    /// Returns the row and column at which a cell is seen.
    pub fn place(&self, board: &Board, cell: Cell) -> (usize, usize) {
        let (place, columns) = (usize::from(self.places[usize::from(cell)]), board.grid().1);
        (place / columns, place % columns)
    }

    /// Returns the cell that is seen at a row and column.
    pub fn cell_at(&self, board: &Board, row: usize, column: usize) -> Option<Cell> {
        board.cells().find(|&cell| self.place(board, cell) == (row, column))
    }

    /// Returns the cell that each cell is mapped to, if the board keeps its outline.
    pub fn cells(&self, board: &Board) -> Option<Vec<Cell>> {
        let seen_at = |cell| {
            let (row, column) = self.place(board, cell);
            board.at(row, column)
        };
        board.cells().map(seen_at).collect()
    }
}

/// Returns the views after each of `turns` clockwise rotations, without and, if the board has reflections,
/// with a reflection before it. `view` returns `None` for motions that the board does not have.
pub(in crate::board) fn views(
    turns: usize,
    mirrors: bool,
    view: impl Fn(bool, usize) -> Option<View>,
) -> Vec<View> {
    let reflections = if mirrors { &[false, true][..] } else { &[false] };
    reflections
        .iter()
        .flat_map(|&mirrored| (0..turns).map(move |turned| (mirrored, turned)))
        .filter_map(|(mirrored, turned)| view(mirrored, turned))
        .collect()
}

/// Returns the index of each path among `paths` after its directions become others.
pub(in crate::board) fn turned_paths(paths: &[[usize; 2]], becomes: impl Fn(usize) -> usize) -> Vec<u8> {
    let turned = |path: &[usize; 2]| {
        let path = path.map(&becomes);
        paths.iter().position(|other| *other == path).expect("paths are turned onto one another") as u8
    };
    paths.iter().map(turned).collect()
}
