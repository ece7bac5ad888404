//! Motions of a board: turns, reflections and shifts as permutations of its cells.

use super::Cell;

/// A way to turn, mirror or shift a board onto itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Motion {
    /// What it does: `identity`, `turn-90`, `mirror`, `mirror-turn-60`, `shift-2-0`; what is named first is
    /// done first.
    pub name: String,
    /// Where each cell goes.
    pub cells: Vec<Cell>,
}

impl Motion {
    /// The permutation that takes every cell back.
    pub fn inverse(&self) -> Vec<Cell> {
        let mut back = vec![0; self.cells.len()];
        for (from, &to) in self.cells.iter().enumerate() {
            back[to as usize] = from as Cell;
        }
        back
    }
}

/// The name of a motion that mirrors left and right if `mirrored`, and then turns by `degrees` clockwise.
pub(super) fn name(mirrored: bool, degrees: usize) -> String {
    match (mirrored, degrees) {
        (false, 0) => "identity".to_owned(),
        (false, _) => format!("turn-{degrees}"),
        (true, 0) => "mirror".to_owned(),
        (true, _) => format!("mirror-turn-{degrees}"),
    }
}
