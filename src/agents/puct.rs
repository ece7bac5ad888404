//! Search led by a judge of positions, such as a neural network: PUCT for any number of seats, as AlphaZero
//! has it for two.
//!
//! The judge says of a position how good each step is (*priors*) and what each seat will get. It takes the
//! place of random games: a way down the tree ends at a state that has not been judged, and the search then
//! waits for the answer, so that the questions of many games can be asked at once. Seats, chance, hidden
//! information and the reuse of the tree are as in [`mcts`](super::mcts).

use super::tree::{Edge, NONE, Node, Tree};
use super::{Agent, Sight};
use crate::game::{Actor, Mask, Returns, Rng, Scores, Seat};
use crate::sim::{AnyGame, Pool, Slot};
use rand::Rng as _;

/// Where the state at the root lies, and where the way down is followed.
const ROOT: Slot = 0;
const WAY: Slot = 1;

/// How a search by a judge goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Puct {
    /// How many positions it has judged for a step.
    pub simulations: u32,
    /// The weight of the priors.
    pub c: f64,
    /// How freely it chooses: 0 for the action gone through most, 1 for each by how often it was gone
    /// through.
    pub temperature: f64,
}

pub(super) struct Searcher {
    pool: Box<dyn Pool>,
    settings: Puct,
    hidden: bool,
    seats: u8,
    scores: Scores,
    tree: Tree,
    /// The node that the game has reached, if the tree goes so far.
    reached: u32,
    path: Vec<u32>,
    actions: Vec<u32>,
    /// The ways down that have been gone for this choice; none before it is begun.
    gone: Option<u32>,
    /// The node whose state is being judged, and who acts there.
    asked: Option<(u32, Seat)>,
    judged: u64,
}

impl Searcher {
    /// How many bytes a search takes at most, about.
    pub fn bytes(settings: Puct) -> u64 {
        const STEPS: usize = 40;
        u64::from(settings.simulations) * (size_of::<Node>() + STEPS * size_of::<Edge>()) as u64
    }

    pub fn new(game: &dyn AnyGame, settings: Puct) -> Searcher {
        let mut pool = game.pool();
        pool.reserve(2);
        Searcher {
            pool,
            settings,
            hidden: game.spec().hidden,
            seats: game.spec().seats,
            scores: game.spec().scores,
            tree: Tree::default(),
            reached: NONE,
            path: Vec::new(),
            actions: Vec::new(),
            gone: None,
            asked: None,
            judged: 0,
        }
    }

    /// How often each action was gone through in the search that has just ended.
    pub fn visits(&self) -> impl Iterator<Item = (u32, u32)> {
        self.tree.edges_of(0).map(|(_, edge)| (edge.action, edge.visits))
    }

