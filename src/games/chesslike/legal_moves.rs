//! The legal steps of a seat as sets of target cells, one set for each piece.
//!
//! Steps are counted by counting bits and picked by index, without a list of steps.

use super::kinds::Kind;
use super::step::{MoveKind, Step};
use crate::board::{Bitboard, Bitboard256, Cell, NO_CELL};

/// The capacity without shadows: one set for each piece, and captures en passant.
pub const MAX_MOVE_SETS: usize = 96;

/// The capacity with shadows, in addition one set for each piece and each enemy's shadow, or with promotions
/// that are chosen freely.
pub const MAX_MOVE_SETS_WITH_CHOICES: usize = 896;

/// The steps of one piece that capture the same remote piece, or none.
#[derive(Clone, Copy, Debug)]
pub struct MoveSet {
    pub targets: Bitboard256,
    pub from: Cell,
    pub remote_capture: u8,
    pub kind: MoveSetKind,
    /// The number of steps, once counted.
    pub count: u16,
}

/// The kind of the steps of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSetKind {
    Piece,
    Pawn,
    Castling,
    Pass,
    /// Every step promotes to this kind.
    Promotion(Kind),
    /// A piece of this kind is dropped.
    Drop(Kind),
}

impl MoveSet {
    #[inline(always)]
    pub fn plain(from: Cell, targets: Bitboard256) -> MoveSet {
        MoveSet { targets, from, remote_capture: NO_CELL, kind: MoveSetKind::Piece, count: 0 }
    }

    /// Returns the targets that are promotions.
    #[inline(always)]
    fn promotions(&self, promotions: Promotions) -> Bitboard256 {
        (self.targets & promotions.cells).only_if(self.kind == MoveSetKind::Pawn)
    }

    /// Returns the set with its steps counted.
    #[inline(always)]
    pub fn counted(self, promotions: Promotions) -> MoveSet {
        let cells = self.promotions(promotions);
        let more = if cells.is_empty() { 0 } else { (promotions.to.len() - 1) * cells.count() };
        MoveSet { count: (self.targets.count() + more) as u16, ..self }
    }

    /// Returns the step to a target. If it is a promotion, it is to `kind`.
    #[inline(always)]
    fn step(&self, promotions: Promotions, to: Cell, kind: Kind) -> Step {
        let move_kind = match self.kind {
            MoveSetKind::Castling => MoveKind::Castle,
            MoveSetKind::Pass => MoveKind::Pass,
            MoveSetKind::Promotion(kind) => MoveKind::Promote(kind),
            MoveSetKind::Drop(kind) => MoveKind::Drop(kind),
            MoveSetKind::Pawn if promotions.cells.has(to) => MoveKind::Promote(kind),
            _ => MoveKind::Plain,
        };
        Step { from: self.from, to, remote_capture: self.remote_capture, move_kind }
    }

    /// Returns the step with an index. Promotions to other kinds than the most common one come last.
    #[inline(always)]
    fn nth(&self, promotions: Promotions, index: usize) -> Step {
        let all = self.targets.count();
        if index < all {
            return self.step(promotions, self.targets.nth(index), promotions.to[0]);
        }
        let cells = self.promotions(promotions);
        let (left, each) = (index - all, cells.count().max(1));
        let others = &promotions.to[1..];
        self.step(promotions, cells.nth(left % each), others[left / each % others.len()])
    }

    /// Calls `visit` for each step.
    #[inline(always)]
    fn each(&self, promotions: Promotions, mut visit: impl FnMut(Step)) {
        self.targets.each(|to| visit(self.step(promotions, to, promotions.to[0])));
        let cells = self.promotions(promotions);
        if !cells.is_empty() {
            cells.each(|to| {
                promotions.to[1..].iter().for_each(|&kind| visit(self.step(promotions, to, kind)))
            });
        }
    }
}

/// The promotions of the pawns of a seat.
#[derive(Clone, Copy, Debug)]
pub struct Promotions<'a> {
    /// The cells on which they promote.
    pub cells: Bitboard256,
    /// The kinds to which they promote, the most common first. There is at least one.
    pub to: &'a [Kind],
}

/// Some legal steps of one piece.
#[derive(Clone, Copy, Debug)]
pub enum MoveBatch {
    /// From a cell to targets, without castling, promotions and remote captures.
    Plain(Cell, Bitboard256),
    /// Any other step.
    Single(Step),
}

/// All legal steps of a seat.
#[derive(Clone, Copy, Debug)]
pub struct LegalMoves<'a> {
    pub sets: &'a [MoveSet],
    pub promotions: Promotions<'a>,
}

impl LegalMoves<'_> {
    /// Returns the number of steps.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.sets.iter().map(|set| usize::from(set.count)).sum()
    }

    /// Returns the step with an index, if it is in range.
    #[inline(always)]
    pub fn nth(&self, mut index: usize) -> Option<Step> {
        for set in self.sets {
            let count = usize::from(set.count);
            if index < count {
                return Some(set.nth(self.promotions, index));
            }
            index -= count;
        }
        None
    }

    /// Calls `visit` once for each step.
    #[inline(always)]
    pub fn each(&self, mut visit: impl FnMut(Step)) {
        self.sets.iter().for_each(|set| set.each(self.promotions, &mut visit));
    }

    /// Calls `visit` with batches of steps that together are all steps.
    #[inline(always)]
    pub fn each_batch(&self, mut visit: impl FnMut(MoveBatch)) {
        for set in self.sets {
            let moves = matches!(set.kind, MoveSetKind::Piece | MoveSetKind::Pawn);
            if moves && set.remote_capture == NO_CELL && set.promotions(self.promotions).is_empty() {
                visit(MoveBatch::Plain(set.from, set.targets));
            } else {
                set.each(self.promotions, |step| visit(MoveBatch::Single(step)));
            }
        }
    }

    /// Whether a step is legal.
    pub fn has(&self, step: Step) -> bool {
        let same = |set: &&MoveSet| {
            (set.from, set.remote_capture) == (step.from, step.remote_capture) && set.targets.has(step.to)
        };
        let mut found = false;
        self.sets
            .iter()
            .filter(same)
            .for_each(|set| set.each(self.promotions, |other| found |= other == step));
        found
    }
}
