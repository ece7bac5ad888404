//! The search for the fewest moves of a hole (Golf 7E).
//!
//! Each capture takes a move, whatever the line, so a line of the fewest moves has the fewest *quiet* moves.
//! Positions are gone through in layers by the quiet moves that lead there, captures costing nothing, and
//! none twice: most moves of a hole have nothing to do with each other, and the orders in which they could be
//! made are far more than the positions that they lead to. The last quiet move is not made if only one
//! capture is to follow it: whether there is such a move is seen from sets of cells ([`sets_up`]).

use super::hole::{Hole, Key, Unpacking, moved, pack};
use super::setup::sets_up;
use crate::games::chess::castling::CastlingNotation;
use crate::games::chess::golf::goal::{of_type, type_at};
use crate::games::chess::golf::moves::{Lent, Moves, of_piece};
use crate::games::chess::step::Step;
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// How far to look for lines, and how many of them to write down.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// No line of more moves is looked for.
    pub moves: u32,
    /// No more lines are written down.
    pub lines: usize,
    /// No more bytes are used for positions, about.
    pub memory: usize,
}

/// Why no line was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// All have more moves than were allowed.
    Moves,
    /// There was no memory for more positions.
    Memory,
    /// There is none, of however many moves.
    Hopeless,
}

/// What is known of a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The fewest moves, or why they are not known.
    pub least: Result<u32, Unsolved>,
    /// No line has so few moves, or fewer.
    pub more_than: u32,
    /// Shortest lines, in the order of their texts, as many as were asked for.
    pub lines: Vec<Vec<Step>>,
    /// How many shortest lines there are in all; 0 if none were asked for.
    pub count: u64,
    /// How many positions were gone through.
    pub positions: u64,
}

impl Solution {
    /// The lines as UCI writes them.
    pub fn texts(&self) -> Vec<Vec<String>> {
        let text = |step: &Step| {
            let mut text = String::new();
            step.write(CastlingNotation::TwoFiles, &mut text);
            text
        };
        self.lines.iter().map(|line| line.iter().map(text).collect()).collect()
    }
}

/// No line of more moves is ever looked for.
pub const MOST_MOVES: u32 = 100;
/// No more lines are ever asked for.
pub const MOST_LINES: u32 = 1_000_000;
/// No more memory either.
pub const MOST_MEBIBYTES: u32 = 1 << 20;

/// About how many bytes a position takes: its key and its place in the table, either of which may be being
/// doubled, and the number of lines from it.
const BYTES: usize = 72;
/// After so many positions it is asked whether to go on.
const PATIENCE: usize = 1024;
/// The number of lines is not yet known.
const UNKNOWN: u64 = u64::MAX;

/// Finds the fewest moves for a hole, and the shortest lines; none if `go_on` has stopped it.
///
/// ```
/// use plyground::games::chess::golf::solver::{Hole, Limits, solve};
/// let hole = Hole::read("2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2", "Kb").expect("a hole");
/// let limits = Limits { moves: 10, lines: 100, memory: 1 << 28 };
/// let solution = solve(&hole, &limits, &mut || true).expect("not stopped");
/// assert_eq!(solution.least, Ok(3));
/// assert_eq!(solution.lines.len() as u64, solution.count);
/// ```
pub fn solve(hole: &Hole, limits: &Limits, go_on: &mut dyn FnMut() -> bool) -> Option<Solution> {
    let mut search = Search::of(hole, limits.memory / BYTES);
    let captures = u32::from(hole.goal.captures());
    let least = search.least(captures, limits.moves, go_on)?;
    let mut solution = Solution {
        more_than: if least == Err(Unsolved::Hopeless) { limits.moves } else { search.more_than },
        least,
        lines: Vec::new(),
        count: 0,
        positions: search.keys.len() as u64,
    };
    if least.is_ok() && limits.lines > 0 {
        search.ways = vec![UNKNOWN; search.keys.len()];
        solution.count = search.count(hole, search.quiet, go_on)?;
        search.write(hole, search.quiet, limits.lines, &mut Vec::new(), &mut solution.lines);
    }
    Some(solution)
}

