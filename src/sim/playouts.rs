//! Playouts: games of uniformly random steps, in large numbers.

use super::columns::{self, NestedRows, PairMap};
use super::draw_odds::DrawOdds;
use super::threads::{Threads, lock_share};
use super::{DynGame, DynState, RecordError, RequestError, ScoreCounts, StateWithHistory};
use crate::game::{Game, Rng, Spec, apply_cold, random_step_cold, rng_for};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::sync::Mutex;

/// The entry instead of a reason for games that were cut off.
pub const CUT_OFF: u8 = u8::MAX;

/// The maximum number of games of a request.
const MAX_GAMES: u64 = 100_000_000;

/// The number of steps between two calls of `go_on`: some tenths of a second.
const STEPS_PER_BLOCK: u64 = 1 << 21;

/// A request for playouts.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayoutRequest<'a> {
    /// The number of games.
    pub games: u64,
    /// The seed. Game number `i` draws from `rng_for(seed, 0, i)`.
    pub seed: u64,
    /// The number of the first game. A long run can be split into parts by it.
    pub offset: u64,
    /// The number of threads, by default one for each processor. The results do not depend on it.
    pub threads: Option<usize>,
    /// The number of steps after which a game is cut off.
    pub max_steps: Option<u32>,
    /// The start position, if it is not the start of the game.
    pub start: Option<&'a str>,
}

/// The results of random games, with one row for each game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Playouts {
    /// The number of seats.
    pub seats: usize,
    /// The return of each seat, game by game. Games that were cut off have
    /// [`Scores::cut_off`](crate::game::Scores::cut_off).
    pub returns: Vec<f64>,
    /// The number of steps.
    pub steps: Vec<u32>,
    /// The number of the [`Reason`](crate::game::Reason), or [`CUT_OFF`].
    pub reasons: Vec<u8>,
    /// The first action, or -1.
    pub first_action: Vec<i32>,
}

/// Continues with uniformly random steps until the game ends, or for at most `limit` steps. Returns the
/// number of steps. All random games run through this loop, so that it is compiled once for each game.
#[inline(never)]
pub(super) fn random_playout<G: Game>(game: &G, state: &mut G::State, rng: &mut Rng, limit: u32) -> u32 {
    let mut steps = 0;
    while steps < limit {
        let Some(step) = game.random_step(state, rng) else { break };
        game.apply(state, step);
        steps += 1;
    }
    steps
}

/// The seed, the start position and the maximum length of the games of a request.
pub struct PlayoutContext {
    seed: u64,
    start: Option<Box<dyn DynState>>,
    limit: u32,
}

/// The rows of consecutive games.
pub struct Rows<'a> {
    returns: &'a mut [f64],
    steps: &'a mut [u32],
    reasons: &'a mut [u8],
    first_action: &'a mut [i32],
}

impl Rows<'_> {
    /// Counts the draws as the odds require.
    pub(super) fn count_draws(&mut self, odds: &DrawOdds) {
        let seats = usize::from(odds.spec.seats);
        for (returns, &reason) in self.returns.chunks_exact_mut(seats).zip(&*self.reasons) {
            if reason != CUT_OFF {
                odds.count(returns);
            }
        }
    }
}

/// Plays the games that begin with number `from`.
pub(super) fn play_range<G: Game>(game: &G, context: &PlayoutContext, from: u64, rows: &mut Rows<'_>) {
    let seats = game.spec().seats;
    let start = context.start.as_ref().and_then(|start| start.downcast::<G>()).map(|(_, start)| start);
    for at in 0..rows.steps.len() {
        let mut rng = rng_for(context.seed, 0, from.wrapping_add(at as u64));
        let mut state = start.cloned().unwrap_or_else(|| game.start(&mut rng));
        if context.limit > 0
            && let Some(step) = random_step_cold(game, &state, &mut rng)
        {
            rows.first_action[at] = game.action(&state, step) as i32;
            apply_cold(game, &mut state, step);
            rows.steps[at] = 1 + random_playout(game, &mut state, &mut rng, context.limit - 1);
        }
        if let Some(outcome) = game.outcome(&state) {
            let returns = outcome.returns.seats(seats);
            rows.returns[at * returns.len()..][..returns.len()].copy_from_slice(returns);
            rows.reasons[at] = outcome.reason as u8;
        }
    }
}

