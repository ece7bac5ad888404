//! Games that a judge of positions plays against itself, written down to learn from.

use super::abreast::{self, MOST_TOGETHER, Setting};
use super::batch::Judge;
use super::boards::{bytes, numbers};
use super::explore::Explore;
use super::group::{Counts, Table};
use super::matches::{MOST_ABREAST, MatchError};
use super::opening::{Opener, Places, Starts};
use super::puct::{Puct, Searcher};
use super::referee::{Line, player_rng};
use super::{Agent, Sight};
use crate::game::{Actor, MAX_SEATS, Rng, Spec, rng_for};
use crate::sim::threads::Threads;
use crate::sim::{CUT_OFF, DynGame, Finished, Pool, Record, RequestError, SearchTargets, Slot, Trajectories};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// No request is for more games.
const MOST_GAMES: u64 = 10_000_000;

/// Where the game's state lies; what is behind it serves to open the game.
const TABLE: Slot = 0;
const PLACES: Places = Places { table: TABLE, start: 1, evenest: 2 };

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay<'a> {
    /// How all seats search.
    pub settings: Puct,
    /// What is done for the sake of learning.
    pub explore: Explore,
    /// How many games.
    pub games: u64,
    /// What they draw from.
    pub seed: u64,
    /// The number of the first game, so that many can be played in pieces.
    pub offset: u64,
    /// On how many threads; on all processors if not said. The games do not depend on it.
    pub threads: Option<usize>,
    /// After how many steps a game is cut off.
    pub max_steps: Option<u32>,
    /// Where games begin.
    pub starts: Starts<'a>,
    /// How many games are played side by side.
    pub num_parallel_games: usize,
    /// How many times at once the judge can be asked, each time by another thread; 1 for by the caller alone.
    pub max_concurrent_batches: usize,
    /// In so many bytes, about, answers are remembered: positions met again are not asked about again.
    pub cache_bytes: u64,
}

/// What was played.
#[derive(Clone, Debug, Default)]
pub struct SelfPlayed {
    /// The games, in the order of their numbers, which are those of their environments; with what the
    /// searches found.
    pub games: Trajectories,
    /// How much was asked.
    pub counts: Counts,
    /// How long it all took.
    pub took: Duration,
    /// How long the judge thought, all questions together; several may have been thought about at once.
    pub evaluation_time: Duration,
}

/// Plays games of a judge against itself. `go_on` is asked some times a second; when it or the judge says no,
/// nothing comes back.
///
/// The request and the judge determine the games, whatever the number of threads, if what he says of a
/// position does not depend on what else is in the batch; and even then, for what is in a batch does not
/// depend on the threads either.
pub fn self_play(
    game: &dyn DynGame,
    request: &SelfPlay<'_>,
    judge: &Judge<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<SelfPlayed>, MatchError> {
    let spec = game.spec();
    RequestError::check("games", request.games, 0, MOST_GAMES)?;
    RequestError::check("num_parallel_games", request.num_parallel_games as u64, 1, MOST_ABREAST)?;
    RequestError::check("max_concurrent_batches", request.max_concurrent_batches as u64, 1, MOST_TOGETHER)?;
    let threads = Threads::new(request.threads)?.count();
    let parallel = request.num_parallel_games.min(request.games as usize);
    let limit = request.max_steps.unwrap_or(spec.max_steps);
    let searches = parallel as u64 * bytes(game, request.settings);
    let games = request.games * written(spec, limit);
    RequestError::memory(searches.saturating_add(games).saturating_add(request.cache_bytes))?;
    request.starts.check(game)?;
    let started = Instant::now();
    let setting = Setting {
        spec,
        planes: numbers(&game.pool()),
        agents: 1,
        judge,
        max_concurrent_batches: request.max_concurrent_batches,
        threads,
        cache: request.cache_bytes as usize,
    };
    let tables = (0..parallel).map(|_| Learner::new(game, *request, limit)).collect();
    let Some(played) = abreast::play(tables, request.games as usize, &setting, go_on) else {
        return Ok(None);
    };
    let ended: Vec<Finished> = played.tables.into_iter().flat_map(|learner| learner.ended).collect();
    let games = Trajectories::of(ended, spec.seats as usize);
    Ok(Some(SelfPlayed {
        games,
        counts: played.counts,
        took: started.elapsed(),
        evaluation_time: played.evaluation_time,
    }))
}

/// How many bytes a game takes when it is written down, about; twice, since games are put together at the
/// end.
fn written(spec: &Spec, limit: u32) -> u64 {
    /// So many steps has a game, and so many actions its policies, about.
    const STEPS: u64 = 150;
    const LEGAL: u64 = 30;
    2 * u64::from(limit).min(STEPS) * (24 + 8 * LEGAL + 4 * u64::from(spec.seats))
}

/// A table at which one search plays all seats.
struct Learner<'a> {
    spec: &'a Spec,
    request: SelfPlay<'a>,
    limit: u32,
    pool: Pool,
    searcher: Searcher,
    opener: Opener<'a>,
    line: Line,
    legal: Vec<u32>,
    /// What chance does, and what the search draws from.
    chance: Rng,
    draws: Rng,
    /// The place of the game that is played, and whether it has begun.
    place: Option<usize>,
    begun: bool,
    /// Whether the search waits for what it asks.
    waits: bool,
    record: Record,
    search_targets: SearchTargets,
    ended: Vec<Finished>,
}

