//! Search by random games: UCT for any number of seats.
//!
//! Each seat goes for its own return (*max-n*), on a scale from -1 to 1: an edge of the tree adds up what the
//! seat that makes its step got. Chance steps are drawn. Where the game hides nothing, the part of the tree
//! that the game has reached serves the next step too.
//!
//! Where it hides something, each random game is played in another state that the seat cannot tell from the
//! real one, and the tree tells its states apart by the steps alone. Steps that are not legal in that state
//! are left out, and how often a step could have been chosen takes the place of how often its node was
//! visited (single-observer information set search; Cowling, Powley and Whitehouse 2012).

use super::tree::{Edge, NONE, Tree};
use super::{Agent, Sight, shuffle};
use crate::game::{Actor, Returns, Rng, Scores};
use crate::sim::{AnyGame, Pool, Slot};

/// Between two looks at whether to go on, so many random games are played.
const PATIENCE: u32 = 64;

/// Where the state at the root lies, and where random games are played.
const ROOT: Slot = 0;
const GAME: Slot = 1;

pub(super) struct Mcts {
    pool: Box<dyn Pool>,
    simulations: u32,
    c: f64,
    hidden: bool,
    seats: u8,
    scores: Scores,
    limit: u32,
    tree: Tree,
    /// The node that the game has reached, if the tree goes so far.
    reached: u32,
    /// The edges that a random game goes through.
    path: Vec<u32>,
    actions: Vec<u32>,
    /// The number of the random game, from 1.
    number: u32,
    /// How many have been played, for all choices.
    games: u64,
}

impl Mcts {
    pub fn new(game: &dyn AnyGame, simulations: u32, c: f64) -> Mcts {
        let mut pool = game.pool();
        pool.reserve(2);
        let spec = game.spec();
        Mcts {
            simulations,
            c,
            hidden: spec.hidden,
            seats: spec.seats,
            scores: spec.scores,
            limit: spec.max_steps,
            tree: Tree::default(),
            reached: NONE,
            path: Vec::new(),
            actions: Vec::new(),
            number: 0,
            games: 0,
            pool,
        }
    }

    /// Plays one random game, from the root down the tree and on.
    fn simulate(&mut self, sight: &Sight<'_>, rng: &mut Rng) {
        if self.hidden {
            sight.deal(rng, &mut *self.pool, GAME);
        } else {
            self.pool.copy(ROOT, GAME);
        }
        self.number += 1;
        self.games += 1;
        self.path.clear();
        let mut node = 0;
        loop {
            self.tree.nodes[node as usize].visits += 1;
            // What is hidden may decide who acts.
            let actor =
                if self.hidden { self.pool.actor(GAME).code() } else { self.tree.nodes[node as usize].actor };
            let edge = if actor == Actor::Over.code() {
                break;
            } else if actor == Actor::Chance.code() {
                let Some(action) = self.pool.draw(GAME, rng) else { break };
                self.tree.find_or_add(node, action, actor)
            } else {
                self.list(node, actor, rng);
                self.select(node)
            };
            self.path.push(edge);
            self.pool.apply(GAME, self.tree.edges[edge as usize].action);
            node = self.tree.edges[edge as usize].to;
            if node == NONE {
                let new = self.tree.node(self.pool.actor(GAME).code());
                self.tree.nodes[new as usize].visits = 1;
                self.tree.edges[edge as usize].to = new;
                break;
            }
        }
        let outcome = self.pool.rollout(GAME, rng, self.limit);
        let returns =
            outcome.map_or(Returns::ZERO, |outcome| self.scores.scaled_for(&outcome.returns, self.seats));
        self.tree.back_up(&self.path, &returns);
    }

    /// Gives a node an edge for each legal step, in random order.
    fn list(&mut self, node: u32, actor: i8, rng: &mut Rng) {
        if self.tree.nodes[node as usize].listed && !self.hidden {
            return;
        }
        let mut actions = std::mem::take(&mut self.actions);
        self.pool.actions(GAME, &mut actions);
        shuffle(&mut actions, rng);
        for &action in &actions {
            if self.hidden {
                let edge = self.tree.find_or_add(node, action, actor);
                let edge = &mut self.tree.edges[edge as usize];
                edge.seen = self.number;
                edge.chances += 1;
            } else {
                self.tree.edge(node, action, actor);
            }
        }
        self.tree.nodes[node as usize].listed = true;
        self.actions = actions;
    }

    /// The edge to go on by: one never tried, or else the one of the highest upper confidence bound.
    fn select(&self, node: u32) -> u32 {
        let (mut best, mut highest) = (NONE, f64::NEG_INFINITY);
        let spread = self.c * self.c * f64::from(self.tree.nodes[node as usize].visits).ln();
        for (at, edge) in self.tree.edges_of(node) {
            if self.hidden && edge.seen != self.number {
                continue;
            }
            if edge.visits == 0 {
                return at;
            }
            let visits = f64::from(edge.visits);
            let spread = if self.hidden { self.c * self.c * f64::from(edge.chances).ln() } else { spread };
            let bound = edge.total / visits + (spread / visits).sqrt();
            if bound > highest {
                (best, highest) = (at, bound);
            }
        }
        best
    }
}

impl Agent for Mcts {
    fn begin(&mut self) {
        self.reached = NONE;
    }

    fn choose(&mut self, sight: &Sight<'_>, rng: &mut Rng, go_on: &mut dyn FnMut() -> bool) -> Option<u32> {
        if let [only] = *sight.legal {
            return Some(only);
        }
        if self.hidden {
            self.reached = NONE;
        } else {
            sight.deal(rng, &mut *self.pool, ROOT);
        }
        self.tree.plant(self.reached, Actor::Seat(sight.seat).code());
        (self.reached, self.number) = (0, 0);
        for done in 1..=self.simulations {
            self.simulate(sight, rng);
            if done.is_multiple_of(PATIENCE) && !go_on() {
                break;
            }
        }
        let rank = |edge: &Edge| (edge.visits, edge.total / f64::from(edge.visits.max(1)));
        Some(self.tree.favourite(rank, rng).unwrap_or(sight.legal[0]))
    }

    fn effort(&self) -> u64 {
        self.games
    }

    fn follow(&mut self, action: u32) {
        self.reached = self.tree.after(self.reached, action);
    }
}
