//! Many games between agents, on all processors.
//!
//! The game with its options, the agents, the seed and the number of a game determine it, whatever the number
//! of threads and the pieces that a long match is played in. With rotation, games `R * p` to `R * p + R - 1`
//! of `R` agents begin alike and have the same draws of chance, and in each the agents sit one seat further
//! on.

use super::AgentSpec;
use super::abreast::MOST_TOGETHER;
use super::batch::Judge;
use super::boards::{self, Abreast};
use super::measures::Group;
use super::opening::Starts;
use super::referee::{LINE, Referee, Row, Rules};
use crate::game::{MAX_SEATS, Seat, Spec};
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

/// No request is for more games.
const MOST_GAMES: u64 = 10_000_000;

/// No more games are played side by side.
pub(super) const MOST_ABREAST: u64 = 1 << 16;

/// Between two looks at whether to go on.
pub(super) const PATIENCE: Duration = Duration::from_millis(25);

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct MatchRequest<'a> {
    /// Who plays: one agent for all seats, or one a seat, or one a team.
    pub agents: &'a [AgentSpec],
    /// How many games.
    pub games: u64,
    /// What they draw from.
    pub seed: u64,
    /// The number of the first game, so that a long match can be played in pieces.
    pub offset: u64,
    /// On how many threads; on all processors if not said. The results do not depend on it.
    pub threads: Option<usize>,
    /// Whether the agents change seats from game to game.
    pub rotate: bool,
    /// After how many steps a game is cut off.
    pub max_steps: Option<u32>,
    /// Where games begin: those of one rotation at the same place.
    pub starts: Starts<'a>,
    /// How many games are played side by side where an agent has a judge: he is asked about half of them at
    /// once, while the others are searched.
    pub num_parallel_games: usize,
    /// How many times at once judges can be asked, each time by another thread; 1 for by the caller's alone.
    pub max_concurrent_batches: usize,
}

/// What came of a match: one row a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matches {
    /// How many seats the game has.
    pub seats: usize,
    /// What each seat got, game by game; zeros where the game was cut off.
    pub returns: Vec<f64>,
    /// The number of steps.
    pub steps: Vec<u32>,
    /// The number of the [`Reason`](crate::game::Reason), or [`CUT_OFF`](crate::sim::CUT_OFF).
    pub reasons: Vec<u8>,
    /// The first action, or -1.
    pub first_action: Vec<i32>,
    /// The first eight actions of each game, those of its opening and of chance among them; -1 where there
    /// are no more.
    pub opening_actions: Vec<i32>,
    /// Which agent sat where, game by game.
    pub agents: Vec<u8>,
    /// The mean number of legal steps that seats chose from.
    pub branching: Vec<f32>,
    /// How often the side with most material gave way to another.
    pub lead_changes: Vec<u16>,
    /// How far behind in material the winner was while it was behind: the mean root of the difference in
    /// shares.
    pub drama: Vec<f32>,
    /// The kinds of pieces that were seen in the samples, sorted. Pieces under one of another seat are kinds
    /// of their own.
    pub piece_kinds: Vec<String>,
    /// Before one step of each game, drawn at random from all that seats chose: how many pieces each seat had
    /// of each kind.
    pub pieces: Vec<u8>,
    /// The number of steps made before that one; -1 where no seat chose any.
    pub piece_step: Vec<i32>,
}

/// Why a match was not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchError {
    /// There are not as many agents as seats or teams.
    Agents {
        /// The game.
        id: String,
        /// How many there are.
        found: usize,
        /// How many seats the game has.
        seats: u8,
        /// How many teams they form.
        teams: usize,
    },
    /// Openings are to be balanced, and there are none.
    NothingToBalance,
    /// Openings are to be balanced where nobody plays against another.
    NoBalance {
        /// The game.
        id: String,
    },
    /// A number is out of its range, or the position to start from cannot be played on.
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

