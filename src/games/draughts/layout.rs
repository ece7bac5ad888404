//! The layout of the squares of a board in a word: a step in any direction is one shift of all pieces.
//!
//! Squares are numbered row by row from seat 0's edge. On diagonal boards a row has half as many squares as
//! files, and every second row is followed by one bit that is no square. So a step in a direction is the same
//! shift in every row, and a step over an edge ends on a bit that is no square. (8x8: 36 bits; 10x10: 55;
//! 12x12: 78.)
//!
//! The four directions of a game are numbered so that 3 - d is the opposite of d, and that the men of seat 0
//! move forward in 0 and 1. On orthogonal lines 0 is forward, and 1 and 2 are sideways. The men of seat 1
//! move in 3 - d, which is the board rotated by 180 degrees. Boards with jumps along ranks and files
//! (Draughts 5.8) have four more directions over the playing squares only: 4 is forward, 5 and 6 are
//! sideways, and 7, the opposite of 4, is backward. So opposite directions differ in the two lowest bits of
//! their numbers.

use super::options::Lines;
use crate::board::Bitboard;
use std::ops::{BitAndAssign, BitOrAssign, BitXorAssign, Shl, Shr};

/// A bitboard in one integer, which can be shifted as a whole.
pub trait WordBitboard:
    Bitboard + BitAndAssign + BitOrAssign + BitXorAssign + Shl<u32, Output = Self> + Shr<u32, Output = Self>
{
    /// Returns every square moved up by `by` numbers, or down if negative. `by` is less than the number of
    /// bits.
    #[inline(always)]
    fn shifted(self, by: i32) -> Self {
        if by >= 0 { self << by as u32 } else { self >> by.unsigned_abs() }
    }

    /// Returns the bits as 64-bit words, the lowest first.
    fn words(self) -> [u64; 2];

    /// Returns the bits in reversed order.
    fn reversed(self) -> Self;
}

impl WordBitboard for u64 {
    #[inline(always)]
    fn words(self) -> [u64; 2] {
        [self, 0]
    }

    #[inline(always)]
    fn reversed(self) -> u64 {
        self.reverse_bits()
    }
}

impl WordBitboard for u128 {
    #[inline(always)]
    fn words(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }

    #[inline(always)]
    fn reversed(self) -> u128 {
        self.reverse_bits()
    }
}

/// One value for each direction. Boards with four directions do not use the others.
pub(super) type PerDirection<T> = [T; 8];

/// The number of directions of moves, which come first. In the other directions pieces only jump (Draughts
/// 5.8).
pub(super) const MOVE_DIRECTIONS: usize = 4;

/// Returns the union of the sets of all directions.
#[inline(always)]
pub(super) fn union<L: Layout>(sets: &PerDirection<L::Set>) -> L::Set {
    let [a, b, c, d, e, f, g, h] = *sets;
    let four = a | b | c | d;
    if L::DIRECTIONS > MOVE_DIRECTIONS { four | e | f | g | h } else { four }
}

/// Returns the union of the sets of all directions except one.
#[inline(always)]
pub(super) fn union_except<L: Layout>(sets: &PerDirection<L::Set>, direction: usize) -> L::Set {
    let other = |turn: usize| sets[(direction + turn) % L::DIRECTIONS];
    let three = other(1) | other(2) | other(3);
    if L::DIRECTIONS > MOVE_DIRECTIONS { three | other(4) | other(5) | other(6) | other(7) } else { three }
}

