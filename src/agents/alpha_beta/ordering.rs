//! The order in which moves are searched: the best move of an earlier search, captures, killer moves, counter
//! moves, then the history heuristic.

use crate::sim::Candidate;

/// A legal step with its place in the search order.
#[derive(Clone, Copy, Debug)]
pub struct RankedMove {
    pub rank: i32,
    pub action: u32,
    /// The material that it wins, and what is left of that after recaptures.
    pub gain: i32,
    pub exchange: i32,
}

/// The ranks of the kinds of moves. Values of the history heuristic are below [`MAX_HISTORY`].
const TABLE_MOVE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const COUNTER: i32 = 1 << 19;
const LOSING_CAPTURE: i32 = -(1 << 24);

/// The maximum of the history heuristic.
const MAX_HISTORY: i32 = 1 << 14;

/// The value for "no action".
pub const NO_ACTION: u32 = u32::MAX;

impl RankedMove {
    /// Whether it refuted the last move, or another position of the ply.
    pub fn is_refutation(self) -> bool {
        self.rank >= COUNTER
    }
}

/// What cutoffs say about moves. Sides are 0 for minimizing and 1 for maximizing.
pub struct Ordering {
    /// By side and action, how often it caused cutoffs, and how often it did not.
    history: [Vec<i32>; 2],
    /// By ply, the last two moves that caused cutoffs.
    killers: Vec<[u32; 2]>,
    /// By action, the last move that refuted it.
    counters: Vec<u32>,
}

impl Ordering {
    /// Creates an order without experience, for a number of actions.
    pub fn new(num_actions: usize) -> Ordering {
        let history = vec![0; num_actions];
        Ordering {
            history: [history.clone(), history],
            killers: Vec::new(),
            counters: vec![NO_ACTION; num_actions],
        }
    }

    /// Forgets everything, for a new game.
    pub fn clear(&mut self) {
        self.history.iter_mut().for_each(|history| history.fill(0));
        self.counters.fill(NO_ACTION);
        self.killers.clear();
    }

    /// Prepares for the next search: reduces the history, and forgets killers.
    pub fn start_search(&mut self) {
        self.history.iter_mut().flatten().for_each(|value| *value /= 8);
        self.killers.clear();
    }

    /// Ranks the legal steps in a position.
    pub fn rank(
        &self,
        (ply, side): (usize, usize),
        table_move: u32,
        previous: u32,
        candidates: &[Candidate],
        moves: &mut Vec<RankedMove>,
    ) {
        let killers = self.killers.get(ply).copied().unwrap_or([NO_ACTION; 2]);
        let counter = if previous == NO_ACTION { NO_ACTION } else { self.counters[previous as usize] };
        moves.clear();
        moves.extend(candidates.iter().map(|&Candidate { action, gain, exchange }| {
            let rank = if action == table_move {
                TABLE_MOVE
            } else if gain > 0 {
                if exchange >= 0 { CAPTURE + exchange + gain / 8 } else { LOSING_CAPTURE + exchange }
            } else if action == killers[0] {
                KILLER + 1
            } else if action == killers[1] {
                KILLER
            } else if action == counter {
                COUNTER
            } else {
                self.history[side][action as usize]
            };
            RankedMove { rank, action, gain, exchange }
        }));
    }

    /// Records a move that caused a cutoff at a depth, after the moves of `tried`.
    pub fn reward(
        &mut self,
        (ply, side): (usize, usize),
        depth: i32,
        previous: u32,
        best: RankedMove,
        tried: &[RankedMove],
    ) {
        if best.gain > 0 {
            return;
        }
        let bonus = (depth * depth + 1).min(400);
        self.add(side, best.action, bonus);
        for other in tried.iter().filter(|other| other.gain <= 0) {
            self.add(side, other.action, -bonus);
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [NO_ACTION; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != best.action {
            *killers = [best.action, killers[0]];
        }
        if previous != NO_ACTION {
            self.counters[previous as usize] = best.action;
        }
    }

    /// Moves the history of an action towards a limit.
    fn add(&mut self, side: usize, action: u32, bonus: i32) {
        let value = &mut self.history[side][action as usize];
        *value += bonus * 32 - *value * bonus.abs() / (MAX_HISTORY / 32);
    }
}

/// Swaps the move with the highest rank among those from `at` on to `at`. Ties are ordered by action, so that
/// the result does not depend on the order of move generation.
pub fn pick_next(moves: &mut [RankedMove], at: usize) -> RankedMove {
    let mut best = at;
    for other in at + 1..moves.len() {
        let key = |index: usize| (moves[index].rank, std::cmp::Reverse(moves[index].action));
        if key(other) > key(best) {
            best = other;
        }
    }
    moves.swap(at, best);
    moves[at]
}