/// The positions that were found, in the order of the quiet moves that lead there.
struct Search {
    unpacking: Unpacking,
    keys: Vec<Key>,
    /// Where each key stands.
    table: HashTable<u32>,
    /// Where each layer begins.
    layers: Vec<usize>,
    /// No more positions are kept.
    room: usize,
    /// How many quiet moves are looked for.
    quiet: u32,
    /// No line has so few moves, or fewer.
    more_than: u32,
    /// How many shortest lines go on from each position.
    ways: Vec<u64>,
}

/// There is no room for another position.
struct Full;

#[inline(always)]
fn hash(key: Key) -> u64 {
    FixedState::default().hash_one(key)
}

impl Search {
    fn of(hole: &Hole, room: usize) -> Search {
        Search {
            unpacking: Unpacking::of(hole),
            keys: vec![pack(hole)],
            table: HashTable::new(),
            layers: vec![0],
            room: room.min(u32::MAX as usize),
            quiet: 0,
            more_than: u32::from(hole.goal.captures()).saturating_sub(1),
            ways: Vec::new(),
        }
    }

    /// The fewest moves.
    fn least(
        &mut self,
        captures: u32,
        most: u32,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Result<u32, Unsolved>> {
        let first = self.unpacking.unpack(self.keys[0]);
        if !first.has_men() {
            return Some(Err(Unsolved::Hopeless));
        }
        if captures > most {
            return Some(Err(Unsolved::Moves));
        }
        if lines_of_captures(&first) > 0 {
            return Some(Ok(captures));
        }
        self.more_than = captures;
        let first = hash(self.keys[0]);
        self.table.insert_unique(first, 0, |_| first);
        while self.more_than < most {
            // The last layer stands, but for what its captures lead to.
            if self.add_captures(go_on)?.is_err() {
                return Some(Err(Unsolved::Memory));
            }
            self.quiet += 1;
            if self.finishes(go_on)? {
                return Some(Ok(self.quiet + captures));
            }
            self.more_than = self.quiet + captures;
            if self.more_than < most && self.add_layer(go_on)?.is_err() {
                return Some(Err(Unsolved::Memory));
            }
            if self.last().is_empty() {
                return Some(Err(Unsolved::Hopeless));
            }
        }
        Some(Err(Unsolved::Moves))
    }

    /// The last layer.
    fn last(&self) -> std::ops::Range<usize> {
        self.layers[self.layers.len() - 1]..self.keys.len()
    }

    /// Keeps a position, unless it is known.
    #[inline(always)]
    fn add(&mut self, key: Key) -> Result<(), Full> {
        let Search { keys, table, .. } = self;
        let hashed = hash(key);
        if table.find(hashed, |&at| keys[at as usize] == key).is_none() {
            if keys.len() >= self.room {
                return Err(Full);
            }
            table.insert_unique(hashed, keys.len() as u32, |&at| hash(keys[at as usize]));
            keys.push(key);
        }
        Ok(())
    }

    /// Adds to the last layer what captures lead to.
    fn add_captures(&mut self, go_on: &mut dyn FnMut() -> bool) -> Option<Result<(), Full>> {
        let mut at = self.last().start;
        while at < self.keys.len() {
            if at.is_multiple_of(PATIENCE) && !go_on() {
                return None;
            }
            let hole = self.unpacking.unpack(self.keys[at]);
            if hole.goal.captures() > 1 {
                let mut added = Ok(());
                hole.each_capture(&Lent::of(&hole.pieces), |_, _, next| {
                    if added.is_ok() {
                        added = self.add(pack(&next));
                    }
                });
                if added.is_err() {
                    return Some(added);
                }
            }
            at += 1;
        }
        Some(Ok(()))
    }

    /// Adds the layer of one quiet move more.
    fn add_layer(&mut self, go_on: &mut dyn FnMut() -> bool) -> Option<Result<(), Full>> {
        let from = self.last();
        self.layers.push(self.keys.len());
        for at in from {
            if at.is_multiple_of(PATIENCE) && !go_on() {
                return None;
            }
            let key = self.keys[at];
            let Hole { pieces, .. } = self.unpacking.unpack(key);
            let mut added = Ok(());
            Moves::quiet(&pieces, &Lent::of(&pieces)).each(&pieces, |step| {
                if added.is_ok() {
                    let card = type_at(&pieces, step.from());
                    added = self.add(moved(key, of_type(&pieces, card), (step.from(), step.to()), card));
                }
            });
            if added.is_err() {
                return Some(added);
            }
        }
        Some(Ok(()))
    }

    /// Whether one quiet move more and captures alone reach the goal from the last layer.
    fn finishes(&self, go_on: &mut dyn FnMut() -> bool) -> Option<bool> {
        for at in self.last() {
            if at.is_multiple_of(PATIENCE) && !go_on() {
                return None;
            }
            let hole = self.unpacking.unpack(self.keys[at]);
            let lent = Lent::of(&hole.pieces);
            let found = if hole.goal.captures() == 1 {
                sets_up(&hole, &lent)
            } else {
                let mut found = false;
                Moves::quiet(&hole.pieces, &lent).each(&hole.pieces, |step| {
                    found = found || can_capture_all(&hole.after(step));
                });
                found
            };
            if found {
                return Some(true);
            }
        }
        Some(false)
    }

    /// How many shortest lines go on from a position, with so many quiet moves to make.
    fn count(&mut self, hole: &Hole, quiet: u32, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        if quiet == 0 {
            return Some(lines_of_captures(hole));
        }
        let key = pack(hole);
        let found = self.table.find(hash(key), |&at| self.keys[at as usize] == key);
        let Some(at) = found.map(|&at| at as usize) else { return Some(0) };
        let layer = self.layers.partition_point(|&first| first <= at) - 1;
        if layer as u32 + quiet != self.quiet {
            return Some(0);
        }
        if self.ways[at] != UNKNOWN {
            return Some(self.ways[at]);
        }
        if at.is_multiple_of(PATIENCE / 16) && !go_on() {
            return None;
        }
        let (lent, mut ways) = (Lent::of(&hole.pieces), 0u64);
        if quiet > 1 || hole.goal.captures() > 1 || sets_up(hole, &lent) {
            for (_, next, left) in nexts(hole, &lent, quiet) {
                ways = ways.saturating_add(self.count(&next, left, go_on)?);
            }
        }
        self.ways[at] = ways.min(UNKNOWN - 1);
        Some(ways)
    }

    /// Writes down the first of the lines that were counted.
    fn write(
        &mut self,
        hole: &Hole,
        quiet: u32,
        most: usize,
        line: &mut Vec<Step>,
        lines: &mut Vec<Vec<Step>>,
    ) {
        if hole.goal.is_reached() {
            return lines.push(line.clone());
        }
        let mut nexts = nexts(hole, &Lent::of(&hole.pieces), quiet);
        nexts.sort_by_key(|(step, ..)| step.sort_key(CastlingNotation::TwoFiles));
        for (step, next, left) in nexts {
            if lines.len() < most && self.count(&next, left, &mut || true).is_some_and(|ways| ways > 0) {
                line.push(step);
                self.write(&next, left, most, line, lines);
                line.pop();
            }
        }
    }
}

/// The holes after each move, with how many quiet moves are then left of so many.
fn nexts(hole: &Hole, lent: &Lent, quiet: u32) -> Vec<(Step, Hole, u32)> {
    let mut nexts = Vec::new();
    hole.each_capture(lent, |from, to, next| nexts.push((of_piece(&hole.pieces, from, to), next, quiet)));
    if quiet > 0 {
        Moves::quiet(&hole.pieces, lent)
            .each(&hole.pieces, |step| nexts.push((step, hole.after(step), quiet - 1)));
    }
    nexts
}

/// How many lines of captures alone reach the goal.
fn lines_of_captures(hole: &Hole) -> u64 {
    if hole.goal.is_reached() {
        return 1;
    }
    let mut lines = 0u64;
    hole.each_capture(&Lent::of(&hole.pieces), |_, _, next| {
        lines = lines.saturating_add(lines_of_captures(&next));
    });
    lines
}

/// Whether captures alone reach the goal.
fn can_capture_all(hole: &Hole) -> bool {
    if hole.goal.is_reached() {
        return true;
    }
    let mut found = false;
    hole.each_capture(&Lent::of(&hole.pieces), |_, _, next| found = found || can_capture_all(&next));
    found
}
