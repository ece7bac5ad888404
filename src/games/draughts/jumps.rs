//! Jumps of one piece, and the captures that begin with them.

use super::layout::{Layout, WordBitboard};
use super::movegen::LegalSteps;
use super::movement::{MovementRules, MovementRulesOn};
use super::options::Priority;
use super::state::{Placement, State};

/// A piece that can capture, with the board as it sees it.
pub(super) struct Jumper<S> {
    /// The square of the piece. The capture bound also uses sets of several possible squares.
    pub(super) at: S,
    /// The empty squares, including the square of the piece itself, which it leaves.
    pub(super) empty: S,
    /// The enemy pieces that have not been jumped in this turn.
    pub(super) targets: S,
    /// The kings of both sides.
    pub(super) kings: S,
    /// Whether the piece is a king.
    pub(super) king: bool,
    /// The direction in which the piece must not jump, if jumped pieces leave the board immediately (Draughts
    /// 5.5).
    pub(super) forbidden_direction: Option<usize>,
    /// Whether the piece has jumped a king in this turn (Draughts 7.5 d).
    pub(super) has_jumped_king: bool,
}

/// The rank of a capture by rule 7. Greater values have priority.
pub(super) type CaptureValue = u32;

pub(super) const ONE_PIECE: CaptureValue = 1 << 20;
const WITH_KING: CaptureValue = 1 << 19;
pub(super) const ONE_KING: CaptureValue = 1 << 8;
/// Less than the value of any jump. The Italian priority uses the low bits for something else, so rule 7.7
/// does not apply to it.
const KING_FIRST: CaptureValue = 1;

impl<S: WordBitboard> Jumper<S> {
    /// Returns a piece of the seat to move at the beginning of its turn.
    #[inline(always)]
    pub(super) fn at_turn_start<L: Layout<Set = S>>(placed: &Placement<S>, seat: usize, at: S) -> Self {
        Jumper {
            at,
            empty: placed.empty::<L>() | at,
            targets: placed.sides[1 - seat],
            kings: placed.kings,
            king: !(placed.kings & at).is_empty(),
            forbidden_direction: None,
            has_jumped_king: false,
        }
    }

    /// Returns the piece that must continue its capture.
    #[inline(always)]
    pub(super) fn mid_capture<M: MovementRulesOn<S>>(
        movement: M,
        state: &State<S>,
        seat: usize,
        at: u8,
        last: u8,
    ) -> Self {
        let mut jumper = Jumper::at_turn_start::<M::Layout>(&state.placement(), seat, S::one(at));
        jumper.targets &= !state.jumped;
        if movement.removed_at_once() {
            jumper.forbidden_direction = M::Layout::direction_between(last, at).map(M::Layout::opposite);
        }
        if movement.priority() == Priority::Italian {
            jumper.has_jumped_king = !(state.jumped & state.kings).is_empty();
        }
        jumper
    }

    /// Returns the piece on `at`, which begins or continues a capture.
    #[inline(always)]
    pub(super) fn new<M: MovementRulesOn<S>>(movement: M, state: &State<S>, seat: usize, at: u8) -> Self {
        match state.sequence().last() {
            Some(&last) => Jumper::mid_capture(movement, state, seat, at, last),
            None => Jumper::at_turn_start::<M::Layout>(&state.placement(), seat, S::one(at)),
        }
    }

    /// Whether the piece is a flying king.
    #[inline(always)]
    pub(super) fn is_flying<M: MovementRules>(&self, movement: M) -> bool {
        movement.flying() && self.king
    }

    /// Whether the piece may jump in a direction (Draughts 5.2, 5.5).
    #[inline(always)]
    fn may_jump_toward<M: MovementRulesOn<S>>(&self, movement: M, seat: usize, direction: usize) -> bool {
        let may =
            if self.king { movement.king_jumps(direction) } else { movement.man_jumps(seat, direction) };
        may && !(movement.removed_at_once() && self.forbidden_direction == Some(direction))
    }

    /// Returns the first enemy piece in a direction, if it can be jumped when the square behind it is empty
    /// (Draughts 5.1 to 5.5).
    #[inline(always)]
    pub(super) fn victims<M: MovementRulesOn<S>>(&self, movement: M, seat: usize, direction: usize) -> S {
        if !self.may_jump_toward(movement, seat, direction) {
            return S::EMPTY;
        }
        let targets =
            if movement.men_take_kings() || self.king { self.targets } else { self.targets & !self.kings };
        let run = if self.is_flying(movement) {
            M::Layout::slide(self.at, direction, self.empty) | self.at
        } else {
            self.at
        };
        M::Layout::shift(run, direction) & targets
    }

    /// Returns the piece that would be jumped in a direction, and the landing squares. Both are empty if
    /// there is no jump.
    #[inline(always)]
    pub(super) fn jump<M: MovementRulesOn<S>>(&self, movement: M, seat: usize, direction: usize) -> (S, S) {
        if !self.may_jump_toward(movement, seat, direction) {
            return (S::EMPTY, S::EMPTY);
        }
        let victim = self.victims(movement, seat, direction);
        let landings = if self.is_flying(movement) {
            M::Layout::slide(victim, direction, self.empty)
        } else {
            M::Layout::shift(victim, direction) & self.empty
        };
        (victim, landings)
    }

    /// Whether the piece has any jump.
    #[inline(always)]
    pub(super) fn can_jump<M: MovementRulesOn<S>>(&self, movement: M, seat: usize) -> bool {
        (0..M::Layout::DIRECTIONS).any(|direction| !self.jump(movement, seat, direction).1.is_empty())
    }

