//! The reversible steps of pawns, which chess does not have (Chess 14.6).

use super::{RuleChanges, is_pawn_step};
use crate::board::Cell;
use crate::game::Seat;
use crate::games::chess::kit::bitboard::{Bitboard, OUTER_RANKS, bit, rank};
use crate::games::chess::kit::history::{PiecesOn, ReversibleBoard};
use crate::games::chess::kit::lines::between;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::step::{MoveKind, Step};
use crate::games::chess::kit::topology::Flat;

impl RuleChanges {
    /// Returns whether a step moves a pawn that can come back, if it captures nothing.
    #[inline(always)]
    pub fn is_reversible_pawn_step(self, step: Step) -> bool {
        is_pawn_step(step) && (self.pawn_back || rank(step.from()) == rank(step.to()))
    }
}

impl ReversibleBoard for PiecesOn<RuleChanges> {
    #[inline(always)]
    fn undo(&mut self, seat: Seat, step: Step) {
        self.0.undo(seat, step);
    }

    fn reverse_step(&self, seat: Seat, from: Cell, to: Cell, rights: Bitboard) -> Result<Step, &'static str> {
        let PiecesOn(pieces, changes) = *self;
        if pieces.of(seat, Kind::Pawn) & bit(to) == 0 || pieces.occupied() & bit(from) != 0 {
            return PiecesOn(pieces, Flat).reverse_step(seat, from, to, rights);
        }
        let step = Step::new(from, to, MoveKind::Normal(Kind::Pawn));
        if !changes.is_reversible_pawn_step(step) {
            return Err("is a pawn move that cannot be undone");
        }
        let is_free = between(from, to) & pieces.occupied() == 0;
        if bit(from) & OUTER_RANKS != 0 || changes.pawn_reach(seat, from) & bit(to) == 0 || !is_free {
            return Err("cannot be undone: the piece cannot move that way");
        }
        Ok(step)
    }
}
