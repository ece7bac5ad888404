//! The interface of evaluators: batches of positions, and the outputs for them.

use super::inference_buffer::InferenceBuffer;
use crate::game::{MAX_SEATS, Returns, Scores, Scoring, Seat, Spec};
use std::fmt;
use std::sync::Arc;

/// A function that evaluates a batch. It passes its output to [`Batch::set_output`] and returns true, or
/// returns false to stop the run. Several threads can call it at the same time.
pub type Evaluator<'a> = dyn Fn(&mut Batch<'_>) -> bool + Sync + 'a;

/// Positions that agents need evaluated.
pub struct Batch<'a> {
    /// The number of the agent whose evaluator is called.
    pub agent: usize,
    /// The number of the group of tasks. Each group has one buffer for each agent.
    pub group: usize,
    /// The number of positions. They are the first rows of the buffer.
    pub size: usize,
    pub(super) buffer: &'a Arc<InferenceBuffer>,
    /// The rows of the positions. They borrow the chunks of the group, so no thread can write them.
    pub(super) observations: &'a [f32],
    pub(super) action_masks: &'a [bool],
    pub(super) results: &'a mut BatchResults,
    pub(super) spec: &'a Spec,
}

/// The output of an evaluator for a batch.
#[derive(Clone, Copy, Debug)]
pub struct EvalOutput<'a> {
    /// A number for each action of each position. Values at illegal actions are ignored.
    pub policies: &'a [f32],
    /// The expected return of the seat to act of each position, or of each seat of each position.
    pub values: &'a [f32],
    /// The format of the policies and values.
    pub format: OutputFormat,
}

/// The format of an output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutputFormat {
    /// Whether policies are logits. Otherwise they are non-negative weights, which need not be normalized.
    pub logits: bool,
    /// Whether the values of a position begin with the seat to act, followed by the seats after it. Otherwise
    /// they begin with seat 0.
    pub relative_values: bool,
}

/// The reason why an output is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvaluationError {
    /// The length of the policies is not the number of positions times the number of actions.
    PolicyShape,
    /// The length of the values is neither the number of positions nor that number times the number of seats.
    ValueShape,
    /// The weight of a legal action is negative or not finite.
    PolicyWeight,
    /// The logit of a legal action is NaN or infinity.
    PolicyLogit,
    /// A value is not finite.
    Value,
}

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EvaluationError::PolicyShape => {
                "the policy must have one number for each action, in each position"
            }
            EvaluationError::ValueShape => {
                "the value must have one number for each position, or one for each seat of each position"
            }
            EvaluationError::PolicyWeight => "the policy must hold finite, non-negative numbers",
            EvaluationError::PolicyLogit => {
                "the policy logits must be finite numbers, or -inf for actions never to choose"
            }
            EvaluationError::Value => "the value must hold finite numbers",
        })
    }
}

impl std::error::Error for EvaluationError {}

/// The requests of a batch, and the output for them.
#[derive(Debug, Default)]
pub(super) struct BatchResults {
    /// The legal actions of all positions, and the end of each position's range.
    pub legal: Vec<u32>,
    pub ends: Vec<usize>,
    /// The weights or logits of the legal actions, parallel to `legal`.
    weights: Vec<f32>,
    values: Vec<f32>,
    format: OutputFormat,
}

impl BatchResults {
    pub fn clear(&mut self) {
        self.legal.clear();
        self.ends.clear();
    }

    /// Returns the range of a position in `legal`.
    fn range(&self, position: usize) -> std::ops::Range<usize> {
        position.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[position]
    }

    /// Returns the evaluation of a position.
    pub fn get(&self, position: usize) -> Evaluation<'_> {
        let width = self.values.len() / self.ends.len();
        Evaluation {
            weights: &self.weights[self.range(position)],
            values: &self.values[position * width..][..width],
            format: self.format,
        }
    }

    /// Checks an output and copies its values at legal actions, since the evaluator may reuse its memory.
    fn store(&mut self, output: &EvalOutput<'_>, actions: usize) -> Result<(), EvaluationError> {
        let EvalOutput { policies, values, format } = *output;
        self.format = format;
        self.values.clear();
        self.values.extend_from_slice(values);
        self.weights.clear();
        let mut from = 0;
        for (policy, &end) in policies.chunks_exact(actions).zip(&self.ends) {
            self.weights.extend(self.legal[from..end].iter().map(|&action| policy[action as usize]));
            from = end;
        }
        let (weights, values) = (&self.weights, &self.values);
        if format.logits {
            ensure(weights.iter().all(|&logit| logit < f32::INFINITY), EvaluationError::PolicyLogit)?;
        } else {
            ensure(
                weights.iter().all(|weight| (0.0..f32::INFINITY).contains(weight)),
                EvaluationError::PolicyWeight,
            )?;
        }
        ensure(values.iter().all(|value| value.is_finite()), EvaluationError::Value)
    }
}

