//! What a seat sees, put down plane by plane as marks, and then written as numbers of any type.

use super::Scalar;

/// An observation as a game puts it down. The planes follow one another; what is not said of a cell is 0.
///
/// Most planes only mark cells, which takes a bit each: games need not know in what type the numbers are wanted, and eight of them are
/// written at a time.
#[derive(Clone, Debug)]
pub struct Canvas {
    /// How many cells a plane has, and how many planes there are.
    area: usize,
    count: usize,
    /// The planes put down so far.
    planes: usize,
    /// A bit for each number of the observation.
    marks: Box<[u64]>,
    /// The planes that hold one number everywhere.
    levels: Vec<(usize, f32)>,
    /// The numbers of marked cells that are not 1.
    values: Vec<(usize, f32)>,
}

impl Canvas {
    /// An empty canvas for so many planes of `area` cells.
    pub fn new(count: usize, area: usize) -> Canvas {
        let marks = vec![0; (count * area).div_ceil(64)].into();
        let (levels, values) = (Vec::with_capacity(count), Vec::with_capacity(area));
        Canvas { area, count, planes: 0, marks, levels, values }
    }

    /// Takes everything off.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.planes = 0;
        self.marks.fill(0);
        self.levels.clear();
        self.values.clear();
    }

    /// The next plane, which marks the cells whose bits are set. Planes have 64 cells.
    #[inline(always)]
    pub fn set(&mut self, bits: u64) {
        debug_assert_eq!(self.area, 64);
        self.marks[self.planes] = bits;
        self.planes += 1;
    }

    /// The next planes: the number of the first. Their cells are to be marked one by one.
    #[inline(always)]
    pub fn next(&mut self, count: usize) -> usize {
        let first = self.planes;
        self.planes += count;
        first
    }

    /// The next planes, whose marks one after the other are these bits.
    #[inline(always)]
    pub fn lay(&mut self, count: usize, bits: &[u64]) {
        let from = self.next(count) * self.area;
        for (at, &word) in bits.iter().enumerate() {
            let (first, shift) = (from / 64 + at, from % 64);
            self.marks[first] |= word << shift;
            if shift > 0 && word >> (64 - shift) != 0 {
                self.marks[first + 1] |= word >> (64 - shift);
            }
        }
    }

    /// The next plane, which holds one number everywhere: at most 1.
    #[inline(always)]
    pub fn level(&mut self, value: f32) {
        self.levels.push((self.planes, value.min(1.0)));
        self.planes += 1;
    }

    /// Marks a cell of a plane.
    #[inline(always)]
    pub fn mark(&mut self, plane: usize, cell: usize) {
        let at = plane * self.area + cell;
        self.marks[at / 64] |= 1 << (at % 64);
    }

    /// Marks the cells of a plane of 64 whose bits are set.
    #[inline(always)]
    pub fn mark_all(&mut self, plane: usize, bits: u64) {
        debug_assert_eq!(self.area, 64);
        self.marks[plane] |= bits;
    }

    /// Puts a number from 0 to 1 on a cell of a plane.
    #[inline(always)]
    pub fn value(&mut self, plane: usize, cell: usize, value: f32) {
        self.mark(plane, cell);
        self.values.push((plane * self.area + cell, value));
    }

    /// Writes the observation over whatever stands in `out`, which has as many elements as the planes have cells.
    pub fn write<T: Scalar>(&self, out: &mut [T]) {
        let (blocks, rest) = out.as_chunks_mut::<64>();
        // Where planes are blocks, those that hold one number need not be written twice.
        let mut levels = self.levels.iter().peekable();
        for (at, (block, &word)) in blocks.iter_mut().zip(&self.marks).enumerate() {
            if self.area == 64
                && let Some(&(_, value)) = levels.next_if(|level| level.0 == at)
            {
                block.fill(T::of(value));
                continue;
            }
            for (row, byte) in block.as_chunks_mut().0.iter_mut().zip(word.to_le_bytes()) {
                *row = T::BITS[byte as usize];
            }
        }
        let last = self.marks.last().map_or([0; 8], |word| word.to_le_bytes());
        for (row, byte) in rest.chunks_mut(8).zip(last) {
            row.copy_from_slice(&T::BITS[byte as usize][..row.len()]);
        }
        for &(plane, value) in levels {
            out[plane * self.area..][..self.area].fill(T::of(value));
        }
        for &(at, value) in &self.values {
            out[at] = T::of(value);
        }
    }

    /// How many numbers the observation has.
    #[inline(always)]
    pub fn numbers(&self) -> usize {
        self.count * self.area
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use half::f16;

    #[test]
    fn planes_follow_one_another_and_are_written_whole() {
        let mut canvas = Canvas::new(6, 64);
        canvas.level(0.3);
        canvas.clear();
        canvas.set(1 << 63 | 0b101);
        canvas.level(3.0);
        let first = canvas.next(2);
        canvas.mark(first, 7);
        canvas.value(first + 1, 5, 0.25);
        canvas.mark_all(first + 1, 1);
        canvas.lay(1, &[0b11]);
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
    fn planes_of_any_area_are_written_whole_in_any_type() {
        for area in [64, 100, 144, 23 * 12, 7] {
            let mut canvas = Canvas::new(3, area);
            let plane = canvas.next(1);
            (0..area).step_by(3).for_each(|cell| canvas.mark(plane, cell));
            canvas.lay(1, &[u64::MAX >> (64 - area.min(64))]);
            let plane = canvas.next(1);
            canvas.value(plane, area - 1, 0.5);
            let expected = |at: usize| match (at / area, at % area) {
                (0, cell) => f32::from(u8::from(cell % 3 == 0)),
                (1, cell) => f32::from(u8::from(cell < 64)),
                (_, cell) => {
                    if cell == area - 1 {
                        0.5
                    } else {
                        0.0
                    }
                }
            };
            let (mut floats, mut halves) = (vec![f32::NAN; 3 * area], vec![f16::NAN; 3 * area]);
            let mut bytes = vec![77; 3 * area];
            canvas.write(&mut floats);
            canvas.write(&mut halves);
            canvas.write(&mut bytes);
            for at in 0..3 * area {
                let value = expected(at);
                assert_eq!((floats[at], halves[at].to_f32()), (value, value), "{at} of {area}");
                assert_eq!(bytes[at], (255.0 * value + 0.5) as u8, "{at} of {area}");
            }
        }
    }
}
