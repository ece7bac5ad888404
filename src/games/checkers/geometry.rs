//! Steps on square boards in eight directions. Edges can wrap around for some pieces.

use crate::board::{Bitboard, Edges};

/// The directions as (files, ranks), as seat 0 sees them: first the four diagonals of Checkers and Stax, then
/// the straight directions in which stacks also jump in Queens (Checkers 5.2). In each group of four, the
/// first is opposite to the last, and the second to the third.
pub const DIRECTIONS: [(i8, i8); 8] = [(-1, 1), (1, 1), (-1, -1), (1, -1), (0, 1), (-1, 0), (1, 0), (0, -1)];

/// A board whose cells are bits, so that sets of cells are shifted as a whole.
///
/// The engine's tables map bits to squares.
pub trait Geometry: Send + Sync + 'static {
    /// The bitboard.
    type Set: Bitboard;

    /// The number of directions of moves, which come first. Stacks only jump in the others, those of Queens
    /// (Checkers 5.1, Tri-Checkers 6.4).
    const MOVE_DIRECTIONS: usize;

    /// Whether move generation is too long to be inlined.
    const PREFER_CALLS: bool;

    /// Returns the cells from which one step in direction `d` leads into `set`, for a piece that can cross
    /// the `joined` edges.
    fn step_back(&self, set: Self::Set, d: usize, joined: Edges) -> Self::Set;

    /// Returns the set as bits of the plane that seat 0 sees, if the plane has 64 cells and the set has the
    /// same bits.
    #[inline(always)]
    fn as_plane(_set: Self::Set) -> Option<u64> {
        None
    }

    /// Returns the next cell in direction `d`. The result is unspecified if there is none.
    fn next(&self, cell: u8, d: usize) -> u8;

    /// Returns the total number of cells in the sets.
    #[inline(always)]
    fn count<const D: usize>(sets: &[Self::Set; D]) -> usize {
        sets.iter().map(|set| set.count()).sum()
    }

    /// Returns a cell and the index of its set. `choose` gets the total number of cells and returns an index.
    #[inline(always)]
    fn pick<const D: usize>(
        sets: &[Self::Set; D],
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<(usize, u8)> {
        pick_by_counting(sets, choose)
    }
}

/// Counts each set, then finds the set that contains the index.
#[inline(always)]
fn pick_by_counting<S: Bitboard, const D: usize>(
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

/// The 8x8 board, bit `8 * rank + file`. If `WRAPPED`, the left and right edges are joined, and for kings
/// that may cross them the ends too. `DARK` states that only dark squares are used. A smaller flat board is
/// the near left corner; the squares outside are never empty.
#[derive(Clone, Copy, Debug)]
pub struct Geometry8<const WRAPPED: bool, const DARK: bool>;

const FIRST_FILE: u64 = 0x0101_0101_0101_0101;
const LAST_FILE: u64 = FIRST_FILE << 7;

impl<const WRAPPED: bool, const DARK: bool> Geometry for Geometry8<WRAPPED, DARK> {
    type Set = u64;
    const MOVE_DIRECTIONS: usize = 4;
    const PREFER_CALLS: bool = false;

    #[inline(always)]
    fn step_back(&self, set: u64, d: usize, joined: Edges) -> u64 {
        let (files, ranks) = DIRECTIONS[d];
        let shifted = match files {
            1 => (set & !FIRST_FILE) >> 1 | if WRAPPED { (set & FIRST_FILE) << 7 } else { 0 },
            -1 => (set & !LAST_FILE) << 1 | if WRAPPED { (set & LAST_FILE) >> 7 } else { 0 },
            _ => set,
        };
        let ends_joined = WRAPPED && joined.near_far;
        match ranks {
            1 if ends_joined => shifted.rotate_right(8),
            -1 if ends_joined => shifted.rotate_left(8),
            1 => shifted >> 8,
            -1 => shifted << 8,
            _ => shifted,
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
        if DARK && D == Self::MOVE_DIRECTIONS {
            pack_pairs(sets).iter().map(|set| set.count()).sum()
        } else {
            sets.iter().map(|set| set.count()).sum()
        }
    }

    #[inline(always)]
    fn pick<const D: usize>(sets: &[u64; D], choose: impl FnOnce(usize) -> usize) -> Option<(usize, u8)> {
        if !(DARK && D == Self::MOVE_DIRECTIONS) {
            return pick_by_counting(sets, choose);
        }
        let pairs = pack_pairs(sets);
        let [first, second] = pairs.map(|set| set.count());
        let total = first + second;
        if total == 0 {
            return None;
        }
        let k = choose(total);
        let in_second = k >= first;
        let (pair, k) = if in_second { (pairs[1], k - first) } else { (pairs[0], k) };
        let place = pair.nth(k);
        let is_light = (place ^ (place >> 3)) & 1;
        Some((2 * usize::from(in_second) + is_light as usize, place ^ (0o70 * is_light)))
    }
}

/// Packs sets of dark squares in pairs. The second set of each pair is flipped vertically, so that it is on
/// the light squares.
#[inline(always)]
fn pack_pairs<const D: usize>(sets: &[u64; D]) -> [u64; 2] {
    [sets[0] | sets[1].swap_bytes(), sets[2] | sets[3].swap_bytes()]
}