/// The layout of a board in a word.
pub trait Layout: Send + Sync + 'static {
    /// The bitboard.
    type Set: WordBitboard;
    /// The number of squares on a side.
    const SIZE: u8;
    /// The lines along which pieces move and jump.
    const LINES: Lines;
    /// The number of the last square. On the board rotated by 180 degrees, square `n` is `LAST_SQUARE - n`.
    const LAST_SQUARE: u8;
    /// All playing squares.
    const BOARD: Self::Set;
    /// The number of directions: four, or eight if there are jumps along ranks and files.
    const DIRECTIONS: usize = 4;
    /// The difference between the numbers of adjacent squares, for each direction.
    const SHIFTS: PerDirection<i32>;
    /// The squares that can be entered in each direction, where a shift alone would wrap around an edge.
    const ENTRY_MASKS: PerDirection<Self::Set>;
    /// The number of directions in which men move (Draughts 4.1).
    const MAN_DIRECTIONS: usize;
    /// The last row of each seat's men (Draughts 6.1).
    const LAST_ROWS: [Self::Set; 2];
    /// The number of doubling steps of a Kogge-Stone fill that crosses the whole board.
    const FILL_STEPS: u32;

    /// Returns the square in a row and column. Columns are counted from the side whose near corner is a
    /// playing square.
    fn square(row: u8, column: u8) -> u8;

    /// Returns the opposite direction.
    #[inline(always)]
    fn opposite(direction: usize) -> usize {
        // The subtraction lets the compiler simplify boards with four directions.
        if Self::DIRECTIONS > MOVE_DIRECTIONS { direction ^ 3 } else { 3 - direction }
    }

    /// Whether a direction is forward or sideways for the men of `seat`.
    #[inline(always)]
    fn man_advances(seat: usize, direction: usize) -> bool {
        let ahead = if seat == 0 { direction } else { Self::opposite(direction) };
        ahead < Self::MAN_DIRECTIONS
            || Self::DIRECTIONS > MOVE_DIRECTIONS && (MOVE_DIRECTIONS..MOVE_DIRECTIONS + 3).contains(&ahead)
    }

    /// Whether a move stays in its row. Only orthogonal lines have such moves.
    #[inline(always)]
    fn stays_in_row(_from: u8, _to: u8) -> bool {
        false
    }

    /// Returns all squares adjacent to those of `set` in a direction. The result can contain bits that are no
    /// squares; intersect it with squares.
    #[inline(always)]
    fn shift(set: Self::Set, direction: usize) -> Self::Set {
        set.shifted(Self::SHIFTS[direction]) & Self::ENTRY_MASKS[direction]
    }

    /// Returns the `empty` squares that can be reached from `set` in a direction, at any distance over empty
    /// squares.
    #[inline(always)]
    fn slide(set: Self::Set, direction: usize, empty: Self::Set) -> Self::Set {
        let (mut reached, mut open) = (set, empty & Self::ENTRY_MASKS[direction]);
        // Where pieces jump along ranks and files, these have at most six playing squares.
        let far = Self::DIRECTIONS == MOVE_DIRECTIONS || direction < MOVE_DIRECTIONS;
        for doubling in 0..if far { Self::FILL_STEPS } else { 3 } {
            let by = Self::SHIFTS[direction] << doubling;
            reached |= open & reached.shifted(by);
            open &= open.shifted(by);
        }
        reached & empty & !set
    }

    /// Returns the direction from one square to another, if they are on one line.
    fn direction_between(from: u8, to: u8) -> Option<usize> {
        (0..Self::DIRECTIONS).find(|&d| Self::slide(Self::Set::one(from), d, Self::BOARD).has(to))
    }
}

/// Returns the bit of a square: rows have `half` squares, and one unused bit follows every second row.
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

/// Returns the squares at index `index` of their rows.
const fn diagonal_column(half: u8, index: u8) -> u128 {
    let (mut column, mut row) = (0, 0);
    while row < 2 * half {
        column |= 1 << diagonal_square(half, row, index);
        row += 1;
    }
    column
}

macro_rules! diagonal {
    ($name:ident, $word:ty, $size:literal, $doublings:literal, $directions:literal, $what:literal) => {
        #[doc = concat!("The dark squares of a board with ", $size, " squares a side", $what)]
        #[derive(Debug)]
        pub struct $name;

        impl Layout for $name {
            type Set = $word;
            const SIZE: u8 = $size;
            const LINES: Lines = Lines::Diagonal;
            const LAST_SQUARE: u8 = diagonal_square($size / 2, $size - 1, $size / 2 - 1);
            const BOARD: $word = diagonal_board($size / 2) as $word;
            const DIRECTIONS: usize = $directions;
            const SHIFTS: PerDirection<i32> =
                [$size / 2, $size / 2 + 1, -($size / 2 + 1), -($size / 2), $size + 1, 1, -1, -($size + 1)];
            const ENTRY_MASKS: PerDirection<$word> = {
                let mut entered = [<$word>::MAX; 8];
                // On boards with four directions all masks are equal, so that the compiler removes the
                // lookup.
                if $directions > MOVE_DIRECTIONS {
                    entered[5] = !(diagonal_column($size / 2, 0) as $word);
                    entered[6] = !(diagonal_column($size / 2, $size / 2 - 1) as $word);
                }
                entered
            };
            const MAN_DIRECTIONS: usize = 2;
            const LAST_ROWS: [$word; 2] =
                [diagonal_row($size / 2, $size - 1) as $word, diagonal_row($size / 2, 0) as $word];
            const FILL_STEPS: u32 = $doublings;

            fn square(row: u8, column: u8) -> u8 {
                diagonal_square($size / 2, row, column / 2)
            }
        }
    };
}

