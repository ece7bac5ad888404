//! What pictures show.

use super::game::Draughts;
use super::layout::Layout;
use super::movement::{Movement, SetOf};
use super::state::State;
use super::tables::Tables;
use crate::board::{Bitboard, Cell, Near};
use crate::game::roles::Display;
use crate::game::{Piece, Seat};

impl<M: Movement> Display for Draughts<M> {
    fn pieces(&self, state: &State<SetOf<M>>, cell: Cell, _viewer: Option<Seat>) -> Vec<Piece> {
        self.tables.pieces(state, cell)
    }
}

impl<L: Layout> Tables<L> {
    /// Returns the piece on a cell, if there is one.
    pub(super) fn pieces(&self, state: &State<L::Set>, cell: Cell) -> Vec<Piece> {
        let Some(square) = self.squares.square(cell) else { return Vec::new() };
        let Some(seat) = (0..2).find(|&seat| state.sides[seat].has(square)) else { return Vec::new() };
        let king = state.kings.has(square);
        let white = (self.rules.first == Near::White) == (seat == 0);
        let text = match (white, king) {
            (true, false) => "w",
            (true, true) => "W",
            (false, false) => "b",
            (false, true) => "B",
        };
        vec![Piece::new(Some(Seat::from_index(seat)), if king { "king" } else { "man" }, text)]
    }
}