    /// Searches to the end, or up to a state that must be judged; says whether it has ended.
    pub fn search(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> bool {
        let mut gone = self.gone.unwrap_or_else(|| {
            if self.hidden {
                self.reached = NONE;
            } else {
                sight.deal(rng, &mut *self.pool, ROOT);
            }
            self.tree.plant(self.reached, Actor::Seat(sight.seat).code());
            self.reached = 0;
            0
        });
        while gone < self.settings.simulations {
            gone += 1;
            self.go_down(gone, sight, rng);
            if self.asked.is_some() {
                self.gone = Some(gone);
                return false;
            }
        }
        self.gone = None;
        true
    }

    /// Follows the tree down to a state that has not been judged, or to the end of the game.
    fn go_down(&mut self, number: u32, sight: &Sight<'_>, rng: &mut Rng) {
        if self.hidden {
            sight.deal(rng, &mut *self.pool, WAY);
        } else {
            self.pool.copy(ROOT, WAY);
        }
        self.path.clear();
        let mut node = 0;
        loop {
            self.tree.nodes[node as usize].visits += 1;
            // What is hidden may decide who acts.
            let actor =
                if self.hidden { self.pool.actor(WAY).code() } else { self.tree.nodes[node as usize].actor };
            let edge = match Seat::try_from(actor) {
                Ok(seat) if !self.tree.nodes[node as usize].listed => {
                    self.asked = Some((node, seat));
                    return;
                }
                Ok(_) => self.select(node, actor, number),
                Err(_) if actor == Actor::Chance.code() => {
                    let Some(action) = self.pool.draw(WAY, rng) else { return };
                    self.tree.find_or_add(node, action, actor)
                }
                Err(_) => {
                    let outcome = self.pool.outcome(WAY);
                    let returns = outcome.map_or(Returns::ZERO, |outcome| {
                        self.scores.scaled_for(&outcome.returns, self.seats)
                    });
                    self.tree.back_up(&self.path, &returns);
                    return;
                }
            };
            self.path.push(edge);
            self.pool.apply(WAY, self.tree.edges[edge as usize].action);
            node = self.tree.edges[edge as usize].to;
            if node == NONE {
                node = self.tree.node(self.pool.actor(WAY).code());
                self.tree.edges[edge as usize].to = node;
            }
        }
    }

    /// The edge with the highest bound.
    fn select(&mut self, node: u32, actor: i8, number: u32) -> u32 {
        if self.hidden {
            self.pool.actions(WAY, &mut self.actions);
            let share = 1.0 / self.actions.len().max(1) as f32;
            for &action in &self.actions {
                // A step that was not legal where the node was judged.
                let known = self.tree.find(node, action, actor);
                let edge = known.unwrap_or_else(|| {
                    let edge = self.tree.edge(node, action, actor);
                    self.tree.edges[edge as usize].prior = share;
                    edge
                });
                self.tree.edges[edge as usize].seen = number;
            }
        }
        let (mut best, mut highest) = (NONE, f64::NEG_INFINITY);
        let spread = self.settings.c * f64::from(self.tree.nodes[node as usize].visits).sqrt();
        for (at, edge) in self.tree.edges_of(node) {
            if self.hidden && edge.seen != number {
                continue;
            }
            let visits = f64::from(edge.visits);
            let mean = if edge.visits == 0 { 0.0 } else { edge.total / visits };
            let bound = mean + f64::from(edge.prior) * spread / (1.0 + visits);
            if bound > highest {
                (best, highest) = (at, bound);
            }
        }
        best
    }

    /// An action drawn by how often each was gone through, if it is to be drawn.
    fn drawn(&self, rng: &mut Rng) -> Option<u32> {
        let most = f64::from(self.visits().map(|(_, visits)| visits).max()?);
        if self.settings.temperature <= 0.0 || most == 0.0 {
            return None;
        }
        // Divided by the most, no power is out of range.
        let weight = |visits: u32| (f64::from(visits) / most).powf(1.0 / self.settings.temperature);
        let all: f64 = self.visits().map(|(_, visits)| weight(visits)).sum();
        let mut left = all * (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let mut tried = self.visits().filter(|&(_, visits)| visits > 0);
        let drawn = tried.find(|&(_, visits)| {
            left -= weight(visits);
            left < 0.0
        });
        drawn.map(|(action, _)| action)
    }
}

impl Agent for Searcher {
    fn begin(&mut self) {
        (self.reached, self.gone, self.asked) = (NONE, None, None);
    }

    fn choose(&mut self, sight: &Sight<'_>, rng: &mut Rng, _go_on: &mut dyn FnMut() -> bool) -> Option<u32> {
        if let [only] = *sight.legal {
            return Some(only);
        }
        if !self.search(sight, rng) {
            return None;
        }
        self.drawn(rng)
            .or_else(|| self.tree.favourite(|edge| (edge.visits, edge.prior), rng))
            .or(sight.legal.first().copied())
    }

    fn asks(&self, observation: &mut [f32], mask: &mut [bool]) -> Seat {
        let seat = self.asked.map_or(0, |(_, seat)| seat);
        self.pool.observe(WAY, seat, observation);
        let mut legal = Mask::new(mask.len());
        self.pool.mask(WAY, &mut legal);
        legal.pour_flags(mask);
        seat
    }

    fn hear(&mut self, policy: &[f32], returns: &Returns) {
        let Some((node, seat)) = self.asked.take() else { return };
        self.pool.actions(WAY, &mut self.actions);
        let sum: f32 = self.actions.iter().map(|&action| policy[action as usize]).sum();
        for &action in &self.actions {
            let edge = self.tree.edge(node, action, seat as i8);
            let even = 1.0 / self.actions.len() as f32;
            let prior = if sum > 0.0 { policy[action as usize] / sum } else { even };
            self.tree.edges[edge as usize].prior = prior;
        }
        self.tree.nodes[node as usize].listed = true;
        self.tree.back_up(&self.path, &self.scores.scaled_for(returns, self.seats));
        self.judged += 1;
    }

    fn effort(&self) -> u64 {
        self.judged
    }

    fn follow(&mut self, action: u32) {
        self.reached = self.tree.after(self.reached, action);
    }
}
