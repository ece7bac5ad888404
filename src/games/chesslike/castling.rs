//! Castling (Chess 4.7, Tri-Chess 4.10, Three Kings 5.7).

use super::engine::Engine;
use super::legal_moves::{MoveSet, MoveSetKind};
use super::pieces::{NO_PIECE, Pieces};
use super::state::State;
use super::variant_spec::Castling;
use crate::board::{Bitboard, Bitboard256, Cell};
use crate::game::Seat;
use std::ops::ControlFlow::{self, Continue};

/// Returns the bit of a seat's right to castle to a side: 0 is the short side, 1 the long side.
pub fn castling_right(seat: Seat, side: usize) -> u16 {
    1 << (2 * seat.index() + side)
}

impl Engine {
    /// Returns the bits of a seat's castling rights.
    pub fn castling_rights_of(&self, seat: Seat) -> u16 {
        0b11 << (2 * seat.index())
    }

    /// Returns the castling of a seat that moves its king to `king_to`.
    pub fn castling_to(&self, seat: Seat, king_to: Cell) -> Option<&Castling> {
        self.seat_tables(seat).castlings.iter().find(|castling| castling.king_to == king_to)
    }

    /// Visits the legal castlings of a king that is not in check (Chess 4.7, Tri-Chess 4.10).
    #[cold]
    pub fn each_castling(
        &self,
        state: &State,
        seat: Seat,
        visit: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (side, castling) in self.seat_tables(seat).castlings.iter().enumerate() {
            let has_right = state.castling_rights & castling_right(seat, side) != 0;
            if has_right && self.can_castle(&state.pieces, seat, castling) {
                let to = Bitboard256::one(castling.king_to);
                visit(MoveSet { kind: MoveSetKind::Castling, ..MoveSet::plain(castling.king, to) })?;
            }
        }
        Continue(())
    }

    /// Whether a king that is not in check can castle, given that it has the right.
    fn can_castle(&self, pieces: &Pieces, seat: Seat, castling: &Castling) -> bool {
        if castling.between.iter().any(|&cell| pieces.piece_at(cell) != NO_PIECE) {
            return false;
        }
        self.is_crossing_safe(pieces, seat, castling) && {
            let mut after = pieces.clone();
            self.castle(&mut after, castling);
            self.is_allowed(&after, seat)
        }
    }

    /// Whether the king would not be in check on the cells that it crosses, with all other pieces unmoved.
    pub fn is_crossing_safe(&self, pieces: &Pieces, seat: Seat, castling: &Castling) -> bool {
        castling.crossed.iter().all(|&cell| {
            let mut crossing = pieces.clone();
            let king = crossing.remove(self, castling.king);
            crossing.put(self, cell, king);
            !self.in_check(&crossing, seat)
        })
    }

    /// Moves king and rook.
    pub fn castle(&self, pieces: &mut Pieces, castling: &Castling) {
        let (king, rook) = (pieces.remove(self, castling.king), pieces.remove(self, castling.rook));
        pieces.put(self, castling.king_to, king);
        pieces.put(self, castling.rook_to, rook);
    }
}
