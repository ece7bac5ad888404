//! The canvas on which games draw observations plane by plane, before they are written as numbers of any
//! type.

#[cfg(test)]
mod tests;

use super::Scalar;
use super::bit::{fill_blocks, tail_len, write_words};
use super::sparse::{
    ReusableList, SparseMarks, SparseValue, SparseValues, write_sparse_marks, write_sparse_values,
};
use std::mem::take;
use std::ops::Range;

/// An observation under construction. Planes are appended one after the other. Cells without a value are 0.
///
/// Most planes only mark cells, which takes one bit for each cell. Games do not need to know the element type
/// of the observation, and many elements are written at a time. Each plane has its own words; the last word
/// may have unused bits. If few cells of a plane have a value, the plane is left blank, and the values are
/// listed ([`SparseValues`]). A canvas belongs to one game, and the kinds of its planes never change.
#[derive(Clone, Debug)]
pub struct Canvas {
    /// The number of cells of a plane, the number of its words, and the number of planes.
    area: usize,
    words: usize,
    num_planes: usize,
    /// The number of planes that have been appended.
    planes: usize,
    /// The words of each plane.
    marks: Box<[u64]>,
    /// The kind of each plane. For a run of blank planes, only the entry of the first one counts.
    kinds: Box<[PlaneKind]>,
    /// Single marked cells of blank planes, and values of single cells.
    sparse_marks: ReusableList<u32>,
    sparse_values: ReusableList<SparseValue>,
    /// The bit fields of the packed numbers that planes hold, and the first of these planes.
    parts: &'static [Part],
    first_part: usize,
    packed: Packed,
    /// The planes that show the board.
    board: Range<usize>,
}

/// The kind of a plane, before values of single cells are written to it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum PlaneKind {
    /// The plane marks cells.
    Bits,
    /// The plane holds this number everywhere.
    Constant(f32),
    /// This number of planes, beginning with this one, is 0 everywhere.
    Blank(u32),
}

/// A number for each of 64 cells. It is aligned because it is read by cache lines right after it is written:
/// store forwarding fails if a line was written by more than one store.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Packed([u32; 64]);

/// A bit field of a packed number that stands for a fraction. It lies within one byte.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The lowest bit.
    pub from: u32,
    /// The number of bits.
    pub bits: u32,
    /// The fraction that the value 1 stands for.
    pub one: f32,
}

impl Canvas {
    /// Returns an empty canvas for `count` planes of `area` cells.
    pub fn new(count: usize, area: usize) -> Canvas {
        let words = area.div_ceil(64);
        Canvas {
            area,
            words,
            num_planes: count,
            planes: 0,
            marks: vec![0; count * words].into(),
            kinds: vec![PlaneKind::Bits; count].into(),
            sparse_marks: ReusableList::default(),
            sparse_values: ReusableList::default(),
            parts: &[],
            first_part: 0,
            packed: Packed([0; 64]),
            board: 0..0,
        }
    }

    /// Removes all planes. (The bits of a plane are cleared when the plane is written again.)
    #[inline(always)]
    pub fn clear(&mut self) {
        self.planes = 0;
        self.sparse_marks.clear();
        self.sparse_values.clear();
        self.parts = &[];
    }

    /// Appends a plane that marks the cells whose bits are set. Planes must have at most 64 cells.
    #[inline(always)]
    pub fn set(&mut self, bits: u64) {
        self.set_all(&[[bits]]);
    }

    /// Appends planes that mark the cells whose bits are set, and returns the index of the first. Planes must
    /// have `W` words.
    #[inline(always)]
    pub fn set_all<const W: usize>(&mut self, planes: &[[u64; W]]) -> usize {
        debug_assert_eq!(self.words, W);
        let first = self.planes;
        self.marks.as_chunks_mut().0[first..][..planes.len()].copy_from_slice(planes);
        self.planes += planes.len();
        self.check_kinds(planes.len());
        first
    }

    /// Appends `count` planes that mark the cells whose bits are set, and returns the index of the first.
    #[inline(always)]
    pub fn push_words(&mut self, count: usize, words: &[u64]) -> usize {
        debug_assert_eq!(words.len(), count * self.words);
        let first = self.planes;
        self.marks[first * self.words..][..words.len()].copy_from_slice(words);
        self.planes += count;
        self.check_kinds(count);
        first
    }

    /// Appends `count` planes that show the board, which are the same in all states.
    #[inline(always)]
    pub fn push_board(&mut self, count: usize, words: &[u64]) {
        let first = self.push_words(count, words);
        self.board = first..first + count;
    }

