//! How the squares of a board lie in a word, so that a step in any direction is one shift of all pieces.
//!
//! Squares are numbered row by row from seat 0's edge. On diagonal boards a row has half as many squares as
//! files and every second row is followed by one bit that is no square: then a step in a direction is the
//! same shift in every row, and a step over an edge falls on a bit that is no square. (8x8: 36 bits; 10x10:
//! 55; 12x12: 78.)
//!
//! The four directions of a game are numbered so that 3 - d is the opposite of d, and that seat 0's men go
//! forward in 0, 1 (and, on orthogonal lines, sideways in 1 and 2). Seat 1's men go in 3 - d: the board
//! turned by 180 degrees. Boards on which pieces may jump over the sides of squares too (Draughts 5.8) have
//! four directions more, along ranks and files over the playing squares alone: 4 is forward, 5 and 6 are
//! sideways, 7, the opposite of 4, is back. So opposites differ in the two lowest bits of their numbers.

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

/// Something for each direction. Boards of four have nothing for the others.
pub(super) type Ways<T> = [T; 8];

/// The directions of moves are the first four: in the others pieces only jump (Draughts 5.8).
pub(super) const MOVES: usize = 4;

/// What there is in any direction.
#[inline(always)]
pub(super) fn all<L: Layout>(sets: &Ways<L::Set>) -> L::Set {
    let [a, b, c, d, e, f, g, h] = *sets;
    let four = a | b | c | d;
    if L::DIRECTIONS > MOVES { four | e | f | g | h } else { four }
}

/// What there is in any direction but one.
#[inline(always)]
pub(super) fn all_but<L: Layout>(sets: &Ways<L::Set>, direction: usize) -> L::Set {
    let other = |turn: usize| sets[(direction + turn) % L::DIRECTIONS];
    let three = other(1) | other(2) | other(3);
    if L::DIRECTIONS > MOVES { three | other(4) | other(5) | other(6) | other(7) } else { three }
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
    /// How many directions there are: four, or eight where pieces may jump over sides too.
    const DIRECTIONS: usize = 4;
    /// How many numbers further the next square lies in each direction.
    const SHIFTS: Ways<i32>;
    /// The squares that can be entered in each direction, where shifts alone would run over an edge.
    const ENTERED: Ways<Self::Set>;
    /// In how many directions men move (Draughts 4.1).
    const MEN: usize;
    /// The last row of each seat's men (Draughts 6.1).
    const LAST_ROWS: [Self::Set; 2];
    /// Doublings that reach over the whole board.
    const DOUBLINGS: u32;

    /// The square in a row, and in the column counted from the side on which the near corner is a playing
    /// square.
    fn square(row: u8, column: u8) -> u8;

    /// The opposite of a direction.
    #[inline(always)]
    fn back(direction: usize) -> usize {
        // On boards of four the compiler sees through what is subtracted.
        if Self::DIRECTIONS > MOVES { direction ^ 3 } else { 3 - direction }
    }

    /// Whether the men of `seat` go in a direction without going back.
    #[inline(always)]
    fn man_goes(seat: usize, direction: usize) -> bool {
        let ahead = if seat == 0 { direction } else { Self::back(direction) };
        ahead < Self::MEN || Self::DIRECTIONS > MOVES && (MOVES..MOVES + 3).contains(&ahead)
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
        // No rank or file has more than six playing squares where pieces jump along it.
        let far = Self::DIRECTIONS == MOVES || direction < MOVES;
        for doubling in 0..if far { Self::DOUBLINGS } else { 3 } {
            let by = Self::SHIFTS[direction] << doubling;
            reached |= open & reached.shifted(by);
            open &= open.shifted(by);
        }
        reached & empty & !set
    }

    /// The direction from one square to another on one of its lines.
    fn heading(from: u8, to: u8) -> Option<usize> {
        (0..Self::DIRECTIONS).find(|&d| Self::slide(Self::Set::one(from), d, Self::BOARD).has(to))
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

/// The squares so far along their rows.
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
            const LAST: u8 = diagonal_square($size / 2, $size - 1, $size / 2 - 1);
            const BOARD: $word = diagonal_board($size / 2) as $word;
            const DIRECTIONS: usize = $directions;
            const SHIFTS: Ways<i32> =
                [$size / 2, $size / 2 + 1, -($size / 2 + 1), -($size / 2), $size + 1, 1, -1, -($size + 1)];
            const ENTERED: Ways<$word> = {
                let mut entered = [<$word>::MAX; 8];
                // Where all are the same, none is looked up.
                if $directions > MOVES {
                    entered[5] = !(diagonal_column($size / 2, 0) as $word);
                    entered[6] = !(diagonal_column($size / 2, $size / 2 - 1) as $word);
                }
                entered
            };
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
    const LAST: u8 = 63;
    const BOARD: u64 = u64::MAX;
    const SHIFTS: Ways<i32> = [8, 1, -1, -8, 0, 0, 0, 0];
    const ENTERED: Ways<u64> =
        [u64::MAX, !0x0101_0101_0101_0101, !0x8080_8080_8080_8080, u64::MAX, 0, 0, 0, 0];
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
                assert_eq!(at(L::SIZE as i8 - 1 - row, L::SIZE as i8 - 1 - column), Some(L::LAST - square));
                for (d, &(up, right)) in lines.iter().enumerate() {
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
            assert_eq!(Crossed10::SHIFTS[d], -Crossed10::SHIFTS[Crossed10::back(d)]);
            let ahead = |seat| Crossed10::man_goes(seat, d);
            assert_eq!((ahead(0), ahead(1)), ([0, 1, 4, 5, 6].contains(&d), [2, 3, 5, 6, 7].contains(&d)));
        }
    }
}
