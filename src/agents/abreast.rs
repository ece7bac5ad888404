//! Many games side by side, in groups: while a judge is asked about the games of one group, threads search
//! those of the others.
//!
//! A judge who is asked one batch at a time is asked by the thread that calls, and there are two groups. One
//! who is asked so many at once has as many groups, and the thread that has searched a group asks him.

use super::batch::Judge;
use super::group::{Counts, Group, Next, Table};
use super::matches::PATIENCE;
use crate::game::Spec;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// No judge is asked about more batches at once.
pub const MOST_TOGETHER: u64 = 256;

/// A group has at least so many tables, if there are as many.
const FEWEST: usize = 8;

/// How games are played side by side.
pub(super) struct Setting<'a> {
    pub spec: &'a Spec,
    /// How many numbers an observation has.
    pub planes: usize,
    /// How many agents there are, who may have judges.
    pub agents: usize,
    pub judge: &'a Judge<'a>,
    /// How many batches are judged at once.
    pub max_concurrent_batches: usize,
    /// On how many threads; on the caller's if there are none.
    pub threads: usize,
    /// How many bytes there are to remember answers in.
    pub cache: usize,
}

/// What came of it.
pub(super) struct Played<T> {
    pub tables: Vec<T>,
    pub counts: Counts,
    /// How long judges have thought, all together.
    pub evaluation_time: Duration,
}

/// Does so many games at some tables. Which games are done where, and so what is asked at once, depends on
/// the numbers of tables and of batches at once, and not on the threads. Nothing comes back if the judge or
/// `go_on` says no.
pub(super) fn play<T: Table>(
    tables: Vec<T>,
    games: usize,
    setting: &Setting<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<Played<T>> {
    let hall = Hall::new(tables, games, setting);
    // Who is asked one batch at a time is asked by the caller.
    let calls = setting.max_concurrent_batches < 2;
    let threads = match setting.threads {
        0 => 0,
        threads if calls => threads,
        threads => threads.max(setting.max_concurrent_batches),
    };
    let done = thread::scope(|scope| {
        let mut started = 0;
        for _ in 0..threads {
            // With fewer threads than were asked for the result is the same.
            let thread = thread::Builder::new().spawn_scoped(scope, || hall.work(!calls));
            started += usize::from(thread.is_ok());
        }
        if started > 0 { hall.attend(calls, go_on) } else { hall.alone(go_on) }
    });
    if !done {
        return None;
    }
    let evaluation_time = Duration::from_nanos(hall.evaluation_nanos.load(Ordering::Relaxed));
    let mut counts = Counts::default();
    for group in &hall.groups {
        let of = group.counts();
        counts.evaluations += of.evaluations;
        counts.cache_hits += of.cache_hits;
        counts.batches += of.batches;
    }
    Some(Played {
        tables: hall.groups.into_iter().flat_map(Group::tables).collect(),
        counts,
        evaluation_time,
    })
}

/// All groups, and who does what.
struct Hall<'a, T> {
    groups: Vec<Group<T>>,
    setting: &'a Setting<'a>,
    work: Mutex<Work>,
    /// Heard by threads when there may be something to do, and by the caller when there is something to judge
    /// or nothing is left.
    tasks: Condvar,
    questions: Condvar,
    stop: AtomicBool,
    evaluation_nanos: AtomicU64,
}

/// What there is to do.
#[derive(Default)]
struct Work {
    /// Groups to be searched, and those to be judged.
    searched: VecDeque<usize>,
    judged: VecDeque<usize>,
    /// How many batches are being judged.
    busy: usize,
    /// How many groups have not ended.
    left: usize,
}

enum Task {
    Search(usize),
    Judge(usize),
}

/// Stops all others if its thread panics: they would wait for what it does not do any more.
struct Alarm<'a, T: Table>(&'a Hall<'a, T>);

impl<T: Table> Drop for Alarm<'_, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.halt();
        }
    }
}

