//! The search for the fewest moves of a hole (Golf 7E).
//!
//! Every line has the same number of captures, so a shortest line has the fewest *quiet* moves. The search
//! goes through positions in layers by their number of quiet moves, and through each position once: most
//! moves of a hole are independent, and have far more orders than resulting positions. If a single capture
//! follows the last quiet move, [`can_set_up_capture`] finds from sets of cells whether there is such a move.

use super::hole::{Hole, Key, Unpacker, key_after, pack};
use super::setup::can_set_up_capture;
use crate::games::chess::golf::goal::{of_type, type_at};
use crate::games::chess::golf::moves::{Movers, Moves, of_piece};
use crate::games::chess::kit::castling::CastlingNotation;
use crate::games::chess::kit::step::Step;
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum number of moves of a line.
    pub max_moves: u32,
    /// The maximum number of lines to return.
    pub max_lines: usize,
    /// The approximate maximum of bytes for positions.
    pub max_bytes: usize,
}

/// The reason why no line was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// All lines have more moves than the limit.
    MoveLimit,
    /// The positions need more memory than the limit.
    MemoryLimit,
    /// There is no line of any length.
    Unsolvable,
}

/// The result of the search for a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The fewest moves, or why they are unknown.
    pub par: Result<u32, Unsolved>,
    /// Every line has more moves than this.
    pub more_than: u32,
    /// Shortest lines in the order of their texts, up to the limit.
    pub lines: Vec<Vec<Step>>,
    /// The number of all shortest lines; 0 if the limit of lines is 0.
    pub num_lines: u64,
    /// The number of positions that were searched.
    pub num_positions: u64,
}

impl Solution {
    /// Returns the lines in UCI notation.
    pub fn texts(&self) -> Vec<Vec<String>> {
        let text = |step: &Step| {
            let mut text = String::new();
            step.write(CastlingNotation::TwoFiles, &mut text);
            text
        };
        self.lines.iter().map(|line| line.iter().map(text).collect()).collect()
    }
}

/// The maximum of [`Limits::max_moves`] in Python.
pub const MAX_MOVES: u32 = 100;
/// The maximum of [`Limits::max_lines`] in Python.
pub const MAX_LINES: u32 = 1_000_000;
/// The maximum memory in Python.
pub const MAX_MEBIBYTES: u32 = 1 << 20;

/// The approximate size of a position in bytes: its key, its table entry (each may be in the middle of a
/// reallocation) and its number of lines.
const BYTES: usize = 72;
/// The number of positions between two calls of `go_on`.
const POSITIONS_PER_CHECK: usize = 1024;
/// The number of lines is not yet known.
const UNKNOWN: u64 = u64::MAX;

/// Finds the fewest moves for a hole, and the shortest lines. Returns `None` if `go_on` returned false.
///
/// ```
/// use plyground::games::chess::golf::solver::{Hole, Limits, solve};
/// let hole = Hole::read("2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2", "Kb").expect("a hole");
/// let limits = Limits { max_moves: 10, max_lines: 100, max_bytes: 1 << 28 };
/// let solution = solve(&hole, &limits, &mut || true).expect("not stopped");
/// assert_eq!(solution.par, Ok(3));
/// assert_eq!(solution.lines.len() as u64, solution.num_lines);
/// ```
pub fn solve(hole: &Hole, limits: &Limits, go_on: &mut dyn FnMut() -> bool) -> Option<Solution> {
    let mut search = Search::of(hole, limits.max_bytes / BYTES);
    let captures = u32::from(hole.goal.captures());
    let par = search.par(captures, limits.max_moves, go_on)?;
    let mut solution = Solution {
        more_than: if par == Err(Unsolved::Unsolvable) { limits.max_moves } else { search.more_than },
        par,
        lines: Vec::new(),
        num_lines: 0,
        num_positions: search.keys.len() as u64,
    };
    if par.is_ok() && limits.max_lines > 0 {
        search.line_counts = vec![UNKNOWN; search.keys.len()];
        solution.num_lines = search.count(hole, search.quiet, go_on)?;
        search.write_lines(hole, search.quiet, limits.max_lines, &mut Vec::new(), &mut solution.lines);
    }
    Some(solution)
}

