//! The symmetries of Half Alice Chess: what the mirror does to a state.

use super::{Extra, HalfAlice, State};
use crate::games::chess::variant::VariantSymmetries;
use crate::games::chess::{mirrored_bits, numbering};

impl VariantSymmetries for HalfAlice {
    fn mirrored_action(own: usize) -> usize {
        numbering::mirrored(own)
    }

    fn mirrored(&self, state: &State) -> Option<Extra> {
        let Extra { mirrored, history } = &state.extra;
        let history = history.mirrored(state.position.seat);
        Some(Extra { mirrored: mirrored_bits(*mirrored), history })
    }
}
