//! The display of Masquerade Chess: what pictures show.

use super::masks::{self, LETTERS};
use super::{Masquerade, State};
use crate::game::{Item, OffBoardGroup, Piece, Seat, Thing};
use crate::games::chess::pieces::Kind;
use crate::games::chess::placement;
use crate::games::chess::variant::VariantDisplay;

impl VariantDisplay for Masquerade {
    /// How each seat's kinds take, as far as chosen and seen (M11), and how they may (M9).
    fn off_board(&self, state: &State, viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let table = |label, seat: Seat, note: &dyn Fn(usize) -> String| {
            let kinds = [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];
            let items = kinds.iter().enumerate().map(|(place, &kind)| {
                let piece = Piece::new(Some(seat), kind.name(), placement::letter(kind, seat));
                Item::one(Thing::Piece(piece)).noted(note(place))
            });
            OffBoardGroup::of(Some(seat), label, items.collect())
        };
        let chosen = |seat: Seat, place: usize| match state.mask(seat) {
            None => "-".into(),
            Some(_) if viewer == Some(seat) => "?".into(),
            Some(mask) => char::from(LETTERS[usize::from(mask[place])]).to_string(),
        };
        let possible = |seat: Seat, place: usize| {
            let mut letters = String::new();
            masks::write_set(state.extra.possible[seat.index()][place], &mut letters);
            letters
        };
        let captures = Seat::BOTH.map(|seat| table("captures", seat, &|place| chosen(seat, place)));
        let may_be = Seat::BOTH.map(|seat| table("possible captures", seat, &|place| possible(seat, place)));
        captures.into_iter().chain(may_be).collect()
    }
}
