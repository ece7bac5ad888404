//! The search below the root: principal variation search with a transposition table.

use super::super::budget::Stopwatch;
use super::super::evaluation::DECIDED;
use super::super::tuning::Correction;
use super::ordering::{NO_ACTION, RankedMove, pick_next};
use super::searcher::{MAX_PLY, Remaining, Searcher};
use super::settings::Technique;
use super::transposition_table::{Bound, Entry};
use crate::game::{Actor, Seat};
use crate::sim::Candidate;

/// Greater than all values.
pub const INFINITY: i32 = 1 << 24;

/// What having the move is worth if the positional evaluation does not count legal steps: as much as this
/// number of steps.
const TEMPO: usize = 10;

/// The number of visited positions between two calls of `go_on`.
const POLL_INTERVAL: u64 = 1 << 12;

/// The state of one search.
pub struct Search<'a> {
    pub searcher: &'a mut Searcher,
    /// The searching seat and its side.
    pub seat: Seat,
    pub side: u8,
    pub stopwatch: Stopwatch,
    /// The number of visited positions before this search.
    pub visited_before: u64,
    pub stopped: bool,
    pub go_on: &'a mut dyn FnMut() -> bool,
}

/// A position in the search, from the point of view of the seat to act.
pub struct Node {
    pub ply: usize,
    pub seat: Seat,
    /// 1 if the seat to act is on the searching side, -1 otherwise.
    pub sign: i32,
    pub alpha: i32,
    pub beta: i32,
    pub in_check: bool,
    /// Whether the game has not ended, unless the seat has no legal step. False if only the list of steps
    /// tells.
    pub is_known_to_go_on: bool,
    /// Whether the seat's evaluation has risen since its last turn, in games that evaluate before listing.
    pub is_improving: bool,
}

impl Node {
    /// Returns the ply, and the number of the side in [`Ordering`](super::ordering::Ordering).
    fn order_key(&self) -> (usize, usize) {
        (self.ply, usize::from(self.sign > 0))
    }
}

impl<'a> Search<'a> {
    /// Begins a search by a seat from the state in slot 0.
    pub fn new(
        searcher: &'a mut Searcher,
        seat: Seat,
        stopwatch: Stopwatch,
        go_on: &'a mut dyn FnMut() -> bool,
    ) -> Search<'a> {
        let (side, visited_before) = (searcher.sides.side_of(seat), searcher.num_visited);
        Search { searcher, seat, side, stopwatch, visited_before, stopped: false, go_on }
    }
}

