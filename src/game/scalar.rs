//! The number types that observations can be written in.

use super::{Bit, Part};
use half::f16;
use half::slice::HalfFloatSliceExt;

/// An element of an observation. Every plane holds numbers from 0 to 1.
pub trait Scalar: Bit {
    /// The element for a number from 0 to 1.
    fn of(value: f32) -> Self;

    /// Writes a part of each number.
    fn write_part(packed: &[u32; 64], part: Part, out: &mut [Self; 64]);
}

impl Part {
    /// The bits of a number.
    #[inline(always)]
    fn of(self, number: u32) -> u32 {
        number >> self.from & ((1 << self.bits) - 1)
    }

    /// The share that they say.
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
    fn write_part(packed: &[u32; 64], part: Part, out: &mut [f32; 64]) {
        out.iter_mut().zip(packed).for_each(|(share, &number)| *share = part.share(number));
    }
}

impl Scalar for f16 {
    fn of(value: f32) -> f16 {
        f16::from_f32(value)
    }

    #[inline(always)]
    fn write_part(packed: &[u32; 64], part: Part, out: &mut [f16; 64]) {
        let mut shares = [0.0; 64];
        f32::write_part(packed, part, &mut shares);
        out.convert_from_f32_slice(&shares);
    }
}

/// Bytes hold fractions in 255ths.
impl Scalar for u8 {
    fn of(value: f32) -> u8 {
        (value * 255.0 + 0.5) as u8
    }

    #[inline(always)]
    fn write_part(packed: &[u32; 64], part: Part, out: &mut [u8; 64]) {
        // In whole numbers, which take less to become bytes: rounded like the others, since the error is far
        // below what tells two shares apart.
        let one = (part.one * 255.0 * 65536.0).round() as u32;
        out.iter_mut().zip(packed).for_each(|(share, &number)| {
            *share = ((part.of(number) * one + 0x8000) >> 16) as u8;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_alike_in_bytes_however_they_are_written() {
        for (all, bits) in [(1, 1), (2, 2), (3, 2), (7, 3), (12, 4), (15, 4), (24, 5), (31, 5), (72, 7)] {
            let part = Part { from: 3, bits, one: 1.0 / all as f32 };
            for first in (0..=all).step_by(64) {
                let numbers: [u32; 64] = std::array::from_fn(|at| (first + at as u32).min(all) << 3 | 5);
                let mut bytes = [0; 64];
                u8::write_part(&numbers, part, &mut bytes);
                let expected = numbers.map(|number| u8::of(part.share(number)));
                assert_eq!(bytes, expected, "{all}");
            }
        }
    }
}
