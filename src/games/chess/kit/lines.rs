//! Attacks of pieces: tables for kings, knights and pawns, arithmetic for sliders.
//!
//! Nothing here needs a large table or a special instruction. A single line is a subtraction (see [`Axis`]).
//! The lines of all sliders together are eight parallel fills ([`fill`]), which compilers vectorize.

use super::bitboard::{Bitboard, bit};
use crate::board::{Cell, Squares};

/// File and rank displacement of the eight directions: north (towards rank 8), then clockwise. Even ones are
/// straight, odd ones diagonal; `d ^ 4` is the opposite of `d`.
pub const DIRECTIONS: [(i8, i8); 8] = Squares::DIRECTIONS;

/// The eight hops of a knight.
pub const HOPS: [(i8, i8); 8] = Squares::KNIGHT_HOPS;

/// In how many ways pieces come to a cell: eight directions and eight hops.
pub const WAYS: usize = 16;

/// Returns a way on the board reflected left to right.
pub const fn mirrored_way(way: usize) -> usize {
    match way {
        0..8 => (8 - way) & 7,
        8..WAYS => way ^ 7,
        _ => way,
    }
}

/// Returns the cell at a displacement, if it is on the board.
pub const fn displaced(cell: Cell, by: (i8, i8)) -> Option<Cell> {
    displaced_on(false, cell, by)
}

/// Same as [`displaced`], on a cylinder if the board `wraps`.
pub const fn displaced_on(wraps: bool, cell: Cell, (files, ranks): (i8, i8)) -> Option<Cell> {
    let (file, rank) = ((cell & 7) as i8 + files, (cell >> 3) as i8 + ranks);
    let file = if wraps { file & 7 } else { file };
    if file < 0 || file > 7 || rank < 0 || rank > 7 { None } else { Some((rank * 8 + file) as Cell) }
}

/// A displacement of bitboards: a rotation of the bits, and a mask of the cells that it can reach.
#[derive(Clone, Copy)]
pub struct Shift {
    turn: u32,
    inside: Bitboard,
}

impl Shift {
    /// Returns the displacement by files to the right and ranks up.
    pub const fn new(by: (i8, i8)) -> Shift {
        let (mut inside, mut cell) = (0, 0);
        while cell < 64 {
            if let Some(to) = displaced(cell, by) {
                inside |= bit(to);
            }
            cell += 1;
        }
        Shift { turn: (by.1 * 8 + by.0) as u32 & 63, inside }
    }

    /// Eight of them.
    const fn all(by: &[(i8, i8); 8]) -> [Shift; 8] {
        let (mut all, mut d) = ([Shift { turn: 0, inside: 0 }; 8], 0);
        while d < 8 {
            all[d] = Shift::new(by[d]);
            d += 1;
        }
        all
    }

    /// Returns the cells at the displacement from the cells of `bits`.
    #[inline(always)]
    pub const fn of(self, bits: Bitboard) -> Bitboard {
        bits.rotate_left(self.turn) & self.inside
    }

    /// Returns the cell from which the displacement leads to `cell`, if there is one.
    #[inline(always)]
    pub const fn back(self, cell: Cell) -> Cell {
        cell.wrapping_sub(self.turn as Cell) & 63
    }
}

/// One step in each direction.
pub static STEPS: [Shift; 8] = Shift::all(&DIRECTIONS);
/// One hop of each kind.
pub static LEAPS: [Shift; 8] = Shift::all(&HOPS);

/// Returns the cells that a set of sliders attacks in each direction, including the first piece that each
/// meets (Kogge-Stone fill).
///
/// No cell is attacked by two sliders in the same direction.
#[inline(always)]
pub fn fill(straight: Bitboard, diagonal: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
    fill_each(|d| if d % 2 == 0 { straight } else { diagonal }, empty)
}

/// Same as [`fill`], with the sliders in each direction restricted to a set.
#[inline(always)]
pub fn fill_from(
    from: &[Bitboard; 8],
    straight: Bitboard,
    diagonal: Bitboard,
    empty: Bitboard,
) -> [Bitboard; 8] {
    fill_each(|d| from[d] & if d % 2 == 0 { straight } else { diagonal }, empty)
}

#[inline(always)]
fn fill_each(sliders: impl Fn(usize) -> Bitboard, empty: Bitboard) -> [Bitboard; 8] {
    let mut reached = [0; 8];
    for d in 0..8 {
        let Shift { turn, inside } = STEPS[d];
        // Parallel prefix: after three rounds every slider has passed over up to seven empty cells.
        let mut over = empty & inside;
        let mut sliders = sliders(d);
        sliders |= over & sliders.rotate_left(turn);
        over &= over.rotate_left(turn);
        sliders |= over & sliders.rotate_left(2 * turn);
        over &= over.rotate_left(2 * turn);
        sliders |= over & sliders.rotate_left(4 * turn);
        reached[d] = sliders.rotate_left(turn) & inside;
    }
    reached
}

/// Returns the cells at any of the displacements from each cell.
pub const fn leaps(wraps: bool, by: &[(i8, i8)]) -> [Bitboard; 64] {
    let (mut table, mut cell) = ([0; 64], 0);
    while cell < 64 {
        let mut at = 0;
        while at < by.len() {
            if let Some(to) = displaced_on(wraps, cell as Cell, by[at]) {
                table[cell] |= bit(to);
            }
            at += 1;
        }
        cell += 1;
    }
    table
}

/// The cells a king's step away.
pub static KING_ATTACKS: [Bitboard; 64] = leaps(false, &DIRECTIONS);
/// The cells a knight's hop away.
pub static KNIGHT_ATTACKS: [Bitboard; 64] = leaps(false, &HOPS);
/// The cells on which a pawn of each seat captures.
pub static PAWN_ATTACKS: [[Bitboard; 64]; 2] =
    [leaps(false, &[(-1, 1), (1, 1)]), leaps(false, &[(-1, -1), (1, -1)])];

