//! Self-play: games of a search with an evaluator against itself, recorded as training data.

use super::batch::Evaluator;
use super::exploration::Exploration;
use super::match_runner::{OpeningLine, player_rng};
use super::match_tasks::{observation_len, search_bytes};
use super::matches::{MatchError, check_counts};
use super::opening::{Opener, OpeningSlots, Starts};
use super::puct::{Puct, PuctSearch};
use super::scheduler::{self, Config};
use super::task_group::{EvalCounts, SearchTask};
use super::{Agent, PlayerView};
use crate::game::{Actor, MAX_SEATS, Rng, Seat, Spec, rng_for};
use crate::sim::threads::Threads;
use crate::sim::{CUT_OFF, DynGame, Finished, Pool, Record, RequestError, SearchTargets, Slot, Trajectories};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The slot of the state. The other slots are for openings.
const GAME: Slot = 0;
const OPENING_SLOTS: OpeningSlots = OpeningSlots { game: GAME, start: 1, most_even: 2 };

/// The settings of self-play.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlayRequest<'a> {
    /// The search settings of all seats.
    pub settings: Puct,
    /// The settings of exploration.
    pub exploration: Exploration,
    /// The number of games.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// The number of the first game. Use it to play many games in parts.
    pub offset: u64,
    /// The number of threads, or `None` for all processors. The games do not depend on it.
    pub threads: Option<usize>,
    /// The number of steps after which a game is cut off, or `None` for the limit of the variant.
    pub max_steps: Option<u32>,
    /// The start of the games.
    pub starts: Starts<'a>,
    /// The number of games that are played in parallel.
    pub num_parallel_games: usize,
    /// The maximum number of evaluator calls at the same time. With 1, the calling thread makes them. With
    /// more, worker threads do.
    pub max_concurrent_batches: usize,
    /// The approximate memory of the evaluation cache in bytes. Cached positions are not evaluated again.
    pub cache_bytes: u64,
}

impl Default for SelfPlayRequest<'_> {
    /// Returns a request for 256 games that are all played in parallel, with the default settings of
    /// searches.
    fn default() -> Self {
        SelfPlayRequest {
            settings: Puct { temperature: 1.0, ..Puct::DEFAULT },
            exploration: Exploration::default(),
            games: 256,
            seed: 0,
            offset: 0,
            threads: None,
            max_steps: None,
            starts: Starts::default(),
            num_parallel_games: 256,
            max_concurrent_batches: 1,
            cache_bytes: 64 << 20,
        }
    }
}

/// The result of self-play.
#[derive(Clone, Debug, Default)]
pub struct SelfPlayResult {
    /// The games in the order of their numbers, with the results of the searches. The numbers are the
    /// environments.
    pub games: Trajectories,
    /// The numbers of evaluations and batches.
    pub counts: EvalCounts,
    /// The total duration.
    pub elapsed: Duration,
    /// The total duration of the evaluator calls. Concurrent calls count separately.
    pub evaluation_time: Duration,
}

/// Plays games of an evaluator against itself.
///
/// `go_on` is called several times per second. Returns `None` if `go_on` or the evaluator returns false. The
/// request and the evaluator determine the games. Even if the evaluator's result for a position depends on
/// its batch, the games do not depend on the number of threads, because the batches do not.
///
/// # Errors
///
/// Returns an error if a number is out of range, the memory is insufficient or no game can start from
/// `request.starts`.
pub fn self_play(
    game: &dyn DynGame,
    request: &SelfPlayRequest<'_>,
    evaluator: &Evaluator<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<SelfPlayResult>, MatchError> {
    let spec = game.spec();
    check_counts(request.games, request.num_parallel_games, request.max_concurrent_batches)?;
    let threads = Threads::worker_count(game, request.threads)?;
    let parallel = request.num_parallel_games.min(request.games as usize);
    let max_steps = request.max_steps.unwrap_or(spec.max_steps);
    let search_memory = parallel as u64 * search_bytes(game, request.settings);
    let record_memory = request.games * record_bytes(spec, max_steps);
    RequestError::memory(search_memory.saturating_add(record_memory).saturating_add(request.cache_bytes))?;
    request.starts.check(game)?;
    let started = Instant::now();
    let config = Config {
        spec,
        planes: observation_len(&game.pool()),
        agents: 1,
        evaluator,
        max_concurrent_batches: request.max_concurrent_batches,
        threads,
        cache: request.cache_bytes as usize,
    };
    let tasks = (0..parallel).map(|_| SelfPlayTask::new(game, *request, max_steps)).collect();
    let Some(output) = scheduler::run(tasks, request.games as usize, &config, go_on) else {
        return Ok(None);
    };
    let finished: Vec<Finished> = output.tasks.into_iter().flat_map(|task| task.finished).collect();
    let games = Trajectories::of(finished, spec.seats as usize);
    Ok(Some(SelfPlayResult {
        games,
        counts: output.counts,
        elapsed: started.elapsed(),
        evaluation_time: output.evaluation_time,
    }))
}

/// Returns the estimated memory of the record of a game in bytes, twice, since records are concatenated at
/// the end.
fn record_bytes(spec: &Spec, max_steps: u32) -> u64 {
    /// The estimated number of steps of a game, and of actions in a policy.
    const STEPS: u64 = 150;
    const LEGAL: u64 = 30;
    2 * u64::from(max_steps).min(STEPS) * (24 + 8 * LEGAL + 4 * u64::from(spec.seats))
}

/// A task in which one search plays all seats.
struct SelfPlayTask<'a> {
    spec: &'a Spec,
    request: SelfPlayRequest<'a>,
    max_steps: u32,
    pool: Pool,
    searcher: PuctSearch,
    opener: Opener<'a>,
    line: OpeningLine,
    legal: Vec<u32>,
    /// The generators of chance and of the search.
    chance_rng: Rng,
    agent_rng: Rng,
    /// The index of the current game, and whether it is started.
    index: Option<usize>,
    is_started: bool,
    /// Whether the search waits for an evaluation.
    is_waiting: bool,
    record: Record,
    search_targets: SearchTargets,
    finished: Vec<Finished>,
}

