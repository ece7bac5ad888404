//! Perft: counts sequences of whole turns.
//!
//! While a draw is possible within the remaining turns, whole states are played, with the history that the
//! draw rules need. Once no draw can occur before the last turn, only placements are played, and the last
//! turns are counted without making them (bulk counting).

use super::apply;
use super::capture_path::{CapturePath, Trail, each_capture, each_capture_by};
use super::dedup::each_distinct_capture;
use super::jumps::{CaptureValue, Jumper};
use super::layout::{Layout, WordBitboard};
use super::movegen::Candidates;
use super::movement::{MovementRules, MovementRulesOn, RuntimeMovement, SetOf};
use super::options::{Endings, Priority, RuleSet};
use super::state::{NO_SQUARE, Placement, State};
use super::turns::{Capture, jumpers};
use crate::board::Bitboard;
use crate::game::Seat;

/// The number of squares that are searched for each capturing piece before ways to the same capture are
/// merged during the search.
const PLAIN_BUDGET: u64 = 1000;

/// Captures found, and whether the piece is a king when it arrives, possibly crowned during the capture
/// (Draughts 6.2).
type Found<S> = Vec<(Capture<S>, bool)>;

/// The seat to move, as a compile-time constant.
trait Side {
    const SEAT: usize;
    type Other: Side;
}

struct First;

impl Side for First {
    const SEAT: usize = 0;
    type Other = Second;
}

struct Second;

impl Side for Second {
    const SEAT: usize = 1;
    type Other = First;
}

/// Counts sequences of `depth` turns. If `distinct`, ways to make the same turn count once (Draughts 9).
/// `go_on` is called a few times a second; the result is `None` once it returns false.
pub(super) fn perft<M: MovementRules>(
    movement: M,
    rules: &RuleSet,
    state: &State<SetOf<M>>,
    depth: u32,
    distinct: bool,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    let mut counter = Counter { rules, distinct, go_on, visited: 0, stopped: false, found: Vec::new() };
    let nodes = counter.count_sequences(movement, state, depth);
    (!counter.stopped).then_some(nodes)
}

/// The number of positions between two calls of `go_on`, which takes about as long as counting one position.
const VISITS: u32 = 16;

struct Counter<'a, S> {
    rules: &'a RuleSet,
    distinct: bool,
    go_on: &'a mut dyn FnMut() -> bool,
    /// The positions since the last call of `go_on`.
    visited: u32,
    /// Whether `go_on` has returned false. The count is then meaningless.
    stopped: bool,
    /// A stack of captures, shared by the levels of the recursion.
    found: Found<S>,
}

