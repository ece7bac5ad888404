//! What a judge of positions is asked, many positions at once, and what he answers.

use super::inference_buffer::InferenceBuffer;
use crate::game::{MAX_SEATS, Returns, Scores, Scoring, Seat, Spec};
use std::fmt;
use std::sync::Arc;

/// Who is asked about batches of positions, from whichever thread: he takes a batch's
/// [answer](Batch::answer), and says no if there is none.
pub type Judge<'a> = dyn Fn(&mut Batch<'_>) -> bool + Sync + 'a;

/// Positions that agents wait to have judged.
pub struct Batch<'a> {
    /// The number of the agent whose judge is asked.
    pub agent: usize,
    /// The number of the group of games that asks: each group has one buffer for each agent.
    pub group: usize,
    /// The number of positions, which fill the first rows of the buffer.
    pub size: usize,
    pub(super) buffer: &'a Arc<InferenceBuffer>,
    /// The rows of the positions. They borrow the parts of the group, so that no thread writes them.
    pub(super) observations: &'a [f32],
    pub(super) action_masks: &'a [bool],
    pub(super) asked: &'a mut Asked,
    pub(super) spec: &'a Spec,
}

/// What a judge says of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// How good each action is in each position. What is said of illegal ones does not matter.
    pub policies: &'a [f32],
    /// What the seat that observes will get, or what each seat will.
    pub values: &'a [f32],
    /// How the numbers are meant.
    pub form: Form,
}

/// How the numbers of an answer are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// Policies are logits: the shares of the legal actions are as their exponentials. Otherwise they are
    /// weights, which are not negative.
    pub logits: bool,
    /// The values of a position begin with that of the seat that observes, and go on with those of the seats
    /// after it. Otherwise they are those of seat 0 and on.
    pub relative_values: bool,
}

/// Why an answer is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The policies are not as many numbers as there are actions in all positions.
    Policies,
    /// The values are neither one number for each position nor one for each seat.
    Values,
    /// The weight of a legal action is negative, or no number.
    Weight,
    /// The logit of a legal action is no number.
    Logit,
    /// A value is no number.
    Value,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unfit::Policies => "the policy must have one number for each action, in each position",
            Unfit::Values => {
                "the value must have one number for each position, or one for each seat of each position"
            }
            Unfit::Weight => "the policy must hold finite, non-negative numbers",
            Unfit::Logit => "the policy logits must be finite numbers, or -inf for actions never to choose",
            Unfit::Value => "the value must hold finite numbers",
        })
    }
}

impl std::error::Error for Unfit {}

/// What was asked about positions, and what was answered: what there is to hear of each.
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// The legal actions of all positions, and where those of each end.
    pub legal: Vec<u32>,
    pub ends: Vec<usize>,
    /// What was said of each legal action.
    weights: Vec<f32>,
    values: Vec<f32>,
    form: Form,
}

impl Asked {
    pub fn clear(&mut self) {
        self.legal.clear();
        self.ends.clear();
    }

    /// Where the legal actions of a position lie.
    fn range(&self, position: usize) -> std::ops::Range<usize> {
        position.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[position]
    }

    /// What was answered about a position.
    pub fn heard(&self, position: usize) -> Heard<'_> {
        let width = self.values.len() / self.ends.len();
        Heard {
            weights: &self.weights[self.range(position)],
            values: &self.values[position * width..][..width],
            form: self.form,
        }
    }

    /// Takes an answer in: what it says of the legal actions, before who answers wants the memory back.
    fn take(&mut self, answer: &Answer<'_>, actions: usize) -> Result<(), Unfit> {
        let Answer { policies, values, form } = *answer;
        self.form = form;
        self.values.clear();
        self.values.extend_from_slice(values);
        self.weights.clear();
        let mut from = 0;
        for (policy, &end) in policies.chunks_exact(actions).zip(&self.ends) {
            self.weights.extend(self.legal[from..end].iter().map(|&action| policy[action as usize]));
            from = end;
        }
        let (weights, values) = (&self.weights, &self.values);
        if form.logits {
            unless(weights.iter().all(|&logit| logit < f32::INFINITY), Unfit::Logit)?;
        } else {
            unless(weights.iter().all(|weight| (0.0..f32::INFINITY).contains(weight)), Unfit::Weight)?;
        }
        unless(values.iter().all(|value| value.is_finite()), Unfit::Value)
    }
}

fn unless(right: bool, unfit: Unfit) -> Result<(), Unfit> {
    if right { Ok(()) } else { Err(unfit) }
}

impl Batch<'_> {
    /// The buffer whose first rows are the positions. You may keep it, to recognize it in a later call.
    ///
    /// No safe function reads its rows after this call, because search threads write them then. Interior the
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

    /// The observation of each position, row by row, seen from the seat to act.
    pub fn observations(&self) -> &[f32] {
        self.observations
    }

    /// The legal-action mask of each position, row by row.
    pub fn action_masks(&self) -> &[bool] {
        self.action_masks
    }

    /// Takes the answer, of which nothing need be kept.
    pub fn answer(&mut self, answer: &Answer<'_>) -> Result<(), Unfit> {
        let seats = self.spec.seats as usize;
        unless(answer.policies.len() == self.size * self.buffer.actions(), Unfit::Policies)?;
        unless([1, seats].iter().any(|each| answer.values.len() == self.size * each), Unfit::Values)?;
        self.asked.take(answer, self.buffer.actions())
    }
}

