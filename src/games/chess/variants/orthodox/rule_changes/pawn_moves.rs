//! The pawn moves that chess does not have: back, sideways, and double steps to the last rank (Chess 14.3 to
//! 14.5).

use super::RuleChanges;
use crate::board::Cell;
use crate::game::{Mask, Seat};
use crate::games::chess::kit::bitboard::{Bitboard, OUTER_RANKS, bit, cells, nth, own_rank};
use crate::games::chess::kit::check_info::CheckInfo;
use crate::games::chess::kit::legal_moves::{LegalMoves, Numbering};
use crate::games::chess::kit::numbering::{self, ARRIVALS, PROMOTIONS};
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::position::{Position, pawn_directions};
use crate::games::chess::kit::step::{MoveKind, Step};
use crate::games::chess::kit::topology::{Flat, Topology};

const BACK: usize = 0;
const WEST: usize = 1;
const EAST: usize = 2;
const PROMOTING: usize = 3;

/// Arrivals of pawns that move back, to the west and to the east, and that promote after a double step.
#[derive(Clone, Copy, Debug, Default)]
pub struct PawnMoves {
    sets: [Bitboard; 4],
}

/// The directions in which the pawns of a seat come to the cells of the sets.
#[inline(always)]
fn directions(seat: Seat) -> [usize; 4] {
    let [ahead, ..] = pawn_directions(seat);
    [ahead ^ 4, 6, 2, ahead]
}

impl PawnMoves {
    /// Adds the legal moves to an empty set.
    pub fn add(&mut self, position: &Position, check_info: CheckInfo, changes: RuleChanges) {
        let Position { pieces, seat, .. } = position;
        let king = pieces.king(*seat);
        let mut targets = !pieces.occupied();
        if check_info.checkers != 0 {
            if check_info.checkers & (check_info.checkers - 1) != 0 {
                return;
            }
            targets &= Flat::check_blocks(position, king, check_info.checkers.trailing_zeros() as Cell);
        }
        let pawns = pieces.of(*seat, Kind::Pawn);
        self.add_pawns(position, pawns & !check_info.pinned, targets, changes);
        for cell in cells(pawns & check_info.pinned) {
            let line = targets & Flat::pin_line(position, king, cell);
            self.add_pawns(position, bit(cell), line, changes);
        }
    }

    /// Adds the moves of `pawns` onto `targets`, which are empty cells.
    fn add_pawns(&mut self, position: &Position, pawns: Bitboard, targets: Bitboard, changes: RuleChanges) {
        let (seat, empty) = (position.seat, !position.pieces.occupied());
        let [back, west, east, ahead] = directions(seat);
        if changes.pawn_back {
            self.sets[BACK] |= Flat::steps(back, pawns) & !own_rank(seat, 1) & targets;
        }
        if changes.pawn_sideways {
            self.sets[WEST] |= Flat::steps(west, pawns) & targets;
            self.sets[EAST] |= Flat::steps(east, pawns) & targets;
        }
        let starts = pawns & changes.double_step_starts(seat) & own_rank(seat, 6);
        self.sets[PROMOTING] |= Flat::steps(ahead, Flat::steps(ahead, starts) & empty) & targets;
    }

    /// The step that `cell` in the set numbered `set` stands for.
    fn step(position: &Position, set: usize, cell: Cell, promoted: Kind) -> Step {
        let direction = directions(position.seat)[set];
        let before = Flat::step_back(direction, cell);
        match set {
            PROMOTING => Step::new(Flat::step_back(direction, before), cell, MoveKind::Promotion(promoted)),
            _ => Step::new(before, cell, MoveKind::Normal(Kind::Pawn)),
        }
    }
}

impl LegalMoves for PawnMoves {
    #[inline]
    fn count(&self) -> usize {
        let plain: u32 = self.sets.iter().map(|set| set.count_ones()).sum();
        (plain + 3 * self.sets[PROMOTING].count_ones()) as usize
    }

    #[inline]
    fn pick(&self, position: &Position, index: usize) -> Option<Step> {
        let promoting = [Kind::Knight, Kind::Bishop, Kind::Rook].map(|kind| (PROMOTING, kind));
        let plain = [BACK, WEST, EAST, PROMOTING].map(|set| (set, Kind::Queen));
        let mut left = index as u32;
        for (set, kind) in plain.into_iter().chain(promoting) {
            let count = self.sets[set].count_ones();
            if left < count {
                return Some(PawnMoves::step(position, set, nth(self.sets[set], left), kind));
            }
            left -= count;
        }
        None
    }

    fn each(&self, position: &Position, mut visit: impl FnMut(Step)) {
        for (set, &bits) in self.sets.iter().enumerate() {
            for cell in cells(bits) {
                visit(PawnMoves::step(position, set, cell, Kind::Queen));
            }
        }
        for cell in cells(self.sets[PROMOTING]) {
            for kind in [Kind::Knight, Kind::Bishop, Kind::Rook] {
                visit(PawnMoves::step(position, PROMOTING, cell, kind));
            }
        }
    }

    fn contains(&self, position: &Position, step: Step) -> bool {
        let holds = |set: usize, kind| {
            self.sets[set] & bit(step.to()) != 0 && PawnMoves::step(position, set, step.to(), kind) == step
        };
        match step.move_kind() {
            MoveKind::Normal(Kind::Pawn) => [BACK, WEST, EAST].into_iter().any(|set| holds(set, Kind::Queen)),
            MoveKind::Promotion(kind) => holds(PROMOTING, kind),
            _ => false,
        }
    }

    #[inline]
    fn mark(
        &self,
        position: &Position,
        numbering: &Numbering,
        _action: impl Fn(Step) -> usize,
        mask: &mut Mask,
    ) {
        for (arrivals, way) in self.sets.into_iter().zip(directions(position.seat)) {
            numbering::mark_way(numbering.frame, position.seat, way, arrivals, mask);
        }
        let files = (self.sets[PROMOTING] | self.sets[PROMOTING] >> 56) & 0xFF;
        for kind in 0..3 {
            mask.add_all(ARRIVALS + PROMOTIONS * kind, files);
        }
    }

    #[inline]
    fn any(&self) -> bool {
        self.sets != [0; 4]
    }
}

impl RuleChanges {
    /// Returns the cells from which pawns of a seat can make a double step (Chess 14.3). Pawns on the seventh
    /// rank have no second cell in front of them.
    #[inline(always)]
    pub fn double_step_starts(self, seat: Seat) -> Bitboard {
        let second = own_rank(seat, 2);
        match self.double_step {
            super::DoubleStep::None => 0,
            super::DoubleStep::Normal => second,
            super::DoubleStep::SemiTorpedo => second | own_rank(seat, 3),
            super::DoubleStep::Torpedo => !(OUTER_RANKS | own_rank(seat, 7)),
        }
    }
}
