//! The observation of orthodox chess: the planes of numbers that are its own.

use super::{Orthodox, State};
use crate::game::{Plane, Seat};
use crate::games::chess::move_rules::MoveRules;
use crate::games::chess::planes::{self, Planes};
use crate::games::chess::variant::VariantObservation;

impl<P: MoveRules> VariantObservation for Orthodox<P> {
    fn planes() -> Vec<Plane> {
        vec![planes::repetitions()]
    }

    #[inline(always)]
    fn observe(&self, state: &State, _seat: Seat, planes: &mut Planes) {
        let earlier = state.extra.history.count(state.position.seat, &state.position.pieces).min(2);
        planes.level(earlier as f32 / 2.0);
    }
}
