//! The symmetries of Two Move Chess: what the mirror does to a state.

use super::{Extra, State, TwoMove};
use crate::games::chess::mirrored_bits;
use crate::games::chess::variant::VariantSymmetries;

impl VariantSymmetries for TwoMove {
    fn mirrored(&self, state: &State) -> Option<Extra> {
        Some(Extra { moved: mirrored_bits(state.extra.moved), ..state.extra })
    }
}