/// Plays the games of a request. `go_on` is called several times a second. The result is `None` once it
/// returns false.
pub(super) fn playouts(
    game: &dyn DynGame,
    request: &PlayoutRequest<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Playouts>, RequestError> {
    RequestError::check("the number of games", request.games, 0, MAX_GAMES)?;
    let mut threads = Threads::new(game, request.threads)?;
    let start = game.opening(request.start)?;
    let limit = request.max_steps.unwrap_or(game.spec().max_steps);
    let context = PlayoutContext { seed: request.seed, start, limit };
    let seats = usize::from(game.spec().seats);
    let games = request.games as usize;
    let mut all = Playouts {
        seats,
        returns: filled(games * seats, game.spec().scores.cut_off())?,
        steps: filled(games, 0)?,
        reasons: filled(games, CUT_OFF)?,
        first_action: filled(games, -1)?,
    };
    let (mut from, mut block) = (0, games.min(64 * threads.count()));
    while from < games {
        let to = games.min(from + block);
        let first = request.offset.wrapping_add(from as u64);
        // Small shares let all threads finish at about the same time.
        let share = (to - from).div_ceil(threads.count() * 16).max(1);
        let shares = all.rows(from..to).shares(share, seats);
        threads.for_each(shares.len(), &|at| {
            game.play(&context, first.wrapping_add((at * share) as u64), &mut lock_share(&shares, at));
        });
        drop(shares);
        let steps: u64 = all.steps[from..to].iter().map(|&steps| u64::from(steps)).sum();
        let per_game = steps / (to - from) as u64 + 1;
        block = (STEPS_PER_BLOCK * threads.count() as u64 / per_game).max(1) as usize;
        from = to;
        if !go_on() {
            return Ok(None);
        }
    }
    Ok(Some(all))
}

/// Plays one game of a request again, with its record.
pub(super) fn playout(
    game: &dyn DynGame,
    request: &PlayoutRequest<'_>,
    index: u64,
) -> Result<StateWithHistory, RequestError> {
    let mut rng = rng_for(request.seed, 0, request.offset.wrapping_add(index));
    let state = match game.opening(request.start)? {
        Some(start) => start,
        None => {
            let mut state = game.state();
            state.reset(&mut rng);
            state
        }
    };
    let mut played = StateWithHistory::new(state, 0);
    played.play_random_from(&mut rng, request.max_steps.unwrap_or(game.spec().max_steps));
    Ok(played)
}

impl<'a> Rows<'a> {
    /// Splits the rows into shares of this number of games.
    fn shares(self, games: usize, seats: usize) -> Vec<Mutex<Rows<'a>>> {
        let returns = self.returns.chunks_mut(games * seats).zip(self.steps.chunks_mut(games));
        let others = self.reasons.chunks_mut(games).zip(self.first_action.chunks_mut(games));
        let each = returns.zip(others).map(|((returns, steps), (reasons, first_action))| {
            Mutex::new(Rows { returns, steps, reasons, first_action })
        });
        each.collect()
    }
}

impl Playouts {
    /// Counts the returns of each seat, without games that were cut off.
    pub fn score_counts(&self) -> ScoreCounts {
        let mut score_counts = ScoreCounts::new(self.seats);
        let ended =
            self.returns.chunks(self.seats.max(1)).zip(&self.reasons).filter(|game| *game.1 != CUT_OFF);
        for (returns, _) in ended {
            returns.iter().enumerate().for_each(|(seat, &got)| score_counts.add(seat, got));
        }
        score_counts
    }

    /// Counts the reasons of endings, most frequent first. `truncated` counts the games that were cut off.
    pub fn reason_counts(&self) -> Vec<(&'static str, usize)> {
        columns::reason_counts(&self.reasons)
    }

    /// Checks that the columns fit together and belong to a game.
    ///
    /// # Errors
    ///
    /// [`RecordError`] if they do not.
    pub fn check(&self, spec: &Spec) -> Result<(), RecordError> {
        let games = self.steps.len();
        columns::check_games(
            spec,
            self.seats,
            &[games, self.reasons.len(), self.first_action.len()],
            self.returns.len(),
        )?;
        columns::check_reasons(&self.reasons)
    }

