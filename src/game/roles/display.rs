//! The role of the display: what pictures of a position show.

use super::super::{CellMark, OffBoardGroup, Piece, Seat};
use super::Information;

/// What pictures show: pieces, marks on cells, and things off the board.
pub trait Display: Information {
    /// Returns the stack on a cell, top first, for pictures. `viewer` is the seat that looks at the board, or
    /// `None` for a spectator who sees everything.
    fn pieces(&self, state: &Self::State, cell: u8, viewer: Option<Seat>) -> Vec<Piece>;

    /// Whether pieces can stand on each other. If so, pictures reserve space for the contents of tall stacks.
    fn stacks(&self) -> bool {
        false
    }

    /// Returns the marks on the cells, independently of the pieces there, as the viewer may see them.
    fn cell_marks(&self, _state: &Self::State, _viewer: Option<Seat>) -> Vec<(u8, CellMark)> {
        Vec::new()
    }

    /// Returns marks for the cells in shadows, for pictures that are asked to show them.
    fn shadows(&self, _state: &Self::State) -> Vec<(u8, CellMark)> {
        Vec::new()
    }

    /// Returns the groups of things off the board, as the viewer may see them.
    ///
    /// The groups are the same in every state, even if they are empty, so that all pictures of a game have
    /// the same size.
    fn off_board(&self, _state: &Self::State, _viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        Vec::new()
    }
}
