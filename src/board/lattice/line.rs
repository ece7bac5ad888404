//! Lines of cells.

use crate::board::{Board, Cell};
use std::collections::BTreeSet;

/// A line of cells in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The cells.
    pub cells: Vec<Cell>,
    /// Whether the last cell is followed by the first.
    pub is_ring: bool,
    /// Where diagonals fork: the index from which the cells belong to another axis, and that axis.
    pub fork: Option<(usize, u8)>,
}

/// One of the two directions along the lines of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ray {
    /// The number of the axis.
    pub axis: u8,
    /// Whether it runs against the order of the cells.
    pub backward: bool,
}

impl Ray {
    /// Returns the opposite ray.
    pub fn reversed(self) -> Ray {
        Ray { backward: !self.backward, ..self }
    }
}

impl Line {
    /// Returns a line with two ends.
    pub fn open(cells: Vec<Cell>) -> Line {
        Line { cells, is_ring: false, fork: None }
    }

    /// Returns the lines of an axis that have at least two cells. `next` returns the cell that follows a
    /// cell, or precedes it if its second argument is `true`.
    pub(in crate::board) fn all(board: &Board, next: impl Fn(Cell, bool) -> Option<Cell>) -> Vec<Line> {
        let (mut lines, mut seen) = (Vec::new(), BTreeSet::<Cell>::new());
        let walk = |from: Cell, backward: bool| {
            let onward = |&at: &Cell| next(at, backward).filter(|&to| to != from);
            std::iter::successors(onward(&from), onward).collect::<Vec<Cell>>()
        };
        for cell in board.cells() {
            if seen.contains(&cell) {
                continue;
            }
            let first = *walk(cell, true).last().unwrap_or(&cell);
            let mut cells = vec![first];
            cells.extend(walk(first, false));
            seen.extend(&cells);
            if cells.len() > 1 {
                lines.push(Line { is_ring: next(first, true).is_some(), ..Line::open(cells) });
            }
        }
        lines
    }

    /// Returns the index at which the line passes through a cell as a line of `axis`. Its first cells are on
    /// the axis `first`.
    pub(super) fn position(&self, cell: Cell, (first, axis): (usize, usize)) -> Option<usize> {
        let axis_at =
            |at: usize| self.fork.filter(|&(from, _)| at >= from).map_or(first, |(_, axis)| axis.into());
        self.cells.iter().enumerate().position(|(at, &other)| other == cell && axis_at(at) == axis)
    }

    /// Returns the cells that follow an index, nearest first, or those that precede it.
    pub(super) fn cells_from(&self, at: usize, backward: bool) -> Vec<Cell> {
        let (before, after) = (&self.cells[..at], &self.cells[at + 1..]);
        let wrapped = |part: &[Cell]| if self.is_ring { part.to_vec() } else { Vec::new() };
        if backward {
            before.iter().rev().copied().chain(wrapped(after).into_iter().rev()).collect()
        } else {
            after.iter().copied().chain(wrapped(before)).collect()
        }
    }
}
