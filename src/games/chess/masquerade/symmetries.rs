//! The symmetries of Masquerade Chess: what the mirror does to a state.

use super::{Extra, Masquerade, State};
use crate::games::chess::variant::VariantSymmetries;

impl VariantSymmetries for Masquerade {
    fn mirrored(&self, state: &State) -> Option<Extra> {
        Some(state.extra)
    }
}
