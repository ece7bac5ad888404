//! The display of Cooperative Chess: what pictures show.

use super::{Cooperative, State};
use crate::board::Cell;
use crate::game::{CellMark, Item, Mark, OffBoardGroup, Seat, Thing};
use crate::games::chess::bitboard::{bit, cells};
use crate::games::chess::explain::name;
use crate::games::chess::piles::Card;
use crate::games::chess::variant::VariantDisplay;

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
