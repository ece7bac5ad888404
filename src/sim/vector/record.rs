//! Records of games in a batch.

use crate::game::{Actor, MAX_SEATS};
use crate::sim::SearchTargets;
use serde::{Deserialize, Serialize};

/// The record of a game in progress.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    /// The position string at the beginning.
    pub start: String,
    /// The actions, chance steps included.
    pub actions: Vec<i32>,
    /// The seat that made each step, or -2 for chance.
    pub current_players: Vec<i8>,
    /// The results of the search at each step, if the game is played by searches. Games of a batch, which can
    /// be saved, are not.
    #[serde(skip)]
    pub search_targets: Option<SearchTargets>,
}

impl Record {
    /// Returns the empty record of a game that begins at a position string.
    pub(super) fn from(start: String) -> Box<Record> {
        Box::new(Record { start, ..Record::default() })
    }

    /// Adds a step.
    #[inline]
    pub fn push(&mut self, actor: Actor, action: usize) {
        self.current_players.push(actor.code());
        self.actions.push(action as i32);
    }
}

/// A game that ended or was cut off.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finished {
    /// The number of the step of the batch.
    pub clock: u64,
    /// The index of the environment.
    pub env: usize,
    /// The record of the game.
    pub record: Record,
    /// The return of each seat.
    pub returns: [f32; MAX_SEATS],
    /// The number of the reason, or [`CUT_OFF`](crate::sim::CUT_OFF).
    pub reason: u8,
}

/// Finished games in flat arrays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trajectories {
    /// The number of seats.
    pub seats: usize,
    /// The index at which the steps of each game begin, and the total number of steps.
    pub offsets: Vec<i64>,
    /// The actions of all games, chance steps included.
    pub actions: Vec<i32>,
    /// The seat that made each step, or -2 for chance.
    pub current_players: Vec<i8>,
    /// The environment of each game.
    pub envs: Vec<i32>,
    /// The return of each seat: one row for each game.
    pub returns: Vec<f32>,
    /// The number of the reason of each game, or [`CUT_OFF`](crate::sim::CUT_OFF).
    pub reasons: Vec<u8>,
    /// The position string at the beginning of each game.
    pub starts: Vec<String>,
    /// The results of the search at each step, if the games were played by searches.
    pub search_targets: Option<SearchTargets>,
}

impl Trajectories {
    /// Returns some of the games, in this order.
    ///
    /// # Panics
    ///
    /// If there is no game with one of the numbers.
    pub fn select(&self, games: &[usize]) -> Trajectories {
        let mut all = Trajectories { seats: self.seats, offsets: vec![0], ..Trajectories::default() };
        all.search_targets = self.search_targets.as_ref().map(|_| SearchTargets::default());
        for &game in games {
            let steps = self.offsets[game] as usize..self.offsets[game + 1] as usize;
            all.actions.extend_from_slice(&self.actions[steps.clone()]);
            all.current_players.extend_from_slice(&self.current_players[steps.clone()]);
            all.offsets.push(all.actions.len() as i64);
            all.envs.push(self.envs[game]);
            all.returns.extend_from_slice(&self.returns[game * self.seats..(game + 1) * self.seats]);
            all.reasons.push(self.reasons[game]);
            all.starts.push(self.starts[game].clone());
            if let (Some(all), Some(own)) = (&mut all.search_targets, &self.search_targets) {
                all.append(own.select(steps, self.seats));
            }
        }
        all
    }

    /// Sorts games by the time at which they ended, so that the order does not depend on threads, and joins
    /// them.
    pub fn of(mut games: Vec<Finished>, seats: usize) -> Trajectories {
        games.sort_unstable_by_key(|game| (game.clock, game.env));
        let search_targets =
            !games.is_empty() && games.iter().all(|game| game.record.search_targets.is_some());
        let search_targets = search_targets.then(SearchTargets::default);
        let mut all = Trajectories { seats, offsets: vec![0], search_targets, ..Trajectories::default() };
        for game in games {
            all.actions.extend(game.record.actions);
            all.current_players.extend(game.record.current_players);
            all.offsets.push(all.actions.len() as i64);
            all.envs.push(game.env as i32);
            all.returns.extend(&game.returns[..seats]);
            all.reasons.push(game.reason);
            all.starts.push(game.record.start);
            if let (Some(all), Some(search_targets)) = (&mut all.search_targets, game.record.search_targets) {
                all.append(search_targets);
            }
        }
        all
    }
}
