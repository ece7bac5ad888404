//! Counting sequences of whole turns.
//!
//! As long as a draw may come, whole states are played on, which remember what the rules of draws ask for.
//! Where none can come before the last turn, all that counts is what stands where, and the last turns are
//! counted without making them.

use super::apply;
use super::jumps::{Jumper, Path, Trail, Worth, each_capture, each_capture_by};
use super::layout::{Bits, Layout};
use super::movement::{Articles, ArticlesOn, Free, SetOf};
use super::once::each_once;
use super::rules::{Endings, Priority, RuleSet};
use super::state::{NONE, Placement, State};
use super::steps::Reach;
use super::turns::{Capture, jumpers};
use crate::board::Set;

/// So many squares are looked at for each piece that captures before ways that meet are followed as one.
const PATIENCE: u64 = 1000;

/// Captures found, and whether a king arrives, crowned under way perhaps (Draughts 6.2).
type Found<S> = Vec<(Capture<S>, bool)>;

/// The seat to move, known when the engine is compiled.
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

/// Counts sequences of `depth` whole turns: each turn once (Draughts 9), or each way to make it if not
/// `merged`. None once `go_on` returns false, which is called a few times a second.
pub(super) fn perft<M: Articles>(
    articles: M,
    rules: &RuleSet,
    state: &State<SetOf<M>>,
    depth: u32,
    merged: bool,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    let mut counter = Counter { rules, merged, go_on, visited: 0, stopped: false, found: Vec::new() };
    let nodes = counter.sequences(articles, state, depth);
    (!counter.stopped).then_some(nodes)
}

/// Positions between two calls of `go_on`, which takes about as long as counting one.
const VISITS: u32 = 16;

struct Counter<'a, S> {
    rules: &'a RuleSet,
    merged: bool,
    go_on: &'a mut dyn FnMut() -> bool,
    /// The positions since the last call of `go_on`.
    visited: u32,
    /// Whether `go_on` has returned false. The count is then meaningless.
    stopped: bool,
    /// A stack to work on.
    found: Found<S>,
}

