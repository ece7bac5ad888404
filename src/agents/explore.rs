//! What games that are played to learn from have beyond those that are played to win ('Accelerating Self-Play
//! Learning in Go', Wu 2019, says what each of these is worth): noise at the root, ways down that are forced
//! and not counted, actions that are drawn, and searches that are cut short for the sake of more games.

use super::tree::Edge;
use crate::game::Rng;
use rand::Rng as _;
use rand_distr::{Distribution, Gamma};

/// What self-play adds to a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Explore {
    /// The share of noise in the priors at a root that is gone through by PUCT: Dirichlet's, with…
    pub dirichlet_fraction: f64,
    /// …this for the sum of its parameters: less makes it favor fewer steps.
    pub dirichlet_concentration: f64,
    /// At such a root, a step that was tried is gone through at least as often as the square root of its
    /// prior times all ways times this; what was forced on it is not learned. With 0 nothing is forced.
    pub forced_playouts: f64,
    /// In a game, so many choices are drawn with the search's temperature; after them the best is made.
    pub temperature_steps: u32,
    /// The share of searches that are made in full…
    pub full_search_prob: f64,
    /// …and how many simulations the others have: without noise, and not to learn from.
    pub fast_simulations: u32,
}

impl Explore {
    /// What is not said otherwise.
    pub const DEFAULT: Explore = Explore {
        dirichlet_fraction: 0.25,
        dirichlet_concentration: 10.0,
        forced_playouts: 2.0,
        temperature_steps: 30,
        full_search_prob: 1.0,
        fast_simulations: 8,
    };

    /// Whether a search is to be made in full.
    pub(super) fn in_full(&self, rng: &mut Rng) -> bool {
        self.full_search_prob >= 1.0 || uniform(rng) < self.full_search_prob
    }

    /// Mixes noise into the priors of a root.
    pub(super) fn stir(&self, edges: &mut [Edge], rng: &mut Rng) {
        let Ok(gamma) = Gamma::new(self.dirichlet_concentration / edges.len() as f64, 1.0) else { return };
        let drawn: Vec<f64> = edges.iter().map(|_| gamma.sample(rng)).collect();
        let sum: f64 = drawn.iter().sum();
        // With parameters near 0 all may be.
        if sum > 0.0 {
            for (edge, noise) in edges.iter_mut().zip(drawn) {
                let prior = f64::from(edge.prior);
                edge.prior = (prior + self.dirichlet_fraction * (noise / sum - prior)) as f32;
            }
        }
    }

    /// Whether a step that has been tried must be gone through again, when there have been so many ways.
    pub(super) fn forces(&self, edge: &Edge, ways: u32) -> bool {
        edge.visits > 0 && f64::from(edge.visits) < self.least(edge, ways)
    }

    /// How often a step is gone through at least.
    fn least(&self, edge: &Edge, ways: u32) -> f64 {
        (self.forced_playouts * f64::from(edge.prior) * f64::from(ways)).sqrt()
    }
}

/// The share of each step in all ways through a root. Of a step that is not the one gone through most, no
/// more ways are taken off than were forced on it, and only as long as the bound would not have chosen it
/// rather than that one; what then has one way left has none. `spread` is the weight of priors in the bound.
pub(super) fn shares(edges: &[Edge], explore: Option<Explore>, spread: f64, policy: &mut Vec<(u32, f32)>) {
    let all = edges.iter().map(|edge| edge.visits).sum();
    let mean = |edge: &Edge| edge.total / f64::from(edge.visits.max(1));
    let most = edges.iter().max_by_key(|edge| (edge.visits, edge.prior.to_bits()));
    let forced = explore.filter(|explore| explore.forced_playouts > 0.0);
    let left = |edge: &Edge| -> f64 {
        let visits = f64::from(edge.visits);
        let (Some(explore), Some(most)) = (forced, most) else { return visits };
        if edge.action == most.action || edge.visits == 0 {
            return visits;
        }
        let bound = mean(most) + f64::from(most.prior) * spread / (1.0 + f64::from(most.visits));
        let lead = bound - mean(edge);
        // From so many ways on, the bound is below.
        let enough = if lead > 0.0 { (f64::from(edge.prior) * spread / lead - 1.0).ceil() } else { visits };
        let left = enough.max(visits - explore.least(edge, all).floor()).min(visits);
        if left <= 1.0 { 0.0 } else { left }
    };
    let sum: f64 = edges.iter().map(left).sum();
    // Where there was no way through any, the priors are all that is known.
    let share = |edge: &Edge| if sum > 0.0 { left(edge) / sum } else { edge.prior.into() };
    policy.extend(edges.iter().map(|edge| (edge.action, share(edge) as f32)));
}

