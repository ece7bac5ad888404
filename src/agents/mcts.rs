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
//!
//! Where random games say little, as in chess, they can be *cut* short after some steps: where they have come
//! to then is judged as alpha-beta judges it. A turn that has been begun is ended before, and so are chance
//! steps and forced replies. A step then counts as tried once before it is, with the material that it leads
//! to, so that the tree grows where it matters and replies that take something come first (Gelly and Silver
//! 2007). Where nobody plays against another there is nothing to judge by, and games are played to their end.

use super::tree::{Edge, NONE, Tree};
use super::worth::Sides;
use super::{Agent, Sight, shuffle};
use crate::game::{Actor, Returns, Rng, Scores, Seat};
use crate::sim::{DynGame, Pool, Slot};

/// Between two looks at whether to go on, so many random games are played.
const PATIENCE: u32 = 64;

/// A game that is cut short ends its turn, and forced replies, in so many steps or not at all.
const LONGEST: u32 = 64;

/// Where the state at the root lies, and where random games are played.
const ROOT: Slot = 0;
const GAME: Slot = 1;
/// Where steps are tried.
const TRIAL: Slot = 2;

/// How a search by random games goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uct {
    /// How many random games it plays for a step.
    pub simulations: u32,
    /// How much weight it gives to what it has seldom tried.
    pub c: f64,
    /// After how many steps random games are cut short and judged, if they are.
    pub cut: Option<u32>,
}

pub(super) struct Mcts {
    pool: Pool,
    settings: Uct,
    sides: Sides,
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
    pub fn new(game: &dyn DynGame, settings: Uct) -> Mcts {
        let mut pool = game.pool();
        pool.reserve(3);
        let spec = game.spec();
        let sides = Sides::new(spec);
        let cut = settings.cut.filter(|_| sides.count() > 1);
        Mcts {
            settings: Uct { cut, ..settings },
            sides,
            hidden: spec.has_hidden_information,
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
            sight.deal(rng, &mut self.pool, GAME);
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
        let returns = self.play_on(rng);
        self.tree.back_up(&self.path, &returns);
    }

    /// Plays on by random steps, and says what each seat gets.
    fn play_on(&mut self, rng: &mut Rng) -> Returns {
        let cut = self.settings.cut;
        let mut outcome = self.pool.rollout(GAME, rng, cut.unwrap_or(self.limit));
        for _ in 0..cut.map_or(0, |_| LONGEST) {
            if outcome.is_some() {
                break;
            }
            if let Actor::Seat(seat) = self.pool.mover(GAME)
                && !self.pool.mid_turn(GAME)
            {
                let steps = self.pool.count(GAME);
                if steps > 1 {
                    return self.sides.expected(&self.pool, GAME, seat, steps);
                }
            }
            outcome = self.pool.rollout(GAME, rng, 1);
        }
        outcome.map_or(Returns::ZERO, |outcome| self.scores.scaled_for(&outcome.returns, self.seats))
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
            let known = if self.hidden { self.tree.find(node, action, actor) } else { None };
            let edge = known.unwrap_or_else(|| self.tree.edge(node, action, actor)) as usize;
            if known.is_none() && self.settings.cut.is_some() {
                self.tree.edges[edge].prior = self.promise(actor, action);
            }
            if self.hidden {
                self.tree.edges[edge].seen = self.number;
                self.tree.edges[edge].chances += 1;
            }
        }
        self.tree.nodes[node as usize].listed = true;
        self.actions = actions;
    }

    /// What whoever makes a step may expect to get by the material after it.
    fn promise(&mut self, actor: i8, action: u32) -> f32 {
        let Ok(seat) = Seat::try_from(actor) else { return 0.0 };
        self.pool.copy_and_apply(GAME, TRIAL, action);
        self.sides.share(self.sides.balance(&self.pool, TRIAL, self.sides.of(seat))) as f32
    }

    /// The edge to go on by: one never tried, or else the one of the highest upper confidence bound.
    fn select(&self, node: u32) -> u32 {
        let (mut best, mut highest) = (NONE, f64::NEG_INFINITY);
        let judged = self.settings.cut.is_some();
        let weight = self.settings.c * self.settings.c;
        let spread = weight * f64::from(self.tree.nodes[node as usize].visits).ln();
        for (at, edge) in self.tree.edges_of(node) {
            if self.hidden && edge.seen != self.number {
                continue;
            }
            if edge.visits == 0 && !judged {
                return at;
            }
            let (total, visits) = (edge.total, f64::from(edge.visits));
            let (total, visits) =
                if judged { (total + f64::from(edge.prior), visits + 1.0) } else { (total, visits) };
            let spread = if self.hidden { weight * f64::from(edge.chances).ln() } else { spread };
            let bound = total / visits + (spread / visits).sqrt();
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
            sight.deal(rng, &mut self.pool, ROOT);
        }
        self.tree.plant(self.reached, Actor::Seat(sight.seat).code());
        (self.reached, self.number) = (0, 0);
        for done in 1..=self.settings.simulations {
            self.simulate(sight, rng);
            if done.is_multiple_of(PATIENCE) && !go_on() {
                break;
            }
        }
        let rank = |edge: &Edge| (edge.visits, edge.total / f64::from(edge.visits.max(1)));
        Some(self.tree.favorite(rank, rng).unwrap_or(sight.legal[0]))
    }

    fn effort(&self) -> u64 {
        self.games
    }

    fn follow(&mut self, action: u32) {
        self.reached = self.tree.after(self.reached, action);
    }
}
