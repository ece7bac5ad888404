//! One game of a match: who sits where, what is drawn from where, what is noted down.

use super::measures::{Group, Measures};
use super::opening::{Opener, Places, Starts};
use super::{Agent, AgentSpec, Sight};
use crate::game::{Actor, MAX_SEATS, Returns, Rng, Seat, rng_for};
use crate::sim::{CUT_OFF, DynGame, Pool, Slot};
use std::sync::atomic::{AtomicBool, Ordering};

/// Where the game's state lies, and where the sample; what is behind them serves to open the game.
const TABLE: Slot = 0;
const SAMPLE: Slot = 1;
const PLACES: Places = Places { table: TABLE, start: 2, evenest: 3 };

/// So many actions of each game are noted down.
pub const LINE: usize = 8;

/// The first actions of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    actions: Vec<u32>,
}

impl Line {
    pub fn clear(&mut self) {
        self.actions.clear();
    }

    pub fn push(&mut self, action: u32) {
        self.actions.push(action);
    }

    pub fn actions(&self) -> &[u32] {
        &self.actions
    }

    /// What is noted down of it: -1 where there are no more.
    fn noted(&self) -> [i32; LINE] {
        std::array::from_fn(|at| self.actions.get(at).map_or(-1, |&action| action as i32))
    }
}

/// What all games of a match share.
pub(super) struct Rules<'a> {
    pub game: &'a dyn DynGame,
    pub agents: &'a [AgentSpec],
    pub seed: u64,
    /// Where games begin, which can be.
    pub starts: Starts<'a>,
    pub rotate: bool,
    pub limit: u32,
}

impl Rules<'_> {
    /// The number of the set-up and of the chance draws of a game: the games of one rotation share them.
    fn pair(&self, number: u64) -> u64 {
        if self.rotate { number / self.agents.len() as u64 } else { number }
    }

    /// Which agent plays a seat: one for all, one a seat or one a team, moved on by one in each game of a
    /// rotation.
    fn agent(&self, number: u64, seat: Seat) -> u8 {
        let (spec, agents) = (self.game.spec(), self.agents.len());
        let place = if agents == spec.seats as usize { seat } else { spec.teams[seat as usize] };
        let turn = if self.rotate { (number % agents as u64) as usize } else { 0 };
        ((place as usize + turn) % agents) as u8
    }
}

/// What came of one game.
pub(super) struct Row {
    pub returns: Returns,
    pub steps: u32,
    pub reason: u8,
    pub line: [i32; LINE],
    pub agents: [u8; MAX_SEATS],
    pub branching: f32,
    pub lead_changes: u16,
    pub drama: f32,
    /// The pieces before a step drawn at random.
    pub sample: Option<(u32, Vec<Group>)>,
}

/// Plays games, one after the other.
pub(super) struct Referee<'a> {
    rules: &'a Rules<'a>,
    table: Pool,
    /// Of each seat the agents that have played it, by their numbers.
    players: Vec<Vec<Option<Box<dyn Agent>>>>,
    measures: Measures,
    legal: Vec<u32>,
    agents: [u8; MAX_SEATS],
    /// What the agents draw from, what chance does, and what the sample is drawn from.
    draws: [Rng; MAX_SEATS],
    chance: Rng,
    sampler: Rng,
    steps: u32,
    opener: Opener<'a>,
    line: Line,
    /// The seat whose agent waits for what it asks.
    waiting: Option<Seat>,
}

/// How far a game has come.
pub(super) enum Progress {
    /// It has ended.
    Ended(Row),
    /// An agent [asks](Agent::asks) something.
    Asks,
    /// It was stopped.
    Stopped,
}

/// Where each player draws from in game `number`, and those who come after the seats: streams that no set-up
/// and no environment uses.
pub(super) fn player_rng(seed: u64, seat: usize, number: u64) -> Rng {
    rng_for(seed, u64::MAX - seat as u64, number)
}

