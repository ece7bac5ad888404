//! The terms of the positional evaluation, and their weights for each group of games.
//!
//! The weights are fitted by logistic regression to quiet positions of games that alpha-beta played against
//! itself after random turns: see `tools/fit_positional.py`.

use crate::games::positional::{Layout, Weight, first_term, number_of_terms, read_weights};

/// The groups of terms.
const LAYOUT: &Layout = &[
    // By kind, the rank of a piece from the own edge.
    ("rank_pawn", 8),
    ("rank_knight", 8),
    ("rank_bishop", 8),
    ("rank_rook", 8),
    ("rank_queen", 8),
    ("rank_king", 8),
    // By kind, on a flat board, the file of a piece from the center.
    ("file_pawn", 4),
    ("file_knight", 4),
    ("file_bishop", 4),
    ("file_rook", 4),
    ("file_queen", 4),
    ("file_king", 4),
    // The number of cells that a piece can go to, without those that enemy pawns attack.
    ("mobility_knight", 9),
    ("mobility_bishop", 15),
    ("mobility_rook", 15),
    ("mobility_queen", 29),
    // In an attack on the enemy king by two pieces or more, the sum of their weights near it. Greater sums
    // count like the last one.
    ("attack", 24),
    // For knights, bishops, rooks and queens, each cell from which a piece could give check without being
    // captured by a pawn or the king.
    ("check", 4),
    // By rank from the own edge, a passed pawn, and one that no enemy piece blocks.
    ("passed", 8),
    ("passed_and_free", 8),
    // From the fourth rank on, each step between a passed pawn and a king, for each rank.
    ("passed_to_king", 1),
    ("passed_to_enemy_king", 1),
    // A pawn without pawns on the next files.
    ("isolated", 1),
    // A pawn behind another one.
    ("doubled", 1),
    // A pawn that another pawn defends.
    ("supported", 1),
    // A pawn with another one next to it.
    ("phalanx", 1),
    // For knights, bishops, rooks and queens, an enemy piece that a pawn attacks.
    ("attacked_by_pawn", 4),
    // An enemy rook or queen that a knight or bishop attacks.
    ("minor_threat", 1),
    // A knight, or a bishop, on the fourth rank or farther that a pawn defends and that no enemy pawn can
    // ever attack.
    ("outpost", 2),
    ("two_bishops", 1),
    // For each bishop, a pawn on the color of its cells.
    ("pawn_of_bishop_color", 1),
    // A rook on a file without pawns, and without own pawns.
    ("rook_on_open_file", 1),
    ("rook_on_half_open_file", 1),
    // A pawn next to the king on the rank ahead, and one rank farther.
    ("shelter", 1),
    ("far_shelter", 1),
    // The king's file, or one next to it, without own pawns.
    ("open_file_at_king", 1),
    // An enemy pawn on these files, up to three ranks ahead of the king.
    ("storm", 1),
    // Each rank and file between a bare enemy king and the center, and between the kings.
    ("bare_king_from_center", 1),
    ("kings_apart", 1),
];

/// The number of terms.
pub const NUM_TERMS: usize = number_of_terms(LAYOUT);

/// The first term by kind, then rank.
pub const RANK: usize = first("rank_pawn");
/// The first term by kind, then file.
pub const FILE: usize = first("file_pawn");
/// For knights, bishops, rooks and queens, the first term, and the largest number that has its own.
pub const MOBILITY: [(usize, usize); 4] = [
    (first("mobility_knight"), 8),
    (first("mobility_bishop"), 14),
    (first("mobility_rook"), 14),
    (first("mobility_queen"), 28),
];
pub const MAX_ATTACK: usize = 23;
pub const ATTACK: usize = first("attack");
pub const CHECK: usize = first("check");
pub const PASSED: usize = first("passed");
pub const PASSED_AND_FREE: usize = first("passed_and_free");
pub const PASSED_TO_KING: usize = first("passed_to_king");
pub const PASSED_TO_ENEMY_KING: usize = first("passed_to_enemy_king");
pub const ISOLATED: usize = first("isolated");
pub const DOUBLED: usize = first("doubled");
pub const SUPPORTED: usize = first("supported");
pub const PHALANX: usize = first("phalanx");
pub const ATTACKED_BY_PAWN: usize = first("attacked_by_pawn");
pub const MINOR_THREAT: usize = first("minor_threat");
pub const OUTPOST: usize = first("outpost");
pub const TWO_BISHOPS: usize = first("two_bishops");
pub const PAWN_OF_BISHOP_COLOR: usize = first("pawn_of_bishop_color");
pub const ROOK_ON_OPEN_FILE: usize = first("rook_on_open_file");
pub const ROOK_ON_HALF_OPEN_FILE: usize = first("rook_on_half_open_file");
pub const SHELTER: usize = first("shelter");
pub const FAR_SHELTER: usize = first("far_shelter");
pub const OPEN_FILE_AT_KING: usize = first("open_file_at_king");
pub const STORM: usize = first("storm");
pub const BARE_KING_FROM_CENTER: usize = first("bare_king_from_center");
pub const KINGS_APART: usize = first("kings_apart");

/// The weights of all terms.
pub type Weights = [Weight; NUM_TERMS];

/// Chess, on a flat board or a cylinder.
pub static CHESS: Weights = read_weights(LAYOUT, include_str!("weights/chess.txt"));
/// Shadow Chess on a flat board, and on a cylinder.
pub static SHADOW: Weights = read_weights(LAYOUT, include_str!("weights/shadow.txt"));
pub static CYLINDRICAL_SHADOW: Weights = read_weights(LAYOUT, include_str!("weights/cylindrical-shadow.txt"));
/// Two-Move Chess.
pub static TWO_MOVE: Weights = read_weights(LAYOUT, include_str!("weights/two-move.txt"));
/// Half Alice Chess.
pub static HALF_ALICE: Weights = read_weights(LAYOUT, include_str!("weights/half-alice.txt"));
/// Adrenaline Chess.
pub static ADRENALINE: Weights = read_weights(LAYOUT, include_str!("weights/adrenaline.txt"));

const fn first(group: &str) -> usize {
    first_term(LAYOUT, group)
}
