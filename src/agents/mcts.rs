//! Monte Carlo tree search with rollouts: UCT for any number of seats.
//!
//! Each seat maximizes its own return (*max-n*), on a scale from -1 to 1. An edge sums the returns of the
//! seat that acts. Chance steps are drawn. Without hidden information, the subtree of the state that the game
//! has reached is reused for the next choice.
//!
//! With hidden information, each simulation samples another state that is consistent with the information of
//! the seat, and nodes are identified by steps only. Steps that are not legal in the sampled state are
//! skipped. The number of simulations in which a step was legal replaces the visits of its node in the
//! formula (single-observer information set MCTS; Cowling, Powley and Whitehouse 2012).
//!
//! Where rollouts carry little information, as in chess, they can be *cut* after some steps. The position
//! is then evaluated as in alpha-beta, after the end of a turn that has begun, of chance steps and of
//! forced replies. An evaluation can add to the material there. Each step then starts with one virtual
//! visit, whose value is the material after the step. This makes the tree grow at promising steps, and
//! tries captures first (Gelly and Silver 2007). Games without opponents have no such evaluation, and
//! rollouts continue to the end.

use super::analysis::tree_variation;
use super::budget::Budget;
use super::evaluation::Sides;
use super::spec::MAX_SIMULATIONS;
use super::tree::{Edge, NONE, Tree, argmax_action};
use super::tuning::{Correction, Evaluation};
use super::{ActionAnalysis, Agent, Analysis, PlayerView, retain_offered, shuffle};
use crate::game::{Actor, MAX_SEATS, Returns, Rng, Scores, Seat};
use crate::sim::{DynGame, Pool, Slot};

/// The number of simulations between two calls of `go_on`.
const POLL_INTERVAL: u32 = 64;

/// The maximum number of steps after the cut in which a rollout ends its turn and forced replies. After that
/// it counts as 0.
const MAX_EXTENSION: u32 = 64;

/// The slots of the root state and of the current simulation.
const ROOT: Slot = 0;
const SIM: Slot = 1;
/// The slot in which single steps are tried.
const TRIAL: Slot = 2;

/// The settings of UCT.
#[derive(Clone, Debug, PartialEq)]
pub struct Uct {
    /// The maximum number of simulations per choice. `None` is as many as memory allows.
    pub simulations: Option<u32>,
    /// The maximum time per choice in milliseconds.
    pub ms: Option<u32>,
    /// The exploration constant.
    pub c: f64,
    /// The number of steps after which rollouts are cut and evaluated. `None` plays them to the end.
    pub cut: Option<u32>,
    /// The evaluation of cut rollouts.
    pub evaluation: Evaluation,
}

pub(super) struct Mcts {
    pool: Pool,
    settings: Uct,
    correction: Correction,
    sides: Sides,
    hidden: bool,
    seats: u8,
    scores: Scores,
    max_steps: u32,
    tree: Tree,
    /// The node of the current state of the game, or [`NONE`] if it is not in the tree.
    reached_node: u32,
    /// The edges of the current simulation.
    path: Vec<u32>,
    actions: Vec<u32>,
    /// The number of the current simulation, from 1.
    simulation: u32,
    /// The number of simulations for all choices.
    num_simulations: u64,
    /// The sums of the returns of each seat in the simulations for this choice.
    root_totals: Vec<f64>,
}

impl Mcts {
    pub fn new(game: &dyn DynGame, settings: Uct) -> Mcts {
        let mut pool = game.pool();
        pool.reserve(3);
        let spec = game.spec();
        let sides = Sides::of_game(&pool);
        let cut = settings.cut.filter(|_| sides.num_sides() > 1);
        Mcts {
            correction: settings.evaluation.correction_for(game),
            settings: Uct { cut, ..settings },
            sides,
            hidden: spec.has_hidden_information,
            seats: spec.seats,
            scores: spec.scores,
            max_steps: spec.max_steps,
            tree: Tree::default(),
            reached_node: NONE,
            path: Vec::new(),
            actions: Vec::new(),
            simulation: 0,
            num_simulations: 0,
            root_totals: vec![0.0; usize::from(spec.seats)],
            pool,
        }
    }

