//! Sets of triangles, moved as a whole in each direction.
//!
//! The triangles of one color lie in a honeycomb: a row on is `STRIDE` bits on if it leads to the left, and
//! one bit more if it leads to the right; the next one in the row is one bit on. Rows may overlap beyond the
//! edges of the board, and bits go around the end, for what leaves the board is left out. Triangles that
//! point up and those that point down have the same bits, in halves of their own.

use super::STRIDE_128;
use crate::board::{Circular, Pair, Quad, Set};
use crate::board::{Edges, Triangles};
use crate::games::checkers::Geometry;
use wide::u64x4;

/// The directions in the order of the engine, which are those of [`Triangles`]: first the six to the nearest
/// triangles of the same color, in which pieces move (Tri-Checkers 6.2), then the six straight ones in which
/// Queens jumps too (7.3).
pub const DIRECTIONS: usize = 12;

/// In how many of them pieces move.
pub const MOVES: usize = 6;

/// The bit of a triangle (r, x) within its color, in sets of `bits`.
pub const fn bit((r, x): (i8, i8), stride: i16, bits: u32) -> u8 {
    let place = stride * r as i16 + (r as i16 + x as i16).div_euclid(2);
    place.rem_euclid(bits as i16) as u8
}

/// How many bits a step in each of the first six directions takes.
const fn same(stride: i16, d: usize) -> i16 {
    [stride, stride + 1, 1, -stride, -stride - 1, -1][d]
}

/// How many bits a straight step takes, from a triangle that points up or from one that points down.
const fn straight(stride: i16, up: bool, d: usize) -> i16 {
    if up {
        [stride + 1, 1, 1 - stride, -stride, -stride - 1, 0][d]
    } else {
        [stride, stride + 1, 0, -stride - 1, -1, stride - 1][d]
    }
}

/// The triangles of one color.
#[derive(Clone, Debug)]
pub struct OneColor<S: Circular, const STRIDE: i16> {
    /// By direction, the triangles that are a step from another.
    entered: [S; MOVES],
}

impl<S: Circular, const STRIDE: i16> OneColor<S, STRIDE> {
    /// Those of a board that point up, or those that point down.
    pub fn new(triangles: &Triangles, up: bool) -> Self {
        OneColor { entered: std::array::from_fn(|d| entered(triangles, STRIDE, up, d)) }
    }
}

/// The triangles of a color that are entered in direction `d`.
fn entered<S: Set>(triangles: &Triangles, stride: i16, up: bool, d: usize) -> S {
    let to = |cell| if d < MOVES { triangles.same(cell, d) } else { triangles.straight(cell, d - MOVES) };
    let entered = triangles.board().cells().filter_map(to).filter(|&cell| triangles.points_up(cell) == up);
    entered.fold(S::EMPTY, |all, cell| all | S::one(bit(triangles.coordinates(cell), stride, S::BITS)))
}

impl<S: Circular, const STRIDE: i16> Geometry for OneColor<S, STRIDE> {
    type Set = S;
    const MOVES: usize = MOVES;
    const LARGE: bool = true;

    #[inline(always)]
    fn back(&self, set: S, d: usize, _joined: Edges) -> S {
        (set & self.entered[d]).turned(-same(STRIDE, d))
    }

    #[inline(always)]
    fn next(&self, cell: u8, d: usize) -> u8 {
        (i16::from(cell) + same(STRIDE, d)) as u8 % S::BITS as u8
    }
}

/// The triangles of both colors, those that point up in the first half.
#[derive(Clone, Debug)]
pub struct TwoColors<S: Circular, const STRIDE: i16> {
    /// By direction, the triangles that are a step from another.
    entered: [Pair<S>; DIRECTIONS],
}

impl<S: Circular, const STRIDE: i16> TwoColors<S, STRIDE> {
    /// Those of a board.
    pub fn new(triangles: &Triangles) -> Self {
        let both = |d| Pair(entered(triangles, STRIDE, true, d), entered(triangles, STRIDE, false, d));
        TwoColors { entered: std::array::from_fn(both) }
    }
}

impl<S: Circular, const STRIDE: i16> Geometry for TwoColors<S, STRIDE> {
    type Set = Pair<S>;
    const MOVES: usize = MOVES;
    const LARGE: bool = true;

    #[inline(always)]
    fn back(&self, set: Pair<S>, d: usize, _joined: Edges) -> Pair<S> {
        let Pair(up, down) = set & self.entered[d];
        if d < MOVES {
            let by = -same(STRIDE, d);
            return Pair(up.turned(by), down.turned(by));
        }
        // From one that points up a straight step leads to one that points down, and the other way round.
        let d = d - MOVES;
        Pair(down.turned(-straight(STRIDE, true, d)), up.turned(-straight(STRIDE, false, d)))
    }

    #[inline(always)]
    fn next(&self, cell: u8, d: usize) -> u8 {
        let half = S::BITS as u8;
        let (up, place) = (cell < half, i16::from(cell % half));
        let by = if d < MOVES { same(STRIDE, d) } else { straight(STRIDE, up, d - MOVES) };
        let to = (place + by) as u8 % half;
        to + half * u8::from(up == (d >= MOVES))
    }
}

/// The triangles of both colors of the large boards, 128 bits for each color.
#[derive(Clone, Debug)]
pub struct Large {
    turns: [Turn; DIRECTIONS],
}

/// How sets are moved in one direction: by looking it up, whichever it is, and so without a copy of the code
/// for each.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// The triangles that are a step from another.
    entered: Quad,
    /// From which word the high bits of each word come, and by how much they are shifted to the left.
    high: u64x4,
    left: u64x4,
    /// From which word the low bits come, and by how much they are shifted to the right.
    low: u64x4,
    right: u64x4,
}

/// How many bits the triangles of one color take.
const HALF: i16 = 128;

impl Large {
    /// Those of a board.
    pub fn new(triangles: &Triangles) -> Self {
        Large { turns: std::array::from_fn(|d| Large::turn(triangles, d)) }
    }

    fn turn(triangles: &Triangles, d: usize) -> Turn {
        let [up, down] = [true, false].map(|up| entered::<u128>(triangles, STRIDE_128, up, d));
        // How many bits a step takes from triangles that point up and from those that point down. A straight
        // one leads to the other color.
        let (steps, other_half) = if d < MOVES {
            ([same(STRIDE_128, d); 2], 0)
        } else {
            ([true, false].map(|up| straight(STRIDE_128, up, d - MOVES)), 2)
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
        Turn { entered: Quad(u64x4::new(quad)), high, left, low, right }
    }
}

impl Geometry for Large {
    type Set = Quad;
    const MOVES: usize = MOVES;
    const LARGE: bool = true;

    #[inline(always)]
    fn back(&self, set: Quad, d: usize, _joined: Edges) -> Quad {
        let turn = &self.turns[d];
        let Quad(set) = set & turn.entered;
        let high = set.shuffle(turn.high).unbounded_shl(turn.left);
        Quad(high | set.shuffle(turn.low).unbounded_shr(turn.right))
    }

    #[inline(always)]
    fn next(&self, cell: u8, d: usize) -> u8 {
        let half = HALF as u8;
        let (up, place) = (cell < half, i16::from(cell % half));
        let by = if d < MOVES { same(STRIDE_128, d) } else { straight(STRIDE_128, up, d - MOVES) };
        let to = (place + by) as u8 % half;
        to + half * u8::from(up == (d >= MOVES))
    }
}
