//! What a seat sees, put down plane by plane as marks, and then written as numbers of any type.

use super::Scalar;
use super::bit::{fill_blocks, tail_len, write_words};
use super::sparse::{
    ReusableList, SparseMarks, SparseValue, SparseValues, write_sparse_marks, write_sparse_values,
};
use std::mem::take;

/// An observation as a game puts it down. The planes follow one another; what is not said of a cell is 0.
///
/// Most planes only mark cells, which takes a bit each: games need not know in what type the numbers are
/// wanted, and many of them are written at a time. A plane has words of its own, the last of which may have
/// bits left over. Where hardly any cell has a number, planes are left blank, and those numbers are put on
/// them ([`SparseValues`]). A canvas is for one game, whose planes are always of the same kinds.
#[derive(Clone, Debug)]
pub struct Canvas {
    /// How many cells a plane has and in how many words, and how many planes there are.
    area: usize,
    words: usize,
    num_planes: usize,
    /// The planes put down so far.
    planes: usize,
    /// The words of each plane.
    marks: Box<[u64]>,
    /// What each plane is, or so many from it on.
    kinds: Box<[PlaneKind]>,
    /// The cells that are marked one by one on planes that are else blank, and the numbers of single cells.
    sparse_marks: ReusableList<u32>,
    sparse_values: ReusableList<SparseValue>,
    /// The planes, from the first on, that hold parts of these numbers.
    parts: &'static [Part],
    first_part: usize,
    packed: Packed,
}

/// What a plane is before numbers are put on single cells.
#[derive(Clone, Copy, Debug, PartialEq)]
enum PlaneKind {
    /// It marks cells.
    Bits,
    /// It holds this number everywhere.
    Constant(f32),
    /// So many planes, of which this is the first, have nothing.
    Blank(u32),
}

/// A number for each of 64 cells. They are read a cache line at a time right after they were put there, which
/// takes long if a line is not one store.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Packed([u32; 64]);

/// Some bits of a number as a share of something. They are in one of its four bytes.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The lowest of the bits.
    pub from: u32,
    /// How many there are.
    pub bits: u32,
    /// What share one is.
    pub one: f32,
}

