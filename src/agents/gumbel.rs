//! Search that improves a policy however few positions it may have judged: Gumbel AlphaZero (Danihelka, Guez,
//! Schrittwieser and Silver, 'Policy improvement by planning with Gumbel', 2022).
//!
//! At the root, so many steps are *considered*: those drawn by their priors without putting any back, which
//! a Gumbel number added to each logarithm does. Sequential halving gives each of them as many ways down,
//! drops the worse half, and goes on. Steps never tried are taken to be worth what those that were say of the
//! whole position; so every step has a value, and the policy that is learned is that of the priors, lifted
//! by these values. Where it plays to win nothing is drawn, and the same position gives the same step.
//!
//! Interior the tree, steps are gone through in the proportions of such a lifted policy, or by PUCT.

use super::tree::{Edge, NONE, Node};
use crate::game::{Rng, Scores, Scoring};
use crate::named::named;
use rand_distr::Distribution;

/// How the root of a search is gone through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gumbel {
    /// How many steps are considered at most.
    pub max_considered_actions: u32,
    /// How much the values weigh against the priors: so many, and as many as the most ways through a step…
    pub maxvisit_init: f64,
    /// …times this.
    pub value_scale: f64,
    /// How steps are chosen inside the tree.
    pub interior: Interior,
}

named! {
    /// How steps are chosen inside the tree of a search with a [`Gumbel`] root.
    pub enum Interior, "interior" {
        /// So that each is gone through as often as a policy lifted by the values found so far says.
        Improved = "improved",
        /// By the upper confidence bound.
        Puct = "puct",
    }
}

impl Gumbel {
    /// What is not said otherwise.
    pub const DEFAULT: Gumbel = Gumbel {
        max_considered_actions: 16,
        maxvisit_init: 50.0,
        value_scale: 1.0,
        interior: Interior::Improved,
    };
}

/// The way through a root.
#[derive(Debug)]
pub(super) struct Halving {
    settings: Gumbel,
    /// The worst and the best that a seat can get, on the scale of the search.
    worst: f64,
    best: f64,
    /// Of each way down, how often the step that it goes through has been gone through before.
    before: Vec<u32>,
    /// Of each step, in the order in which they came, the logarithm of its prior and what was drawn for it.
    heads: Vec<f64>,
    /// What the steps that have been tried have of a lifted policy.
    parts: Vec<f64>,
}

/// What the steps of a node are worth where only some have been tried.
#[derive(Clone, Copy)]
struct Completed {
    /// What those are worth that have not been tried.
    mix: f64,
    /// The most ways through any.
    most: u32,
}

