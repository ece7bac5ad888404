//! Sets of triangles, moved as a whole in each direction.
//!
//! The triangles of one colour lie in a honeycomb: a row on is `STRIDE` bits on if it leads to the left, and one bit more if it leads to the right; the
//! next one in the row is one bit on. Rows may overlap beyond the edges of the board, and bits go around the end, for what
//! leaves the board is left out. Triangles that point up and those that point down have the same bits, in halves of their own.

use crate::board::{Edges, Triangles};
use crate::games::checkers::{Geometry, Pair, Set};

/// The directions in the order of the engine, which are those of [`Triangles`]: first the six to the nearest triangles of the same colour, in which pieces
/// move (Tri-Checkers 6.2), then the six straight ones in which Queens jumps too (7.3).
pub const DIRECTIONS: usize = 12;

/// In how many of them pieces move.
pub const MOVES: usize = 6;

/// The bit of a triangle (r, x) within its colour, in sets of `bits`.
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

/// The triangles of one colour.
#[derive(Clone, Debug)]
pub struct OneColour<S: Set, const STRIDE: i16> {
    /// By direction, the triangles that are a step from another.
    entered: [S; MOVES],
}

impl<S: Set, const STRIDE: i16> OneColour<S, STRIDE> {
    /// Those of a board that point up, or those that point down.
    pub fn new(triangles: &Triangles, up: bool) -> Self {
        OneColour { entered: std::array::from_fn(|d| entered(triangles, STRIDE, up, d)) }
    }
}

/// The triangles of a colour that are entered in direction `d`.
fn entered<S: Set>(triangles: &Triangles, stride: i16, up: bool, d: usize) -> S {
    let to = |cell| if d < MOVES { triangles.same(cell, d) } else { triangles.straight(cell, d - MOVES) };
    let entered = triangles.board().cells().filter_map(to).filter(|&cell| triangles.points_up(cell) == up);
    entered.fold(S::EMPTY, |all, cell| all | S::one(bit(triangles.coordinates(cell), stride, S::BITS)))
}

impl<S: Set, const STRIDE: i16> Geometry for OneColour<S, STRIDE> {
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

/// The triangles of both colours, those that point up in the first half.
#[derive(Clone, Debug)]
pub struct TwoColours<S: Set, const STRIDE: i16> {
    /// By direction, the triangles that are a step from another.
    entered: [Pair<S>; DIRECTIONS],
}

impl<S: Set, const STRIDE: i16> TwoColours<S, STRIDE> {
    /// Those of a board.
    pub fn new(triangles: &Triangles) -> Self {
        let both = |d| Pair(entered(triangles, STRIDE, true, d), entered(triangles, STRIDE, false, d));
        TwoColours { entered: std::array::from_fn(both) }
    }
}

impl<S: Set, const STRIDE: i16> Geometry for TwoColours<S, STRIDE> {
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
