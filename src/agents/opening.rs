//! Where the games of a match begin: at positions that are named, and some random turns later.

use super::Sight;
use super::alpha_beta::AlphaBeta;
use super::matches::MatchError;
use super::referee::{Line, player_rng};
use crate::game::{Actor, MAX_SEATS, Rng, Scoring, below, rng_for};
use crate::sim::{DynGame, Pool, RequestError, Slot};

/// No opening has more turns.
const LONGEST: u32 = 1000;

/// Openings that end the game, or that are not even, are drawn again so many times at most.
const ATTEMPTS: u32 = 32;

/// What is worth no more than this to the seat to act, in hundredths of a man, is even.
const EVEN: i32 = 50;

/// The search that judges openings looks so many turns ahead.
const DEPTH: u32 = 2;

/// Where games begin.
#[derive(Clone, Copy, Debug, Default)]
pub struct Starts<'a> {
    /// The positions to play from, each of them in its turn; the start of the game, if there are none.
    pub positions: &'a [&'a str],
    /// How many turns are made at random before agents play.
    pub turns: u32,
    /// Whether those are looked for after which a quick search finds the position even.
    pub balanced: bool,
}

impl Starts<'_> {
    /// The start of the game.
    pub const START: Starts<'static> = Starts { positions: &[], turns: 0, balanced: false };

    /// Refuses what no game can begin with.
    pub(super) fn check(&self, game: &dyn DynGame) -> Result<(), MatchError> {
        RequestError::check("the number of random turns", self.turns.into(), 0, LONGEST.into())?;
        for text in self.positions {
            let read = game.read_fen(text, 0);
            read.map_err(|error| RequestError::Start { problem: error.to_string() })?;
        }
        let spec = game.spec();
        if self.balanced && self.turns == 0 {
            return Err(MatchError::NothingToBalance);
        }
        if self.balanced && spec.scores.kind != Scoring::Win {
            return Err(MatchError::NoBalance { id: spec.id.clone() });
        }
        Ok(())
    }
}

/// Puts games where they begin. Game number `n` begins as all games of that number do under the same seed,
/// whoever plays.
pub(super) struct Opener<'a> {
    starts: Starts<'a>,
    seed: u64,
    limit: u32,
    judge: Option<AlphaBeta>,
    legal: Vec<u32>,
    evenest: Line,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position that it begins with.
    pub start: String,
    /// The actions that are made from there.
    pub actions: Vec<u32>,
}

/// The slots that an opening takes: where the game is to begin, where the position before the random turns
/// is kept, and where the most even position.
pub(super) struct Places {
    pub table: Slot,
    pub start: Slot,
    pub evenest: Slot,
}

impl<'a> Opener<'a> {
    /// The positions must be such as [`Starts::check`] does not refuse.
    pub fn new(game: &dyn DynGame, starts: Starts<'a>, seed: u64) -> Opener<'a> {
        let judge = starts.balanced.then(|| AlphaBeta::new(game, DEPTH, 0.0));
        let limit = game.spec().max_steps;
        Opener { starts, seed, limit, judge, legal: Vec::new(), evenest: Line::default() }
    }

    /// Puts a game where it begins, and its first actions into a line; `chance` draws what the set-up leaves
    /// to chance.
    pub fn open(&mut self, pool: &mut Pool, at: &Places, number: u64, chance: &mut Rng, line: &mut Line) {
        line.clear();
        let positions = self.starts.positions;
        match positions.get((number % positions.len().max(1) as u64) as usize) {
            Some(text) => pool.read_fen(at.table, text).expect("a position that has been read before"),
            None => pool.start(at.table, chance),
        }
        if self.starts.turns == 0 {
            return;
        }
        pool.copy(at.table, at.start);
        let mut rng = player_rng(self.seed, MAX_SEATS + 1, number);
        let mut least = i32::MAX;
        for _ in 0..ATTEMPTS {
            pool.copy(at.start, at.table);
            line.clear();
            let Some(worth) = self.play(pool, at.table, &mut rng, line) else { continue };
            if worth.abs() <= EVEN {
                return;
            }
            if worth.abs() < least {
                least = worth.abs();
                pool.copy(at.table, at.evenest);
                self.evenest.clone_from(line);
            }
        }
        if least == i32::MAX {
            // Whatever is played ends the game: it begins where it did.
            pool.copy(at.start, at.table);
            line.clear();
        } else {
            pool.copy(at.evenest, at.table);
            line.clone_from(&self.evenest);
        }
    }

    /// Makes random turns; says what the position is then worth to the seat to act, unless the game is over.
    /// What need not be even is worth nothing.
    fn play(&mut self, pool: &mut Pool, at: Slot, rng: &mut Rng, line: &mut Line) -> Option<i32> {
        let mut turns = 0;
        for _ in 0..self.limit {
            let actor = pool.actor(at);
            let action = match actor {
                Actor::Over => return None,
                Actor::Chance => pool.draw(at, rng)?,
                Actor::Seat(_) if turns == self.starts.turns => break,
                Actor::Seat(_) => {
                    self.list(pool, at);
                    self.legal[below(rng, self.legal.len())]
                }
            };
            pool.apply(at, action);
            line.push(action);
            turns += u32::from(actor != Actor::Chance && !pool.mid_turn(at));
        }
        let Actor::Seat(seat) = pool.actor(at) else { return None };
        self.list(pool, at);
        let sight = Sight::new(pool, at, seat, &self.legal);
        Some(self.judge.as_mut().map_or(0, |judge| judge.worth(&sight, rng)))
    }

    /// Lists the legal actions, in an order that does not depend on how the game finds them.
    fn list(&mut self, pool: &Pool, at: Slot) {
        pool.actions(at, &mut self.legal);
        self.legal.sort_unstable();
    }
}

/// The memory that an opening takes besides its states and actions, such as texts and lists of legal steps.
const OPENING_BYTES: u64 = 600;

/// Where `games` games begin under a seed, from game number `offset` on.
///
/// `go_on` is called before each opening. None once it returns false.
///
/// # Errors
///
/// If there are too many openings, or too many for the memory as games with their records, or if no game can
/// begin with `starts`.
pub fn openings(
    game: &dyn DynGame,
    starts: Starts<'_>,
    games: u64,
    seed: u64,
    offset: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Vec<Opening>>, MatchError> {
    RequestError::check("the number of openings", games, 0, 1_000_000)?;
    starts.check(game)?;
    // A record holds two states, and a turn has a few steps.
    let each = 2 * game.state().env_bytes() as u64 + 16 * u64::from(starts.turns) + OPENING_BYTES;
    RequestError::memory(games * each)?;
    let (mut pool, mut line) = (game.pool(), Line::default());
    pool.reserve(3);
    let mut opener = Opener::new(game, starts, seed);
    let first = Starts { turns: 0, balanced: false, ..starts };
    let mut from = Opener::new(game, first, seed);
    let places = Places { table: 0, start: 1, evenest: 2 };
    let open = |place| {
        go_on().then_some(())?;
        let number = offset.wrapping_add(place);
        from.open(&mut pool, &places, number, &mut rng_for(seed, 0, number), &mut line);
        let start = pool.fen(0);
        opener.open(&mut pool, &places, number, &mut rng_for(seed, 0, number), &mut line);
        Some(Opening { start, actions: line.actions().to_vec() })
    };
    Ok((0..games).map(open).collect())
}