    fn rows(&mut self, games: std::ops::Range<usize>) -> Rows<'_> {
        Rows {
            returns: &mut self.returns[games.start * self.seats..games.end * self.seats],
            steps: &mut self.steps[games.clone()],
            reasons: &mut self.reasons[games.clone()],
            first_action: &mut self.first_action[games],
        }
    }
}

/// Serializes one row for each game, and counts of reasons and scores.
///
/// ```
/// use plyground::game::Frame;
/// use plyground::catalog;
/// use plyground::sim::PlayoutRequest;
///
/// let game = catalog::open("english-draughts", &[], Frame::Seat)?;
/// let request = PlayoutRequest { games: 3, seed: 1, ..PlayoutRequest::default() };
/// let played = game.playouts(&request, &mut || true)?;
/// let json = serde_json::to_value(played)?;
/// assert_eq!(json["steps"].as_array().map(Vec::len), Some(3));
/// assert_eq!(json["reason_counts"]["elimination"], 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Serialize for Playouts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let score_counts = self.score_counts();
        let mut fields = serializer.serialize_struct("Playouts", 7)?;
        let shape = [self.steps.len(), self.seats];
        fields.serialize_field("returns", &NestedRows { all: &self.returns, shape: &shape })?;
        fields.serialize_field("steps", &self.steps)?;
        fields.serialize_field("reasons", &self.reasons)?;
        fields.serialize_field("first_action", &self.first_action)?;
        fields.serialize_field("reason_counts", &PairMap(&self.reason_counts()))?;
        fields.serialize_field("score_counts", &score_counts)?;
        fields.serialize_field("mean_returns", &score_counts.means())?;
        fields.end()
    }
}

