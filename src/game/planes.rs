//! Observations being written, plane by plane.

use super::Scalar;

/// The planes of an observation that are still to be written.
pub struct Planes<'a, T> {
    left: &'a mut [T],
    area: usize,
}

impl<'a, T: Scalar> Planes<'a, T> {
    /// All planes of `out`, each of `area` numbers. What `out` holds is of no account: every plane is written whole.
    #[inline(always)]
    pub fn new(out: &'a mut [T], area: usize) -> Planes<'a, T> {
        Planes { left: out, area }
    }

    /// The next planes, as they are; fewer if there are no more.
    #[inline(always)]
    pub fn take(&mut self, count: usize) -> &'a mut [T] {
        let left = std::mem::take(&mut self.left);
        let (taken, left) = left.split_at_mut((count * self.area).min(left.len()));
        self.left = left;
        taken
    }

    /// The next planes, emptied.
    #[inline(always)]
    pub fn empty(&mut self, count: usize) -> &'a mut [T] {
        let taken = self.take(count);
        taken.fill(T::ZERO);
        taken
    }

    /// A plane that holds one number everywhere, at most 1.
    #[inline(always)]
    pub fn level(&mut self, value: f32) {
        let (value, (rows, rest)) = (T::of(value.min(1.0)), self.take(1).as_chunks_mut::<8>());
        rows.fill([value; 8]);
        rest.fill(value);
    }

    /// A plane of 64 cells that marks those whose bits are set.
    #[inline(always)]
    pub fn set(&mut self, bits: u64) {
        mark(bits, self.take(1));
    }
}

/// Marks the cells whose bits are set, and no others, in a plane of 64. Eight cells are written at a time.
#[inline(always)]
pub fn mark<T: Scalar>(bits: u64, plane: &mut [T]) {
    for (row, byte) in plane.as_chunks_mut().0.iter_mut().zip(bits.to_le_bytes()) {
        *row = T::BITS[byte as usize];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_follow_one_another_and_are_written_whole() {
        let mut out = [0.5f32; 4 * 64];
        let mut planes = Planes::new(&mut out, 64);
        planes.set(1 << 63 | 0b101);
        planes.level(3.0);
        planes.empty(1)[7] = 0.25;
        planes.take(1)[0] = 0.75;
        assert!(planes.take(2).is_empty());
        let marked: Vec<usize> = (0..64).filter(|&at| out[at] == 1.0).collect();
        assert_eq!(marked, [0, 2, 63]);
        assert!(out[..64].iter().sum::<f32>() == 3.0 && out[64..128].iter().all(|&value| value == 1.0));
        assert!(out[128 + 7] == 0.25 && out[128..192].iter().sum::<f32>() == 0.25);
        assert_eq!(out[192..194], [0.75, 0.5]);
    }

    #[test]
    fn bytes_are_marked_like_numbers() {
        let (mut numbers, mut bytes) = ([0.5f32; 64], [7u8; 64]);
        let bits = 0x8001_F00F_1234_5678;
        mark(bits, &mut numbers);
        mark(bits, &mut bytes);
        for at in 0..64 {
            let expected = bits >> at & 1 == 1;
            assert_eq!((numbers[at], bytes[at]), if expected { (1.0, 255) } else { (0.0, 0) });
        }
    }
}