/// What was answered about one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heard<'a> {
    /// What was said of each legal action.
    pub weights: &'a [f32],
    pub values: &'a [f32],
    pub form: Form,
}

impl Heard<'_> {
    /// What each seat will get, as `seat` sees it.
    pub fn returns(&self, spec: &Spec, seat: Seat) -> Returns {
        returns(spec, seat, self.values, self.form.relative_values)
    }

    /// The weights of the legal actions; `shares` is written if they must be made.
    pub fn weights<'a>(&'a self, shares: &'a mut Vec<f32>) -> &'a [f32] {
        if !self.form.logits {
            return self.weights;
        }
        shares.clear();
        let highest = self.weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        // Where nothing is possible, all is alike.
        let share = |&logit: &f32| if highest.is_finite() { (logit - highest).exp() } else { 1.0 };
        shares.extend(self.weights.iter().map(share));
        shares
    }
}

/// What each seat will get. Of one seat's value, its side gets as much, and the others together lose as much;
/// or, where seats do not play for a win, the others get what lies in the middle, for nothing is known of
/// them.
fn returns(spec: &Spec, seat: Seat, values: &[f32], relative: bool) -> Returns {
    let mut all = [0.0; MAX_SEATS];
    if let [own] = *values {
        let partner = |&of: &u8| of == spec.teams[seat as usize];
        let partners = spec.teams.iter().filter(|of| partner(of)).count() as f64;
        let others = (spec.teams.len() as f64 - partners).max(1.0);
        let Scores { kind, min_return, max_return, .. } = spec.scores;
        let theirs = match kind {
            Scoring::Win => -f64::from(own) * partners / others,
            Scoring::Shared | Scoring::Strokes => (min_return + max_return) / 2.0,
        };
        for (got, of) in all.iter_mut().zip(&spec.teams) {
            *got = if partner(of) { own.into() } else { theirs };
        }
    } else {
        let first = if relative { seat as usize } else { 0 };
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
    fn of_one_seats_value_those_of_the_others_are_guessed() {
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
            assert_eq!(returns(spec, seat, &[value], false), Returns::of(all));
        }
        assert_eq!(returns(&shared, 0, &[1.0, 2.0], false), Returns::of(&[1.0, 2.0]), "nothing to guess");
    }

    #[test]
    fn values_may_begin_with_the_seat_that_observes() {
        let spec = Spec { seats: 3, teams: vec![0, 1, 2], ..sim::erase(Toy::new()).spec().clone() };
        let told = [0.5, -0.25, 0.75];
        assert_eq!(returns(&spec, 0, &told, true), Returns::of(&[0.5, -0.25, 0.75]));
        assert_eq!(returns(&spec, 1, &told, true), Returns::of(&[0.75, 0.5, -0.25]));
        assert_eq!(returns(&spec, 2, &told, true), Returns::of(&[-0.25, 0.75, 0.5]));
        assert_eq!(returns(&spec, 2, &told, false), Returns::of(&[0.5, -0.25, 0.75]));
    }

    /// What is heard of the second of two positions of five actions, three and two of which are legal.
    fn heard(policies: &[f32], logits: bool) -> Result<Vec<f32>, Unfit> {
        let mut asked = Asked { legal: vec![0, 1, 4, 3, 2], ends: vec![3, 5], ..Asked::default() };
        let form = Form { logits, relative_values: false };
        asked.take(&Answer { policies, values: &[0.5, -0.5], form }, 5)?;
        let heard = asked.heard(1);
        assert_eq!((heard.values, asked.heard(0).weights.len()), (&[-0.5][..], 3));
        Ok(heard.weights(&mut Vec::new()).to_vec())
    }

    #[test]
    fn of_illegal_actions_anything_may_be_said() {
        let (no, zero) = (f32::NAN, [0.0; 5]);
        let with = |second: [f32; 5]| [zero, second].concat();
        assert_eq!(heard(&with([no, -1.0, 3.0, 0.5, no]), false), Ok(vec![0.5, 3.0]));
        assert_eq!(heard(&with([0.0, 0.0, no, 0.5, 0.0]), false), Err(Unfit::Weight));
        assert_eq!(heard(&with([0.0, 0.0, -0.1, 0.5, 0.0]), false), Err(Unfit::Weight));
        assert_eq!(heard(&with([0.0, 0.0, f32::INFINITY, 0.5, 0.0]), false), Err(Unfit::Weight));
    }

    #[test]
    fn logits_are_weighed_by_their_exponentials() {
        let with = |a: f32, b: f32| [0.0, 0.0, 0.0, 0.0, 0.0, f32::NAN, 9.0, b, a, 9.0];
        let (low, ln) = (f32::NEG_INFINITY, 3f32.ln());
        let shares = heard(&with(700.0, 700.0 + ln), true).expect("logits");
        assert!((shares[1] / shares[0] - 3.0).abs() < 1e-4, "{shares:?}");
        assert_eq!(heard(&with(low, -5.0), true), Ok(vec![0.0, 1.0]));
        assert_eq!(heard(&with(low, low), true), Ok(vec![1.0, 1.0]));
        assert_eq!(heard(&with(f32::NAN, 0.0), true), Err(Unfit::Logit));
        assert_eq!(heard(&with(f32::INFINITY, 0.0), true), Err(Unfit::Logit));
    }
}
