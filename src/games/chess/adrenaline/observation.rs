//! The observation of Adrenaline Chess: the planes of numbers that are its own.

use super::stacks::CHECKERS;
use super::{Adrenaline, Extra, Phase, State};
use crate::game::{Plane, Seat};
use crate::games::chess::bitboard::bit;
use crate::games::chess::planes::{self, Planes};
use crate::games::chess::variant::VariantObservation;

impl VariantObservation for Adrenaline {
    fn planes(&self) -> Vec<Plane> {
        let digits = ["ones", "twos", "fours", "eights", "sixteens"];
        let digit = |digit| {
            let shows = format!("the {digit} of the number of checkers under the piece, in binary");
            Plane::marks(format!("checkers: {digit}"), shows)
        };
        let mut planes = Vec::from(digits.map(digit));
        planes.extend([
            Plane::level(
                "checkers off the board",
                CHECKERS as u16,
                "the checkers not in play, divided by 24",
            ),
            Plane::marks("piece that may go on", "the piece that can make extra moves"),
            Plane::flag("something taken", "whether this turn has captured a piece"),
            Plane::flag("checker to be placed", "whether a checker must be placed now"),
            planes::to_act(),
        ]);
        planes
    }

    #[inline(always)]
    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let Extra { stacks, phase } = &state.extra;
        let flag = |holds: bool| f32::from(u8::from(holds));
        let (runner, taken) = match *phase {
            Phase::Run { runner, taken } => (bit(runner), taken),
            Phase::Place => (0, true),
            Phase::Move => (0, false),
        };
        stacks.digits().iter().for_each(|&digit| planes.set(digit));
        planes.level(stacks.off_board() as f32 / CHECKERS as f32);
        planes.set(runner);
        planes.level(flag(taken));
        planes.level(flag(*phase == Phase::Place));
        planes.level(flag(state.position.seat == seat));
    }
}
