//! The 960 start positions (Chess960 3.1); number 518 is that of Chess.

use super::bitboard::{Bitboard, bit};
use super::pieces::{Kind, Pieces};
use crate::game::Seat;

/// How many arrays there are.
pub const ARRAYS: u32 = 960;

/// Returns the kinds on the first rank, from the a-file.
pub fn first_rank(number: u32) -> [Kind; 8] {
    let mut rank = [None; 8];
    let free = |rank: &[Option<Kind>; 8], at: u32| {
        (0..8).filter(|&file| rank[file].is_none()).nth(at as usize).unwrap_or(0)
    };
    let (a, i) = (number / 4, number % 4);
    let (b, j) = (a / 4, a % 4);
    let (c, k) = (b / 6, b % 6);
    rank[2 * i as usize + 1] = Some(Kind::Bishop);
    rank[2 * j as usize] = Some(Kind::Bishop);
    let queen = free(&rank, k);
    rank[queen] = Some(Kind::Queen);
    let pairs = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let (one, other) = pairs[c as usize % pairs.len()];
    let knights = [free(&rank, one), free(&rank, other)];
    for knight in knights {
        rank[knight] = Some(Kind::Knight);
    }
    for kind in [Kind::Rook, Kind::King, Kind::Rook] {
        let file = free(&rank, 0);
        rank[file] = Some(kind);
    }
    rank.map(|kind| kind.unwrap_or(Kind::King))
}

/// Returns the pieces of an array, and the rooks that can castle: all four.
pub fn start_position(number: u32) -> (Pieces, Bitboard) {
    let mut pieces = Pieces::default();
    for (file, kind) in (0..).zip(first_rank(number % ARRAYS)) {
        for (seat, home, pawns) in [(Seat::ZERO, 0, 8), (Seat::ONE, 56, 48)] {
            pieces.toggle(seat, kind, bit(home + file));
            pieces.toggle(seat, Kind::Pawn, bit(pawns + file));
        }
    }
    (pieces, pieces.kind(Kind::Rook))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn letters(number: u32) -> String {
        first_rank(number).iter().map(|kind| kind.letter().to_ascii_uppercase() as char).collect()
    }

    #[test]
    fn rule_3_1_numbers_the_arrays() {
        for (number, array) in [(518, "RNBQKBNR"), (0, "BBQNNRKR"), (959, "RKRNNQBB"), (226, "BNRQKBNR")] {
            assert_eq!(letters(number), array);
        }
    }

    #[test]
    fn all_960_differ_and_have_the_king_between_the_rooks_and_bishops_of_both_colors() {
        let all: HashSet<String> = (0..ARRAYS).map(letters).collect();
        assert_eq!(all.len(), 960);
        for array in all {
            let at = |letter: char| array.match_indices(letter).map(|(at, _)| at).collect::<Vec<_>>();
            assert!(at('R')[0] < at('K')[0] && at('K')[0] < at('R')[1], "{array}");
            assert_ne!(at('B')[0] % 2, at('B')[1] % 2, "{array}");
        }
    }
}
