//! The observation of orthodox chess: the planes of numbers that are its own.

use super::{Orthodox, State};
use crate::game::{Plane, Seat};
use crate::games::chess::move_rules::MoveRules;
use crate::games::chess::planes::{self, Planes};
use crate::games::chess::variant::VariantObservation;

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