impl Canvas {
    /// An empty canvas for so many planes of `area` cells.
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
        }
    }

    /// Takes everything off. (Marks are taken off plane by plane, when others are put down.)
    #[inline(always)]
    pub fn clear(&mut self) {
        self.planes = 0;
        self.sparse_marks.clear();
        self.sparse_values.clear();
        self.parts = &[];
    }

    /// The next plane, which marks the cells whose bits are set. Planes have at most 64 cells.
    #[inline(always)]
    pub fn set(&mut self, bits: u64) {
        self.set_all(&[[bits]]);
    }

    /// The next planes, each of which marks the cells whose bits are set: the number of the first. They have
    /// so many words.
    #[inline(always)]
    pub fn set_all<const W: usize>(&mut self, planes: &[[u64; W]]) -> usize {
        debug_assert_eq!(self.words, W);
        let first = self.planes;
        self.marks.as_chunks_mut().0[first..][..planes.len()].copy_from_slice(planes);
        self.planes += planes.len();
        self.check_kinds(planes.len());
        first
    }

    /// The next planes, which mark the cells whose bits are set in their words: the number of the first.
    #[inline(always)]
    pub fn push_words(&mut self, count: usize, words: &[u64]) -> usize {
        debug_assert_eq!(words.len(), count * self.words);
        let first = self.planes;
        self.marks[first * self.words..][..words.len()].copy_from_slice(words);
        self.planes += count;
        self.check_kinds(count);
        first
    }

    /// The next planes: the number of the first. Their cells are to be marked one by one.
    #[inline(always)]
    pub fn next(&mut self, count: usize) -> usize {
        let first = self.planes;
        self.planes += count;
        self.marks[first * self.words..self.planes * self.words].fill(0);
        self.check_kinds(count);
        first
    }

    /// The next planes, which have nothing: the number of the first. Numbers are to be put on a few of their
    /// cells. (Nothing is marked on them, ever, so that each may also be taken for one that marks cells.)
    #[inline(always)]
    pub fn blank(&mut self, count: usize) -> usize {
        let first = self.planes;
        self.planes += count;
        self.kinds[first] = PlaneKind::Blank(count as u32);
        first
    }

    /// Checks that the last planes, which mark cells, were of no other kind in an earlier observation.
    #[inline(always)]
    fn check_kinds(&self, count: usize) {
        debug_assert!(
            self.kinds[self.planes - count..self.planes].iter().all(|&kind| kind == PlaneKind::Bits)
        );
    }

    /// The next plane, which holds one number everywhere: at most 1.
    #[inline(always)]
    pub fn level(&mut self, value: f32) {
        self.level_all(&[value]);
    }

    /// The next planes, each of which holds one number everywhere: at most 1.
    #[inline(always)]
    pub fn level_all<const N: usize>(&mut self, values: &[f32; N]) {
        for (kind, &value) in self.kinds[self.planes..][..N].iter_mut().zip(values) {
            *kind = PlaneKind::Constant(value.min(1.0));
        }
        self.planes += N;
    }

    /// The next planes, each of which holds at every cell a part of that cell's number. Planes have 64 cells,
    /// whose numbers are all to be put where this says. (A canvas takes such planes once.)
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

    /// Puts a number from 0 to 1 on a cell of a plane.
    #[inline(always)]
    pub fn value(&mut self, plane: usize, cell: usize, value: f32) {
        self.sparse_values(1).put(plane, cell, value);
    }

    /// For putting at most so many numbers on single cells.
    #[inline(always)]
    pub fn sparse_values(&mut self, most: usize) -> SparseValues<'_> {
        SparseValues { area: self.area as u32, list: self.sparse_values.appender(most) }
    }

    /// For marking at most so many cells of blank planes one by one.
    #[inline(always)]
    pub fn sparse_marks(&mut self, most: usize) -> SparseMarks<'_> {
        SparseMarks { area: self.area as u32, list: self.sparse_marks.appender(most) }
    }

    /// For both: at most so many cells to be marked, and so many numbers, none of which is for such a cell.
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

    /// Writes the observation over whatever stands in `out`, which has as many elements as the planes have
    /// cells.
    ///
    /// (What most games need stands alone, so that it needs no registers but those that need not be saved.)
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

    /// Writes planes that are put down whole: those of one word by a loop of their own, for most games' are
    /// such.
    #[inline(always)]
    fn write_planes<T: Scalar>(&self, first: usize, out: &mut [T]) {
        let (marks, kinds) = (&self.marks[first * self.words..], &self.kinds[first..]);
        if self.area == 64 {
            write_one_word_planes(marks, kinds, out.as_chunks_mut().0);
        } else {
            self.write_general(marks, kinds, out);
        }
    }

    /// Writes planes of any area, however the end of each is written.
    #[inline(never)]
    fn write_general<T: Scalar>(&self, marks: &[u64], kinds: &[PlaneKind], out: &mut [T]) {
        match tail_len(self.area) {
            0 => self.write_with_tail::<T, 0>(marks, kinds, out),
            32 => self.write_with_tail::<T, 32>(marks, kinds, out),
            _ => self.write_with_tail::<T, 64>(marks, kinds, out),
        }
    }

    /// The same if it is known how the end is written. Planes that have nothing are filled all at once, which
    /// is as fast as memory is.
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

    /// Writes planes, some of which hold parts of numbers.
    #[inline(never)]
    fn write_with_parts<T: Scalar>(&self, out: &mut [T]) {
        let (before, rest) = out.split_at_mut(self.first_part * self.area);
        let (parted, after) = rest.split_at_mut(self.parts.len() * self.area);
        self.write_planes(0, before);
        write_parts(&self.packed.0, self.parts, parted.as_chunks_mut().0);
        self.write_planes(self.first_part + self.parts.len(), after);
    }

    /// How many numbers the observation has.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.num_planes * self.area
    }
}

