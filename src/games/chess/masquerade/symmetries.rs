//! The symmetries of Masquerade Chess: what the mirror does to a state.

use super::{Masks, Masquerade, State};
use crate::games::chess::variant::VariantSymmetries;

impl VariantSymmetries for Masquerade {
    fn mirrored(&self, state: &State) -> Option<Masks> {
        Some(state.extra)
    }
}
