//! PUCT search with an evaluator, such as a neural network: AlphaZero for any number of seats.
//!
//! The evaluator returns a *prior* for each action and the expected return of each seat. It replaces
//! rollouts: a simulation ends at a state without an evaluation. The search then waits for the result, so
//! that the requests of many games form one batch. A state with one legal action is not evaluated; the
//! simulation continues through it. Seats, chance, hidden information and the reuse of the tree work as in
//! [`mcts`](super::mcts).
//!
//! At the root, actions are selected by PUCT or by sequential halving ([`gumbel`](super::gumbel)). The
//! randomness of self-play is in [`exploration`](super::exploration).

mod selection;
mod settings;

pub use settings::{Puct, Root};

use super::analysis::tree_variation;
use super::budget::{Budget, Stopwatch};
use super::exploration::{self, Exploration};
use super::gumbel::SequentialHalving;
use super::tree::{Edge, NONE, Node, Tree, argmax_action};
use super::{ActionAnalysis, Agent, Analysis, EvalRequest, PlayerView};
use crate::game::{Actor, MAX_SEATS, Returns, Rng, Scores, Seat};
use crate::sim::{DynGame, Pool, Slot};

/// The slots of the root state and of the current simulation.
const ROOT: Slot = 0;
const SIM: Slot = 1;

pub(super) struct PuctSearch {
    pool: Pool,
    settings: Puct,
    exploration: Option<Exploration>,
    hidden: bool,
    seats: u8,
    scores: Scores,
    tree: Tree,
    /// The node of the current state of the game, or [`NONE`] if it is not in the tree.
    reached_node: u32,
    path: Vec<u32>,
    /// The legal actions of the pending leaf. With hidden information, the legal actions on the current path.
    actions: Vec<u32>,
    /// The actions of the view of the current search.
    offered: Vec<u32>,
    /// With hidden information, the visited edges whose actions are legal in the current simulation.
    visited_legal: Vec<u32>,
    /// The number of simulations for the current choice. `None` before its search starts.
    num_done: Option<u32>,
    /// The number of simulations of the current search, including the evaluation of a new root.
    budget: u32,
    /// 1 if the root of the current search is new, so that its evaluation comes first. That is not counted as
    /// a simulation, and each simulation visits an action.
    root_evaluations: u32,
    /// The time of the current search.
    stopwatch: Stopwatch,
    /// Whether the current search is full. Otherwise it is a fast one, whose choice is not a training target.
    is_full: bool,
    /// Whether the noise of the root was drawn.
    is_root_ready: bool,
    /// The number of searches that were started in this game.
    num_choices: u32,
    /// The sums of returns. The first element is for simulations that ended at the root, the others are for
    /// the root's edges by [`Edge::order`].
    return_sums: Vec<ReturnSum>,
    halving: SequentialHalving,
    policy: Vec<(u32, f32)>,
    /// The legal edges of the root after the search.
    root_edges: Vec<Edge>,
    /// The node that waits for an evaluation, and the seat to act there.
    pending_leaf: Option<(u32, Seat)>,
    num_evaluations: u64,
    /// The number of evaluations before the current search.
    evaluations_before: u64,
}

/// The sum of the returns of some simulations, and their number.
#[derive(Clone, Copy, Debug, Default)]
struct ReturnSum {
    returns: [f64; MAX_SEATS],
    count: f64,
}

impl ReturnSum {
    fn add(&mut self, other: &ReturnSum, weight: f64) {
        self.returns.iter_mut().zip(&other.returns).for_each(|(sum, more)| *sum += weight * more);
        self.count += weight * other.count;
    }
}

impl PuctSearch {
    /// Returns the estimated maximum memory of a search in bytes.
    pub fn bytes(settings: Puct) -> u64 {
        const STEPS: usize = 40;
        /// More than the evaluations of a Python function in a millisecond.
        const PER_MS: u32 = 100;
        let in_time = settings.ms.map_or(u32::MAX, |ms| ms.saturating_mul(PER_MS));
        u64::from(settings.simulations.min(in_time)) * (size_of::<Node>() + STEPS * size_of::<Edge>()) as u64
    }

