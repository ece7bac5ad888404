//! Bitboards of triangles, shifted as a whole in each direction.
//!
//! The triangles of one color form a honeycomb. A step to the next row is `STRIDE` bits if it leads to the
//! left, and one bit more if it leads to the right; the next triangle in a row is one bit on. Rows may
//! overlap outside the board, and shifts wrap around, because bits that leave the board are masked. Triangles
//! that point up and triangles that point down use the same bits, in separate halves.

use super::STRIDE_128;
use crate::board::{Bitboard, Bitboard256, RotatableBitboard, SplitBitboard};
use crate::board::{Edges, Triangles};
use crate::games::checkers::Geometry;
use wide::u64x4;

/// The directions in the order of the engine, which is that of [`Triangles`]: first the six to the nearest
/// triangles of the same color, in which pieces move (Tri-Checkers 6.2), then the six straight ones in which
/// stacks also jump in Queens (7.3).
pub const DIRECTIONS: usize = 12;

/// The number of directions of moves.
pub const MOVE_DIRECTIONS: usize = 6;

/// Returns the bit of a triangle (r, x) within its color, in bitboards of `bits`.
pub const fn bit((r, x): (i8, i8), stride: i16, bits: u32) -> u8 {
    let place = stride * r as i16 + (r as i16 + x as i16).div_euclid(2);
    place.rem_euclid(bits as i16) as u8
}

/// Returns the shift of a step in each of the first six directions.
const fn same_color_offset(stride: i16, d: usize) -> i16 {
    [stride, stride + 1, 1, -stride, -stride - 1, -1][d]
}

/// Returns the shift of a straight step, from a triangle that points up or down.
const fn straight_offset(stride: i16, up: bool, d: usize) -> i16 {
    if up {
        [stride + 1, 1, 1 - stride, -stride, -stride - 1, 0][d]
    } else {
        [stride, stride + 1, 0, -stride - 1, -1, stride - 1][d]
    }
}

/// The triangles of one color.
#[derive(Clone, Debug)]
pub struct OneColor<S: RotatableBitboard, const STRIDE: i16> {
    /// By direction, the triangles that a step can enter.
    entry_masks: [S; MOVE_DIRECTIONS],
}

impl<S: RotatableBitboard, const STRIDE: i16> OneColor<S, STRIDE> {
    /// Returns the geometry of the triangles of a board that point up, or of those that point down.
    pub fn new(triangles: &Triangles, up: bool) -> Self {
        OneColor { entry_masks: std::array::from_fn(|d| entry_mask(triangles, STRIDE, up, d)) }
    }
}

/// Returns the triangles of a color that a step in direction `d` can enter.
fn entry_mask<S: Bitboard>(triangles: &Triangles, stride: i16, up: bool, d: usize) -> S {
    let to = |cell| {
        if d < MOVE_DIRECTIONS {
            triangles.same(cell, d)
        } else {
            triangles.straight(cell, d - MOVE_DIRECTIONS)
        }
    };
    let cells = triangles.board().cells().filter_map(to).filter(|&cell| triangles.points_up(cell) == up);
    cells.fold(S::EMPTY, |all, cell| all | S::one(bit(triangles.coordinates(cell), stride, S::BITS)))
}

impl<S: RotatableBitboard, const STRIDE: i16> Geometry for OneColor<S, STRIDE> {
    type Set = S;
    const MOVE_DIRECTIONS: usize = MOVE_DIRECTIONS;
    const PREFER_CALLS: bool = true;

    #[inline(always)]
    fn step_back(&self, set: S, d: usize, _joined: Edges) -> S {
        (set & self.entry_masks[d]).rotated(-same_color_offset(STRIDE, d))
    }

    #[inline(always)]
    fn next(&self, cell: u8, d: usize) -> u8 {
        (i16::from(cell) + same_color_offset(STRIDE, d)) as u8 % S::BITS as u8
    }
}

/// The triangles of both colors, with those that point up in the first half.
#[derive(Clone, Debug)]
pub struct TwoColors<S: RotatableBitboard, const STRIDE: i16> {
    /// By direction, the triangles that a step can enter.
    entry_masks: [SplitBitboard<S>; DIRECTIONS],
}

impl<S: RotatableBitboard, const STRIDE: i16> TwoColors<S, STRIDE> {
    /// Returns the geometry of a board.
    pub fn new(triangles: &Triangles) -> Self {
        let both = |d| {
            SplitBitboard(entry_mask(triangles, STRIDE, true, d), entry_mask(triangles, STRIDE, false, d))
        };
        TwoColors { entry_masks: std::array::from_fn(both) }
    }
}