impl Halving {
    pub fn new(scores: Scores) -> Halving {
        let (worst, best) = match scores.kind {
            Scoring::Win => (scores.min_return, scores.max_return),
            Scoring::Shared | Scoring::Strokes => (-1.0, 1.0),
        };
        Halving {
            settings: Gumbel::DEFAULT,
            worst,
            best,
            before: Vec::new(),
            heads: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Begins with the steps of a root, for so many ways down; draws if there is anything to draw from.
    pub fn begin(&mut self, settings: Gumbel, edges: &[Edge], ways: u32, rng: Option<&mut Rng>) {
        self.settings = settings;
        let considered = settings.max_considered_actions.min(edges.len() as u32).min(ways);
        halve(considered, ways, &mut self.before);
        self.heads.clear();
        self.heads.resize(edges.len(), 0.0);
        for edge in edges {
            self.heads[edge.place as usize] = logarithm(edge);
        }
        if let Some(rng) = rng {
            let gumbel = rand_distr::Gumbel::new(0.0, 1.0).expect("the standard one");
            self.heads.iter_mut().for_each(|head| *head += gumbel.sample(rng));
        }
    }

    /// The place among a root's edges of the one that way down number `at` goes through.
    pub fn select(&self, at: usize, root: &Node, edges: &[Edge], can_be: impl Fn(&Edge) -> bool) -> u32 {
        let before = self.before.get(at).copied().unwrap_or(0);
        let completed = complete(edges.iter(), root.worth.into());
        let can = (0..).zip(edges).filter(|(_, edge)| can_be(edge));
        // Where something is hidden, it may be that none of those is legal whose turn it is: then one of
        // those that are nearest to it.
        let late = |edge: &Edge| edge.visits.abs_diff(before);
        let nearest = can.clone().map(|(_, edge)| late(edge)).min().unwrap_or(0);
        let turn = can.filter(|(_, edge)| late(edge) == nearest);
        highest(turn.map(|(at, edge)| (at, self.head(edge) + self.lift(edge, completed))))
    }

    /// The action that has won: of those gone through most the best.
    pub fn winner(&self, edges: &[Edge], worth: f64) -> Option<u32> {
        let completed = complete(edges.iter(), worth);
        let rank = |edge: &Edge| self.head(edge) + self.lift(edge, completed);
        let last = edges.iter().filter(|edge| edge.visits == completed.most);
        last.max_by(|one, other| rank(one).total_cmp(&rank(other))).map(|edge| edge.action)
    }

    /// The policy of the priors, lifted by the values of all steps.
    pub fn improved(&self, edges: &[Edge], worth: f64, policy: &mut Vec<(u32, f32)>) {
        let completed = complete(edges.iter(), worth);
        let lift = |edge: &Edge| self.lift(edge, completed);
        let highest = edges.iter().map(lift).fold(f64::NEG_INFINITY, f64::max);
        let weight = |edge: &Edge| f64::from(edge.prior) * (lift(edge) - highest).exp();
        let sum: f64 = edges.iter().map(weight).sum();
        let even = 1.0 / edges.len() as f64;
        let share = |edge: &Edge| if sum > 0.0 { weight(edge) / sum } else { even };
        policy.extend(edges.iter().map(|edge| (edge.action, share(edge) as f32)));
    }

    /// The edge to go on by inside the tree, out of those that have been tried and the best that has not.
    pub fn inside<'a>(
        &mut self,
        node: &Node,
        tried: impl Iterator<Item = (u32, &'a Edge)> + Clone,
        untried: Option<(u32, &'a Edge)>,
    ) -> u32 {
        let completed = complete(tried.clone().map(|(_, edge)| edge), node.worth.into());
        if let (0, Some((at, _))) = (completed.most, untried) {
            return at;
        }
        let mix = self.lifted(completed.mix, completed);
        let top = tried.clone().map(|(_, edge)| self.lift(edge, completed)).fold(mix, f64::max);
        let mut parts = std::mem::take(&mut self.parts);
        parts.clear();
        let (mut sum, mut priors, mut ways) = (0.0, 0.0, 1.0);
        for (_, edge) in tried.clone() {
            let part = f64::from(edge.prior) * (self.lift(edge, completed) - top).exp();
            parts.push(part);
            sum += part;
            priors += f64::from(edge.prior);
            ways += f64::from(edge.visits);
        }
        let guess = (mix - top).exp();
        // So much all have that were not tried.
        let sum = (sum + (1.0 - priors).max(0.0) * guess).max(f64::MIN_POSITIVE);
        let short =
            |(part, (at, edge)): (&f64, (u32, &Edge))| (at, part / sum - f64::from(edge.visits) / ways);
        let next = untried.map(|(at, edge)| (at, f64::from(edge.prior) * guess / sum));
        let best = highest(parts.iter().zip(tried).map(short).chain(next));
        self.parts = parts;
        best
    }

    fn head(&self, edge: &Edge) -> f64 {
        self.heads.get(edge.place as usize).copied().unwrap_or_else(|| logarithm(edge))
    }

    /// What a step's value adds to its logarithm.
    fn lift(&self, edge: &Edge, completed: Completed) -> f64 {
        let value = if edge.visits == 0 { completed.mix } else { edge.total / f64::from(edge.visits) };
        self.lifted(value, completed)
    }

    fn lifted(&self, value: f64, completed: Completed) -> f64 {
        let share = (value - self.worst) / (self.best - self.worst);
        (self.settings.maxvisit_init + f64::from(completed.most)) * self.settings.value_scale * share
    }
}

/// The first of the edges whose number is the highest.
fn highest(edges: impl Iterator<Item = (u32, f64)>) -> u32 {
    edges.fold((NONE, f64::NEG_INFINITY), |best, new| if new.1 > best.1 { new } else { best }).0
}

/// The logarithm of a prior; none is lost for having none.
fn logarithm(edge: &Edge) -> f64 {
    f64::from(edge.prior.max(f32::MIN_POSITIVE)).ln()
}

/// Values for the steps that have not been tried: what the judge says of the position, and what those say
/// that have been, by their priors (the paper's appendix D).
fn complete<'a>(edges: impl Iterator<Item = &'a Edge>, worth: f64) -> Completed {
    let (mut most, mut ways, mut priors, mut sum) = (0, 0, 0.0, 0.0);
    for edge in edges.filter(|edge| edge.visits > 0) {
        let prior = f64::from(edge.prior.max(f32::MIN_POSITIVE));
        most = most.max(edge.visits);
        ways += edge.visits;
        priors += prior;
        sum += prior * edge.total / f64::from(edge.visits);
    }
    let ways = f64::from(ways);
    let mix = if priors > 0.0 { (worth + ways * sum / priors) / (1.0 + ways) } else { worth };
    Completed { mix, most }
}

/// Writes how often each of `ways` ways down finds its step gone through before, when so many steps are
/// considered: each of them as often, then the better half of them, and so on down to two.
fn halve(considered: u32, ways: u32, before: &mut Vec<u32>) {
    before.clear();
    let rounds = considered.max(2).next_power_of_two().ilog2();
    let (mut left, mut done) = (considered.max(1), 0);
    while before.len() < ways as usize {
        for _ in 0..(ways / (rounds * left)).max(1) {
            before.extend(std::iter::repeat_n(done, left as usize));
            done += 1;
        }
        left = (left / 2).max(2).min(left);
    }
    before.truncate(ways as usize);
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
    fn halving_spends_all_ways_and_halves() {
        for (considered, ways, expected) in [
            (4, 8, &[0, 0, 0, 0, 1, 1, 2, 2][..]),
            (16, 32, &[0, 1, 2, 3]),
            (1, 5, &[0, 1, 2, 3, 4]),
            (2, 5, &[0, 0, 1, 1, 2]),
            (3, 3, &[0, 0, 0]),
        ] {
            let mut before = Vec::new();
            halve(considered, ways, &mut before);
            assert_eq!(before.len(), ways as usize);
            if expected.len() == ways as usize {
                assert_eq!(before, expected, "{considered} of {ways}");
            }
        }
        // Whatever values come out, each step that is considered is gone through as the plan says.
        for (considered, ways) in [(16, 32), (16, 64), (5, 17), (8, 100), (16, 9), (1, 3)] {
            let mut halving = Halving::new(Scores::win(&[0, 1]));
            let mut all = edges(&[(0.05, 0, 0.0); 20]);
            let settings = Gumbel { max_considered_actions: considered, ..Gumbel::DEFAULT };
            let mut tree = super::super::tree::Tree::default();
            let root = tree.node(0);
            halving.begin(settings, &all, ways, Some(&mut rng_for(1, 0, 0)));
            for way in 0..ways as usize {
                let edge = halving.select(way, &tree.nodes[root as usize], &all, |_| true) as usize;
                assert_eq!(all[edge].visits, halving.before[way], "a step whose turn it is");
                all[edge].visits += 1;
                all[edge].total += f64::from(all[edge].action) / 20.0;
            }
            assert_eq!(all.iter().map(|edge| edge.visits).sum::<u32>(), ways);
            let tried = all.iter().filter(|edge| edge.visits > 0).count() as u32;
            assert_eq!(tried, considered.min(ways));
            let most = all.iter().map(|edge| edge.visits).max();
            let winner = halving.winner(&all, 0.0).expect("a step") as usize;
            assert_eq!(Some(all[winner].visits), most);
        }
    }

    #[test]
    fn a_lifted_policy_is_better_than_the_priors_where_values_are_exact() {
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
            // What the judge says of the whole is what his priors get. In half of the cases all steps have
            // been tried; in the others a third has not, and is only guessed.
            let before = expected(&|step| weights[step] / sum);
            let visits = |step| if case % 2 == 0 { 1 + step % 3 } else { (case + step) % 3 };
            let rows: Vec<(f32, u32, f64)> = (0..count)
                .map(|step| ((weights[step] / sum) as f32, visits(step) as u32, truth[step]))
                .collect();
            let mut halving = Halving::new(Scores::win(&[0, 1]));
            let edges = edges(&rows);
            halving.begin(Gumbel::DEFAULT, &edges, 8, None);
            let mut policy = Vec::new();
            halving.improved(&edges, before, &mut policy);
            let all: f64 = policy.iter().map(|&(_, share)| f64::from(share)).sum();
            assert!((all - 1.0).abs() < 1e-5, "{all}");
            let after = expected(&|step| policy[step].1.into());
            assert!(case % 2 == 1 || after > before - 1e-6, "case {case}: {after} is worse than {before}");
            (gain, worse) = (gain + after - before, worse + u32::from(after < before - 1e-6));
        }
        assert!(gain / 800.0 > 0.2 && worse < 40, "{gain} more in all, {worse} times worse");
    }

    #[test]
    fn what_was_not_tried_is_worth_what_the_others_say() {
        let some = edges(&[(0.5, 3, 0.5), (0.25, 1, -0.1), (0.25, 0, 0.0)]);
        let Completed { mix, most } = complete(some.iter(), -0.2);
        let tried = (0.5 * 0.5 - 0.25 * 0.1) / 0.75;
        assert!((mix - (-0.2 + 4.0 * tried) / 5.0).abs() < 1e-9);
        assert_eq!(most, 3);
        assert_eq!(complete(edges(&[(1.0, 0, 0.0)]).iter(), 0.3).mix, 0.3);
    }

    #[test]
    fn drawn_numbers_consider_steps_by_their_priors() {
        let all = edges(&[(0.6, 0, 0.0), (0.3, 0, 0.0), (0.1, 0, 0.0), (0.0, 0, 0.0)]);
        let mut tree = super::super::tree::Tree::default();
        let root = tree.node(0);
        let (mut halving, mut counts) = (Halving::new(Scores::win(&[0, 1])), [0; 4]);
        let one = Gumbel { max_considered_actions: 1, ..Gumbel::DEFAULT };
        for number in 0..4000 {
            halving.begin(one, &all, 1, Some(&mut rng_for(number, 0, 0)));
            counts[halving.select(0, &tree.nodes[root as usize], &all, |_| true) as usize] += 1;
        }
        for (count, prior) in counts.into_iter().zip([0.6, 0.3, 0.1, 0.0]) {
            assert!((f64::from(count) / 4000.0 - prior).abs() < 0.03, "{counts:?}");
        }
    }
}
