//! The lines of a board, along which pieces slide.
//!
//! Every line has a number, and a word of bits that says which of its places are held: a step changes the
//! words of the lines through two cells, and what a piece meets on a line is then the next bit that is set.
//! A line that ends has a place beyond each end that is always held. One that goes round is written down
//! three times over, so that a piece that goes round it meets itself.

use super::pieces::NO_CELL;
use crate::board::{Cell, Quad, Set};

/// For how many lines there is room.
pub const MAX_LINES: usize = 128;

/// By line, which places are held.
pub type LineOccupancy = [u64; MAX_LINES];

/// A line of cells in order.
#[derive(Clone, Debug)]
pub struct Line {
    pub cells: Vec<Cell>,
    /// Whether the first cell comes after the last.
    pub is_ring: bool,
    /// From which of its cells on it lies on another axis, and on which, if it does: where diagonals fork.
    pub fork: Option<(usize, u8)>,
}

/// Where a cell lies on a line.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinePosition {
    line: u8,
    index: u8,
    /// Where the line begins in the lists of all lines.
    offset: u16,
    /// The bits of the cell in the line's word.
    bits: u64,
}

/// All lines of a game. An axis is a set of lines of which at most one goes through each cell.
#[derive(Clone, Debug)]
pub struct LineTables {
    axis_count: usize,
    /// By cell and axis.
    positions: Vec<LinePosition>,
    /// The cells of the lines, one line after the other.
    cells: Vec<u8>,
    /// At each place of these, the cells of the line before it.
    prefix: Vec<Quad>,
    /// The cells of each line.
    line_cells: Vec<Quad>,
    /// The words of the lines of an empty board.
    pub empty_occupancy: LineOccupancy,
}

impl LineTables {
    /// The lines of each axis of a board with so many cells.
    pub fn new(cells: usize, axes: &[Vec<Line>]) -> LineTables {
        let mut tables = LineTables {
            axis_count: axes.len(),
            positions: vec![LinePosition::default(); cells * axes.len()],
            cells: Vec::new(),
            prefix: Vec::new(),
            line_cells: Vec::new(),
            empty_occupancy: [0; MAX_LINES],
        };
        let lines =
            axes.iter().enumerate().flat_map(|(axis, lines)| lines.iter().map(move |line| (axis, line)));
        for (number, (axis, line)) in lines.enumerate() {
            tables.add(number, axis, line);
        }
        tables.add_empty_line(axes.iter().map(Vec::len).sum());
        tables
    }

    /// Adds a line without cells, for the cells through which an axis has no line.
    fn add_empty_line(&mut self, number: usize) {
        let empty_line =
            LinePosition { line: number as u8, index: 1, offset: self.cells.len() as u16, bits: 0 };
        self.add(number, 0, &Line { cells: vec![NO_CELL], is_ring: false, fork: None });
        for position in self.positions.iter_mut().filter(|position| position.bits == 0) {
            *position = empty_line;
        }
    }

    fn add(&mut self, number: usize, axis: usize, line: &Line) {
        let (first, length) = (self.cells.len() as u16, line.cells.len());
        let own_at = if line.is_ring { length } else { 1 };
        for (nth, &cell) in line.cells.iter().enumerate() {
            let index = own_at + nth;
            let bits = if line.is_ring { 1 << nth | 1 << index | 1 << (index + length) } else { 1 << index };
            let position = LinePosition { line: number as u8, index: index as u8, offset: first, bits };
            let axis = line.fork.filter(|&(from, _)| nth >= from).map_or(axis, |(_, axis)| axis.into());
            if cell != NO_CELL {
                self.positions[usize::from(cell) * self.axis_count + axis] = position;
            }
        }
        if line.is_ring {
            (0..3).for_each(|_| self.cells.extend(&line.cells));
        } else {
            self.cells.push(NO_CELL);
            self.cells.extend(&line.cells);
            self.cells.push(NO_CELL);
            self.empty_occupancy[number] = 1 | 1 << (length + 1);
        }
        self.line_cells.push(super::tables::cell_set(&line.cells));
        let mut prefix = Quad::EMPTY;
        for &cell in &self.cells[usize::from(first)..] {
            self.prefix.push(prefix);
            if cell != NO_CELL {
                prefix = prefix ^ Quad::one(cell);
            }
        }
        // Beyond the last place.
        self.prefix.push(prefix);
        self.cells.push(NO_CELL);
    }

