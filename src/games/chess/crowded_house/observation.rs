//! The observation of Crowded House: the planes of numbers that are its own.

use super::takeable::{next, side_of};
use super::{Crowd, CrowdedHouse, State};
use crate::game::{Plane, Seat};
use crate::games::chess::planes::{self, Planes};
use crate::games::chess::variant::VariantObservation;

impl VariantObservation for CrowdedHouse {
    fn planes(&self) -> Vec<Plane> {
        vec![
            Plane::marks("own side", "the half of the board that is the seat's side"),
            Plane::marks("next player's side", "the half of the board that is the side of the next seat"),
            Plane::level(
                "steps to wait",
                3,
                "the steps of other seats before the seat is to act, divided by 3",
            ),
            planes::repetitions(),
        ]
    }

    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let State { position, extra } = state;
        planes.set(side_of(seat));
        planes.set(side_of(next(seat)));
        planes.level(f32::from(seat.number().wrapping_sub(extra.seat.number()) & 3) / 3.0);
        let earlier = extra.history.count(extra.seat, &Crowd(position.pieces)).min(2);
        planes.level(earlier as f32 / 2.0);
    }
}