    /// Appends planes without marks and returns the index of the first. Use [`mark`](Canvas::mark) to mark
    /// their cells.
    #[inline(always)]
    pub fn next(&mut self, count: usize) -> usize {
        let first = self.planes;
        self.planes += count;
        self.marks[first * self.words..self.planes * self.words].fill(0);
        self.check_kinds(count);
        first
    }

    /// Appends planes that are 0 everywhere and returns the index of the first. Use sparse marks and values
    /// for a few of their cells. (Their bits stay clear, so they can also be read as planes that mark cells.)
    #[inline(always)]
    pub fn blank(&mut self, count: usize) -> usize {
        let first = self.planes;
        self.planes += count;
        self.kinds[first] = PlaneKind::Blank(count as u32);
        first
    }

    /// Checks that the last planes, which mark cells, had the same kind in earlier observations.
    #[inline(always)]
    fn check_kinds(&self, count: usize) {
        debug_assert!(
            self.kinds[self.planes - count..self.planes].iter().all(|&kind| kind == PlaneKind::Bits)
        );
    }

    /// Appends a plane that holds one number everywhere. Numbers above 1 are clamped to 1.
    #[inline(always)]
    pub fn level(&mut self, value: f32) {
        self.level_all(&[value]);
    }

    /// Appends planes that hold one number everywhere. Numbers above 1 are clamped to 1.
    #[inline(always)]
    pub fn level_all<const N: usize>(&mut self, values: &[f32; N]) {
        for (kind, &value) in self.kinds[self.planes..][..N].iter_mut().zip(values) {
            *kind = PlaneKind::Constant(value.min(1.0));
        }
        self.planes += N;
    }

    /// Appends planes that each hold one bit field of a number for each cell, and returns the numbers, all of
    /// which must be set. Planes must have 64 cells. A canvas can have one such group of planes.
    #[inline(always)]
    pub fn parts(&mut self, parts: &'static [Part]) -> &mut [u32; 64] {
        debug_assert!(self.area == 64 && self.parts.is_empty());
        debug_assert!(parts.iter().all(|part| part.from % 8 + part.bits <= 8));
        (self.first_part, self.parts) = (self.planes, parts);
        self.planes += parts.len();
        &mut self.packed.0
    }

    /// Marks a cell of a plane.
    #[inline(always)]
    pub fn mark(&mut self, plane: usize, cell: usize) {
        self.marks[plane * self.words + cell / 64] |= 1 << (cell % 64);
    }

    /// Sets the value of a cell of a plane, from 0 to 1.
    #[inline(always)]
    pub fn value(&mut self, plane: usize, cell: usize, value: f32) {
        self.sparse_values(1).put(plane, cell, value);
    }

