//! The symmetries of Cooperative Chess: what the mirror does to a state.

use super::{Cooperative, Extra, State};
use crate::games::chess::mirrored_bits;
use crate::games::chess::variant::VariantSymmetries;

impl VariantSymmetries for Cooperative {
    fn mirrored(&self, state: &State) -> Option<Extra> {
        let [active, ep_square] = [state.extra.active, state.extra.ep_square].map(mirrored_bits);
        Some(Extra { active, ep_square, ..state.extra })
    }
}
