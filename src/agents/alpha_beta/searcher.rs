//! What searches keep: the positions of the present variation, and what earlier searches have found.

use super::super::evaluation::Sides;
use super::super::tuning::Correction;
use super::ordering::{NO_ACTION, Ordering, RankedMove};
use super::pruning::Selectivity;
use super::settings::{Technique, Techniques};
use super::transposition_table::TranspositionTable;
use crate::sim::{Candidate, Pool};

/// The maximum number of branches since the last depth reduction.
const MAX_WIDTH: usize = 64;

/// The maximum number of steps of a variation.
pub const MAX_PLY: usize = 240;

/// The memory of searches.
pub struct Searcher {
    pub pool: Pool,
    pub sides: Sides,
    pub table: TranspositionTable,
    pub ordering: Ordering,
    /// The techniques that are switched off.
    pub without: Techniques,
    /// What is added to the material balance.
    pub correction: Correction,
    /// By ply, the legal steps and the outcomes of chance.
    pub lists: Vec<Vec<RankedMove>>,
    pub outcomes: Vec<Vec<(u32, f64)>>,
    pub candidates: Vec<Candidate>,
    /// By ply, the evaluation for the searching side, if there was one.
    pub evaluations: Vec<Option<i32>>,
    pub selectivity: &'static Selectivity,
    /// The number of visited positions in all searches.
    pub num_visited: u64,
}

/// What is left of a search, and the move that led to the position.
#[derive(Clone, Copy)]
pub struct Remaining {
    /// The remaining depth in turns. It is 0 or lower in quiescence search.
    pub depth: i32,
    /// The number of branches since the last depth reduction.
    pub width: usize,
    /// The last action, or [`NO_ACTION`] after a pass.
    pub previous: u32,
}

impl Remaining {
    /// Returns what is left after a step that reduces the depth to this number.
    pub fn after(depth: i32, previous: u32) -> Remaining {
        Remaining { depth, width: 1, previous }
    }

    /// Returns what is left after one of `steps` steps that do not reduce the depth, or `None` if the width
    /// is exceeded.
    pub fn branch(self, steps: usize) -> Option<Remaining> {
        let width = self.width * steps;
        (width <= MAX_WIDTH).then_some(Remaining { width, ..self })
    }
}

impl Searcher {
    pub fn new(
        pool: Pool,
        table: TranspositionTable,
        without: Techniques,
        correction: Correction,
    ) -> Searcher {
        let num_actions = pool.spec().num_actions;
        let selectivity = match correction {
            Correction::Positional => Selectivity::with_positional_values(pool.search_profile().reliance),
            Correction::None | Correction::Tuned(_) => &Selectivity::CAUTIOUS,
        };
        Searcher {
            sides: Sides::of_game(&pool),
            table,
            ordering: Ordering::new(num_actions),
            without,
            correction,
            lists: Vec::new(),
            outcomes: Vec::new(),
            candidates: Vec::new(),
            evaluations: Vec::new(),
            selectivity,
            num_visited: 0,
            pool,
        }
    }

    /// Returns whether a technique is used.
    pub fn uses(&self, technique: Technique) -> bool {
        !self.without.has(technique)
    }

    /// Returns the key of a position for the table. The search below a position also depends on the searching
    /// side and on the width.
    pub fn key(&self, ply: usize, side: u8, left: Remaining) -> u64 {
        self.pool[ply].position_key()
            ^ (u64::from(side) << 8 | (left.width - 1) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Returns the remaining depth after a step. `count` is the number of legal steps, and `mid_turn` says
    /// whether the seat continues its turn. `None` if the position is evaluated instead.
    pub fn after_step(ply: usize, count: usize, mid_turn: bool, left: Remaining) -> Option<Remaining> {
        let next = match count {
            1 => Some(left),
            _ if mid_turn => left.branch(count),
            _ if left.depth > 0 => Some(Remaining::after(left.depth - 1, NO_ACTION)),
            _ => None,
        };
        next.filter(|_| ply < MAX_PLY)
    }

    /// Makes sure that there is memory for a ply.
    pub fn reserve(&mut self, ply: usize) {
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, Vec::new);
            self.outcomes.resize_with(ply + 1, Vec::new);
            self.evaluations.resize(ply + 1, None);
            self.pool.reserve(ply + 2);
        }
    }
}
