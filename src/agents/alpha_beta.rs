//! Alpha-beta search with iterative deepening over whole turns.
//!
//! Values are from the point of view of the searching seat's side. Its seats maximize, all others minimize.
//! With two sides this is exact, with more it is the *paranoid* assumption that all the others cooperate.
//! Seats that share a score are one side, and a seat that plays alone has no opponents. The search is minimax
//! and not negamax, so a turn can have any number of steps.
//!
//! *Depth* counts turns. The first step of a turn reduces the depth, further steps do not. Positions with one
//! legal step do not reduce it either, so forced replies such as mandatory captures are searched before a
//! position is evaluated. Chance steps do not reduce it, and their value is the mean over the outcomes. The
//! evaluation is the material balance, plus a hundredth of a man for each legal step of the seat to act. With
//! hidden information, the search uses one state that is consistent with the information of the seat.
//!
//! Steps that do not reduce the depth can multiply: a horde of zombies that move one after the other in any
//! order has a million variations of one turn. Therefore a position is also evaluated if the branches since
//! the last depth reduction exceed [`MAX_WIDTH`].
//!
//! Ties are broken at random. With a *margin*, steps whose values are lower by at most the margin count as
//! ties. This does not apply to wins and losses: the fastest win and the slowest loss are played.

use super::evaluation::{DECIDED, Sides, WIN};
use super::transposition_table::{Bound, TranspositionTable};
use super::{ActionAnalysis, Agent, Analysis, PlayerView, shuffle};
use crate::game::{Actor, Rng, Seat, below};
use crate::sim::{DynGame, Pool};

/// Greater than all values.
const INFINITY: i32 = 16 * WIN;

/// The maximum number of branches since the last depth reduction.
const MAX_WIDTH: usize = 64;

/// The number of visited positions between two calls of `go_on`.
const POLL_INTERVAL: u64 = 1 << 12;

pub(super) struct AlphaBeta {
    pool: Pool,
    sides: Sides,
    depth: u8,
    /// In hundredths of a man.
    margin: i32,
    /// The maximum number of steps of a variation.
    max_ply: usize,
    table: TranspositionTable,
    /// The actions at each ply with their scores for move ordering.
    move_lists: Vec<Vec<(i64, u32)>>,
    outcomes: Vec<Vec<(u32, f64)>>,
    actions: Vec<u32>,
    /// History heuristic: the weight of cutoffs by each action, for minimizing and maximizing seats.
    history: [Vec<u32>; 2],
    /// The legal steps with their values, best first. Empty if the last choice needed no search.
    root_moves: Vec<(i32, u32)>,
    /// The seat of the last choice.
    root_seat: Seat,
    /// The number of visited positions in all searches.
    num_visited: u64,
}

/// The state of one search.
struct Search<'a> {
    engine: &'a mut AlphaBeta,
    seat: Seat,
    side: u8,
    stopped: bool,
    go_on: &'a mut dyn FnMut() -> bool,
}

/// The remaining depth and width of a search.
#[derive(Clone, Copy)]
struct Budget {
    /// The remaining depth in turns.
    depth: u8,
    /// The number of branches since the last depth reduction.
    width: usize,
}

impl Budget {
    /// Returns the budget after a step that reduces the depth.
    fn new(depth: u8) -> Budget {
        Budget { depth, width: 1 }
    }

    /// Returns the budget after one of `steps` steps that do not reduce the depth, or `None` if the width is
    /// exceeded.
    fn branch(self, steps: usize) -> Option<Budget> {
        let width = self.width * steps;
        (width <= MAX_WIDTH).then_some(Budget { width, ..self })
    }
}

impl AlphaBeta {
    pub fn new(game: &dyn DynGame, depth: u32, margin: f64) -> AlphaBeta {
        let max_ply = 32 + 8 * depth as usize;
        let mut pool = game.pool();
        pool.reserve(max_ply + 2);
        let none = vec![0; game.spec().num_actions];
        AlphaBeta {
            pool,
            sides: Sides::new(game.spec()),
            depth: depth as u8,
            margin: (100.0 * margin).round() as i32,
            max_ply,
            table: TranspositionTable::new(),
            move_lists: vec![Vec::new(); max_ply + 2],
            outcomes: vec![Vec::new(); max_ply + 2],
            actions: Vec::new(),
            history: [none.clone(), none],
            root_moves: Vec::new(),
            root_seat: Seat::ZERO,
            num_visited: 0,
        }
    }
}

impl AlphaBeta {
    /// Returns the value of a position for the seat to act, in hundredths of a man.
    pub fn evaluate(&mut self, view: &PlayerView<'_>, rng: &mut Rng) -> i32 {
        self.search(view, rng, &mut || true);
        self.root_moves[0].0
    }

