//! Games that are searched together: each goes on until it asks something, and then all their questions are
//! put to the judge at once.

use super::Agent;
use super::batch::{Asked, Batch, Judge};
use super::cache::Cache;
use super::inference_buffer::{BufferRows, InferenceBuffer};
use crate::game::{Seat, Spec};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

/// A place at which games are played or searched, one after the other, by agents that ask a judge.
pub(super) trait Table: Send {
    /// Has the game of this number to do next.
    fn take(&mut self, game: usize);

    /// Whether it has a game to do.
    fn busy(&self) -> bool;

    /// Goes on until an agent asks something, which it says, or until the game has ended, or a stop.
    fn go(&mut self, stop: &AtomicBool) -> bool;

    /// The agent that asks something, with its number.
    fn asking(&mut self) -> Option<(usize, &mut dyn Agent)>;
}

/// What a table waits for.
struct Wait {
    agent: usize,
    /// Who observes.
    seat: Seat,
    key: u64,
    /// Where the legal actions lie in the list of the part.
    legal: Range<usize>,
    /// Where the answer is found among those of the agent.
    answer: usize,
}

/// Tables that one thread at a time is at work on.
struct Part<T> {
    tables: Vec<T>,
    waits: Vec<Option<Wait>>,
    legal: Vec<u32>,
    /// The rows of its tables, for each agent.
    rows: Vec<BufferRows>,
    /// Where weights are made.
    shares: Vec<f32>,
    /// How often something was known that would have been asked.
    cache_hits: u64,
}

/// What has been heard so far.
#[derive(Default)]
struct Answers {
    /// The last answers, agent by agent.
    asked: Vec<Asked>,
    cache: Option<Cache>,
}

/// How much was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// How many positions a judge was asked about.
    pub evaluations: u64,
    /// How many were not asked about, since the answer was known.
    pub cache_hits: u64,
    /// How many batches there were.
    pub batches: u64,
}

/// What a group does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Its judges are asked.
    Ask,
    /// It goes on, for other games have begun.
    Search,
    /// All of its games have ended.
    End,
}

/// Tables whose questions are asked at once.
pub(super) struct Group<T> {
    number: usize,
    parts: Vec<Mutex<Part<T>>>,
    /// How many tables each part has; the last one may have fewer.
    each: usize,
    /// For each agent, who may have a judge.
    buffers: Vec<Arc<InferenceBuffer>>,
    answers: RwLock<Answers>,
    /// How many parts threads have taken, and how many are done, since the group was last asked about.
    taken: AtomicUsize,
    done: AtomicUsize,
    /// The games that nobody has begun.
    games: Mutex<std::iter::StepBy<Range<usize>>>,
    batches: AtomicUsize,
    evaluations: AtomicUsize,
}

/// A group has about so many parts, so that threads can share the work, and a part at least so many tables,
/// so that they do not get in each other's way.
const PARTS: usize = 16;
const TABLES: usize = 4;

fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    // Who panicked has stopped all of it.
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Table> Group<T> {
    /// A group of some tables, which do these games in turns.
    pub fn new(
        number: usize,
        mut tables: Vec<T>,
        games: std::iter::StepBy<Range<usize>>,
        [planes, actions]: [usize; 2],
        agents: usize,
        cache: usize,
    ) -> Group<T> {
        let (rows, each) = (tables.len(), tables.len().div_ceil(PARTS).max(TABLES));
        let (buffers, pieces): (Vec<_>, Vec<_>) =
            (0..agents).map(|_| InferenceBuffer::new(rows, planes, actions, each)).unzip();
        let mut pieces: Vec<_> = pieces.into_iter().map(Vec::into_iter).collect();
        let mut parts = Vec::new();
        while !tables.is_empty() {
            let rest = tables.split_off(each.min(tables.len()));
            parts.push(Mutex::new(Part {
                waits: tables.iter().map(|_| None).collect(),
                tables: std::mem::replace(&mut tables, rest),
                legal: Vec::new(),
                rows: pieces.iter_mut().filter_map(Iterator::next).collect(),
                shares: Vec::new(),
                cache_hits: 0,
            }));
        }
        let asked = (0..agents).map(|_| Asked::default()).collect();
        let group = Group {
            number,
            parts,
            each,
            buffers,
            answers: RwLock::new(Answers { asked, cache: Cache::new(cache) }),
            taken: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            games: Mutex::new(games),
            batches: AtomicUsize::new(0),
            evaluations: AtomicUsize::new(0),
        };
        group.fill(&mut group.all());
        group
    }

    /// All of its parts, held.
    fn all(&self) -> Vec<MutexGuard<'_, Part<T>>> {
        self.parts.iter().map(locked).collect()
    }

    /// Gives the tables that have nothing to do the next games, in their order; says whether there were any.
    fn fill(&self, parts: &mut [MutexGuard<'_, Part<T>>]) -> bool {
        let mut games = locked(&self.games);
        let idle = parts.iter_mut().flat_map(|part| &mut part.tables).filter(|table| !table.busy());
        idle.zip(&mut *games).map(|(table, game)| table.take(game)).count() > 0
    }

    /// Whether there are parts that nobody has taken.
    pub fn untaken(&self) -> bool {
        self.taken.load(Ordering::Relaxed) < self.parts.len()
    }

    /// Searches parts that nobody has taken, and says whether it came to the end of the last one.
    pub fn search(&self, spec: &Spec, stop: &AtomicBool) -> bool {
        let mut last = false;
        loop {
            let at = self.taken.fetch_add(1, Ordering::Acquire);
            let Some(part) = self.parts.get(at) else { return last };
            {
                let answers = self.answers.read().unwrap_or_else(PoisonError::into_inner);
                locked(part).go(&answers, spec, stop);
            }
            last |= self.done.fetch_add(1, Ordering::AcqRel) + 1 == self.parts.len();
        }
    }

    /// After the search of all parts: what comes next.
    pub fn next(&self) -> Next {
        let mut parts = self.all();
        let asks = parts.iter().any(|part| part.waits.iter().any(Option::is_some));
        let more = self.fill(&mut parts);
        match (asks, more) {
            (true, _) => Next::Ask,
            (false, true) => Next::Search,
            (false, false) => Next::End,
        }
    }

    /// Makes all parts ready to be searched.
    pub fn again(&self) {
        self.done.store(0, Ordering::Relaxed);
        self.taken.store(0, Ordering::Release);
    }

    /// Has all questions answered, and says whether they were. Nobody is at work on its parts.
    pub fn ask(&self, spec: &Spec, judge: &Judge<'_>) -> bool {
        let mut parts = self.all();
        let mut answers = self.answers.write().unwrap_or_else(PoisonError::into_inner);
        let Answers { asked, cache } = &mut *answers;
        for (agent, (asked, buffer)) in asked.iter_mut().zip(&self.buffers).enumerate() {
            asked.clear();
            let keys = self.gather(agent, &mut parts, asked, cache.is_some());
            let size = asked.ends.len();
            if size == 0 {
                continue;
            }
            self.batches.fetch_add(1, Ordering::Relaxed);
            self.evaluations.fetch_add(size, Ordering::Relaxed);
            let (observations, action_masks) = first_rows(buffer, &parts, size);
            let group = self.number;
            if !judge(&mut Batch { agent, group, size, buffer, observations, action_masks, asked, spec }) {
                return false;
            }
            if let Some(cache) = cache {
                keys.iter().enumerate().for_each(|(at, &key)| cache.keep(key, asked.heard(at)));
            }
        }
        true
    }

    /// Moves the positions for an agent's evaluator to the first rows of its buffer, and lists their legal
    /// actions; returns their keys. With `once`, equal positions share one row.
    fn gather(
        &self,
        agent: usize,
        parts: &mut [MutexGuard<'_, Part<T>>],
        asked: &mut Asked,
        once: bool,
    ) -> Vec<u64> {
        let (mut rows, mut met) = (Vec::new(), HashMap::with_hasher(FixedState::with_seed(0)));
        let mut again = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            for (place, wait) in part.waits.iter().enumerate() {
                let Some(wait) = wait.as_ref().filter(|wait| wait.agent == agent) else { continue };
                let row = at * self.each + place;
                let first = if once { *met.entry((wait.key, wait.legal.len())).or_insert(row) } else { row };
                if first == row {
                    rows.push(row);
                } else {
                    again.push((row, first));
                }
            }
        }
        // Those behind the last row that will be written move into the gaps before it.
        let size = rows.len();
        let staying = rows.partition_point(|&row| row < size);
        let (mut stay, mut moved) = (rows[..staying].iter().peekable(), rows[staying..].iter());
        let mut keys = Vec::with_capacity(if once { size } else { 0 });
        for row in 0..size {
            let from = match stay.next_if_eq(&&row) {
                Some(_) => row,
                None => *moved.next().unwrap_or(&row),
            };
            if from != row {
                copy(parts, agent, self.each, from, row);
            }
            let part = &mut *parts[from / self.each];
            if let Some(wait) = &mut part.waits[from % self.each] {
                wait.answer = row;
                asked.legal.extend_from_slice(&part.legal[wait.legal.clone()]);
                if once {
                    keys.push(wait.key);
                }
            }
            asked.ends.push(asked.legal.len());
        }
        for (row, first) in again {
            let found = parts[first / self.each].waits[first % self.each].as_ref();
            let answer = found.map_or(0, |wait| wait.answer);
            let part = &mut *parts[row / self.each];
            part.cache_hits += 1;
            if let Some(wait) = &mut part.waits[row % self.each] {
                wait.answer = answer;
            }
        }
        keys
    }

    /// How much it has asked.
    pub fn counts(&self) -> Counts {
        Counts {
            evaluations: self.evaluations.load(Ordering::Relaxed) as u64,
            cache_hits: self.all().iter().map(|part| part.cache_hits).sum(),
            batches: self.batches.load(Ordering::Relaxed) as u64,
        }
    }

    /// Its tables, in their order.
    pub fn tables(self) -> impl Iterator<Item = T> {
        let parts =
            self.parts.into_iter().map(|part| part.into_inner().unwrap_or_else(PoisonError::into_inner));
        parts.flat_map(|part| part.tables)
    }
}