impl<S: Bits> Counter<'_, S> {
    fn sequences<M: ArticlesOn<S>>(&mut self, articles: M, state: &State<S>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if state.draw.is_some() || self.stops() {
            return 0;
        }
        if state.at == NONE && (depth == 1 || self.no_draw_in(state, depth - 1)) {
            let placed = state.placement();
            return match state.turn {
                0 => self.placements::<M, First>(articles, &placed, depth),
                _ => self.placements::<M, Second>(articles, &placed, depth),
            };
        }
        let mut nodes = 0;
        for next in self.after(articles.looked_up(), state) {
            nodes += self.sequences(articles, &next, depth - 1);
        }
        nodes
    }

    /// The state after each turn: compiled for each board, not for each game, since states are few here
    /// beside those whose turns are counted without them.
    fn after<L: Layout<Set = S>>(&mut self, articles: Free<L>, state: &State<S>) -> Vec<State<S>> {
        let (seat, jumpers) = jumpers(articles, state);
        let mut states = Vec::new();
        if jumpers.is_empty() {
            let steps = Reach::of(articles, &state.placement(), seat).moves(articles, seat);
            steps.each(articles, state, |step| {
                let mut next = state.clone();
                apply::apply_cold(articles, self.rules, &mut next, step);
                states.push(next);
            });
            return states;
        }
        let base = self.found.len();
        let patience = self.patience();
        let mut choice = Choice::new(articles, &mut self.found, self.merged);
        let offer = |path: &Path<S, ()>, worth, king| choice.offer(path, worth, king);
        if !each_capture::<Free<L>, ()>(articles, state, seat, jumpers, patience, offer) {
            self.find_once(articles, seat, base, jumpers, |at| Jumper::of(articles, state, seat, at));
        }
        for (capture, king) in self.found.drain(base..) {
            let mut next = state.clone();
            apply::capture(articles, self.rules, &mut next, capture, king);
            states.push(next);
        }
        states
    }

    /// Whether `turns` more cannot lead to a draw, but for one piece each.
    fn no_draw_in(&self, state: &State<S>, turns: u32) -> bool {
        // A position comes for the third time when each side has twice gone somewhere and back.
        u32::from(state.past) + turns < 8
            && u32::from(state.quiet) + turns < u32::from(self.rules.quiet)
            && u32::from(state.count) + turns < Endings::LEAST_LIMIT
    }

    fn placements<M: ArticlesOn<S>, T: Side>(
        &mut self,
        articles: M,
        placed: &Placement<S>,
        depth: u32,
    ) -> u64 {
        if depth == 1 {
            return self.turns::<M, T>(articles, placed);
        }
        if self.stops() {
            return 0;
        }
        let reach = Reach::of(articles, placed, T::SEAT);
        let mut nodes = 0;
        let mut go_on = |counter: &mut Self, next: Placement<S>| {
            nodes += if depth == 2 {
                counter.turns::<M, T::Other>(articles, &next)
            } else {
                counter.placements::<M, T::Other>(articles, &next, depth - 1)
            };
        };
        if !reach.jumps::<M::Layout>() {
            reach.each_move(articles, T::SEAT, |from, to, king| {
                go_on(self, placed.moved(articles, T::SEAT, from, to, king));
            });
            return nodes;
        }
        let base = self.found.len();
        self.find::<M, T>(articles, placed, &reach);
        for at in base..self.found.len() {
            let (capture, king) = self.found[at];
            let next = placed.captured(articles, T::SEAT, capture, king);
            if !(self.rules.endings == Endings::Turkish && next.one_each(articles, 1 - T::SEAT)) {
                go_on(self, next);
            }
        }
        self.found.truncate(base);
        nodes
    }

    /// How many turns there are.
    #[inline(never)]
    fn turns<M: ArticlesOn<S>, T: Side>(&mut self, articles: M, placed: &Placement<S>) -> u64 {
        let reach = Reach::of(articles, placed, T::SEAT);
        if !reach.jumps::<M::Layout>() {
            return reach.moves(articles, T::SEAT).count::<M::Layout>() as u64;
        }
        if let Some(captures) = reach.single_jumps(articles, placed, T::SEAT) {
            return captures.count::<M::Layout>() as u64;
        }
        self.count_found::<M, T>(articles, placed, &reach)
    }

    #[inline(never)]
    fn count_found<M: ArticlesOn<S>, T: Side>(
        &mut self,
        articles: M,
        placed: &Placement<S>,
        reach: &Reach<S>,
    ) -> u64 {
        let base = self.found.len();
        self.find::<M, T>(articles, placed, reach);
        let count = self.found.len() - base;
        self.found.truncate(base);
        count as u64
    }

    /// Finds the captures that pass rule 7, each once.
    fn find<M: ArticlesOn<S>, T: Side>(&mut self, articles: M, placed: &Placement<S>, reach: &Reach<S>) {
        let (base, patience, jumpers) = (self.found.len(), self.patience(), reach.jumpers::<M>());
        let jumper = |at| Jumper::before::<M::Layout>(placed, T::SEAT, Set::one(at));
        let mut choice = Choice::new(articles, &mut self.found, self.merged);
        let mut offer = |path: &Path<S, ()>, worth, king| choice.offer(path, worth, king);
        let mut through = true;
        jumpers.each(|at| {
            through &= each_capture_by::<M, ()>(articles, &jumper(at), T::SEAT, patience, &mut offer);
        });
        if !through {
            self.find_once(articles, T::SEAT, base, jumpers, jumper);
        }
    }

    /// Whether the count is to stop.
    fn stops(&mut self) -> bool {
        self.visited += 1;
        if self.visited == VISITS {
            self.visited = 0;
            self.stopped |= !(self.go_on)();
        }
        self.stopped
    }

    /// How long each piece's ways are followed one by one: if each counts, to the end.
    fn patience(&self) -> u64 {
        if self.merged { PATIENCE } else { u64::MAX }
    }

    /// Finds the captures by `jumpers` that pass rule 7 where there are many ways to each, instead of those
    /// found so far beyond `base`.
    #[cold]
    #[inline(never)]
    fn find_once<M: ArticlesOn<S>>(
        &mut self,
        articles: M,
        seat: usize,
        base: usize,
        jumpers: S,
        jumper: impl Fn(u8) -> Jumper<S>,
    ) {
        self.found.truncate(base);
        let jumpers: Vec<Jumper<S>> = jumpers.cells().map(jumper).collect();
        each_once(articles.looked_up(), seat, &jumpers, None, &(), usize::MAX, &mut |path, king| {
            self.found.push((Capture::of(path), king));
        });
    }
}

/// Chooses among captures by rule 7, and keeps each once if they are `merged` (Draughts 9).
struct Choice<'a, S> {
    found: &'a mut Found<S>,
    /// Those found before belong to others.
    base: usize,
    best: Worth,
    any: bool,
    merged: bool,
}

impl<S: Bits> Choice<'_, S> {
    fn new<M: Articles>(articles: M, found: &mut Found<S>, merged: bool) -> Choice<'_, S> {
        Choice { base: found.len(), found, best: 0, any: articles.priority() == Priority::Any, merged }
    }

    #[inline(always)]
    fn offer<T: Trail>(&mut self, path: &Path<S, T>, worth: Worth, king: bool) {
        if !self.any {
            if worth < self.best {
                return;
            }
            if worth > self.best {
                self.best = worth;
                self.found.truncate(self.base);
            }
        }
        let capture = Capture::of(path);
        if !(self.merged && self.found[self.base..].iter().any(|(known, _)| *known == capture)) {
            self.found.push((capture, king));
        }
    }
}
