//! The observation of Chess with Dice and Checkers: the planes of numbers that are its own.

use super::{DICE, DiceCheckers, State};
use crate::game::{Plane, Seat};
use crate::games::chess::pieces::Kind;
use crate::games::chess::planes::{self, Planes};
use crate::games::chess::variant::VariantObservation;

impl VariantObservation for DiceCheckers {
    fn planes(&self) -> Vec<Plane> {
        let mut planes = Vec::new();
        for (owner, whose) in [("own", "the seat's"), ("enemy", "the enemy's")] {
            let numbers = ["ones", "twos", "threes", "fours", "fives", "sixes"];
            planes.extend(numbers.map(|number| {
                Plane::marks(format!("{owner} dice: {number}"), format!("{whose} dice that show {number}"))
            }));
            planes.extend(["single", "double"].map(|size| {
                Plane::marks(format!("{owner} {size} checkers"), format!("{whose} {size} checkers"))
            }));
        }
        planes.extend([
            Plane::marks("checker that must jump on", "the double checker that must jump again"),
            Plane::level(
                "dice to be put back",
                DICE as u16,
                "the captured dice still to put back, divided by 2",
            ),
            planes::repetitions(),
            planes::to_act(),
        ]);
        planes
    }

    /// Dice have planes of their own.
    #[inline(always)]
    fn observe_position(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let mut chess = state.position;
        chess.pieces.kinds.iter_mut().for_each(|kind| *kind &= !state.extra.things.dice);
        planes.position(&chess, seat);
    }

    #[inline(always)]
    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let State { position, extra } = state;
        let (pieces, things) = (&position.pieces, &extra.things);
        for side in [pieces.side(seat), pieces.side(seat.other())] {
            for kind in Kind::ALL {
                planes.set(things.showing(pieces, kind) & side);
            }
            planes.set(things.singles & side);
            planes.set(things.doubles & side);
        }
        planes.set(extra.runner);
        planes.level(f32::from(extra.owed) / DICE as f32);
        let earlier = extra.history.count(position.seat, &state.table()).min(2);
        planes.level(earlier as f32 / 2.0);
        planes.level(f32::from(u8::from(position.seat == seat)));
    }
}
