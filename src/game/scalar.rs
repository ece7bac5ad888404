//! The number types that observations can be written in.

use super::{Bit, Part};
use half::f16;

/// An element of an observation. Every plane holds numbers from 0 to 1.
pub trait Scalar: Bit {
    /// The element for a number from 0 to 1.
    fn of(value: f32) -> Self;

    /// Writes a part of each number.
    #[inline(always)]
    fn write_part(packed: &[u32; 64], part: Part, out: &mut [Self; 64]) {
        // Most are 0: only the others are worth turning into this type.
        let mut some = 0;
        for (at, &number) in packed.iter().enumerate() {
            some |= u64::from(part.of(number) != 0) << at;
        }
        Self::write(0, Self::ONE, out);
        while some != 0 {
            let at = some.trailing_zeros() as usize & 63;
            out[at] = Self::of(part.share(packed[at]));
            some &= some - 1;
        }
    }
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
}

/// Bytes hold fractions in 255ths.
impl Scalar for u8 {
    fn of(value: f32) -> u8 {
        (value * 255.0 + 0.5) as u8
    }
}
