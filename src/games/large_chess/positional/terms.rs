//! The terms of the placement of pieces on large boards, and their weights for each group of games.
//!
//! The weights are fitted by logistic regression to quiet positions of games that alpha-beta played against
//! itself after random turns: see `tools/fit_positional.py`.

use crate::games::positional::{Layout, Weight, first_term, number_of_terms, read_weights};

/// The groups of terms.
const LAYOUT: &Layout = &[
    // Pawns, knights, bishops, rooks and queens, beyond their material.
    ("piece", 5),
    // The number of attacked cells that hold no piece of the own team.
    ("mobility_knight", 17),
    ("mobility_bishop", 33),
    ("mobility_rook", 41),
    ("mobility_queen", 57),
    // For knights, bishops, rooks and queens, each attacked cell at an enemy king.
    ("near_king", 4),
    // In an attack on enemy kings by two pieces or more, the sum of their weights near them. Greater sums
    // count like the last one.
    ("attack", 24),
    // A pawn, by its number of moves to promotion on an empty board.
    ("pawn_to_promotion", 12),
    // A pawn that another pawn defends.
    ("supported", 1),
    // For knights, bishops, rooks and queens, an enemy piece that a pawn attacks.
    ("attacked_by_pawn", 4),
    // An enemy rook or queen that a knight or bishop attacks.
    ("minor_threat", 1),
    // A pawn, and another piece, next to the king.
    ("pawn_next_to_king", 1),
    ("piece_next_to_king", 1),
];

/// The number of terms.
pub const NUM_TERMS: usize = number_of_terms(LAYOUT);

/// The first term by kind.
pub const PIECE: usize = first("piece");
/// For knights, bishops, rooks and queens, the first term, and the largest number that has its own.
pub const MOBILITY: [(usize, usize); 4] = [
    (first("mobility_knight"), 16),
    (first("mobility_bishop"), 32),
    (first("mobility_rook"), 40),
    (first("mobility_queen"), 56),
];
pub const NEAR_KING: usize = first("near_king");
pub const ATTACK: usize = first("attack");
pub const MAX_ATTACK: usize = 23;
pub const PAWN_TO_PROMOTION: usize = first("pawn_to_promotion");
pub const MAX_MOVES: usize = 11;
pub const SUPPORTED: usize = first("supported");
pub const ATTACKED_BY_PAWN: usize = first("attacked_by_pawn");
pub const MINOR_THREAT: usize = first("minor_threat");
pub const PAWN_NEXT_TO_KING: usize = first("pawn_next_to_king");
pub const PIECE_NEXT_TO_KING: usize = first("piece_next_to_king");

/// The weights of all terms.
pub type Weights = [Weight; NUM_TERMS];

/// Tri-Chess.
pub static TRI_CHESS: Weights = read_weights(LAYOUT, include_str!("weights/tri-chess.txt"));

const fn first(group: &str) -> usize {
    first_term(LAYOUT, group)
}
