//! The number types that observations can be written in.

use half::f16;

/// An element of an observation. Every plane holds numbers from 0 to 1.
pub trait Scalar: Copy + Send + Sync + 'static {
    /// Nothing.
    const ZERO: Self;
    /// Whole.
    const ONE: Self;
    /// The eight bits of each byte as elements, the lowest first.
    const BITS: &'static [[Self; 8]; 256];
    /// The element for a number from 0 to 1.
    fn of(value: f32) -> Self;
}

/// The table of [`Scalar::BITS`].
macro_rules! bits {
    ($zero:expr, $one:expr) => {
        &{
            let (mut table, mut at) = ([[$zero; 8]; 256], 0);
            while at < 8 * 256 {
                if at / 8 >> (at % 8) & 1 == 1 {
                    table[at / 8][at % 8] = $one;
                }
                at += 1;
            }
            table
        }
    };
}

impl Scalar for f32 {
    const ZERO: f32 = 0.0;
    const ONE: f32 = 1.0;
    const BITS: &'static [[f32; 8]; 256] = bits!(0.0, 1.0);
    fn of(value: f32) -> f32 {
        value
    }
}

impl Scalar for f16 {
    const ZERO: f16 = f16::ZERO;
    const ONE: f16 = f16::ONE;
    const BITS: &'static [[f16; 8]; 256] = bits!(f16::ZERO, f16::ONE);
    fn of(value: f32) -> f16 {
        f16::from_f32(value)
    }
}

/// Bytes hold fractions in 255ths.
impl Scalar for u8 {
    const ZERO: u8 = 0;
    const ONE: u8 = 255;
    const BITS: &'static [[u8; 8]; 256] = bits!(0, 255);
    fn of(value: f32) -> u8 {
        (value * 255.0 + 0.5) as u8
    }
}
