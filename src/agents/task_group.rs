//! Groups of tasks that are searched together. Each task advances until it needs an evaluation. The requests
//! of the whole group then form one batch.

use super::Agent;
use super::batch::{Batch, BatchResults, Evaluator};
use super::cache::EvalCache;
use super::inference_buffer::{BufferRows, InferenceBuffer};
use crate::game::{Seat, Spec};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

/// A slot that plays or searches games one after the other, with agents that need evaluations.
pub(super) trait SearchTask: Send {
    /// Assigns the next game to the task.
    fn assign(&mut self, game: usize);

    /// Returns whether the task has a game.
    fn is_busy(&self) -> bool;

    /// Advances until an agent needs an evaluation, the game ends or `stop` is set. Returns true if an agent
    /// needs an evaluation. Sets `stop` if the run cannot go on.
    fn advance(&mut self, stop: &AtomicBool) -> bool;

    /// Returns the agent that needs an evaluation, and its number.
    fn pending_agent(&mut self) -> Option<(usize, &mut dyn Agent)>;
}

/// A request of a task, stored in a row of the input buffer.
struct PendingRow {
    agent: usize,
    /// The seat to act.
    seat: Seat,
    key: u64,
    /// The range of the legal actions in `TaskChunk::legal`.
    legal: Range<usize>,
    /// The index of the result in the batch of the agent.
    result: usize,
}

/// Consecutive tasks of a group. One thread at a time advances them.
struct TaskChunk<T> {
    tasks: Vec<T>,
    pending: Vec<Option<PendingRow>>,
    legal: Vec<u32>,
    /// The buffer rows of the tasks, for each agent.
    rows: Vec<BufferRows>,
    /// Scratch memory for policy weights.
    scratch: Vec<f32>,
    /// The number of requests that the cache or an equal request of the batch answered.
    cache_hits: u64,
}

/// The results of the last batches, and the cache.
#[derive(Default)]
struct Results {
    /// The last batch of each agent.
    by_agent: Vec<BatchResults>,
    cache: Option<EvalCache>,
}

/// Numbers of evaluations and batches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvalCounts {
    /// The number of positions that evaluators processed.
    pub evaluations: u64,
    /// The number of requests that were answered from the cache.
    pub cache_hits: u64,
    /// The number of batches.
    pub batches: u64,
}

/// The next step of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// A batch must be evaluated.
    Evaluate,
    /// New games were assigned, so the group is searched without an evaluation.
    Search,
    /// All games have ended.
    Done,
}

/// Tasks that share the batches of evaluators.
pub(super) struct TaskGroup<T> {
    number: usize,
    chunks: Vec<Mutex<TaskChunk<T>>>,
    /// The number of tasks of a chunk. The last chunk may have fewer.
    chunk_len: usize,
    /// The input buffers, one for each agent.
    buffers: Vec<Arc<InferenceBuffer>>,
    results: RwLock<Results>,
    /// The number of chunks that threads have claimed and finished in the current search.
    num_claimed: AtomicUsize,
    num_finished: AtomicUsize,
    /// The games that are not assigned yet.
    games: Mutex<std::iter::StepBy<Range<usize>>>,
    batches: AtomicUsize,
    evaluations: AtomicUsize,
}

/// A group has up to this number of chunks, so that threads can share the work. Chunks have a minimum length
/// to reduce contention.
const MAX_CHUNKS: usize = 16;
const MIN_CHUNK_LEN: usize = 4;