diagonal!(Diagonal8, u64, 8, 3, 4, ".");
diagonal!(Diagonal10, u64, 10, 4, 4, ".");
diagonal!(Diagonal12, u128, 12, 4, 4, ".");
diagonal!(Crossed8, u64, 8, 3, 8, ", jumped along ranks and files too.");
diagonal!(Crossed10, u64, 10, 4, 8, ", jumped along ranks and files too.");
diagonal!(Crossed12, u128, 12, 4, 8, ", jumped along ranks and files too.");

/// All 64 squares, with lines along rows and columns.
#[derive(Debug)]
pub struct Orthogonal8;

impl Layout for Orthogonal8 {
    type Set = u64;
    const SIZE: u8 = 8;
    const LINES: Lines = Lines::Orthogonal;
    const LAST_SQUARE: u8 = 63;
    const BOARD: u64 = u64::MAX;
    const SHIFTS: PerDirection<i32> = [8, 1, -1, -8, 0, 0, 0, 0];
    const ENTRY_MASKS: PerDirection<u64> =
        [u64::MAX, !0x0101_0101_0101_0101, !0x8080_8080_8080_8080, u64::MAX, 0, 0, 0, 0];
    const MAN_DIRECTIONS: usize = 3;
    const LAST_ROWS: [u64; 2] = [0xFF << 56, 0xFF];
    const FILL_STEPS: u32 = 3;

    fn square(row: u8, column: u8) -> u8 {
        8 * row + column
    }

    #[inline(always)]
    fn stays_in_row(from: u8, to: u8) -> bool {
        from / 8 == to / 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares steps by shifting with steps by counting rows and columns.
    fn check<L: Layout>(lines: &[(i8, i8)], playing: impl Fn(u8, u8) -> bool) {
        let at = |row: i8, column: i8| {
            let inside = |n: i8| (0..L::SIZE as i8).contains(&n);
            (inside(row) && inside(column)).then(|| L::square(row as u8, column as u8))
        };
        let mut board = L::Set::EMPTY;
        for row in 0..L::SIZE as i8 {
            for column in (0..L::SIZE as i8).filter(|&column| playing(row as u8, column as u8)) {
                let square = at(row, column).unwrap();
                board |= L::Set::one(square);
                assert_eq!(
                    at(L::SIZE as i8 - 1 - row, L::SIZE as i8 - 1 - column),
                    Some(L::LAST_SQUARE - square)
                );
                for (d, &(up, right)) in lines.iter().enumerate() {
                    let next = at(row + up, column + right);
                    let one = L::shift(L::Set::one(square), d) & L::BOARD;
                    assert_eq!(one, next.map_or(L::Set::EMPTY, L::Set::one), "{square} {d}");
                    let mut ray = L::Set::EMPTY;
                    (1..)
                        .map_while(|n| at(row + n * up, column + n * right))
                        .for_each(|s| ray |= L::Set::one(s));
                    assert_eq!(L::slide(L::Set::one(square), d, L::BOARD), ray, "{square} {d}");
                    ray.each(|far| assert_eq!(L::direction_between(square, far), Some(d)));
                }
            }
        }
        assert_eq!(board, L::BOARD);
    }

    #[test]
    fn shifts_are_steps() {
        let diagonal = [(1, -1), (1, 1), (-1, -1), (-1, 1)];
        let dark = |row: u8, column: u8| (row + column).is_multiple_of(2);
        check::<Diagonal8>(&diagonal, dark);
        check::<Diagonal10>(&diagonal, dark);
        check::<Diagonal12>(&diagonal, dark);
        check::<Orthogonal8>(&[(1, 0), (0, 1), (0, -1), (-1, 0)], |_, _| true);
        let crossed = [&diagonal[..], &[(2, 0), (0, 2), (0, -2), (-2, 0)]].concat();
        check::<Crossed8>(&crossed, dark);
        check::<Crossed10>(&crossed, dark);
        check::<Crossed12>(&crossed, dark);
    }

    #[test]
    fn opposites_lead_back() {
        for d in 0..Crossed10::DIRECTIONS {
            assert_eq!(Crossed10::SHIFTS[d], -Crossed10::SHIFTS[Crossed10::opposite(d)]);
            let ahead = |seat| Crossed10::man_advances(seat, d);
            assert_eq!((ahead(0), ahead(1)), ([0, 1, 4, 5, 6].contains(&d), [2, 3, 5, 6, 7].contains(&d)));
        }
    }
}
