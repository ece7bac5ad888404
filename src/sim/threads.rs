//! Threads of our own, so that no one else's pool is waited for, and none that a fork has left without its
//! threads.

use super::RequestError;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// No more threads than this are started.
const MAX_THREADS: usize = 1024;

/// Some threads, or none beside the caller's.
pub(crate) struct Threads {
    count: usize,
    /// The pool, and the process that started it: after a fork its threads are not there any more.
    pool: Option<(ThreadPool, u32)>,
}

impl Threads {
    /// So many threads; as many as there are processors if not said.
    pub(crate) fn new(count: Option<usize>) -> Result<Threads, RequestError> {
        let count = count.unwrap_or_else(|| {
            std::thread::available_parallelism().map_or(1, NonZeroUsize::get).min(MAX_THREADS)
        });
        RequestError::check("threads", count as u64, 1, MAX_THREADS as u64)?;
        Ok(Threads { count, pool: None })
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Does `work` with each number below `count`, above all with the share of that number ([`lock_share`]). It
    /// knows no type of the work: what spreads it is compiled once, not for each game.
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
            // The system has no threads to give: the result is the same without.
            None => (0..count).for_each(work),
        }
    }
}

/// One of the shares of a work, each of which one thread comes for: there is nothing to wait for, and no
/// panic to have left it half done.
pub(crate) fn lock_share<S>(shares: &[Mutex<S>], at: usize) -> MutexGuard<'_, S> {
    shares[at].lock().unwrap_or_else(PoisonError::into_inner)
}
