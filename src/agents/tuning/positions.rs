//! Positions from games of alpha-beta against itself, with the values of searches and the results.

use super::super::alpha_beta::AlphaBeta;
use super::super::evaluation::{DECIDED, Sides};
use super::super::{Agent, PlayerView};
use super::network::{TunedEvaluation, quantized};
use super::{TuneRequest, player_settings};
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

/// What is known of a position, from the point of view of the seat to act.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The evaluation by material and mobility, in men.
    pub balance: f32,
    /// The value of a search, in men.
    pub value: f32,
    /// The result of the game, from 0 to 1.
    pub result: f32,
    /// The end of its features.
    end: usize,
}

/// Positions with their features.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    samples: Vec<Sample>,
    /// The features of all positions, with their values in units of 1 / 64.
    features: Vec<(u16, u8)>,
}

impl Positions {
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    pub fn sample(&self, at: usize) -> &Sample {
        &self.samples[at]
    }

    pub fn features(&self, at: usize) -> &[(u16, u8)] {
        let start = if at == 0 { 0 } else { self.samples[at - 1].end };
        &self.features[start..self.samples[at].end]
    }

    /// Moves the positions of another list to the end of this one.
    fn append(&mut self, other: &mut Positions) {
        let offset = self.features.len();
        self.features.append(&mut other.features);
        self.samples
            .extend(other.samples.drain(..).map(|sample| Sample { end: sample.end + offset, ..sample }));
    }

    /// Adds a position, given the evaluation and the value of a search in hundredths of a man.
    fn add(&mut self, pool: &Pool, seat: Seat, balance: i32, value: i32) {
        pool.each_feature(0, seat, |feature, value| {
            let value = quantized(value);
            if value > 0 {
                self.features.push((feature as u16, value));
            }
        });
        self.samples.push(Sample {
            balance: balance as f32 / 100.0,
            value: value as f32 / 100.0,
            result: 0.5,
            end: self.features.len(),
        });
    }
}

/// A player of both sides, with the positions of its games.
struct Player<'a> {
    game: &'a dyn DynGame,
    agent: AlphaBeta,
    pool: Pool,
    sides: Sides,
    positions: Positions,
    legal: Vec<u32>,
    candidates: Vec<Candidate>,
    /// The seats to act in the positions of the current game.
    seats: Vec<Seat>,
}

impl<'a> Player<'a> {
    fn new(game: &'a dyn DynGame, nodes: u64, tuned: Option<&Arc<TunedEvaluation>>) -> Player<'a> {
        let mut pool = game.pool();
        pool.reserve(1);
        Player {
            game,
            agent: AlphaBeta::new(game, &player_settings(nodes, tuned)),
            sides: Sides::of_game(&pool),
            pool,
            positions: Positions::default(),
            legal: Vec::new(),
            candidates: Vec::new(),
            seats: Vec::new(),
        }
    }

    /// Plays a game and adds its quiet positions.
    fn play(&mut self, mut rng: Rng) {
        let first = self.positions.len();
        self.agent.reset();
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
            self.pool[0].apply(action);
            turns += u32::from(!self.pool[0].mid_turn());
        }
        let (scores, outcome) = (self.game.spec().scores, self.pool[0].outcome());
        for (sample, seat) in self.positions.samples[first..].iter_mut().zip(&self.seats) {
            let scaled = outcome.map_or(0.0, |outcome| scores.scaled(outcome.returns.get(*seat)));
            sample.result = (0.5 + 0.5 * scaled) as f32;
        }
    }

    /// Chooses a step, and adds the position if it was searched and is quiet.
    fn choose(&mut self, seat: Seat, turns: u32, rng: &mut Rng) -> u32 {
        let Player { agent, pool, sides, legal, candidates, .. } = self;
        pool[0].actions(legal);
        legal.sort_unstable();
        if legal.len() == 1 || turns < RANDOM_TURNS || below(rng, RANDOM_EVERY) == 0 {
            return legal[below(rng, legal.len())];
        }
        let view = PlayerView::new(pool, 0, seat, legal);
        let action = agent.choose(&view, rng, &mut || true).unwrap_or(legal[0]);
        let value = agent.value();
        pool[0].candidates(candidates);
        let is_quiet = !pool[0].mid_turn()
            && !pool[0].in_check()
            && candidates.iter().all(|one| one.action != action || one.gain <= 0);
        if is_quiet && value.abs() < DECIDED {
            let balance = sides.evaluate(pool, 0, sides.side_of(seat), seat, legal.len());
            self.positions.add(pool, seat, balance, value);
            self.seats.push(seat);
        }
        action
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
    let mut all = Positions::default();
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
