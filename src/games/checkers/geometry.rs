//! Where pieces can go: on a board of squares in eight directions, over edges that are joined for some.

use crate::board::{Edges, Set};

/// The directions as (files, ranks), as seat 0 sees them: first the four diagonal ones of Checkers and Stax,
/// then the straight ones in which Queens jumps too (Checkers 5.2); of either four the first is opposite to
/// the last, and the second to the third.
pub const DIRECTIONS: [(i8, i8); 8] = [(-1, 1), (1, 1), (-1, -1), (1, -1), (0, 1), (-1, 0), (1, 0), (0, -1)];

/// A board on which sets of cells are moved as a whole.
///
/// Its cells are bits; which square each bit is the engine's tables know.
pub trait Geometry: Send + Sync + 'static {
    /// Sets of its cells.
    type Set: Set;

    /// In how many of the directions, the first ones, pieces move: in all but Queens' own (Checkers 5.1,
    /// Tri-Checkers 6.4).
    const MOVES: usize;

    /// Whether looking for steps takes so many instructions that it is better called than copied to wherever
    /// it is needed.
    const LARGE: bool;

    /// The cells from which a piece that may cross the `joined` edges comes into `set` by one step in
    /// direction `d`.
    fn back(&self, set: Self::Set, d: usize, joined: Edges) -> Self::Set;

    /// The set as bits of the plane that seat 0 sees, if that has 64 cells and the board is whole.
    #[inline(always)]
    fn as_plane(_set: Self::Set) -> Option<u64> {
        None
    }

    /// The next cell in direction `d`, for a piece that is known to have one there. (For others some cell or
    /// other.)
    fn next(&self, cell: u8, d: usize) -> u8;

    /// How many cells the sets have in all.
    #[inline(always)]
    fn count<const D: usize>(sets: &[Self::Set; D]) -> usize {
        sets.iter().map(|set| set.count()).sum()
    }

    /// One cell of one of the sets, and which set: `choose` is given the number of all and answers with an
    /// index.
    #[inline(always)]
    fn draw<const D: usize>(
        sets: &[Self::Set; D],
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<(usize, u8)> {
        draw_one_by_one(sets, choose)
    }
}

/// Counts each set, then looks for the one that the index falls into.
#[inline(always)]
fn draw_one_by_one<S: Set, const D: usize>(
    sets: &[S; D],
    choose: impl FnOnce(usize) -> usize,
) -> Option<(usize, u8)> {
    let counts: [usize; D] = std::array::from_fn(|d| sets[d].count());
    let total = counts.iter().sum();
    if total == 0 {
        return None;
    }
    let (mut k, mut d) = (choose(total), 0);
    while d + 1 < D && k >= counts[d] {
        k -= counts[d];
        d += 1;
    }
    Some((d, sets[d].nth(k)))
}

/// The 8x8 board, bit `8 * rank + file`: flat, or with its left and right edges joined (for kings that may
/// cross them the ends too); `DARK` promises that only dark squares are used. Smaller flat boards are its
/// near left corner: what lies beyond is never empty.
#[derive(Clone, Copy, Debug)]
pub struct Eight<const WRAPPED: bool, const DARK: bool>;

const FIRST_FILE: u64 = 0x0101_0101_0101_0101;
const LAST_FILE: u64 = FIRST_FILE << 7;

impl<const WRAPPED: bool, const DARK: bool> Geometry for Eight<WRAPPED, DARK> {
    type Set = u64;
    const MOVES: usize = 4;
    const LARGE: bool = false;

    #[inline(always)]
    fn back(&self, set: u64, d: usize, joined: Edges) -> u64 {
        let (files, ranks) = DIRECTIONS[d];
        let beside = match files {
            1 => (set & !FIRST_FILE) >> 1 | if WRAPPED { (set & FIRST_FILE) << 7 } else { 0 },
            -1 => (set & !LAST_FILE) << 1 | if WRAPPED { (set & LAST_FILE) >> 7 } else { 0 },
            _ => set,
        };
        let ends_joined = WRAPPED && joined.near_far;
        match ranks {
            1 if ends_joined => beside.rotate_right(8),
            -1 if ends_joined => beside.rotate_left(8),
            1 => beside >> 8,
            -1 => beside << 8,
            _ => beside,
        }
    }

    #[inline(always)]
    fn as_plane(set: u64) -> Option<u64> {
        Some(set)
    }

    #[inline(always)]
    fn next(&self, cell: u8, d: usize) -> u8 {
        let (files, ranks) = DIRECTIONS[d];
        let file = cell.wrapping_add_signed(files) & 7;
        let rank = cell.wrapping_add_signed(8 * ranks) & 0o70;
        rank | file
    }

    #[inline(always)]
    fn count<const D: usize>(sets: &[u64; D]) -> usize {
        if DARK && D == Self::MOVES {
            in_pairs(sets).iter().map(|set| set.count()).sum()
        } else {
            sets.iter().map(|set| set.count()).sum()
        }
    }

    #[inline(always)]
    fn draw<const D: usize>(sets: &[u64; D], choose: impl FnOnce(usize) -> usize) -> Option<(usize, u8)> {
        if !(DARK && D == Self::MOVES) {
            return draw_one_by_one(sets, choose);
        }
        let pairs = in_pairs(sets);
        let [first, second] = pairs.map(|set| set.count());
        let total = first + second;
        if total == 0 {
            return None;
        }
        let k = choose(total);
        let beyond = k >= first;
        let (pair, k) = if beyond { (pairs[1], k - first) } else { (pairs[0], k) };
        let place = pair.nth(k);
        let light = (place ^ (place >> 3)) & 1;
        Some((2 * usize::from(beyond) + light as usize, place ^ (0o70 * light)))
    }
}

/// Sets of dark squares two by two: the second of each pair is turned over, rank 1 for rank 8, and so comes
/// to lie on the light squares.
#[inline(always)]
fn in_pairs<const D: usize>(sets: &[u64; D]) -> [u64; 2] {
    [sets[0] | sets[1].swap_bytes(), sets[2] | sets[3].swap_bytes()]
}
