//! The view of Cooperative Chess: planes of its own, what a seat may not see, pictures, symmetries.

use super::turn::Phase;
use super::{Cooperative, Extra, State};
use crate::board::Cell;
use crate::game::{CellMark, Item, Mark, OffBoardGroup, Plane, Rng, Seat, Thing};
use crate::games::chess::game::variant::{
    VariantDisplay, VariantInformation, VariantObservation, VariantSymmetries,
};
use crate::games::chess::kit::bitboard::{bit, cells};
use crate::games::chess::kit::board_transform::mirrored_bits;
use crate::games::chess::kit::explain::name;
use crate::games::chess::kit::pieces::Kind;
use crate::games::chess::kit::piles::{Card, PIECE_CARDS};
use crate::games::chess::kit::planes::{self, Planes};
use crate::games::chess::kit::step::Step;

impl VariantObservation for Cooperative {
    /// The planes beyond those of all games of the family. Cards have the colors of pieces, the seat's own
    /// first; on planes of stacks the cells stand for the cards from the top down, `a1` for the top, `a2` for
    /// the ninth.
    fn planes(&self) -> Vec<Plane> {
        let mut planes = vec![
            Plane::marks("own en passant", "the cells that a pawn of the seat to act has passed over"),
            Plane::marks(
                "man that has moved",
                "the piece that has moved in this turn, the only one that can capture",
            ),
            Plane::flag("move to make", "whether a piece must be moved now"),
            Plane::flag("card to play", "whether a card must be played now"),
            Plane::flag("capture to make", "whether captures can be made now"),
            Plane::flag("card to draw", "whether a card must be drawn now"),
            Plane::flag(
                "wild by a double match",
                "whether a double match has made the partner's top card wild",
            ),
        ];
        let kinds = Kind::ALL.map(|kind| kind.name());
        for (place, of) in [("in hand", "in the seat's hand"), ("captured", "in the pile of captured cards")]
        {
            for (owner, color) in [("own", "the seat's own"), ("enemy", "the other")] {
                planes.extend(kinds.map(|kind| {
                    let shows = format!("the {kind} cards of {color} color {of}, divided by 8");
                    Plane::level(format!("{owner} {kind} cards {place}"), MOST[0] as u16, shows)
                }));
            }
        }
        for (owner, whose) in [("own", "the seat's"), ("partner's", "the partner's")] {
            let which = kinds.map(|kind| format!("{kind} cards")).into_iter();
            planes.extend(which.chain(["cards of the own color".into()]).map(|which| {
                let shows =
                    format!("the places of {which} in {whose} stack, from the top, eight in each row");
                Plane::table(format!("{owner} stack: {which}"), shows)
            }));
        }
        planes.extend([
            Plane::level("partner's hand", MOST[1] as u16, "the cards in the partner's hand, divided by 32"),
            Plane::level("draw pile", MOST[1] as u16, "the cards in the draw pile, divided by 32"),
            planes::to_act(),
        ]);
        planes
    }

    /// Adds these planes.
    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let (extra, own) = (&state.extra, seat.parity());
        planes.set(extra.ep_square);
        planes.set(extra.active);
        let flag = |set: bool| if set { 1.0 } else { 0.0 };
        for phase in [Phase::Move, Phase::Card, Phase::Take, Phase::Draw] {
            planes.level(flag(extra.phase == phase));
        }
        planes.level(flag(extra.wild));
        for pile in [extra.hands[own], extra.captured] {
            let counts = pile.counts(seat);
            let pieces: [u8; PIECE_CARDS] = std::array::from_fn(|at| counts[Card::of_piece(at).number()]);
            planes.levels(&pieces.map(|many| f32::from(many) / MOST[0]));
        }
        for stack in [extra.stacks[own], extra.stacks[own ^ 1]] {
            stack.places(seat).into_iter().for_each(|places| planes.table(places.to_le_bytes()));
        }
        for pile in [extra.hands[own ^ 1], extra.pile] {
            planes.level(f32::from(pile.count()) / MOST[1]);
        }
        planes.level(flag(state.position.seat == seat));
    }
}

/// There are no more cards of a sort, and no more in all.
const MOST: [f32; 2] = [8.0, 32.0];

impl VariantInformation for Cooperative {
    /// 6.9: what the partner draws.
    fn step_text_for(&self, state: &State, _step: Step, seat: Seat) -> Option<String> {
        let unseen = state.extra.phase == Phase::Draw && state.position.seat != seat;
        unseen.then(|| "draw:?".into())
    }

    /// 6.9: the partner's hand and the pile, shuffled together and dealt again.
    fn resample(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        let (mut drawn, partner) = (*state, seat.parity() ^ 1);
        let unseen = state.extra.hands[partner].with(state.extra.pile);
        (drawn.extra.hands[partner], drawn.extra.pile) =
            unseen.dealt(state.extra.hands[partner].count(), rng);
        drawn
    }
}

impl VariantDisplay for Cooperative {
    /// The piece that has moved, and so goes on alone.
    fn marks(&self, state: &State, cell: Cell) -> Vec<Mark> {
        let active = state.extra.active & bit(cell) != 0;
        active.then_some(Mark::Active).into_iter().collect()
    }

    fn cell_marks(&self, state: &State, _viewer: Option<Seat>) -> Vec<(Cell, CellMark)> {
        cells(state.passage() | state.extra.ep_square).map(|cell| (cell, CellMark::Passed)).collect()
    }

    /// The cards: the partner's hand and the pile face down to a seat (6.9), the stacks from bottom to top,
    /// those captured, and which of the top cards are wild; and in words, for text boards show no marks, the
    /// piece that has moved.
    fn off_board(&self, state: &State, viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let extra = &state.extra;
        let one = |card: Card| Item::one(card.drawn());
        let hand = |seat: Seat| {
            let open = viewer.is_none_or(|viewer| viewer == seat);
            extra.hands[seat.index()].off_board(Some(seat), "hand", open)
        };
        let stack = |seat: Seat| {
            let items = extra.stacks[seat.index()].rising().map(one).collect();
            OffBoardGroup::of(Some(seat), "stack, top last", items)
        };
        let wild = |seat: Seat| {
            let matched = extra.wild && seat != state.position.seat;
            let card = state.top(seat).filter(|_| matched || state.is_missing(seat));
            OffBoardGroup::of(Some(seat), "wild card", card.map(one).into_iter().collect())
        };
        let active = cells(extra.active).map(|cell| Item::one(Thing::Word(name(cell)))).collect();
        vec![
            hand(Seat::ZERO),
            hand(Seat::ONE),
            stack(Seat::ZERO),
            stack(Seat::ONE),
            extra.pile.off_board(None, "draw pile", viewer.is_none()),
            extra.captured.off_board(None, "captured cards", true),
            wild(Seat::ZERO),
            wild(Seat::ONE),
            OffBoardGroup::of(None, "man that has moved", active),
        ]
    }
}

impl VariantSymmetries for Cooperative {
    fn mirrored(&self, state: &State) -> Option<Extra> {
        let [active, ep_square] = [state.extra.active, state.extra.ep_square].map(mirrored_bits);
        Some(Extra { active, ep_square, ..state.extra })
    }
}
