//! Sets of cells as bits: a `u64` for the cells of 8x8, a `u128` for the 72 dark squares of 12x12, [`Wide`] for more.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of cells, each of which is a bit.
pub trait Set:
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
{
    /// No cell.
    const EMPTY: Self;
    /// How many bits there are.
    const BITS: u32;

    /// One cell. (Numbers beyond the last bit give some set or other.)
    fn one(cell: u8) -> Self;

    /// Whether it has no cell.
    fn is_empty(self) -> bool;

    /// How many cells it has.
    fn count(self) -> usize;

    /// Its first cell; some number or other if it is empty.
    fn first(self) -> u8;

    /// Without its first cell.
    fn without_first(self) -> Self;

    /// Its `k`-th cell, counted from 0; some number or other if there are not so many.
    fn nth(self, k: usize) -> u8;

    /// Each cell moved by as many bits as `by` says, around the ends.
    fn turned(self, by: i16) -> Self;

    /// Whether it has `cell`.
    #[inline(always)]
    fn has(self, cell: u8) -> bool {
        !(self & Self::one(cell)).is_empty()
    }

    /// Itself if `kept`, else no cell.
    #[inline(always)]
    fn only_if(self, kept: bool) -> Self {
        if kept { self } else { Self::EMPTY }
    }

    /// Its cells in order.
    #[inline(always)]
    fn cells(self) -> impl Iterator<Item = u8> {
        let mut left = self;
        std::iter::from_fn(move || {
            let first = (!left.is_empty()).then(|| left.first());
            left = left.without_first();
            first
        })
    }

    /// Shows its cells in order.
    #[inline(always)]
    fn each(self, mut visit: impl FnMut(u8)) {
        let mut left = self;
        while !left.is_empty() {
            visit(left.first());
            left = left.without_first();
        }
    }
}

impl Set for u64 {
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

    #[inline(always)]
    fn turned(self, by: i16) -> u64 {
        self.rotate_left(by.rem_euclid(64) as u32)
    }
}

/// The place of the `k`-th bit that is set, without a branch: counts by byte, the byte in question, a table within it.
#[inline(always)]
fn nth_bit(set: u64, k: usize) -> u8 {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = LOW << 7;
    let mut counts = set - ((set >> 1) & 0x5555_5555_5555_5555);
    counts = (counts & 0x3333_3333_3333_3333) + ((counts >> 2) & 0x3333_3333_3333_3333);
    counts = (counts + (counts >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    // In each byte, how many bits are set up to its end (at most 64, so the high bits are free for comparing).
    let up_to = counts.wrapping_mul(LOW);
    let k = k as u64 & 63;
    let passed = ((k.wrapping_mul(LOW) | HIGH).wrapping_sub(up_to) & HIGH) >> 7;
    let shift = ((passed.wrapping_mul(LOW) >> 56) * 8) as u32 & 63;
    let before = ((up_to << 8) >> shift) & 0xFF;
    let byte = (set >> shift) as u8;
    shift as u8 + NTH_IN_BYTE[byte as usize][((k.wrapping_sub(before)) & 7) as usize]
}

/// The place of the k-th bit that is set in each byte.
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

impl Set for u128 {
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

    #[inline(always)]
    fn turned(self, by: i16) -> u128 {
        self.rotate_left(by.rem_euclid(128) as u32)
    }
}

/// A set of `64 * W` bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wide<const W: usize>([u64; W]);

impl<const W: usize> Wide<W> {
    #[inline(always)]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Wide(std::array::from_fn(|at| join(self.0[at], other.0[at])))
    }
}

impl<const W: usize> BitAnd for Wide<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for Wide<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const W: usize> BitXor for Wide<W> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const W: usize> Not for Wide<W> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl<const W: usize> Set for Wide<W> {
    const EMPTY: Self = Wide([0; W]);
    const BITS: u32 = 64 * W as u32;

    #[inline(always)]
    fn one(cell: u8) -> Self {
        Wide(std::array::from_fn(|at| u64::from(cell >> 6 == at as u8) << (cell & 63)))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn count(self) -> usize {
        self.0.iter().map(|word| word.count()).sum()
    }

    #[inline(always)]
    fn first(self) -> u8 {
        let at = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        at as u8 * 64 + self.0[at].first()
    }

    #[inline(always)]
    fn without_first(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word = word.without_first();
        }
        self
    }

    #[inline(always)]
    fn nth(self, mut k: usize) -> u8 {
        for (at, word) in self.0.iter().enumerate() {
            let count = word.count();
            if k < count {
                return at as u8 * 64 + nth_bit(*word, k);
            }
            k -= count;
        }
        0
    }

    #[inline(always)]
    fn turned(self, by: i16) -> Self {
        let by = by.rem_euclid(Self::BITS as i16) as usize;
        let (words, bits) = (by / 64, (by % 64) as u32);
        Wide(std::array::from_fn(|at| {
            let high = self.0[(at + W - words) % W];
            let low = self.0[(at + 2 * W - words - 1) % W];
            // In two shifts, so that none of them is by 64.
            high << bits | (low >> 1) >> (63 - bits)
        }))
    }

    #[inline(always)]
    fn has(self, cell: u8) -> bool {
        self.0[(cell >> 6) as usize % W] >> (cell & 63) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn check<S: Set>(cells: &[u8]) {
        let set = cells.iter().fold(S::EMPTY, |set, &cell| set | S::one(cell));
        let mut seen = Vec::new();
        set.each(|cell| seen.push(cell));
        assert_eq!(seen, cells);
        assert_eq!(set.count(), cells.len());
        for (k, &cell) in cells.iter().enumerate() {
            assert_eq!(set.nth(k), cell);
            assert!(set.has(cell) && !(set ^ S::one(cell)).has(cell));
        }
        for by in [1i16, -1, 17, -17, 63, 64, -64, 65] {
            let mut expected: Vec<u8> =
                cells.iter().map(|&c| (i16::from(c) + by).rem_euclid(S::BITS as i16) as u8).collect();
            expected.sort_unstable();
            let mut moved = Vec::new();
            set.turned(by).each(|cell| moved.push(cell));
            assert_eq!(moved, expected, "by {by}");
        }
    }

    #[test]
    fn sets_count_choose_and_turn() {
        check::<u64>(&[0, 1, 5, 7, 8, 31, 32, 55, 62, 63]);
        check::<u64>(&(0..64).collect::<Vec<u8>>());
        check::<u128>(&[0, 1, 63, 64, 77, 100, 127]);
        check::<Wide<3>>(&[0, 1, 63, 64, 127, 128, 143, 191]);
        check::<Wide<4>>(&[0, 1, 63, 64, 127, 128, 143, 191, 192, 255]);
    }

    proptest! {
        #[test]
        fn any_sets_do(cells: BTreeSet<u8>) {
            let below = |bits: u8| cells.iter().copied().filter(|&cell| cell < bits).collect::<Vec<u8>>();
            check::<u64>(&below(64));
            check::<u128>(&below(128));
            check::<Wide<3>>(&below(192));
        }
    }
}
