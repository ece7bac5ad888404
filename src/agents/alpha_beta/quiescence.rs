//! Quiescence search: captures and answers to checks beyond the depth.

use super::ordering::{NO_ACTION, pick_next};
use super::search::{INFINITY, Node, Search};
use super::searcher::{MAX_PLY, Remaining};

/// The number of turns beyond the depth in which all answers to checks are searched.
const CHECK_TURNS: i32 = 6;

/// A capture is skipped if the evaluation with its gain and this margin, in hundredths of a man, stays below
/// alpha.
const DELTA: i32 = 150;

impl Search<'_> {
    /// Returns the value of a node at the end of the depth for the seat to act. The seat can decline to
    /// capture, unless it must.
    pub fn quiescence_value(&mut self, node: Node, left: Remaining) -> i32 {
        let (ply, mut alpha, beta) = (node.ply, node.alpha, node.beta);
        let is_check = node.in_check && left.depth > -CHECK_TURNS;
        let stand_pat = self.evaluates_before_listing(&node).then(|| self.evaluate(&node, 0));
        if let Some(value) = stand_pat.filter(|&value| value >= beta) {
            return value;
        }
        let (count, captures) = self.list_gains(&node);
        if count == 0 {
            return node.sign * self.terminal_value(ply);
        }
        let must_capture = captures == count;
        let must_search = must_capture || is_check || count == 1;
        if must_search && !must_capture {
            self.list(&node);
        }
        let next = match count {
            1 => Some(left),
            _ if must_capture => left.branch(count),
            _ => Some(Remaining::after(left.depth - 1, NO_ACTION)),
        };
        let Some(next) = next.filter(|_| ply < MAX_PLY) else { return self.evaluate(&node, count) };
        let mut best = -INFINITY;
        let mut evaluation = None;
        if !must_search {
            best = stand_pat.unwrap_or_else(|| self.evaluate(&node, count));
            evaluation = Some(best);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut moves = self.ranked(&node, NO_ACTION, left.previous);
        if let Some(evaluation) = evaluation {
            moves.retain(|candidate| {
                candidate.gain > 0 && candidate.exchange >= 0 && evaluation + candidate.gain + DELTA > alpha
            });
        }
        for at in 0..moves.len() {
            let candidate = pick_next(&mut moves, at);
            let next = Remaining { previous: candidate.action, ..next };
            let value = self.child_value(&node, candidate.action, next, alpha, beta);
            if self.stopped {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.put_back(&node, moves);
        best
    }
}