impl<'a> SelfPlayTask<'a> {
    fn new(game: &'a dyn DynGame, request: SelfPlayRequest<'a>, max_steps: u32) -> SelfPlayTask<'a> {
        let mut pool = game.pool();
        pool.reserve(3);
        SelfPlayTask {
            spec: game.spec(),
            request,
            max_steps,
            pool,
            searcher: PuctSearch::with_exploration(game, request.settings, request.exploration),
            opener: Opener::new(game, request.starts, request.seed),
            line: OpeningLine::default(),
            legal: Vec::new(),
            chance_rng: rng_for(request.seed, 0, 0),
            agent_rng: player_rng(request.seed, 0, 0),
            index: None,
            is_started: false,
            is_waiting: false,
            record: Record::default(),
            search_targets: SearchTargets::default(),
            finished: Vec::new(),
        }
    }

    fn start_game(&mut self, number: u64) {
        let seed = self.request.seed;
        (self.chance_rng, self.agent_rng) = (rng_for(seed, 0, number), player_rng(seed, 0, number));
        self.opener.open(&mut self.pool, &OPENING_SLOTS, number, &mut self.chance_rng, &mut self.line);
        self.searcher.reset();
        self.record = Record { start: self.pool[GAME].fen(), ..Record::default() };
        self.search_targets = SearchTargets::default();
        self.is_waiting = false;
    }

    /// Plays until the search needs an evaluation, the game ends or `stop` is set. Returns true if the search
    /// needs an evaluation.
    fn play(&mut self, stop: &AtomicBool) -> bool {
        while (self.record.actions.len() as u32) < self.max_steps {
            let actor = if self.is_waiting { self.pool[GAME].mover() } else { self.pool[GAME].actor() };
            let action = match actor {
                Actor::Over => break,
                Actor::Chance => {
                    let Some(action) = self.pool[GAME].draw(&mut self.chance_rng) else { break };
                    self.search_targets.push(&[], &[0.0; MAX_SEATS][..self.spec.seats as usize], 0.0);
                    action
                }
                Actor::Seat(seat) => {
                    if !self.is_waiting {
                        self.pool[GAME].actions(&mut self.legal);
                        // The order of the list must not reveal hidden information.
                        self.legal.sort_unstable();
                    }
                    let view = PlayerView::new(&self.pool, GAME, seat, &self.legal);
                    let mut go_on = || !stop.load(Ordering::Relaxed);
                    let action = self.searcher.choose(&view, &mut self.agent_rng, &mut go_on);
                    self.is_waiting = action.is_none();
                    let Some(action) = action else { return true };
                    let weight = f32::from(u8::from(self.searcher.is_full_search()));
                    let values = self.searcher.values();
                    self.search_targets.push(self.searcher.policy(), values.seats(self.spec.seats), weight);
                    action
                }
            };
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            self.record.push(actor, action as usize);
            self.pool[GAME].apply(action);
            if !self.spec.has_hidden_information {
                self.searcher.inform_action(action);
            }
        }
        self.finish();
        false
    }

    fn finish(&mut self) {
        let Some(index) = self.index.take() else { return };
        let outcome = self.pool[GAME].outcome();
        let returns = self.spec.returns_of(outcome);
        let mut record = std::mem::take(&mut self.record);
        record.search_targets = Some(std::mem::take(&mut self.search_targets));
        self.finished.push(Finished {
            clock: index as u64,
            env: self.request.offset.wrapping_add(index as u64) as usize,
            record,
            returns: std::array::from_fn(|seat| returns.get(Seat::from_index(seat)) as f32),
            reason: outcome.map_or(CUT_OFF, |outcome| outcome.reason as u8),
        });
    }
}

impl SearchTask for SelfPlayTask<'_> {
    fn assign(&mut self, game: usize) {
        (self.index, self.is_started) = (Some(game), false);
    }

    fn is_busy(&self) -> bool {
        self.index.is_some()
    }

    fn advance(&mut self, stop: &AtomicBool) -> bool {
        let Some(index) = self.index else { return false };
        if !self.is_started {
            self.start_game(self.request.offset.wrapping_add(index as u64));
            self.is_started = true;
        }
        self.play(stop)
    }

    fn pending_agent(&mut self) -> Option<(usize, &mut dyn Agent)> {
        self.is_waiting.then_some((0, &mut self.searcher))
    }
}
