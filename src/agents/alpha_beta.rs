//! The best reply to the best reply: alpha-beta with iterative deepening, over whole turns.
//!
//! Values are those of the side of the seat that searches. Its seats choose the most, all others the least:
//! between two sides that is exact, between more it is the *paranoid* assumption that all the others play
//! together. Seats that share a score are one side, and a seat that plays alone has no other. Nothing is
//! negated, so a turn may have any number of steps.
//!
//! *Depth* counts turns. The first step of a turn pays for all of it, and a seat that has but one step pays
//! nothing: forced replies, such as mandatory captures, are played out before a position is judged. A chance
//! step pays nothing either; its worth is what its outcomes are worth on average. A position is judged by
//! material, and by a hundredth of a man for each legal step of the seat to act. Where the game hides
//! something, the search is made in one state that the seat cannot tell from the real one.
//!
//! What pays nothing multiplies all the same: a horde of zombies, which move one after the other in any
//! order, has a million ways of one turn. So a position is also judged, as it stands, where what comes next
//! would make more than some dozens of ways of one step that paid.
//!
//! Of equal steps one is drawn. With a *margin*, steps that are worse by no more than that are equals too,
//! but never where a win or a loss is in sight: a win is played at once, and a loss put off.

use super::table::{Bound, Table};
use super::worth::{SURE, Sides, WON};
use super::{Agent, Sight, shuffle};
use crate::game::{Actor, Rng, Seat, below};
use crate::sim::{DynGame, Pool};

/// Beyond all values.
const FAR: i32 = 16 * WON;

/// Nothing is looked at further that would make more ways of one step that paid.
const WIDEST: usize = 64;

/// Between two looks at whether to go on, so many positions are visited.
const PATIENCE: u64 = 1 << 12;

pub(super) struct AlphaBeta {
    pool: Pool,
    sides: Sides,
    depth: u8,
    /// In hundredths of a man.
    margin: i32,
    /// No line is longer, in steps.
    longest: usize,
    table: Table,
    /// The actions of each step of the line, with what speaks for them.
    lists: Vec<Vec<(i64, u32)>>,
    outcomes: Vec<Vec<(u32, f64)>>,
    actions: Vec<u32>,
    /// How often an action has cut a search short, by how much: of own steps and of others'.
    cuts: [Vec<u32>; 2],
    root: Vec<(i32, u32)>,
    /// How many positions have been visited, in all searches.
    visited: u64,
}

/// One search: for whom, and how far it has come.
struct Search<'a> {
    player: &'a mut AlphaBeta,
    seat: Seat,
    side: u8,
    stopped: bool,
    go_on: &'a mut dyn FnMut() -> bool,
}

/// How far a search goes on.
#[derive(Clone, Copy)]
struct Reach {
    /// What is left to pay with.
    depth: u8,
    /// How many ways there are, of those that nobody pays for, since the last step that paid.
    ways: usize,
}

impl Reach {
    /// After a step that pays.
    fn paid(depth: u8) -> Reach {
        Reach { depth, ways: 1 }
    }

    /// After one of so many steps that pay nothing, unless they are too many.
    fn free(self, steps: usize) -> Option<Reach> {
        let ways = self.ways * steps;
        (ways <= WIDEST).then_some(Reach { ways, ..self })
    }
}

impl AlphaBeta {
    pub fn new(game: &dyn DynGame, depth: u32, margin: f64) -> AlphaBeta {
        let longest = 32 + 8 * depth as usize;
        let mut pool = game.pool();
        pool.reserve(longest + 2);
        let none = vec![0; game.spec().num_actions];
        AlphaBeta {
            pool,
            sides: Sides::new(game.spec()),
            depth: depth as u8,
            margin: (100.0 * margin).round() as i32,
            longest,
            table: Table::new(),
            lists: vec![Vec::new(); longest + 2],
            outcomes: vec![Vec::new(); longest + 2],
            actions: Vec::new(),
            cuts: [none.clone(), none],
            root: Vec::new(),
            visited: 0,
        }
    }
}

