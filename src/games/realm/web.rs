//! The lines of a board, along which pieces slide.
//!
//! Every line has a number, and a word of bits that says which of its places are held: a step changes the
//! words of the lines through two cells, and what a piece meets on a line is then the next bit that is set.
//! A line that ends has a place beyond each end that is always held. One that goes round is written down
//! three times over, so that a piece that goes round it meets itself.

use super::men::NOWHERE;
use crate::board::{Bitboard, Bitboard256, Cell};

/// For how many lines there is room.
pub const LINES: usize = 128;

/// By line, which places are held.
pub type Held = [u64; LINES];

/// A line of cells in order.
#[derive(Clone, Debug)]
pub struct Line {
    pub cells: Vec<Cell>,
    /// Whether the first cell comes after the last.
    pub ring: bool,
    /// From which of its cells on it lies on another axis, and on which, if it does: where diagonals fork.
    pub bend: Option<(usize, u8)>,
}

/// Where a cell lies on a line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    line: u8,
    at: u8,
    /// Where the line begins in the lists of all lines.
    first: u16,
    /// The bits of the cell in the line's word.
    bits: u64,
}

/// All lines of a game. An axis is a set of lines of which at most one goes through each cell.
#[derive(Clone, Debug)]
pub struct Web {
    axes: usize,
    /// By cell and axis.
    places: Vec<Place>,
    /// The cells of the lines, one line after the other.
    cells: Vec<u8>,
    /// At each place of these, the cells of the line before it.
    before: Vec<Bitboard256>,
    /// The cells of each line.
    whole: Vec<Bitboard256>,
    /// The words of the lines of an empty board.
    pub empty: Held,
}

impl Web {
    /// The lines of each axis of a board with so many cells.
    pub fn new(cells: usize, axes: &[Vec<Line>]) -> Web {
        let mut web = Web {
            axes: axes.len(),
            places: vec![Place::default(); cells * axes.len()],
            cells: Vec::new(),
            before: Vec::new(),
            whole: Vec::new(),
            empty: [0; LINES],
        };
        let lines =
            axes.iter().enumerate().flat_map(|(axis, lines)| lines.iter().map(move |line| (axis, line)));
        for (number, (axis, line)) in lines.enumerate() {
            web.add(number, axis, line);
        }
        web.add_void(axes.iter().map(Vec::len).sum());
        web
    }

    /// Adds a line without cells, for the cells through which an axis has no line.
    fn add_void(&mut self, number: usize) {
        let void = Place { line: number as u8, at: 1, first: self.cells.len() as u16, bits: 0 };
        self.add(number, 0, &Line { cells: vec![NOWHERE], ring: false, bend: None });
        for place in self.places.iter_mut().filter(|place| place.bits == 0) {
            *place = void;
        }
    }

    fn add(&mut self, number: usize, axis: usize, line: &Line) {
        let (first, length) = (self.cells.len() as u16, line.cells.len());
        let own_at = if line.ring { length } else { 1 };
        for (nth, &cell) in line.cells.iter().enumerate() {
            let at = own_at + nth;
            let bits = if line.ring { 1 << nth | 1 << at | 1 << (at + length) } else { 1 << at };
            let place = Place { line: number as u8, at: at as u8, first, bits };
            let axis = line.bend.filter(|&(from, _)| nth >= from).map_or(axis, |(_, axis)| axis.into());
            if cell != NOWHERE {
                self.places[usize::from(cell) * self.axes + axis] = place;
            }
        }
        if line.ring {
            (0..3).for_each(|_| self.cells.extend(&line.cells));
        } else {
            self.cells.push(NOWHERE);
            self.cells.extend(&line.cells);
            self.cells.push(NOWHERE);
            self.empty[number] = 1 | 1 << (length + 1);
        }
        self.whole.push(super::engine::set(&line.cells));
        let mut before = Bitboard256::EMPTY;
        for &cell in &self.cells[usize::from(first)..] {
            self.before.push(before);
            if cell != NOWHERE {
                before = before ^ Bitboard256::one(cell);
            }
        }
        // Beyond the last place.
        self.before.push(before);
        self.cells.push(NOWHERE);
    }

