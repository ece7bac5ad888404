//! The display of Two Move Chess: what pictures show.

use super::cards::Cards;
use super::{State, TwoMove};
use crate::board::Cell;
use crate::game::{Item, Mark, OffBoardGroup, Piece, Seat, Thing};
use crate::games::chess::bitboard::{bit, cells};
use crate::games::chess::pieces::Kind;
use crate::games::chess::variant::VariantDisplay;
use crate::games::chess::{explain, placement};

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
