//! How the squares of a board lie in a word, so that a step in any direction is one shift of all pieces.
//!
//! Squares are numbered row by row from seat 0's edge. On diagonal boards a row has half as many squares as
//! files and every second row is followed by one bit that is no square: then a step in a direction is the
//! same shift in every row, and a step over an edge falls on a bit that is no square. (8x8: 36 bits; 10x10:
//! 55; 12x12: 78.)
//!
//! The four directions of a game are numbered so that 3 - d is the opposite of d, and that seat 0's men go
//! forward in 0, 1 (and, on orthogonal lines, sideways in 1 and 2). Seat 1's men go in 3 - d: the board
//! turned by 180 degrees.

use super::rules::Lines;
use crate::board::Set;
use std::ops::{BitAndAssign, BitOrAssign, BitXorAssign, Shl, Shr};

/// A set of squares in one word, which moves as a whole.
pub trait Bits:
    Set + BitAndAssign + BitOrAssign + BitXorAssign + Shl<u32, Output = Self> + Shr<u32, Output = Self>
{
    /// Every square moved up (down, if negative) by so many numbers, fewer than the word has bits.
    #[inline(always)]
    fn shifted(self, by: i32) -> Self {
        if by >= 0 { self << by as u32 } else { self >> by.unsigned_abs() }
    }

    /// Its squares, 64 bits a word, the lowest first.
    fn words(self) -> [u64; 2];

    /// Its bits in the opposite order.
    fn reversed(self) -> Self;
}

impl Bits for u64 {
    #[inline(always)]
    fn words(self) -> [u64; 2] {
        [self, 0]
    }

    #[inline(always)]
    fn reversed(self) -> u64 {
        self.reverse_bits()
    }
}

impl Bits for u128 {
    #[inline(always)]
    fn words(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }

    #[inline(always)]
    fn reversed(self) -> u128 {
        self.reverse_bits()
    }
}

/// A board in a word.
pub trait Layout: Send + Sync + 'static {
    /// The word.
    type Set: Bits;
    /// Squares on a side.
    const SIZE: u8;
    /// Along which lines everything goes.
    const LINES: Lines;
    /// The number of the last square: the board turned by 180 degrees has square `n` at `LAST - n`.
    const LAST: u8;
    /// All playing squares.
    const BOARD: Self::Set;
    /// How many numbers further the next square lies in each direction.
    const SHIFTS: [i32; 4];
    /// The squares that can be entered in each direction, where shifts alone would run over an edge.
    const ENTERED: [Self::Set; 4];
    /// In how many directions men move (Draughts 4.1).
    const MEN: usize;
    /// The last row of each seat's men (Draughts 6.1).
    const LAST_ROWS: [Self::Set; 2];
    /// Doublings that reach over the whole board.
    const DOUBLINGS: u32;

    /// The square in a row, and in the column counted from the side on which the near corner is a playing
    /// square.
    fn square(row: u8, column: u8) -> u8;

    /// Whether the men of `seat` go in a direction without going back.
    #[inline(always)]
    fn man_goes(seat: usize, direction: usize) -> bool {
        if seat == 0 { direction < Self::MEN } else { 3 - direction < Self::MEN }
    }

    /// Whether a move stays in its row: only orthogonal lines have such moves.
    #[inline(always)]
    fn sideways(_from: u8, _to: u8) -> bool {
        false
    }

    /// All squares next to those of `set` in a direction. Bits that are no squares may come along: meet the
    /// result with squares.
    #[inline(always)]
    fn toward(set: Self::Set, direction: usize) -> Self::Set {
        set.shifted(Self::SHIFTS[direction]) & Self::ENTERED[direction]
    }

    /// The `empty` squares that can be reached from `set` in a direction, any distance, over empty squares.
    #[inline(always)]
    fn slide(set: Self::Set, direction: usize, empty: Self::Set) -> Self::Set {
        let (mut reached, mut open) = (set, empty & Self::ENTERED[direction]);
        for doubling in 0..Self::DOUBLINGS {
            let by = Self::SHIFTS[direction] << doubling;
            reached |= open & reached.shifted(by);
            open &= open.shifted(by);
        }
        reached & empty & !set
    }

    /// The direction from one square to another on one of its lines.
    fn heading(from: u8, to: u8) -> Option<usize> {
        (0..4).find(|&d| Self::slide(Self::Set::one(from), d, Self::BOARD).has(to))
    }
}

/// Rows of `half` squares, and a bit after every second row.
const fn diagonal_square(half: u8, row: u8, index: u8) -> u8 {
    row / 2 * (2 * half + 1) + row % 2 * (half + 1) + index
}

