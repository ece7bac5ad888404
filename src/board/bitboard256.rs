//! Bitboards of up to 256 cells, in a SIMD vector.

use super::Bitboard;
use crate::packing::pack_fields;
use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, BitXor, Not};
use wide::u64x4;

/// A bitboard of four words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bitboard256(pub u64x4);
pack_fields!(Bitboard256 { 0 });

impl Bitboard256 {
    /// Returns the words.
    #[inline(always)]
    pub fn words(self) -> [u64; 4] {
        self.0.to_array()
    }

    /// Returns the set itself if `kept`, else the empty set, without a branch.
    #[inline(always)]
    pub fn masked(self, kept: bool) -> Self {
        Bitboard256(self.0 & u64x4::splat(u64::from(kept).wrapping_neg()))
    }

    /// Returns the words in another order: word `i` is the word at index `places[i]`.
    #[inline(always)]
    pub fn shuffle_words(self, places: [u64; 4]) -> Self {
        Bitboard256(self.0.shuffle(u64x4::new(places)))
    }
}

impl BitAnd for Bitboard256 {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Bitboard256(self.0 & other.0)
    }
}

impl BitOr for Bitboard256 {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Bitboard256(self.0 | other.0)
    }
}

impl BitXor for Bitboard256 {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Bitboard256(self.0 ^ other.0)
    }
}

impl Not for Bitboard256 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Bitboard256(!self.0)
    }
}

impl Hash for Bitboard256 {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.words().hash(hasher);
    }
}

/// The bitboards of single cells.
static ONE: [[u64; 4]; 256] = {
    let (mut table, mut cell) = ([[0; 4]; 256], 0);
    while cell < 256 {
        table[cell][cell / 64] = 1 << (cell % 64);
        cell += 1;
    }
    table
};

impl Bitboard for Bitboard256 {
    const EMPTY: Self = Bitboard256(u64x4::ZERO);
    const BITS: u32 = 256;

    #[inline(always)]
    fn one(cell: u8) -> Self {
        Bitboard256(u64x4::new(ONE[cell as usize]))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 == u64x4::ZERO
    }

    #[inline(always)]
    fn count(self) -> usize {
        self.words().iter().map(|word| word.count()).sum()
    }

    #[inline(always)]
    fn first(self) -> u8 {
        let words = self.words();
        let at = words.iter().position(|&word| word != 0).unwrap_or(0);
        at as u8 * 64 + words[at].first()
    }

    #[inline(always)]
    fn without_first(self) -> Self {
        let mut words = self.words();
        if let Some(word) = words.iter_mut().find(|word| **word != 0) {
            *word = word.without_first();
        }
        Bitboard256(u64x4::new(words))
    }

    #[inline(always)]
    fn nth(self, mut k: usize) -> u8 {
        for (at, word) in self.words().into_iter().enumerate() {
            let count = word.count();
            if k < count {
                return at as u8 * 64 + word.nth(k);
            }
            k -= count;
        }
        0
    }

    #[inline(always)]
    fn has(self, cell: u8) -> bool {
        self.words()[(cell >> 6) as usize] >> (cell & 63) & 1 == 1
    }

    /// Word by word, so that no vector is changed in memory.
    #[inline(always)]
    fn cells(self) -> impl Iterator<Item = u8> {
        let words = self.words();
        let (mut at, mut word) = (0, words[0]);
        std::iter::from_fn(move || {
            while word == 0 {
                at += 1;
                word = *words.get(at)?;
            }
            let first = at as u8 * 64 + word.first();
            word = word.without_first();
            Some(first)
        })
    }

    /// Word by word.
    #[inline(always)]
    fn each(self, mut visit: impl FnMut(u8)) {
        for (at, word) in self.words().into_iter().enumerate() {
            word.each(|cell| visit(at as u8 * 64 + cell));
        }
    }
}