fn lock_ignoring_poison<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panics stops the whole run, so poisoned locks need no handling.
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: SearchTask> TaskGroup<T> {
    /// Creates a group and assigns the first games to its tasks.
    pub fn new(
        number: usize,
        mut tasks: Vec<T>,
        games: std::iter::StepBy<Range<usize>>,
        [planes, actions]: [usize; 2],
        agents: usize,
        cache: usize,
    ) -> TaskGroup<T> {
        let (rows, chunk_len) = (tasks.len(), tasks.len().div_ceil(MAX_CHUNKS).max(MIN_CHUNK_LEN));
        let (buffers, chunk_rows): (Vec<_>, Vec<_>) =
            (0..agents).map(|_| InferenceBuffer::new(rows, planes, actions, chunk_len)).unzip();
        let mut chunk_rows: Vec<_> = chunk_rows.into_iter().map(Vec::into_iter).collect();
        let mut chunks = Vec::new();
        while !tasks.is_empty() {
            let rest = tasks.split_off(chunk_len.min(tasks.len()));
            chunks.push(Mutex::new(TaskChunk {
                pending: tasks.iter().map(|_| None).collect(),
                tasks: std::mem::replace(&mut tasks, rest),
                legal: Vec::new(),
                rows: chunk_rows.iter_mut().filter_map(Iterator::next).collect(),
                scratch: Vec::new(),
                cache_hits: 0,
            }));
        }
        let by_agent = (0..agents).map(|_| BatchResults::default()).collect();
        let group = TaskGroup {
            number,
            chunks,
            chunk_len,
            buffers,
            results: RwLock::new(Results { by_agent, cache: EvalCache::new(cache) }),
            num_claimed: AtomicUsize::new(0),
            num_finished: AtomicUsize::new(0),
            games: Mutex::new(games),
            batches: AtomicUsize::new(0),
            evaluations: AtomicUsize::new(0),
        };
        group.assign_games(&mut group.all());
        group
    }

    /// Locks all chunks.
    fn all(&self) -> Vec<MutexGuard<'_, TaskChunk<T>>> {
        self.chunks.iter().map(lock_ignoring_poison).collect()
    }

    /// Assigns the next games to the idle tasks, in their order. Returns whether a game was assigned.
    fn assign_games(&self, chunks: &mut [MutexGuard<'_, TaskChunk<T>>]) -> bool {
        let mut games = lock_ignoring_poison(&self.games);
        let idle = chunks.iter_mut().flat_map(|chunk| &mut chunk.tasks).filter(|task| !task.is_busy());
        idle.zip(&mut *games).map(|(task, game)| task.assign(game)).count() > 0
    }

    /// Returns whether there are chunks that no thread has claimed.
    pub fn has_unclaimed(&self) -> bool {
        self.num_claimed.load(Ordering::Relaxed) < self.chunks.len()
    }

    /// Claims and searches chunks until none are left. Returns true on the thread that finished the last
    /// chunk.
    pub fn search(&self, spec: &Spec, stop: &AtomicBool) -> bool {
        let mut last = false;
        loop {
            let at = self.num_claimed.fetch_add(1, Ordering::Acquire);
            let Some(chunk) = self.chunks.get(at) else { return last };
            {
                let results = self.results.read().unwrap_or_else(PoisonError::into_inner);
                lock_ignoring_poison(chunk).advance(&results, spec, stop);
            }
            last |= self.num_finished.fetch_add(1, Ordering::AcqRel) + 1 == self.chunks.len();
        }
    }

    /// Returns the next phase, after all chunks were searched.
    pub fn next_phase(&self) -> Phase {
        let mut chunks = self.all();
        let asks = chunks.iter().any(|chunk| chunk.pending.iter().any(Option::is_some));
        let more = self.assign_games(&mut chunks);
        match (asks, more) {
            (true, _) => Phase::Evaluate,
            (false, true) => Phase::Search,
            (false, false) => Phase::Done,
        }
    }

    /// Makes all chunks available for the next search.
    pub fn reset(&self) {
        self.num_finished.store(0, Ordering::Relaxed);
        self.num_claimed.store(0, Ordering::Release);
    }

    /// Evaluates the pending requests. Returns false if an evaluator returned false. No thread may search the
    /// group meanwhile.
    pub fn evaluate(&self, spec: &Spec, evaluator: &Evaluator<'_>) -> bool {
        let mut chunks = self.all();
        let mut results = self.results.write().unwrap_or_else(PoisonError::into_inner);
        let Results { by_agent, cache } = &mut *results;
        for (agent, (batch_results, buffer)) in by_agent.iter_mut().zip(&self.buffers).enumerate() {
            batch_results.clear();
            let keys = self.gather(agent, &mut chunks, batch_results, cache.is_some());
            let size = batch_results.ends.len();
            if size == 0 {
                continue;
            }
            self.batches.fetch_add(1, Ordering::Relaxed);
            self.evaluations.fetch_add(size, Ordering::Relaxed);
            let (observations, action_masks) = first_rows(buffer, &chunks, size);
            let group = self.number;
            if !evaluator(&mut Batch {
                agent,
                group,
                size,
                buffer,
                observations,
                action_masks,
                results: batch_results,
                spec,
            }) {
                return false;
            }
            if let Some(cache) = cache {
                keys.iter().enumerate().for_each(|(at, &key)| cache.insert(key, batch_results.get(at)));
            }
        }
        true
    }

    /// Moves the positions for an agent's evaluator to the first rows of its buffer, and lists their legal
    /// actions. Returns their keys. With `deduplicate`, equal positions share one row.
    fn gather(
        &self,
        agent: usize,
        chunks: &mut [MutexGuard<'_, TaskChunk<T>>],
        batch_results: &mut BatchResults,
        deduplicate: bool,
    ) -> Vec<u64> {
        let (mut rows, mut first_rows_by_key) = (Vec::new(), HashMap::with_hasher(FixedState::with_seed(0)));
        let mut duplicates = Vec::new();
        for (at, chunk) in chunks.iter().enumerate() {
            for (place, waiting) in chunk.pending.iter().enumerate() {
                let Some(waiting) = waiting.as_ref().filter(|waiting| waiting.agent == agent) else {
                    continue;
                };
                let row = at * self.chunk_len + place;
                let first = if deduplicate {
                    *first_rows_by_key.entry((waiting.key, waiting.legal.len())).or_insert(row)
                } else {
                    row
                };
                if first == row {
                    rows.push(row);
                } else {
                    duplicates.push((row, first));
                }
            }
        }
        // Rows at or after `size` move into the gaps before it.
        let size = rows.len();
        let staying = rows.partition_point(|&row| row < size);
        let (mut stay, mut moved) = (rows[..staying].iter().peekable(), rows[staying..].iter());
        let mut keys = Vec::with_capacity(if deduplicate { size } else { 0 });
        for row in 0..size {
            let from = match stay.next_if_eq(&&row) {
                Some(_) => row,
                None => *moved.next().unwrap_or(&row),
            };
            if from != row {
                copy(chunks, agent, self.chunk_len, from, row);
            }
            let chunk = &mut *chunks[from / self.chunk_len];
            if let Some(waiting) = &mut chunk.pending[from % self.chunk_len] {
                waiting.result = row;
                batch_results.legal.extend_from_slice(&chunk.legal[waiting.legal.clone()]);
                if deduplicate {
                    keys.push(waiting.key);
                }
            }
            batch_results.ends.push(batch_results.legal.len());
        }
        for (row, first) in duplicates {
            let found = chunks[first / self.chunk_len].pending[first % self.chunk_len].as_ref();
            let result = found.map_or(0, |waiting| waiting.result);
            let chunk = &mut *chunks[row / self.chunk_len];
            chunk.cache_hits += 1;
            if let Some(waiting) = &mut chunk.pending[row % self.chunk_len] {
                waiting.result = result;
            }
        }
        keys
    }

    /// Returns the counts since the start of the run.
    pub fn counts(&self) -> EvalCounts {
        EvalCounts {
            evaluations: self.evaluations.load(Ordering::Relaxed) as u64,
            cache_hits: self.all().iter().map(|chunk| chunk.cache_hits).sum(),
            batches: self.batches.load(Ordering::Relaxed) as u64,
        }
    }

    /// Returns the tasks in their original order.
    pub fn tasks(self) -> impl Iterator<Item = T> {
        let chunks =
            self.chunks.into_iter().map(|chunk| chunk.into_inner().unwrap_or_else(PoisonError::into_inner));
        chunks.flat_map(|chunk| chunk.tasks)
    }
}

/// Returns the observations and masks of the first rows of a buffer. The borrow keeps the chunks, which write
/// the rows, locked.
fn first_rows<'a, T>(
    buffer: &'a InferenceBuffer,
    _held: &'a [MutexGuard<'_, TaskChunk<T>>],
    rows: usize,
) -> (&'a [f32], &'a [bool]) {
    // SAFETY: the rows of a group's buffers belong to its chunks, all of which are locked and borrowed for as
    // long as the slices live.
    unsafe { buffer.first_rows(rows) }
}

