//! The symmetries of Cooperative Chess: what the mirror does to a state.

use super::{Cooperative, State, Table};
use crate::games::chess::mirrored_bits;
use crate::games::chess::variant::VariantSymmetries;

impl VariantSymmetries for Cooperative {
    fn mirrored(&self, state: &State) -> Option<Table> {
        let [man, ep_square] = [state.extra.man, state.extra.ep_square].map(mirrored_bits);
        Some(Table { man, ep_square, ..state.extra })
    }
}