/// Plays a match. `judge` answers agents that are led by one. `go_on` is asked some times a second; when it
/// or the judge says no, nothing comes back.
pub fn matches(
    game: &dyn DynGame,
    request: &MatchRequest<'_>,
    judge: &Judge<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Matches>, MatchError> {
    let (spec, found) = (game.spec(), request.agents.len());
    let teams = spec.teams.iter().collect::<BTreeSet<_>>().len();
    if found != 1 && found != spec.seats as usize && found != teams {
        return Err(MatchError::Agents { id: spec.id.clone(), found, seats: spec.seats, teams });
    }
    RequestError::check("games", request.games, 0, MOST_GAMES)?;
    RequestError::check("num_parallel_games", request.num_parallel_games as u64, 1, MOST_ABREAST)?;
    RequestError::check("max_concurrent_batches", request.max_concurrent_batches as u64, 1, MOST_TOGETHER)?;
    let threads = Threads::new(request.threads)?.count();
    let boards = request.num_parallel_games.min(request.games as usize);
    RequestError::memory(bytes(game, request, boards))?;
    request.starts.check(game)?;
    let rules = Rules {
        game,
        agents: request.agents,
        seed: request.seed,
        starts: request.starts,
        rotate: request.rotate,
        limit: request.max_steps.unwrap_or(spec.max_steps),
    };
    let mut rows: Vec<Option<Row>> = Vec::new();
    rows.resize_with(request.games as usize, || None);
    let done = if request.agents.iter().any(|agent| matches!(agent, AgentSpec::Judged(_))) {
        let abreast =
            Abreast { judge, boards, threads, max_concurrent_batches: request.max_concurrent_batches };
        boards::play(&rules, request.offset, &abreast, &mut rows, go_on)
    } else {
        let threads = threads as u64;
        let crew = Crew {
            rules: &rules,
            offset: request.offset,
            games: request.games,
            chunk: (request.games / (threads * 8)).clamp(1, 32),
            next: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        };
        crew.work(threads.min(request.games).max(1), &mut rows, go_on)
    };
    Ok(done.then(|| Matches::of(spec.seats, rows.into_iter().flatten().collect())))
}

/// How many bytes a match takes at most, about: what came of each game, twice, since it is put into columns
/// at the end, and the searches of all agents that have a judge, at each board.
fn bytes(game: &dyn DynGame, request: &MatchRequest<'_>, boards: usize) -> u64 {
    /// Groups of pieces in the sample of a game.
    const GROUPS: usize = 2 * MAX_SEATS;
    let row = size_of::<Option<Row>>() + GROUPS * size_of::<Group>();
    let judged = request.agents.iter().map(|agent| match agent {
        AgentSpec::Judged(settings) => boards::bytes(game, *settings),
        _ => 0,
    });
    2 * request.games * row as u64 + boards as u64 * judged.sum::<u64>()
}

/// Threads that take games from one pile, and what they share.
struct Crew<'a> {
    rules: &'a Rules<'a>,
    offset: u64,
    games: u64,
    /// How many games a thread takes at once.
    chunk: u64,
    /// The first game that nobody has taken.
    next: AtomicU64,
    stop: AtomicBool,
}

/// Games that follow each other: the place of the first, and what came of them.
type Chunk = (u64, Vec<Row>);