/// Writes planes of a word each.
#[inline(never)]
fn write_one_word_planes<T: Scalar>(marks: &[u64], kinds: &[PlaneKind], planes: &mut [[T; 64]]) {
    for ((plane, &word), &kind) in planes.iter_mut().zip(marks).zip(kinds) {
        match kind {
            PlaneKind::Constant(value) => *plane = [T::of(value); 64],
            PlaneKind::Bits | PlaneKind::Blank(_) => T::write(word, plane),
        }
    }
}

/// Writes planes that hold parts of numbers. (On its own, for then it is known that what is written is not
/// what is read.)
#[inline(never)]
fn write_parts<T: Scalar>(numbers: &[u32; 64], parts: &[Part], planes: &mut [[T; 64]]) {
    T::write_parts(numbers, parts, planes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use half::f16;

    #[test]
    fn planes_follow_one_another_and_are_written_whole() {
        let mut canvas = Canvas::new(6, 64);
        canvas.set(u64::MAX);
        canvas.level(0.3);
        canvas.clear();
        canvas.set(1 << 63 | 0b101);
        canvas.level(3.0);
        let first = canvas.next(2);
        canvas.mark(first, 7);
        canvas.value(first + 1, 5, 0.25);
        canvas.mark(first + 1, 0);
        canvas.push_words(1, &[0b11]);
        let mut out = [f32::NAN; 6 * 64];
        canvas.write(&mut out);
        let marked: Vec<usize> = (0..64).filter(|&at| out[at] == 1.0).collect();
        assert_eq!(marked, [0, 2, 63]);
        assert!(out[64..128].iter().all(|&value| value == 1.0));
        let others: Vec<(usize, f32)> =
            (128..6 * 64).map(|at| (at, out[at])).filter(|&(_, value)| value != 0.0).collect();
        assert_eq!(others, [(135, 1.0), (192, 1.0), (197, 0.25), (256, 1.0), (257, 1.0)]);
    }

    #[test]
    fn parts_of_numbers_are_written_in_any_type() {
        fn written<T: Scalar>(canvas: &Canvas) -> Vec<T> {
            let mut out = vec![T::ONE; 4 * 64];
            canvas.write(&mut out);
            out
        }
        let mut canvas = Canvas::new(4, 64);
        canvas.set(0b11);
        static PARTS: [Part; 2] =
            [Part { from: 0, bits: 2, one: 1.0 / 3.0 }, Part { from: 30, bits: 2, one: 0.5 }];
        *canvas.parts(&PARTS) = std::array::from_fn(|at| (at as u32 % 4) | ((at as u32 % 3) << 30));
        canvas.level(0.25);
        let expected = |at: usize| match at / 64 {
            0 => f32::from(u8::from(at < 2)),
            1 => (at % 64 % 4) as f32 * (1.0 / 3.0),
            2 => (at % 64 % 3) as f32 * 0.5,
            _ => 0.25,
        };
        let (floats, halves, bytes) = (written(&canvas), written(&canvas), written(&canvas));
        for at in 0..4 * 64 {
            let (float, half, byte): (f32, f16, u8) = (floats[at], halves[at], bytes[at]);
            assert_eq!((float, half), (expected(at), f16::from_f32(expected(at))), "{at}");
            assert_eq!(byte, u8::of(expected(at)), "{at}");
        }
        // A canvas without such planes.
        let mut canvas = Canvas::new(4, 64);
        (0..4).for_each(|_| canvas.set(1));
        assert_eq!(written::<u8>(&canvas).iter().map(|&byte| u32::from(byte)).sum::<u32>(), 4 * 255);
    }

    /// An observation put down cell by cell.
    struct Reference {
        area: usize,
        numbers: Vec<f32>,
    }

    impl Reference {
        fn put(&mut self, plane: usize, cell: usize, value: f32) {
            self.numbers[plane * self.area + cell] = value;
        }
    }

    /// Puts down the same planes on a canvas and cell by cell: marked ones before, between and behind some
    /// that hold one number, with numbers of single cells, and parts of numbers if wanted.
    fn fill_both(canvas: &mut Canvas, parts: bool, rng: &mut impl FnMut(usize) -> usize) -> Reference {
        static PARTS: [Part; 2] =
            [Part { from: 1, bits: 3, one: 1.0 / 7.0 }, Part { from: 27, bits: 5, one: 1.0 / 31.0 }];
        let area = canvas.area;
        let mut reference = Reference { area, numbers: vec![0.0; canvas.len()] };
        canvas.clear();
        let mut marked = |canvas: &mut Canvas, reference: &mut Reference, count: usize| {
            let first = canvas.next(count);
            for _ in 0..rng(count * area + 1) {
                let (plane, cell) = (first + rng(count), rng(area));
                canvas.mark(plane, cell);
                reference.put(plane, cell, 1.0);
            }
            for _ in 0..rng(5) {
                let (plane, cell, value) = (first + rng(count), rng(area), rng(100) as f32 / 99.0);
                canvas.value(plane, cell, value);
                reference.put(plane, cell, value);
            }
            rng(1 << 32)
        };
        marked(canvas, &mut reference, 3);
        let some = marked(canvas, &mut reference, 1);
        let levels = [some as f32 / (1u64 << 32) as f32, 0.0, 2.0];
        for (plane, &level) in (4..).zip(&levels) {
            (0..area).for_each(|cell| reference.put(plane, cell, level.min(1.0)));
        }
        canvas.level_all(&levels);
        let words: Vec<u64> = (0..canvas.words)
            .map(|at| {
                let left = area - 64 * at;
                (some as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 64usize.saturating_sub(left)
            })
            .collect();
        canvas.push_words(1, &words);
        (0..area).for_each(|cell| reference.put(7, cell, (words[cell / 64] >> (cell % 64) & 1) as f32));
        if parts {
            for (cell, number) in canvas.parts(&PARTS).iter_mut().enumerate() {
                *number = (some as u32 ^ cell as u32).wrapping_mul(0x9E37_79B9);
                reference.put(8, cell, (*number >> 1 & 7) as f32 * (1.0 / 7.0));
                reference.put(9, cell, (*number >> 27) as f32 * (1.0 / 31.0));
            }
        } else {
            marked(canvas, &mut reference, 2);
        }
        canvas.level(0.75);
        (0..area).for_each(|cell| reference.put(10, cell, 0.75));
        let blank = canvas.blank(2) + 1;
        canvas.value(blank, area / 2, 0.25);
        reference.put(blank, area / 2, 0.25);
        canvas.sparse_marks(2).mark(blank - 1, area / 3);
        reference.put(blank - 1, area / 3, 1.0);
        marked(canvas, &mut reference, 1);
        reference
    }

    fn check_written<T: Scalar + PartialEq + std::fmt::Debug>(canvas: &Canvas, reference: &Reference) {
        let mut out = vec![T::of(0.3); canvas.len() + 1];
        canvas.write(&mut out[..canvas.len()]);
        for (at, &value) in reference.numbers.iter().enumerate() {
            assert_eq!(
                out[at],
                T::of(value),
                "cell {} of plane {}",
                at % reference.area,
                at / reference.area
            );
        }
        assert_eq!(out[canvas.len()], T::of(0.3), "nothing beyond is written");
    }

    #[test]
    fn planes_of_any_area_are_written_as_they_are_put_down_in_any_type() {
        let mut seed = 1u64;
        let mut rng = |below: usize| {
            seed = seed.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
            ((u128::from(seed) * below as u128) >> 64) as usize
        };
        for area in (1..70).chain([96, 100, 120, 127, 128, 129, 144, 190, 225, 276]) {
            for parts in [false, true].into_iter().take(if area == 64 { 2 } else { 1 }) {
                let mut canvas = Canvas::new(14, area);
                for _ in 0..3 {
                    let reference = fill_both(&mut canvas, parts, &mut rng);
                    check_written::<f32>(&canvas, &reference);
                    check_written::<f16>(&canvas, &reference);
                    check_written::<u8>(&canvas, &reference);
                }
            }
        }
    }
}
