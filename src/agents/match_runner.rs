//! Runner of the games of a match on one thread: it assigns agents to seats, provides their generators and
//! records the results.

use super::matches::MatchGame;
use super::measures::{Measures, PieceCount};
use super::opening::{Opener, OpeningSlots, Starts};
use super::{Agent, AgentSpec, PlayerView};
use crate::engines::EngineFailure;
use crate::game::{Actor, MAX_SEATS, Returns, Rng, Seat, rng_for};
use crate::sim::{CUT_OFF, DynGame, Pool, Slot};
use std::sync::atomic::{AtomicBool, Ordering};

/// The slots of the state and of the sample. The other slots are for openings.
const GAME: Slot = 0;
const SAMPLE: Slot = 1;
const OPENING_SLOTS: OpeningSlots = OpeningSlots { game: GAME, start: 2, most_even: 3 };

/// The number of actions that are recorded from the start of each game.
pub const NUM_OPENING_ACTIONS: usize = 8;

/// The first actions of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct OpeningLine {
    actions: Vec<u32>,
}

impl OpeningLine {
    pub fn clear(&mut self) {
        self.actions.clear();
    }

    pub fn push(&mut self, action: u32) {
        self.actions.push(action);
    }

    pub fn actions(&self) -> &[u32] {
        &self.actions
    }

    /// Returns the recorded actions, padded with -1.
    fn first_actions(&self) -> [i32; NUM_OPENING_ACTIONS] {
        std::array::from_fn(|at| self.actions.get(at).map_or(-1, |&action| action as i32))
    }
}

/// The settings that the games of a match share.
pub(super) struct MatchConfig<'a> {
    pub game: &'a dyn DynGame,
    pub agents: &'a [AgentSpec],
    pub seed: u64,
    /// The start of the games. It was checked before.
    pub starts: Starts<'a>,
    pub rotate: bool,
    pub max_steps: u32,
    pub record: bool,
}

impl MatchConfig<'_> {
    /// Returns the number of the round of a game. The games of a round have the same set-up and draws of
    /// chance.
    fn round(&self, number: u64) -> u64 {
        if self.rotate { number / self.agents.len() as u64 } else { number }
    }

    /// Returns the agent of a seat. With rotation, agents move one seat or team further from game to game.
    fn agent(&self, number: u64, seat: Seat) -> u8 {
        let (spec, agents) = (self.game.spec(), self.agents.len());
        let place = if agents == spec.seats as usize { seat.number() } else { spec.teams[seat.index()] };
        let turn = if self.rotate { (number % agents as u64) as usize } else { 0 };
        ((place as usize + turn) % agents) as u8
    }
}

/// The result of one game.
pub(super) struct GameResult {
    pub returns: Returns,
    pub steps: u32,
    pub reason: u8,
    pub line: [i32; NUM_OPENING_ACTIONS],
    pub agents: [u8; MAX_SEATS],
    pub branching: f32,
    pub lead_changes: u16,
    pub drama: f32,
    /// The pieces before a step that was drawn at random, with the number of that step.
    pub sample: Option<(u32, Vec<PieceCount>)>,
    /// The game itself, if it is recorded.
    pub game: Option<MatchGame>,
}

/// Plays games one after the other.
pub(super) struct MatchRunner<'a> {
    config: &'a MatchConfig<'a>,
    pool: Pool,
    /// For each seat, the agents that have played it, by their numbers.
    players: Vec<Vec<Option<Box<dyn Agent>>>>,
    measures: Measures,
    legal: Vec<u32>,
    agents: [u8; MAX_SEATS],
    /// The generators of the agents, of chance and of the sample.
    agent_rngs: [Rng; MAX_SEATS],
    chance_rng: Rng,
    sample_rng: Rng,
    steps: u32,
    opener: Opener<'a>,
    line: OpeningLine,
    /// The position string of the start, and the values of the actions of `line`, if games are recorded.
    start: String,
    values: Vec<Option<f32>>,
    /// The value of the choice that is applied next.
    value: Option<f32>,
    /// The seat whose agent waits for an evaluation.
    waiting_seat: Option<Seat>,
}

/// The state of a game after [`MatchRunner::advance`].
pub(super) enum Progress {
    /// The game has ended.
    Finished(GameResult),
    /// An agent waits for an evaluation: see [`Agent::pending`].
    Pending,
    /// An agent has failed.
    Failed(EngineFailure),
    /// The run was stopped.
    Stopped,
}

/// Returns the generator of a seat in game `number`. Numbers after the seats are for other purposes. These
/// streams are separate from those of set-ups and environments.
pub(super) fn player_rng(seed: u64, seat: usize, number: u64) -> Rng {
    rng_for(seed, u64::MAX - seat as u64, number)
}