    /// The place of a cell on an axis.
    #[inline(always)]
    pub fn position(&self, cell: Cell, axis: usize) -> LinePosition {
        self.positions[usize::from(cell) * self.axis_count + axis]
    }

    /// The places of a cell on all axes.
    #[inline(always)]
    pub fn positions(&self, cell: Cell) -> &[LinePosition] {
        &self.positions[usize::from(cell) * self.axis_count..][..self.axis_count]
    }

    /// All cells of the line of a place.
    #[inline(always)]
    pub fn line_cells(&self, position: LinePosition) -> Quad {
        self.line_cells[usize::from(position.line)]
    }

    /// Makes a cell held, or free if it was.
    #[inline(always)]
    pub fn toggle(&self, occupancy: &mut LineOccupancy, cell: Cell) {
        for position in self.positions(cell) {
            occupancy[usize::from(position.line) % MAX_LINES] ^= position.bits;
        }
    }

    /// What is held on the line of a place, this place itself at any rate.
    #[inline(always)]
    pub fn line_word(occupancy: &LineOccupancy, position: LinePosition) -> u64 {
        occupancy[usize::from(position.line) % MAX_LINES] | position.bits
    }

    /// The next place that is held after `at`.
    #[inline(always)]
    pub fn next_after(word: u64, index: u32) -> u32 {
        index + 1 + (word >> index >> 1).trailing_zeros()
    }

    /// The next place that is held before `at`, which is not the first.
    #[inline(always)]
    pub fn next_before(word: u64, index: u32) -> u32 {
        63 - (word & ((1 << index) - 1)).leading_zeros()
    }

    /// The cell at a place of the line of `place`, or [`NOWHERE`] beyond its ends.
    #[inline(always)]
    pub fn cell_at(&self, position: LinePosition, index: u32) -> u8 {
        self.cells[usize::from(position.offset) + index as usize]
    }

    /// The cells from `from` to before `end` on the line of `place`.
    #[inline(always)]
    pub fn span(&self, position: LinePosition, from: u32, end: u32) -> Quad {
        let first = usize::from(position.offset);
        self.prefix[first + from as usize] ^ self.prefix[first + end as usize]
    }

    /// The cells that a line piece reaches from a place, both ways, up to the first that is held.
    #[inline(always)]
    pub fn attacks(&self, occupancy: &LineOccupancy, position: LinePosition) -> Quad {
        let (word, index) = (LineTables::line_word(occupancy, position), position.index());
        self.span(position, index + 1, LineTables::next_after(word, index) + 1)
            | self.span(position, LineTables::next_before(word, index), index)
    }
}

impl LinePosition {
    /// Where on its line it is.
    #[inline(always)]
    pub fn index(self) -> u32 {
        u32::from(self.index)
    }
}

/// One of the two ways along the lines of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ray {
    pub axis: u8,
    /// Whether it goes against the order of the cells.
    pub backward: bool,
}

impl Ray {
    /// The same line, the other way.
    pub fn reversed(self) -> Ray {
        Ray { backward: !self.backward, ..self }
    }
}

impl LineTables {
    /// The next place that is held on a ray.
    #[inline(always)]
    pub fn next_occupied(word: u64, index: u32, backward: bool) -> u32 {
        if backward { LineTables::next_before(word, index) } else { LineTables::next_after(word, index) }
    }

    /// The cells from one next to `at` up to `end`, this one included.
    #[inline(always)]
    pub fn span_to(&self, position: LinePosition, index: u32, end: u32, backward: bool) -> Quad {
        if backward { self.span(position, end, index) } else { self.span(position, index + 1, end + 1) }
    }

    /// The first cell that is held on a ray from a cell, or [`NOWHERE`].
    pub fn first_occupied(&self, occupancy: &LineOccupancy, cell: Cell, ray: Ray) -> u8 {
        let position = self.position(cell, ray.axis.into());
        self.cell_at(
            position,
            LineTables::next_occupied(
                LineTables::line_word(occupancy, position),
                position.index(),
                ray.backward,
            ),
        )
    }

    /// The cells of a ray up to the first that is held.
    pub fn visible(&self, occupancy: &LineOccupancy, cell: Cell, ray: Ray) -> Quad {
        let position = self.position(cell, ray.axis.into());
        self.span_to(
            position,
            position.index(),
            LineTables::next_occupied(
                LineTables::line_word(occupancy, position),
                position.index(),
                ray.backward,
            ),
            ray.backward,
        )
    }
}
