//! The view of Synchronous Chess: planes of its own, what a seat may not see, pictures, symmetries.

use super::{Extra, PASS, State, Synchronous, notation};
use crate::board::Cell;
use crate::game::{Item, Mark, OffBoardGroup, Plane, Rng, Seat, Thing};
use crate::games::chess::game::variant::{
    VariantDisplay, VariantInformation, VariantObservation, VariantRules, VariantSymmetries,
};
use crate::games::chess::kit::bitboard::{bit, cells};
use crate::games::chess::kit::board_transform::mirrored_bits;
use crate::games::chess::kit::explain;
use crate::games::chess::kit::legal_moves::{ChoiceSet, LegalMoves};
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::planes::{self, Planes};
use crate::games::chess::kit::step::{MoveKind, Step};

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

impl VariantInformation for Synchronous {
    fn is_simultaneous(&self, state: &State) -> bool {
        !state.extra.exchange || state.extra.open.iter().all(|open| open.strikers != 0)
    }

    /// 5.11: Black does not see White's commit.
    fn step_text_for(&self, state: &State, _step: Step, seat: Seat) -> Option<String> {
        let unseen = self.is_simultaneous(state) && seat == Seat::ONE && state.position.seat == Seat::ZERO;
        unseen.then(|| "??".into())
    }

    /// Any commit that White had.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let mut drawn = state.clone();
        if seat == Seat::ONE && state.extra.pending.is_some() {
            let mut moves = (MoveSet::default(), ChoiceSet::default());
            let mut before = state.clone();
            (before.position.seat, before.extra.pending) = (Seat::ZERO, None);
            self.add_legal(&before, &mut moves);
            drawn.extra.pending = moves.pick(&before.position, crate::game::below(rng, moves.count()));
        }
        drawn
    }
}

impl VariantDisplay for Synchronous {
    fn marks(&self, state: &State, cell: Cell) -> Vec<Mark> {
        let extra = &state.extra;
        let ready = extra.open[0].strikers | extra.open[1].strikers;
        let marks = [(ready, Mark::Active), (extra.struck, Mark::Moved)];
        marks.into_iter().filter(|(cells, _)| cells & bit(cell) != 0).map(|(_, mark)| mark).collect()
    }

    /// What White has committed, and where blows may be struck.
    fn off_board(&self, state: &State, viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let extra = &state.extra;
        let commit = extra.pending.map(|step| match viewer {
            Some(Seat::ONE) => Thing::Hidden,
            _ => Thing::Word(notation::step(step)),
        });
        let committed = commit.map(Item::one).into_iter().collect();
        let mut groups =
            vec![OffBoardGroup { short: true, ..OffBoardGroup::of(Some(Seat::ZERO), "commit", committed) }];
        for (seat, open) in Seat::BOTH.into_iter().zip(&extra.open) {
            let cell = cells(open.cell()).map(explain::name).next();
            groups.push(OffBoardGroup::word(Some(seat), "blow at", cell));
        }
        groups
    }
}

impl VariantSymmetries for Synchronous {
    fn mirrored(&self, state: &State) -> Option<Extra> {
        let (extra, mirror) = (&state.extra, mirrored_bits);
        Some(Extra {
            pending: extra.pending.map(Step::mirrored),
            open: extra.open.map(|open| open.mirrored()),
            struck: mirror(extra.struck),
            history: extra.history.map(state.position.seat, |cell| cell ^ 7),
            ..extra.clone()
        })
    }
}
