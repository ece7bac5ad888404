//! The observation of Zombie Chess: the planes of numbers that are its own.

use super::{Phase, State, Zombie};
use crate::game::{Plane, Seat};
use crate::games::chess::pieces::Kind;
use crate::games::chess::planes::{self, Planes};
use crate::games::chess::variant::VariantObservation;

impl VariantObservation for Zombie {
    /// The planes beyond those of all games of the family.
    fn planes(&self) -> Vec<Plane> {
        let five = || Kind::ALL[..5].iter().map(|kind| kind.name());
        let own = |kind| {
            let shows = format!("the cells of the seat's own grid with a buried {kind}");
            Plane::marks(format!("own buried {kind}s"), shows)
        };
        let enemy = |kind| {
            let shows = format!("the {kind}s buried in the enemy's grid, divided by 8");
            Plane::level(format!("enemy's buried {kind}s"), 8, shows)
        };
        let burial =
            |kind| Plane::flag(format!("burial of a {kind}"), format!("whether a {kind} must be buried now"));
        let mut planes = vec![
            Plane::marks("own zombies", "the seat's zombies"),
            Plane::marks("enemy zombies", "the enemy's zombies"),
            Plane::marks("zombies that have moved", "the zombies that have moved in this turn"),
        ];
        planes.extend(five().map(own));
        planes.extend([
            Plane::marks(
                "own possible burials",
                "the cells where the seat can have buried a piece, as far as the enemy knows",
            ),
            Plane::marks("enemy's possible burials", "the cells where the enemy can have buried a piece"),
        ]);
        planes.extend(five().map(enemy));
        planes.extend([
            Plane::marks("cells left", "the cells that pieces have left in this turn"),
            Plane::marks("cells passed over", "the cells that pawns have passed over in this turn"),
            Plane::flag("horde", "whether zombies are moving, so that others can move too"),
        ]);
        planes.extend(five().map(burial));
        planes.extend([
            Plane::level("burials to come", 16, "the pieces still to bury in this turn, divided by 16"),
            planes::to_act(),
        ]);
        planes
    }

    /// Adds these planes.
    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let (extra, pieces) = (&state.extra, &state.position.pieces);
        let (own, other) = (&extra.graves[seat.parity()], &extra.graves[seat.parity() ^ 1]);
        planes.set(extra.zombies & pieces.side(seat));
        planes.set(extra.zombies & pieces.side(seat.other()));
        planes.set(extra.moved);
        own.kinds().iter().for_each(|&kind| planes.set(kind));
        planes.set(own.possible);
        planes.set(other.possible);
        other.kinds().iter().for_each(|kind| planes.level(kind.count_ones() as f32 / 8.0));
        planes.set(extra.left);
        planes.set(extra.passing);
        planes.level(if extra.phase == Phase::Horde { 1.0 } else { 0.0 });
        let next = if extra.phase == Phase::Bury { extra.taken.kinds().next() } else { None };
        for kind in &Kind::ALL[..5] {
            planes.level(if next == Some(*kind) { 1.0 } else { 0.0 });
        }
        planes.level(f32::from(extra.taken.count) / 16.0);
        planes.level(if state.position.seat == seat { 1.0 } else { 0.0 });
    }
}
