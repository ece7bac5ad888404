//! The display of Chess with Dice and Checkers: what pictures show.

use super::{DiceCheckers, State, notation};
use crate::board::Cell;
use crate::game::{CellMark, Item, Mark, OffBoardGroup, Piece, Seat, Thing};
use crate::games::chess::bitboard::{bit, cells};
use crate::games::chess::variant::VariantDisplay;

impl VariantDisplay for DiceCheckers {
    fn pieces(&self, state: &State, cell: Cell) -> Vec<Piece> {
        let (pieces, things) = (&state.position.pieces, &state.extra.things);
        let Some(seat) = pieces.seat_at(cell) else { return Vec::new() };
        let text = notation::thing(state, cell);
        let holds = |set| set & bit(cell) != 0;
        let mut piece = if let Some(kind) = things.shown(pieces, cell) {
            Piece::new(Some(seat), "die", text).marked(Mark::Pips(kind as u8 + 1))
        } else if let Some(kind) = pieces.kind_at(cell) {
            let partner = holds(things.singles).then_some(Mark::Checkers { seat: Some(seat), count: 1 });
            partner.into_iter().fold(Piece::new(Some(seat), kind.name(), text), Piece::marked)
        } else {
            Piece::new(Some(seat), if holds(things.doubles) { "double" } else { "single" }, text)
        };
        if holds(state.extra.runner) {
            piece = piece.marked(Mark::Active);
        }
        vec![piece]
    }

    fn cell_marks(&self, state: &State, _viewer: Option<Seat>) -> Vec<(Cell, CellMark)> {
        cells(state.position.ep_square).map(|cell| (cell, CellMark::Passed)).collect()
    }

    /// The dice that the other seat will put back.
    fn off_board(&self, state: &State, _viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let dice = |seat: Seat| {
            let owed = if seat == state.position.seat { 0 } else { u32::from(state.extra.owed) };
            let letter = if seat == Seat::ZERO { "D1" } else { "d1" };
            let die = Thing::Piece(Piece::new(Some(seat), "die", letter).marked(Mark::Pips(1)));
            let items = (owed > 0).then(|| Item::many(die, owed)).into_iter().collect();
            OffBoardGroup::of(Some(seat), "dice to be put back", items)
        };
        vec![dice(Seat::ZERO), dice(Seat::ONE)]
    }
}
