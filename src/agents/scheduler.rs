//! Scheduler of parallel searches. Tasks are divided into groups: while an evaluator processes the batch of
//! one group, threads search the tasks of the other groups.
//!
//! With one concurrent batch, the calling thread runs the evaluator, and there are two groups. With more,
//! there are as many groups as concurrent batches, and the worker threads run the evaluator.

use super::batch::Evaluator;
use super::task_group::{EvalCounts, Phase, SearchTask, TaskGroup};
use crate::game::Spec;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum of `max_concurrent_batches`.
pub const MAX_CONCURRENT_BATCHES: u64 = 256;

/// The time between two calls of `go_on`.
pub(super) const POLL_INTERVAL: Duration = Duration::from_millis(25);

/// The minimum number of tasks of a group, if there are enough tasks.
const MIN_GROUP_LEN: usize = 8;

/// The settings of a scheduler run.
pub(super) struct Config<'a> {
    pub spec: &'a Spec,
    /// The number of elements of an observation.
    pub planes: usize,
    /// The number of agents. Each can have an evaluator.
    pub agents: usize,
    pub evaluator: &'a Evaluator<'a>,
    /// The maximum number of batches that are evaluated at the same time.
    pub max_concurrent_batches: usize,
    /// The number of threads. With 0 the calling thread does all the work.
    pub threads: usize,
    /// The memory of the evaluation caches in bytes.
    pub cache: usize,
}

/// The result of a scheduler run.
pub(super) struct Output<T> {
    pub tasks: Vec<T>,
    pub counts: EvalCounts,
    /// The total duration of the evaluator calls. Concurrent calls count separately.
    pub evaluation_time: Duration,
}

/// Plays `games` games on the given tasks. Returns `None` if the evaluator or `go_on` returns false.
///
/// The assignment of games to tasks and the composition of batches depend on the numbers of tasks and of
/// concurrent batches, but not on the threads.
pub(super) fn run<T: SearchTask>(
    tasks: Vec<T>,
    games: usize,
    config: &Config<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Output<T>> {
    let scheduler = Scheduler::new(tasks, games, config);
    // With one concurrent batch, the calling thread runs the evaluator.
    let caller_evaluates = config.max_concurrent_batches < 2;
    let threads = match config.threads {
        0 => 0,
        threads if caller_evaluates => threads,
        threads => threads.max(config.max_concurrent_batches),
    };
    let done = thread::scope(|scope| {
        let mut started = 0;
        for _ in 0..threads {
            // The result does not depend on the number of threads, so a thread that cannot start is no error.
            let thread =
                thread::Builder::new().spawn_scoped(scope, || scheduler.run_worker(!caller_evaluates));
            started += usize::from(thread.is_ok());
        }
        if started > 0 {
            scheduler.run_caller(caller_evaluates, go_on)
        } else {
            scheduler.run_single_threaded(go_on)
        }
    });
    if !done {
        return None;
    }
    let evaluation_time = Duration::from_nanos(scheduler.evaluation_nanos.load(Ordering::Relaxed));
    let mut counts = EvalCounts::default();
    for group in &scheduler.groups {
        let of = group.counts();
        counts.evaluations += of.evaluations;
        counts.cache_hits += of.cache_hits;
        counts.batches += of.batches;
    }
    Some(Output {
        tasks: scheduler.groups.into_iter().flat_map(TaskGroup::tasks).collect(),
        counts,
        evaluation_time,
    })
}

/// The groups of tasks, and the queues of work on them.
struct Scheduler<'a, T> {
    groups: Vec<TaskGroup<T>>,
    config: &'a Config<'a>,
    queues: Mutex<Queues>,
    /// Signals: `work_ready` wakes workers when a queue may have work. `caller_wake` wakes the calling thread
    /// when there is a batch to evaluate or all groups are done.
    work_ready: Condvar,
    caller_wake: Condvar,
    stop: AtomicBool,
    evaluation_nanos: AtomicU64,
}

/// The work that is left.
#[derive(Default)]
struct Queues {
    /// The groups to search, and the groups with a batch to evaluate.
    to_search: VecDeque<usize>,
    to_evaluate: VecDeque<usize>,
    /// The number of batches that are being evaluated.
    num_evaluating: usize,
    /// The number of groups that are not done.
    num_unfinished: usize,
}

enum Job {
    Search(usize),
    Evaluate(usize),
}

/// Stops all threads if the current thread panics. Otherwise they would wait forever for its work.
struct HaltOnPanic<'a, T: SearchTask>(&'a Scheduler<'a, T>);

impl<T: SearchTask> Drop for HaltOnPanic<'_, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.halt();
        }
    }
}

