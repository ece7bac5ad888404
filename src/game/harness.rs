//! A test for any game. It plays random games and checks what the roles of a game promise: that position
//! strings can be read again, that masks, lists and counts agree, that hidden information does not leak, and
//! so on.
//!
//! ```
//! use plyground::game::{Frame, harness};
//! use plyground::games::chess::Chess;
//!
//! harness::check(&Chess::chess(true, Frame::Seat), 1, 0);
//! ```

use super::{Actor, Game, MAX_SEATS, Outcome, Rng, Scoring, rng_for};
use crate::game::Seat;
use foldhash::quality::FixedState;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::panic::{self, AssertUnwindSafe};
use symmetries::grid_permutations;

/// Plays `games` random games under `seed` and checks them.
///
/// # Panics
///
/// Panics at the first violation. The message states the position.
pub fn check<G: Game>(game: &G, games: u64, seed: u64) {
    if let Err(violation) = find_violation(game, games, seed) {
        panic!("{violation}");
    }
}

/// Plays `games` random games under `seed` and checks them.
///
/// # Errors
///
/// The first violation, with the position. Panics of the game itself are not caught.
pub fn find_violation<G: Game>(game: &G, games: u64, seed: u64) -> Result<(), String> {
    let check = || {
        let (rows, columns) = game.board().grid();
        let mut cells = vec![false; rows * columns];
        game.board().cells().for_each(|cell| cells[game.board().plane_index(cell)] = true);
        Check { game, observed: HashMap::new(), moved: grid_permutations(game), cells }.run(games, seed);
    };
    panic::catch_unwind(AssertUnwindSafe(check)).map_err(|payload| match payload.downcast::<Violation>() {
        Ok(violation) => violation.0,
        Err(other) => panic::resume_unwind(other),
    })
}

/// The payload of an unwinding check.
struct Violation(String);

/// Ends the check. Unwinding keeps the checks readable; the panic hook is not called.
fn violated(message: String) -> ! {
    panic::resume_unwind(Box::new(Violation(message)))
}

/// Ends the check if a condition does not hold.
macro_rules! ensure {
    ($condition:expr $(,)?) => { ensure!($condition, "expected {}", stringify!($condition)) };
    ($condition:expr, $($message:tt)+) => {
        match $condition {
            true => {}
            false => $crate::game::harness::violated(format!($($message)+)),
        }
    };
}

/// Ends the check if two values differ.
macro_rules! ensure_eq {
    ($left:expr, $right:expr $(,)?) => {
        ensure_eq!($left, $right, "{} differs from {}", stringify!($left), stringify!($right))
    };
    ($left:expr, $right:expr, $($message:tt)+) => {
        match (&$left, &$right) {
            (left, right) => ensure!(left == right, "{}: {left:?}, {right:?}", format!($($message)+)),
        }
    };
}

mod positions;
mod search_hints;
mod steps;
mod symmetries;
mod views;

struct Check<'a, G: Game> {
    game: &'a G,
    /// The legal actions for each observation of the seat to act, by the hash of the observation.
    observed: HashMap<u64, Vec<usize>>,
    /// The permutation of the grid's places for each symmetry, derived from the places of actions.
    moved: Vec<Vec<(usize, usize)>>,
    /// Whether each place of the grid is a cell.
    cells: Vec<bool>,
}

