//! The cylinder: ranks are rings, and diagonals wind.

use super::Topology;
use crate::board::Cell;
use crate::game::Seat;
use crate::games::chess::kit::bitboard::{Bitboard, bit, cells};
use crate::games::chess::kit::check_info::CheckInfo;
use crate::games::chess::kit::lines::{self, Axis, DIRECTIONS, HOPS, Shift};
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::position::Position;

/// A cylinder: the left and right edges are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cylinder;

/// One displacement on a cylinder: what does not cross the edge, and what does.
type Around = [Shift; 2];

const fn around((files, ranks): (i8, i8)) -> Around {
    [Shift::new((files, ranks)), Shift::new((if files > 0 { files - 8 } else { files + 8 }, ranks))]
}

/// The displacements of steps, and of two and of four of them.
static AROUND: [[Around; 3]; 8] = {
    let (mut all, mut d) = ([[around((0, 0)); 3]; 8], 0);
    while d < 8 {
        let (files, ranks) = DIRECTIONS[d];
        all[d] = [around((files, ranks)), around((2 * files, 2 * ranks)), around((4 * files, 4 * ranks))];
        d += 1;
    }
    all
};
static HOPS_AROUND: [Around; 8] = {
    let (mut all, mut hop) = ([around((0, 0)); 8], 0);
    while hop < 8 {
        all[hop] = around(HOPS[hop]);
        hop += 1;
    }
    all
};
static KING_ATTACKS: [Bitboard; 64] = lines::leaps(true, &DIRECTIONS);
static KNIGHT_ATTACKS: [Bitboard; 64] = lines::leaps(true, &HOPS);
static PAWN_ATTACKS: [[Bitboard; 64]; 2] =
    [lines::leaps(true, &[(-1, 1), (1, 1)]), lines::leaps(true, &[(-1, -1), (1, -1)])];
static CYLINDER_RAYS: [[Bitboard; 64]; 8] = lines::rays(true);
static FILES: [[Axis; 2]; 64] = lines::axes(true, 0);
static DIAGONALS: [[Axis; 2]; 64] = lines::axes(true, 1);

#[inline(always)]
fn gone(around: Around, bits: Bitboard) -> Bitboard {
    around[0].of(bits) | around[1].of(bits)
}

/// The cell at a displacement the other way.
#[inline(always)]
const fn back((files, ranks): (i8, i8), cell: Cell) -> Cell {
    cell.wrapping_sub((8 * ranks) as u8) & 56 | cell.wrapping_sub(files as u8) & 7
}

/// The rank of a cell as a ring that begins with it.
#[inline(always)]
fn ring(cell: Cell, bits: Bitboard) -> u8 {
    ((bits >> (cell & 56)) as u8).rotate_right(u32::from(cell & 7))
}

/// The set that such a ring is.
#[inline(always)]
fn unrolled(cell: Cell, ring: u8) -> Bitboard {
    Bitboard::from(ring.rotate_left(u32::from(cell & 7))) << (cell & 56)
}

/// How far the nearest other piece of a ring lies to the right; 8 if there is none.
#[inline(always)]
fn right(ring: u8) -> u32 {
    (u32::from(ring) & 0xFE | 0x100).trailing_zeros()
}

/// How far it lies to the left.
#[inline(always)]
fn left(ring: u8) -> u32 {
    8 - (31 - (u32::from(ring) & 0xFE | 1).leading_zeros())
}

/// All pieces of each rank except one.
#[inline(always)]
const fn without_one(bits: Bitboard) -> Bitboard {
    const HIGH: Bitboard = 0x8080_8080_8080_8080;
    bits & ((bits | HIGH) - (HIGH >> 7))
}

/// The ranks that have no cell of the set.
#[inline(always)]
const fn bare_ranks(bits: Bitboard) -> Bitboard {
    const LOW: Bitboard = 0x7F7F_7F7F_7F7F_7F7F;
    let bare = !(((bits & LOW) + LOW) | bits) & !LOW;
    (bare >> 7).wrapping_mul(0xFF)
}

impl Cylinder {
    /// The directions in which a piece on the line from a king stands between it and an enemy slider, or is
    /// that slider: the direction, the first piece, and the second if the first is its own.
    #[inline(always)]
    fn lines(position: &Position, king: Cell, mut visit: impl FnMut(usize, Cell, Option<Cell>)) {
        let (pieces, seat) = (&position.pieces, position.seat);
        let (occupied, enemies) = (pieces.occupied(), pieces.side(seat.other()));
        let sliders = [pieces.orthogonal_sliders() & enemies, pieces.diagonal_sliders() & enemies];
        for d in 0..8 {
            if Self::ray(d, king) & sliders[d % 2] == 0 {
                continue;
            }
            let first = Self::nearest(d, king, occupied);
            if bit(first) & sliders[d % 2] != 0 {
                visit(d, first, None);
            } else if bit(first) & enemies == 0 && Self::ray(d, first) & occupied != 0 {
                let second = Self::nearest(d, first, occupied);
                if bit(second) & sliders[d % 2] != 0 {
                    visit(d, first, Some(second));
                }
            }
        }
    }
}

impl Topology for Cylinder {
    const WRAPS: bool = true;
    type WrapDuplicates = [Bitboard; 3];

    #[inline(always)]
    fn steps(d: usize, bits: Bitboard) -> Bitboard {
        gone(AROUND[d & 7][0], bits)
    }

    #[inline(always)]
    fn step_back(d: usize, cell: Cell) -> Cell {
        back(DIRECTIONS[d & 7], cell)
    }

    #[inline(always)]
    fn hops(hop: usize, bits: Bitboard) -> Bitboard {
        gone(HOPS_AROUND[hop & 7], bits)
    }

