//! The view of Zombie Chess: planes of its own, what a seat may not see, pictures, symmetries.

use super::late::{self, Late};
use super::{Extra, Phase, State, Zombie};
use crate::board::Cell;
use crate::game::{CellMark, Item, Mark, OffBoardGroup, Piece, Plane, Rng, Seat, Thing};
use crate::games::chess::game::variant::{
    VariantDisplay, VariantInformation, VariantObservation, VariantRules, VariantSymmetries,
};
use crate::games::chess::kit::bitboard::{bit, cells};
use crate::games::chess::kit::board_transform::mirrored_bits;
use crate::games::chess::kit::legal_moves::{ChoiceSet, LegalMoves};
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::planes::{self, Planes};
use crate::games::chess::kit::step::{MoveKind, Step};
use crate::games::chess::kit::{explain, placement};

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

impl VariantInformation for Zombie {
    /// Z13: where the other seat buries is not seen.
    fn step_text_for(&self, state: &State, step: Step, seat: Seat) -> Option<String> {
        let unseen = step.move_kind() == MoveKind::Choice
            && state.extra.phase == Phase::Bury
            && state.position.seat != seat;
        unseen.then(|| "bury:??".into())
    }

    /// Z16: the other seat's burials anywhere among its possible cells, as long as the game goes on, or is
    /// over, as it does here. (What is drawn often in vain leaves the state as it is.)
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let (other, outcome, mut drawn) = (seat.parity() ^ 1, self.outcome(state), *state);
        for _ in 0..1000 {
            drawn.extra.graves[other] = state.extra.graves[other].redrawn(rng);
            let mut moves = (MoveSet::default(), (Late::default(), ChoiceSet::default()));
            if drawn.extra.phase != Phase::Bury {
                self.add_legal(&drawn, &mut moves);
            }
            let goes_on = self.only_choices(&drawn).map_or(moves.any(), |choices| choices.any());
            if self.outcome(&drawn) == outcome && (outcome.is_some() || goes_on) {
                return drawn;
            }
        }
        *state
    }
}

impl VariantDisplay for Zombie {
    fn suffix(&self, state: &State, cell: Cell) -> &'static str {
        match &state.extra {
            Extra { zombies, .. } if zombies & bit(cell) == 0 => "",
            Extra { moved, .. } if moved & bit(cell) != 0 => "=",
            _ => "~",
        }
    }

    fn marks(&self, state: &State, cell: Cell) -> Vec<Mark> {
        let extra = &state.extra;
        let marks = [(extra.zombies, Mark::Zombie), (extra.moved, Mark::Moved)];
        marks.into_iter().filter(|(cells, _)| cells & bit(cell) != 0).map(|(_, mark)| mark).collect()
    }

    /// Open cells, and graves: those that the viewer knows with what lies there, the others wherever
    /// they may be (Z13, Z16).
    fn cell_marks(&self, state: &State, viewer: Option<Seat>) -> Vec<(Cell, CellMark)> {
        let (position, extra) = (&state.position, &state.extra);
        let mut marks: Vec<(Cell, CellMark)> =
            cells(position.ep_square | extra.passing).map(|cell| (cell, CellMark::Passed)).collect();
        for (seat, graves) in Seat::BOTH.into_iter().zip(&extra.graves) {
            if viewer.is_none_or(|viewer| viewer == seat) {
                let buried = cells(graves.held()).filter_map(|cell| graves.at(cell).map(|kind| (cell, kind)));
                marks.extend(buried.map(|(cell, kind)| {
                    (cell, CellMark::Buried { seat, owner: seat.other(), kind: kind.name() })
                }));
            } else {
                marks.extend(cells(graves.possible).map(|cell| (cell, CellMark::Grave(seat))));
            }
        }
        marks
    }

    /// What each seat has buried, with its cells as far as the viewer knows them, and what has still to
    /// be buried.
    fn off_board(&self, state: &State, viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let extra = &state.extra;
        let piece = |seat: Seat, kind: Kind| {
            Item::one(Thing::Piece(Piece::new(Some(seat), kind.name(), placement::letter(kind, seat))))
        };
        let mut groups = Vec::new();
        for (seat, graves) in Seat::BOTH.into_iter().zip(&extra.graves) {
            let known = viewer.is_none_or(|viewer| viewer == seat);
            let items = graves.sorted(known).into_iter().map(|(cell, kind)| {
                let note = if known { explain::name(cell) } else { "?".into() };
                piece(seat.other(), kind).noted(note)
            });
            groups.push(OffBoardGroup::of(Some(seat), "graves", items.collect()));
        }
        let taken = extra.taken.kinds().map(|kind| piece(state.position.seat.other(), kind));
        groups.push(OffBoardGroup::of(None, "to be buried", taken.collect()));
        groups
    }
}

impl VariantSymmetries for Zombie {
    fn mirrored(&self, state: &State) -> Option<Extra> {
        let (extra, turn) = (&state.extra, mirrored_bits);
        Some(Extra {
            zombies: turn(extra.zombies),
            moved: turn(extra.moved),
            graves: extra.graves.map(|graves| graves.mirrored(turn)),
            left: turn(extra.left),
            passing: turn(extra.passing),
            ..*extra
        })
    }

    fn mirrored_action(own: usize) -> usize {
        late::mirrored(own)
    }
}
