//! The terms of the placement of pieces on large boards, and their weights for each group of games.
//!
//! The weights are set by hand. Fits to games with `tools/fit_positional.py` played worse: see
//! `docs/strength.md`.

use crate::games::positional::{Layout, Weight, first_term, number_of_terms, read_weights};

/// The groups of terms.
const LAYOUT: &Layout = &[
    // The number of attacked cells that hold no piece of the own team.
    ("mobility_knight", 17),
    ("mobility_bishop", 33),
    ("mobility_rook", 41),
    ("mobility_queen", 57),
    // For knights, bishops, rooks and queens, each attacked cell at an enemy king.
    ("near_king", 4),
    // The king, and each own piece next to it.
    ("next_to_king", 1),
];

/// The number of terms.
pub const NUM_TERMS: usize = number_of_terms(LAYOUT);

/// For knights, bishops, rooks and queens, the first term, and the largest number that has its own.
pub const MOBILITY: [(usize, usize); 4] = [
    (first("mobility_knight"), 16),
    (first("mobility_bishop"), 32),
    (first("mobility_rook"), 40),
    (first("mobility_queen"), 56),
];
pub const NEAR_KING: usize = first("near_king");
pub const NEXT_TO_KING: usize = first("next_to_king");

/// The weights of all terms.
pub type Weights = [Weight; NUM_TERMS];

/// Tri-Chess.
pub static TRI_CHESS: Weights = read_weights(LAYOUT, include_str!("weights/tri-chess.txt"));

const fn first(group: &str) -> usize {
    first_term(LAYOUT, group)
}
