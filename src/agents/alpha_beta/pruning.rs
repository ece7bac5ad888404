//! What is not searched, or to a lower depth: null moves, futility, late moves, and reductions.

use super::super::evaluation::DECIDED;
use super::ordering::{NO_ACTION, RankedMove};
use super::search::{INFINITY, Node, Search};
use super::searcher::Remaining;
use super::settings::Technique;
use crate::game::Reliance;

/// How much is left out. Values are in hundredths of a man.
#[derive(Clone, Copy, Debug)]
pub struct Selectivity {
    /// A position whose evaluation exceeds beta by this margin for each turn is cut off, up to a depth. If
    /// the evaluation has risen, one turn less counts.
    margin: i32,
    max_cut_depth: i32,
    /// Moves after the first `late_base + late_factor * depth²` are skipped, up to a depth. With
    /// `by_history`, half as many are searched if the evaluation has not risen.
    late_base: i32,
    late_factor: i32,
    max_late_depth: i32,
    /// Reductions are `reduction_base + ln(depth) * ln(moves) / reduction_divisor`.
    reduction_base: f64,
    reduction_divisor: f64,
    /// Whether the history heuristic decides too: about reductions, about quiet moves near the horizon, and
    /// that a position without a best move of an earlier search is searched to a lower depth.
    by_history: bool,
    /// Near the horizon, captures that lose more than this for each turn are skipped.
    max_loss: i32,
    /// What is added to the material balance is not computed if the balance is further from the bounds.
    pub max_correction: i32,
    /// Whether the positional evaluation counts legal steps too, as evaluations by material do.
    pub counts_steps: bool,
}

impl Selectivity {
    /// With an evaluation that knows little more than material, or of a game that can change suddenly.
    pub const CAUTIOUS: Selectivity = Selectivity {
        margin: 90,
        max_cut_depth: 5,
        late_base: 5,
        late_factor: 3,
        max_late_depth: 3,
        reduction_base: 0.4,
        reduction_divisor: 2.2,
        by_history: false,
        max_loss: i32::MAX,
        max_correction: 300,
        counts_steps: true,
    };

    /// With the positional evaluation in chess, which errs less.
    const BOLD: Selectivity = Selectivity {
        margin: 75,
        max_cut_depth: 8,
        late_base: 4,
        late_factor: 1,
        max_late_depth: 6,
        reduction_base: 0.6,
        reduction_divisor: 2.0,
        by_history: true,
        max_loss: 60,
        max_correction: 300,
        counts_steps: false,
    };

    /// With the positional evaluation in other games, in which material is a smaller part.
    const WIDE: Selectivity =
        Selectivity { max_correction: INFINITY, counts_steps: false, ..Selectivity::CAUTIOUS };

    /// The same with legal steps.
    const WIDE_WITH_STEPS: Selectivity = Selectivity { counts_steps: true, ..Selectivity::WIDE };

    /// Returns how much is left out with the positional evaluation.
    pub fn with_positional_values(reliance: Reliance) -> &'static Selectivity {
        match reliance {
            Reliance::Low => &Selectivity::WIDE_WITH_STEPS,
            Reliance::Medium => &Selectivity::WIDE,
            Reliance::High => &Selectivity::BOLD,
        }
    }

    /// Returns the reduction of a quiet move.
    fn quiet_reduction(&self, depth: i32, at: usize) -> i32 {
        let (depth, at) = (f64::from(depth).ln(), (at as f64).ln());
        (self.reduction_base + depth * at / self.reduction_divisor) as i32
    }
}

impl Search<'_> {
    /// Returns a value at least beta if the evaluation is so high that the position need not be searched.
    pub fn cut_by_evaluation(&mut self, node: &Node, left: Remaining, evaluation: i32) -> Option<i32> {
        let (beta, depth, how) = (node.beta, left.depth, self.searcher.selectivity);
        if evaluation < beta || beta.abs() > DECIDED {
            return None;
        }
        let turns = depth - i32::from(node.is_improving);
        let has_margin = depth <= how.max_cut_depth && evaluation - how.margin * turns >= beta;
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

    /// Returns whether a position is searched to a lower depth because no earlier search found a best move.
    pub fn is_reduced_without_table_move(&self, node: &Node, depth: i32, table_move: u32) -> bool {
        const MIN_DEPTH: i32 = 4;
        self.searcher.selectivity.by_history
            && table_move == NO_ACTION
            && depth >= MIN_DEPTH
            && !node.in_check
            && self.searcher.uses(Technique::Reductions)
    }

    /// Returns whether a move near the horizon can be skipped.
    pub fn is_futile(
        &self,
        node: &Node,
        depth: i32,
        at: usize,
        candidate: RankedMove,
        evaluation: i32,
        alpha: i32,
    ) -> bool {
        /// The margin in hundredths of a man, and its increase for each turn.
        const MARGIN: i32 = 80;
        const PER_TURN: i32 = 90;
        const MAX_DEPTH: i32 = 4;
        /// Captures that lose material are skipped up to this depth.
        const MAX_CAPTURE_DEPTH: i32 = 5;
        /// By turn, the history of a quiet move that is skipped.
        const MIN_HISTORY: i32 = -3000;
        let how = self.searcher.selectivity;
        let [skips_late, skips_hopeless] =
            [Technique::LateMoves, Technique::Futility].map(|technique| self.searcher.uses(technique));
        if candidate.gain > 0 {
            let is_losing = candidate.exchange < -how.max_loss.saturating_mul(depth);
            return skips_hopeless && depth <= MAX_CAPTURE_DEPTH && is_losing;
        }
        let num_early = how.late_base + how.late_factor * depth * depth;
        let num_early = if node.is_improving || !how.by_history { num_early } else { num_early / 2 };
        let is_late = depth <= how.max_late_depth && at as i32 > num_early
            || how.by_history && depth <= MAX_DEPTH && candidate.rank < MIN_HISTORY * depth;
        let is_hopeless = depth <= MAX_DEPTH && evaluation + MARGIN + PER_TURN * depth <= alpha;
        is_late && skips_late || is_hopeless && skips_hopeless
    }

    /// Returns the depth reduction of a move with the index `at` in the order. Alpha is the present one.
    pub fn reduction(&self, node: &Node, depth: i32, at: usize, candidate: RankedMove, alpha: i32) -> i32 {
        /// The history that reduces a move by one turn less, and the maximum of this difference.
        const PER_TURN: i32 = 5000;
        const MAX_DIFFERENCE: i32 = 2;
        if at == 0 || depth < 3 || node.in_check || !self.searcher.uses(Technique::Reductions) {
            return 0;
        }
        let how = self.searcher.selectivity;
        let is_quiet = candidate.gain <= 0;
        let is_likely = is_quiet && candidate.is_refutation();
        let mut reduction =
            if is_quiet { how.quiet_reduction(depth, at) } else { i32::from(candidate.exchange < 0) };
        if how.by_history && is_quiet {
            reduction += i32::from(!node.is_improving);
            if !is_likely {
                reduction -= (candidate.rank / PER_TURN).clamp(-MAX_DIFFERENCE, MAX_DIFFERENCE);
            }
        }
        let is_open = node.beta - alpha > 1;
        (reduction - i32::from(is_likely) - i32::from(is_open)).clamp(0, depth - 2)
    }
}
