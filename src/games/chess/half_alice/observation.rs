//! The observation of Half Alice Chess: the planes of numbers that are its own.

use super::{HalfAlice, MOST_CHECKERS, State};
use crate::game::{Plane, Seat};
use crate::games::chess::planes::{self, Planes};
use crate::games::chess::variant::VariantObservation;

impl VariantObservation for HalfAlice {
    fn planes(&self) -> Vec<Plane> {
        vec![
            Plane::marks("own mirrored pieces", "the seat's own pieces that are beyond the mirror"),
            Plane::marks("enemy mirrored pieces", "the enemy's pieces that are beyond the mirror"),
            Plane::level(
                "own free checkers",
                MOST_CHECKERS.into(),
                "the seat's checkers that are free, divided by 16",
            ),
            Plane::level(
                "enemy free checkers",
                MOST_CHECKERS.into(),
                "the enemy's checkers that are free, divided by 16",
            ),
            planes::repetitions(),
        ]
    }

    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let (position, extra) = (&state.position, &state.extra);
        for seat in [seat, seat.other()] {
            planes.set(position.pieces.side(seat) & extra.mirrored);
        }
        for seat in [seat, seat.other()] {
            planes.level(f32::from(self.free_checkers(state, seat)) / f32::from(MOST_CHECKERS));
        }
        let earlier = extra.history.count(position.seat, &state.sides()).min(2);
        planes.level(earlier as f32 / 2.0);
    }
}
