//! Symmetries of a game, for augmentation and for tests.

/// A way to turn or mirror a game so that the acting seat's position becomes another position of the same
/// game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// What it does: `mirror`, `turn-90`, `shift-2`.
    pub name: String,
    /// Where each cell goes, in the board's own numbering.
    pub cells: Vec<u8>,
    /// Where each action of a seat goes.
    pub actions: Vec<u32>,
}