impl<S: RotatableBitboard, const STRIDE: i16> Geometry for TwoColors<S, STRIDE> {
    type Set = SplitBitboard<S>;
    const MOVE_DIRECTIONS: usize = MOVE_DIRECTIONS;
    const PREFER_CALLS: bool = true;

    #[inline(always)]
    fn step_back(&self, set: SplitBitboard<S>, d: usize, _joined: Edges) -> SplitBitboard<S> {
        let SplitBitboard(up, down) = set & self.entry_masks[d];
        if d < MOVE_DIRECTIONS {
            let by = -same_color_offset(STRIDE, d);
            return SplitBitboard(up.rotated(by), down.rotated(by));
        }
        // A straight step leads from a triangle that points up to one that points down, and vice versa.
        let d = d - MOVE_DIRECTIONS;
        SplitBitboard(
            down.rotated(-straight_offset(STRIDE, true, d)),
            up.rotated(-straight_offset(STRIDE, false, d)),
        )
    }

    #[inline(always)]
    fn next(&self, cell: u8, d: usize) -> u8 {
        let half = S::BITS as u8;
        let (up, place) = (cell < half, i16::from(cell % half));
        let by = if d < MOVE_DIRECTIONS {
            same_color_offset(STRIDE, d)
        } else {
            straight_offset(STRIDE, up, d - MOVE_DIRECTIONS)
        };
        let to = (place + by) as u8 % half;
        to + half * u8::from(up == (d >= MOVE_DIRECTIONS))
    }
}

/// The triangles of both colors of the large boards, 128 bits for each color.
#[derive(Clone, Debug)]
pub struct TwoColorsLarge {
    shifts: [DirectionShift; DIRECTIONS],
}

/// The parameters of a step in one direction. All directions share the same code.
#[derive(Clone, Copy, Debug)]
struct DirectionShift {
    /// The triangles that a step can enter.
    entry_mask: Bitboard256,
    /// The source word of the high bits of each word, and their shift to the left.
    high: u64x4,
    left: u64x4,
    /// The source word of the low bits of each word, and their shift to the right.
    low: u64x4,
    right: u64x4,
}

/// The number of bits for the triangles of one color.
const HALF: i16 = 128;

impl TwoColorsLarge {
    /// Returns the geometry of a board.
    pub fn new(triangles: &Triangles) -> Self {
        TwoColorsLarge { shifts: std::array::from_fn(|d| TwoColorsLarge::shift(triangles, d)) }
    }

    fn shift(triangles: &Triangles, d: usize) -> DirectionShift {
        let [up, down] = [true, false].map(|up| entry_mask::<u128>(triangles, STRIDE_128, up, d));
        // The shifts of a step from triangles that point up and from triangles that point down. A straight
        // step leads to the other color.
        let (steps, other_half) = if d < MOVE_DIRECTIONS {
            ([same_color_offset(STRIDE_128, d); 2], 0)
        } else {
            ([true, false].map(|up| straight_offset(STRIDE_128, up, d - MOVE_DIRECTIONS)), 2)
        };
        let mut words = [[0; 4]; 4];
        for to in 0..4 {
            let back = (-steps[to / 2]).rem_euclid(HALF) as usize;
            let from = |further: usize| (((to + 2 - back / 64 - further) % 2) | (to & 2)) ^ other_half;
            let bits = back % 64;
            for (row, value) in words.iter_mut().zip([from(0), bits, from(1), 64 - bits]) {
                row[to] = value as u64;
            }
        }
        let [high, left, low, right] = words.map(u64x4::new);
        let quad = [up as u64, (up >> 64) as u64, down as u64, (down >> 64) as u64];
        DirectionShift { entry_mask: Bitboard256(u64x4::new(quad)), high, left, low, right }
    }
}

impl Geometry for TwoColorsLarge {
    type Set = Bitboard256;
    const MOVE_DIRECTIONS: usize = MOVE_DIRECTIONS;
    const PREFER_CALLS: bool = true;

    #[inline(always)]
    fn step_back(&self, set: Bitboard256, d: usize, _joined: Edges) -> Bitboard256 {
        let shift = &self.shifts[d];
        let Bitboard256(set) = set & shift.entry_mask;
        let high = set.shuffle(shift.high).unbounded_shl(shift.left);
        Bitboard256(high | set.shuffle(shift.low).unbounded_shr(shift.right))
    }

    #[inline(always)]
    fn next(&self, cell: u8, d: usize) -> u8 {
        let half = HALF as u8;
        let (up, place) = (cell < half, i16::from(cell % half));
        let by = if d < MOVE_DIRECTIONS {
            same_color_offset(STRIDE_128, d)
        } else {
            straight_offset(STRIDE_128, up, d - MOVE_DIRECTIONS)
        };
        let to = (place + by) as u8 % half;
        to + half * u8::from(up == (d >= MOVE_DIRECTIONS))
    }
}