/// Copies a row of an agent's buffer to another row.
fn copy<T>(
    chunks: &mut [MutexGuard<'_, TaskChunk<T>>],
    agent: usize,
    chunk_len: usize,
    from: usize,
    to: usize,
) {
    let (source, target) = (from / chunk_len, to / chunk_len);
    if source == target {
        chunks[source].rows[agent].copy_within(from % chunk_len, to % chunk_len);
    } else if let Ok([source, target]) = chunks.get_disjoint_mut([source, target]) {
        target.rows[agent].copy_from(&source.rows[agent], from % chunk_len, to % chunk_len);
    }
}

impl<T: SearchTask> TaskChunk<T> {
    /// Passes the results to the tasks, and advances each task until it needs another evaluation.
    fn advance(&mut self, results: &Results, spec: &Spec, stop: &AtomicBool) {
        self.legal.clear();
        for (at, task) in self.tasks.iter_mut().enumerate() {
            if let Some(waiting) = self.pending[at].take()
                && let Some((_, searcher)) = task.pending_agent()
            {
                let evaluation = results.by_agent[waiting.agent].get(waiting.result);
                searcher
                    .receive(evaluation.weights(&mut self.scratch), &evaluation.returns(spec, waiting.seat));
            }
            while task.is_busy() && !stop.load(Ordering::Relaxed) && task.advance(stop) {
                let Some((agent, searcher)) = task.pending_agent() else { break };
                let Some(request) = searcher.pending() else { break };
                let (seat, actions) = (request.seat, request.legal.len());
                let key = results.cache.as_ref().map_or(0, |_| request.key());
                if let Some(evaluation) = results.cache.as_ref().and_then(|cache| cache.get(key, actions)) {
                    searcher.receive(evaluation.weights(&mut self.scratch), &evaluation.returns(spec, seat));
                    self.cache_hits += 1;
                    continue;
                }
                let rows = &mut self.rows[agent];
                request.observe(rows.observation(at));
                rows.write_mask(at, request.legal);
                let first = self.legal.len();
                self.legal.extend_from_slice(request.legal);
                let legal = first..self.legal.len();
                self.pending[at] = Some(PendingRow { agent, seat, key, legal, result: 0 });
                break;
            }
        }
    }
}
