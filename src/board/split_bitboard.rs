//! Bitboards in two halves, one for each color of the board.

use super::Bitboard;
use crate::packing::pack_fields;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// Two bitboards as one: the cells of the second follow those of the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SplitBitboard<S>(pub S, pub S);
pack_fields!([S: Bitboard] SplitBitboard<S> { 0, 1 });

impl<S: Bitboard> BitAnd for SplitBitboard<S> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        SplitBitboard(self.0 & other.0, self.1 & other.1)
    }
}

impl<S: Bitboard> BitOr for SplitBitboard<S> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        SplitBitboard(self.0 | other.0, self.1 | other.1)
    }
}

impl<S: Bitboard> BitXor for SplitBitboard<S> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        SplitBitboard(self.0 ^ other.0, self.1 ^ other.1)
    }
}

impl<S: Bitboard> Not for SplitBitboard<S> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        SplitBitboard(!self.0, !self.1)
    }
}

impl<S: Bitboard> SplitBitboard<S> {
    /// The number of bits of the first half.
    const HALF: u8 = S::BITS as u8;
}

impl<S: Bitboard> Bitboard for SplitBitboard<S> {
    const EMPTY: Self = SplitBitboard(S::EMPTY, S::EMPTY);
    const BITS: u32 = 2 * S::BITS;

    #[inline(always)]
    fn one(cell: u8) -> Self {
        let (in_first, one) = (cell < Self::HALF, S::one(cell % Self::HALF));
        SplitBitboard(one.only_if(in_first), one.only_if(!in_first))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        (self.0 | self.1).is_empty()
    }

    #[inline(always)]
    fn count(self) -> usize {
        self.0.count() + self.1.count()
    }

    #[inline(always)]
    fn first(self) -> u8 {
        if self.0.is_empty() { Self::HALF + self.1.first() % Self::HALF } else { self.0.first() }
    }

    #[inline(always)]
    fn without_first(self) -> Self {
        if self.0.is_empty() {
            SplitBitboard(self.0, self.1.without_first())
        } else {
            SplitBitboard(self.0.without_first(), self.1)
        }
    }

    #[inline(always)]
    fn nth(self, k: usize) -> u8 {
        let first = self.0.count();
        if k < first { self.0.nth(k) } else { Self::HALF + self.1.nth(k - first) % Self::HALF }
    }

    #[inline(always)]
    fn has(self, cell: u8) -> bool {
        let half = if cell < Self::HALF { self.0 } else { self.1 };
        half.has(cell % Self::HALF)
    }
}
