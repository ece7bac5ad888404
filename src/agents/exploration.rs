//! Exploration in self-play: Dirichlet noise at the root, forced playouts with policy target pruning, actions
//! drawn with a temperature, and playout cap randomization. Wu, 'Accelerating Self-Play Learning in Go'
//! (2019), measures the effect of each.

use super::tree::Edge;
use crate::game::Rng;
use rand::Rng as _;
use rand_distr::{Distribution, Gamma};

/// The settings of exploration in self-play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exploration {
    /// The fraction of Dirichlet noise in the priors of a PUCT root.
    pub dirichlet_fraction: f64,
    /// The sum of the parameters of the Dirichlet distribution. Smaller values concentrate the noise on fewer
    /// actions.
    pub dirichlet_concentration: f64,
    /// The factor of forced playouts. At a PUCT root, a visited action gets at least `sqrt(forced_playouts *
    /// prior * simulations)` visits. These visits are pruned from the policy target. 0 forces none.
    pub forced_playouts: f64,
    /// The number of choices per game that are drawn with the search's temperature. Later choices take the
    /// best action.
    pub temperature_steps: u32,
    /// The probability of a full search.
    pub full_search_prob: f64,
    /// The number of simulations of the other searches. They have no noise, and are not training targets.
    pub fast_simulations: u32,
}

impl Default for Exploration {
    /// Returns the settings of self-play in Python: noise of a quarter, forced playouts, and full searches
    /// only.
    fn default() -> Exploration {
        Exploration {
            dirichlet_fraction: 0.25,
            dirichlet_concentration: 10.0,
            forced_playouts: 2.0,
            temperature_steps: 30,
            full_search_prob: 1.0,
            fast_simulations: 8,
        }
    }
}

impl Exploration {
    /// The default settings.
    pub const DEFAULT: Exploration = Exploration {
        dirichlet_fraction: 0.25,
        dirichlet_concentration: 10.0,
        forced_playouts: 2.0,
        temperature_steps: 30,
        full_search_prob: 1.0,
        fast_simulations: 8,
    };

    /// Draws whether a search is full.
    pub(super) fn draw_full_search(&self, rng: &mut Rng) -> bool {
        self.full_search_prob >= 1.0 || uniform(rng) < self.full_search_prob
    }

    /// Mixes Dirichlet noise into the priors of the root.
    pub(super) fn add_dirichlet_noise(&self, edges: &mut [Edge], rng: &mut Rng) {
        let Ok(gamma) = Gamma::new(self.dirichlet_concentration / edges.len() as f64, 1.0) else { return };
        let drawn: Vec<f64> = edges.iter().map(|_| gamma.sample(rng)).collect();
        let sum: f64 = drawn.iter().sum();
        // With small parameters all samples can be 0.
        if sum > 0.0 {
            for (edge, noise) in edges.iter_mut().zip(drawn) {
                let prior = f64::from(edge.prior);
                edge.prior = (prior + self.dirichlet_fraction * (noise / sum - prior)) as f32;
            }
        }
    }

    /// Returns whether forced playouts require another visit of a visited action.
    pub(super) fn is_forced(&self, edge: &Edge, simulations: u32) -> bool {
        edge.visits > 0 && f64::from(edge.visits) < self.min_visits(edge, simulations)
    }

    /// Returns the minimum number of visits of a visited action.
    fn min_visits(&self, edge: &Edge, simulations: u32) -> f64 {
        (self.forced_playouts * f64::from(edge.prior) * f64::from(simulations)).sqrt()
    }
}

/// Appends the visit distribution of the root, after policy target pruning if `exploration` forces playouts.
///
/// The action with the most visits keeps all its visits. Each other action loses up to the number of its
/// forced visits, as long as its PUCT score stays below the score of that action. Actions that keep only one
/// visit lose it. `spread` is the factor of the priors in the PUCT formula.
pub(super) fn visit_policy(
    edges: &[Edge],
    exploration: Option<Exploration>,
    spread: f64,
    policy: &mut Vec<(u32, f32)>,
) {
    let all = edges.iter().map(|edge| edge.visits).sum();
    let mean = |edge: &Edge| edge.total / f64::from(edge.visits.max(1));
    let most = edges.iter().max_by_key(|edge| (edge.visits, edge.prior.to_bits()));
    let forced = exploration.filter(|exploration| exploration.forced_playouts > 0.0);
    let kept = |edge: &Edge| -> f64 {
        let visits = f64::from(edge.visits);
        let (Some(exploration), Some(most)) = (forced, most) else { return visits };
        if edge.action == most.action || edge.visits == 0 {
            return visits;
        }
        let bound = mean(most) + f64::from(most.prior) * spread / (1.0 + f64::from(most.visits));
        let lead = bound - mean(edge);
        // With at least this number of visits, the score stays below the bound.
        let unforced = if lead > 0.0 { (f64::from(edge.prior) * spread / lead - 1.0).ceil() } else { visits };
        let kept = unforced.max(visits - exploration.min_visits(edge, all).floor()).min(visits);
        if kept <= 1.0 { 0.0 } else { kept }
    };
    let sum: f64 = edges.iter().map(kept).sum();
    // Without visits, the priors are the policy.
    let share = |edge: &Edge| if sum > 0.0 { kept(edge) / sum } else { edge.prior.into() };
    policy.extend(edges.iter().map(|edge| (edge.action, share(edge) as f32)));
}

