//! The symmetries of orthodox chess: what the mirror does to a state.

use super::{Extra, Orthodox, State};
use crate::board::Cell;
use crate::games::chess::board_transform::shifted;
use crate::games::chess::move_rules::MoveRules;
use crate::games::chess::variant::VariantSymmetries;

impl<P: MoveRules> VariantSymmetries for Orthodox<P> {
    fn mirrored(&self, state: &State) -> Option<Extra> {
        Some(Extra { history: state.extra.history.mirrored(state.position.seat), ..state.extra })
    }

    fn mirrored_action(own: usize) -> usize {
        P::mirrored_action(own)
    }

    fn shifted(&self, state: &State, files: Cell) -> Option<Extra> {
        let history = state.extra.history.map(state.position.seat, |cell| shifted(cell, files));
        Some(Extra { history, ..state.extra })
    }
}
