//! The observation of Masquerade Chess: the planes of numbers that are its own.

use super::{Extra, Masquerade, OPEN, State};
use crate::game::{Plane, Seat};
use crate::games::chess::planes::Planes;
use crate::games::chess::variant::VariantObservation;

impl VariantObservation for Masquerade {
    fn planes(&self) -> Vec<Plane> {
        let rows = "a row for each kind and a column for each way to capture, both in the order K Q R B N";
        vec![
            Plane::table(
                "enemy's captures",
                format!("how the enemy's pieces capture, as the seat chose: {rows}"),
            ),
            Plane::table(
                "own possible captures",
                format!("how the seat's pieces can capture, from what was seen: {rows}"),
            ),
            Plane::table(
                "enemy's possible captures",
                format!("how the enemy's pieces can capture, from what was seen: {rows}"),
            ),
            Plane::flag("own captures chosen", "whether the enemy has chosen how the seat's pieces capture"),
        ]
    }

    #[inline(always)]
    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let (own, other) = (seat.parity(), seat.parity() ^ 1);
        let Extra { captures, possible } = &state.extra;
        // The seat knows what it chose for the other; of its own pieces, only what everybody has seen.
        planes.table(
            state.mask(Seat::from_index(other)).map_or([0; 5], |mask| mask.map(|capture| 1 << capture)),
        );
        planes.table(possible[own]);
        planes.table(possible[other]);
        planes.level(if captures[own] == OPEN { 0.0 } else { 1.0 });
    }
}