    /// Creates a search that plays as well as possible. With a temperature, the final choice is random.
    pub fn new(game: &dyn DynGame, settings: Puct) -> PuctSearch {
        let mut pool = game.pool();
        pool.reserve(2);
        let scores = game.spec().scores;
        PuctSearch {
            pool,
            settings,
            exploration: None,
            hidden: game.spec().has_hidden_information,
            seats: game.spec().seats,
            scores,
            tree: Tree::default(),
            reached_node: NONE,
            path: Vec::new(),
            actions: Vec::new(),
            offered: Vec::new(),
            visited_legal: Vec::new(),
            num_done: None,
            budget: 0,
            root_evaluations: 0,
            stopwatch: Budget::default().start(),
            is_full: true,
            is_root_ready: false,
            num_choices: 0,
            return_sums: Vec::new(),
            halving: SequentialHalving::new(scores),
            policy: Vec::new(),
            root_edges: Vec::new(),
            pending_leaf: None,
            num_evaluations: 0,
            evaluations_before: 0,
        }
    }

    /// Creates a search that plays all seats of training games. Positions with one legal action are evaluated
    /// too.
    pub fn with_exploration(game: &dyn DynGame, settings: Puct, exploration: Exploration) -> PuctSearch {
        PuctSearch { exploration: Some(exploration), ..PuctSearch::new(game, settings) }
    }

    /// Returns the visits of each action in the last search.
    pub fn visits(&self) -> impl Iterator<Item = (u32, u32)> {
        self.tree.slice(0).iter().map(|edge| (edge.action, edge.visits))
    }

    /// Returns the policy of the last choice: a probability for each legal action.
    pub fn policy(&self) -> &[(u32, f32)] {
        &self.policy
    }

    /// Returns the expected return of each seat after the last search: the mean over its simulations.
    /// Sequential halving spends many simulations on bad actions, so there each action has its weight in the
    /// policy.
    pub fn values(&self) -> Returns {
        let mut whole = ReturnSum::default();
        if matches!(self.settings.root, Root::Gumbel(_)) {
            let sum_of =
                |edge: &Edge| self.return_sums.get(usize::from(edge.order) + 1).filter(|sum| sum.count > 0.0);
            for edge in &self.root_edges {
                if let Some(sum) = sum_of(edge)
                    && let Ok(at) = self.policy.binary_search_by_key(&edge.action, |of| of.0)
                {
                    whole.add(sum, f64::from(self.policy[at].1) / sum.count);
                }
            }
        }
        if whole.count == 0.0 {
            self.return_sums.iter().for_each(|sum| whole.add(sum, 1.0));
        }
        let ReturnSum { mut returns, count } = whole;
        for sum in &mut returns[..self.seats as usize] {
            *sum = self.scores.unscaled(*sum / count.max(f64::MIN_POSITIVE));
        }
        Returns::of(&returns)
    }

    /// Returns whether the last search was a full one, whose choice is a training target.
    pub fn is_full_search(&self) -> bool {
        self.is_full
    }

    /// Starts the search for a choice.
    fn start_search(&mut self, view: &PlayerView<'_>, rng: &mut Rng) {
        let gumbel = matches!(self.settings.root, Root::Gumbel(_));
        if self.hidden || gumbel {
            self.reached_node = NONE;
        }
        if !self.hidden {
            view.resample(rng, &mut self.pool, ROOT);
        }
        self.tree.set_root(self.reached_node, Actor::Seat(view.seat).code());
        if !view.offers_all(self.tree.slice(0)) {
            self.tree.set_root(NONE, Actor::Seat(view.seat).code());
        }
        self.offered.clear();
        self.offered.extend_from_slice(view.legal);
        self.reached_node = 0;
        self.is_full = self.exploration.is_none_or(|exploration| exploration.draw_full_search(rng));
        let fast = self.exploration.filter(|_| !self.is_full).map(|exploration| exploration.fast_simulations);
        let simulations = fast.unwrap_or(self.settings.simulations);
        self.root_evaluations = u32::from(!self.tree.nodes[0].is_expanded);
        self.budget = match view.legal {
            [_] if self.exploration.is_some() => 1,
            _ => simulations + self.root_evaluations,
        };
        self.stopwatch = Budget { nodes: None, ms: self.settings.ms }.start();
        (self.is_root_ready, self.num_choices) = (false, self.num_choices + 1);
        self.return_sums.clear();
        self.evaluations_before = self.num_evaluations;
    }

    /// Draws the noise of the root, after its evaluation.
    fn prepare_root(&mut self, rng: &mut Rng) {
        self.is_root_ready = true;
        let exploration = self.exploration.filter(|_| self.is_full);
        match self.settings.root {
            Root::Puct => {
                if let Some(exploration) =
                    exploration.filter(|exploration| exploration.dirichlet_fraction > 0.0)
                {
                    exploration.add_dirichlet_noise(self.tree.slice_mut(0), rng);
                    self.tree.priors_changed(0);
                }
            }
            Root::Gumbel(gumbel) => {
                let simulations = self.budget - 1;
                self.halving.start(gumbel, self.tree.slice(0), simulations, exploration.map(|_| rng));
            }
        }
    }

