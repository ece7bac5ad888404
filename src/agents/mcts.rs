//! Search by random games: UCT for any number of seats.
//!
//! Each seat goes for its own return (*max-n*): an edge of the tree adds up what the seat that makes its step got. Chance steps are drawn. Where
//! the game hides nothing, the part of the tree that the game has reached serves the next step too.
//!
//! Where it hides something, each random game is played in another state that the seat cannot tell from the real one, and the tree tells its
//! states apart by the steps alone. Steps that are not legal in that state are left out, and how often a step could have been
//! chosen takes the place of how often its node was visited (single-observer information set search; Cowling, Powley and
//! Whitehouse 2012).

use super::tree::{NONE, Tree};
use super::{Agent, Sight, shuffle};
use crate::game::{Actor, Returns, Rng, below};
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
    limit: u32,
    tree: Tree,
    /// The node that the game has reached, if the tree goes so far.
    reached: u32,
    /// The edges that a random game goes through.
    path: Vec<u32>,
    actions: Vec<u32>,
    /// The number of the random game, from 1.
    number: u32,
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
            limit: spec.max_steps,
            tree: Tree::default(),
            reached: NONE,
            path: Vec::new(),
            actions: Vec::new(),
            number: 0,
            pool,
        }
    }

    /// Makes node 0 of the tree the state at the root.
    fn plant(&mut self, actor: i8) {
        if self.reached == NONE {
            self.tree.clear();
            self.tree.node(actor);
        } else if self.reached != 0 {
            self.tree.keep(self.reached);
        }
        self.reached = 0;
        self.number = 0;
    }

    /// Plays one random game, from the root down the tree and on.
    fn simulate(&mut self, sight: &Sight<'_>, rng: &mut Rng) {
        if self.hidden {
            sight.deal(rng, &mut *self.pool, GAME);
        } else {
            self.pool.copy(ROOT, GAME);
        }
        self.number += 1;
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
                self.find_or_add(node, action, actor)
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
        let returns = outcome.map_or(Returns::ZERO, |outcome| outcome.returns);
        for &edge in &self.path {
            let edge = &mut self.tree.edges[edge as usize];
            edge.visits += 1;
            if let Ok(seat) = u8::try_from(edge.actor) {
                edge.total += returns.get(seat);
            }
        }
    }

    fn find_or_add(&mut self, node: u32, action: u32, actor: i8) -> u32 {
        self.tree.find(node, action, actor).unwrap_or_else(|| self.tree.edge(node, action, actor))
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
                let edge = self.find_or_add(node, action, actor);
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

    /// The action tried most, of several the one with the better mean, of several of these one at random.
    fn favourite(&self, rng: &mut Rng) -> Option<u32> {
        let rank = |edge: &super::tree::Edge| (edge.visits, edge.total / f64::from(edge.visits.max(1)));
        let most = self
            .tree
            .edges_of(0)
            .map(|(_, edge)| rank(edge))
            .max_by(|a, b| a.partial_cmp(b).expect("no NaN"))?;
        let equal = || self.tree.edges_of(0).filter(|(_, edge)| rank(edge) == most);
        equal().nth(below(rng, equal().count())).map(|(_, edge)| edge.action)
    }
}

impl Agent for Mcts {
    fn begin(&mut self) {
        self.reached = NONE;
    }

    fn choose(&mut self, sight: &Sight<'_>, rng: &mut Rng, go_on: &mut dyn FnMut() -> bool) -> u32 {
        if let [only] = *sight.legal {
            return only;
        }
        if self.hidden {
            self.reached = NONE;
        } else {
            sight.deal(rng, &mut *self.pool, ROOT);
        }
        self.plant(Actor::Seat(sight.seat).code());
        for done in 1..=self.simulations {
            self.simulate(sight, rng);
            if done.is_multiple_of(PATIENCE) && !go_on() {
                break;
            }
        }
        self.favourite(rng).unwrap_or(sight.legal[0])
    }

    fn follow(&mut self, action: u32) {
        if self.reached != NONE {
            let edge = self.tree.edges_of(self.reached).find(|(_, edge)| edge.action == action);
            self.reached = edge.map_or(NONE, |(_, edge)| edge.to);
        }
    }
}