    /// Sorts the legal steps by their values, best first. The values of inferior steps are upper bounds.
    fn search(&mut self, view: &PlayerView<'_>, rng: &mut Rng, go_on: &mut dyn FnMut() -> bool) {
        view.resample(rng, &mut self.pool, 0);
        self.root_seat = view.seat;
        self.table.clear();
        self.history.iter_mut().for_each(|history| history.fill(0));
        let mut root_moves = std::mem::take(&mut self.root_moves);
        root_moves.clear();
        root_moves.extend(view.legal.iter().map(|&action| (0, action)));
        shuffle(&mut root_moves, rng);
        let (depth, margin, side) = (self.depth, self.margin, self.sides.side_of(view.seat));
        let mut search = Search { engine: self, seat: view.seat, side, stopped: false, go_on };
        for depth in 0..depth {
            let mut best = -INFINITY;
            for (value, action) in &mut root_moves {
                // Steps within the margin get exact values, the others only upper bounds.
                *value = search.step(
                    0,
                    *action,
                    Budget::new(depth),
                    (margin_floor(best, margin) - 1).max(-INFINITY),
                    INFINITY,
                );
                best = best.max(*value);
            }
            root_moves.sort_by_key(|&(value, _)| -value);
            if search.stopped {
                break;
            }
        }
        self.root_moves = root_moves;
    }
}

impl Agent for AlphaBeta {
    fn choose(
        &mut self,
        view: &PlayerView<'_>,
        rng: &mut Rng,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<u32> {
        if let [only] = *view.legal {
            self.root_moves.clear();
            return Some(only);
        }
        self.search(view, rng, go_on);
        let best = margin_floor(self.root_moves[0].0, self.margin);
        let num_best = self.root_moves.partition_point(|&(value, _)| value >= best);
        Some(self.root_moves[below(rng, num_best)].1)
    }

    fn effort(&self) -> u64 {
        self.num_visited
    }

    fn analysis(&self) -> Analysis {
        let value = |value| self.sides.expected_return(value);
        let actions = self.root_moves.iter().map(|&(found, action)| ActionAnalysis {
            action,
            visits: 0,
            value: value(found),
        });
        let Some(&(best, _)) = self.root_moves.first() else { return Analysis::default() };
        let (own, others) = (self.sides.side_of(self.root_seat), (self.sides.num_sides() - 1).max(1) as f64);
        let of_seat =
            |seat| if self.sides.side_of(seat) == own { value(best) } else { -value(best) / others };
        Analysis {
            actions: actions.collect(),
            values: Seat::all(self.sides.num_seats() as u8).map(of_seat).collect(),
        }
    }
}

impl Search<'_> {
    /// Returns the value of a step from the state in slot `ply`. `budget` is what is left after it.
    fn step(&mut self, ply: usize, action: u32, budget: Budget, alpha: i32, beta: i32) -> i32 {
        self.engine.pool.copy_and_apply(ply, ply + 1, action);
        self.value(ply + 1, budget, alpha, beta)
    }

