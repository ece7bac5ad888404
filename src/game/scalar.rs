//! The number types that observations can be written in.

/// An element of an observation. Every plane holds numbers from 0 to 1.
pub trait Scalar: Copy + Send + Sync + 'static {
    /// Nothing.
    const ZERO: Self;
    /// Whole.
    const ONE: Self;
    /// The element for a number from 0 to 1.
    fn of(value: f32) -> Self;
}

impl Scalar for f32 {
    const ZERO: f32 = 0.0;
    const ONE: f32 = 1.0;
    fn of(value: f32) -> f32 {
        value
    }
}

/// Bytes hold fractions in 255ths.
impl Scalar for u8 {
    const ZERO: u8 = 0;
    const ONE: u8 = 255;
    fn of(value: f32) -> u8 {
        (value * 255.0 + 0.5) as u8
    }
}
