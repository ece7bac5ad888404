//! Tasks that play the games of a match with agents that use evaluators.

use super::Agent;
use super::batch::Evaluator;
use super::match_runner::{GameResult, MatchConfig, MatchRunner, Progress};
use super::puct::{Puct, PuctSearch};
use super::scheduler::{self, Config};
use super::task_group::SearchTask;
use crate::engines::EngineFailure;
use crate::sim::{DynGame, Pool};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Returns the estimated maximum memory of a search in bytes, including its share of the evaluator's buffers.
pub(super) fn search_bytes(game: &dyn DynGame, settings: Puct) -> u64 {
    /// Estimated bytes for a legal action, and number of legal actions, of a request and its result.
    const ACTION_BYTES: usize = 16;
    const NUM_LEGAL: usize = 256;
    let buffers = 4 * observation_len(&game.pool()) + game.spec().num_actions + ACTION_BYTES * NUM_LEGAL;
    PuctSearch::bytes(settings) + buffers as u64
}

/// Returns the number of elements of an observation.
pub(super) fn observation_len(pool: &Pool) -> usize {
    pool.observation_shape().iter().product()
}

/// A task that plays the games assigned to it.
struct MatchTask<'a> {
    runner: MatchRunner<'a>,
    offset: u64,
    /// The index of the current game, and whether it is started.
    index: Option<usize>,
    is_started: bool,
    finished: Vec<(usize, GameResult)>,
    /// The first failure of an agent in any task.
    failure: &'a Mutex<Option<EngineFailure>>,
}

impl SearchTask for MatchTask<'_> {
    fn assign(&mut self, game: usize) {
        (self.index, self.is_started) = (Some(game), false);
    }

    fn is_busy(&self) -> bool {
        self.index.is_some()
    }

    fn advance(&mut self, stop: &AtomicBool) -> bool {
        let Some(index) = self.index else { return false };
        if !self.is_started {
            self.runner.start_game(self.offset.wrapping_add(index as u64));
            self.is_started = true;
        }
        match self.runner.advance(stop) {
            Progress::Finished(result) => {
                self.finished.push((index, result));
                self.index = None;
                false
            }
            Progress::Pending => true,
            Progress::Stopped => false,
            Progress::Failed(failure) => {
                self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
                stop.store(true, Ordering::Relaxed);
                false
            }
        }
    }

    fn pending_agent(&mut self) -> Option<(usize, &mut dyn Agent)> {
        self.runner.pending_agent().map(|(agent, searcher)| (agent as usize, searcher))
    }
}

/// The settings for games that are played in parallel.
pub(super) struct ParallelConfig<'a> {
    pub evaluator: &'a Evaluator<'a>,
    /// The number of games that are played in parallel.
    pub num_tasks: usize,
    pub threads: usize,
    pub max_concurrent_batches: usize,
}

/// Plays the games in parallel. Returns false if the run was stopped, and an error if an agent failed.
pub(super) fn play(
    config: &MatchConfig<'_>,
    offset: u64,
    parallel: &ParallelConfig<'_>,
    results: &mut [Option<GameResult>],
    go_on: &mut dyn FnMut() -> bool,
) -> Result<bool, EngineFailure> {
    let scheduler_config = Config {
        spec: config.game.spec(),
        planes: observation_len(&config.game.pool()),
        agents: config.agents.len(),
        evaluator: parallel.evaluator,
        max_concurrent_batches: parallel.max_concurrent_batches,
        threads: parallel.threads,
        cache: 0,
    };
    let failure = Mutex::new(None);
    let new = |_| MatchTask {
        runner: MatchRunner::new(config),
        offset,
        index: None,
        is_started: false,
        finished: Vec::new(),
        failure: &failure,
    };
    let tasks: Vec<MatchTask<'_>> = (0..parallel.num_tasks).map(new).collect();
    let Some(output) = scheduler::run(tasks, results.len(), &scheduler_config, go_on) else {
        return failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(false), Err);
    };
    let finished = output.tasks.into_iter().flat_map(|task| task.finished);
    finished.for_each(|(index, result)| results[index] = Some(result));
    Ok(true)
}