impl AlphaBeta {
    /// What a position is worth to the seat to act, in hundredths of a man.
    pub fn worth(&mut self, sight: &Sight<'_>, rng: &mut Rng) -> i32 {
        self.search(sight, rng, &mut || true);
        self.root[0].0
    }

    /// Finds out the worth of all legal steps, the best first; of those that are no good, only that they are.
    fn search(&mut self, sight: &Sight<'_>, rng: &mut Rng, go_on: &mut dyn FnMut() -> bool) {
        sight.deal(rng, &mut self.pool, 0);
        self.table.clear();
        self.cuts.iter_mut().for_each(|cuts| cuts.fill(0));
        let mut root = std::mem::take(&mut self.root);
        root.clear();
        root.extend(sight.legal.iter().map(|&action| (0, action)));
        shuffle(&mut root, rng);
        let (depth, margin, side) = (self.depth, self.margin, self.sides.of(sight.seat));
        let mut search = Search { player: self, seat: sight.seat, side, stopped: false, go_on };
        for depth in 0..depth {
            let mut best = -FAR;
            for (value, action) in &mut root {
                // Steps that may be drawn get their true values, all others only bounds below them.
                *value =
                    search.step(0, *action, Reach::paid(depth), (least(best, margin) - 1).max(-FAR), FAR);
                best = best.max(*value);
            }
            root.sort_by_key(|&(value, _)| -value);
            if search.stopped {
                break;
            }
        }
        self.root = root;
    }
}

impl Agent for AlphaBeta {
    fn choose(&mut self, sight: &Sight<'_>, rng: &mut Rng, go_on: &mut dyn FnMut() -> bool) -> Option<u32> {
        if let [only] = *sight.legal {
            return Some(only);
        }
        self.search(sight, rng, go_on);
        let best = least(self.root[0].0, self.margin);
        let good = self.root.partition_point(|&(value, _)| value >= best);
        Some(self.root[below(rng, good)].1)
    }

    fn effort(&self) -> u64 {
        self.visited
    }
}

