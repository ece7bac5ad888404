//! Counting the moves of a set, and picking one by its index.

use super::{
    AHEAD, CASTLES, DOUBLE, EAST, EN_PASSANT_EAST, EN_PASSANT_WEST, HOPS, KING, MoveSetOn, WEST, WRAP,
};
use crate::board::Cell;
use crate::game::Mask;
use crate::games::chess::kit::bitboard::{bit, cells, nth};
use crate::games::chess::kit::legal_moves::{LegalMoves, Numbering};
use crate::games::chess::kit::numbering;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::position::{PawnSteps, Position, pawn_directions};
use crate::games::chess::kit::step::{MoveKind, Step};
use crate::games::chess::kit::topology::Topology;

impl<R: Topology> LegalMoves for MoveSetOn<R> {
    #[inline(always)]
    fn count(&self) -> usize {
        let plain: u32 = self.sets.iter().map(|set| set.count_ones()).sum();
        let promoting: u32 = self.promotions().iter().map(|set| set.count_ones()).sum();
        let wrapping: u32 = self.wrap_sets().iter().map(|set| set.count_ones()).sum();
        (plain + 3 * promoting + wrapping) as usize
    }

    #[inline(always)]
    fn pick(&self, position: &Position, index: usize) -> Option<Step> {
        let mut left = index as u32;
        for (set, &bits) in self.sets.iter().enumerate() {
            let count = bits.count_ones();
            if left < count {
                return Some(self.step(position, set, nth(bits, left), Kind::Queen));
            }
            left -= count;
        }
        for kind in [Kind::Knight, Kind::Bishop, Kind::Rook] {
            for (set, bits) in [AHEAD, WEST, EAST].into_iter().zip(self.promotions()) {
                let count = bits.count_ones();
                if left < count {
                    return Some(self.step(position, set, nth(bits, left), kind));
                }
                left -= count;
            }
        }
        for (set, &bits) in (WRAP..).zip(self.wrap_sets()) {
            let count = bits.count_ones();
            if left < count {
                return Some(self.step(position, set, nth(bits, left), Kind::Queen));
            }
            left -= count;
        }
        None
    }

    #[inline(always)]
    fn each(&self, position: &Position, mut visit: impl FnMut(Step)) {
        for (set, &bits) in self.sets.iter().enumerate() {
            for cell in cells(bits) {
                visit(self.step(position, set, cell, Kind::Queen));
            }
        }
        for (set, &bits) in (WRAP..).zip(self.wrap_sets()) {
            for cell in cells(bits) {
                visit(self.step(position, set, cell, Kind::Queen));
            }
        }
        for (set, bits) in [AHEAD, WEST, EAST].into_iter().zip(self.promotions()) {
            for cell in cells(bits) {
                for kind in [Kind::Knight, Kind::Bishop, Kind::Rook] {
                    visit(self.step(position, set, cell, kind));
                }
            }
        }
    }

    #[inline]
    fn contains(&self, position: &Position, step: Step) -> bool {
        if step.shadow().is_some() {
            return false;
        }
        let (from, to, pieces) = (step.from(), step.to(), &position.pieces);
        let holds = |set: usize, cell: Cell| self.sets[set] & bit(cell) != 0;
        let ahead = PawnSteps::of(position.seat).ahead;
        let [_, west, east] = pawn_directions(position.seat);
        let came =
            |d: usize| R::ray(d, from) & bit(to) != 0 && R::nearest(d ^ 4, to, pieces.occupied()) == from;
        match step.move_kind() {
            MoveKind::Normal(Kind::Pawn) | MoveKind::Promotion(_) => {
                holds(AHEAD, to) && ahead.back(to) == from
                    || holds(WEST, to) && R::step_back(west, to) == from
                    || holds(EAST, to) && R::step_back(east, to) == from
            }
            MoveKind::Normal(kind) => {
                // (Some variants have other pieces that go as a king.)
                kind == Kind::King && holds(KING, to) && from == pieces.king(position.seat)
                    || (0..8).any(|d| holds(d, to) && came(d))
                    || (0..8).any(|hop| holds(HOPS + hop, to) && R::hop_back(hop, to) == from)
                    || self.wrap_sets().iter().zip([2, 1, 3]).any(|(set, d)| set & bit(to) != 0 && came(d))
            }
            MoveKind::DoublePush => holds(DOUBLE, to) && ahead.back(ahead.back(to)) == from,
            MoveKind::EnPassant => {
                holds(EN_PASSANT_EAST, to) && R::step_back(east, to) == from
                    || holds(EN_PASSANT_WEST, to) && R::step_back(west, to) == from
            }
            MoveKind::Castle => holds(CASTLES, to) && from == pieces.king(position.seat),
            MoveKind::Choice => false,
        }
    }

    #[inline(always)]
    fn mark(
        &self,
        position: &Position,
        numbering: &Numbering,
        _action: impl Fn(Step) -> usize,
        mask: &mut Mask,
    ) {
        let Numbering { frame, castling_notation, .. } = *numbering;
        numbering::mark(frame, castling_notation, position, self, mask);
        numbering::mark_wraps(frame, position.seat, self, numbering.own(), mask);
    }

    #[inline(always)]
    fn any(&self) -> bool {
        let plain = self.sets.iter().fold(0, |all, set| all | set);
        self.wrap_sets().iter().fold(plain, |all, set| all | set) != 0
    }
}
