//! Training targets from searches, for each step of recorded games.

use super::RecordError;
use std::ops::Range;

/// The results of searches, with one row for each step. Chance steps have an empty policy, values of 0 and
/// weight 0.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchTargets {
    /// The index at which the policy of each step begins, and the total length.
    pub policy_offsets: Vec<i64>,
    /// The actions of policies, in ascending order for each step.
    pub policy_actions: Vec<i32>,
    /// The probabilities of these actions. They sum to 1 for each step.
    pub policy_weights: Vec<f32>,
    /// The value of each seat by the search: one row for each step.
    pub root_values: Vec<f32>,
    /// The weight of each step in training. It is 0 if the search was cut short.
    pub weights: Vec<f32>,
}

/// The names of the parts of [`SearchTargets`] in serialized data. Either all or none of them exist.
pub(super) const PARTS: [&str; 5] =
    ["policy_offsets", "policy_actions", "policy_weights", "root_values", "weights"];

/// The tolerance for the sum of a policy.
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
    /// Adds a step with its policy, in ascending order of actions, the value of each seat, and the weight.
    /// For chance steps, the policy is empty, and values and weight are 0.
    pub fn push(&mut self, policy: &[(u32, f32)], values: &[f64], weight: f32) {
        self.policy_actions.extend(policy.iter().map(|&(action, _)| action as i32));
        self.policy_weights.extend(policy.iter().map(|&(_, share)| share));
        self.policy_offsets.push(self.policy_actions.len() as i64);
        self.root_values.extend(values.iter().map(|&value| value as f32));
        self.weights.push(weight);
    }

    /// Appends the steps of other games.
    pub(super) fn append(&mut self, other: SearchTargets) {
        let before = self.policy_actions.len() as i64;
        self.policy_offsets.extend(other.policy_offsets[1..].iter().map(|offset| before + offset));
        self.policy_actions.extend(other.policy_actions);
        self.policy_weights.extend(other.policy_weights);
        self.root_values.extend(other.root_values);
        self.weights.extend(other.weights);
    }

    /// Returns some consecutive steps.
    pub(super) fn select(&self, steps: Range<usize>, seats: usize) -> SearchTargets {
        let [from, to] = [steps.start, steps.end].map(|at| self.policy_offsets[at] as usize);
        let offsets = &self.policy_offsets[steps.start..=steps.end];
        SearchTargets {
            policy_offsets: offsets.iter().map(|offset| offset - from as i64).collect(),
            policy_actions: self.policy_actions[from..to].to_vec(),
            policy_weights: self.policy_weights[from..to].to_vec(),
            root_values: self.root_values[steps.start * seats..steps.end * seats].to_vec(),
            weights: self.weights[steps].to_vec(),
        }
    }

    /// Returns the policy of a step: actions with their probabilities.
    pub fn policy(&self, step: usize) -> impl Iterator<Item = (i32, f32)> {
        let [from, to] = [step, step + 1].map(|at| self.policy_offsets[at] as usize);
        let actions = self.policy_actions[from..to].iter().copied();
        actions.zip(self.policy_weights[from..to].iter().copied())
    }

    /// Checks that the lengths of the parts fit this number of steps and seats.
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

    /// Returns the reason why the policy of a step is invalid, given the legal actions, or `None` if it is
    /// valid.
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