impl<'a> Referee<'a> {
    pub fn new(rules: &'a Rules<'a>) -> Referee<'a> {
        let spec = rules.game.spec();
        let mut table = rules.game.pool();
        table.reserve(4);
        Referee {
            rules,
            table,
            players: (0..spec.seats).map(|_| rules.agents.iter().map(|_| None).collect()).collect(),
            measures: Measures::new(spec),
            legal: Vec::new(),
            agents: [0; MAX_SEATS],
            draws: std::array::from_fn(|seat| player_rng(rules.seed, seat, 0)),
            chance: rng_for(rules.seed, 0, 0),
            sampler: player_rng(rules.seed, MAX_SEATS, 0),
            steps: 0,
            opener: Opener::new(rules.game, rules.starts, rules.seed),
            line: Line::default(),
            waiting: None,
        }
    }

    /// Begins game `number`.
    pub fn begin(&mut self, number: u64) {
        let rules = self.rules;
        self.chance = rng_for(rules.seed, 0, rules.pair(number));
        self.draws = std::array::from_fn(|seat| player_rng(rules.seed, seat, number));
        self.sampler = player_rng(rules.seed, MAX_SEATS, number);
        for (seat, players) in self.players.iter_mut().enumerate() {
            let agent = rules.agent(number, seat as Seat);
            self.agents[seat] = agent;
            let new = || rules.agents[agent as usize].player(rules.game);
            players[agent as usize].get_or_insert_with(new).begin();
        }
        self.measures.begin();
        let pair = rules.pair(number);
        self.opener.open(&mut self.table, &PLACES, pair, &mut self.chance, &mut self.line);
        (self.steps, self.waiting) = (0, None);
    }

    /// Plays the game on, to its end or until an agent asks something.
    pub fn go(&mut self, stop: &AtomicBool) -> Progress {
        while self.steps < self.rules.limit {
            let action = match self.table.actor(TABLE) {
                Actor::Over => break,
                Actor::Chance => match self.table.draw(TABLE, &mut self.chance) {
                    Some(action) => action,
                    None => break,
                },
                Actor::Seat(seat) => match self.choice(seat, stop) {
                    Some(action) => action,
                    None => return Progress::Asks,
                },
            };
            if stop.load(Ordering::Relaxed) {
                return Progress::Stopped;
            }
            self.make(action);
        }
        Progress::Ended(self.row())
    }

    /// What the agent of a seat chooses, unless it asks something first.
    fn choice(&mut self, seat: Seat, stop: &AtomicBool) -> Option<u32> {
        let at = seat as usize;
        if self.waiting.take().is_none() {
            self.table.actions(TABLE, &mut self.legal);
            // The order of a list must not tell what is hidden.
            self.legal.sort_unstable();
            let legal = self.legal.len();
            self.measures.decision(&mut self.table, TABLE, SAMPLE, self.steps, legal, &mut self.sampler);
        }
        let sight = Sight::new(&self.table, TABLE, seat, &self.legal);
        let mut go_on = || !stop.load(Ordering::Relaxed);
        let player = self.players[at][self.agents[at] as usize].as_mut()?;
        let action = player.choose(&sight, &mut self.draws[at], &mut go_on);
        if action.is_none() {
            self.waiting = Some(seat);
        }
        action
    }

    fn make(&mut self, action: u32) {
        self.table.apply(TABLE, action);
        if self.line.actions.len() < LINE {
            self.line.push(action);
        }
        self.steps += 1;
        if !self.rules.game.spec().has_hidden_information {
            for (players, &agent) in self.players.iter_mut().zip(&self.agents) {
                players[agent as usize].iter_mut().for_each(|player| player.follow(action));
            }
        }
        if !self.table.mid_turn(TABLE) {
            let table = &self.table;
            self.measures.position(|seat| table.material(TABLE, seat));
        }
    }

    fn row(&self) -> Row {
        let outcome = self.table.outcome(TABLE);
        let returns = self.rules.game.spec().returns_of(outcome);
        Row {
            returns,
            steps: self.steps,
            reason: outcome.map_or(CUT_OFF, |outcome| outcome.reason as u8),
            line: self.line.noted(),
            agents: self.agents,
            branching: self.measures.branching(),
            lead_changes: self.measures.lead_changes(),
            drama: self.measures.drama(&returns),
            sample: self.measures.sample(&self.table, SAMPLE),
        }
    }

    /// The agent that asks something, with its number.
    pub fn asking(&mut self) -> Option<(u8, &mut dyn Agent)> {
        let seat = self.waiting? as usize;
        let agent = self.agents[seat];
        let player = self.players[seat][agent as usize].as_mut()?;
        Some((agent, &mut **player))
    }

    /// Plays game `number`, by agents that ask nothing; nothing comes of it if it is stopped.
    pub fn play(&mut self, number: u64, stop: &AtomicBool) -> Option<Row> {
        self.begin(number);
        match self.go(stop) {
            Progress::Ended(row) => Some(row),
            Progress::Asks | Progress::Stopped => None,
        }
    }
}