fn ensure(condition: bool, error: EvaluationError) -> Result<(), EvaluationError> {
    if condition { Ok(()) } else { Err(error) }
}

impl Batch<'_> {
    /// Returns the buffer whose first rows are the positions. You may keep it, to recognize it in a later
    /// call.
    ///
    /// No safe function reads its rows after this call, because search threads write them then. During the
    /// call, use [`observations`](Self::observations) and [`action_masks`](Self::action_masks):
    ///
    /// ```compile_fail
    /// # use plyground::agents::Batch;
    /// fn keep<'a>(batch: &Batch<'_>) -> &'a [f32] {
    ///     batch.observations()
    /// }
    /// ```
    pub fn buffer(&self) -> &Arc<InferenceBuffer> {
        self.buffer
    }

    /// Returns the observations, row by row, each from the point of view of the seat to act.
    pub fn observations(&self) -> &[f32] {
        self.observations
    }

    /// Returns the legal-action masks, row by row.
    pub fn action_masks(&self) -> &[bool] {
        self.action_masks
    }

    /// Sets the output. It is copied.
    ///
    /// # Errors
    ///
    /// Returns an error if a length is wrong or a number is invalid.
    pub fn set_output(&mut self, output: &EvalOutput<'_>) -> Result<(), EvaluationError> {
        let seats = self.spec.seats as usize;
        ensure(output.policies.len() == self.size * self.buffer.actions(), EvaluationError::PolicyShape)?;
        ensure(
            [1, seats].iter().any(|each| output.values.len() == self.size * each),
            EvaluationError::ValueShape,
        )?;
        self.results.store(output, self.buffer.actions())
    }
}

/// The evaluation of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evaluation<'a> {
    /// The weights or logits of the legal actions.
    pub weights: &'a [f32],
    pub values: &'a [f32],
    pub format: OutputFormat,
}

impl Evaluation<'_> {
    /// Returns the expected return of each seat. `seat` is the seat to act.
    pub fn returns(&self, spec: &Spec, seat: Seat) -> Returns {
        returns(spec, seat, self.values, self.format.relative_values)
    }

    /// Returns the weights of the legal actions. Logits are converted to weights in `scratch`.
    pub fn weights<'a>(&'a self, scratch: &'a mut Vec<f32>) -> &'a [f32] {
        if !self.format.logits {
            return self.weights;
        }
        scratch.clear();
        let highest = self.weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        // If all logits are -inf, all actions get the same weight.
        let share = |&logit: &f32| if highest.is_finite() { (logit - highest).exp() } else { 1.0 };
        scratch.extend(self.weights.iter().map(share));
        scratch
    }
}

