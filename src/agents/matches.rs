//! Matches: many games between agents, on all processors.
//!
//! A game depends only on the variant with its options, the agents, the seed and the number of the game. It
//! does not depend on the number of threads, or on the parts that a long match is divided into. With
//! rotation, games `R * p` to `R * p + R - 1` of `R` agents form a round: they have the same opening and the
//! same draws of chance, and each agent moves one seat further from game to game.

use super::AgentSpec;
use super::batch::Evaluator;
use super::match_runner::{GameResult, MatchConfig, MatchRunner, NUM_OPENING_ACTIONS};
use super::match_tasks::{self, ParallelConfig};
use super::measures::PieceCount;
use super::opening::Starts;
use super::scheduler::MAX_CONCURRENT_BATCHES;
use crate::game::{MAX_SEATS, Spec};
use crate::sim::columns::{self, NestedRows, PairMap};
use crate::sim::threads::Threads;
use crate::sim::{CUT_OFF, DynGame, RecordError, RequestError, ScoreCounts};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum number of games of a request.
const MAX_GAMES: u64 = 10_000_000;

/// The maximum of `num_parallel_games`.
const MAX_PARALLEL_GAMES: u64 = 1 << 16;

/// The time between two calls of `go_on`.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(25);

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
        }
    }
}

/// The results of a match, with one row per game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matches {
    /// The number of seats of the game.
    pub seats: usize,
    /// The return of each seat, row by row. Games that were cut off have the returns of
    /// [`Spec::returns_of`](crate::game::Spec::returns_of) for that.
    pub returns: Vec<f64>,
    /// The number of steps.
    pub steps: Vec<u32>,
    /// The number of the [`Reason`](crate::game::Reason), or [`CUT_OFF`](crate::sim::CUT_OFF).
    pub reasons: Vec<u8>,
    /// The first action, or -1.
    pub first_action: Vec<i32>,
    /// The first [`NUM_OPENING_ACTIONS`] actions of each game, including random openings and chance, padded
    /// with -1.
    pub opening_actions: Vec<i32>,
    /// The agent of each seat, row by row.
    pub agents: Vec<u8>,
    /// The mean number of legal steps over the choices of seats.
    pub branching: Vec<f32>,
    /// The number of times that another side took the lead in material.
    pub lead_changes: Vec<u16>,
    /// The mean over the turns after which the winner was behind: the square root of its deficit in the share
    /// of the material.
    pub drama: Vec<f32>,
    /// The kinds of pieces in the samples, sorted. Pieces under a piece of another seat are separate kinds.
    pub piece_kinds: Vec<String>,
    /// The number of pieces of each seat and kind before one step of each game. The step is drawn from the
    /// choices of seats.
    pub pieces: Vec<u8>,
    /// The number of steps before that sample, or -1 if no seat made a choice.
    pub piece_step: Vec<i32>,
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
/// Returns an error if the number of agents is invalid, a number is out of range, the memory is insufficient
/// or no game can start from `request.starts`.
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
    let threads = Threads::worker_count(game, request.threads)?;
    let num_tasks = request.num_parallel_games.min(request.games as usize);
    RequestError::memory(match_bytes(game, request, num_tasks))?;
    request.starts.check(game)?;
    let config = MatchConfig {
        game,
        agents: request.agents,
        seed: request.seed,
        starts: request.starts,
        rotate: request.rotate,
        max_steps: request.max_steps.unwrap_or(spec.max_steps),
    };
    let mut rows: Vec<Option<GameResult>> = Vec::new();
    rows.resize_with(request.games as usize, || None);
    let done = if request.agents.iter().any(|agent| matches!(agent, AgentSpec::Neural(_))) {
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
        };
        workers.run(threads.min(request.games), &mut rows, go_on)
    };
    Ok(done.then(|| Matches::of(spec.seats, rows.into_iter().flatten().collect())))
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
fn match_bytes(game: &dyn DynGame, request: &MatchRequest<'_>, num_tasks: usize) -> u64 {
    /// The estimated number of piece counts in the sample of a game.
    const PIECE_COUNTS: usize = 2 * MAX_SEATS;
    let row = size_of::<Option<GameResult>>() + PIECE_COUNTS * size_of::<PieceCount>();
    let judged = request.agents.iter().map(|agent| match agent {
        AgentSpec::Neural(settings) => match_tasks::search_bytes(game, *settings),
        _ => 0,
    });
    2 * request.games * row as u64 + num_tasks as u64 * judged.sum::<u64>()
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
}

/// The results of consecutive games, with the index of the first.
type Chunk = (u64, Vec<GameResult>);

impl Workers<'_> {
    /// Plays all games. Returns false if the match was stopped.
    fn run(&self, threads: u64, rows: &mut [Option<GameResult>], go_on: &mut dyn FnMut() -> bool) -> bool {
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
        if self.stop.load(Ordering::Relaxed) {
            return false;
        }
        // Games that no thread played are played here, which needs no threads at all.
        let mut runner = None;
        for (number, row) in (self.offset..).zip(rows.iter_mut()).filter(|(_, row)| row.is_none()) {
            *row = runner.get_or_insert_with(|| MatchRunner::new(self.config)).play(number, &self.stop);
            if !go_on() {
                return false;
            }
        }
        true
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
                numbers.map(|number| runner.play(number, &self.stop)).collect();
            let Some(played) = played else { return };
            if sender.send((from, played)).is_err() {
                return;
            }
        }
    }
}

