//! The symmetries of Zombie Chess: what the mirror does to a state.

use super::{Extra, State, Zombie, late};
use crate::games::chess::mirrored_bits;
use crate::games::chess::variant::VariantSymmetries;

impl VariantSymmetries for Zombie {
    fn mirrored(&self, state: &State) -> Option<Extra> {
        let (extra, turn) = (&state.extra, mirrored_bits);
        Some(Extra {
            zombies: turn(extra.zombies),
            moved: turn(extra.moved),
            graves: extra.graves.map(|graves| graves.mirrored(turn)),
            left: turn(extra.left),
            passing: turn(extra.passing),
            ..*extra
        })
    }

    fn mirrored_action(own: usize) -> usize {
        late::mirrored(own)
    }
}