impl Search<'_> {
    /// Returns the value of a step from the state in slot `ply`, from the point of view of the searching
    /// side.
    pub fn step(&mut self, ply: usize, action: u32, left: Remaining, alpha: i32, beta: i32) -> i32 {
        self.searcher.reserve(ply + 1);
        self.searcher.pool.copy_and_apply(ply, ply + 1, action);
        self.value(ply + 1, left, alpha, beta)
    }

    /// Returns the value of the state in slot `ply` if it is between `alpha` and `beta`, and a bound
    /// otherwise, from the point of view of the searching side. The value of a stopped search is undefined.
    fn value(&mut self, ply: usize, left: Remaining, alpha: i32, beta: i32) -> i32 {
        self.searcher.num_visited += 1;
        let visited = self.searcher.num_visited - self.visited_before;
        if self.stopwatch.is_over(visited) || visited.is_multiple_of(POLL_INTERVAL) && !(self.go_on)() {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        let state = &self.searcher.pool[ply];
        let mover = state.mover();
        if mover == Actor::Chance && state.actor() == Actor::Chance {
            return self.chance_value(ply, left);
        }
        let Actor::Seat(seat) = mover else { return self.terminal_value(ply) };
        let has_ended = state.has_ended();
        if has_ended == Some(true) {
            return self.terminal_value(ply);
        }
        let sign = if self.searcher.sides.side_of(seat) == self.side { 1 } else { -1 };
        let (alpha, beta) = if sign > 0 { (alpha, beta) } else { (-beta, -alpha) };
        let node = Node {
            ply,
            seat,
            sign,
            alpha,
            beta,
            in_check: state.in_check(),
            is_known_to_go_on: has_ended.is_some(),
            is_improving: false,
        };
        if state.mid_turn() || left.depth > 0 || !self.searcher.uses(Technique::Quiescence) {
            return sign * self.node_value(node, left);
        }
        sign * self.quiescence_value(node, left)
    }

    /// Lists the legal steps of a node.
    pub fn list(&mut self, node: &Node) -> &[Candidate] {
        self.searcher.reserve(node.ply);
        let Searcher { pool, candidates, .. } = &mut *self.searcher;
        pool[node.ply].candidates(candidates);
        candidates
    }

    /// Lists the legal steps of a node that gain material. Returns the numbers of legal steps and of these.
    pub fn list_gains(&mut self, node: &Node) -> (usize, usize) {
        self.searcher.reserve(node.ply);
        let Searcher { pool, candidates, .. } = &mut *self.searcher;
        let count = pool[node.ply].gains(candidates);
        (count, candidates.len())
    }

    /// Ranks the legal steps that were listed last. The caller puts the list back ([`Search::put_back`]).
    pub fn ranked(&mut self, node: &Node, table_move: u32, previous: u32) -> Vec<RankedMove> {
        let Searcher { ordering, candidates, lists, .. } = &mut *self.searcher;
        let mut moves = std::mem::take(&mut lists[node.ply]);
        ordering.rank(node.order_key(), table_move, previous, candidates, &mut moves);
        moves
    }

    pub fn put_back(&mut self, node: &Node, moves: Vec<RankedMove>) {
        self.searcher.lists[node.ply] = moves;
    }

    /// Whether a position is evaluated before its legal steps are listed, because they do not count.
    pub fn evaluates_before_listing(&self, node: &Node) -> bool {
        !self.searcher.selectivity.counts_steps && node.is_known_to_go_on && !node.in_check
    }

    /// Returns the static evaluation of a node for the seat to act, which has `steps` legal steps.
    pub fn evaluate(&self, node: &Node, steps: usize) -> i32 {
        let Searcher { pool, sides, correction, selectivity, .. } = &*self.searcher;
        let steps = if selectivity.counts_steps { steps } else { TEMPO };
        let value = node.sign * sides.evaluate(pool, node.ply, self.side, node.seat, steps);
        let max_correction = selectivity.max_correction;
        if value <= node.alpha - max_correction || value >= node.beta + max_correction {
            return value;
        }
        value
            + match correction {
                Correction::None => 0,
                Correction::Positional => node.sign * sides.positional_balance(pool, node.ply, self.side),
                Correction::Tuned(tuned) if sides.num_sides() == 2 => {
                    tuned.correction(pool, node.ply, node.seat)
                }
                Correction::Tuned(tuned) => {
                    let of_seats = tuned.corrections(sides, pool, node.ply, node.seat);
                    node.sign * of_seats[sides.first_seat(self.side).index()]
                }
            }
    }

    /// Returns the value of a step for the seat to act in a node.
    pub fn child_value(&mut self, node: &Node, action: u32, left: Remaining, alpha: i32, beta: i32) -> i32 {
        let (low, high) = if node.sign > 0 { (alpha, beta) } else { (-beta, -alpha) };
        node.sign * self.step(node.ply, action, left, low, high)
    }

    /// Keeps the evaluation of a node. Returns whether it is higher than two plies before.
    fn is_improving(&mut self, node: &Node, evaluation: Option<i32>) -> bool {
        let evaluations = &mut self.searcher.evaluations;
        evaluations[node.ply] = evaluation.map(|value| node.sign * value);
        let (Some(now), Some(before)) = (evaluation, node.ply.checked_sub(2)) else { return false };
        evaluations[before].is_none_or(|before| now > node.sign * before)
    }

    /// Returns the value of a node for the seat to act.
    fn node_value(&mut self, mut node: Node, mut left: Remaining) -> i32 {
        let Node { ply, alpha, beta, in_check, .. } = node;
        let depth = left.depth;
        let mid_turn = self.searcher.pool[ply].mid_turn();
        // Only forced steps are searched from here.
        let is_last = ply >= MAX_PLY || depth <= 0 && !mid_turn;
        let mut listed = None;
        if is_last || !node.is_known_to_go_on {
            let count = self.list(&node).len();
            if count == 0 {
                return node.sign * self.terminal_value(ply);
            }
            if is_last && (count > 1 || ply >= MAX_PLY) {
                return self.evaluate(&node, count);
            }
            listed = Some(count);
        }
        let key = self.searcher.key(ply, self.side, left);
        let stored = self.searcher.table.get(key);
        if let Some(entry) = stored
            && i32::from(entry.depth) >= depth
        {
            let value = node.sign * value_from_table(entry.value, ply);
            let bound = if node.sign > 0 { entry.bound } else { opposite(entry.bound) };
            match bound {
                Bound::Exact => return value,
                Bound::Lower if value >= beta => return value,
                Bound::Upper if value <= alpha => return value,
                _ => {}
            }
        }
        let table_move = stored.map_or(NO_ACTION, |entry| entry.best_action);
        if !mid_turn && self.is_reduced_without_table_move(&node, depth, table_move) {
            left.depth -= 1;
        }
        let depth = left.depth;
        let can_cut = beta - alpha == 1 && !in_check && !mid_turn;
        let mut evaluation = None;
        if depth > 0 && !mid_turn && self.evaluates_before_listing(&node) {
            let found = self.evaluate(&node, 0);
            node.is_improving = self.is_improving(&node, Some(found));
            if can_cut {
                if let Some(value) = self.cut_by_evaluation(&node, left, found) {
                    return value;
                }
                evaluation = Some(found);
            }
        } else {
            node.is_improving = self.is_improving(&node, None);
        }
        let count = match listed {
            Some(count) => count,
            None => self.list(&node).len(),
        };
        if count == 0 {
            return node.sign * self.terminal_value(ply);
        }
        let Some(next) = Searcher::after_step(ply, count, mid_turn, left) else {
            return self.evaluate(&node, count);
        };
        let is_choice = count > 1 && !mid_turn;
        if can_cut && is_choice && evaluation.is_none() {
            let found = self.evaluate(&node, count);
            if let Some(value) = self.cut_by_evaluation(&node, left, found) {
                return value;
            }
            evaluation = Some(found);
            // A pass may have used the list of candidates.
            self.list(&node);
        }
        let mut moves = self.ranked(&node, table_move, left.previous);
        let (value, best) = self.search_moves(&node, left, next, is_choice, evaluation, &mut moves);
        self.put_back(&node, moves);
        if !self.stopped {
            let bound = match value {
                _ if value <= alpha => Bound::Upper,
                _ if value >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            let bound = if node.sign > 0 { bound } else { opposite(bound) };
            let value = value_to_table(node.sign * value, ply);
            let entry = Entry { value, best_action: best, depth: depth.clamp(0, 127) as u8, bound };
            self.searcher.table.store(key, entry);
        }
        value
    }

    /// Returns the value of a node after a pass, searched to a depth with a null window below beta. `None` if
    /// the seat cannot pass.
    pub fn value_after_pass(&mut self, node: &Node, depth: i32) -> Option<i32> {
        self.searcher.reserve(node.ply + 1);
        if !self.searcher.pool.copy_and_pass(node.ply, node.ply + 1) {
            return None;
        }
        let beta = node.beta;
        let (low, high) = if node.sign > 0 { (beta - 1, beta) } else { (-beta, 1 - beta) };
        Some(node.sign * self.value(node.ply + 1, Remaining::after(depth, NO_ACTION), low, high))
    }

    /// Returns the value of the best step of a node and its action.
    fn search_moves(
        &mut self,
        node: &Node,
        left: Remaining,
        next: Remaining,
        is_choice: bool,
        evaluation: Option<i32>,
        moves: &mut [RankedMove],
    ) -> (i32, u32) {
        let (mut alpha, beta, depth) = (node.alpha, node.beta, left.depth);
        let (mut best, mut best_action) = (-INFINITY, NO_ACTION);
        for at in 0..moves.len() {
            let candidate = pick_next(moves, at);
            if let Some(evaluation) = evaluation
                && best > -DECIDED
                && self.is_futile(node, depth, at, candidate, evaluation, alpha)
                && !self.gives_check(node, candidate.action)
            {
                continue;
            }
            let next = Remaining { previous: candidate.action, ..next };
            let reduction = if is_choice { self.reduction(node, depth, at, candidate, alpha) } else { 0 };
            let mut value = 0;
            let mut is_open = at == 0;
            if !is_open {
                let reduced = Remaining { depth: next.depth - reduction, ..next };
                value = self.child_value(node, candidate.action, reduced, alpha, alpha + 1);
                if value > alpha && reduction > 0 {
                    value = self.child_value(node, candidate.action, next, alpha, alpha + 1);
                }
                is_open = value > alpha && value < beta;
            }
            if is_open {
                value = self.child_value(node, candidate.action, next, alpha, beta);
            }
            if self.stopped {
                break;
            }
            if value > best {
                (best, best_action) = (value, candidate.action);
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                let ordering = &mut self.searcher.ordering;
                ordering.reward(node.order_key(), depth, left.previous, candidate, &moves[..at]);
                break;
            }
        }
        (best, best_action)
    }

    /// Returns whether a step gives check.
    fn gives_check(&mut self, node: &Node, action: u32) -> bool {
        self.searcher.reserve(node.ply + 1);
        self.searcher.pool.copy_and_apply(node.ply, node.ply + 1, action);
        self.searcher.pool[node.ply + 1].in_check()
    }

    /// Returns the mean value of the outcomes of chance.
    fn chance_value(&mut self, ply: usize, left: Remaining) -> i32 {
        self.searcher.reserve(ply);
        let mut outcomes = std::mem::take(&mut self.searcher.outcomes[ply]);
        self.searcher.pool[ply].chance(&mut outcomes);
        let next = left.branch(outcomes.len()).filter(|_| ply < MAX_PLY);
        let mut sum = 0.0;
        match next {
            None => {
                let Searcher { sides, pool, .. } = &*self.searcher;
                sum = f64::from(sides.material_balance(pool, ply, self.side));
            }
            Some(next) => {
                for &(action, probability) in &outcomes {
                    sum += probability * f64::from(self.step(ply, action, next, -INFINITY, INFINITY));
                }
            }
        }
        self.searcher.outcomes[ply] = outcomes;
        sum.round() as i32
    }

    /// Returns the value of a finished game for the searching side.
    pub fn terminal_value(&self, ply: usize) -> i32 {
        let Searcher { pool, sides, .. } = &*self.searcher;
        pool[ply].outcome().map_or(0, |outcome| sides.terminal_value(outcome, self.seat, ply))
    }
}

fn opposite(bound: Bound) -> Bound {
    match bound {
        Bound::Exact => Bound::Exact,
        Bound::Lower => Bound::Upper,
        Bound::Upper => Bound::Lower,
    }
}

/// Converts a value for the table: decided values count plies from the position instead of the root.
fn value_to_table(value: i32, ply: usize) -> i32 {
    if value.abs() > DECIDED { value + value.signum() * ply as i32 } else { value }
}

fn value_from_table(value: i32, ply: usize) -> i32 {
    if value.abs() > DECIDED { value - value.signum() * ply as i32 } else { value }
}