impl<'a, T: SearchTask> Scheduler<'a, T> {
    fn new(mut tasks: Vec<T>, games: usize, config: &'a Config<'a>) -> Scheduler<'a, T> {
        let groups = match tasks.len() {
            0 => 0,
            all => (all / MIN_GROUP_LEN).clamp(1, config.max_concurrent_batches.max(2)),
        };
        let cut = |number: usize| {
            let rest = tasks.split_off(tasks.len().div_ceil(groups - number));
            let tasks = std::mem::replace(&mut tasks, rest);
            let games = (number..games.max(number)).step_by(groups);
            let shape = [config.planes, config.spec.num_actions];
            TaskGroup::new(number, tasks, games, shape, config.agents, config.cache / groups)
        };
        Scheduler {
            groups: (0..groups).map(cut).collect(),
            config,
            queues: Mutex::new(Queues {
                to_search: (0..groups).collect(),
                num_unfinished: groups,
                ..Queues::default()
            }),
            work_ready: Condvar::new(),
            caller_wake: Condvar::new(),
            stop: AtomicBool::new(false),
            evaluation_nanos: AtomicU64::new(0),
        }
    }

    fn lock_queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tells all threads to stop.
    fn halt(&self) {
        let _queues = self.lock_queues();
        self.stop.store(true, Ordering::Relaxed);
        self.work_ready.notify_all();
        self.caller_wake.notify_all();
    }

    /// Returns the next job, if there is one. With `evaluates`, batches come first.
    fn next_job(&self, queues: &mut Queues, evaluates: bool) -> Option<Job> {
        if evaluates
            && queues.num_evaluating < self.config.max_concurrent_batches.max(1)
            && let Some(group) = queues.to_evaluate.pop_front()
        {
            queues.num_evaluating += 1;
            return Some(Job::Evaluate(group));
        }
        while let Some(&group) = queues.to_search.front() {
            if self.groups[group].has_unclaimed() {
                return Some(Job::Search(group));
            }
            queues.to_search.pop_front();
        }
        None
    }

    /// Runs a job and queues the work that follows from it.
    fn run_job(&self, job: &Job) {
        match *job {
            Job::Search(group) => {
                let is_searched = self.groups[group].search(self.config.spec, &self.stop);
                if self.stopped() {
                    // A task can stop the run. Other threads have to be told.
                    self.halt();
                } else if is_searched {
                    self.finish_search(group);
                }
            }
            Job::Evaluate(group) => self.evaluate(group),
        }
    }

    /// Queues the next phase of a group after its search.
    fn finish_search(&self, group: usize) {
        let next = self.groups[group].next_phase();
        let mut queues = self.lock_queues();
        match next {
            Phase::Evaluate => {
                queues.to_evaluate.push_back(group);
                self.caller_wake.notify_one();
            }
            Phase::Search => {
                self.groups[group].reset();
                queues.to_search.push_back(group);
            }
            Phase::Done => {
                queues.num_unfinished -= 1;
                self.caller_wake.notify_one();
            }
        }
        self.work_ready.notify_all();
    }

    /// Evaluates the batch of a group and queues its next search.
    fn evaluate(&self, group: usize) {
        let begun = Instant::now();
        let evaluated = self.groups[group].evaluate(self.config.spec, self.config.evaluator);
        self.evaluation_nanos.fetch_add(begun.elapsed().as_nanos() as u64, Ordering::Relaxed);
        if !evaluated {
            return self.halt();
        }
        self.groups[group].reset();
        let mut queues = self.lock_queues();
        queues.num_evaluating -= 1;
        queues.to_search.push_back(group);
        self.work_ready.notify_all();
    }

    /// The loop of a worker thread, until all groups are done.
    fn run_worker(&self, evaluates: bool) {
        let _guard = HaltOnPanic(self);
        let mut queues = self.lock_queues();
        while queues.num_unfinished > 0 && !self.stopped() {
            match self.next_job(&mut queues, evaluates) {
                Some(job) => {
                    drop(queues);
                    self.run_job(&job);
                    queues = self.lock_queues();
                }
                None => queues = self.work_ready.wait(queues).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// The loop of the calling thread, until all groups are done: it polls `go_on` and, with `evaluates`,
    /// runs the evaluator.
    fn run_caller(&self, evaluates: bool, go_on: &mut dyn FnMut() -> bool) -> bool {
        let _guard = HaltOnPanic(self);
        let mut queues = self.lock_queues();
        while queues.num_unfinished > 0 && !self.stopped() {
            let next = if evaluates { queues.to_evaluate.pop_front() } else { None };
            if let Some(group) = next {
                queues.num_evaluating += 1;
                drop(queues);
                self.evaluate(group);
            } else {
                let waited = self.caller_wake.wait_timeout(queues, POLL_INTERVAL);
                drop(waited.unwrap_or_else(PoisonError::into_inner));
            }
            if !go_on() {
                self.halt();
            }
            queues = self.lock_queues();
        }
        !self.stopped()
    }

    /// Does all the work on the calling thread.
    fn run_single_threaded(&self, go_on: &mut dyn FnMut() -> bool) -> bool {
        loop {
            let mut queues = self.lock_queues();
            if queues.num_unfinished == 0 || self.stopped() {
                return !self.stopped();
            }
            let job = self.next_job(&mut queues, true);
            drop(queues);
            job.iter().for_each(|job| self.run_job(job));
            if !go_on() {
                self.halt();
            }
        }
    }
}
