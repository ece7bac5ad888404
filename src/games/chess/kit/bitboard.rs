//! Sets of cells of the 8x8 board, one bit a cell: `a1` is bit 0, `b1` bit 1, `a2` bit 8, `h8` bit 63.

use crate::board::{Cell, pdep};
use crate::game::Seat;

/// A set of cells of the 8x8 board.
pub type Bitboard = u64;

/// The a-file.
pub const FILE_A: Bitboard = 0x0101_0101_0101_0101;
/// The h-file.
pub const FILE_H: Bitboard = FILE_A << 7;
/// Rank 1.
pub const RANK_1: Bitboard = 0xFF;
/// The dark cells, `a1` among them.
pub const DARK: Bitboard = 0xAA55_AA55_AA55_AA55;
/// Ranks 1 and 8: no pawn ever stands there.
pub const OUTER_RANKS: Bitboard = RANK_1 | RANK_1 << 56;

/// Returns the set of one cell.
#[inline(always)]
pub const fn bit(cell: Cell) -> Bitboard {
    1 << (cell & 63)
}

/// Returns the set reflected top to bottom, if `mirrored`. Branch-free, because the answer alternates with
/// the seat.
#[inline(always)]
pub const fn mirrored_if(mirrored: bool, bits: Bitboard) -> Bitboard {
    let all = (mirrored as Bitboard).wrapping_neg();
    bits ^ (bits ^ bits.swap_bytes()) & all
}

/// Returns the lowest cell of a set, or 0 if it is empty.
#[inline(always)]
pub const fn lowest(bits: Bitboard) -> Cell {
    (bits.trailing_zeros() & 63) as Cell
}

/// Returns the cells of a set, lowest first.
#[inline(always)]
pub fn cells(mut bits: Bitboard) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = (bits != 0).then(|| lowest(bits));
        bits &= bits.wrapping_sub(1);
        cell
    })
}

/// Returns the cell with `n` lower ones in the set, which must have more than `n`.
#[inline(always)]
pub fn nth(bits: Bitboard, n: u32) -> Cell {
    lowest(pdep(1 << (n & 63), bits))
}

/// Returns a seat's own rank `number`, counted from 1 at its edge.
#[inline(always)]
pub const fn own_rank(seat: Seat, number: u32) -> Bitboard {
    RANK_1 << (8 * if seat.index() == 0 { number - 1 } else { 8 - number })
}

/// Returns the file of a cell, 0 for `a`.
#[inline(always)]
pub const fn file(cell: Cell) -> u8 {
    cell & 7
}

/// Returns the rank of a cell, 0 for rank 1.
#[inline(always)]
pub const fn rank(cell: Cell) -> u8 {
    cell >> 3
}

/// Writes the name of a cell.
pub fn write_cell(cell: Cell, out: &mut String) {
    out.push((b'a' + file(cell)) as char);
    out.push((b'1' + rank(cell)) as char);
}

/// Returns the cell that two characters name.
pub fn read_cell(name: &[u8]) -> Option<Cell> {
    match *name {
        [f @ b'a'..=b'h', r @ b'1'..=b'8'] => Some((r - b'1') * 8 + (f - b'a')),
        _ => None,
    }
}