impl<S: WordBitboard> Counter<'_, S> {
    fn count_sequences<M: MovementRulesOn<S>>(&mut self, movement: M, state: &State<S>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if state.draw.is_some() || self.stops() {
            return 0;
        }
        if state.capturing == NO_SQUARE && (depth == 1 || self.no_draw_in(state, depth - 1)) {
            let placed = state.placement();
            return match state.turn {
                Seat::ZERO => self.count_from::<M, First>(movement, &placed, depth),
                _ => self.count_from::<M, Second>(movement, &placed, depth),
            };
        }
        let mut nodes = 0;
        for next in self.states_after(movement.runtime(), state) {
            nodes += self.count_sequences(movement, &next, depth - 1);
        }
        nodes
    }

    /// Returns the state after each turn. Compiled once for each board, not for each game, since few states
    /// are played compared with the turns counted without them.
    fn states_after<L: Layout<Set = S>>(
        &mut self,
        movement: RuntimeMovement<L>,
        state: &State<S>,
    ) -> Vec<State<S>> {
        let (seat, jumpers) = jumpers(movement, state);
        let mut states = Vec::new();
        if jumpers.is_empty() {
            let steps = Candidates::of(movement, &state.placement(), seat).moves(movement, seat);
            steps.each(movement, state, |step| {
                let mut next = state.clone();
                apply::apply_cold(movement, self.rules, &mut next, step);
                states.push(next);
            });
            return states;
        }
        let base = self.found.len();
        let budget = self.budget();
        let mut filter = PriorityFilter::new(movement, &mut self.found, self.distinct);
        let offer = |path: &CapturePath<S, ()>, value, king| filter.offer(path, value, king);
        if !each_capture::<RuntimeMovement<L>, ()>(movement, state, seat, jumpers, budget, offer) {
            self.find_distinct(movement, seat, base, jumpers, |at| Jumper::new(movement, state, seat, at));
        }
        for (capture, king) in self.found.drain(base..) {
            let mut next = state.clone();
            apply::apply_capture(movement, self.rules, &mut next, capture, king);
            states.push(next);
        }
        states
    }

    /// Whether the next `turns` turns cannot end in a draw. Ignores the draw with one piece each.
    fn no_draw_in(&self, state: &State<S>, turns: u32) -> bool {
        // A third occurrence needs eight quiet turns: each side moves away and back twice.
        u32::from(state.history_len) + turns < 8
            && u32::from(state.quiet) + turns < u32::from(self.rules.quiet)
            && u32::from(state.count) + turns < Endings::MIN_LIMIT
    }

    fn count_from<M: MovementRulesOn<S>, T: Side>(
        &mut self,
        movement: M,
        placed: &Placement<S>,
        depth: u32,
    ) -> u64 {
        if depth == 1 {
            return self.turns::<M, T>(movement, placed);
        }
        if self.stops() {
            return 0;
        }
        let candidates = Candidates::of(movement, placed, T::SEAT);
        let mut nodes = 0;
        let mut go_on = |counter: &mut Self, next: Placement<S>| {
            nodes += if depth == 2 {
                counter.turns::<M, T::Other>(movement, &next)
            } else {
                counter.count_from::<M, T::Other>(movement, &next, depth - 1)
            };
        };
        if !candidates.has_jump::<M::Layout>() {
            candidates.each_move(movement, T::SEAT, |from, to, king| {
                go_on(self, placed.after_move(movement, T::SEAT, from, to, king));
            });
            return nodes;
        }
        let base = self.found.len();
        self.find::<M, T>(movement, placed, &candidates);
        for at in base..self.found.len() {
            let (capture, king) = self.found[at];
            let next = placed.after_capture(movement, T::SEAT, capture, king);
            if !(self.rules.endings == Endings::Turkish && next.is_one_piece_each(movement, 1 - T::SEAT)) {
                go_on(self, next);
            }
        }
        self.found.truncate(base);
        nodes
    }

    /// Returns the number of turns.
    #[inline(never)]
    fn turns<M: MovementRulesOn<S>, T: Side>(&mut self, movement: M, placed: &Placement<S>) -> u64 {
        let candidates = Candidates::of(movement, placed, T::SEAT);
        if !candidates.has_jump::<M::Layout>() {
            return candidates.moves(movement, T::SEAT).count::<M::Layout>() as u64;
        }
        if let Some(captures) = candidates.single_jumps(movement, placed, T::SEAT) {
            return captures.count::<M::Layout>() as u64;
        }
        self.count_found::<M, T>(movement, placed, &candidates)
    }

    #[inline(never)]
    fn count_found<M: MovementRulesOn<S>, T: Side>(
        &mut self,
        movement: M,
        placed: &Placement<S>,
        candidates: &Candidates<S>,
    ) -> u64 {
        let base = self.found.len();
        self.find::<M, T>(movement, placed, candidates);
        let count = self.found.len() - base;
        self.found.truncate(base);
        count as u64
    }

    /// Finds the captures that have priority (rule 7), each once.
    fn find<M: MovementRulesOn<S>, T: Side>(
        &mut self,
        movement: M,
        placed: &Placement<S>,
        candidates: &Candidates<S>,
    ) {
        let (base, budget, jumpers) = (self.found.len(), self.budget(), candidates.jumpers::<M>());
        let jumper = |at| Jumper::at_turn_start::<M::Layout>(placed, T::SEAT, Bitboard::one(at));
        let mut filter = PriorityFilter::new(movement, &mut self.found, self.distinct);
        let mut offer = |path: &CapturePath<S, ()>, value, king| filter.offer(path, value, king);
        let mut complete = true;
        jumpers.each(|at| {
            complete &= each_capture_by::<M, ()>(movement, &jumper(at), T::SEAT, budget, &mut offer);
        });
        if !complete {
            self.find_distinct(movement, T::SEAT, base, jumpers, jumper);
        }
    }

    /// Whether counting was stopped.
    fn stops(&mut self) -> bool {
        self.visited += 1;
        if self.visited == VISITS {
            self.visited = 0;
            self.stopped |= !(self.go_on)();
        }
        self.stopped
    }

    /// Returns the search budget for each piece. It is unlimited if each way counts.
    fn budget(&self) -> u64 {
        if self.distinct { PLAIN_BUDGET } else { u64::MAX }
    }

    /// Finds the captures by `jumpers` that have priority (rule 7), for pieces with many ways to each
    /// capture. Replaces the captures found so far beyond `base`.
    #[cold]
    #[inline(never)]
    fn find_distinct<M: MovementRulesOn<S>>(
        &mut self,
        movement: M,
        seat: usize,
        base: usize,
        jumpers: S,
        jumper: impl Fn(u8) -> Jumper<S>,
    ) {
        self.found.truncate(base);
        let jumpers: Vec<Jumper<S>> = jumpers.cells().map(jumper).collect();
        each_distinct_capture(
            movement.runtime(),
            seat,
            &jumpers,
            None,
            &(),
            usize::MAX,
            &mut |path, king| {
                self.found.push((Capture::of(path), king));
            },
        );
    }
}

/// Selects captures by rule 7, and removes duplicates if `distinct` (Draughts 9).
struct PriorityFilter<'a, S> {
    found: &'a mut Found<S>,
    /// The captures before this index belong to callers.
    base: usize,
    best: CaptureValue,
    any: bool,
    distinct: bool,
}

impl<S: WordBitboard> PriorityFilter<'_, S> {
    fn new<M: MovementRules>(movement: M, found: &mut Found<S>, distinct: bool) -> PriorityFilter<'_, S> {
        PriorityFilter {
            base: found.len(),
            found,
            best: 0,
            any: movement.priority() == Priority::Any,
            distinct,
        }
    }

    #[inline(always)]
    fn offer<T: Trail>(&mut self, path: &CapturePath<S, T>, value: CaptureValue, king: bool) {
        if !self.any {
            if value < self.best {
                return;
            }
            if value > self.best {
                self.best = value;
                self.found.truncate(self.base);
            }
        }
        let capture = Capture::of(path);
        if !(self.distinct && self.found[self.base..].iter().any(|(known, _)| *known == capture)) {
            self.found.push((capture, king));
        }
    }
}
