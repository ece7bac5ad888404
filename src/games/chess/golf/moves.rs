//! The moves of a hole: men move as their neighbors, whatever they are themselves (Golf 7A.2 to 7A.4).

use super::goal::{Goal, of_type};
use crate::board::Cell;
use crate::games::chess::bits::{Bits, FILE_A, FILE_H, bit, cells, nth};
use crate::games::chess::lines::{KING, KNIGHT, LEAPS, STEPS, diagonal, fill, nearest, straight};
use crate::games::chess::men::{Kind, Men};
use crate::games::chess::numbering;
use crate::games::chess::sets::WAYS;
use crate::games::chess::step::{Deed, Step};

/// Arrivals by the eight hops come after those in the eight directions.
const HOPS: usize = 8;

/// The cells beside those of a set: of its own cells only those that have another beside them.
#[inline(always)]
pub const fn around(bits: Bits) -> Bits {
    let beside = (bits & !FILE_H) << 1 | (bits & !FILE_A) >> 1;
    let row = beside | bits;
    beside | row << 8 | row >> 8
}

/// Whether no two men of a side are adjacent, so that all of them may move as kings (7A.3).
#[inline(always)]
pub const fn are_apart(side: Bits) -> bool {
    around(side) & side == 0
}

/// The men that may move as what (7A.2, 7A.3). Queens lend both kinds of lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lent {
    /// Along ranks and files.
    pub straight: Bits,
    /// Along diagonals.
    pub diagonal: Bits,
    /// One cell in any direction.
    pub kings: Bits,
    /// By hops.
    pub knights: Bits,
}

impl Lent {
    /// What the men on a board lend each other.
    #[inline(always)]
    pub fn of(men: &Men) -> Lent {
        let mut lent = Lent::default();
        let (straight, diagonal) = (men.straight(), men.diagonal());
        let [kings, knights] = [Kind::King, Kind::Knight].map(|kind| men.kind(kind));
        for side in men.sides {
            let beside = |lenders: Bits| around(lenders & side) & side;
            lent.straight |= beside(straight);
            lent.diagonal |= beside(diagonal);
            lent.knights |= beside(knights);
            lent.kings |= beside(kings) | if are_apart(side) { side } else { 0 };
        }
        lent
    }

    /// The cells that the man on a cell reaches, the first man on each line included.
    #[inline(always)]
    pub fn reach(&self, cell: Cell, occupied: Bits) -> Bits {
        let (at, man) = (usize::from(cell & 63), bit(cell));
        let mut reached = 0;
        if self.straight & man != 0 {
            reached |= straight(cell, occupied);
        }
        if self.diagonal & man != 0 {
            reached |= diagonal(cell, occupied);
        }
        if self.kings & man != 0 {
            reached |= KING[at];
        }
        if self.knights & man != 0 {
            reached |= KNIGHT[at];
        }
        reached
    }

    /// Shows each capture that the goal allows: the cell of the taker, and the cells of those it may capture.
    #[inline(always)]
    pub fn each_taker(&self, men: &Men, goal: &Goal, mut visit: impl FnMut(Cell, Bits)) {
        let occupied = men.occupied();
        goal.each(men, |taker, victims| {
            for cell in cells(of_type(men, taker)) {
                visit(cell, self.reach(cell, occupied) & victims);
            }
        });
    }
}

/// The moves of a position of a hole: the cells of arrival by the way that leads there, as the steps of all
/// games of this board are numbered ([`numbering`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct Moves {
    /// In the eight directions, then by the eight hops.
    pub ways: [Bits; WAYS],
}

impl Moves {
    /// The moves to empty cells.
    #[inline(always)]
    pub fn quiet(men: &Men, lent: &Lent) -> Moves {
        let (mut moves, empty) = (Moves::default(), !men.occupied());
        let slides = fill(lent.straight, lent.diagonal, empty);
        for d in 0..HOPS {
            moves.ways[d] = (slides[d] | STEPS[d].of(lent.kings)) & empty;
            moves.ways[HOPS + d] = LEAPS[d].of(lent.knights) & empty;
        }
        moves
    }

    /// All moves.
    #[inline(always)]
    pub fn of(men: &Men, goal: &Goal) -> Moves {
        let lent = Lent::of(men);
        let mut moves = Moves::quiet(men, &lent);
        lent.each_taker(men, goal, |from, taken| {
            for to in cells(taken) {
                moves.ways[numbering::way(from, to)] |= bit(to);
            }
        });
        moves
    }

    /// How many there are.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.ways.iter().map(|arrivals| arrivals.count_ones() as usize).sum()
    }

    /// The move with that index, below the count.
    #[inline(always)]
    pub fn pick(&self, men: &Men, index: usize) -> Option<Step> {
        let mut left = index as u32;
        for (way, &arrivals) in self.ways.iter().enumerate() {
            let count = arrivals.count_ones();
            if left < count {
                return Some(step(men, way, nth(arrivals, left)));
            }
            left -= count;
        }
        None
    }

    /// Shows every move once.
    #[inline(always)]
    pub fn each(&self, men: &Men, mut visit: impl FnMut(Step)) {
        for (way, &arrivals) in self.ways.iter().enumerate() {
            cells(arrivals).for_each(|to| visit(step(men, way, to)));
        }
    }

    /// Whether a move is among them.
    pub fn has(&self, men: &Men, wanted: Step) -> bool {
        let way = numbering::way(wanted.from(), wanted.to());
        self.ways[way] & bit(wanted.to()) != 0 && step(men, way, wanted.to()) == wanted
    }
}

/// The move that leads to a cell in that way.
#[inline(always)]
fn step(men: &Men, way: usize, to: Cell) -> Step {
    let from = if way < HOPS { nearest(way ^ 4, to, men.occupied()) } else { LEAPS[way - HOPS].back(to) };
    of_man(men, from, to)
}

/// The move of the man on a cell that holds one.
#[inline(always)]
pub fn of_man(men: &Men, from: Cell, to: Cell) -> Step {
    Step::new(from, to, Deed::Go(men.officer_at(from)))
}
