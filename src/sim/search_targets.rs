//! What searches found in games that were written down, step by step.

use super::RecordError;

/// What searches found in games: a row a step. Chance has no policy, gets nothing and weighs nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchTargets {
    /// Where the policy of each step begins, with the end.
    pub policy_offsets: Vec<i64>,
    /// The actions that policies tell of, those of each step ascending.
    pub policy_actions: Vec<i32>,
    /// How good each of them is: those of a step are 1 together.
    pub policy_weights: Vec<f32>,
    /// What each seat gets by the search: a row a step.
    pub root_values: Vec<f32>,
    /// How much each step counts for who learns from it: 0 where the search was cut short.
    pub weights: Vec<f32>,
}

/// The parts of [`SearchTargets`], by the names that they have in data; all of them are there, or none.
pub(super) const PARTS: [&str; 5] =
    ["policy_offsets", "policy_actions", "policy_weights", "root_values", "weights"];

/// The weights of a policy may miss 1 by so much.
const NEAR: f32 = 1e-3;

impl Default for SearchTargets {
    fn default() -> SearchTargets {
        SearchTargets {
            policy_offsets: vec![0],
            policy_actions: Vec::new(),
            policy_weights: Vec::new(),
            root_values: Vec::new(),
            weights: Vec::new(),
        }
    }
}

impl SearchTargets {
    /// Adds a step: its policy with its actions ascending, what each seat gets, and how much it counts. Of a
    /// step of chance the policy is empty, nobody gets anything, and the weight is 0.
    pub fn push(&mut self, policy: &[(u32, f32)], values: &[f64], weight: f32) {
        self.policy_actions.extend(policy.iter().map(|&(action, _)| action as i32));
        self.policy_weights.extend(policy.iter().map(|&(_, share)| share));
        self.policy_offsets.push(self.policy_actions.len() as i64);
        self.root_values.extend(values.iter().map(|&value| value as f32));
        self.weights.push(weight);
    }

    /// Adds all steps of other games.
    pub(super) fn append(&mut self, other: SearchTargets) {
        let before = self.policy_actions.len() as i64;
        self.policy_offsets.extend(other.policy_offsets[1..].iter().map(|offset| before + offset));
        self.policy_actions.extend(other.policy_actions);
        self.policy_weights.extend(other.policy_weights);
        self.root_values.extend(other.root_values);
        self.weights.extend(other.weights);
    }

    /// The policy of a step: actions with their weights.
    pub fn policy(&self, step: usize) -> impl Iterator<Item = (i32, f32)> {
        let [from, to] = [step, step + 1].map(|at| self.policy_offsets[at] as usize);
        let actions = self.policy_actions[from..to].iter().copied();
        actions.zip(self.policy_weights[from..to].iter().copied())
    }

    /// Checks that the parts fit each other, for so many steps and seats.
    pub(super) fn check(&self, steps: usize, seats: usize) -> Result<(), RecordError> {
        let named = self.policy_actions.len();
        let ordered = self.policy_offsets.len() == steps + 1
            && (self.policy_offsets[0], self.policy_offsets[steps]) == (0, named as i64)
            && self.policy_offsets.is_sorted();
        RecordError::unless(
            ordered,
            format!("policy_offsets must ascend from 0 to {named}, with one entry more than there are steps"),
        )?;
        let found = [self.policy_weights.len(), self.root_values.len(), self.weights.len()];
        RecordError::unless(
            found == [named, steps * seats, steps],
            format!(
                "{named} policy_actions of {steps} steps need as many policy_weights, root_values for \
                 {seats} seats at each step, and one weight for each step; got {}, {} and {}",
                found[0], found[1], found[2]
            ),
        )?;
        let numbers = self.root_values.iter().all(|value| value.is_finite())
            && self.weights.iter().all(|&weight| weight.is_finite() && weight >= 0.0);
        RecordError::unless(numbers, "root_values and weights must be finite, and weights non-negative")
    }

    /// Says what is wrong with the policy of a step at which a seat is to act, by these legal actions.
    pub(super) fn explain_invalid(&self, step: usize, legal: &[i32]) -> Option<String> {
        let (mut sum, mut last) = (0.0, -1);
        for (action, weight) in self.policy(step) {
            if !legal.contains(&action) {
                return Some(format!("the policy contains action {action}, which is not legal"));
            }
            if action <= last {
                return Some("the actions of the policy must be in ascending order".into());
            }
            if !(weight.is_finite() && weight >= 0.0) {
                return Some(format!(
                    "the weights of the policy must be finite and non-negative, got {weight} for action \
                     {action}"
                ));
            }
            (sum, last) = (sum + weight, action);
        }
        ((sum - 1.0).abs() > NEAR).then(|| format!("the weights of the policy must sum to 1, got {sum}"))
    }
}
