//! The symmetries of Tar Pit Chess: what the mirror does to a state.

use super::turn::Phase;
use super::{State, Tar, TarPit};
use crate::games::chess::mirrored_bits;
use crate::games::chess::variant::VariantSymmetries;

impl VariantSymmetries for TarPit {
    fn mirrored(&self, state: &State) -> Option<Tar> {
        let mut tar = state.extra;
        tar.checkers.under = tar.checkers.under.map(mirrored_bits);
        if let Phase::Throw(cell) = tar.phase {
            tar.phase = Phase::Throw(cell ^ 7);
        }
        Some(tar)
    }
}