    /// Searches until the end or until a state needs an evaluation. Returns true at the end.
    pub fn search(&mut self, view: &PlayerView<'_>, rng: &mut Rng) -> bool {
        let mut num_done = self.num_done.unwrap_or_else(|| {
            self.start_search(view, rng);
            0
        });
        while num_done < self.budget && (num_done <= self.root_evaluations || !self.stopwatch.is_late(1.0)) {
            if !self.is_root_ready && self.tree.nodes[0].is_expanded {
                self.prepare_root(rng);
            }
            num_done += 1;
            self.simulate(num_done, view, rng);
            if self.pending_leaf.is_some() {
                self.num_done = Some(num_done);
                return false;
            }
        }
        self.num_done = None;
        true
    }

    /// Follows the tree to a state without an evaluation, or to the end of the game.
    fn simulate(&mut self, number: u32, view: &PlayerView<'_>, rng: &mut Rng) {
        if self.hidden {
            view.resample(rng, &mut self.pool, SIM);
        } else {
            self.pool.copy(ROOT, SIM);
        }
        self.path.clear();
        let mut node = 0;
        loop {
            self.tree.nodes[node as usize].visits += 1;
            // Hidden information can decide which seat acts.
            let actor = if self.hidden {
                self.pool[SIM].actor().code()
            } else {
                self.tree.nodes[node as usize].actor
            };
            let edge = match Seat::from_code(actor) {
                Some(seat) if !self.tree.nodes[node as usize].is_expanded => {
                    self.pool[SIM].actions(&mut self.actions);
                    match self.actions[..] {
                        // There is no choice, so the state after it is evaluated instead.
                        [only] if node != 0 && !self.hidden => {
                            self.tree.expand(node, actor, [(only, 1.0)].into_iter());
                            self.tree.nodes[node as usize].is_expanded = true;
                            self.select(node, actor, number)
                        }
                        _ => {
                            self.pending_leaf = Some((node, seat));
                            return;
                        }
                    }
                }
                Some(_) => self.select(node, actor, number),
                None if actor == Actor::Chance.code() => {
                    let Some(action) = self.pool[SIM].draw(rng) else { return };
                    self.tree.find_or_add(node, action, actor)
                }
                None => {
                    let outcome = self.pool[SIM].outcome();
                    let returns = outcome.map_or(Returns::ZERO, |outcome| {
                        self.scores.scaled_for(&outcome.returns, self.seats)
                    });
                    self.back_up_returns(&returns);
                    return;
                }
            };
            self.path.push(edge);
            self.pool[SIM].apply(self.tree.edges[edge as usize].action);
            node = self.tree.edges[edge as usize].child;
            if node == NONE {
                node = self.tree.node(self.pool[SIM].actor().code());
                self.tree.edges[edge as usize].child = node;
            }
        }
    }

    /// Adds the returns of a simulation to its path.
    fn back_up_returns(&mut self, returns: &Returns) {
        self.tree.back_up(&self.path, returns);
        let order =
            self.path.first().map_or(0, |&edge| usize::from(self.tree.edges[edge as usize].order) + 1);
        if self.return_sums.len() <= order {
            self.return_sums.resize(order + 1, ReturnSum::default());
        }
        let mut result = ReturnSum { count: 1.0, ..ReturnSum::default() };
        result.returns.iter_mut().zip(returns.seats(self.seats)).for_each(|(sum, got)| *sum = *got);
        self.return_sums[order].add(&result, 1.0);
    }

    /// Returns the action to play after a search, and sets the policy.
    pub fn choose_action(&mut self, view: &PlayerView<'_>, rng: &mut Rng) -> Option<u32> {
        // The order of creation, which does not depend on the order of visits.
        let mut edges = std::mem::take(&mut self.root_edges);
        edges.clear();
        let own = |edge: &Edge| edge.actor == view.seat.code();
        let legal = |edge: &&Edge| own(edge) && view.legal.binary_search(&edge.action).is_ok();
        edges.extend(self.tree.slice(0).iter().filter(legal));
        edges.sort_unstable_by_key(|edge| edge.order);
        let chosen = self.pick_action(&edges, rng);
        self.root_edges = edges;
        chosen.or(view.legal.first().copied())
    }

