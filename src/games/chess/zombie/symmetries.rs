//! The symmetries of Zombie Chess: what the mirror does to a state.

use super::{Crypt, State, Zombie, late};
use crate::games::chess::mirrored_bits;
use crate::games::chess::variant::VariantSymmetries;

impl VariantSymmetries for Zombie {
    fn mirrored(&self, state: &State) -> Option<Crypt> {
        let (crypt, turn) = (&state.extra, mirrored_bits);
        Some(Crypt {
            zombies: turn(crypt.zombies),
            moved: turn(crypt.moved),
            graves: crypt.graves.map(|graves| graves.mirrored(turn)),
            left: turn(crypt.left),
            passing: turn(crypt.passing),
            ..*crypt
        })
    }

    fn mirrored_action(own: usize) -> usize {
        late::mirrored(own)
    }
}
