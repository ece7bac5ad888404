//! The start of games: given positions and random openings.

use super::PlayerView;
use super::alpha_beta::{AlphaBeta, AlphaBetaSettings};
use super::match_runner::{OpeningLine, player_rng};
use super::matches::MatchError;
use crate::game::{Actor, MAX_SEATS, Rng, Scoring, below, rng_for};
use crate::sim::{DynGame, Pool, RequestError, Slot};

/// The maximum number of random turns.
const MAX_TURNS: u32 = 1000;

/// The maximum number of attempts to find an opening that does not end the game and, if requested, is
/// balanced.
const ATTEMPTS: u32 = 32;

/// The maximum absolute value of a balanced opening, in hundredths of a man.
const MAX_IMBALANCE: i32 = 50;

/// The search depth for balanced openings, in turns.
const DEPTH: u32 = 2;

/// The start of games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Starts<'a> {
    /// The positions to start from, which are used in turn. If it is empty, games have the start position of
    /// the variant.
    pub positions: &'a [&'a str],
    /// The number of random turns before agents play.
    pub turns: u32,
    /// Whether openings must be balanced: a short search finds no side ahead.
    pub balanced: bool,
}

impl Starts<'_> {
    /// The start position of the variant, without random turns.
    pub const START: Starts<'static> = Starts { positions: &[], turns: 0, balanced: false };

    /// Checks that games can start like this.
    pub(super) fn check(&self, game: &dyn DynGame) -> Result<(), MatchError> {
        RequestError::check("the number of random turns", self.turns.into(), 0, MAX_TURNS.into())?;
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

/// Sets up the start of games. It depends on the seed and the number of the game, but not on the agents.
pub(super) struct Opener<'a> {
    starts: Starts<'a>,
    seed: u64,
    max_steps: u32,
    search: Option<AlphaBeta>,
    legal: Vec<u32>,
    most_even: OpeningLine,
}

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The position string of the start position.
    pub start: String,
    /// The actions of the random opening.
    pub actions: Vec<u32>,
}

/// The slots that an opening uses: the state of the game, the position before the random turns and the most
/// balanced position.
pub(super) struct OpeningSlots {
    pub game: Slot,
    pub start: Slot,
    pub most_even: Slot,
}

impl<'a> Opener<'a> {
    /// Creates an opener. `starts` must have passed [`Starts::check`].
    pub fn new(game: &dyn DynGame, starts: Starts<'a>, seed: u64) -> Opener<'a> {
        let search = starts.balanced.then(|| AlphaBeta::new(game, &AlphaBetaSettings::of_depth(DEPTH)));
        let max_steps = game.spec().max_steps;
        Opener { starts, seed, max_steps, search, legal: Vec::new(), most_even: OpeningLine::default() }
    }

    /// Sets up the start of a game, and records its actions in `line`. `chance` draws the random parts of the
    /// set-up.
    pub fn open(
        &mut self,
        pool: &mut Pool,
        at: &OpeningSlots,
        number: u64,
        chance: &mut Rng,
        line: &mut OpeningLine,
    ) {
        line.clear();
        let positions = self.starts.positions;
        match positions.get((number % positions.len().max(1) as u64) as usize) {
            Some(text) => pool[at.game].read_fen(text).expect("a position that has been read before"),
            None => pool[at.game].reset(chance),
        }
        if self.starts.turns == 0 {
            return;
        }
        pool.copy(at.game, at.start);
        let mut rng = player_rng(self.seed, MAX_SEATS + 1, number);
        let mut min_imbalance = i32::MAX;
        for _ in 0..ATTEMPTS {
            pool.copy(at.start, at.game);
            line.clear();
            let Some(value) = self.play_random(pool, at.game, &mut rng, line) else { continue };
            if value.abs() <= MAX_IMBALANCE {
                return;
            }
            if value.abs() < min_imbalance {
                min_imbalance = value.abs();
                pool.copy(at.game, at.most_even);
                self.most_even.clone_from(line);
            }
        }
        if min_imbalance == i32::MAX {
            // All attempts ended the game, so it starts without random turns.
            pool.copy(at.start, at.game);
            line.clear();
        } else {
            pool.copy(at.most_even, at.game);
            line.clone_from(&self.most_even);
        }
    }

    /// Plays random turns. Returns the value of the position for the seat to act, or 0 if openings need not
    /// be balanced. Returns `None` if the game is over.
    fn play_random(
        &mut self,
        pool: &mut Pool,
        at: Slot,
        rng: &mut Rng,
        line: &mut OpeningLine,
    ) -> Option<i32> {
        let mut turns = 0;
        for _ in 0..self.max_steps {
            let actor = pool[at].actor();
            let action = match actor {
                Actor::Over => return None,
                Actor::Chance => pool[at].draw(rng)?,
                Actor::Seat(_) if turns == self.starts.turns => break,
                Actor::Seat(_) => {
                    self.list_legal(pool, at);
                    self.legal[below(rng, self.legal.len())]
                }
            };
            pool[at].apply(action);
            line.push(action);
            turns += u32::from(actor != Actor::Chance && !pool[at].mid_turn());
        }
        let Actor::Seat(seat) = pool[at].actor() else { return None };
        self.list_legal(pool, at);
        let view = PlayerView::new(pool, at, seat, &self.legal);
        Some(self.search.as_mut().map_or(0, |search| search.evaluate(&view, rng)))
    }

    /// Lists the legal actions in an order that does not depend on move generation.
    fn list_legal(&mut self, pool: &Pool, at: Slot) {
        pool[at].actions(&mut self.legal);
        self.legal.sort_unstable();
    }
}

/// The memory of an opening in addition to its states and actions, such as texts and lists of legal steps.
const OPENING_BYTES: u64 = 600;

/// Returns the starts of `games` games, from game number `offset`.
///
/// `go_on` is called before each opening. Returns `None` if it returns false.
///
/// # Errors
///
/// Returns an error if there are too many openings, if they need too much memory as games with their records,
/// or if no game can start from `starts`.
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
    let (mut pool, mut line) = (game.pool(), OpeningLine::default());
    pool.reserve(3);
    let mut opener = Opener::new(game, starts, seed);
    let first = Starts { turns: 0, balanced: false, ..starts };
    let mut from = Opener::new(game, first, seed);
    let slots = OpeningSlots { game: 0, start: 1, most_even: 2 };
    let open = |place| {
        go_on().then_some(())?;
        let number = offset.wrapping_add(place);
        from.open(&mut pool, &slots, number, &mut rng_for(seed, 0, number), &mut line);
        let start = pool[0].fen();
        opener.open(&mut pool, &slots, number, &mut rng_for(seed, 0, number), &mut line);
        Some(Opening { start, actions: line.actions().to_vec() })
    };
    Ok((0..games).map(open).collect())
}
