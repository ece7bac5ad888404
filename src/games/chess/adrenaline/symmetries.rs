//! The symmetries of Adrenaline Chess: what the mirror does to a state.

use super::{Adrenaline, Extra, Phase, State};
use crate::games::chess::mirrored_bits;
use crate::games::chess::variant::VariantSymmetries;

impl VariantSymmetries for Adrenaline {
    fn mirrored(&self, state: &State) -> Option<Extra> {
        let Extra { stacks, phase } = &state.extra;
        let phase = match *phase {
            Phase::Run { runner, taken } => Phase::Run { runner: runner ^ 7, taken },
            other => other,
        };
        Some(Extra { stacks: stacks.map(mirrored_bits), phase })
    }
}
