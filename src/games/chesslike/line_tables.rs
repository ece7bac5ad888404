//! The lines along which sliders move, and their occupancy.
//!
//! Each line has a number and a word whose bits tell which of its positions are occupied. A step updates the
//! words of the lines through two cells, and the next piece on a line is the next set bit. A line with ends
//! has an extra position beyond each end that is always occupied. A ring is stored three times in a row, so
//! that a slider that goes all the way round meets itself.

use crate::board::{Bitboard, Bitboard256, Cell, Line, NO_CELL, Ray};

/// The maximum number of lines.
pub const MAX_LINES: usize = 128;

/// By line, the word of its occupied positions.
pub type LineOccupancy = [u64; MAX_LINES];

/// The position of a cell on a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinePosition {
    line: u8,
    index: u8,
    /// The offset of the line in the concatenated lists.
    offset: u16,
    /// The bits of the cell in the line's word.
    bits: u64,
}

/// All lines of a game. An axis is a set of lines of which at most one passes through each cell.
#[derive(Clone, Debug)]
pub struct LineTables {
    axis_count: usize,
    /// By cell and axis.
    positions: Vec<LinePosition>,
    /// The cells of all lines, concatenated.
    cells: Vec<u8>,
    /// By index in `cells`, the set of the cells before it on the line.
    prefix: Vec<Bitboard256>,
    /// By line, the set of its cells.
    line_cells: Vec<Bitboard256>,
    /// The words of all lines on an empty board.
    pub empty_occupancy: LineOccupancy,
}

impl LineTables {
    /// Builds the tables of the lines of each axis, for a board with `cells` cells.
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

    /// Adds a line without cells, for cells that an axis has no line through.
    fn add_empty_line(&mut self, number: usize) {
        let empty_line =
            LinePosition { line: number as u8, index: 1, offset: self.cells.len() as u16, bits: 0 };
        self.add(number, 0, &Line::open(vec![NO_CELL]));
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
        let mut prefix = Bitboard256::EMPTY;
        for &cell in &self.cells[usize::from(first)..] {
            self.prefix.push(prefix);
            if cell != NO_CELL {
                prefix = prefix ^ Bitboard256::one(cell);
            }
        }
        // The end of the line.
        self.prefix.push(prefix);
        self.cells.push(NO_CELL);
    }

    /// Returns the position of a cell on the line of an axis.
    #[inline(always)]
    pub fn position(&self, cell: Cell, axis: usize) -> LinePosition {
        self.positions[usize::from(cell) * self.axis_count + axis]
    }

    /// Returns the positions of a cell on all axes.
    #[inline(always)]
    pub fn positions(&self, cell: Cell) -> &[LinePosition] {
        &self.positions[usize::from(cell) * self.axis_count..][..self.axis_count]
    }

    /// Returns all cells of the line of a position.
    #[inline(always)]
    pub fn line_cells(&self, position: LinePosition) -> Bitboard256 {
        self.line_cells[usize::from(position.line)]
    }

    /// Toggles the occupancy of a cell.
    #[inline(always)]
    pub fn toggle(&self, occupancy: &mut LineOccupancy, cell: Cell) {
        for position in self.positions(cell) {
            occupancy[usize::from(position.line) % MAX_LINES] ^= position.bits;
        }
    }

    /// Returns the word of the line of a position, with the position itself occupied.
    #[inline(always)]
    pub fn line_word(occupancy: &LineOccupancy, position: LinePosition) -> u64 {
        occupancy[usize::from(position.line) % MAX_LINES] | position.bits
    }

    /// Returns the next occupied index after `index`.
    #[inline(always)]
    pub fn next_after(word: u64, index: u32) -> u32 {
        index + 1 + (word >> index >> 1).trailing_zeros()
    }

    /// Returns the next occupied index before `index`, which is not the first.
    #[inline(always)]
    pub fn next_before(word: u64, index: u32) -> u32 {
        63 - (word & ((1 << index) - 1)).leading_zeros()
    }

    /// Returns the cell at an index of the line of a position, or [`NO_CELL`] beyond its ends.
    #[inline(always)]
    pub fn cell_at(&self, position: LinePosition, index: u32) -> u8 {
        self.cells[usize::from(position.offset) + index as usize]
    }

    /// Returns the cells from index `from` to before `end` on the line of a position.
    #[inline(always)]
    pub fn span(&self, position: LinePosition, from: u32, end: u32) -> Bitboard256 {
        let first = usize::from(position.offset);
        self.prefix[first + from as usize] ^ self.prefix[first + end as usize]
    }

    /// Returns the cells that a slider attacks from a position in both directions, up to the first occupied
    /// cell.
    #[inline(always)]
    pub fn attacks(&self, occupancy: &LineOccupancy, position: LinePosition) -> Bitboard256 {
        let (word, index) = (LineTables::line_word(occupancy, position), position.index());
        self.span(position, index + 1, LineTables::next_after(word, index) + 1)
            | self.span(position, LineTables::next_before(word, index), index)
    }
}

impl LinePosition {
    /// Returns the index on the line.
    #[inline(always)]
    pub fn index(self) -> u32 {
        u32::from(self.index)
    }
}

impl LineTables {
    /// Returns the next occupied index in a direction.
    #[inline(always)]
    pub fn next_occupied(word: u64, index: u32, backward: bool) -> u32 {
        if backward { LineTables::next_before(word, index) } else { LineTables::next_after(word, index) }
    }

    /// Returns the cells from the one next to `index` up to and including `end`.
    #[inline(always)]
    pub fn span_to(&self, position: LinePosition, index: u32, end: u32, backward: bool) -> Bitboard256 {
        if backward { self.span(position, end, index) } else { self.span(position, index + 1, end + 1) }
    }

    /// Returns the first occupied cell on a ray from a cell, or [`NO_CELL`].
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

    /// Returns the second occupied cell on a ray from a cell, or [`NO_CELL`].
    pub fn second_occupied(&self, occupancy: &LineOccupancy, cell: Cell, ray: Ray) -> u8 {
        let first = self.first_occupied(occupancy, cell, ray);
        if first == NO_CELL || first == cell { NO_CELL } else { self.first_occupied(occupancy, first, ray) }
    }

    /// Returns the cells of a ray up to and including the first occupied one.
    pub fn visible(&self, occupancy: &LineOccupancy, cell: Cell, ray: Ray) -> Bitboard256 {
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
