//! The element types of observations.

use super::{Bit, Part};
use half::f16;
use half::slice::HalfFloatSliceExt;

/// An element of an observation. The numbers of a plane are from 0 to 1.
pub trait Scalar: Bit {
    /// Converts a number from 0 to 1.
    fn of(value: f32) -> Self;

    /// Writes planes, each of which holds one bit field of each number.
    fn write_parts(numbers: &[u32; 64], parts: &[Part], planes: &mut [[Self; 64]]);
}

impl Part {
    /// Extracts the bit field from a number.
    #[inline(always)]
    fn of(self, number: u32) -> u32 {
        number >> self.from & ((1 << self.bits) - 1)
    }

    /// Returns the bit field of a number, scaled to a fraction.
    #[inline(always)]
    fn share(self, number: u32) -> f32 {
        self.of(number) as i32 as f32 * self.one
    }
}

impl Scalar for f32 {
    fn of(value: f32) -> f32 {
        value
    }

    #[inline(always)]
    fn write_parts(numbers: &[u32; 64], parts: &[Part], planes: &mut [[f32; 64]]) {
        for (plane, &part) in planes.iter_mut().zip(parts) {
            plane.iter_mut().zip(numbers).for_each(|(share, &number)| *share = part.share(number));
        }
    }
}

impl Scalar for f16 {
    fn of(value: f32) -> f16 {
        f16::from_f32(value)
    }

    #[inline(always)]
    fn write_parts(numbers: &[u32; 64], parts: &[Part], planes: &mut [[f16; 64]]) {
        for (plane, part) in planes.iter_mut().zip(parts.as_chunks::<1>().0) {
            let mut shares = [[0.0; 64]];
            f32::write_parts(numbers, part, &mut shares);
            plane.convert_from_f32_slice(shares.as_flattened());
        }
    }
}

/// Bytes hold fractions in 255ths.
impl Scalar for u8 {
    fn of(value: f32) -> u8 {
        (value * 255.0 + 0.5) as u8
    }

    #[inline(always)]
    fn write_parts(numbers: &[u32; 64], parts: &[Part], planes: &mut [[u8; 64]]) {
        // Takes one byte of each number at a time, because a part lies within one byte, and processes two of
        // them as a 16-bit word. This takes a third of the time of processing whole numbers.
        let bytes = [0, 8, 16, 24].map(|from| numbers.map(|number| (number >> from) as u8));
        for (plane, part) in planes.iter_mut().zip(parts) {
            let (shift, all) = (part.from % 8, (1 << part.bits) - 1);
            // This rounds like the conversion of floats, because the error is far below the distance of two
            // fractions.
            let one = (part.one * (255.0 * 256.0) + 0.5) as u16;
            let share = |count: u16| (count & all).wrapping_mul(one).wrapping_add(0x80);
            let pairs = bytes[part.from as usize / 8].as_chunks().0;
            for (two, &both) in plane.as_chunks_mut().0.iter_mut().zip(pairs) {
                let both = u16::from_le_bytes(both);
                let [first, second] = [both, both >> 8].map(|count| share(count >> shift));
                *two = (first >> 8 | second & 0xFF00).to_le_bytes();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_round_fractions_like_the_conversion_of_floats() {
        for (all, bits) in [(1, 1), (2, 2), (3, 2), (7, 3), (12, 4), (15, 4), (24, 5), (31, 5)] {
            for from in (0..=32 - bits).filter(|from| from % 8 + bits <= 8) {
                let part = Part { from, bits, one: 1.0 / all as f32 };
                let numbers: [u32; 64] = std::array::from_fn(|at| (at as u32).min(all).rotate_left(from));
                let others = numbers.map(|number| number | !(((1 << bits) - 1) << from));
                let mut bytes = [[0; 64]; 2];
                u8::write_parts(&others, &[part; 2], &mut bytes);
                let expected = numbers.map(|number| u8::of(part.share(number)));
                assert_eq!(bytes, [expected; 2], "{all} from {from}");
            }
        }
    }
}
