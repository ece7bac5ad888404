//! PUCT searches of many given positions at the same time.

use super::batch::Evaluator;
use super::match_tasks::{observation_len, search_bytes};
use super::puct::{Puct, PuctSearch};
use super::scheduler::{self, Config};
use super::task_group::SearchTask;
use super::{Agent, Analysis, PlayerView};
use crate::game::{Actor, Rng, Seat, rng_for};
use crate::sim::threads::Threads;
use crate::sim::{DynGame, Pool, RequestError, StateWithHistory};
use std::sync::atomic::AtomicBool;

/// The search of one state.
struct PositionSearch {
    pool: Pool,
    searcher: PuctSearch,
    rng: Rng,
    /// The seat to act, if a seat is to act.
    seat: Option<Seat>,
    legal: Vec<u32>,
    is_busy: bool,
    /// The choice, after the search.
    chosen: Option<u32>,
    /// What the search found out, if that is requested.
    analysis: Option<Analysis>,
    is_analyzed: bool,
}

impl SearchTask for PositionSearch {
    fn assign(&mut self, _: usize) {
        self.is_busy = self.seat.is_some();
    }

    fn is_busy(&self) -> bool {
        self.is_busy
    }

    fn advance(&mut self, _: &AtomicBool) -> bool {
        let Some(seat) = self.seat else { return false };
        let view = PlayerView::new(&self.pool, 0, seat, &self.legal);
        self.is_busy = !self.searcher.search(&view, &mut self.rng);
        if !self.is_busy {
            self.chosen = self.searcher.choose_action(&view, &mut self.rng);
            if let (true, Some(chosen)) = (self.is_analyzed, self.chosen) {
                self.analysis = Some(self.searcher.analysis(&view, chosen, &mut self.rng));
            }
        }
        self.is_busy
    }

    fn pending_agent(&mut self) -> Option<(usize, &mut dyn Agent)> {
        Some((0, &mut self.searcher))
    }
}

/// The settings for the searches of many states.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// The settings of each search.
    pub settings: Puct,
    /// The seed. State `i` uses `rng_for(seed, 0, i)`.
    pub seed: u64,
    /// The maximum number of evaluator calls at the same time.
    pub max_concurrent_batches: usize,
    /// The actions that may be chosen, in states in which one of them is legal. `None` allows all.
    pub allowed: Option<&'a [u32]>,
    /// Whether to return what the searches found out.
    pub analyze: bool,
}

impl Default for SearchRequest<'_> {
    /// Returns the default settings of searches, with seed 0 and one evaluator call at a time.
    fn default() -> Self {
        SearchRequest {
            settings: Puct::DEFAULT,
            seed: 0,
            max_concurrent_batches: 1,
            allowed: None,
            analyze: false,
        }
    }
}

/// The results of the searches of many states.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResults {
    /// The visits of each action: `num_actions` numbers for each state. They are 0 where no seat is to act.
    pub visits: Vec<u32>,
    /// The chosen action of each state in which a seat is to act.
    pub chosen: Vec<Option<u32>>,
    /// What the search of each state found out, where a seat is to act and it is requested.
    pub analyses: Vec<Option<Analysis>>,
}

/// Searches some states of a game. Returns `None` if the evaluator or `go_on` returns false.
///
/// # Errors
///
/// Returns an error if the searches need too much memory, or the number of threads is invalid.
pub fn search_states(
    game: &dyn DynGame,
    states: &[&StateWithHistory],
    request: SearchRequest<'_>,
    evaluator: &Evaluator<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<SearchResults>, RequestError> {
    /// With fewer searches, threads do not pay off.
    const MIN_FOR_THREADS: usize = 16;
    let SearchRequest { settings, seed, max_concurrent_batches, allowed, analyze } = request;
    RequestError::memory(states.len() as u64 * search_bytes(game, settings))?;
    let search = |(index, state): (u64, &&StateWithHistory)| {
        let mut pool = game.pool();
        pool.reserve(1);
        let mut legal = Vec::new();
        let seat = match pool.load(0, state).then(|| pool[0].actor()) {
            Some(Actor::Seat(seat)) => Some(seat),
            _ => None,
        };
        if seat.is_some() {
            pool[0].actions(&mut legal);
            legal.sort_unstable();
            if let Some(allowed) = allowed
                && legal.iter().any(|action| allowed.contains(action))
            {
                legal.retain(|action| allowed.contains(action));
            }
        }
        let searcher = PuctSearch::new(game, settings);
        PositionSearch {
            pool,
            searcher,
            rng: rng_for(seed, 0, index),
            seat,
            legal,
            is_busy: false,
            chosen: None,
            analysis: None,
            is_analyzed: analyze,
        }
    };
    let tasks: Vec<PositionSearch> = (0..).zip(states).map(search).collect();
    let config = Config {
        spec: game.spec(),
        planes: observation_len(&game.pool()),
        agents: 1,
        evaluator,
        max_concurrent_batches,
        threads: if states.len() < MIN_FOR_THREADS { 0 } else { Threads::worker_count(game, None)? },
        cache: 0,
    };
    let Some(output) = scheduler::run(tasks, states.len(), &config, go_on) else { return Ok(None) };
    let actions = game.spec().num_actions;
    let mut visits = vec![0; states.len() * actions];
    // Tasks are returned group by group, in their original order.
    for (row, search) in visits.chunks_exact_mut(actions).zip(&output.tasks) {
        for (action, times) in search.seat.iter().flat_map(|_| search.searcher.visits()) {
            row[action as usize] = times;
        }
    }
    let (chosen, analyses) = output.tasks.into_iter().map(|search| (search.chosen, search.analysis)).unzip();
    Ok(Some(SearchResults { visits, chosen, analyses }))
}
