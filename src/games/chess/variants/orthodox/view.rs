//! The view of orthodox chess: planes of its own, pictures, symmetries.

use super::move_rules::MoveRules;
use super::{Extra, Orthodox, State};
use crate::board::Cell;
use crate::game::{CellMark, Plane, Seat};
use crate::games::chess::game::variant::{VariantDisplay, VariantObservation, VariantSymmetries};
use crate::games::chess::kit::board_transform::shifted;
use crate::games::chess::kit::planes::{self, Planes};

impl<P: MoveRules> VariantObservation for Orthodox<P> {
    fn planes(&self) -> Vec<Plane> {
        let mut planes = vec![planes::repetitions()];
        if self.move_rules.changes().castling_from > 1 {
            planes.push(Plane::level(
                "castling delay",
                100,
                "the moves until castling is allowed, divided by 100; 0 if it is allowed",
            ));
        }
        planes
    }

    #[inline(always)]
    fn observe(&self, state: &State, _seat: Seat, planes: &mut Planes) {
        let earlier = state.extra.history.count(state.position.seat, &state.position.pieces).min(2);
        planes.level(earlier as f32 / 2.0);
        if self.move_rules.changes().castling_from > 1 {
            planes.level(self.castling_delay(state.extra.number) as f32 / 100.0);
        }
    }
}

impl<P: MoveRules> VariantDisplay for Orthodox<P> {
    fn shadows(&self, state: &State) -> Vec<(Cell, CellMark)> {
        self.move_rules.shadow_marks(&state.position)
    }
}

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
