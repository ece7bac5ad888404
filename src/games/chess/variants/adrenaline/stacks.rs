//! How many checkers lie under each piece (Adrenaline A1).

use crate::board::Cell;
use crate::games::chess::kit::bitboard::{Bitboard, bit};
use crate::packing::pack_fields;

/// The number of checkers in the game (A1).
pub const CHECKERS: u32 = 24;
/// The number of binary digits of a count of checkers.
const DIGITS: usize = 5;

/// The checkers on the board by cell: a set of cells for each binary digit of their number, ones first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stacks {
    digits: [Bitboard; DIGITS],
}
pack_fields!(Stacks { digits });

impl Stacks {
    /// The cells for each binary digit of the number, ones first.
    pub fn digits(&self) -> &[Bitboard; DIGITS] {
        &self.digits
    }

    /// The cells that have checkers.
    #[inline(always)]
    pub fn held(&self) -> Bitboard {
        self.digits.iter().fold(0, |all, digit| all | digit)
    }

    /// The cells that have two or more.
    #[inline(always)]
    pub fn high(&self) -> Bitboard {
        self.digits[1..].iter().fold(0, |all, digit| all | digit)
    }

    /// How many lie on a cell.
    #[inline(always)]
    pub fn at(&self, cell: Cell) -> u32 {
        let digits = (0..).zip(&self.digits);
        digits.map(|(place, digit)| ((digit >> (cell & 63)) as u32 & 1) << place).sum()
    }

    /// How many lie on the cells of a set.
    #[inline(always)]
    pub fn on(&self, cells: Bitboard) -> u32 {
        (0..).zip(&self.digits).map(|(place, digit)| (digit & cells).count_ones() << place).sum()
    }

    /// Returns the number of checkers off the board.
    #[inline(always)]
    pub fn off_board(&self) -> u32 {
        CHECKERS.saturating_sub(self.on(!0))
    }

    /// Sets the number of checkers on a cell.
    #[inline(always)]
    pub fn put(&mut self, cell: Cell, count: u32) {
        for (place, digit) in (0..).zip(&mut self.digits) {
            *digit = *digit & !bit(cell) | Bitboard::from(count >> place & 1) << (cell & 63);
        }
    }

    /// The same on a board changed by `extra`.
    pub fn map(&self, extra: impl Fn(Bitboard) -> Bitboard) -> Stacks {
        Stacks { digits: self.digits.map(extra) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_by_cell() {
        let mut stacks = Stacks::default();
        assert_eq!((stacks.held(), stacks.off_board()), (0, 24));
        for count in 0..=24 {
            stacks.put(63, count);
            assert_eq!((stacks.at(63), stacks.on(!0), stacks.off_board()), (count, count, 24 - count));
        }
        stacks.put(63, 1);
        stacks.put(5, 3);
        assert_eq!((stacks.held(), stacks.high()), (bit(63) | bit(5), bit(5)));
        assert_eq!((stacks.at(5), stacks.at(6), stacks.on(bit(5) | bit(6))), (3, 0, 3));
    }
}
