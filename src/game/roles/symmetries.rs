//! The role of the symmetries: rotations and reflections.

use super::super::Symmetry;
use super::Rules;

/// How the game can be rotated or mirrored. By default it cannot.
pub trait Symmetries: Rules {
    /// Returns the rotations and reflections of the game.
    fn symmetries(&self) -> &[Symmetry] {
        &[]
    }

    /// Returns the state that `symmetry` maps this state to. `None` if something in the state, such as
    /// a castling right, cannot be mapped.
    fn transform(&self, _state: &Self::State, _symmetry: &Symmetry) -> Option<Self::State> {
        None
    }
}