/// Returns all cells in each direction from each cell, on an empty board. A line that comes back to its cell
/// ends there.
pub const fn rays(wraps: bool) -> [[Bitboard; 64]; 8] {
    let (mut table, mut d) = ([[0; 64]; 8], 0);
    while d < 8 {
        let mut from = 0;
        while from < 64 {
            let mut at = from as Cell;
            while let Some(next) = displaced_on(wraps, at, DIRECTIONS[d]) {
                if next == from as Cell {
                    break;
                }
                table[d][from] |= bit(next);
                at = next;
            }
            from += 1;
        }
        d += 1;
    }
    table
}

/// All cells in a direction from a cell, on an empty board.
pub static RAYS: [[Bitboard; 64]; 8] = rays(false);

/// Returns the nearest occupied cell in direction `d`. There must be one.
#[inline(always)]
pub fn nearest(d: usize, cell: Cell, occupied: Bitboard) -> Cell {
    nearest_of(d, RAYS[d & 7][(cell & 63) as usize] & occupied)
}

/// The first in direction `d` of some cells, of which there is one, on a line that does not run round a rank.
#[inline(always)]
pub fn nearest_of(d: usize, met: Bitboard) -> Cell {
    // North, north-east, east and north-west lead to higher numbers.
    let nearest =
        if matches!(d & 7, 0 | 1 | 2 | 7) { met.trailing_zeros() } else { 63 ^ met.leading_zeros() };
    (nearest & 63) as Cell
}

/// The two rays of a cell on one line: the cells with lower and those with higher numbers.
#[derive(Clone, Copy)]
pub struct Axis {
    low: Bitboard,
    high: Bitboard,
}

impl Axis {
    /// The cells that a slider reaches on this line, the first piece on either side included.
    #[inline(always)]
    pub const fn reach(self, occupied: Bitboard) -> Bitboard {
        let below = (self.low & occupied) | 1;
        let above = self.high & occupied;
        // From the nearest piece below (or the end of the board) to the nearest above: the difference of two
        // powers of two.
        let from = u64::MAX << (63 - below.leading_zeros());
        let to = above & above.wrapping_neg();
        to.wrapping_mul(2).wrapping_add(from) & (self.low | self.high)
    }
}

/// The two axes of each cell that start with direction `first` and its turn by a right angle.
pub const fn axes(wraps: bool, first: usize) -> [[Axis; 2]; 64] {
    let rays = rays(wraps);
    let (mut table, mut cell) = ([[Axis { low: 0, high: 0 }; 2]; 64], 0);
    // Straight: north and east lead up; diagonal: north-east and north-west.
    let up = if first == 0 { [0, 2] } else { [1, 7] };
    while cell < 64 {
        let mut at = 0;
        while at < 2 {
            table[cell][at] = Axis { low: rays[up[at] ^ 4][cell], high: rays[up[at]][cell] };
            at += 1;
        }
        cell += 1;
    }
    table
}

static STRAIGHT: [[Axis; 2]; 64] = axes(false, 0);
static DIAGONAL: [[Axis; 2]; 64] = axes(false, 1);

/// Returns the cells that a rook attacks, including the first piece on each line.
#[inline(always)]
pub fn rook_attacks(cell: Cell, occupied: Bitboard) -> Bitboard {
    let [file, rank] = STRAIGHT[(cell & 63) as usize];
    file.reach(occupied) | rank.reach(occupied)
}

/// Returns the cells that a bishop attacks, including the first piece on each line.
#[inline(always)]
pub fn bishop_attacks(cell: Cell, occupied: Bitboard) -> Bitboard {
    let [up, down] = DIAGONAL[(cell & 63) as usize];
    up.reach(occupied) | down.reach(occupied)
}

/// Returns the lines of a rook on a cell, on an empty board.
#[inline(always)]
pub fn rook_rays(cell: Cell) -> Bitboard {
    let [file, rank] = STRAIGHT[(cell & 63) as usize];
    file.low | file.high | rank.low | rank.high
}

/// Returns the lines of a bishop on a cell, on an empty board.
#[inline(always)]
pub fn bishop_rays(cell: Cell) -> Bitboard {
    let [up, down] = DIAGONAL[(cell & 63) as usize];
    up.low | up.high | down.low | down.high
}

const fn pairs(whole: bool) -> [[Bitboard; 64]; 64] {
    let rays = rays(false);
    let (mut table, mut from) = ([[0; 64]; 64], 0);
    while from < 64 {
        let mut d = 0;
        while d < 8 {
            let mut to = 0;
            while to < 64 {
                if rays[d][from] & bit(to as Cell) != 0 {
                    table[from][to] = if whole {
                        rays[d][from] | rays[d ^ 4][from] | bit(from as Cell)
                    } else {
                        rays[d][from] & rays[d ^ 4][to]
                    };
                }
                to += 1;
            }
            d += 1;
        }
        from += 1;
    }
    table
}

static BETWEEN: [[Bitboard; 64]; 64] = pairs(false);
static THROUGH: [[Bitboard; 64]; 64] = pairs(true);

/// Returns the cells between two cells on a common line. Empty if they share no line.
#[inline(always)]
pub fn between(one: Cell, other: Cell) -> Bitboard {
    BETWEEN[(one & 63) as usize][(other & 63) as usize]
}

/// Returns the whole line through two cells, from edge to edge. Empty if they share no line.
#[inline(always)]
pub fn through(one: Cell, other: Cell) -> Bitboard {
    THROUGH[(one & 63) as usize][(other & 63) as usize]
}
