//! The observation of Two Move Chess: the planes of numbers that are its own.

use super::cards::KINDS;
use super::{State, TwoMove};
use crate::game::{Plane, Seat};
use crate::games::chess::planes::{self, Planes};
use crate::games::chess::variant::VariantObservation;

impl VariantObservation for TwoMove {
    /// A card's plane is 1 where it is of this turn, a half where it lies face up from before; two moves to
    /// come are 1, one is a half.
    fn planes(&self) -> Vec<Plane> {
        let mut planes = Vec::new();
        for (owner, whose) in [("own", "the seat's"), ("enemy", "the enemy's")] {
            planes.extend(KINDS.map(|kind| {
                let shows = format!(
                    "{whose} {} card: 1 if chosen for this turn, 1/2 if face up from before",
                    kind.name()
                );
                Plane::level(format!("{owner} {} card", kind.name()), 2, shows)
            }));
        }
        for (owner, whose) in [("own", "the seat's"), ("enemy", "the enemy's")] {
            planes.extend(KINDS.map(|kind| {
                let shows = format!("the moves that {whose} {} card still makes, divided by 2", kind.name());
                Plane::level(format!("{owner} moves of the {} card", kind.name()), 2, shows)
            }));
        }
        planes.extend([
            Plane::marks("pawns that have moved", "the pawns that have moved in this turn"),
            planes::committed(),
            planes::to_act(),
        ]);
        planes
    }

    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let State { position, extra } = state;
        let flag = |set: bool| if set { 1.0 } else { 0.0 };
        let both = [seat, seat.other()];
        for of in both {
            let before = extra.before[of.parity()];
            let chosen = extra.shown(of, Some(seat)).unwrap_or_default();
            for kind in KINDS {
                planes.level(if before.has(kind) { 0.5 } else { flag(chosen.has(kind)) });
            }
        }
        let mut moves = [[0.0; KINDS.len() + 1]; 2];
        extra.moves.each().for_each(|(of, kind)| moves[of.index()][kind as usize] += 0.5);
        for of in both {
            moves[of.parity()][1..].iter().for_each(|&number| planes.level(number));
        }
        planes.set(extra.moved);
        planes.level(flag(seat == Seat::ONE && extra.is_secret(Seat::ZERO)));
        planes.level(flag(position.seat == seat));
    }
}