    #[inline(always)]
    fn hop_back(hop: usize, cell: Cell) -> Cell {
        back(HOPS[hop & 7], cell)
    }

    /// As on the flat board, but that a line can pass the edge.
    #[inline(always)]
    fn fill(straight: Bitboard, diagonal: Bitboard, empty: Bitboard) -> [Bitboard; 8] {
        let mut reached = [0; 8];
        for d in 0..8 {
            let [one, two, four] = AROUND[d];
            let mut over = empty;
            let mut sliders = if d % 2 == 0 { straight } else { diagonal };
            sliders |= over & gone(one, sliders);
            over &= gone(one, over);
            sliders |= over & gone(two, sliders);
            over &= gone(two, over);
            sliders |= over & gone(four, sliders);
            reached[d] = gone(one, sliders);
        }
        // A line that comes back to its piece, alone on its rank, ends before it (Chess 2.5).
        let alone = bare_ranks(without_one(!empty)) & !empty;
        reached[2] &= !alone;
        reached[6] &= !alone;
        reached
    }

    #[inline(always)]
    fn king_attacks(cell: Cell) -> Bitboard {
        KING_ATTACKS[(cell & 63) as usize]
    }

    #[inline(always)]
    fn knight_attacks(cell: Cell) -> Bitboard {
        KNIGHT_ATTACKS[(cell & 63) as usize]
    }

    #[inline(always)]
    fn pawn_attacks(seat: Seat, cell: Cell) -> Bitboard {
        PAWN_ATTACKS[seat.parity()][(cell & 63) as usize]
    }

    #[inline(always)]
    fn rook_attacks(cell: Cell, occupied: Bitboard) -> Bitboard {
        let ring = ring(cell, occupied);
        let sides = (((2 << right(ring)) - 1) | (0xFF << (8 - left(ring)))) & 0xFE;
        FILES[(cell & 63) as usize][0].reach(occupied) | unrolled(cell, sides as u8)
    }

    #[inline(always)]
    fn bishop_attacks(cell: Cell, occupied: Bitboard) -> Bitboard {
        let [up, down] = DIAGONALS[(cell & 63) as usize];
        up.reach(occupied) | down.reach(occupied)
    }

    #[inline(always)]
    fn ray(d: usize, cell: Cell) -> Bitboard {
        CYLINDER_RAYS[d & 7][(cell & 63) as usize]
    }

    #[inline(always)]
    fn nearest(d: usize, cell: Cell, occupied: Bitboard) -> Cell {
        let far = match d & 7 {
            2 => right(ring(cell, occupied)),
            6 => 8 - left(ring(cell, occupied)),
            _ => return lines::nearest_of(d, Self::ray(d, cell) & occupied),
        };
        cell & 56 | (cell + far as Cell) & 7
    }

    #[inline(always)]
    fn between(d: usize, one: Cell, other: Cell) -> Bitboard {
        match d & 7 {
            2 => unrolled(one, ((1u32 << (other.wrapping_sub(one) & 7)) - 1) as u8 & 0xFE),
            6 => Self::between(2, other, one),
            _ => Self::ray(d, one) & Self::ray(d ^ 4, other),
        }
    }

    #[inline(always)]
    fn check_info(position: &Position) -> CheckInfo {
        let (pieces, seat) = (&position.pieces, position.seat);
        let king = pieces.king(seat);
        let leapers = Self::knight_attacks(king) & pieces.kind(Kind::Knight)
            | Self::pawn_attacks(seat, king) & pieces.kind(Kind::Pawn);
        let mut check_info = CheckInfo { checkers: leapers & pieces.side(seat.other()), pinned: 0 };
        Self::lines(position, king, |_, first, second| match second {
            None => check_info.checkers |= bit(first),
            Some(_) => check_info.pinned |= bit(first),
        });
        check_info
    }

    /// A check on two ways is not met by stepping between.
    fn check_blocks(position: &Position, king: Cell, checker: Cell) -> Bitboard {
        let mut shield = None;
        Self::lines(position, king, |d, first, second| {
            if first == checker && second.is_none() {
                shield = Some(shield.map_or(Self::between(d, king, checker), |_| 0));
            }
        });
        shield.unwrap_or(0)
    }

    /// A piece can be pinned on two lines at the same time.
    fn pin_line(position: &Position, king: Cell, pinned: Cell) -> Bitboard {
        let mut line = !0;
        Self::lines(position, king, |d, first, second| {
            if let Some(second) = second.filter(|_| first == pinned) {
                line &= Self::between(d, king, second) | bit(second);
            }
        });
        line
    }

    #[inline(always)]
    fn wrap_duplicates(pieces: &Pieces, slides: &mut [Bitboard; 8]) -> [Bitboard; 3] {
        let occupied = pieces.occupied();
        let mut wrapping = [slides[2] & slides[6], slides[1] & slides[7], slides[3] & slides[5]];
        // One piece reaches a cell from both sides if no other stands on the rank.
        let but_one = without_one(occupied);
        wrapping[0] &= bare_ranks(but_one) | occupied & bare_ranks(without_one(but_one));
        // Four files away, winding diagonals meet.
        for (both, d) in wrapping[1..].iter_mut().zip([1, 3]) {
            let meet = |cell: &Cell| {
                Self::nearest(d ^ 4, *cell, occupied) == Self::nearest((8 - d) ^ 4, *cell, occupied)
            };
            *both = cells(*both).filter(meet).fold(0, |all, cell| all | bit(cell));
        }
        for (pair, both) in [[2, 6], [1, 7], [3, 5]].into_iter().zip(wrapping) {
            pair.into_iter().for_each(|d: usize| slides[d] &= !both);
        }
        wrapping
    }
}