/// Serializes with one row per game.
impl Serialize for Matches {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (games, kinds) = (self.steps.len(), self.piece_kinds.len());
        let seats = [games, self.seats];
        let mut fields = serializer.serialize_struct("Matches", 13)?;
        fields.serialize_field("returns", &NestedRows { all: &self.returns, shape: &seats })?;
        fields.serialize_field("steps", &self.steps)?;
        fields.serialize_field("reasons", &self.reasons)?;
        fields.serialize_field("first_action", &self.first_action)?;
        fields.serialize_field("reason_counts", &PairMap(&self.reason_counts()))?;
        fields.serialize_field(
            "opening_actions",
            &NestedRows { all: &self.opening_actions, shape: &[games, NUM_OPENING_ACTIONS] },
        )?;
        fields.serialize_field("agent_indices", &NestedRows { all: &self.agents, shape: &seats })?;
        fields.serialize_field("branching", &self.branching)?;
        fields.serialize_field("lead_changes", &self.lead_changes)?;
        fields.serialize_field("drama", &self.drama)?;
        fields.serialize_field("piece_kinds", &self.piece_kinds)?;
        let pieces = NestedRows { all: &self.pieces, shape: &[games, self.seats, kinds] };
        fields.serialize_field("pieces", &pieces)?;
        fields.serialize_field("piece_step", &self.piece_step)?;
        fields.end()
    }
}

/// Returns the name of a kind of piece.
fn kind_name(kind: &str, captive: bool) -> String {
    if captive { format!("captive {kind}") } else { kind.into() }
}

impl Matches {
    /// Returns how many games ended for each reason, the most frequent first. `truncated` counts games that
    /// were cut off.
    pub fn reason_counts(&self) -> Vec<(&'static str, usize)> {
        columns::reason_counts(&self.reasons)
    }

    /// Returns how often each agent got each return, in the games that were not cut off. An agent on several
    /// seats counts once per seat.
    pub fn score_counts(&self, agents: usize) -> ScoreCounts {
        let mut score_counts = ScoreCounts::new(agents);
        for (game, _) in self.reasons.iter().enumerate().filter(|reason| *reason.1 != CUT_OFF) {
            for at in game * self.seats..(game + 1) * self.seats {
                score_counts.add(self.agents[at].into(), self.returns[at]);
            }
        }
        score_counts
    }

    /// Checks that the columns are consistent with each other, with the variant and with the number of
    /// agents.
    ///
    /// # Errors
    ///
    /// Returns an error that describes the first inconsistency.
    pub fn check(&self, spec: &Spec, agents: usize) -> Result<(), RecordError> {
        let games = self.steps.len();
        let columns = [
            games,
            self.reasons.len(),
            self.first_action.len(),
            self.branching.len(),
            self.lead_changes.len(),
            self.drama.len(),
            self.piece_step.len(),
        ];
        columns::check_games(spec, self.seats, &columns, self.returns.len())?;
        columns::check_reasons(&self.reasons)?;
        let odd = self.agents.iter().find(|&&agent| usize::from(agent) >= agents);
        let known = odd.is_none() && self.agents.len() == self.returns.len();
        RecordError::unless(
            known,
            format!("in every game, each seat must have an agent numbered below {agents}"),
        )?;
        let lines = games * NUM_OPENING_ACTIONS;
        let message = format!("there must be {lines} opening actions, got {}", self.opening_actions.len());
        RecordError::unless(self.opening_actions.len() == lines, message)?;
        let pieces = games * self.seats * self.piece_kinds.len();
        let message = format!("there must be {pieces} piece counts, got {}", self.pieces.len());
        RecordError::unless(self.pieces.len() == pieces, message)
    }

    fn of(seats: u8, rows: Vec<GameResult>) -> Matches {
        let piece_counts =
            || rows.iter().flat_map(|row| row.sample.iter().flat_map(|(_, piece_counts)| piece_counts));
        let kinds: BTreeSet<(&str, bool)> =
            piece_counts().map(|&(_, kind, captive, _)| (kind, captive)).collect();
        let mut piece_kinds: Vec<String> =
            kinds.iter().map(|&(kind, captive)| kind_name(kind, captive)).collect();
        piece_kinds.sort_unstable();
        let column = |kind, captive| piece_kinds.binary_search(&kind_name(kind, captive));
        let columns: Vec<((&str, bool), usize)> = kinds
            .iter()
            .filter_map(|&(kind, captive)| Some(((kind, captive), column(kind, captive).ok()?)))
            .collect();
        let mut all = Matches {
            seats: seats.into(),
            pieces: vec![0; rows.len() * usize::from(seats) * columns.len()],
            ..Matches::default()
        };
        for (at, row) in rows.iter().enumerate() {
            all.returns.extend_from_slice(row.returns.seats(seats));
            all.steps.push(row.steps);
            all.reasons.push(row.reason);
            all.first_action.push(row.line[0]);
            all.opening_actions.extend_from_slice(&row.line);
            all.agents.extend_from_slice(&row.agents[..usize::from(seats)]);
            all.branching.push(row.branching);
            all.lead_changes.push(row.lead_changes);
            all.drama.push(row.drama);
            all.piece_step.push(row.sample.as_ref().map_or(-1, |&(step, _)| step as i32));
            for &(seat, kind, captive, count) in row.sample.iter().flat_map(|(_, piece_counts)| piece_counts)
            {
                if let Some((_, column)) = columns.iter().find(|(of, _)| *of == (kind, captive)) {
                    all.pieces[(at * usize::from(seats) + seat.index()) * columns.len() + column] = count;
                }
            }
        }
        all.piece_kinds = piece_kinds;
        all
    }
}
