//! Threads of our own, so that no one else's pool is waited for, and none that a fork has left without its threads.

use super::Limit;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZeroUsize;

/// No more threads than this are started.
const MOST: usize = 1024;

/// Some threads, or none beside the caller's.
pub(crate) struct Threads {
    count: usize,
    /// The pool, and the process that started it: after a fork its threads are not there any more.
    pool: Option<(ThreadPool, u32)>,
}

impl Threads {
    /// So many threads; as many as there are processors if not said.
    pub(crate) fn new(count: Option<usize>) -> Result<Threads, Limit> {
        let count = count
            .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZeroUsize::get).min(MOST));
        Limit::check("threads", count as u64, 1, MOST as u64)?;
        Ok(Threads { count, pool: None })
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Does `work`, in which `rayon` uses these threads if it is `wide`, and the caller's alone if not.
    pub(crate) fn run<R: Send>(&mut self, wide: bool, work: impl FnOnce(bool) -> R + Send) -> R {
        if !wide || self.count == 1 {
            return work(false);
        }
        let process = std::process::id();
        if self.pool.as_ref().is_none_or(|&(_, owner)| owner != process) {
            // The threads of a parent process cannot be joined.
            std::mem::forget(self.pool.take());
            self.pool =
                ThreadPoolBuilder::new().num_threads(self.count).build().ok().map(|pool| (pool, process));
        }
        match &self.pool {
            Some((pool, _)) => pool.install(|| work(true)),
            // The system has no threads to give: the result is the same without.
            None => work(false),
        }
    }
}