    /// Returns the value of the state in slot `ply` if it is between `alpha` and `beta`, and a bound
    /// otherwise.
    fn value(&mut self, ply: usize, budget: Budget, alpha: i32, beta: i32) -> i32 {
        self.engine.num_visited += 1;
        if self.engine.num_visited.is_multiple_of(POLL_INTERVAL) && !self.stopped {
            self.stopped = !(self.go_on)();
        }
        let pool = &self.engine.pool;
        let mover = pool[ply].mover();
        if mover == Actor::Chance && pool[ply].actor() == Actor::Chance {
            return self.chance_value(ply, budget);
        }
        let count = pool[ply].count();
        let Actor::Seat(seat) = mover else { return self.terminal_value(ply) };
        if count == 0 {
            return self.terminal_value(ply);
        }
        let maximizing = self.engine.sides.side_of(seat) == self.side;
        let depth = budget.depth;
        let next = match count {
            1 => Some(budget),
            _ if pool[ply].mid_turn() => budget.branch(count),
            _ => depth.checked_sub(1).map(Budget::new),
        };
        let Some(next) = next.filter(|_| !self.stopped && ply <= self.engine.max_ply) else {
            return self.engine.sides.evaluate(pool, ply, self.side, seat, count);
        };
        if depth == 0 {
            return self.search_moves(ply, depth, next, (alpha, beta), maximizing, None);
        }
        // The search below a position depends on the width, too.
        let key = pool[ply].hash() ^ budget.width as u64;
        let stored = self.engine.table.get(key);
        if let Some(entry) = stored
            && entry.depth >= depth
        {
            let value = value_from_table(entry.value, ply);
            match entry.bound {
                Bound::Exact => return value,
                Bound::Lower if value >= beta => return value,
                Bound::Upper if value <= alpha => return value,
                _ => {}
            }
        }
        let value = self.search_moves(
            ply,
            depth,
            next,
            (alpha, beta),
            maximizing,
            stored.map(|entry| entry.best_action),
        );
        if !self.stopped {
            let bound = match value {
                _ if value <= alpha => Bound::Upper,
                _ if value >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            let best = self.engine.move_lists[ply].first().map_or(0, |&(_, action)| action);
            self.engine.table.store(key, depth, value_to_table(value, ply), bound, best);
        }
        value
    }

    /// Returns the value of the best step, and moves that step to the front of its list. `next` is the budget
    /// after the step.
    fn search_moves(
        &mut self,
        ply: usize,
        depth: u8,
        next: Budget,
        (mut alpha, mut beta): (i32, i32),
        maximizing: bool,
        table_action: Option<u32>,
    ) -> i32 {
        let mut list = self.ordered_moves(ply, depth, maximizing, table_action);
        let (mut best, mut choice) = (if maximizing { -INFINITY } else { INFINITY }, 0);
        for (at, &(_, action)) in list.iter().enumerate() {
            let value = self.step(ply, action, next, alpha, beta);
            if if maximizing { value > best } else { value < best } {
                (best, choice) = (value, at);
            }
            if maximizing {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                let history = &mut self.engine.history[usize::from(maximizing)][action as usize];
                *history = history.saturating_add(u32::from(depth) * u32::from(depth) + 1);
                break;
            }
        }
        list.swap(0, choice);
        self.engine.move_lists[ply] = list;
        best
    }

    /// Returns the legal steps in search order: first the best step of a shallower search, then by the
    /// material after the step if the depth is sufficient, then by the history heuristic.
    fn ordered_moves(
        &mut self,
        ply: usize,
        depth: u8,
        maximizing: bool,
        table_action: Option<u32>,
    ) -> Vec<(i64, u32)> {
        let AlphaBeta { pool, sides, move_lists, actions, history, .. } = &mut *self.engine;
        let (pool, history) = (&mut *pool, &history[usize::from(maximizing)]);
        let mut list = std::mem::take(&mut move_lists[ply]);
        list.clear();
        pool[ply].actions(actions);
        for &action in &*actions {
            let mut score = i64::from(history[action as usize]);
            if depth > 1 && actions.len() > 1 {
                pool.copy_and_apply(ply, ply + 1, action);
                let balance = i64::from(sides.material_balance(pool, ply + 1, self.side));
                score += if maximizing { balance << 32 } else { -balance << 32 };
            }
            list.push((if table_action == Some(action) { i64::MAX } else { score }, action));
        }
        // Ties are ordered by action, so the result does not depend on the order of move generation.
        list.sort_unstable_by_key(|&(score, action)| (std::cmp::Reverse(score), action));
        list
    }

    /// Returns the mean value of the outcomes of chance.
    fn chance_value(&mut self, ply: usize, budget: Budget) -> i32 {
        let mut outcomes = std::mem::take(&mut self.engine.outcomes[ply]);
        self.engine.pool[ply].chance(&mut outcomes);
        let next = budget.branch(outcomes.len()).filter(|_| !self.stopped && ply <= self.engine.max_ply);
        let mut sum = 0.0;
        match next {
            None => sum = f64::from(self.engine.sides.material_balance(&self.engine.pool, ply, self.side)),
            Some(next) => {
                for &(action, probability) in &outcomes {
                    sum += probability * f64::from(self.step(ply, action, next, -INFINITY, INFINITY));
                }
            }
        }
        self.engine.outcomes[ply] = outcomes;
        sum.round() as i32
    }

    fn terminal_value(&self, ply: usize) -> i32 {
        let outcome = self.engine.pool[ply].outcome();
        outcome.map_or(0, |outcome| self.engine.sides.terminal_value(outcome, self.seat, ply))
    }
}

/// Returns the lowest value that counts as a tie with the best. Values of decided games differ by plies, and
/// the margin does not apply to them.
fn margin_floor(best: i32, margin: i32) -> i32 {
    if best.abs() > DECIDED { best } else { best - margin }
}

/// Converts a value for the table: decided values count plies from the position instead of the root.
fn value_to_table(value: i32, ply: usize) -> i32 {
    if value.abs() > DECIDED { value + value.signum() * ply as i32 } else { value }
}

fn value_from_table(value: i32, ply: usize) -> i32 {
    if value.abs() > DECIDED { value - value.signum() * ply as i32 } else { value }
}