    /// The place of a cell on an axis.
    #[inline(always)]
    pub fn place(&self, cell: Cell, axis: usize) -> Place {
        self.places[usize::from(cell) * self.axes + axis]
    }

    /// The places of a cell on all axes.
    #[inline(always)]
    pub fn places(&self, cell: Cell) -> &[Place] {
        &self.places[usize::from(cell) * self.axes..][..self.axes]
    }

    /// All cells of the line of a place.
    #[inline(always)]
    pub fn whole(&self, place: Place) -> Bitboard256 {
        self.whole[usize::from(place.line)]
    }

    /// Makes a cell held, or free if it was.
    #[inline(always)]
    pub fn toggle(&self, held: &mut Held, cell: Cell) {
        for place in self.places(cell) {
            held[usize::from(place.line) % LINES] ^= place.bits;
        }
    }

    /// What is held on the line of a place, this place itself at any rate.
    #[inline(always)]
    pub fn held(held: &Held, place: Place) -> u64 {
        held[usize::from(place.line) % LINES] | place.bits
    }

    /// The next place that is held after `at`.
    #[inline(always)]
    pub fn ahead(held: u64, at: u32) -> u32 {
        at + 1 + (held >> at >> 1).trailing_zeros()
    }

    /// The next place that is held before `at`, which is not the first.
    #[inline(always)]
    pub fn behind(held: u64, at: u32) -> u32 {
        63 - (held & ((1 << at) - 1)).leading_zeros()
    }

    /// The cell at a place of the line of `place`, or [`NOWHERE`] beyond its ends.
    #[inline(always)]
    pub fn cell(&self, place: Place, at: u32) -> u8 {
        self.cells[usize::from(place.first) + at as usize]
    }

    /// The cells from `from` to before `end` on the line of `place`.
    #[inline(always)]
    pub fn span(&self, place: Place, from: u32, end: u32) -> Bitboard256 {
        let first = usize::from(place.first);
        self.before[first + from as usize] ^ self.before[first + end as usize]
    }

    /// The cells that a line piece reaches from a place, both ways, up to the first that is held.
    #[inline(always)]
    pub fn reach(&self, held: &Held, place: Place) -> Bitboard256 {
        let (held, at) = (Web::held(held, place), place.at());
        self.span(place, at + 1, Web::ahead(held, at) + 1) | self.span(place, Web::behind(held, at), at)
    }
}

impl Place {
    /// Where on its line it is.
    #[inline(always)]
    pub fn at(self) -> u32 {
        u32::from(self.at)
    }
}

/// One of the two ways along the lines of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ray {
    pub axis: u8,
    /// Whether it goes against the order of the cells.
    pub back: bool,
}

impl Ray {
    /// The same line, the other way.
    pub fn reversed(self) -> Ray {
        Ray { back: !self.back, ..self }
    }
}

impl Web {
    /// The next place that is held on a ray.
    #[inline(always)]
    pub fn next(held: u64, at: u32, back: bool) -> u32 {
        if back { Web::behind(held, at) } else { Web::ahead(held, at) }
    }

    /// The cells from one next to `at` up to `end`, this one included.
    #[inline(always)]
    pub fn up_to(&self, place: Place, at: u32, end: u32, back: bool) -> Bitboard256 {
        if back { self.span(place, end, at) } else { self.span(place, at + 1, end + 1) }
    }

    /// The first cell that is held on a ray from a cell, or [`NOWHERE`].
    pub fn met(&self, held: &Held, cell: Cell, ray: Ray) -> u8 {
        let place = self.place(cell, ray.axis.into());
        self.cell(place, Web::next(Web::held(held, place), place.at(), ray.back))
    }

    /// The cells of a ray up to the first that is held.
    pub fn seen(&self, held: &Held, cell: Cell, ray: Ray) -> Bitboard256 {
        let place = self.place(cell, ray.axis.into());
        self.up_to(place, place.at(), Web::next(Web::held(held, place), place.at(), ray.back), ray.back)
    }
}
