//! The display of a game.

use super::ChessGame;
use crate::game::roles::Display;
use crate::game::{CellMark, OffBoardGroup, Piece, Seat};
use crate::games::chess::variant::{ChessVariant, State};

impl<V: ChessVariant> Display for ChessGame<V> {
    fn pieces(&self, state: &State<V::Extra>, cell: u8, _viewer: Option<Seat>) -> Vec<Piece> {
        self.variant.pieces(state, cell)
    }

    fn cell_marks(&self, state: &State<V::Extra>, viewer: Option<Seat>) -> Vec<(u8, CellMark)> {
        self.variant.cell_marks(state, viewer)
    }

    fn shadows(&self, state: &State<V::Extra>) -> Vec<(u8, CellMark)> {
        self.variant.shadows(state)
    }

    fn off_board(&self, state: &State<V::Extra>, viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        self.variant.off_board(state, viewer)
    }
}
