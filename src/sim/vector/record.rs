//! Games written down as they are played.

use crate::game::{Actor, MAX_SEATS};
use crate::sim::SearchTargets;
use serde::{Deserialize, Serialize};

/// A game so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    /// The position string that it began with.
    pub start: String,
    /// The actions, those of chance steps among them.
    pub actions: Vec<i32>,
    /// Who made each step: a seat, or -2 for chance.
    pub current_players: Vec<i8>,
    /// What searches found at each step, if it is played by searches: those of a batch, which can be saved,
    /// are not.
    #[serde(skip)]
    pub search_targets: Option<SearchTargets>,
}

impl Record {
    /// That of a game that begins at a position string.
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

/// A game that ended, or was cut off.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finished {
    /// In which step of the batch.
    pub clock: u64,
    /// In which environment.
    pub env: usize,
    /// How it went.
    pub record: Record,
    /// What each seat got.
    pub returns: [f32; MAX_SEATS],
    /// How it ended: a reason's number, or [`CUT_OFF`](crate::sim::CUT_OFF).
    pub reason: u8,
}

/// Games that were played to their ends, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trajectories {
    /// How many seats the game has.
    pub seats: usize,
    /// Where the steps of each game begin, with the end.
    pub offsets: Vec<i64>,
    /// The actions of all games, those of chance steps among them.
    pub actions: Vec<i32>,
    /// Who made each step: a seat, or -2 for chance.
    pub current_players: Vec<i8>,
    /// In which environment each game was played.
    pub envs: Vec<i32>,
    /// What each seat got: a row a game.
    pub returns: Vec<f32>,
    /// How each game ended: a reason's number, or [`CUT_OFF`](crate::sim::CUT_OFF).
    pub reasons: Vec<u8>,
    /// The position string that each game began with.
    pub starts: Vec<String>,
    /// What searches found at each step, if the games were played by searches.
    pub search_targets: Option<SearchTargets>,
}

impl Trajectories {
    /// Puts games in the order in which they ended, which does not depend on the number of threads.
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