impl Search<'_> {
    /// The value of a step from the state in slot `ply`; `reach` is what is left after it.
    fn step(&mut self, ply: usize, action: u32, reach: Reach, alpha: i32, beta: i32) -> i32 {
        self.player.pool.copy_and_apply(ply, ply + 1, action);
        self.value(ply + 1, reach, alpha, beta)
    }

    /// The value of the state in slot `ply`, if it is above `alpha` and below `beta`; else a bound.
    fn value(&mut self, ply: usize, reach: Reach, alpha: i32, beta: i32) -> i32 {
        self.player.visited += 1;
        if self.player.visited.is_multiple_of(PATIENCE) && !self.stopped {
            self.stopped = !(self.go_on)();
        }
        let pool = &self.player.pool;
        let mover = pool.mover(ply);
        if mover == Actor::Chance && pool.actor(ply) == Actor::Chance {
            return self.average(ply, reach);
        }
        let count = pool.count(ply);
        let Actor::Seat(seat) = mover else { return self.end(ply) };
        if count == 0 {
            return self.end(ply);
        }
        let own = self.player.sides.of(seat) == self.side;
        let depth = reach.depth;
        let next = match count {
            1 => Some(reach),
            _ if pool.mid_turn(ply) => reach.free(count),
            _ => depth.checked_sub(1).map(Reach::paid),
        };
        let Some(next) = next.filter(|_| !self.stopped && ply <= self.player.longest) else {
            return self.player.sides.judged(pool, ply, self.side, seat, count);
        };
        if depth == 0 {
            return self.best(ply, depth, next, (alpha, beta), own, None);
        }
        // What is looked at hangs on the ways so far, too.
        let key = pool.hash(ply) ^ reach.ways as u64;
        let known = self.player.table.get(key);
        if let Some(entry) = known
            && entry.depth >= depth
        {
            let value = from_here(entry.value, ply);
            match entry.bound {
                Bound::Exact => return value,
                Bound::AtLeast if value >= beta => return value,
                Bound::AtMost if value <= alpha => return value,
                _ => {}
            }
        }
        let value = self.best(ply, depth, next, (alpha, beta), own, known.map(|entry| entry.best));
        if !self.stopped {
            let bound = match value {
                _ if value <= alpha => Bound::AtMost,
                _ if value >= beta => Bound::AtLeast,
                _ => Bound::Exact,
            };
            let best = self.player.lists[ply].first().map_or(0, |&(_, action)| action);
            self.player.table.put(key, depth, from_there(value, ply), bound, best);
        }
        value
    }

    /// The value of the best step, which is the first of its list afterwards; `next` is what is left then.
    fn best(
        &mut self,
        ply: usize,
        depth: u8,
        next: Reach,
        (mut low, mut high): (i32, i32),
        own: bool,
        tried: Option<u32>,
    ) -> i32 {
        let mut list = self.list(ply, depth, own, tried);
        let (mut best, mut choice) = (if own { -FAR } else { FAR }, 0);
        for (at, &(_, action)) in list.iter().enumerate() {
            let value = self.step(ply, action, next, low, high);
            if if own { value > best } else { value < best } {
                (best, choice) = (value, at);
            }
            if own {
                low = low.max(value);
            } else {
                high = high.min(value);
            }
            if low >= high {
                let cuts = &mut self.player.cuts[usize::from(own)][action as usize];
                *cuts = cuts.saturating_add(u32::from(depth) * u32::from(depth) + 1);
                break;
            }
        }
        list.swap(0, choice);
        self.player.lists[ply] = list;
        best
    }

    /// The steps, the most promising first: the one that was best in a shallower search, then by the material
    /// after them where it is worth finding out, then by how often they have refuted something.
    fn list(&mut self, ply: usize, depth: u8, own: bool, tried: Option<u32>) -> Vec<(i64, u32)> {
        let AlphaBeta { pool, sides, lists, actions, cuts, .. } = &mut *self.player;
        let (pool, cuts) = (&mut *pool, &cuts[usize::from(own)]);
        let mut list = std::mem::take(&mut lists[ply]);
        list.clear();
        pool.actions(ply, actions);
        for &action in &*actions {
            let mut promise = i64::from(cuts[action as usize]);
            if depth > 1 && actions.len() > 1 {
                pool.copy_and_apply(ply, ply + 1, action);
                let balance = i64::from(sides.balance(pool, ply + 1, self.side));
                promise += if own { balance << 32 } else { -balance << 32 };
            }
            list.push((if tried == Some(action) { i64::MAX } else { promise }, action));
        }
        // Equal ones by number, so that nothing depends on the order in which a game lists its steps.
        list.sort_unstable_by_key(|&(promise, action)| (std::cmp::Reverse(promise), action));
        list
    }

    /// What the outcomes of chance are worth on average.
    fn average(&mut self, ply: usize, reach: Reach) -> i32 {
        let mut outcomes = std::mem::take(&mut self.player.outcomes[ply]);
        self.player.pool.chance(ply, &mut outcomes);
        let next = reach.free(outcomes.len()).filter(|_| !self.stopped && ply <= self.player.longest);
        let mut sum = 0.0;
        match next {
            None => sum = f64::from(self.player.sides.balance(&self.player.pool, ply, self.side)),
            Some(next) => {
                for &(action, probability) in &outcomes {
                    sum += probability * f64::from(self.step(ply, action, next, -FAR, FAR));
                }
            }
        }
        self.player.outcomes[ply] = outcomes;
        sum.round() as i32
    }

    fn end(&self, ply: usize) -> i32 {
        let outcome = self.player.pool.outcome(ply);
        outcome.map_or(0, |outcome| self.player.sides.end(outcome, self.seat, ply))
    }
}

/// The least value that is as good as the best, but for a margin. Ends of the game differ by a ply, which no
/// margin makes equal.
fn least(best: i32, margin: i32) -> i32 {
    if best.abs() > SURE { best } else { best - margin }
}

/// A value as the table keeps it: wins by how far they are from the position, not from where the search
/// began.
fn from_there(value: i32, ply: usize) -> i32 {
    if value.abs() > SURE { value + value.signum() * ply as i32 } else { value }
}

fn from_here(value: i32, ply: usize) -> i32 {
    if value.abs() > SURE { value - value.signum() * ply as i32 } else { value }
}
