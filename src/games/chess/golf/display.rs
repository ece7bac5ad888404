//! The display of a course: pieces, cards, and things off the board.

use super::course::{Phase, State};
use super::layout::CARDS;
use super::observation::{color, kind, taker};
use super::{Golf, HOLES, goal, hides_bid};
use crate::game::roles::Display;
use crate::game::{Item, OffBoardGroup, Piece, Seat, Thing};
use crate::games::chess::bitboard::bit;
use crate::games::chess::piles::{Card, Pile};

impl Display for Golf {
    fn pieces(&self, state: &State, cell: u8, _viewer: Option<Seat>) -> Vec<Piece> {
        let on_board = cell < 64 && state.pieces.occupied() & bit(cell) != 0;
        on_board.then(|| piece(goal::type_at(&state.pieces, cell))).into_iter().collect()
    }

    /// The hole with its cards, the captured pieces, bids, the sheet and totals.
    fn off_board(&self, state: &State, viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let playing = matches!(state.phase, Phase::Play | Phase::Place);
        let hole = state.hole.min(HOLES);
        let mut groups = vec![
            OffBoardGroup::word(None, "hole", Some(format!("{hole} of {HOLES}"))),
            group("cards of the hole", state.cards, Thing::Card),
            group("cards left", state.goal.left, Thing::Card),
            group("taker", taker(state), Thing::Card),
            group("captured men", state.away, Thing::Piece),
            OffBoardGroup::word(None, "moves made", playing.then(|| state.made.to_string())),
            group("draw pile", state.pile, Thing::Card),
            group("discard pile", state.discards, Thing::Card),
        ];
        if self.alone() {
            groups.push(OffBoardGroup::word(None, "strokes so far", Some(state.totals[0].to_string())));
            return groups;
        }
        for seat in Seat::BOTH {
            let at = seat.index();
            let mut bid = OffBoardGroup::word(Some(seat), "bid", state.bids[at].map(|bid| bid.to_string()));
            if seat == Seat::ZERO && hides_bid(state, viewer) {
                bid.items = vec![Item::one(Thing::Hidden)];
            }
            groups.push(bid);
            let open = playing.then(|| state.sheet[at].to_string());
            groups.push(OffBoardGroup::word(Some(seat), "number on the sheet", open));
            groups.push(OffBoardGroup::word(Some(seat), "total", Some(state.totals[at].to_string())));
        }
        groups
    }
}

/// The piece of a type, as it is drawn.
pub fn piece(card: Card) -> Piece {
    Piece::colored(color(card), kind(card), card.letter())
}

/// A group of cards, or of pieces.
fn group(label: &'static str, pile: Pile, thing: fn(Piece) -> Thing) -> OffBoardGroup {
    let of_each = CARDS.into_iter().map(|card| (card, pile.of(card))).filter(|&(_, many)| many > 0);
    let items = of_each.map(|(card, many)| Item::many(thing(piece(card)), many.into()));
    OffBoardGroup::of(None, label, items.collect())
}
