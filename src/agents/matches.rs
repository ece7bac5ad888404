//! Matches: many games between agents, on all processors.
//!
//! A game depends only on the variant with its options, the agents, the seed and the number of the game. It
//! does not depend on the number of threads, or on the parts that a long match is divided into. With
//! rotation, games `R * p` to `R * p + R - 1` of `R` agents form a round: they have the same opening and the
//! same draws of chance, and each agent moves one seat further from game to game.

mod results;

pub use results::{MatchGame, Matches};

use super::batch::Evaluator;
use super::match_runner::{GameResult, MatchConfig, MatchRunner};
use super::match_tasks::{self, ParallelConfig};
use super::measures::PieceCount;
use super::opening::Starts;
use super::puct::Puct;
use super::scheduler::{MAX_CONCURRENT_BATCHES, POLL_INTERVAL};
use super::{AgentSpec, SpecError};
use crate::engines::EngineFailure;
use crate::game::MAX_SEATS;
use crate::sim::threads::Threads;
use crate::sim::{DynGame, RequestError};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// The maximum number of games of a request.
const MAX_GAMES: u64 = 10_000_000;

/// The maximum of `num_parallel_games`.
const MAX_PARALLEL_GAMES: u64 = 1 << 16;

/// The maximum of parallel games if an agent is an engine.
const MAX_ENGINE_GAMES: usize = 16;

/// The settings of a match.
#[derive(Clone, Copy, Debug)]
pub struct MatchRequest<'a> {
    /// The agents: one for all seats, one for each seat or one for each team.
    pub agents: &'a [AgentSpec],
    /// The number of games.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// The number of the first game. Use it to play a long match in parts.
    pub offset: u64,
    /// The number of threads, or `None` for all processors. The results do not depend on it.
    pub threads: Option<usize>,
    /// Whether the agents change seats from game to game.
    pub rotate: bool,
    /// The number of steps after which a game is cut off, or `None` for the limit of the variant.
    pub max_steps: Option<u32>,
    /// The start of the games. The games of a round start from the same position.
    pub starts: Starts<'a>,
    /// The number of games that are played in parallel if an agent has an evaluator. A batch holds the
    /// requests of half of these games, while the other half is searched.
    pub num_parallel_games: usize,
    /// The maximum number of evaluator calls at the same time. With 1, the calling thread makes them. With
    /// more, worker threads do.
    pub max_concurrent_batches: usize,
    /// Whether to record all actions of each game.
    pub record: bool,
}

impl Default for MatchRequest<'_> {
    /// Returns a match of 100 games between random agents that change seats.
    fn default() -> Self {
        MatchRequest {
            agents: &[AgentSpec::Random],
            games: 100,
            seed: 0,
            offset: 0,
            threads: None,
            rotate: true,
            max_steps: None,
            starts: Starts::default(),
            num_parallel_games: 256,
            max_concurrent_batches: 1,
            record: false,
        }
    }
}

/// The reason why a match cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchError {
    /// The number of agents is invalid.
    Agents {
        /// The id of the variant.
        id: String,
        /// The number of agents.
        found: usize,
        /// The number of seats of the variant.
        seats: u8,
        /// The number of teams.
        teams: usize,
    },
    /// Balanced openings are requested without random turns.
    NothingToBalance,
    /// Balanced openings are requested for a game without opponents.
    NoBalance {
        /// The id of the variant.
        id: String,
    },
    /// A number is out of range, or a start position is invalid.
    Request(RequestError),
    /// An agent does not play the game.
    Unsupported(SpecError),
    /// An engine failed.
    Engine(EngineFailure),
}