impl<G: Game> Check<'_, G> {
    fn run(&mut self, games: u64, seed: u64) {
        self.check_spec();
        for index in 0..games {
            let mut rng = rng_for(seed, 0, index);
            let mut state = self.game.start(&mut rng);
            let same = self.game.start(&mut rng_for(seed, 0, index));
            ensure!(state == same, "the start depends on more than the generator");
            let mut steps = 0;
            loop {
                self.check_state(&state, &mut rng, steps);
                if steps.is_multiple_of(7) {
                    self.check_mutated_fens(&state, &mut rng);
                    self.check_planes_follow_symmetries(&state);
                }
                let Some(step) = self.game.random_step(&state, &mut rng) else { break };
                self.game.apply(&mut state, step);
                steps += 1;
                ensure!(
                    steps <= self.game.spec().max_steps,
                    "{}: the game is not over after max_steps = {} steps",
                    self.location(&state),
                    self.game.spec().max_steps
                );
            }
            ensure_eq!(
                self.game.actor(&state),
                Actor::Over,
                "{}: no legal step, but the game is not over",
                self.location(&state)
            );
        }
    }

    fn location(&self, state: &G::State) -> String {
        format!("{} at '{}'", self.game.spec().id, self.game.fen(state))
    }

    fn check_spec(&self) {
        let spec = self.game.spec();
        let seats = spec.seats as usize;
        ensure!(!spec.id.is_empty() && (1..=MAX_SEATS).contains(&seats));
        ensure_eq!(spec.teams.len(), seats, "one team for each seat");
        ensure_eq!(spec.colors.len(), seats, "one color for each seat");
        let (scores, one_team) = (&spec.scores, spec.teams.iter().all(|team| *team == spec.teams[0]));
        ensure!(
            scores.min_return < scores.max_return
                && scores.min_return.is_finite()
                && scores.max_return.is_finite()
        );
        match scores.kind {
            Scoring::Win => ensure!(!one_team, "a game for a win needs two teams"),
            Scoring::Shared => ensure!(one_team, "seats that share a score must be one team"),
            Scoring::Strokes => ensure!(scores.max_return <= 0.0, "returns are minus the strokes"),
        }
        ensure!(spec.turn_order.iter().all(|seat| seat.number() < spec.seats) && !spec.turn_order.is_empty());
        ensure!(spec.num_actions > 0 && !spec.planes.is_empty() && spec.max_steps > 0);
        ensure!(!spec.has_chance || G::CHANCE, "the spec has chance, but the type has not");
        let mut names: Vec<&str> = spec.planes.iter().map(|plane| &*plane.name).collect();
        names.sort_unstable();
        names.dedup();
        ensure_eq!(names.len(), spec.planes.len(), "plane names must be distinct");
        for plane in &spec.planes {
            ensure!(
                plane.description.len() > 10 && plane.divisor != Some(0),
                "{plane:?} needs a description and a divisor other than 0"
            );
        }
        for symmetry in self.game.symmetries() {
            ensure_eq!(symmetry.cells.len(), self.game.board().len());
            ensure_eq!(symmetry.actions.len(), spec.num_actions);
        }
    }

    /// Checks a single state.
    fn check_state(&mut self, state: &G::State, rng: &mut Rng, steps: u32) {
        let game = self.game;
        let outcome = game.outcome(state);
        let actor = game.actor(state);
        ensure_eq!(
            outcome.is_some(),
            actor == Actor::Over,
            "{}: outcome and actor differ",
            self.location(state)
        );
        ensure!(
            outcome.is_some() || game.mover(state) == actor,
            "{}: mover and actor differ",
            self.location(state)
        );
        ensure!(
            outcome.is_none() || !game.is_simultaneous(state),
            "{}: the game is over, but commits is true",
            self.location(state)
        );
        ensure!(game.material(state, Seat::ZERO).is_finite());
        let fen = self.check_fen(state);
        let observation_hash = self.check_views(state, &fen, actor, rng);
        let legal = self.legal(state);
        match actor {
            Actor::Over => {
                ensure!(legal.is_empty(), "{}: over, but there are steps", self.location(state));
                self.check_returns(state, outcome.expect("the game is over"));
            }
            Actor::Chance => self.check_chance(state, &legal),
            Actor::Seat(_) => {
                ensure!(!legal.is_empty(), "{}: not over, but no steps", self.location(state));
                self.check_actions(state, &legal, rng);
                if steps.is_multiple_of(3) {
                    self.check_picks(state, &legal);
                }
                if steps.is_multiple_of(2) {
                    self.check_texts(state, &legal);
                } else {
                    self.check_search_hints(state, &legal);
                }
                self.check_symmetries(state, &legal);
                self.check_observation_determines_steps(state, observation_hash);
                if steps.is_multiple_of(5) {
                    self.check_turns(state);
                }
            }
        }
        for &step in legal.iter().take(3) {
            let (mut once, mut twice) = (state.clone(), state.clone());
            game.apply(&mut once, step);
            game.apply(&mut twice, step);
            ensure!(once == twice, "{}: a step has two results", self.location(state));
        }
        ensure_eq!(game.fen(state), fen, "a copy shares state");
    }

    fn legal(&self, state: &G::State) -> Vec<G::Step> {
        let mut legal = Vec::new();
        self.game.each_step(state, |step| legal.push(step));
        legal
    }

    fn check_returns(&self, state: &G::State, outcome: Outcome) {
        let spec = self.game.spec();
        let returns = outcome.returns.seats(spec.seats);
        for (a, b) in (0..returns.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
            ensure!(
                spec.teams[a] != spec.teams[b] || returns[a] == returns[b],
                "{}: partners get different returns",
                self.location(state)
            );
        }
        if let Some(fault) = spec.scores.explain_invalid(returns) {
            violated(format!("{}: invalid returns {returns:?}: {fault}", self.location(state)));
        }
    }
}

fn hash(value: &impl Hash) -> u64 {
    FixedState::with_seed(0).hash_one(value)
}
