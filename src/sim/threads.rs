//! Threads of our own, so that no one else's pool is waited for, and none that a fork has left without its
//! threads.

use super::Limit;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

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

    /// Does `work` with each of the shares, which are independent of one another, and their numbers.
    pub(crate) fn each<S: Send>(&mut self, shares: &mut [S], work: impl Fn(usize, &mut S) + Sync) {
        if self.count == 1 || shares.len() < 2 {
            shares.iter_mut().enumerate().for_each(|(at, share)| work(at, share));
            return;
        }
        let shares: Vec<Mutex<&mut S>> = shares.iter_mut().map(Mutex::new).collect();
        self.spread(shares.len(), &|at| {
            // Nobody else comes for this share: there is nothing to wait for, and no panic to have left it
            // half done.
            let mut share = shares[at].lock().unwrap_or_else(PoisonError::into_inner);
            work(at, &mut share);
        });
    }

    /// Does `work` with each number below `count`. It knows no type of the work: what spreads it is compiled
    /// once, not for each game.
    fn spread(&mut self, count: usize, work: &(dyn Fn(usize) + Sync)) {
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
