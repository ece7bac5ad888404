//! The terms of the values of stacks, and their weights for each group of games.
//!
//! The weights are fitted by logistic regression to quiet positions of games that alpha-beta played against
//! itself after random turns: see `tools/fit_positional.py`.

use crate::games::positional::{Layout, Weight, first_term, number_of_terms, read_weights};

/// The largest numbers of own pieces and of prisoners below a top, and of moves to the king row, that have
/// their own terms. Greater numbers count like them.
pub const MAX_OWN: usize = 3;
pub const MAX_PRISONERS: usize = 7;
pub const MAX_MOVES: usize = 7;

/// The groups of terms.
const LAYOUT: &Layout = &[
    // By the top and the number of own pieces below it, a stack with a number of prisoners.
    ("man_on_0_own", MAX_PRISONERS + 1),
    ("man_on_1_own", MAX_PRISONERS + 1),
    ("man_on_2_own", MAX_PRISONERS + 1),
    ("man_on_3_own", MAX_PRISONERS + 1),
    ("king_on_0_own", MAX_PRISONERS + 1),
    ("king_on_1_own", MAX_PRISONERS + 1),
    ("king_on_2_own", MAX_PRISONERS + 1),
    ("king_on_3_own", MAX_PRISONERS + 1),
    // A man on top, by its number of moves to the king row.
    ("man_to_king_row", MAX_MOVES + 1),
    // A king below the top, by its owner.
    ("own_king_below", 1),
    ("captured_king", 1),
];

/// The number of terms.
pub const NUM_TERMS: usize = number_of_terms(LAYOUT);

pub const MAN_TO_KING_ROW: usize = first("man_to_king_row");
pub const OWN_KING_BELOW: usize = first("own_king_below");
pub const CAPTURED_KING: usize = first("captured_king");

/// Returns the term of a stack.
#[inline(always)]
pub fn stack(is_king: bool, own: usize, prisoners: usize) -> usize {
    (usize::from(is_king) * (MAX_OWN + 1) + own.min(MAX_OWN)) * (MAX_PRISONERS + 1)
        + prisoners.min(MAX_PRISONERS)
}

/// The weights of all terms.
pub type StackWeights = [Weight; NUM_TERMS];

/// Stax on a flat board, and without numbers on a cylinder.
pub static STAX: StackWeights = read_weights(LAYOUT, include_str!("weights/stax.txt"));
/// Stax on the universal board, and with numbers on a cylinder or a hexagon.
pub static UNIVERSAL_STAX: StackWeights = read_weights(LAYOUT, include_str!("weights/universal-stax.txt"));
/// Stax of two teams of two, and Queens of such teams on flat boards and hexagons.
pub static TEAM_STACKS: StackWeights = read_weights(LAYOUT, include_str!("weights/team-stacks.txt"));
/// Queens on a cylinder.
pub static QUEENS: StackWeights = read_weights(LAYOUT, include_str!("weights/queens.txt"));
/// Tri-Stax and Tri-Queens for two.
pub static TRI_STAX: StackWeights = read_weights(LAYOUT, include_str!("weights/tri-stax.txt"));

const fn first(group: &str) -> usize {
    first_term(LAYOUT, group)
}
