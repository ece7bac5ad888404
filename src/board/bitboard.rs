//! The trait of bitboards: `u64` for the cells of 8x8, `u128` for twice as many,
//! [`Bitboard256`](super::Bitboard256) for more.

use crate::packing::PackFields;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of cells, with one bit for each cell.
pub trait Bitboard:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + PackFields
{
    /// The empty set.
    const EMPTY: Self;
    /// The number of bits.
    const BITS: u32;

    /// Returns the set of one cell. The result is unspecified if `cell` is not below
    /// [`BITS`](Bitboard::BITS).
    fn one(cell: u8) -> Self;

    /// Whether the set is empty.
    fn is_empty(self) -> bool;

    /// Returns the number of cells.
    fn count(self) -> usize;

    /// Returns the first cell. The result is unspecified if the set is empty.
    fn first(self) -> u8;

    /// Returns the set without its first cell.
    fn without_first(self) -> Self;

    /// Returns the `k`-th cell, counted from 0. The result is unspecified if there are not that many cells.
    fn nth(self, k: usize) -> u8;

    /// Whether the set contains `cell`.
    #[inline(always)]
    fn has(self, cell: u8) -> bool {
        !(self & Self::one(cell)).is_empty()
    }

    /// Returns the union of these sets.
    #[inline(always)]
    fn union(sets: &[Self]) -> Self {
        let mut all = Self::EMPTY;
        for &set in sets {
            all = all | set;
        }
        all
    }

    /// Returns the set itself if `kept`, else the empty set.
    #[inline(always)]
    fn only_if(self, kept: bool) -> Self {
        if kept { self } else { Self::EMPTY }
    }

    /// Returns an iterator over the cells in order.
    #[inline(always)]
    fn cells(self) -> impl Iterator<Item = u8> {
        let mut left = self;
        std::iter::from_fn(move || {
            let first = (!left.is_empty()).then(|| left.first());
            left = left.without_first();
            first
        })
    }

    /// Calls `visit` with each cell in order.
    #[inline(always)]
    fn each(self, mut visit: impl FnMut(u8)) {
        let mut left = self;
        while !left.is_empty() {
            visit(left.first());
            left = left.without_first();
        }
    }
}

/// A bitboard that can be rotated: its first bit follows its last bit.
pub trait RotatableBitboard: Bitboard {
    /// Rotates the bits by `by` places, towards higher bits if positive.
    fn rotated(self, by: i16) -> Self;
}

impl RotatableBitboard for u64 {
    #[inline(always)]
    fn rotated(self, by: i16) -> u64 {
        self.rotate_left(by.rem_euclid(64) as u32)
    }
}

impl RotatableBitboard for u128 {
    #[inline(always)]
    fn rotated(self, by: i16) -> u128 {
        self.rotate_left(by.rem_euclid(128) as u32)
    }
}

impl Bitboard for u64 {
    const EMPTY: u64 = 0;
    const BITS: u32 = 64;

    #[inline(always)]
    fn one(cell: u8) -> u64 {
        1 << (cell & 63)
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
    fn without_first(self) -> u64 {
        self & self.wrapping_sub(1)
    }

    #[inline(always)]
    fn nth(self, k: usize) -> u8 {
        nth_bit(self, k)
    }
}

/// Returns the index of the `k`-th set bit, without branches: counts by byte, finds the byte, and looks up
/// the bit within it.
#[inline(always)]
fn nth_bit(set: u64, k: usize) -> u8 {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = LOW << 7;
    let mut counts = set - ((set >> 1) & 0x5555_5555_5555_5555);
    counts = (counts & 0x3333_3333_3333_3333) + ((counts >> 2) & 0x3333_3333_3333_3333);
    counts = (counts + (counts >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    // Each byte holds the number of set bits up to its end. It is at most 64, so the high bits are free for
    // comparisons.
    let up_to = counts.wrapping_mul(LOW);
    let k = k as u64 & 63;
    let passed = ((k.wrapping_mul(LOW) | HIGH).wrapping_sub(up_to) & HIGH) >> 7;
    let shift = ((passed.wrapping_mul(LOW) >> 56) * 8) as u32 & 63;
    let before = ((up_to << 8) >> shift) & 0xFF;
    let byte = (set >> shift) as u8;
    shift as u8 + NTH_IN_BYTE[byte as usize][((k.wrapping_sub(before)) & 7) as usize]
}

/// The index of the k-th set bit of each byte.
static NTH_IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut k) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][k] = bit;
                k += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl Bitboard for u128 {
    const EMPTY: u128 = 0;
    const BITS: u32 = 128;

    #[inline(always)]
    fn one(cell: u8) -> u128 {
        1 << (cell & 127)
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
    fn without_first(self) -> u128 {
        self & self.wrapping_sub(1)
    }

    #[inline(always)]
    fn nth(self, k: usize) -> u8 {
        let low = (self as u64).count();
        if k < low { nth_bit(self as u64, k) } else { 64 + nth_bit((self >> 64) as u64, k - low) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard256, SplitBitboard};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn check<S: Bitboard>(cells: &[u8]) {
        let set = cells.iter().fold(S::EMPTY, |set, &cell| set | S::one(cell));
        let mut seen = Vec::new();
        set.each(|cell| seen.push(cell));
        assert_eq!(seen, cells);
        assert_eq!(set.count(), cells.len());
        for (k, &cell) in cells.iter().enumerate() {
            assert_eq!(set.nth(k), cell);
            assert!(set.has(cell) && !(set ^ S::one(cell)).has(cell));
        }
    }

    fn check_turns<S: RotatableBitboard>(cells: &[u8]) {
        check::<S>(cells);
        let set = cells.iter().fold(S::EMPTY, |set, &cell| set | S::one(cell));
        for by in [1i16, -1, 17, -17, 63, 64, -64, 65] {
            let mut expected: Vec<u8> =
                cells.iter().map(|&c| (i16::from(c) + by).rem_euclid(S::BITS as i16) as u8).collect();
            expected.sort_unstable();
            let mut moved = Vec::new();
            set.rotated(by).each(|cell| moved.push(cell));
            assert_eq!(moved, expected, "by {by}");
        }
    }

    #[test]
    fn sets_count_choose_and_turn() {
        check_turns::<u64>(&[0, 1, 5, 7, 8, 31, 32, 55, 62, 63]);
        check_turns::<u64>(&(0..64).collect::<Vec<u8>>());
        check_turns::<u128>(&[0, 1, 63, 64, 77, 100, 127]);
        check::<SplitBitboard<u64>>(&[0, 1, 63, 64, 77, 100, 127]);
        check::<SplitBitboard<u128>>(&[0, 1, 63, 64, 127, 128, 143, 191, 192, 255]);
        check::<Bitboard256>(&[0, 1, 63, 64, 127, 128, 143, 191, 192, 255]);
    }

    proptest! {
        #[test]
        fn any_sets_do(cells: BTreeSet<u8>) {
            let below = |bits: u8| cells.iter().copied().filter(|&cell| cell < bits).collect::<Vec<u8>>();
            check_turns::<u64>(&below(64));
            check_turns::<u128>(&below(128));
            check::<Bitboard256>(&below(255));
        }
    }
}