impl<'a> Learner<'a> {
    fn new(game: &'a dyn DynGame, request: SelfPlay<'a>, limit: u32) -> Learner<'a> {
        let mut pool = game.pool();
        pool.reserve(3);
        Learner {
            spec: game.spec(),
            request,
            limit,
            pool,
            searcher: Searcher::exploring(game, request.settings, request.explore),
            opener: Opener::new(game, request.starts, request.seed),
            line: Line::default(),
            legal: Vec::new(),
            chance: rng_for(request.seed, 0, 0),
            draws: player_rng(request.seed, 0, 0),
            place: None,
            begun: false,
            waits: false,
            record: Record::default(),
            search_targets: SearchTargets::default(),
            ended: Vec::new(),
        }
    }

    fn begin(&mut self, number: u64) {
        let seed = self.request.seed;
        (self.chance, self.draws) = (rng_for(seed, 0, number), player_rng(seed, 0, number));
        self.opener.open(&mut self.pool, &PLACES, number, &mut self.chance, &mut self.line);
        self.searcher.begin();
        self.record = Record { start: self.pool.fen(TABLE), ..Record::default() };
        self.search_targets = SearchTargets::default();
        self.waits = false;
    }

    /// Plays on until the search asks something, which it says, or until the game ends, or a stop.
    fn play(&mut self, stop: &AtomicBool) -> bool {
        while (self.record.actions.len() as u32) < self.limit {
            let actor = if self.waits { self.pool.mover(TABLE) } else { self.pool.actor(TABLE) };
            let action = match actor {
                Actor::Over => break,
                Actor::Chance => {
                    let Some(action) = self.pool.draw(TABLE, &mut self.chance) else { break };
                    self.search_targets.push(&[], &[0.0; MAX_SEATS][..self.spec.seats as usize], 0.0);
                    action
                }
                Actor::Seat(seat) => {
                    if !self.waits {
                        self.pool.actions(TABLE, &mut self.legal);
                        // The order of a list must not tell what is hidden.
                        self.legal.sort_unstable();
                    }
                    let sight = Sight::new(&self.pool, TABLE, seat, &self.legal);
                    let mut go_on = || !stop.load(Ordering::Relaxed);
                    let action = self.searcher.choose(&sight, &mut self.draws, &mut go_on);
                    self.waits = action.is_none();
                    let Some(action) = action else { return true };
                    let weight = f32::from(u8::from(self.searcher.counts()));
                    let values = self.searcher.values();
                    self.search_targets.push(self.searcher.policy(), values.seats(self.spec.seats), weight);
                    action
                }
            };
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            self.record.push(actor, action as usize);
            self.pool.apply(TABLE, action);
            if !self.spec.has_hidden_information {
                self.searcher.follow(action);
            }
        }
        self.end();
        false
    }

    fn end(&mut self) {
        let Some(place) = self.place.take() else { return };
        let outcome = self.pool.outcome(TABLE);
        let returns = self.spec.returns_of(outcome);
        let mut record = std::mem::take(&mut self.record);
        record.search_targets = Some(std::mem::take(&mut self.search_targets));
        self.ended.push(Finished {
            clock: place as u64,
            env: self.request.offset.wrapping_add(place as u64) as usize,
            record,
            returns: std::array::from_fn(|seat| returns.get(seat as u8) as f32),
            reason: outcome.map_or(CUT_OFF, |outcome| outcome.reason as u8),
        });
    }
}

impl Table for Learner<'_> {
    fn take(&mut self, game: usize) {
        (self.place, self.begun) = (Some(game), false);
    }

    fn busy(&self) -> bool {
        self.place.is_some()
    }

    fn go(&mut self, stop: &AtomicBool) -> bool {
        let Some(place) = self.place else { return false };
        if !self.begun {
            self.begin(self.request.offset.wrapping_add(place as u64));
            self.begun = true;
        }
        self.play(stop)
    }

    fn asking(&mut self) -> Option<(usize, &mut dyn Agent)> {
        self.waits.then_some((0, &mut self.searcher))
    }
}