impl<'a> MatchRunner<'a> {
    pub fn new(config: &'a MatchConfig<'a>) -> MatchRunner<'a> {
        let spec = config.game.spec();
        let mut pool = config.game.pool();
        pool.reserve(4);
        MatchRunner {
            config,
            pool,
            players: (0..spec.seats).map(|_| config.agents.iter().map(|_| None).collect()).collect(),
            measures: Measures::new(spec),
            legal: Vec::new(),
            agents: [0; MAX_SEATS],
            agent_rngs: std::array::from_fn(|seat| player_rng(config.seed, seat, 0)),
            chance_rng: rng_for(config.seed, 0, 0),
            sample_rng: player_rng(config.seed, MAX_SEATS, 0),
            steps: 0,
            opener: Opener::new(config.game, config.starts, config.seed),
            line: OpeningLine::default(),
            start: String::new(),
            values: Vec::new(),
            value: None,
            waiting_seat: None,
        }
    }

    /// Starts game `number`.
    pub fn start_game(&mut self, number: u64) {
        let config = self.config;
        self.chance_rng = rng_for(config.seed, 0, config.round(number));
        self.agent_rngs = std::array::from_fn(|seat| player_rng(config.seed, seat, number));
        self.sample_rng = player_rng(config.seed, MAX_SEATS, number);
        for (seat, players) in self.players.iter_mut().enumerate() {
            let agent = config.agent(number, Seat::from_index(seat));
            self.agents[seat] = agent;
            let new = || config.agents[agent as usize].player(config.game);
            players[agent as usize].get_or_insert_with(new).reset();
        }
        self.measures.reset();
        let round = config.round(number);
        if config.record {
            let starts = Starts { turns: 0, balanced: false, ..config.starts };
            let mut chance = self.chance_rng.clone();
            let mut opener = Opener::new(config.game, starts, config.seed);
            opener.open(&mut self.pool, &OPENING_SLOTS, round, &mut chance, &mut self.line);
            self.start = self.pool[GAME].fen();
        }
        self.opener.open(&mut self.pool, &OPENING_SLOTS, round, &mut self.chance_rng, &mut self.line);
        if config.record {
            self.values.clear();
            self.values.resize(self.line.actions.len(), None);
        }
        (self.steps, self.waiting_seat, self.value) = (0, None, None);
    }

    /// Plays until the end of the game or until an agent needs an evaluation.
    pub fn advance(&mut self, stop: &AtomicBool) -> Progress {
        while self.steps < self.config.max_steps {
            let action = match self.pool[GAME].actor() {
                Actor::Over => break,
                Actor::Chance => match self.pool[GAME].draw(&mut self.chance_rng) {
                    Some(action) => action,
                    None => break,
                },
                Actor::Seat(seat) => match self.choose(seat, stop) {
                    Some(action) => action,
                    None => return self.failure().map_or(Progress::Pending, Progress::Failed),
                },
            };
            if stop.load(Ordering::Relaxed) {
                return Progress::Stopped;
            }
            self.apply(action);
        }
        Progress::Finished(self.result())
    }

    /// Returns the choice of a seat's agent, or `None` if the agent needs an evaluation or has failed.
    fn choose(&mut self, seat: Seat, stop: &AtomicBool) -> Option<u32> {
        let at = seat.index();
        if self.waiting_seat.take().is_none() {
            self.pool[GAME].actions(&mut self.legal);
            // The order of the list must not reveal hidden information.
            self.legal.sort_unstable();
            let legal = self.legal.len();
            self.measures.sample_decision(
                &mut self.pool,
                GAME,
                SAMPLE,
                self.steps,
                legal,
                &mut self.sample_rng,
            );
        }
        let view = PlayerView::new(&self.pool, GAME, seat, &self.legal);
        let mut go_on = || !stop.load(Ordering::Relaxed);
        let player = self.players[at][self.agents[at] as usize].as_mut()?;
        let action = player.choose(&view, &mut self.agent_rngs[at], &mut go_on);
        if action.is_none() {
            self.waiting_seat = Some(seat);
        } else if self.config.record {
            self.value = player.expected_returns().map(|values| values.get(seat) as f32);
        }
        action
    }

    /// Returns the failure of the agent that made no choice.
    fn failure(&mut self) -> Option<EngineFailure> {
        self.pending_agent()?.1.failure().cloned()
    }

    fn apply(&mut self, action: u32) {
        self.pool[GAME].apply(action);
        if self.config.record || self.line.actions.len() < NUM_OPENING_ACTIONS {
            self.line.push(action);
        }
        if self.config.record {
            self.values.push(self.value.take());
        }
        self.steps += 1;
        if !self.config.game.spec().has_hidden_information {
            for (players, &agent) in self.players.iter_mut().zip(&self.agents) {
                players[agent as usize].iter_mut().for_each(|player| player.inform_action(action));
            }
        }
        if !self.pool[GAME].mid_turn() {
            let pool = &self.pool;
            self.measures.record_material(|seat| pool[GAME].material(seat));
        }
    }

    fn result(&self) -> GameResult {
        let outcome = self.pool[GAME].outcome();
        let returns = self.config.game.spec().returns_of(outcome);
        GameResult {
            returns,
            steps: self.steps,
            reason: outcome.map_or(CUT_OFF, |outcome| outcome.reason as u8),
            line: self.line.first_actions(),
            agents: self.agents,
            branching: self.measures.branching(),
            lead_changes: self.measures.lead_changes(),
            drama: self.measures.drama(&returns),
            sample: self.measures.sample(&self.pool, SAMPLE),
            game: self.config.record.then(|| MatchGame {
                start: self.start.clone(),
                actions: self.line.actions.clone(),
                values: self.values.clone(),
            }),
        }
    }

    /// Returns the agent that made no choice, and its number.
    pub fn pending_agent(&mut self) -> Option<(u8, &mut dyn Agent)> {
        let seat = self.waiting_seat?.index();
        let agent = self.agents[seat];
        let player = self.players[seat][agent as usize].as_mut()?;
        Some((agent, &mut **player))
    }

    /// Plays game `number` with agents that need no evaluations. Returns `None` if the run was stopped, or if
    /// an agent failed. The failure is passed to `report`.
    pub fn play(
        &mut self,
        number: u64,
        stop: &AtomicBool,
        report: impl FnOnce(EngineFailure),
    ) -> Option<GameResult> {
        self.start_game(number);
        match self.advance(stop) {
            Progress::Finished(result) => return Some(result),
            Progress::Failed(failure) => report(failure),
            Progress::Pending | Progress::Stopped => {}
        }
        None
    }
}