/// The observations and masks of the first rows of a buffer, as long as the parts that write them are held.
fn first_rows<'a, T>(
    buffer: &'a InferenceBuffer,
    _held: &'a [MutexGuard<'_, Part<T>>],
    rows: usize,
) -> (&'a [f32], &'a [bool]) {
    // SAFETY: the rows of a group's buffers belong to its parts, all of which are held and borrowed for as
    // long as the slices live.
    unsafe { buffer.first_rows(rows) }
}

/// Copies a row of an agent's buffer to another.
fn copy<T>(parts: &mut [MutexGuard<'_, Part<T>>], agent: usize, each: usize, from: usize, to: usize) {
    let (source, target) = (from / each, to / each);
    if source == target {
        parts[source].rows[agent].copy_within(from % each, to % each);
    } else if let Ok([source, target]) = parts.get_disjoint_mut([source, target]) {
        target.rows[agent].copy_from(&source.rows[agent], from % each, to % each);
    }
}

impl<T: Table> Part<T> {
    /// Hears what was answered, and goes on with all tables until each of them asks something.
    fn go(&mut self, answers: &Answers, spec: &Spec, stop: &AtomicBool) {
        self.legal.clear();
        for (at, table) in self.tables.iter_mut().enumerate() {
            if let Some(wait) = self.waits[at].take()
                && let Some((_, asking)) = table.asking()
            {
                let heard = answers.asked[wait.agent].heard(wait.answer);
                asking.hear(heard.weights(&mut self.shares), &heard.returns(spec, wait.seat));
            }
            while table.busy() && !stop.load(Ordering::Relaxed) && table.go(stop) {
                let Some((agent, asking)) = table.asking() else { break };
                let Some(question) = asking.asks() else { break };
                let (seat, actions) = (question.seat, question.legal.len());
                let key = answers.cache.as_ref().map_or(0, |_| question.key());
                if let Some(heard) = answers.cache.as_ref().and_then(|cache| cache.find(key, actions)) {
                    asking.hear(heard.weights(&mut self.shares), &heard.returns(spec, seat));
                    self.cache_hits += 1;
                    continue;
                }
                let rows = &mut self.rows[agent];
                question.observe(rows.observation(at));
                rows.write_mask(at, question.legal);
                let first = self.legal.len();
                self.legal.extend_from_slice(question.legal);
                let legal = first..self.legal.len();
                self.waits[at] = Some(Wait { agent, seat, key, legal, answer: 0 });
                break;
            }
        }
    }
}
