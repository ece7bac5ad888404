//! The steps of checkers, and those of dice that no chess piece has (8.5 to 8.7).

use super::{JUMP, RAISE, State, WALK};
use crate::board::Cell;
use crate::game::{Mask, Seat};
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells, lowest, mirrored_if, nth};
use crate::games::chess::kit::legal_moves::{LegalMoves, Numbering};
use crate::games::chess::kit::lines::{KING_ATTACKS, STEPS};
use crate::games::chess::kit::numbering::{ACTIONS, is_mirrored, mark_way};
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::position::{PawnSteps, Position};
use crate::games::chess::kit::step::{MoveKind, Step};

/// A die that shows 1 goes ahead, or takes to the west or to the east.
const ONES: usize = 0;
/// The die that shows 6.
const SIX: usize = 3;
/// The four diagonal directions of checkers.
const WALKS: usize = 4;
/// Dice are raised.
const RAISES: usize = 8;

/// Steps of checkers, of dice that show 1 or 6, and raises. None at first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ways {
    /// Arrivals, and the dice that can be raised.
    sets: [Bitboard; RAISES + 1],
    /// Where the own die stands that shows 6.
    six: Cell,
    /// Whether checkers jump.
    jumping: bool,
}

impl Ways {
    /// Adds jumps: there is nothing else then (8.7).
    #[inline(always)]
    pub fn set_jumps(&mut self, jumps: [Bitboard; 4]) {
        self.sets[WALKS..RAISES].copy_from_slice(&jumps);
        self.jumping = true;
    }

    /// Adds all there is where nothing can jump.
    #[inline(always)]
    pub fn set(&mut self, state: &State) {
        let (position, things) = (&state.position, &state.extra.things);
        let (pieces, seat) = (&position.pieces, position.seat);
        let (own, enemies, empty) = (pieces.side(seat), pieces.side(seat.other()), !pieces.occupied());
        let (pawns, ones) = (PawnSteps::of(seat), things.ones & own);
        let taken = enemies | position.ep_square;
        self.sets[ONES] = pawns.ahead.of(ones) & empty;
        self.sets[ONES + 1] = pawns.west.of(ones) & taken;
        self.sets[ONES + 2] = pawns.east.of(ones) & taken;
        let six = things.sixes & own;
        if six != 0 {
            self.six = lowest(six);
            self.sets[SIX] = KING_ATTACKS[usize::from(self.six)] & !own;
        }
        self.sets[WALKS..RAISES].copy_from_slice(&things.walks(pieces, seat));
        self.sets[RAISES] = things.raisable(pieces, seat);
    }

    /// The number of the first of the checkers' choices.
    #[inline(always)]
    fn first(&self) -> usize {
        if self.jumping { JUMP } else { WALK }
    }

    /// The step that `cell` in the set numbered `set` stands for.
    #[inline(always)]
    fn step(&self, position: &Position, set: usize, cell: Cell) -> Step {
        let pawns = PawnSteps::of(position.seat);
        match set {
            ONES => Step::new(pawns.ahead.back(cell), cell, MoveKind::Normal(Kind::Pawn)),
            1..SIX => {
                let way = if set == ONES + 1 { pawns.west } else { pawns.east };
                // A cell that was passed over is empty.
                let passing = position.ep_square & bit(cell) != 0;
                Step::new(
                    way.back(cell),
                    cell,
                    if passing { MoveKind::EnPassant } else { MoveKind::Normal(Kind::Pawn) },
                )
            }
            SIX => Step::new(self.six, cell, MoveKind::Normal(Kind::King)),
            WALKS..RAISES => Step::choice(self.first() + 64 * (set - WALKS) + usize::from(cell)),
            _ => Step::choice(RAISE + usize::from(cell)),
        }
    }
}

impl LegalMoves for Ways {
    #[inline(always)]
    fn count(&self) -> usize {
        self.sets.iter().map(|set| set.count_ones() as usize).sum()
    }

    #[inline(always)]
    fn pick(&self, position: &Position, index: usize) -> Option<Step> {
        let mut left = index as u32;
        for (set, &bits) in self.sets.iter().enumerate() {
            let count = bits.count_ones();
            if left < count {
                return Some(self.step(position, set, nth(bits, left)));
            }
            left -= count;
        }
        None
    }

    #[inline(always)]
    fn each(&self, position: &Position, mut visit: impl FnMut(Step)) {
        for (set, &bits) in self.sets.iter().enumerate() {
            cells(bits).for_each(|cell| visit(self.step(position, set, cell)));
        }
    }

    fn contains(&self, position: &Position, step: Step) -> bool {
        let mut found = false;
        self.each(position, |offered| found |= offered == step);
        found
    }

    #[inline(always)]
    fn mark(
        &self,
        position: &Position,
        numbering: &Numbering,
        _action: impl Fn(Step) -> usize,
        mask: &mut Mask,
    ) {
        let (frame, seat) = (numbering.frame, position.seat);
        let mirrored = is_mirrored(frame, seat);
        let [ahead, west, east] = if seat == Seat::ZERO { [0, 7, 1] } else { [4, 5, 3] };
        for (way, set) in [ahead, west, east].into_iter().zip(self.sets) {
            mark_way(frame, seat, way, set, mask);
        }
        if self.sets[SIX] != 0 {
            for (way, step) in STEPS.iter().enumerate() {
                mark_way(frame, seat, way, step.of(bit(self.six)) & self.sets[SIX], mask);
            }
        }
        for (way, &set) in self.sets[WALKS..RAISES].iter().enumerate() {
            let first = numbering.choices.flipped_if(mirrored, self.first() + 64 * way) & !63;
            mask.add_all(ACTIONS + first, mirrored_if(mirrored, set));
        }
        mask.add_all(ACTIONS + RAISE, mirrored_if(mirrored, self.sets[RAISES]));
    }

    #[inline(always)]
    fn any(&self) -> bool {
        self.sets.iter().fold(0, |all, set| all | set) != 0
    }
}
