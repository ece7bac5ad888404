//! The 12x12 board: a rank is sixteen bits, of which twelve are squares.
//!
//! Twelve ranks of sixteen bits fill exactly three words. A step along the files is a rotation of all bits,
//! whether or not the ends are joined, and no square leaves its rank when files wrap.

use super::geometry::{DIRECTIONS, Geometry};
use crate::board::Bitboard256;
use crate::board::Edges;
use wide::u64x4;

/// The number of files and of ranks.
const SIZE: i8 = 12;

/// The number of bits of the bitboards that are in use, including unused bits between squares.
pub const CELLS: usize = 192;

/// The first file, the last file, and the lowest rank of each word.
const FIRST_FILE: u64 = 0x0001_0001_0001_0001;
const LAST_FILE: u64 = FIRST_FILE << (SIZE - 1);
const RANK: u64 = 0xFFFF;

/// The 12x12 board, bit `16 * rank + file`.
#[derive(Clone, Copy, Debug)]
pub struct Geometry12;

/// Returns the bit of a square.
pub const fn bit(file: i8, rank: i8) -> u8 {
    16 * rank as u8 + file as u8
}

/// The next cell in each direction, with all edges joined.
static NEXT: [[u8; CELLS]; 8] = {
    let (mut next, mut d) = ([[0; CELLS]; 8], 0);
    while d < DIRECTIONS.len() {
        let (files, ranks) = DIRECTIONS[d];
        let mut square = 0;
        while square < SIZE as i16 * SIZE as i16 {
            let (file, rank) = ((square % SIZE as i16) as i8, (square / SIZE as i16) as i8);
            let to = bit((file + files + SIZE) % SIZE, (rank + ranks + SIZE) % SIZE);
            next[d][bit(file, rank) as usize] = to;
            square += 1;
        }
        d += 1;
    }
    next
};

impl Geometry for Geometry12 {
    type Set = Bitboard256;
    const MOVE_DIRECTIONS: usize = 4;
    const PREFER_CALLS: bool = true;

    #[inline(always)]
    fn step_back(&self, set: Bitboard256, d: usize, joined: Edges) -> Bitboard256 {
        let (files, ranks) = DIRECTIONS[d];
        let across = u64::from(joined.left_right).wrapping_neg();
        let along = u64::from(joined.near_far).wrapping_neg();
        let Bitboard256(words) = match ranks {
            1 => {
                let Bitboard256(next) = set.shuffle_words([1, 2, 0, 3]);
                let kept = u64x4::new([RANK, RANK, RANK & along, 0]);
                Bitboard256(set.0.unbounded_shr_scalar(16) | (next & kept).unbounded_shl_scalar(48))
            }
            -1 => {
                let Bitboard256(last) = set.shuffle_words([2, 0, 1, 3]);
                let kept = u64x4::new([RANK & along, RANK, RANK, 0]);
                Bitboard256(set.0.unbounded_shl_scalar(16) | last.unbounded_shr_scalar(48) & kept)
            }
            _ => set,
        };
        let all = |word: u64| u64x4::splat(word);
        Bitboard256(match files {
            1 => {
                (words & all(!FIRST_FILE)).unbounded_shr_scalar(1)
                    | (words & all(FIRST_FILE & across)).unbounded_shl_scalar(SIZE as u32 - 1)
            }
            -1 => {
                (words & all(!LAST_FILE)).unbounded_shl_scalar(1)
                    | (words & all(LAST_FILE & across)).unbounded_shr_scalar(SIZE as u32 - 1)
            }
            _ => words,
        })
    }

    #[inline(always)]
    fn next(&self, cell: u8, d: usize) -> u8 {
        NEXT[d][cell as usize % CELLS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Bitboard;

    #[test]
    fn a_step_back_undoes_a_step_unless_an_edge_that_is_not_joined_lies_between() {
        for joined in [false, true]
            .map(|left_right| [false, true].map(|near_far| Edges { left_right, near_far }))
            .concat()
        {
            for (d, (files, ranks)) in DIRECTIONS.into_iter().enumerate() {
                for (file, rank) in (0..SIZE).flat_map(|rank| (0..SIZE).map(move |file| (file, rank))) {
                    let (across, along) = (file + files, rank + ranks);
                    let leaves = !(0..SIZE).contains(&across) && !joined.left_right
                        || !(0..SIZE).contains(&along) && !joined.near_far;
                    let to = bit(across.rem_euclid(SIZE), along.rem_euclid(SIZE));
                    assert_eq!(Geometry12.next(bit(file, rank), d), to);
                    let from = Geometry12.step_back(Bitboard::one(to), d, joined);
                    let expected = Bitboard256::one(bit(file, rank)).only_if(!leaves);
                    assert_eq!(from, expected, "{file} {rank} in direction {d}, {joined:?}");
                }
            }
        }
    }
}