    /// Chooses an action from edges of the root.
    fn pick_action(&mut self, edges: &[Edge], rng: &mut Rng) -> Option<u32> {
        let free =
            self.exploration.is_none_or(|exploration| self.num_choices <= exploration.temperature_steps);
        let temperature = if free { self.settings.temperature } else { 0.0 };
        let visits = |edge: &Edge| (edge.action, f64::from(edge.visits));
        let gumbel = matches!(self.settings.root, Root::Gumbel(_));
        if self.exploration.is_none() && !gumbel {
            return exploration::sample_action(edges.iter().map(visits), temperature, rng)
                .or_else(|| argmax_action(edges, |edge| (edge.visits, edge.prior), rng));
        }
        self.policy.clear();
        if gumbel {
            let value = self.tree.nodes[0].value;
            self.halving.improved_policy(edges, value.into(), &mut self.policy);
        } else {
            let forced = self.exploration.filter(|_| self.is_full);
            let spread = self.settings.c_puct * f64::from(self.tree.nodes[0].visits).sqrt();
            exploration::visit_policy(edges, forced, spread, &mut self.policy);
        }
        self.policy.sort_unstable_by_key(|&(action, _)| action);
        let weights = self.policy.iter().map(|&(action, weight)| (action, f64::from(weight)));
        exploration::sample_action(weights, temperature, rng).or_else(|| {
            if gumbel {
                self.halving.best_action(edges, self.tree.nodes[0].value.into())
            } else {
                argmax_action(edges, |edge| (edge.visits, edge.prior), rng)
            }
        })
    }
}

impl Agent for PuctSearch {
    fn reset(&mut self) {
        (self.reached_node, self.num_done, self.pending_leaf, self.num_choices) = (NONE, None, None, 0);
    }

    fn choose(
        &mut self,
        view: &PlayerView<'_>,
        rng: &mut Rng,
        _go_on: &mut dyn FnMut() -> bool,
    ) -> Option<u32> {
        if self.exploration.is_none()
            && let [only] = *view.legal
        {
            self.return_sums.clear();
            return Some(only);
        }
        if !self.search(view, rng) {
            return None;
        }
        self.choose_action(view, rng)
    }

    fn pending(&self) -> Option<EvalRequest<'_>> {
        let (_, seat) = self.pending_leaf?;
        Some(EvalRequest::new(&self.pool, SIM, seat, &self.actions))
    }

    fn receive(&mut self, weights: &[f32], returns: &Returns) {
        let Some((node, seat)) = self.pending_leaf.take() else { return };
        // The evaluator knows all legal actions of the root, even if the agent may not choose them.
        let Self { actions, offered, tree, .. } = self;
        let offers = |action: &u32| offered.binary_search(action).is_ok();
        let is_free = node != 0 || !actions.iter().any(offers);
        let steps = actions.iter().zip(weights).filter(|(action, _)| is_free || offers(action));
        let sum: f32 = steps.clone().map(|(_, weight)| weight).sum();
        let (even, actor) = (1.0 / steps.clone().count() as f32, seat.code());
        let share = |weight: f32| if sum > 0.0 { weight / sum } else { even };
        tree.expand(node, actor, steps.map(|(&action, &weight)| (action, share(weight))));
        let returns = self.scores.scaled_for(returns, self.seats);
        let leaf = &mut self.tree.nodes[node as usize];
        (leaf.is_expanded, leaf.actor, leaf.value) = (true, actor, returns.get(seat) as f32);
        self.back_up_returns(&returns);
        self.num_evaluations += 1;
    }

    fn effort(&self) -> u64 {
        self.num_evaluations
    }

    fn expected_returns(&self) -> Option<Returns> {
        (!self.return_sums.is_empty()).then(|| self.values())
    }

    fn analysis(&mut self, view: &PlayerView<'_>, chosen: u32, rng: &mut Rng) -> Analysis {
        if self.return_sums.is_empty() {
            return Analysis::default();
        }
        if self.hidden {
            view.resample(rng, &mut self.pool, SIM);
        } else {
            self.pool.copy(ROOT, SIM);
        }
        let actions = self.root_edges.iter().map(|edge| ActionAnalysis {
            prior: Some(edge.prior),
            ..ActionAnalysis::of_edge(edge, &self.scores)
        });
        // The first sum is that of the simulation that evaluated the root.
        let simulations: f64 = self.return_sums.iter().skip(1).map(|sum| sum.count).sum();
        Analysis {
            actions: actions.collect(),
            values: self.expected_returns(),
            variation: tree_variation(&self.tree, &mut self.pool[SIM], chosen),
            depth: None,
            simulations: Some(simulations as u32),
            nodes: Some(self.num_evaluations - self.evaluations_before),
        }
    }

    fn inform_action(&mut self, action: u32) {
        self.reached_node = self.tree.child(self.reached_node, action);
    }
}
