//! Symmetries of a game. Training uses them for augmentation, and tests for consistency checks.

/// A rotation or reflection that maps the acting seat's position to another position of the same game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The name: `mirror`, `turn-90`, `shift-2`.
    pub name: String,
    /// The image of each cell, in the board's numbering.
    pub cells: Vec<u8>,
    /// The image of each action of a seat.
    pub actions: Vec<u32>,
}
