//! The observation of Synchronous Chess: the planes of numbers that are its own.

use super::{PASS, State, Synchronous};
use crate::game::{Plane, Seat};
use crate::games::chess::bitboard::bit;
use crate::games::chess::planes::{self, Planes};
use crate::games::chess::step::MoveKind;
use crate::games::chess::variant::VariantObservation;

impl VariantObservation for Synchronous {
    fn planes(&self) -> Vec<Plane> {
        let mut planes = vec![
            Plane::flag("exchange", "whether strikes are being exchanged"),
            Plane::marks("own commit: from", "the cell from which the seat's committed move goes"),
            Plane::marks("own commit: to", "the cell to which the seat's committed move goes"),
            Plane::flag("own commit: pass", "whether the seat has committed to pass"),
            planes::committed(),
        ];
        for (owner, whose) in [("own", "the seat's"), ("enemy", "the enemy's")] {
            planes.extend([
                Plane::marks(
                    format!("where {owner} men may strike"),
                    format!("the cells where {whose} pieces can strike now"),
                ),
                Plane::marks(format!("{owner} strikers"), format!("{whose} pieces that can strike there")),
            ]);
        }
        planes.extend([
            Plane::marks("struck", "the cells that have been struck in this exchange"),
            planes::repetitions(),
        ]);
        planes
    }

    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let (position, extra) = (&state.position, &state.extra);
        let (own, other) = (&extra.open[seat.parity()], &extra.open[seat.parity() ^ 1]);
        let flag = |set: bool| if set { 1.0 } else { 0.0 };
        let commit = extra.pending.filter(|_| seat == Seat::ZERO);
        let (mut from, mut to) = (0, 0);
        if let Some(step) = commit.filter(|step| step.move_kind() != MoveKind::Choice) {
            (from, to) = (bit(step.from()), bit(step.to()));
        }
        planes.level(flag(extra.exchange));
        planes.set(from);
        planes.set(to);
        planes.level(flag(commit == Some(PASS)));
        planes.level(flag(seat == Seat::ONE && extra.pending.is_some()));
        for open in [own, other] {
            planes.set(open.cell());
            planes.set(open.strikers);
        }
        planes.set(extra.struck);
        let earlier = extra.history.count(position.seat, &position.pieces).min(2);
        planes.level(if Self::is_fresh(state) { earlier as f32 / 2.0 } else { 0.0 });
    }
}