impl<'a, T: Table> Hall<'a, T> {
    fn new(mut tables: Vec<T>, games: usize, setting: &'a Setting<'a>) -> Hall<'a, T> {
        let groups = match tables.len() {
            0 => 0,
            all => (all / FEWEST).clamp(1, setting.max_concurrent_batches.max(2)),
        };
        let cut = |number: usize| {
            let rest = tables.split_off(tables.len().div_ceil(groups - number));
            let tables = std::mem::replace(&mut tables, rest);
            let games = (number..games.max(number)).step_by(groups);
            let shape = [setting.planes, setting.spec.num_actions];
            Group::new(number, tables, games, shape, setting.agents, setting.cache / groups)
        };
        Hall {
            groups: (0..groups).map(cut).collect(),
            setting,
            work: Mutex::new(Work { searched: (0..groups).collect(), left: groups, ..Work::default() }),
            tasks: Condvar::new(),
            questions: Condvar::new(),
            stop: AtomicBool::new(false),
            evaluation_nanos: AtomicU64::new(0),
        }
    }

    fn list(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Stops all work.
    fn halt(&self) {
        let _list = self.list();
        self.stop.store(true, Ordering::Relaxed);
        self.tasks.notify_all();
        self.questions.notify_all();
    }

    /// Something to do, if there is something; with `judges`, questions first.
    fn task(&self, list: &mut Work, judges: bool) -> Option<Task> {
        if judges
            && list.busy < self.setting.max_concurrent_batches.max(1)
            && let Some(group) = list.judged.pop_front()
        {
            list.busy += 1;
            return Some(Task::Judge(group));
        }
        while let Some(&group) = list.searched.front() {
            if self.groups[group].untaken() {
                return Some(Task::Search(group));
            }
            list.searched.pop_front();
        }
        None
    }

    /// Does it, and notes down what comes next.
    fn carry_out(&self, task: &Task) {
        match *task {
            Task::Search(group) => {
                if self.groups[group].search(self.setting.spec, &self.stop) && !self.stopped() {
                    self.searched(group);
                }
            }
            Task::Judge(group) => self.judge(group),
        }
    }

    /// A group has been searched.
    fn searched(&self, group: usize) {
        let next = self.groups[group].next();
        let mut list = self.list();
        match next {
            Next::Ask => {
                list.judged.push_back(group);
                self.questions.notify_one();
            }
            Next::Search => {
                self.groups[group].again();
                list.searched.push_back(group);
            }
            Next::End => {
                list.left -= 1;
                self.questions.notify_one();
            }
        }
        self.tasks.notify_all();
    }

    /// Has the questions of a group answered.
    fn judge(&self, group: usize) {
        let begun = Instant::now();
        let judged = self.groups[group].ask(self.setting.spec, self.setting.judge);
        self.evaluation_nanos.fetch_add(begun.elapsed().as_nanos() as u64, Ordering::Relaxed);
        if !judged {
            return self.halt();
        }
        self.groups[group].again();
        let mut list = self.list();
        list.busy -= 1;
        list.searched.push_back(group);
        self.tasks.notify_all();
    }

    /// Works until nothing is left.
    fn work(&self, judges: bool) {
        let _alarm = Alarm(self);
        let mut list = self.list();
        while list.left > 0 && !self.stopped() {
            match self.task(&mut list, judges) {
                Some(task) => {
                    drop(list);
                    self.carry_out(&task);
                    list = self.list();
                }
                None => list = self.tasks.wait(list).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// Waits until nothing is left, and meanwhile asks whether to go on, and with `judges` what there is to
    /// ask.
    fn attend(&self, judges: bool, go_on: &mut dyn FnMut() -> bool) -> bool {
        let _alarm = Alarm(self);
        let mut list = self.list();
        while list.left > 0 && !self.stopped() {
            let question = if judges { list.judged.pop_front() } else { None };
            if let Some(group) = question {
                list.busy += 1;
                drop(list);
                self.judge(group);
            } else {
                let waited = self.questions.wait_timeout(list, PATIENCE);
                drop(waited.unwrap_or_else(PoisonError::into_inner));
            }
            if !go_on() {
                self.halt();
            }
            list = self.list();
        }
        !self.stopped()
    }

    /// Does all of it by itself.
    fn alone(&self, go_on: &mut dyn FnMut() -> bool) -> bool {
        loop {
            let mut list = self.list();
            if list.left == 0 || self.stopped() {
                return !self.stopped();
            }
            let task = self.task(&mut list, true);
            drop(list);
            task.iter().for_each(|task| self.carry_out(task));
            if !go_on() {
                self.halt();
            }
        }
    }
}