/// Draws an action in proportion to its weight, to the power of `1 / temperature`. Returns `None` with a
/// temperature of 0 or without positive weights.
pub(super) fn sample_action(
    weights: impl Iterator<Item = (u32, f64)> + Clone,
    temperature: f64,
    rng: &mut Rng,
) -> Option<u32> {
    let most = weights.clone().map(|(_, weight)| weight).fold(0.0, f64::max);
    if temperature <= 0.0 || most == 0.0 {
        return None;
    }
    // Dividing by the largest weight avoids overflow.
    let power = |weight: f64| (weight / most).powf(1.0 / temperature);
    let all: f64 = weights.clone().map(|(_, weight)| power(weight)).sum();
    let mut remaining = all * uniform(rng);
    let mut tried = weights.filter(|&(_, weight)| weight > 0.0);
    let drawn = tried.find(|&(_, weight)| {
        remaining -= power(weight);
        remaining < 0.0
    });
    drawn.map(|(action, _)| action)
}

/// Returns a uniform number from 0 to 1, 1 excluded.
fn uniform(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;
    use super::*;
    use crate::game::rng_for;

    fn edges(rows: &[(f32, u32, f64)]) -> Vec<Edge> {
        let mut tree = Tree::default();
        let node = tree.node(0);
        for (action, &(prior, visits, mean)) in (0..).zip(rows) {
            let edge = tree.edge(node, action, 0) as usize;
            let edge = &mut tree.edges[edge];
            (edge.prior, edge.visits, edge.total) = (prior, visits, mean * f64::from(visits));
        }
        tree.slice(node).to_vec()
    }

    #[test]
    fn dirichlet_noise_keeps_the_sum_of_the_priors() {
        let priors = [0.7, 0.2, 0.1, 0.0];
        let mut means = [0.0; 4];
        for number in 0..2000 {
            let mut all = edges(&priors.map(|prior| (prior, 0, 0.0)));
            Exploration::DEFAULT.add_dirichlet_noise(&mut all, &mut rng_for(number, 0, 0));
            let sum: f32 = all.iter().map(|edge| edge.prior).sum();
            assert!((sum - 1.0).abs() < 1e-5 && all.iter().all(|edge| edge.prior >= 0.0));
            means.iter_mut().zip(&all).for_each(|(mean, edge)| *mean += f64::from(edge.prior) / 2000.0);
        }
        for (mean, prior) in means.into_iter().zip(priors) {
            assert!((mean - (0.75 * f64::from(prior) + 0.25 / 4.0)).abs() < 0.01, "{means:?}");
        }
    }

    #[test]
    fn forced_visits_are_pruned_from_the_policy() {
        // The second is bad and has only forced visits. The third is as good as the first. The fourth has one
        // visit.
        let all = edges(&[(0.4, 60, 0.5), (0.3, 8, -0.9), (0.2, 30, 0.5), (0.1, 1, 0.2)]);
        let shares_of = |exploration| {
            let mut policy = Vec::new();
            visit_policy(&all, exploration, 1.5 * 99f64.sqrt(), &mut policy);
            assert!((policy.iter().map(|of| of.1).sum::<f32>() - 1.0).abs() < 1e-5);
            policy.iter().map(|of| of.1).collect::<Vec<_>>()
        };
        let plain = shares_of(None);
        assert!((plain[1] - 8.0 / 99.0).abs() < 1e-6 && (plain[3] - 1.0 / 99.0).abs() < 1e-6);
        let pruned = shares_of(Some(Exploration::DEFAULT));
        assert!(pruned[1] < plain[1] / 2.0 && pruned[3] == 0.0, "{pruned:?}");
        assert!((pruned[2] / pruned[0] - 0.5).abs() < 0.05, "{pruned:?}");
        assert!(Exploration::DEFAULT.is_forced(&all[3], 99) && !Exploration::DEFAULT.is_forced(&all[1], 99));
        let mut untried = Vec::new();
        visit_policy(&edges(&[(0.75, 0, 0.0), (0.25, 0, 0.0)]), None, 1.0, &mut untried);
        assert_eq!(untried, [(0, 0.75), (1, 0.25)]);
    }

    #[test]
    fn actions_are_drawn_in_proportion_to_their_weights() {
        let draw = |temperature, number| {
            sample_action([(7, 1.0), (8, 0.0), (9, 3.0)].into_iter(), temperature, &mut rng_for(number, 0, 0))
        };
        let count =
            |temperature| (0..2000).filter(|&n| draw(temperature, n) == Some(9)).count() as f64 / 2000.0;
        assert_eq!(draw(0.0, 0), None);
        assert!((0..2000).all(|number| draw(1.0, number) != Some(8)));
        for (temperature, share) in [(1.0, 0.75), (0.5, 0.9), (100.0, 0.5)] {
            assert!((count(temperature) - share).abs() < 0.04, "{temperature}");
        }
    }
}