    /// Returns a list for at most `most` values of single cells.
    #[inline(always)]
    pub fn sparse_values(&mut self, most: usize) -> SparseValues<'_> {
        SparseValues { area: self.area as u32, list: self.sparse_values.appender(most) }
    }

    /// Returns a list for at most `most` marked cells of blank planes.
    #[inline(always)]
    pub fn sparse_marks(&mut self, most: usize) -> SparseMarks<'_> {
        SparseMarks { area: self.area as u32, list: self.sparse_marks.appender(most) }
    }

    /// Returns both lists. No cell may be in both of them.
    #[inline(always)]
    pub fn sparse_marks_and_values(
        &mut self,
        sparse_marks: usize,
        sparse_values: usize,
    ) -> (SparseMarks<'_>, SparseValues<'_>) {
        let area = self.area as u32;
        (
            SparseMarks { area, list: self.sparse_marks.appender(sparse_marks) },
            SparseValues { area, list: self.sparse_values.appender(sparse_values) },
        )
    }

    /// Writes the observation to `out`, which has one element for each cell of each plane.
    ///
    /// (The common case comes first and calls functions that are not inlined, so that it needs no
    /// callee-saved registers.)
    #[inline(never)]
    pub fn write<T: Scalar>(&self, out: &mut [T]) {
        if self.parts.is_empty() {
            self.write_planes(0, out);
        } else {
            self.write_with_parts(out);
        }
        if !self.sparse_marks.is_empty() {
            write_sparse_marks(self.sparse_marks.all(), out);
        }
        if !self.sparse_values.is_empty() {
            write_sparse_values(self.sparse_values.all(), out);
        }
    }

    /// Writes planes without packed numbers. Planes of one word have their own loop, because most games have
    /// such planes.
    #[inline(always)]
    fn write_planes<T: Scalar>(&self, first: usize, out: &mut [T]) {
        let (marks, kinds) = (&self.marks[first * self.words..], &self.kinds[first..]);
        if self.area == 64 {
            write_one_word_planes(marks, kinds, out.as_chunks_mut().0);
        } else {
            self.write_general(marks, kinds, out);
        }
    }

    /// Writes planes of any area. Selects the method for the last elements of each plane.
    #[inline(never)]
    fn write_general<T: Scalar>(&self, marks: &[u64], kinds: &[PlaneKind], out: &mut [T]) {
        match tail_len(self.area) {
            0 => self.write_with_tail::<T, 0>(marks, kinds, out),
            32 => self.write_with_tail::<T, 32>(marks, kinds, out),
            _ => self.write_with_tail::<T, 64>(marks, kinds, out),
        }
    }

    /// Writes planes with a known method for the last elements. Runs of blank planes are filled in one go, at
    /// the speed of memory.
    #[inline(always)]
    fn write_with_tail<T: Scalar, const END: usize>(
        &self,
        mut marks: &[u64],
        mut kinds: &[PlaneKind],
        mut out: &mut [T],
    ) {
        while let Some(&kind) = kinds.first() {
            let count = if let PlaneKind::Blank(count) = kind { count as usize } else { 1 };
            let Some((planes, rest)) = take(&mut out).split_at_mut_checked(count * self.area) else { return };
            let Some((marked, others)) = marks.split_at_checked(count * self.words) else { return };
            match kind {
                PlaneKind::Bits => write_words::<T, END>(marked, planes),
                PlaneKind::Constant(value) => fill_blocks::<T, END>(T::of(value), planes),
                PlaneKind::Blank(_) => planes.fill(T::ZERO),
            }
            (out, marks, kinds) = (rest, others, &kinds[count..]);
        }
    }

    /// Writes planes, some of which hold bit fields of numbers.
    #[inline(never)]
    fn write_with_parts<T: Scalar>(&self, out: &mut [T]) {
        let (before, rest) = out.split_at_mut(self.first_part * self.area);
        let (parted, after) = rest.split_at_mut(self.parts.len() * self.area);
        self.write_planes(0, before);
        write_parts(&self.packed.0, self.parts, parted.as_chunks_mut().0);
        self.write_planes(self.first_part + self.parts.len(), after);
    }

    /// Calls `visit` with the index into the observation and the value of each element that is not 0, in
    /// planes that differ from cell to cell. Planes that hold one number everywhere are left out: they are
    /// counters and flags. So are planes that show the board.
    #[inline]
    pub fn each_value(&self, mut visit: impl FnMut(usize, f32)) {
        let mut plane = 0;
        while plane < self.planes {
            match self.kinds[plane] {
                _ if self.board.contains(&plane) => plane += 1,
                PlaneKind::Blank(count) if !self.is_part(plane) => plane += count as usize,
                PlaneKind::Bits if !self.is_part(plane) => {
                    for (at, &word) in self.marks[plane * self.words..][..self.words].iter().enumerate() {
                        let (mut left, first) = (word, plane * self.area + 64 * at);
                        while left != 0 {
                            visit(first + left.trailing_zeros() as usize, 1.0);
                            left &= left - 1;
                        }
                    }
                    plane += 1;
                }
                _ => plane += 1,
            }
        }
        for (part, first) in self.parts.iter().zip((self.first_part * self.area..).step_by(self.area)) {
            for (cell, number) in self.packed.0.iter().enumerate() {
                let value = number >> part.from & ((1 << part.bits) - 1);
                if value != 0 {
                    visit(first + cell, value as f32 * part.one);
                }
            }
        }
        for &at in self.sparse_marks.all() {
            visit(at as usize, 1.0);
        }
        for &(at, value) in self.sparse_values.all() {
            visit(at as usize, value);
        }
    }

    /// Whether a plane holds bit fields of packed numbers.
    fn is_part(&self, plane: usize) -> bool {
        (self.first_part..self.first_part + self.parts.len()).contains(&plane)
    }

    /// Returns the number of elements of the observation.
    #[inline(always)]
    pub fn num_elements(&self) -> usize {
        self.num_planes * self.area
    }
}

/// Writes planes of one word each.
#[inline(never)]
fn write_one_word_planes<T: Scalar>(marks: &[u64], kinds: &[PlaneKind], planes: &mut [[T; 64]]) {
    for ((plane, &word), &kind) in planes.iter_mut().zip(marks).zip(kinds) {
        match kind {
            PlaneKind::Constant(value) => *plane = [T::of(value); 64],
            PlaneKind::Bits | PlaneKind::Blank(_) => T::write(word, plane),
        }
    }
}

/// Writes planes that hold bit fields of numbers. (It is a separate function so that the compiler knows that
/// source and destination do not alias.)
#[inline(never)]
fn write_parts<T: Scalar>(numbers: &[u32; 64], parts: &[Part], planes: &mut [[T; 64]]) {
    T::write_parts(numbers, parts, planes);
}
