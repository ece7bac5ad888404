//! Searches by a judge from many positions at once.

use super::abreast::{self, Setting};
use super::batch::Judge;
use super::boards::{bytes, numbers};
use super::group::Table;
use super::puct::{Puct, Searcher};
use super::{Agent, Sight};
use crate::game::{Actor, Rng, Seat, rng_for};
use crate::sim::threads::Threads;
use crate::sim::{DynGame, Pool, RequestError, StateWithHistory};
use std::sync::atomic::AtomicBool;

/// A search from one of many states.
struct Desk {
    table: Pool,
    searcher: Searcher,
    rng: Rng,
    /// Who is to act, if a seat is.
    seat: Option<Seat>,
    legal: Vec<u32>,
    busy: bool,
    /// What it has come to.
    chosen: Option<u32>,
}

impl Table for Desk {
    fn take(&mut self, _: usize) {
        self.busy = self.seat.is_some();
    }

    fn busy(&self) -> bool {
        self.busy
    }

    fn go(&mut self, _: &AtomicBool) -> bool {
        let Some(seat) = self.seat else { return false };
        let sight = Sight::new(&self.table, 0, seat, &self.legal);
        self.busy = !self.searcher.search(&sight, &mut self.rng);
        if !self.busy {
            self.chosen = self.searcher.conclude(&sight, &mut self.rng);
        }
        self.busy
    }

    fn asking(&mut self) -> Option<(usize, &mut dyn Agent)> {
        Some((0, &mut self.searcher))
    }
}

/// How searches from many states are made.
#[derive(Clone, Copy, Debug)]
pub struct Desks {
    /// How each of them goes on.
    pub settings: Puct,
    /// State number `i` draws from `rng_for(seed, 0, i)`.
    pub seed: u64,
    /// How many batches the judge takes at once.
    pub max_concurrent_batches: usize,
}

/// What searches from many states have found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// How often each action was gone through, `num_actions` numbers for each state; zeros where no seat is
    /// to act.
    pub visits: Vec<u32>,
    /// What a player makes of it in each state where a seat is to act.
    pub chosen: Vec<Option<u32>>,
}

/// Searches from some states of a game. Nothing comes back if the judge or `go_on` says no; what would take
/// too much memory is not begun.
pub fn searches(
    game: &dyn DynGame,
    states: &[&StateWithHistory],
    desks: Desks,
    judge: &Judge<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Found>, RequestError> {
    /// Fewer searches are not worth a thread.
    const WORTH: usize = 16;
    let Desks { settings, seed, max_concurrent_batches } = desks;
    RequestError::memory(states.len() as u64 * bytes(game, settings))?;
    let desk = |(index, state): (u64, &&StateWithHistory)| {
        let mut table = game.pool();
        table.reserve(1);
        let mut legal = Vec::new();
        let seat = match table.load(0, state).then(|| table.actor(0)) {
            Some(Actor::Seat(seat)) => Some(seat),
            _ => None,
        };
        if seat.is_some() {
            table.actions(0, &mut legal);
            legal.sort_unstable();
        }
        let searcher = Searcher::new(game, settings);
        Desk { table, searcher, rng: rng_for(seed, 0, index), seat, legal, busy: false, chosen: None }
    };
    let all: Vec<Desk> = (0..).zip(states).map(desk).collect();
    let setting = Setting {
        spec: game.spec(),
        planes: numbers(&game.pool()),
        agents: 1,
        judge,
        max_concurrent_batches,
        threads: if states.len() < WORTH { 0 } else { Threads::new(None)?.count() },
        cache: 0,
    };
    let Some(played) = abreast::play(all, states.len(), &setting, go_on) else { return Ok(None) };
    let actions = game.spec().num_actions;
    let mut visits = vec![0; states.len() * actions];
    // Desks come back group by group, as they were given.
    for (row, desk) in visits.chunks_exact_mut(actions).zip(&played.tables) {
        for (action, times) in desk.seat.iter().flat_map(|_| desk.searcher.visits()) {
            row[action as usize] = times;
        }
    }
    let chosen = played.tables.iter().map(|desk| desk.chosen).collect();
    Ok(Some(Found { visits, chosen }))
}
