//! The symmetries of a game: the mirror, and the rotations of a cylinder.

use super::ChessGame;
use crate::game::Symmetry;
use crate::game::roles::Symmetries;
use crate::games::chess::board_transform::{self, BoardTransform};
use crate::games::chess::variant::{ChessVariant, State};

impl<V: ChessVariant> Symmetries for ChessGame<V> {
    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// None while castling rights stand: king and queen would have changed sides.
    fn transform(&self, state: &State<V::Extra>, symmetry: &Symmetry) -> Option<State<V::Extra>> {
        if state.position.rights != 0 {
            return None;
        }
        let at = self.symmetries.iter().position(|known| known.name == symmetry.name)?;
        let BoardTransform { mirrored, files } = self.transforms[at];
        let mut turned = state.clone();
        if mirrored {
            turned = State {
                position: crate::games::chess::mirrored(&state.position),
                extra: self.variant.mirrored(state)?,
            };
        }
        if files != 0 {
            let position = board_transform::shifted_position(&turned.position, files);
            turned = State { position, extra: self.variant.shifted(&turned, files)? };
        }
        Some(turned)
    }
}