    /// Returns the piece after a jump.
    #[inline(always)]
    pub(super) fn after_jump<M: MovementRulesOn<S>>(
        &self,
        movement: M,
        seat: usize,
        direction: usize,
        victim: S,
        to: S,
    ) -> Self {
        Jumper {
            at: to,
            empty: if movement.removed_at_once() { self.empty | victim } else { self.empty },
            targets: self.targets & !victim,
            kings: self.kings,
            king: self.king || movement.through() && !(to & movement.last_row(seat)).is_empty(),
            forbidden_direction: Some(M::Layout::opposite(direction)),
            has_jumped_king: self.has_jumped_king || !(victim & self.kings).is_empty(),
        }
    }

    /// Returns the squares of `landings` from which a flying king that jumped `victim` can jump again.
    #[inline(always)]
    pub(super) fn continuing_landings<M: MovementRulesOn<S>>(
        &self,
        movement: M,
        direction: usize,
        victim: S,
        landings: S,
    ) -> S {
        let empty = if movement.removed_at_once() { self.empty | victim } else { self.empty };
        let targets = self.targets & !victim;
        let mut going = S::EMPTY;
        // All squares from which a piece with an empty square behind it can be reached. A jump straight back
        // over the piece just jumped is impossible.
        let opposite = M::Layout::opposite(direction);
        let may = |ahead: &usize| *ahead != opposite && movement.king_jumps(*ahead);
        for ahead in (0..M::Layout::DIRECTIONS).filter(may) {
            let back = M::Layout::opposite(ahead);
            let open = M::Layout::shift(empty, back) & targets;
            let seeing = M::Layout::shift(open, back) & empty;
            going |= seeing | M::Layout::slide(seeing, back, empty);
        }
        going & landings
    }

    /// Returns what jumping `victim` adds to the value of a capture, after `num_jumped` other pieces were
    /// jumped (Draughts 7.3 to 7.5).
    #[inline(always)]
    pub(super) fn jump_value<M: MovementRules>(
        &self,
        movement: M,
        victim: S,
        num_jumped: u32,
    ) -> CaptureValue {
        let king = !(victim & self.kings).is_empty();
        match movement.priority() {
            Priority::MaxKings if king => ONE_PIECE + ONE_KING,
            Priority::Italian if king && self.has_jumped_king => ONE_PIECE + ONE_KING,
            Priority::Italian if king => ONE_PIECE + ONE_KING + 0xFF - num_jumped.min(0xFF),
            _ => ONE_PIECE,
        }
    }

    /// Returns the value of a capture before its first jump.
    #[inline(always)]
    pub(super) fn initial_value<M: MovementRules>(&self, movement: M) -> CaptureValue {
        match movement.priority() {
            Priority::Italian if self.king => WITH_KING,
            _ if movement.king_first() && self.king => KING_FIRST,
            _ => 0,
        }
    }

    /// Returns the greatest value of a capture that continues from here. The result is unspecified once
    /// `budget` is exhausted.
    pub(super) fn best_value<M: MovementRulesOn<S>>(
        &self,
        movement: M,
        seat: usize,
        value: CaptureValue,
        num_jumped: u32,
        budget: &mut u32,
    ) -> CaptureValue {
        if *budget == 0 {
            return value;
        }
        *budget -= 1;
        let mut best = value;
        for direction in 0..M::Layout::DIRECTIONS {
            let (victim, landings) = self.jump(movement, seat, direction);
            if landings.is_empty() {
                continue;
            }
            let value = value + self.jump_value(movement, victim, num_jumped);
            let mut go_on = |to: S| {
                let next = self.after_jump(movement, seat, direction, victim, to);
                best = best.max(next.best_value(movement, seat, value, num_jumped + 1, budget));
            };
            if self.is_flying(movement) {
                self.continuing_landings(movement, direction, victim, landings).each(|to| go_on(S::one(to)));
                best = best.max(value);
            } else {
                go_on(landings);
            }
        }
        best
    }

    /// Adds the jumps that begin captures with priority (rule 7), among all jumps added since `best` was 0.
    ///
    /// `go_on` gets the piece after its first jump, the value of this jump and the best value so far. It
    /// returns the value of the best capture that continues so. The result is only used if it is at least the
    /// best so far.
    #[inline(always)]
    pub(super) fn add_jumps<M: MovementRulesOn<S>>(
        &self,
        movement: M,
        seat: usize,
        steps: &mut LegalSteps<S>,
        best: &mut CaptureValue,
        mut go_on: impl FnMut(&Self, CaptureValue, CaptureValue) -> CaptureValue,
    ) {
        for direction in 0..M::Layout::DIRECTIONS {
            let (victim, landings) = self.jump(movement, seat, direction);
            if landings.is_empty() {
                continue;
            }
            let going = if self.is_flying(movement) {
                self.continuing_landings(movement, direction, victim, landings)
            } else {
                landings
            };
            if movement.priority() == Priority::Any {
                // Draughts 7.2: of the landing squares, those from which the piece can jump again.
                steps.landings[direction] |= if going.is_empty() { landings } else { going };
                continue;
            }
            let mut offer = |best: &mut CaptureValue, value: CaptureValue, to: S| {
                if value > *best {
                    *best = value;
                    steps.landings = [S::EMPTY; 8];
                }
                if value == *best {
                    steps.landings[direction] |= to;
                }
            };
            let value = self.initial_value(movement) + self.jump_value(movement, victim, 0);
            if going.is_empty() {
                offer(best, value, landings);
            }
            going.each(|to| {
                let to = S::one(to);
                let value = go_on(&self.after_jump(movement, seat, direction, victim, to), value, *best);
                offer(best, value, to);
            });
        }
    }
}
