//! What is not searched, or to a lower depth: null moves, futility, late moves, and reductions.

use super::super::evaluation::DECIDED;
use super::ordering::{NO_ACTION, RankedMove};
use super::search::{Node, Remaining, Search};
use super::settings::Technique;

impl Search<'_> {
    /// Returns a value at least beta if the evaluation is so high that the position need not be searched.
    pub fn cut_by_evaluation(&mut self, node: &Node, left: Remaining, evaluation: i32) -> Option<i32> {
        /// The margin of a turn in hundredths of a man, and the maximum depth.
        const MARGIN: i32 = 90;
        const MAX_DEPTH: i32 = 5;
        let (beta, depth) = (node.beta, left.depth);
        if evaluation < beta || beta.abs() > DECIDED {
            return None;
        }
        let has_margin = depth <= MAX_DEPTH && evaluation - MARGIN * depth >= beta;
        if has_margin && self.searcher.uses(Technique::Futility) {
            return Some(evaluation);
        }
        if !self.searcher.uses(Technique::NullMove) || depth < 2 || left.previous == NO_ACTION {
            return None;
        }
        let reduced = depth - 3 - depth / 4 - ((evaluation - beta) / 200).min(2);
        let value = self.value_after_pass(node, reduced)?;
        (value >= beta && !self.stopped).then_some(if value > DECIDED { beta } else { value })
    }

    /// Returns whether a move near the horizon can be skipped.
    pub fn is_futile(
        &self,
        depth: i32,
        at: usize,
        candidate: RankedMove,
        evaluation: i32,
        alpha: i32,
    ) -> bool {
        /// The margin in hundredths of a man, and its increase for each turn.
        const MARGIN: i32 = 80;
        const PER_TURN: i32 = 90;
        if candidate.gain > 0 || depth > 4 {
            return false;
        }
        let is_late = depth <= 3 && at as i32 > 5 + 3 * depth * depth;
        let is_hopeless = evaluation + MARGIN + PER_TURN * depth <= alpha;
        is_late && self.searcher.uses(Technique::LateMoves)
            || is_hopeless && self.searcher.uses(Technique::Futility)
    }

    /// Returns the depth reduction of a move with the index `at` in the order. Alpha is the present one.
    pub fn reduction(&self, node: &Node, depth: i32, at: usize, candidate: RankedMove, alpha: i32) -> i32 {
        if at == 0 || depth < 3 || node.in_check || !self.searcher.uses(Technique::Reductions) {
            return 0;
        }
        let is_quiet = candidate.gain <= 0;
        let reduction = if is_quiet { quiet_reduction(depth, at) } else { i32::from(candidate.exchange < 0) };
        let is_likely = is_quiet && candidate.is_refutation();
        let is_open = node.beta - alpha > 1;
        (reduction - i32::from(is_likely) - i32::from(is_open)).clamp(0, depth - 2)
    }
}

/// Returns the reduction of a quiet move.
fn quiet_reduction(depth: i32, at: usize) -> i32 {
    let (depth, at) = (f64::from(depth).ln(), (at as f64).ln());
    (0.4 + depth * at / 2.2) as i32
}
