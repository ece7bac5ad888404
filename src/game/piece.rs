//! What stands on a cell, as far as pictures and text boards need to know.

use super::Seat;

/// One piece of a stack, as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its owner; none for a thing that belongs to nobody.
    pub seat: Option<Seat>,
    /// What it is, in one word that a picture can be chosen by: `man`, `king`, `knight`, `die`…
    pub kind: &'static str,
    /// As it stands in position strings: `a`, `B`, `c12`, `Q~`.
    pub text: String,
}
