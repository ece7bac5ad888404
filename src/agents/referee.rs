//! One game of a match: who sits where, what is drawn from where, what is noted down.

use super::measures::{Group, Measures};
use super::{Agent, AgentSpec, Sight};
use crate::game::{Actor, MAX_SEATS, Returns, Rng, Seat, rng_for};
use crate::sim::{AnyGame, CUT_OFF, Pool, Slot};
use std::sync::atomic::{AtomicBool, Ordering};

/// Where the game's state lies, where the sample, and where the start is kept.
const TABLE: Slot = 0;
const SAMPLE: Slot = 1;
const START: Slot = 2;

/// What all games of a match share.
pub(super) struct Rules<'a> {
    pub game: &'a dyn AnyGame,
    pub agents: &'a [AgentSpec],
    pub seed: u64,
    /// The position to play from, which can be read.
    pub start: Option<&'a str>,
    pub rotate: bool,
    pub limit: u32,
}

impl Rules<'_> {
    /// The number of the set-up and of the chance draws of a game: the games of one rotation share them.
    fn pair(&self, number: u64) -> u64 {
        if self.rotate { number / self.agents.len() as u64 } else { number }
    }

    /// Which agent plays a seat: one for all, one a seat or one a team, moved on by one in each game of a rotation.
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
    pub first: i32,
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
    table: Box<dyn Pool>,
    /// Of each seat the agents that have played it, by their numbers.
    players: Vec<Vec<Option<Box<dyn Agent>>>>,
    measures: Measures,
    legal: Vec<u32>,
}

/// Where each player draws from in game `number`: streams that no set-up and no environment uses.
fn player_rng(seed: u64, seat: Seat, number: u64) -> Rng {
    rng_for(seed, u64::MAX - u64::from(seat), number)
}

impl<'a> Referee<'a> {
    pub fn new(rules: &'a Rules<'a>) -> Referee<'a> {
        let spec = rules.game.spec();
        let mut table = rules.game.pool();
        table.reserve(3);
        if let Some(text) = rules.start {
            table.read_fen(START, text).expect("a position that has been read before");
        }
        let players = (0..spec.seats).map(|_| rules.agents.iter().map(|_| None).collect()).collect();
        Referee { table, players, measures: Measures::new(spec), legal: Vec::new(), rules }
    }

    /// Plays game `number`; nothing comes of it once `stop` is set.
    pub fn play(&mut self, number: u64, stop: &AtomicBool) -> Option<Row> {
        let Referee { rules, table, players, measures, legal } = self;
        let table = &mut **table;
        let seats = rules.game.spec().seats;
        let hidden = rules.game.spec().hidden;

        let mut chance = rng_for(rules.seed, 0, rules.pair(number));
        let mut sampler = player_rng(rules.seed, MAX_SEATS as Seat, number);
        let mut agents = [0; MAX_SEATS];
        let mut rngs: [Rng; MAX_SEATS] =
            std::array::from_fn(|seat| player_rng(rules.seed, seat as Seat, number));
        for seat in 0..seats {
            let agent = rules.agent(number, seat);
            agents[seat as usize] = agent;
            let new = || rules.agents[agent as usize].player(rules.game);
            players[seat as usize][agent as usize].get_or_insert_with(new).begin();
        }
        let mut playing: Vec<&mut Box<dyn Agent>> =
            players.iter_mut().zip(agents).filter_map(|(all, agent)| all[agent as usize].as_mut()).collect();

        measures.begin();
        match rules.start {
            Some(_) => table.copy(START, TABLE),
            None => table.start(TABLE, &mut chance),
        }
        let (mut steps, mut first) = (0, -1);
        while steps < rules.limit {
            let action = match table.actor(TABLE) {
                Actor::Over => break,
                Actor::Chance => table.draw(TABLE, &mut chance)?,
                Actor::Seat(seat) => {
                    table.actions(TABLE, legal);
                    // The order of a list must not tell what is hidden.
                    legal.sort_unstable();
                    measures.decision(table, TABLE, SAMPLE, steps, legal.len(), &mut sampler);
                    let sight = Sight::new(&*table, TABLE, seat, legal);
                    let mut go_on = || !stop.load(Ordering::Relaxed);
                    playing[seat as usize].choose(&sight, &mut rngs[seat as usize], &mut go_on)
                }
            };
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            table.apply(TABLE, action);
            if steps == 0 {
                first = action as i32;
            }
            steps += 1;
            if !hidden {
                playing.iter_mut().for_each(|agent| agent.follow(action));
            }
            if !table.mid_turn(TABLE) {
                measures.position(table, TABLE);
            }
        }
        let outcome = table.outcome(TABLE);
        let returns = outcome.map_or(Returns::ZERO, |outcome| outcome.returns);
        Some(Row {
            returns,
            steps,
            reason: outcome.map_or(CUT_OFF, |outcome| outcome.reason as u8),
            first,
            agents,
            branching: measures.branching(),
            lead_changes: measures.lead_changes(),
            drama: measures.drama(&returns),
            sample: measures.sample(table, SAMPLE),
        })
    }
}
