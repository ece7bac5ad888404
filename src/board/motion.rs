//! Motions of a board: rotations, reflections and shifts as permutations of its cells.

use super::Cell;

/// A rotation, reflection or shift that maps a board onto itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Motion {
    /// The name: `identity`, `turn-90`, `mirror`, `mirror-turn-60`, `shift-2-0`. Parts apply in the order in
    /// which they are named.
    pub name: String,
    /// The cell that each cell is mapped to.
    pub cells: Vec<Cell>,
}

impl Motion {
    /// Returns the inverse permutation.
    pub fn inverse(&self) -> Vec<Cell> {
        let mut back = vec![0; self.cells.len()];
        for (from, &to) in self.cells.iter().enumerate() {
            back[to as usize] = from as Cell;
        }
        back
    }
}

/// Returns the name of a motion that mirrors left and right if `mirrored`, and then rotates by `degrees`
/// clockwise.
pub(super) fn name(mirrored: bool, degrees: usize) -> String {
    match (mirrored, degrees) {
        (false, 0) => "identity".to_owned(),
        (false, _) => format!("turn-{degrees}"),
        (true, 0) => "mirror".to_owned(),
        (true, _) => format!("mirror-turn-{degrees}"),
    }
}
