//! The view of Two Move Chess: planes of its own, what a seat may not see, pictures, symmetries.

use super::cards::{Cards, KINDS};
use super::{Extra, State, TwoMove};
use crate::board::Cell;
use crate::game::{Item, Mark, OffBoardGroup, Piece, Plane, Rng, Seat, Thing, below};
use crate::games::chess::game::variant::{
    VariantDisplay, VariantInformation, VariantObservation, VariantSymmetries,
};
use crate::games::chess::kit::bitboard::{bit, cells, nth};
use crate::games::chess::kit::board_transform::mirrored_bits;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::planes::{self, Planes};
use crate::games::chess::kit::step::Step;
use crate::games::chess::kit::{explain, placement};

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

impl VariantInformation for TwoMove {
    /// All choices but the opening one.
    fn is_simultaneous(&self, state: &State) -> bool {
        state.extra.is_choosing() && !state.extra.is_opening()
    }

    /// W11: Black does not see what White chooses.
    fn step_text_for(&self, state: &State, step: Step, seat: Seat) -> Option<String> {
        let unseen = step.is_choice()
            && self.is_simultaneous(state)
            && state.position.seat == Seat::ZERO
            && seat == Seat::ONE;
        unseen.then(|| "cards:??".into())
    }

    /// W11: any choice that White had.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let (mut drawn, extra) = (*state, &state.extra);
        if seat == Seat::ONE && extra.is_secret(Seat::ZERO) {
            let choices = extra.before[0].choices();
            let number = nth(choices, below(rng, choices.count_ones() as usize) as u32);
            drawn.extra.chosen[0] = Cards::pair(number.into());
        }
        drawn
    }
}

impl VariantDisplay for TwoMove {
    /// The pawns that may not move again in this turn (W7).
    fn marks(&self, state: &State, cell: Cell) -> Vec<Mark> {
        let moved = state.extra.moved & bit(cell) != 0;
        moved.then_some(Mark::Moved).into_iter().collect()
    }

    /// The cards that lie face up or, of White while Black chooses, face down; the moves to come, by the
    /// cards that make them; and in words, for text boards show no marks, the pawns that have moved.
    fn off_board(&self, state: &State, viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let extra = &state.extra;
        let card = |seat: Seat, kind: Kind| {
            Item::one(Thing::Card(Piece::new(Some(seat), kind.name(), placement::letter(kind, seat))))
        };
        let lying = |seat: Seat, label, cards: Option<Cards>| {
            let items = match cards {
                Some(cards) => cards.kinds().map(|kind| card(seat, kind)).collect(),
                None => vec![Item::many(Thing::Hidden, 2)],
            };
            OffBoardGroup::of(Some(seat), label, items)
        };
        let before =
            Seat::BOTH.map(|seat| lying(seat, "cards from before", Some(extra.before[seat.index()])));
        let chosen = Seat::BOTH.map(|seat| lying(seat, "cards of this turn", extra.shown(seat, viewer)));
        let moves = extra.moves.each().map(|(seat, kind)| card(seat, kind)).collect();
        let moved = cells(extra.moved).map(|cell| Item::one(Thing::Word(explain::name(cell)))).collect();
        let extra = [("moves to come", moves), ("pawns that have moved", moved)];
        let extra = extra.map(|(label, items)| OffBoardGroup::of(None, label, items));
        before.into_iter().chain(chosen).chain(extra).collect()
    }
}

impl VariantSymmetries for TwoMove {
    fn mirrored(&self, state: &State) -> Option<Extra> {
        Some(Extra { moved: mirrored_bits(state.extra.moved), ..state.extra })
    }
}
