//! Gumbel AlphaZero: search that improves a policy with any number of simulations (Danihelka, Guez,
//! Schrittwieser and Silver, 'Policy improvement by planning with Gumbel', 2022).
//!
//! The root *considers* a fixed number of actions. Adding a Gumbel variable to each log prior samples them by
//! their priors without replacement. Sequential halving visits each considered action equally often, discards
//! the worse half, and repeats. Unvisited actions get a value that is estimated from the visited ones. The
//! improved policy is the softmax of the log priors plus the transformed values of all actions. Without
//! exploration no Gumbel variables are drawn, so the same position gives the same action.
//!
//! Below the root, actions are selected in proportion to such an improved policy, or by PUCT.

use super::tree::{Edge, NONE, Node};
use crate::game::{Rng, Scores, Scoring};
use crate::named::named;
use rand_distr::Distribution;

/// The settings of a root with sequential halving.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gumbel {
    /// The maximum number of actions that are considered.
    pub max_considered_actions: u32,
    /// Part of the weight of values against log priors, which is `value_scale * (maxvisit_init + n)`. `n` is
    /// the largest visit count of the actions.
    pub maxvisit_init: f64,
    /// The factor of this weight.
    pub value_scale: f64,
    /// How actions are selected below the root.
    pub interior: Interior,
}

named! {
    /// The selection of actions below a [`Gumbel`] root.
    pub enum Interior, "interior" {
        /// Visits are kept in proportion to the improved policy.
        Improved = "improved",
        /// The PUCT formula.
        Puct = "puct",
    }
}

impl Gumbel {
    /// The default settings.
    pub const DEFAULT: Gumbel = Gumbel {
        max_considered_actions: 16,
        maxvisit_init: 50.0,
        value_scale: 1.0,
        interior: Interior::Improved,
    };
}

/// Sequential halving at the root.
#[derive(Debug)]
pub(super) struct SequentialHalving {
    settings: Gumbel,
    /// The lowest and the highest return of a seat, on the scale of the search.
    worst: f64,
    best: f64,
    /// For each simulation, the number of earlier visits of the action that it selects.
    considered_visits: Vec<u32>,
    /// The log prior plus the Gumbel variable of each action, by [`Edge::order`].
    noisy_logits: Vec<f64>,
    /// Scratch memory: the unnormalized improved policy of the visited actions.
    weights: Vec<f64>,
}

/// The completed values of a node: those of its visited actions, and an estimate for the others.
#[derive(Clone, Copy)]
struct CompletedValues {
    /// The value of actions without visits.
    mixed_value: f64,
    /// The largest visit count.
    max_visits: u32,
}

