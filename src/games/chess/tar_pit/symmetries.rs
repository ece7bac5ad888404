//! The symmetries of Tar Pit Chess: what the mirror does to a state.

use super::turn::Phase;
use super::{Extra, State, TarPit};
use crate::games::chess::mirrored_bits;
use crate::games::chess::variant::VariantSymmetries;

impl VariantSymmetries for TarPit {
    fn mirrored(&self, state: &State) -> Option<Extra> {
        let mut extra = state.extra;
        extra.checkers.under = extra.checkers.under.map(mirrored_bits);
        if let Phase::Throw(cell) = extra.phase {
            extra.phase = Phase::Throw(cell ^ 7);
        }
        Some(extra)
    }
}
