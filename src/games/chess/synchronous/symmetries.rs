//! The symmetries of Synchronous Chess: what the mirror does to a state.

use super::{Extra, State, Synchronous};
use crate::games::chess::mirrored_bits;
use crate::games::chess::step::Step;
use crate::games::chess::variant::VariantSymmetries;

impl VariantSymmetries for Synchronous {
    fn mirrored(&self, state: &State) -> Option<Extra> {
        let (extra, mirror) = (&state.extra, mirrored_bits);
        Some(Extra {
            pending: extra.pending.map(Step::mirrored),
            open: extra.open.map(|open| open.mirrored()),
            struck: mirror(extra.struck),
            history: extra.history.map(state.position.seat, |cell| cell ^ 7),
            ..extra.clone()
        })
    }
}