/// An action drawn by its weight, if any is to be drawn.
pub(super) fn drawn(
    weights: impl Iterator<Item = (u32, f64)> + Clone,
    temperature: f64,
    rng: &mut Rng,
) -> Option<u32> {
    let most = weights.clone().map(|(_, weight)| weight).fold(0.0, f64::max);
    if temperature <= 0.0 || most == 0.0 {
        return None;
    }
    // Divided by the most, no power is out of range.
    let power = |weight: f64| (weight / most).powf(1.0 / temperature);
    let all: f64 = weights.clone().map(|(_, weight)| power(weight)).sum();
    let mut left = all * uniform(rng);
    let mut tried = weights.filter(|&(_, weight)| weight > 0.0);
    let drawn = tried.find(|&(_, weight)| {
        left -= power(weight);
        left < 0.0
    });
    drawn.map(|(action, _)| action)
}

/// A number from 0 to 1.
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
    fn noise_keeps_the_sum_and_is_even_on_average() {
        let priors = [0.7, 0.2, 0.1, 0.0];
        let mut means = [0.0; 4];
        for number in 0..2000 {
            let mut all = edges(&priors.map(|prior| (prior, 0, 0.0)));
            Explore::DEFAULT.stir(&mut all, &mut rng_for(number, 0, 0));
            let sum: f32 = all.iter().map(|edge| edge.prior).sum();
            assert!((sum - 1.0).abs() < 1e-5 && all.iter().all(|edge| edge.prior >= 0.0));
            means.iter_mut().zip(&all).for_each(|(mean, edge)| *mean += f64::from(edge.prior) / 2000.0);
        }
        for (mean, prior) in means.into_iter().zip(priors) {
            assert!((mean - (0.75 * f64::from(prior) + 0.25 / 4.0)).abs() < 0.01, "{means:?}");
        }
    }

    #[test]
    fn what_was_forced_is_not_learned() {
        // The second is bad, and was gone through as often as it was forced; the third is as good as the
        // first; the fourth was tried once.
        let all = edges(&[(0.4, 60, 0.5), (0.3, 8, -0.9), (0.2, 30, 0.5), (0.1, 1, 0.2)]);
        let shares_of = |explore| {
            let mut policy = Vec::new();
            shares(&all, explore, 1.5 * 99f64.sqrt(), &mut policy);
            assert!((policy.iter().map(|of| of.1).sum::<f32>() - 1.0).abs() < 1e-5);
            policy.iter().map(|of| of.1).collect::<Vec<_>>()
        };
        let plain = shares_of(None);
        assert!((plain[1] - 8.0 / 99.0).abs() < 1e-6 && (plain[3] - 1.0 / 99.0).abs() < 1e-6);
        let pruned = shares_of(Some(Explore::DEFAULT));
        assert!(pruned[1] < plain[1] / 2.0 && pruned[3] == 0.0, "{pruned:?}");
        assert!((pruned[2] / pruned[0] - 0.5).abs() < 0.05, "{pruned:?}");
        assert!(Explore::DEFAULT.forces(&all[3], 99) && !Explore::DEFAULT.forces(&all[1], 99));
        let mut untried = Vec::new();
        shares(&edges(&[(0.75, 0, 0.0), (0.25, 0, 0.0)]), None, 1.0, &mut untried);
        assert_eq!(untried, [(0, 0.75), (1, 0.25)]);
    }

    #[test]
    fn actions_are_drawn_by_their_weights() {
        let draw = |temperature, number| {
            drawn([(7, 1.0), (8, 0.0), (9, 3.0)].into_iter(), temperature, &mut rng_for(number, 0, 0))
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