impl Crew<'_> {
    /// Plays all games, and says whether it came to the end.
    fn work(&self, threads: u64, rows: &mut [Option<Row>], go_on: &mut dyn FnMut() -> bool) -> bool {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            for _ in 0..threads {
                let sender = sender.clone();
                let started = thread::Builder::new().spawn_scoped(scope, || self.play(sender));
                // The system has no more threads to give: the result is the same with fewer.
                if started.is_err() {
                    break;
                }
            }
            drop(sender);
            let mut asked = Instant::now();
            loop {
                match receiver.recv_timeout(PATIENCE) {
                    Ok((from, played)) => {
                        rows[from as usize..].iter_mut().zip(played).for_each(|(row, new)| *row = Some(new));
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if asked.elapsed() >= PATIENCE {
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
        // Without any thread the caller plays, who is asked between games.
        let mut referee = None;
        for (number, row) in (self.offset..).zip(rows.iter_mut()).filter(|(_, row)| row.is_none()) {
            *row = referee.get_or_insert_with(|| Referee::new(self.rules)).play(number, &self.stop);
            if !go_on() {
                return false;
            }
        }
        true
    }

    fn play(&self, sender: Sender<Chunk>) {
        let mut referee = Referee::new(self.rules);
        loop {
            let from = self.next.fetch_add(self.chunk, Ordering::Relaxed);
            if from >= self.games {
                return;
            }
            let games = from..self.games.min(from + self.chunk);
            let numbers = games.map(|place| self.offset.wrapping_add(place));
            let played: Option<Vec<Row>> = numbers.map(|number| referee.play(number, &self.stop)).collect();
            let Some(played) = played else { return };
            if sender.send((from, played)).is_err() {
                return;
            }
        }
    }
}

/// A row a game.
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
            &NestedRows { all: &self.opening_actions, shape: &[games, LINE] },
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

/// The name of a kind of piece.
fn name(kind: &str, captive: bool) -> String {
    if captive { format!("captive {kind}") } else { kind.into() }
}

impl Matches {
    /// How many games ended how, the commonest first; `truncated` counts those that were cut off.
    pub fn reason_counts(&self) -> Vec<(&'static str, usize)> {
        columns::reason_counts(&self.reasons)
    }

    /// How often each of so many agents got each return, in the games that were not cut off. Who has several
    /// seats gets something for each.
    pub fn score_counts(&self, agents: usize) -> ScoreCounts {
        let mut score_counts = ScoreCounts::new(agents);
        for (game, _) in self.reasons.iter().enumerate().filter(|reason| *reason.1 != CUT_OFF) {
            for at in game * self.seats..(game + 1) * self.seats {
                score_counts.add(self.agents[at].into(), self.returns[at]);
            }
        }
        score_counts
    }

    /// Checks that the columns fit each other and a game between so many agents.
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
        let lines = games * LINE;
        let message = format!("there must be {lines} opening actions, got {}", self.opening_actions.len());
        RecordError::unless(self.opening_actions.len() == lines, message)?;
        let pieces = games * self.seats * self.piece_kinds.len();
        let message = format!("there must be {pieces} piece counts, got {}", self.pieces.len());
        RecordError::unless(self.pieces.len() == pieces, message)
    }

    fn of(seats: Seat, rows: Vec<Row>) -> Matches {
        let groups = || rows.iter().flat_map(|row| row.sample.iter().flat_map(|(_, groups)| groups));
        let kinds: BTreeSet<(&str, bool)> = groups().map(|&(_, kind, captive, _)| (kind, captive)).collect();
        let mut piece_kinds: Vec<String> = kinds.iter().map(|&(kind, captive)| name(kind, captive)).collect();
        piece_kinds.sort_unstable();
        let column = |kind, captive| piece_kinds.binary_search(&name(kind, captive));
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
            all.agents.extend_from_slice(&row.agents[..seats as usize]);
            all.branching.push(row.branching);
            all.lead_changes.push(row.lead_changes);
            all.drama.push(row.drama);
            all.piece_step.push(row.sample.as_ref().map_or(-1, |&(step, _)| step as i32));
            for &(seat, kind, captive, count) in row.sample.iter().flat_map(|(_, groups)| groups) {
                if let Some((_, column)) = columns.iter().find(|(of, _)| *of == (kind, captive)) {
                    all.pieces[(at * seats as usize + seat as usize) * columns.len() + column] = count;
                }
            }
        }
        all.piece_kinds = piece_kinds;
        all
    }
}
