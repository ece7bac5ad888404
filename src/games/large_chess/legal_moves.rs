//! The legal steps of a seat.

use super::pieces::{Kind, NO_CELL};
use super::step::{MoveKind, PROMOTION_KINDS, Step};
use crate::board::{Cell, Quad, Set};

/// How many entries there is room for without shadows: a piece each, and captures in passing.
pub const MAX_MOVE_SETS: usize = 96;

/// How many there is room for with shadows: each piece through the shadow of each enemy as well.
pub const MAX_MOVE_SETS_WITH_SHADOWS: usize = 896;

/// The steps of one piece that take the same piece elsewhere, or none.
#[derive(Clone, Copy, Debug)]
pub struct MoveSet {
    pub targets: Quad,
    pub from: Cell,
    pub remote_capture: u8,
    pub kind: MoveSetKind,
    /// How many steps they are, when they have been counted.
    pub count: u16,
}

/// What makes the steps of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSetKind {
    Piece,
    Pawn,
    Castling,
    Pass,
}

impl MoveSet {
    #[inline(always)]
    pub fn plain(from: Cell, targets: Quad) -> MoveSet {
        MoveSet { targets, from, remote_capture: NO_CELL, kind: MoveSetKind::Piece, count: 0 }
    }

    /// Those of the steps that promote, `last` being the last cells of the seat's pawns.
    #[inline(always)]
    fn promotions(&self, promotion_cells: Quad) -> Quad {
        (self.targets & promotion_cells).only_if(self.kind == MoveSetKind::Pawn)
    }

    /// The same with its steps counted.
    #[inline(always)]
    pub fn counted(self, promotion_cells: Quad) -> MoveSet {
        let promotions = self.promotions(promotion_cells);
        let more = if promotions.is_empty() { 0 } else { 3 * promotions.count() };
        MoveSet { count: (self.targets.count() + more) as u16, ..self }
    }

    /// The step onto a cell, which may be a promotion to this kind.
    #[inline(always)]
    fn step(&self, promotion_cells: Quad, to: Cell, kind: Kind) -> Step {
        let move_kind = match self.kind {
            MoveSetKind::Castling => MoveKind::Castle,
            MoveSetKind::Pass => MoveKind::Pass,
            MoveSetKind::Pawn if promotion_cells.has(to) => MoveKind::Promote(kind),
            _ => MoveKind::Plain,
        };
        Step { from: self.from, to, remote_capture: self.remote_capture, move_kind }
    }

    /// The step with that index: last the promotions to the second kind and those that follow.
    #[inline(always)]
    fn nth(&self, promotion_cells: Quad, index: usize) -> Step {
        let all = self.targets.count();
        if index < all {
            return self.step(promotion_cells, self.targets.nth(index), Kind::Queen);
        }
        let promotions = self.promotions(promotion_cells);
        let (left, each) = (index - all, promotions.count().max(1));
        self.step(promotion_cells, promotions.nth(left % each), PROMOTION_KINDS[1 + left / each % 3])
    }

    /// Shows each step.
    #[inline(always)]
    fn each(&self, promotion_cells: Quad, mut visit: impl FnMut(Step)) {
        self.targets.each(|to| visit(self.step(promotion_cells, to, Kind::Queen)));
        let promotions = self.promotions(promotion_cells);
        if !promotions.is_empty() {
            promotions.each(|to| {
                PROMOTION_KINDS[1..].iter().for_each(|&kind| visit(self.step(promotion_cells, to, kind)))
            });
        }
    }
}

/// Some legal steps of a piece.
#[derive(Clone, Copy, Debug)]
pub enum MoveBatch {
    /// From a cell to these: none castles or promotes, or takes anything elsewhere.
    Plain(Cell, Quad),
    /// Any other.
    Single(Step),
}

/// All legal steps of a seat.
#[derive(Clone, Copy, Debug)]
pub struct LegalMoves<'a> {
    pub sets: &'a [MoveSet],
    pub promotion_cells: Quad,
}

impl LegalMoves<'_> {
    /// How many there are.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.sets.iter().map(|set| usize::from(set.count)).sum()
    }

    /// The one with that index, if there are so many.
    #[inline(always)]
    pub fn nth(&self, mut index: usize) -> Option<Step> {
        for set in self.sets {
            let count = usize::from(set.count);
            if index < count {
                return Some(set.nth(self.promotion_cells, index));
            }
            index -= count;
        }
        None
    }

    /// Shows each once.
    #[inline(always)]
    pub fn each(&self, mut visit: impl FnMut(Step)) {
        self.sets.iter().for_each(|set| set.each(self.promotion_cells, &mut visit));
    }

    /// Shows each once, as many as can be at a time.
    #[inline(always)]
    pub fn each_batch(&self, mut visit: impl FnMut(MoveBatch)) {
        for set in self.sets {
            let moves = matches!(set.kind, MoveSetKind::Piece | MoveSetKind::Pawn);
            if moves && set.remote_capture == NO_CELL && set.promotions(self.promotion_cells).is_empty() {
                visit(MoveBatch::Plain(set.from, set.targets));
            } else {
                set.each(self.promotion_cells, |step| visit(MoveBatch::Single(step)));
            }
        }
    }

    /// Whether a step is among them.
    pub fn has(&self, step: Step) -> bool {
        let same = |set: &&MoveSet| {
            (set.from, set.remote_capture) == (step.from, step.remote_capture) && set.targets.has(step.to)
        };
        let mut found = false;
        self.sets
            .iter()
            .filter(same)
            .for_each(|set| set.each(self.promotion_cells, |other| found |= other == step));
        found
    }
}
