//! Sets of squares as machine words.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares: bit `n` stands for square `n` of a [`Layout`](super::layout::Layout).
pub trait Set:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
{
    /// No square.
    const EMPTY: Self;

    /// One square. (Numbers beyond the word wrap around, so that no number panics.)
    fn square(at: u8) -> Self;

    /// Whether there is no square in it.
    fn is_empty(self) -> bool;

    /// How many squares there are.
    fn count(self) -> usize;

    /// The lowest square; of the empty set, a number beyond the board.
    fn first(self) -> u8;

    /// All but the lowest square.
    fn rest(self) -> Self;

    /// The `n`-th square from the lowest, counted from 0; `n` is below `count`.
    fn nth(self, n: usize) -> u8;

    /// Every square moved up (down, if negative) by so many numbers.
    fn shifted(self, by: i32) -> Self;

    /// Whether the square is in the set.
    #[inline(always)]
    fn has(self, at: u8) -> bool {
        !(self & Self::square(at)).is_empty()
    }

    /// Shows the squares from the lowest.
    #[inline(always)]
    fn each(self, mut visit: impl FnMut(u8)) {
        let mut left = self;
        while !left.is_empty() {
            visit(left.first());
            left = left.rest();
        }
    }
}

macro_rules! set {
    ($word:ty, $nth:ident) => {
        impl Set for $word {
            const EMPTY: Self = 0;

            #[inline(always)]
            fn square(at: u8) -> Self {
                (1 as $word).wrapping_shl(u32::from(at))
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline(always)]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline(always)]
            fn first(self) -> u8 {
                self.trailing_zeros() as u8
            }

            #[inline(always)]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn nth(self, n: usize) -> u8 {
                $nth(self, n)
            }

            #[inline(always)]
            fn shifted(self, by: i32) -> Self {
                if by >= 0 { self.wrapping_shl(by as u32) } else { self.wrapping_shr(by.unsigned_abs()) }
            }
        }
    };
}

set!(u64, nth_of_64);
set!(u128, nth_of_128);

/// For each byte and n below 8, the place of the n-th bit of the byte.
static NTH_OF_BYTE: [[u8; 256]; 8] = nth_of_byte();

const fn nth_of_byte() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut at, mut n) = (0, 0);
        while at < 8 {
            if byte >> at & 1 == 1 {
                table[n][byte] = at as u8;
                n += 1;
            }
            at += 1;
        }
        byte += 1;
    }
    table
}

/// The n-th bit, found without a loop over the bits before it.
#[inline(always)]
fn nth_of_64(bits: u64, n: usize) -> u8 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    // The bits of each byte counted in that byte; then, in each byte, those up to and with it.
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let up_to = ((fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F).wrapping_mul(ONES);
    // The n-th bit lies in the first byte up to which there are more than n bits: skip the others.
    let wanted = (n as u64 & 63).wrapping_mul(ONES) | HIGHS;
    let skipped = (wanted.wrapping_sub(up_to) >> 7 & ONES).wrapping_mul(ONES) >> 56 & 7;
    let before = (up_to << 8 >> (8 * skipped)) as u8;
    let byte = (bits >> (8 * skipped)) as u8;
    8 * skipped as u8 + NTH_OF_BYTE[n.wrapping_sub(before as usize) & 7][byte as usize]
}

#[inline(always)]
fn nth_of_128(bits: u128, n: usize) -> u8 {
    let (low, high) = (bits as u64, (bits >> 64) as u64);
    let in_low = low.count_ones() as usize;
    if n < in_low { nth_of_64(low, n) } else { 64 + nth_of_64(high, n - in_low) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_nth_square_is_the_first_after_n_are_left_out(low: u64, high: u64) {
            let wide = u128::from(high) << 64 | u128::from(low);
            let (mut squares, mut at) = (Vec::new(), 0);
            wide.each(|square| squares.push(square));
            for &square in &squares {
                prop_assert_eq!(wide.nth(at), square);
                if at < Set::count(low) {
                    prop_assert_eq!(Set::nth(low, at), square);
                }
                at += 1;
            }
            prop_assert_eq!(at, Set::count(wide));
        }
    }
}