/// Allocates an array, or returns an error if there is not enough memory.
fn filled<T: Clone>(length: usize, value: T) -> Result<Vec<T>, RequestError> {
    let mut array = Vec::new();
    let bytes = (length * size_of::<T>()) as u64;
    array.try_reserve_exact(length).map_err(|_| RequestError::NoMemory { bytes })?;
    array.resize(length, value);
    Ok(array)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::toy::Toy;
    use crate::game::{Frame, Reason, Scoring};
    use crate::sim::erase;

    fn play(request: PlayoutRequest<'_>) -> Playouts {
        erase(Toy::new()).playouts(&request, &mut || true).expect("within limits").expect("not stopped")
    }

    const REQUEST: PlayoutRequest<'static> =
        PlayoutRequest { games: 1000, seed: 5, offset: 0, threads: Some(1), max_steps: None, start: None };

    #[test]
    fn games_do_not_depend_on_threads_or_offsets() {
        let all = play(REQUEST);
        assert_eq!(all, play(PlayoutRequest { threads: Some(3), ..REQUEST }));
        let part = play(PlayoutRequest { games: 100, offset: 900, ..REQUEST });
        assert_eq!(part.returns, all.returns[1800..]);
        assert_eq!(part.first_action, all.first_action[900..]);
        assert_ne!(all, play(PlayoutRequest { seed: 6, ..REQUEST }));
    }

    #[test]
    fn rows_hold_the_results_of_games() {
        let all = play(REQUEST);
        assert!(
            all.steps.iter().all(|&steps| steps == 9)
                && all.reasons.iter().all(|&r| r == Reason::Course as u8)
        );
        assert!(all.returns.chunks(2).all(|game| game[0] + game[1] == 0.0));
        let wins = all.returns.chunks(2).filter(|game| game[0] > 0.0).count();
        assert!((250..450).contains(&wins), "{wins} wins of the first seat");
        for action in 0..3 {
            assert!((270..400).contains(&all.first_action.iter().filter(|&&first| first == action).count()));
        }
    }

    /// Returns the frequencies of these returns of the first seat in 9000 random games, and their mean.
    fn shares(kind: Scoring, values: &[f64]) -> (Vec<f64>, f64) {
        let toy = erase(Toy::of(kind, Frame::Seat));
        let request = PlayoutRequest { games: 9000, ..REQUEST };
        let all = toy.playouts(&request, &mut || true).expect("within limits").expect("not stopped");
        let score_counts = all.score_counts();
        let found: Vec<f64> = score_counts.scores().iter().map(|row| row.0).collect();
        assert_eq!(found, values);
        (score_counts.scores().iter().map(|row| row.1[0] as f64 / 9000.0).collect(), score_counts.mean(0))
    }

    fn near(found: &[f64], expected: &[f64]) {
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.02), "{found:?}, not {expected:?}");
    }

    #[test]
    fn scores_of_every_kind_have_the_expected_frequencies() {
        // One of two stones is on the number of the die in 5 of 9 cases: in a third of the cases in which the
        // stones are equal, and in two thirds of the others.
        let hit: f64 = 5.0 / 9.0;
        let miss = 1.0 - hit;
        let thrice = [miss.powi(3), 3.0 * hit * miss * miss, 3.0 * hit * hit * miss, hit.powi(3)];
        let (found, mean) = shares(Scoring::Shared, &[-1.0, 1.0, 2.0, 3.0]);
        near(&found, &thrice);
        assert!((mean - (3.0 * hit - thrice[0])).abs() < 0.04, "{mean}");

        // The strokes of a round are 1 in 3 of 9 cases, 2 in 4 cases, and 3 in 2 cases.
        let mut course = [0.0; 7];
        let round = [(0, 3.0 / 9.0), (1, 4.0 / 9.0), (2, 2.0 / 9.0)];
        for (a, one) in round {
            for (b, two) in round {
                round.iter().for_each(|(c, three)| course[6 - (a + b + c)] += one * two * three);
            }
        }
        let (found, mean) = shares(Scoring::Strokes, &[-9.0, -8.0, -7.0, -6.0, -5.0, -4.0, -3.0]);
        near(&found, &course);
        assert!((mean + 3.0 * 17.0 / 9.0).abs() < 0.04, "{mean}");

        let (found, mean) = shares(Scoring::Win, &[-1.0, 0.0, 1.0]);
        assert!((found[0] - found[2]).abs() < 0.03 && mean.abs() < 0.03, "{found:?}");
    }

    #[test]
    fn games_that_were_cut_off_are_not_counted() {
        let cut = play(PlayoutRequest { max_steps: Some(8), ..REQUEST });
        assert!(cut.score_counts().scores().is_empty());
    }

    #[test]
    fn games_can_be_cut_off_and_start_anywhere() {
        let cut = play(PlayoutRequest { max_steps: Some(4), ..REQUEST });
        assert!(cut.steps.iter().all(|&steps| steps == 4) && cut.reasons.iter().all(|&r| r == CUT_OFF));
        assert!(cut.returns.iter().all(|&got| got == 0.0));
        assert!(
            play(PlayoutRequest { max_steps: Some(0), ..REQUEST })
                .first_action
                .iter()
                .all(|&first| first == -1)
        );
        let late = play(PlayoutRequest { start: Some("2,0 a -- 2"), ..REQUEST });
        assert!(
            late.steps.iter().all(|&steps| steps == 3)
                && late.returns.iter().step_by(2).all(|&got| got == 1.0)
        );
        let over = play(PlayoutRequest { start: Some("2,0 a -- 3"), games: 1, ..REQUEST });
        assert_eq!((over.steps[0], over.first_action[0], &over.returns[..]), (0, -1, &[1.0, -1.0][..]));
    }

    #[test]
    fn a_long_run_can_be_stopped() {
        let mut asked = 0;
        let mut go_on = || {
            asked += 1;
            false
        };
        assert_eq!(
            erase(Toy::new()).playouts(&PlayoutRequest { games: 1_000_000, ..REQUEST }, &mut go_on),
            Ok(None)
        );
        assert_eq!(asked, 1);
    }

    #[test]
    fn invalid_requests_are_rejected() {
        let refused =
            |request| erase(Toy::new()).playouts(&request, &mut || true).expect_err("a refusal").to_string();
        let huge = refused(PlayoutRequest { games: u64::MAX, ..REQUEST });
        assert_eq!(huge, format!("the number of games must be from 0 to 100000000, got {}", u64::MAX));
        assert_eq!(
            refused(PlayoutRequest { threads: Some(0), ..REQUEST }),
            "threads must be from 1 to 1024, got 0"
        );
        assert!(refused(PlayoutRequest { start: Some("é"), ..REQUEST }).contains("printable ASCII"));
        assert_eq!(
            play(PlayoutRequest { games: 0, ..REQUEST }),
            Playouts { seats: 2, ..Playouts::default() }
        );
    }
}
