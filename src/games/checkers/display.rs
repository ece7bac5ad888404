//! What pictures show.

use super::fen_format::write_piece;
use super::game::Checkers;
use super::geometry::Geometry;
use super::stacks::Stacks;
use super::state::State;
use crate::board::NO_CELL;
use crate::game::roles::Display;
use crate::game::{Piece, Seat};

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Display for Checkers<G, K, SEATS, DIRS> {
    fn stacks(&self) -> bool {
        K::STACKED
    }

    fn pieces(&self, state: &State<G::Set, K, SEATS>, cell: u8, _viewer: Option<Seat>) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let Some(&cell) = self.tables().cell.get(cell as usize).filter(|&&cell| cell != NO_CELL) else {
            return pieces;
        };
        state.each_piece(cell, |checker| {
            let mut text = String::new();
            write_piece(checker, &mut text);
            let kind = if checker.king { "king" } else { "man" };
            pieces.push(Piece::new(Some(checker.seat), kind, text));
        });
        pieces
    }
}