    /// Runs one simulation: tree traversal, expansion and rollout.
    fn simulate(&mut self, view: &PlayerView<'_>, rng: &mut Rng) {
        if self.hidden {
            view.resample(rng, &mut self.pool, SIM);
        } else {
            self.pool.copy(ROOT, SIM);
        }
        self.simulation += 1;
        self.num_simulations += 1;
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
            let edge = if actor == Actor::Over.code() {
                break;
            } else if actor == Actor::Chance.code() {
                let Some(action) = self.pool[SIM].draw(rng) else { break };
                self.tree.find_or_add(node, action, actor)
            } else {
                self.expand(node, actor, view, rng);
                self.select(node)
            };
            // Only the rules of a game outside of the library can have no step before the end.
            if edge == NONE {
                break;
            }
            self.path.push(edge);
            self.pool[SIM].apply(self.tree.edges[edge as usize].action);
            node = self.tree.edges[edge as usize].child;
            if node == NONE {
                let new = self.tree.node(self.pool[SIM].actor().code());
                self.tree.nodes[new as usize].visits = 1;
                self.tree.edges[edge as usize].child = new;
                break;
            }
        }
        let returns = self.rollout(rng);
        self.tree.back_up(&self.path, &returns);
        for (total, value) in self.root_totals.iter_mut().zip(returns.seats(self.seats)) {
            *total += value;
        }
    }

    /// Plays random steps and returns the scaled return of each seat.
    fn rollout(&mut self, rng: &mut Rng) -> Returns {
        let cut = self.settings.cut;
        let mut outcome = self.pool[SIM].rollout(rng, cut.unwrap_or(self.max_steps));
        for _ in 0..cut.map_or(0, |_| MAX_EXTENSION) {
            if outcome.is_some() {
                break;
            }
            if let Actor::Seat(seat) = self.pool[SIM].mover()
                && !self.pool[SIM].mid_turn()
            {
                let steps = self.pool[SIM].count();
                if steps > 1 {
                    return self.evaluate(seat, steps);
                }
            }
            outcome = self.pool[SIM].rollout(rng, 1);
        }
        outcome.map_or(Returns::ZERO, |outcome| self.scores.scaled_for(&outcome.returns, self.seats))
    }

    /// Returns the expected return of each seat in the state of the simulation, in which a seat has `steps`
    /// legal steps.
    fn evaluate(&self, mover: Seat, steps: usize) -> Returns {
        let Mcts { pool, sides, correction, .. } = self;
        match correction {
            Correction::None => sides.expected_returns(pool, SIM, mover, steps, |_| 0),
            Correction::Positional => sides.expected_returns(pool, SIM, mover, steps, |seat| {
                sides.positional_balance(pool, SIM, sides.side_of(Seat::from_index(seat)))
            }),
            Correction::Tuned(tuned) => {
                let corrections = tuned.corrections(sides, pool, SIM, mover);
                sides.expected_returns(pool, SIM, mover, steps, |seat| corrections[seat])
            }
        }
    }

    /// Adds an edge for each legal step, in random order. At the root these are the steps of the view.
    fn expand(&mut self, node: u32, actor: i8, view: &PlayerView<'_>, rng: &mut Rng) {
        if self.tree.nodes[node as usize].is_expanded && !self.hidden {
            return;
        }
        let mut actions = std::mem::take(&mut self.actions);
        self.pool[SIM].actions(&mut actions);
        if node == 0 && actor == view.seat.code() {
            retain_offered(view.legal, &mut actions);
        }
        shuffle(&mut actions, rng);
        for &action in &actions {
            let existing = if self.hidden { self.tree.find(node, action, actor) } else { None };
            let edge = existing.unwrap_or_else(|| self.tree.edge(node, action, actor)) as usize;
            if existing.is_none() && self.settings.cut.is_some() {
                self.tree.edges[edge].prior = self.prior_value(actor, action);
            }
            if self.hidden {
                self.tree.edges[edge].last_available = self.simulation;
                self.tree.edges[edge].availability += 1;
            }
        }
        self.tree.nodes[node as usize].is_expanded = true;
        self.actions = actions;
    }

    /// Returns the return that the actor of a step can expect, estimated from the material after the step.
    fn prior_value(&mut self, actor: i8, action: u32) -> f32 {
        let Some(seat) = Seat::from_code(actor) else { return 0.0 };
        self.pool.copy_and_apply(SIM, TRIAL, action);
        self.sides.expected_return(self.sides.material_balance(&self.pool, TRIAL, self.sides.side_of(seat)))
            as f32
    }

    /// Selects an edge: one without visits, or otherwise the one with the highest upper confidence bound.
    fn select(&self, node: u32) -> u32 {
        let (mut best, mut highest) = (NONE, f64::NEG_INFINITY);
        let has_priors = self.settings.cut.is_some();
        let weight = self.settings.c * self.settings.c;
        let spread = weight * f64::from(self.tree.nodes[node as usize].visits).ln();
        for (at, edge) in self.tree.edges_of(node) {
            if self.hidden && edge.last_available != self.simulation {
                continue;
            }
            if edge.visits == 0 && !has_priors {
                return at;
            }
            let (total, visits) = (edge.total, f64::from(edge.visits));
            let (total, visits) =
                if has_priors { (total + f64::from(edge.prior), visits + 1.0) } else { (total, visits) };
            let spread = if self.hidden { weight * f64::from(edge.availability).ln() } else { spread };
            let bound = total / visits + (spread / visits).sqrt();
            if bound > highest {
                (best, highest) = (at, bound);
            }
        }
        best
    }
}

