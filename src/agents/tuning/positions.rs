//! Positions from games of an agent against itself, with the values of searches and the results.
//!
//! The agent is alpha-beta, and with more than two sides Monte Carlo tree search, which is stronger there and
//! has a value for each seat.

use super::super::alpha_beta::AlphaBeta;
use super::super::evaluation::{DECIDED, Sides};
use super::super::mcts::{Mcts, Uct};
use super::super::spec::default_c;
use super::super::strong::CUT;
use super::super::{Agent, PlayerView};
use super::network::{TunedEvaluation, num_heads, quantized};
use super::perspectives::Perspectives;
use super::{TuneRequest, evaluation_of, player_settings};
use crate::game::{Actor, Rng, Seat, below, rng_for};
use crate::sim::threads::{Threads, lock_share};
use crate::sim::{Candidate, DynGame, Pool, RequestError};
use std::sync::{Arc, Mutex};

/// The number of random turns at the start of a game. After that, one in `RANDOM_EVERY` turns is random.
const RANDOM_TURNS: u32 = 8;
const RANDOM_EVERY: usize = 25;

/// Games are cut off after this number of steps, and then count as draws.
const MAX_STEPS: u32 = 1000;

/// The number of players, and the number of games that each plays between two calls of `go_on`. They do not
/// depend on the number of threads, so the order of positions does not, either.
const PLAYERS: usize = 16;
const GAMES_PER_ROUND: usize = 4;

/// The number of simulations that Monte Carlo tree search makes for each position that alpha-beta would
/// visit. They take about as long.
const SIMULATIONS_PER_NODE: u64 = 3;

/// What is known of a position, from the point of view of a seat.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The evaluation by material and mobility, in men.
    pub balance: f32,
    /// The value of a search, in men.
    pub value: f32,
    /// The result of the game, from 0 to 1.
    pub result: f32,
}

/// Positions with their features.
#[derive(Clone, Debug)]
pub struct Positions {
    /// The number of samples of each position: one for each head of the network.
    heads: usize,
    samples: Vec<Sample>,
    /// The perspective of the seat to act in each position.
    perspectives: Vec<u8>,
    /// The features of all positions, with their values in units of 1 / 64.
    features: Vec<(u16, u8)>,
    /// The end of the features of each position.
    ends: Vec<usize>,
}

impl Positions {
    fn new(heads: usize) -> Positions {
        Positions {
            heads,
            samples: Vec::new(),
            perspectives: Vec::new(),
            features: Vec::new(),
            ends: Vec::new(),
        }
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the samples of a position. The first one is that of the seat to act, and the others follow in
    /// the order of seats.
    pub fn samples(&self, at: usize) -> &[Sample] {
        &self.samples[at * self.heads..][..self.heads]
    }

    pub fn perspective(&self, at: usize) -> usize {
        self.perspectives[at].into()
    }

    pub fn features(&self, at: usize) -> &[(u16, u8)] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.features[start..self.ends[at]]
    }

    /// Moves the positions of another list to the end of this one.
    fn append(&mut self, other: &mut Positions) {
        let offset = self.features.len();
        self.features.append(&mut other.features);
        self.samples.append(&mut other.samples);
        self.perspectives.append(&mut other.perspectives);
        self.ends.extend(other.ends.drain(..).map(|end| end + offset));
    }

    /// Adds a position, given the evaluation and the value of a search for each head in hundredths of a man.
    fn add(&mut self, pool: &Pool, seat: Seat, perspective: usize, leads: impl Iterator<Item = (i32, i32)>) {
        pool.each_feature(0, seat, |feature, value| {
            let value = quantized(value);
            if value > 0 {
                self.features.push((feature as u16, value));
            }
        });
        self.ends.push(self.features.len());
        self.perspectives.push(perspective as u8);
        self.samples.extend(leads.map(|(balance, value)| Sample {
            balance: balance as f32 / 100.0,
            value: value as f32 / 100.0,
            result: 0.5,
        }));
    }
}

/// The agent that plays.
enum Searcher {
    AlphaBeta(Box<AlphaBeta>),
    Mcts(Box<Mcts>),
}

impl Searcher {
    fn new(game: &dyn DynGame, heads: usize, nodes: u64, tuned: Option<&Arc<TunedEvaluation>>) -> Searcher {
        if heads == 1 {
            return Searcher::AlphaBeta(Box::new(AlphaBeta::new(game, &player_settings(nodes, tuned))));
        }
        let settings = Uct {
            simulations: Some((SIMULATIONS_PER_NODE * nodes) as u32),
            ms: None,
            c: default_c(Some(CUT)),
            cut: Some(CUT),
            evaluation: evaluation_of(tuned),
        };
        Searcher::Mcts(Box::new(Mcts::new(game, settings)))
    }

    fn agent(&mut self) -> &mut dyn Agent {
        match self {
            Searcher::AlphaBeta(agent) => &mut **agent,
            Searcher::Mcts(agent) => &mut **agent,
        }
    }
}

/// A player of all sides, with the positions of its games.
struct Player<'a> {
    game: &'a dyn DynGame,
    searcher: Searcher,
    pool: Pool,
    sides: Sides,
    perspectives: Perspectives,
    positions: Positions,
    legal: Vec<u32>,
    candidates: Vec<Candidate>,
    /// The seats of the samples of the current game.
    seats: Vec<Seat>,
}

