//! The symmetries of Synchronous Chess: what the mirror does to a state.

use super::{State, Synchronous, Turn};
use crate::games::chess::mirrored_bits;
use crate::games::chess::step::Step;
use crate::games::chess::variant::VariantSymmetries;

impl VariantSymmetries for Synchronous {
    fn mirrored(&self, state: &State) -> Option<Turn> {
        let (turn, mirror) = (&state.extra, mirrored_bits);
        Some(Turn {
            pending: turn.pending.map(Step::mirrored),
            open: turn.open.map(|open| open.mirrored()),
            struck: mirror(turn.struck),
            history: turn.history.map(state.position.seat, |cell| cell ^ 7),
            ..turn.clone()
        })
    }
}