impl Agent for Mcts {
    fn reset(&mut self) {
        self.reached_node = NONE;
    }

    fn choose(
        &mut self,
        view: &PlayerView<'_>,
        rng: &mut Rng,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<u32> {
        if let [only] = *view.legal {
            self.simulation = 0;
            return Some(only);
        }
        if self.hidden {
            self.reached_node = NONE;
        } else {
            view.resample(rng, &mut self.pool, ROOT);
        }
        self.tree.set_root(self.reached_node, Actor::Seat(view.seat).code());
        if !view.offers_all(self.tree.slice(0)) {
            self.tree.set_root(NONE, Actor::Seat(view.seat).code());
        }
        (self.reached_node, self.simulation) = (0, 0);
        self.root_totals.fill(0.0);
        let stopwatch = Budget { nodes: None, ms: self.settings.ms }.start();
        for done in 1..=self.settings.simulations.unwrap_or(MAX_SIMULATIONS) {
            self.simulate(view, rng);
            if stopwatch.is_late(1.0) || done.is_multiple_of(POLL_INTERVAL) && !go_on() {
                break;
            }
        }
        let rank = |edge: &Edge| (edge.visits, edge.mean());
        let offered = self.tree.slice(0).iter().filter(|edge| view.offers(edge.action));
        Some(argmax_action(offered, rank, rng).unwrap_or(view.legal[0]))
    }

    fn effort(&self) -> u64 {
        self.num_simulations
    }

    fn expected_returns(&self) -> Option<Returns> {
        let mut all = [0.0; MAX_SEATS];
        for (value, total) in all.iter_mut().zip(&self.root_totals) {
            *value = self.scores.unscaled(total / f64::from(self.simulation));
        }
        (self.simulation > 0).then(|| Returns::of(&all))
    }

    fn analysis(&mut self, view: &PlayerView<'_>, chosen: u32, rng: &mut Rng) -> Analysis {
        if self.simulation == 0 {
            return Analysis::default();
        }
        if self.hidden {
            view.resample(rng, &mut self.pool, SIM);
        } else {
            self.pool.copy(ROOT, SIM);
        }
        let own = |edge: &&Edge| edge.actor == view.seat.code() && view.offers(edge.action);
        let edges = self.tree.slice(0).iter().filter(own);
        let actions = edges.map(|edge| ActionAnalysis::of_edge(edge, &self.scores));
        Analysis {
            actions: actions.collect(),
            values: self.expected_returns(),
            variation: tree_variation(&self.tree, &mut self.pool[SIM], chosen),
            depth: None,
            simulations: Some(self.simulation),
            nodes: Some(self.simulation.into()),
        }
    }

    fn inform_action(&mut self, action: u32) {
        self.reached_node = self.tree.child(self.reached_node, action);
    }
}
