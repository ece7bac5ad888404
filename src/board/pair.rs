//! Sets of cells in two halves, one for each color of the board.

use super::Set;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// Two sets as one: the cells of the second follow those of the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pair<S>(pub S, pub S);

impl<S: Set> BitAnd for Pair<S> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Pair(self.0 & other.0, self.1 & other.1)
    }
}

impl<S: Set> BitOr for Pair<S> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Pair(self.0 | other.0, self.1 | other.1)
    }
}

impl<S: Set> BitXor for Pair<S> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Pair(self.0 ^ other.0, self.1 ^ other.1)
    }
}

impl<S: Set> Not for Pair<S> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Pair(!self.0, !self.1)
    }
}

impl<S: Set> Pair<S> {
    /// How many cells the first half has room for.
    const HALF: u8 = S::BITS as u8;
}

impl<S: Set> Set for Pair<S> {
    const EMPTY: Self = Pair(S::EMPTY, S::EMPTY);
    const BITS: u32 = 2 * S::BITS;

    #[inline(always)]
    fn one(cell: u8) -> Self {
        let (in_first, one) = (cell < Self::HALF, S::one(cell % Self::HALF));
        Pair(one.only_if(in_first), one.only_if(!in_first))
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
            Pair(self.0, self.1.without_first())
        } else {
            Pair(self.0.without_first(), self.1)
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