/// Converts the values of a position to a return for each seat.
///
/// A single value is the return of the seat to act and its partners. In games that are won, the other seats
/// share its negation. In other games they get the middle of the score range, because nothing is known about
/// them.
fn returns(spec: &Spec, seat: Seat, values: &[f32], relative: bool) -> Returns {
    let mut all = [0.0; MAX_SEATS];
    if let [own] = *values {
        let partner = |&of: &u8| of == spec.teams[seat.index()];
        let partners = spec.teams.iter().filter(|of| partner(of)).count() as f64;
        let others = (spec.teams.len() as f64 - partners).max(1.0);
        let Scores { kind, min_return, max_return, .. } = spec.scores;
        let other_value = match kind {
            Scoring::Win => -f64::from(own) * partners / others,
            Scoring::Shared | Scoring::Strokes => (min_return + max_return) / 2.0,
        };
        for (got, of) in all.iter_mut().zip(&spec.teams) {
            *got = if partner(of) { own.into() } else { other_value };
        }
    } else {
        let first = if relative { seat.index() } else { 0 };
        for (after, &value) in values.iter().enumerate() {
            all[(first + after) % values.len()] = value.into();
        }
    }
    Returns::of(&all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Frame;
    use crate::game::toy::Toy;
    use crate::sim;

    #[test]
    fn a_single_value_determines_the_returns_of_all_seats() {
        let specs = Scoring::ALL.map(|kind| sim::erase(Toy::of(kind, Frame::Seat)).spec().clone());
        let [win, shared, mut strokes] = specs;
        (strokes.seats, strokes.teams) = (2, vec![0, 1]);
        let six =
            Spec { seats: 6, teams: vec![0, 0, 1, 1, 2, 2], scores: Scores::win(&[0, 0, 1, 1, 2, 2]), ..win };
        for (spec, seat, value, all) in [
            (&six, 2, 1.0, &[-0.5, -0.5, 1.0, 1.0, -0.5, -0.5][..]),
            (&shared, 1, 2.5, &[2.5, 2.5]),
            (&strokes, 1, -4.0, &[-6.0, -4.0]),
        ] {
            assert_eq!(returns(spec, Seat::new(seat), &[value], false), Returns::of(all));
        }
        assert_eq!(
            returns(&shared, Seat::ZERO, &[1.0, 2.0], false),
            Returns::of(&[1.0, 2.0]),
            "all values are given"
        );
    }

    #[test]
    fn relative_values_begin_with_the_seat_to_act() {
        let spec = Spec { seats: 3, teams: vec![0, 1, 2], ..sim::erase(Toy::new()).spec().clone() };
        let values = [0.5, -0.25, 0.75];
        assert_eq!(returns(&spec, Seat::ZERO, &values, true), Returns::of(&[0.5, -0.25, 0.75]));
        assert_eq!(returns(&spec, Seat::ONE, &values, true), Returns::of(&[0.75, 0.5, -0.25]));
        assert_eq!(returns(&spec, Seat::new(2), &values, true), Returns::of(&[-0.25, 0.75, 0.5]));
        assert_eq!(returns(&spec, Seat::new(2), &values, false), Returns::of(&[0.5, -0.25, 0.75]));
    }

    /// Returns the evaluation of the second of two positions. The game has five actions, of which three and
    /// two are legal.
    fn second_position(policies: &[f32], logits: bool) -> Result<Vec<f32>, EvaluationError> {
        let mut results =
            BatchResults { legal: vec![0, 1, 4, 3, 2], ends: vec![3, 5], ..BatchResults::default() };
        let format = OutputFormat { logits, relative_values: false };
        results.store(&EvalOutput { policies, values: &[0.5, -0.5], format }, 5)?;
        let evaluation = results.get(1);
        assert_eq!((evaluation.values, results.get(0).weights.len()), (&[-0.5][..], 3));
        Ok(evaluation.weights(&mut Vec::new()).to_vec())
    }

    #[test]
    fn policies_at_illegal_actions_are_ignored() {
        let (no, zero) = (f32::NAN, [0.0; 5]);
        let with = |second: [f32; 5]| [zero, second].concat();
        assert_eq!(second_position(&with([no, -1.0, 3.0, 0.5, no]), false), Ok(vec![0.5, 3.0]));
        assert_eq!(
            second_position(&with([0.0, 0.0, no, 0.5, 0.0]), false),
            Err(EvaluationError::PolicyWeight)
        );
        assert_eq!(
            second_position(&with([0.0, 0.0, -0.1, 0.5, 0.0]), false),
            Err(EvaluationError::PolicyWeight)
        );
        assert_eq!(
            second_position(&with([0.0, 0.0, f32::INFINITY, 0.5, 0.0]), false),
            Err(EvaluationError::PolicyWeight)
        );
    }

    #[test]
    fn logits_are_exponentiated() {
        let with = |a: f32, b: f32| [0.0, 0.0, 0.0, 0.0, 0.0, f32::NAN, 9.0, b, a, 9.0];
        let (low, ln) = (f32::NEG_INFINITY, 3f32.ln());
        let scratch = second_position(&with(700.0, 700.0 + ln), true).expect("logits");
        assert!((scratch[1] / scratch[0] - 3.0).abs() < 1e-4, "{scratch:?}");
        assert_eq!(second_position(&with(low, -5.0), true), Ok(vec![0.0, 1.0]));
        assert_eq!(second_position(&with(low, low), true), Ok(vec![1.0, 1.0]));
        assert_eq!(second_position(&with(f32::NAN, 0.0), true), Err(EvaluationError::PolicyLogit));
        assert_eq!(second_position(&with(f32::INFINITY, 0.0), true), Err(EvaluationError::PolicyLogit));
    }
}