impl<'a> Player<'a> {
    fn new(game: &'a dyn DynGame, nodes: u64, tuned: Option<&Arc<TunedEvaluation>>) -> Player<'a> {
        let mut pool = game.pool();
        pool.reserve(1);
        let sides = Sides::of_game(&pool);
        let heads = num_heads(&sides);
        Player {
            game,
            searcher: Searcher::new(game, heads, nodes, tuned),
            sides,
            perspectives: Perspectives::of_game(game),
            pool,
            positions: Positions::new(heads),
            legal: Vec::new(),
            candidates: Vec::new(),
            seats: Vec::new(),
        }
    }

    /// Plays a game and adds its positions.
    fn play(&mut self, mut rng: Rng) {
        let first = self.positions.samples.len();
        self.searcher.agent().reset();
        self.seats.clear();
        self.pool[0].reset(&mut rng);
        let mut turns = 0;
        for _ in 0..self.game.spec().max_steps.min(MAX_STEPS) {
            let action = match self.pool[0].actor() {
                Actor::Over => break,
                Actor::Chance => self.pool[0].draw(&mut rng),
                Actor::Seat(seat) => Some(self.choose(seat, turns, &mut rng)),
            };
            let Some(action) = action else { break };
            self.searcher.agent().inform_action(action);
            self.pool[0].apply(action);
            turns += u32::from(!self.pool[0].mid_turn());
        }
        let (scores, outcome) = (self.game.spec().scores, self.pool[0].outcome());
        for (sample, seat) in self.positions.samples[first..].iter_mut().zip(&self.seats) {
            let scaled = outcome.map_or(0.0, |outcome| scores.scaled(outcome.returns.get(*seat)));
            sample.result = self.sides.result_of_return(scaled) as f32;
        }
    }

    /// Chooses a step, and adds the position if it was searched.
    fn choose(&mut self, seat: Seat, turns: u32, rng: &mut Rng) -> u32 {
        let Player { searcher, pool, legal, .. } = self;
        pool[0].actions(legal);
        legal.sort_unstable();
        if legal.len() == 1 || turns < RANDOM_TURNS || below(rng, RANDOM_EVERY) == 0 {
            return legal[below(rng, legal.len())];
        }
        let view = PlayerView::new(pool, 0, seat, legal);
        let action = searcher.agent().choose(&view, rng, &mut || true).unwrap_or(legal[0]);
        if !pool[0].mid_turn() {
            self.add(seat, action);
        }
        action
    }

    /// Adds the position that was searched. For alpha-beta it must be quiet, as those are that it evaluates.
    fn add(&mut self, seat: Seat, chosen: u32) {
        let Player { searcher, pool, sides, legal, candidates, positions, seats, .. } = self;
        let perspective = self.perspectives.of(seat);
        let balance = |viewer| sides.evaluate(pool, 0, sides.side_of(viewer), seat, legal.len());
        match searcher {
            Searcher::AlphaBeta(agent) => {
                let value = agent.value();
                pool[0].candidates(candidates);
                let is_quiet =
                    !pool[0].in_check() && candidates.iter().all(|one| one.action != chosen || one.gain <= 0);
                if is_quiet && value.abs() < DECIDED {
                    positions.add(pool, seat, perspective, std::iter::once((balance(seat), value)));
                    seats.push(seat);
                }
            }
            Searcher::Mcts(agent) => {
                let Some(returns) = agent.expected_returns() else { return };
                let count = sides.num_seats();
                let order = (0..count).map(|head| Seat::from_index((seat.index() + head) % count));
                let scores = self.game.spec().scores;
                let value = |seat| sides.lead_for_return(scores.scaled(returns.get(seat)));
                let leads = order.clone().map(|seat| (balance(seat), value(seat)));
                positions.add(pool, seat, perspective, leads);
                seats.extend(order);
            }
        }
    }
}

/// Plays the games of a generation. Returns `None` if `go_on` returns false.
pub fn play_games(
    game: &dyn DynGame,
    request: &TuneRequest,
    generation: u32,
    tuned: Option<&Arc<TunedEvaluation>>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Positions>, RequestError> {
    let mut threads = Threads::new(game, request.threads)?;
    let mut all = Positions::new(num_heads(&Sides::new(game.spec())));
    let players: Vec<_> = (0..PLAYERS).map(|_| Mutex::new(Player::new(game, request.nodes, tuned))).collect();
    let games = request.games as usize;
    for round in (0..games).step_by(PLAYERS * GAMES_PER_ROUND) {
        threads.for_each(PLAYERS, &|at| {
            let first = round + at * GAMES_PER_ROUND;
            let mut player = lock_share(&players, at);
            for number in first..games.min(first + GAMES_PER_ROUND) {
                player.play(rng_for(request.seed, 1, u64::from(generation) << 32 | number as u64));
            }
        });
        (0..PLAYERS).for_each(|at| all.append(&mut lock_share(&players, at).positions));
        if !go_on() {
            return Ok(None);
        }
    }
    Ok(Some(all))
}