/// The positions that were found, in the order of the quiet moves that lead there.
struct Search {
    unpacker: Unpacker,
    keys: Vec<Key>,
    /// The index of each key.
    table: HashTable<u32>,
    /// The index of the first key of each layer.
    layers: Vec<usize>,
    /// The maximum number of positions.
    max_positions: usize,
    /// The current number of quiet moves.
    quiet: u32,
    /// Every line has more moves than this.
    more_than: u32,
    /// The number of shortest lines from each position.
    line_counts: Vec<u64>,
}

/// The error if there are too many positions.
struct OutOfMemory;

#[inline(always)]
fn hash(key: Key) -> u64 {
    FixedState::default().hash_one(key)
}

impl Search {
    fn of(hole: &Hole, max_positions: usize) -> Search {
        Search {
            unpacker: Unpacker::of(hole),
            keys: vec![pack(hole)],
            table: HashTable::new(),
            layers: vec![0],
            max_positions: max_positions.min(u32::MAX as usize),
            quiet: 0,
            more_than: u32::from(hole.goal.captures()).saturating_sub(1),
            line_counts: Vec::new(),
        }
    }

    /// The fewest moves.
    fn par(
        &mut self,
        captures: u32,
        most: u32,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Result<u32, Unsolved>> {
        let first = self.unpacker.unpack(self.keys[0]);
        if !first.has_pieces_for_cards() {
            return Some(Err(Unsolved::Unsolvable));
        }
        if captures > most {
            return Some(Err(Unsolved::MoveLimit));
        }
        if lines_of_captures(&first) > 0 {
            return Some(Ok(captures));
        }
        self.more_than = captures;
        let first = hash(self.keys[0]);
        self.table.insert_unique(first, 0, |_| first);
        while self.more_than < most {
            // The last layer is complete except for the positions after its captures.
            if self.add_captures(go_on)?.is_err() {
                return Some(Err(Unsolved::MemoryLimit));
            }
            self.quiet += 1;
            if self.can_finish(go_on)? {
                return Some(Ok(self.quiet + captures));
            }
            self.more_than = self.quiet + captures;
            if self.more_than < most && self.add_layer(go_on)?.is_err() {
                return Some(Err(Unsolved::MemoryLimit));
            }
            if self.last().is_empty() {
                return Some(Err(Unsolved::Unsolvable));
            }
        }
        Some(Err(Unsolved::MoveLimit))
    }

    /// The last layer.
    fn last(&self) -> std::ops::Range<usize> {
        self.layers[self.layers.len() - 1]..self.keys.len()
    }

    /// Adds a position, unless it is known.
    #[inline(always)]
    fn add(&mut self, key: Key) -> Result<(), OutOfMemory> {
        let Search { keys, table, .. } = self;
        let hashed = hash(key);
        if table.find(hashed, |&at| keys[at as usize] == key).is_none() {
            if keys.len() >= self.max_positions {
                return Err(OutOfMemory);
            }
            table.insert_unique(hashed, keys.len() as u32, |&at| hash(keys[at as usize]));
            keys.push(key);
        }
        Ok(())
    }

    /// Adds to the last layer the positions after captures.
    fn add_captures(&mut self, go_on: &mut dyn FnMut() -> bool) -> Option<Result<(), OutOfMemory>> {
        let mut at = self.last().start;
        while at < self.keys.len() {
            if at.is_multiple_of(POSITIONS_PER_CHECK) && !go_on() {
                return None;
            }
            let hole = self.unpacker.unpack(self.keys[at]);
            if hole.goal.captures() > 1 {
                let mut added = Ok(());
                hole.each_capture(&Movers::of(&hole.pieces), |_, _, next| {
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

    /// Adds the layer of one more quiet move.
    fn add_layer(&mut self, go_on: &mut dyn FnMut() -> bool) -> Option<Result<(), OutOfMemory>> {
        let from = self.last();
        self.layers.push(self.keys.len());
        for at in from {
            if at.is_multiple_of(POSITIONS_PER_CHECK) && !go_on() {
                return None;
            }
            let key = self.keys[at];
            let Hole { pieces, .. } = self.unpacker.unpack(key);
            let mut added = Ok(());
            Moves::quiet(&pieces, &Movers::of(&pieces)).each(&pieces, |step| {
                if added.is_ok() {
                    let card = type_at(&pieces, step.from());
                    added = self.add(key_after(key, of_type(&pieces, card), (step.from(), step.to()), card));
                }
            });
            if added.is_err() {
                return Some(added);
            }
        }
        Some(Ok(()))
    }

    /// Whether one more quiet move, and captures, reach the goal from the last layer.
    fn can_finish(&self, go_on: &mut dyn FnMut() -> bool) -> Option<bool> {
        for at in self.last() {
            if at.is_multiple_of(POSITIONS_PER_CHECK) && !go_on() {
                return None;
            }
            let hole = self.unpacker.unpack(self.keys[at]);
            let movers = Movers::of(&hole.pieces);
            let found = if hole.goal.captures() == 1 {
                can_set_up_capture(&hole, &movers)
            } else {
                let mut found = false;
                Moves::quiet(&hole.pieces, &movers).each(&hole.pieces, |step| {
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

    /// Returns the number of shortest lines from a position that have this number of quiet moves.
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
        if self.line_counts[at] != UNKNOWN {
            return Some(self.line_counts[at]);
        }
        if at.is_multiple_of(POSITIONS_PER_CHECK / 16) && !go_on() {
            return None;
        }
        let (movers, mut ways) = (Movers::of(&hole.pieces), 0u64);
        if quiet > 1 || hole.goal.captures() > 1 || can_set_up_capture(hole, &movers) {
            for (_, next, left) in successors(hole, &movers, quiet) {
                ways = ways.saturating_add(self.count(&next, left, go_on)?);
            }
        }
        self.line_counts[at] = ways.min(UNKNOWN - 1);
        Some(ways)
    }

    /// Appends the first of the counted lines.
    fn write_lines(
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
        let mut successors = successors(hole, &Movers::of(&hole.pieces), quiet);
        successors.sort_by_key(|(step, ..)| step.sort_key(CastlingNotation::TwoFiles));
        for (step, next, left) in successors {
            if lines.len() < most && self.count(&next, left, &mut || true).is_some_and(|ways| ways > 0) {
                line.push(step);
                self.write_lines(&next, left, most, line, lines);
                line.pop();
            }
        }
    }
}

/// Returns each move with the hole after it and the number of quiet moves that are left of `quiet`.
fn successors(hole: &Hole, movers: &Movers, quiet: u32) -> Vec<(Step, Hole, u32)> {
    let mut successors = Vec::new();
    hole.each_capture(movers, |from, to, next| {
        successors.push((of_piece(&hole.pieces, from, to), next, quiet))
    });
    if quiet > 0 {
        Moves::quiet(&hole.pieces, movers)
            .each(&hole.pieces, |step| successors.push((step, hole.after(step), quiet - 1)));
    }
    successors
}

/// Returns the number of lines that reach the goal by captures only.
fn lines_of_captures(hole: &Hole) -> u64 {
    if hole.goal.is_reached() {
        return 1;
    }
    let mut lines = 0u64;
    hole.each_capture(&Movers::of(&hole.pieces), |_, _, next| {
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
    hole.each_capture(&Movers::of(&hole.pieces), |_, _, next| found = found || can_capture_all(&next));
    found
}