impl SequentialHalving {
    pub fn new(scores: Scores) -> SequentialHalving {
        let (worst, best) = match scores.kind {
            Scoring::Win => (scores.min_return, scores.max_return),
            Scoring::Shared | Scoring::Strokes => (-1.0, 1.0),
        };
        SequentialHalving {
            settings: Gumbel::DEFAULT,
            worst,
            best,
            considered_visits: Vec::new(),
            noisy_logits: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// Starts a search from the edges of a root. Draws Gumbel variables if there is a generator.
    pub fn start(&mut self, settings: Gumbel, edges: &[Edge], simulations: u32, rng: Option<&mut Rng>) {
        self.settings = settings;
        let considered = settings.max_considered_actions.min(edges.len() as u32).min(simulations);
        fill_considered_visits(considered, simulations, &mut self.considered_visits);
        self.noisy_logits.clear();
        self.noisy_logits.resize(edges.len(), 0.0);
        for edge in edges {
            self.noisy_logits[edge.order as usize] = log_prior(edge);
        }
        if let Some(rng) = rng {
            let gumbel = rand_distr::Gumbel::new(0.0, 1.0).expect("the standard one");
            self.noisy_logits.iter_mut().for_each(|noisy_logit| *noisy_logit += gumbel.sample(rng));
        }
    }

    /// Returns the index of the edge that a simulation selects among the root's edges.
    pub fn select(
        &self,
        simulation: usize,
        root: &Node,
        edges: &[Edge],
        is_available: impl Fn(&Edge) -> bool,
    ) -> u32 {
        let before = self.considered_visits.get(simulation).copied().unwrap_or(0);
        let completed = complete_values(edges.iter(), root.value.into());
        let available = (0..).zip(edges).filter(|(_, edge)| is_available(edge));
        // With hidden information, all actions that are due can be illegal in the sampled state. Then the
        // action whose number of visits is closest is selected.
        let distance = |edge: &Edge| edge.visits.abs_diff(before);
        let nearest = available.clone().map(|(_, edge)| distance(edge)).min().unwrap_or(0);
        let due = available.filter(|(_, edge)| distance(edge) == nearest);
        argmax(due.map(|(at, edge)| (at, self.noisy_logit(edge) + self.sigma_of(edge, completed))))
    }

    /// Returns the action with the highest score among those with the most visits.
    pub fn best_action(&self, edges: &[Edge], value: f64) -> Option<u32> {
        let completed = complete_values(edges.iter(), value);
        let rank = |edge: &Edge| self.noisy_logit(edge) + self.sigma_of(edge, completed);
        let last = edges.iter().filter(|edge| edge.visits == completed.max_visits);
        last.max_by(|one, other| rank(one).total_cmp(&rank(other))).map(|edge| edge.action)
    }

    /// Appends the improved policy: the priors, adjusted by the completed values.
    pub fn improved_policy(&self, edges: &[Edge], value: f64, policy: &mut Vec<(u32, f32)>) {
        let completed = complete_values(edges.iter(), value);
        let sigma_of = |edge: &Edge| self.sigma_of(edge, completed);
        let highest = edges.iter().map(sigma_of).fold(f64::NEG_INFINITY, f64::max);
        let weight = |edge: &Edge| f64::from(edge.prior) * (sigma_of(edge) - highest).exp();
        let sum: f64 = edges.iter().map(weight).sum();
        let even = 1.0 / edges.len() as f64;
        let share = |edge: &Edge| if sum > 0.0 { weight(edge) / sum } else { even };
        policy.extend(edges.iter().map(|edge| (edge.action, share(edge) as f32)));
    }

    /// Selects an edge below the root, among the visited edges and the best edge without visits.
    pub fn select_interior<'a>(
        &mut self,
        node: &Node,
        tried: impl Iterator<Item = (u32, &'a Edge)> + Clone,
        untried: Option<(u32, &'a Edge)>,
    ) -> u32 {
        let completed = complete_values(tried.clone().map(|(_, edge)| edge), node.value.into());
        if let (0, Some((at, _))) = (completed.max_visits, untried) {
            return at;
        }
        let mixed_value = self.sigma(completed.mixed_value, completed);
        let top = tried.clone().map(|(_, edge)| self.sigma_of(edge, completed)).fold(mixed_value, f64::max);
        let mut weights = std::mem::take(&mut self.weights);
        weights.clear();
        let (mut sum, mut priors, mut simulations) = (0.0, 0.0, 1.0);
        for (_, edge) in tried.clone() {
            let weight = f64::from(edge.prior) * (self.sigma_of(edge, completed) - top).exp();
            weights.push(weight);
            sum += weight;
            priors += f64::from(edge.prior);
            simulations += f64::from(edge.visits);
        }
        let guess = (mixed_value - top).exp();
        // The first summand is the weight of the visited actions, the second that of the others.
        let sum = (sum + (1.0 - priors).max(0.0) * guess).max(f64::MIN_POSITIVE);
        let short = |(weight, (at, edge)): (&f64, (u32, &Edge))| {
            (at, weight / sum - f64::from(edge.visits) / simulations)
        };
        let next = untried.map(|(at, edge)| (at, f64::from(edge.prior) * guess / sum));
        let best = argmax(weights.iter().zip(tried).map(short).chain(next));
        self.weights = weights;
        best
    }

    fn noisy_logit(&self, edge: &Edge) -> f64 {
        self.noisy_logits.get(edge.order as usize).copied().unwrap_or_else(|| log_prior(edge))
    }

    /// Returns the transformed value of an action, which is added to its log prior (σ in the paper).
    fn sigma_of(&self, edge: &Edge, completed: CompletedValues) -> f64 {
        let value =
            if edge.visits == 0 { completed.mixed_value } else { edge.total / f64::from(edge.visits) };
        self.sigma(value, completed)
    }

    fn sigma(&self, value: f64, completed: CompletedValues) -> f64 {
        let share = (value - self.worst) / (self.best - self.worst);
        (self.settings.maxvisit_init + f64::from(completed.max_visits)) * self.settings.value_scale * share
    }
}

/// Returns the index with the highest number, the first one among equals.
fn argmax(edges: impl Iterator<Item = (u32, f64)>) -> u32 {
    edges.fold((NONE, f64::NEG_INFINITY), |best, new| if new.1 > best.1 { new } else { best }).0
}

/// Returns the logarithm of a prior. It is finite for a prior of 0.
fn log_prior(edge: &Edge) -> f64 {
    f64::from(edge.prior.max(f32::MIN_POSITIVE)).ln()
}

/// Estimates the value of actions without visits from the evaluation of the position and the values of the
/// visited actions, weighted by their priors (appendix D of the paper).
fn complete_values<'a>(edges: impl Iterator<Item = &'a Edge>, value: f64) -> CompletedValues {
    let (mut max_visits, mut simulations, mut priors, mut sum) = (0, 0, 0.0, 0.0);
    for edge in edges.filter(|edge| edge.visits > 0) {
        let prior = f64::from(edge.prior.max(f32::MIN_POSITIVE));
        max_visits = max_visits.max(edge.visits);
        simulations += edge.visits;
        priors += prior;
        sum += prior * edge.total / f64::from(edge.visits);
    }
    let simulations = f64::from(simulations);
    let mixed_value =
        if priors > 0.0 { (value + simulations * sum / priors) / (1.0 + simulations) } else { value };
    CompletedValues { mixed_value, max_visits }
}

/// Writes, for each simulation, the number of earlier visits of the action that it selects. All considered
/// actions get the same number of visits, then the better half of them, and so on down to two.
fn fill_considered_visits(considered: u32, simulations: u32, visits: &mut Vec<u32>) {
    visits.clear();
    let rounds = considered.max(2).next_power_of_two().ilog2();
    let (mut left, mut done) = (considered.max(1), 0);
    while visits.len() < simulations as usize {
        for _ in 0..(simulations / (rounds * left)).max(1) {
            visits.extend(std::iter::repeat_n(done, left as usize));
            done += 1;
        }
        left = (left / 2).max(2).min(left);
    }
    visits.truncate(simulations as usize);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rng_for;

    fn edges(rows: &[(f32, u32, f64)]) -> Vec<Edge> {
        let mut tree = super::super::tree::Tree::default();
        let node = tree.node(0);
        for (action, &(prior, visits, mean)) in (0..).zip(rows) {
            let edge = tree.edge(node, action, 0) as usize;
            let edge = &mut tree.edges[edge];
            (edge.prior, edge.visits, edge.total) = (prior, visits, mean * f64::from(visits));
        }
        tree.slice(node).to_vec()
    }

    #[test]
    fn sequential_halving_uses_all_simulations() {
        for (considered, simulations, expected) in [
            (4, 8, &[0, 0, 0, 0, 1, 1, 2, 2][..]),
            (16, 32, &[0, 1, 2, 3]),
            (1, 5, &[0, 1, 2, 3, 4]),
            (2, 5, &[0, 0, 1, 1, 2]),
            (3, 3, &[0, 0, 0]),
        ] {
            let mut before = Vec::new();
            fill_considered_visits(considered, simulations, &mut before);
            assert_eq!(before.len(), simulations as usize);
            if expected.len() == simulations as usize {
                assert_eq!(before, expected, "{considered} of {simulations}");
            }
        }
        // The visits of the considered actions follow the schedule for any values.
        for (considered, simulations) in [(16, 32), (16, 64), (5, 17), (8, 100), (16, 9), (1, 3)] {
            let mut halving = SequentialHalving::new(Scores::win(&[0, 1]));
            let mut all = edges(&[(0.05, 0, 0.0); 20]);
            let settings = Gumbel { max_considered_actions: considered, ..Gumbel::DEFAULT };
            let mut tree = super::super::tree::Tree::default();
            let root = tree.node(0);
            halving.start(settings, &all, simulations, Some(&mut rng_for(1, 0, 0)));
            for simulation in 0..simulations as usize {
                let edge = halving.select(simulation, &tree.nodes[root as usize], &all, |_| true) as usize;
                assert_eq!(all[edge].visits, halving.considered_visits[simulation], "an action that is due");
                all[edge].visits += 1;
                all[edge].total += f64::from(all[edge].action) / 20.0;
            }
            assert_eq!(all.iter().map(|edge| edge.visits).sum::<u32>(), simulations);
            let tried = all.iter().filter(|edge| edge.visits > 0).count() as u32;
            assert_eq!(tried, considered.min(simulations));
            let max_visits = all.iter().map(|edge| edge.visits).max();
            let winner = halving.best_action(&all, 0.0).expect("a step") as usize;
            assert_eq!(Some(all[winner].visits), max_visits);
        }
    }

    #[test]
    fn the_improved_policy_is_better_than_the_priors_with_exact_values() {
        let mut rng = rng_for(5, 0, 0);
        let uniform = rand_distr::Uniform::new(0.0, 1.0).expect("a range");
        let (mut gain, mut worse) = (0.0, 0);
        for case in 0..800 {
            let count = 2 + case % 9;
            let weights: Vec<f64> = (0..count).map(|_| uniform.sample(&mut rng)).collect();
            let sum: f64 = weights.iter().sum();
            let truth: Vec<f64> = (0..count).map(|_| 2.0 * uniform.sample(&mut rng) - 1.0).collect();
            let expected = |policy: &dyn Fn(usize) -> f64| -> f64 {
                (0..count).map(|step| policy(step) * truth[step]).sum()
            };
            // The evaluation of the position is the expected value of the prior policy. In half of the cases
            // all actions have visits. In the others a third has none, and its values are estimated.
            let before = expected(&|step| weights[step] / sum);
            let visits = |step| if case % 2 == 0 { 1 + step % 3 } else { (case + step) % 3 };
            let rows: Vec<(f32, u32, f64)> = (0..count)
                .map(|step| ((weights[step] / sum) as f32, visits(step) as u32, truth[step]))
                .collect();
            let mut halving = SequentialHalving::new(Scores::win(&[0, 1]));
            let edges = edges(&rows);
            halving.start(Gumbel::DEFAULT, &edges, 8, None);
            let mut policy = Vec::new();
            halving.improved_policy(&edges, before, &mut policy);
            let all: f64 = policy.iter().map(|&(_, share)| f64::from(share)).sum();
            assert!((all - 1.0).abs() < 1e-5, "{all}");
            let after = expected(&|step| policy[step].1.into());
            assert!(case % 2 == 1 || after > before - 1e-6, "case {case}: {after} is worse than {before}");
            (gain, worse) = (gain + after - before, worse + u32::from(after < before - 1e-6));
        }
        assert!(gain / 800.0 > 0.2 && worse < 40, "{gain} more in all, {worse} times worse");
    }

    #[test]
    fn values_of_unvisited_actions_are_estimated_from_the_others() {
        let some = edges(&[(0.5, 3, 0.5), (0.25, 1, -0.1), (0.25, 0, 0.0)]);
        let CompletedValues { mixed_value, max_visits } = complete_values(some.iter(), -0.2);
        let tried = (0.5 * 0.5 - 0.25 * 0.1) / 0.75;
        assert!((mixed_value - (-0.2 + 4.0 * tried) / 5.0).abs() < 1e-9);
        assert_eq!(max_visits, 3);
        assert_eq!(complete_values(edges(&[(1.0, 0, 0.0)]).iter(), 0.3).mixed_value, 0.3);
    }

    #[test]
    fn gumbel_variables_sample_actions_by_their_priors() {
        let all = edges(&[(0.6, 0, 0.0), (0.3, 0, 0.0), (0.1, 0, 0.0), (0.0, 0, 0.0)]);
        let mut tree = super::super::tree::Tree::default();
        let root = tree.node(0);
        let (mut halving, mut counts) = (SequentialHalving::new(Scores::win(&[0, 1])), [0; 4]);
        let one = Gumbel { max_considered_actions: 1, ..Gumbel::DEFAULT };
        for number in 0..4000 {
            halving.start(one, &all, 1, Some(&mut rng_for(number, 0, 0)));
            counts[halving.select(0, &tree.nodes[root as usize], &all, |_| true) as usize] += 1;
        }
        for (count, prior) in counts.into_iter().zip([0.6, 0.3, 0.1, 0.0]) {
            assert!((f64::from(count) / 4000.0 - prior).abs() < 0.03, "{counts:?}");
        }
    }
}