const fn diagonal_row(half: u8, row: u8) -> u128 {
    ((1 << half) - 1) << diagonal_square(half, row, 0)
}

const fn diagonal_board(half: u8) -> u128 {
    let (mut board, mut row) = (0, 0);
    while row < 2 * half {
        board |= diagonal_row(half, row);
        row += 1;
    }
    board
}

macro_rules! diagonal {
    ($name:ident, $word:ty, $size:literal, $doublings:literal) => {
        #[doc = concat!("The dark squares of a board with ", $size, " squares a side.")]
        #[derive(Debug)]
        pub struct $name;

        impl Layout for $name {
            type Set = $word;
            const SIZE: u8 = $size;
            const LINES: Lines = Lines::Diagonal;
            const LAST: u8 = diagonal_square($size / 2, $size - 1, $size / 2 - 1);
            const BOARD: $word = diagonal_board($size / 2) as $word;
            const SHIFTS: [i32; 4] = [$size / 2, $size / 2 + 1, -($size / 2 + 1), -($size / 2)];
            const ENTERED: [$word; 4] = [<$word>::MAX; 4];
            const MEN: usize = 2;
            const LAST_ROWS: [$word; 2] =
                [diagonal_row($size / 2, $size - 1) as $word, diagonal_row($size / 2, 0) as $word];
            const DOUBLINGS: u32 = $doublings;

            fn square(row: u8, column: u8) -> u8 {
                diagonal_square($size / 2, row, column / 2)
            }
        }
    };
}

diagonal!(Diagonal8, u64, 8, 3);
diagonal!(Diagonal10, u64, 10, 4);
diagonal!(Diagonal12, u128, 12, 4);

/// All 64 squares, with lines along rows and columns.
#[derive(Debug)]
pub struct Orthogonal8;

impl Layout for Orthogonal8 {
    type Set = u64;
    const SIZE: u8 = 8;
    const LINES: Lines = Lines::Orthogonal;
    const LAST: u8 = 63;
    const BOARD: u64 = u64::MAX;
    const SHIFTS: [i32; 4] = [8, 1, -1, -8];
    const ENTERED: [u64; 4] = [u64::MAX, !0x0101_0101_0101_0101, !0x8080_8080_8080_8080, u64::MAX];
    const MEN: usize = 3;
    const LAST_ROWS: [u64; 2] = [0xFF << 56, 0xFF];
    const DOUBLINGS: u32 = 3;

    fn square(row: u8, column: u8) -> u8 {
        8 * row + column
    }

    #[inline(always)]
    fn sideways(from: u8, to: u8) -> bool {
        from / 8 == to / 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps by shifting against steps by counting rows and columns.
    fn check<L: Layout>(lines: [(i8, i8); 4], playing: impl Fn(u8, u8) -> bool) {
        let at = |row: i8, column: i8| {
            let inside = |n: i8| (0..L::SIZE as i8).contains(&n);
            (inside(row) && inside(column)).then(|| L::square(row as u8, column as u8))
        };
        let mut board = L::Set::EMPTY;
        for row in 0..L::SIZE as i8 {
            for column in (0..L::SIZE as i8).filter(|&column| playing(row as u8, column as u8)) {
                let square = at(row, column).unwrap();
                board |= L::Set::one(square);
                assert_eq!(at(L::SIZE as i8 - 1 - row, L::SIZE as i8 - 1 - column), Some(L::LAST - square));
                for (d, (up, right)) in lines.into_iter().enumerate() {
                    let next = at(row + up, column + right);
                    let one = L::toward(L::Set::one(square), d) & L::BOARD;
                    assert_eq!(one, next.map_or(L::Set::EMPTY, L::Set::one), "{square} {d}");
                    let mut ray = L::Set::EMPTY;
                    (1..)
                        .map_while(|n| at(row + n * up, column + n * right))
                        .for_each(|s| ray |= L::Set::one(s));
                    assert_eq!(L::slide(L::Set::one(square), d, L::BOARD), ray, "{square} {d}");
                    ray.each(|far| assert_eq!(L::heading(square, far), Some(d)));
                }
            }
        }
        assert_eq!(board, L::BOARD);
    }

    #[test]
    fn shifts_are_steps() {
        let diagonal = [(1, -1), (1, 1), (-1, -1), (-1, 1)];
        let dark = |row: u8, column: u8| (row + column).is_multiple_of(2);
        check::<Diagonal8>(diagonal, dark);
        check::<Diagonal10>(diagonal, dark);
        check::<Diagonal12>(diagonal, dark);
        check::<Orthogonal8>([(1, 0), (0, 1), (0, -1), (-1, 0)], |_, _| true);
    }
}