impl From<RequestError> for MatchError {
    fn from(limit: RequestError) -> MatchError {
        MatchError::Request(limit)
    }
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::Agents { id, found, seats, teams } => {
                write!(f, "{id} needs 1 agent for all seats, or {seats} agents, one for each seat")?;
                if *teams != *seats as usize {
                    write!(f, ", or {teams} agents, one for each team")?;
                }
                write!(f, "; got {found}")
            }
            MatchError::NothingToBalance => f.write_str(
                "balanced=True needs random openings: set their number of turns, as in openings=6",
            ),
            MatchError::NoBalance { id } => {
                write!(f, "openings of {id} cannot be balanced: it has no opponents")
            }
            MatchError::Request(limit) => limit.fmt(f),
            MatchError::Unsupported(problem) => problem.fmt(f),
            MatchError::Engine(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for MatchError {}

/// Plays a match.
///
/// `evaluator` evaluates positions for agents that need it. `go_on` is called several times per second.
/// Returns `None` if `go_on` or the evaluator returns false.
///
/// # Errors
///
/// Returns an error if the number of agents is invalid, an agent does not play the game, a number is out of
/// range, the memory is insufficient, no game can start from `request.starts`, or an engine fails.
pub fn matches(
    game: &dyn DynGame,
    request: &MatchRequest<'_>,
    evaluator: &Evaluator<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Matches>, MatchError> {
    let (spec, found) = (game.spec(), request.agents.len());
    let teams = spec.teams.iter().collect::<BTreeSet<_>>().len();
    if found != 1 && found != spec.seats as usize && found != teams {
        return Err(MatchError::Agents { id: spec.id.clone(), found, seats: spec.seats, teams });
    }
    check_counts(request.games, request.num_parallel_games, request.max_concurrent_batches)?;
    request.agents.iter().try_for_each(|agent| agent.check_plays(game)).map_err(MatchError::Unsupported)?;
    let threads = Threads::worker_count(game, request.threads)?;
    let most = request.agents.iter().map(|agent| max_parallel_games(agent, threads)).min();
    let num_tasks = request.num_parallel_games.min(request.games as usize).min(most.unwrap_or(usize::MAX));
    let has_network = request.agents.iter().any(|agent| matches!(agent.unrestricted(), AgentSpec::Neural(_)));
    let runners = if has_network { num_tasks } else { threads.min(request.games as usize) };
    RequestError::memory(match_bytes(game, request, runners))?;
    request.starts.check(game)?;
    let config = MatchConfig {
        game,
        agents: request.agents,
        seed: request.seed,
        starts: request.starts,
        rotate: request.rotate,
        max_steps: request.max_steps.unwrap_or(spec.max_steps),
        record: request.record,
    };
    let mut rows: Vec<Option<GameResult>> = Vec::new();
    rows.resize_with(request.games as usize, || None);
    let done = if request.agents.iter().any(|agent| matches!(agent.unrestricted(), AgentSpec::Neural(_))) {
        let parallel = ParallelConfig {
            evaluator,
            num_tasks,
            threads,
            max_concurrent_batches: request.max_concurrent_batches,
        };
        match_tasks::play(&config, request.offset, &parallel, &mut rows, go_on)
    } else {
        let threads = threads as u64;
        let workers = Workers {
            config: &config,
            offset: request.offset,
            games: request.games,
            chunk: (request.games / (threads.max(1) * 8)).clamp(1, 32),
            next: AtomicU64::new(0),
            stop: AtomicBool::new(false),
            failure: Mutex::new(None),
        };
        workers.run(threads.min(request.games), &mut rows, go_on)
    };
    let done = done.map_err(MatchError::Engine)?;
    Ok(done.then(|| Matches::of(spec.seats, rows.into_iter().flatten().collect())))
}

/// Returns the maximum of parallel games with an agent. An engine needs a process for each seat. With more
/// games than threads, searches that are limited by time would wait for each other.
fn max_parallel_games(agent: &AgentSpec, threads: usize) -> usize {
    match agent.unrestricted() {
        AgentSpec::Engine(_) => MAX_ENGINE_GAMES,
        AgentSpec::Neural(Puct { ms: Some(_), .. }) => threads.max(1),
        _ => usize::MAX,
    }
}

/// Checks the numbers of games and of evaluator calls, which matches and self-play have in common.
pub(super) fn check_counts(
    games: u64,
    num_parallel_games: usize,
    max_concurrent_batches: usize,
) -> Result<(), RequestError> {
    RequestError::check("games", games, 0, MAX_GAMES)?;
    RequestError::check("num_parallel_games", num_parallel_games as u64, 1, MAX_PARALLEL_GAMES)?;
    RequestError::check("max_concurrent_batches", max_concurrent_batches as u64, 1, MAX_CONCURRENT_BATCHES)
}

/// Returns the estimated maximum memory of a match in bytes. Rows count twice, since they are converted to
/// columns at the end. Each parallel game has a search for each agent with an evaluator.
fn match_bytes(game: &dyn DynGame, request: &MatchRequest<'_>, runners: usize) -> u64 {
    /// The estimated number of piece counts in the sample of a game.
    const PIECE_COUNTS: usize = 2 * MAX_SEATS;
    let row = size_of::<Option<GameResult>>() + PIECE_COUNTS * size_of::<PieceCount>();
    let agents = request.agents.iter().map(|agent| match agent.unrestricted() {
        AgentSpec::Neural(_) => agent.player_bytes(game),
        // Each seat has its own players.
        _ => u64::from(game.spec().seats) * agent.player_bytes(game),
    });
    2 * request.games * row as u64 + runners as u64 * agents.sum::<u64>()
}

/// Worker threads that take games from a shared counter.
struct Workers<'a> {
    config: &'a MatchConfig<'a>,
    offset: u64,
    games: u64,
    /// The number of games that a thread takes at a time.
    chunk: u64,
    /// The first game that is not taken.
    next: AtomicU64,
    stop: AtomicBool,
    /// The first failure of an agent.
    failure: Mutex<Option<EngineFailure>>,
}

/// The results of consecutive games, with the index of the first.
type Chunk = (u64, Vec<GameResult>);

impl Workers<'_> {
    /// Plays all games. Returns false if the match was stopped, and an error if an agent failed.
    fn run(
        &self,
        threads: u64,
        rows: &mut [Option<GameResult>],
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<bool, EngineFailure> {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            for _ in 0..threads {
                let sender = sender.clone();
                let started = thread::Builder::new().spawn_scoped(scope, || self.play(sender));
                // The system has no more threads. The results are the same with fewer.
                if started.is_err() {
                    break;
                }
            }
            drop(sender);
            let mut asked = Instant::now();
            loop {
                match receiver.recv_timeout(POLL_INTERVAL) {
                    Ok((from, played)) => {
                        rows[from as usize..].iter_mut().zip(played).for_each(|(row, new)| *row = Some(new));
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if asked.elapsed() >= POLL_INTERVAL {
                    asked = Instant::now();
                    if !go_on() {
                        self.stop.store(true, Ordering::Relaxed);
                    }
                }
            }
        });
        self.check_failure()?;
        if self.stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        // Games that no thread played are played here, which needs no threads at all.
        let mut runner = None;
        for (number, row) in (self.offset..).zip(rows.iter_mut()).filter(|(_, row)| row.is_none()) {
            let runner = runner.get_or_insert_with(|| MatchRunner::new(self.config));
            *row = runner.play(number, &self.stop, |failure| self.fail(failure));
            self.check_failure()?;
            if !go_on() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Stops the match because an agent failed.
    fn fail(&self, failure: EngineFailure) {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns the failure of an agent as an error.
    fn check_failure(&self) -> Result<(), EngineFailure> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone();
        failure.map_or(Ok(()), Err)
    }

    fn play(&self, sender: Sender<Chunk>) {
        let mut runner = MatchRunner::new(self.config);
        loop {
            let from = self.next.fetch_add(self.chunk, Ordering::Relaxed);
            if from >= self.games {
                return;
            }
            let games = from..self.games.min(from + self.chunk);
            let numbers = games.map(|place| self.offset.wrapping_add(place));
            let played: Option<Vec<GameResult>> =
                numbers.map(|number| runner.play(number, &self.stop, |failure| self.fail(failure))).collect();
            let Some(played) = played else { return };
            if sender.send((from, played)).is_err() {
                return;
            }
        }
    }
}
