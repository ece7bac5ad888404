//! A thread pool of our own. It does not wait for tasks of other users of a shared pool, and it works after a
//! fork.

use super::{DynGame, RequestError};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The maximum number of threads.
const MAX_THREADS: usize = 1024;

/// A lazily started thread pool. With one thread, the caller does all work.
pub(crate) struct Threads {
    count: usize,
    /// The pool, and the process that started it. After a fork, the threads no longer exist.
    pool: Option<(ThreadPool, u32)>,
}

impl Threads {
    /// Returns a pool of this number of threads, by default one for each processor, or of one thread if the
    /// game is not [parallel](DynGame::is_parallel).
    ///
    /// # Errors
    ///
    /// [`RequestError::Range`] if the number is out of range.
    pub(crate) fn new(game: &dyn DynGame, count: Option<usize>) -> Result<Threads, RequestError> {
        let count = count.unwrap_or_else(|| {
            std::thread::available_parallelism().map_or(1, NonZeroUsize::get).min(MAX_THREADS)
        });
        RequestError::check("threads", count as u64, 1, MAX_THREADS as u64)?;
        Ok(Threads { count: if game.is_parallel() { count } else { 1 }, pool: None })
    }

    /// Returns the number of worker threads that work for the caller, or 0 if the game is not
    /// [parallel](DynGame::is_parallel).
    ///
    /// # Errors
    ///
    /// [`RequestError::Range`] if the number is out of range.
    pub(crate) fn worker_count(game: &dyn DynGame, count: Option<usize>) -> Result<usize, RequestError> {
        Threads::new(game, count).map(|threads| if game.is_parallel() { threads.count } else { 0 })
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Calls `work` with each index below `count`. Usually the index is that of a share ([`lock_share`]). The
    /// function is not generic, so that it is compiled once, not for each game.
    pub(crate) fn for_each(&mut self, count: usize, work: &(dyn Fn(usize) + Sync)) {
        if self.count == 1 || count < 2 {
            (0..count).for_each(work);
            return;
        }
        let process = std::process::id();
        if self.pool.as_ref().is_none_or(|&(_, owner)| owner != process) {
            // The threads of a parent process cannot be joined.
            std::mem::forget(self.pool.take());
            self.pool =
                ThreadPoolBuilder::new().num_threads(self.count).build().ok().map(|pool| (pool, process));
        }
        match &self.pool {
            Some((pool, _)) => pool.install(|| (0..count).into_par_iter().with_max_len(1).for_each(work)),
            // The system cannot start threads. The result is the same without them.
            None => (0..count).for_each(work),
        }
    }
}

/// Locks one share of the work. Each share is locked by one thread only, so this never waits, and the lock is
/// not poisoned while a share is in use.
pub(crate) fn lock_share<S>(shares: &[Mutex<S>], at: usize) -> MutexGuard<'_, S> {
    shares[at].lock().unwrap_or_else(PoisonError::into_inner)
}
