//! The display of orthodox chess: what pictures show.

use super::{Orthodox, State};
use crate::board::Cell;
use crate::game::CellMark;
use crate::games::chess::move_rules::MoveRules;
use crate::games::chess::variant::VariantDisplay;

impl<P: MoveRules> VariantDisplay for Orthodox<P> {
    fn shadows(&self, state: &State) -> Vec<(Cell, CellMark)> {
        self.move_rules.shadow_marks(&state.position)
    }
}
