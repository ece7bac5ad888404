//! The display of Tar Pit Chess: what pictures show.

use super::turn::Phase;
use super::{State, TarPit};
use crate::board::Cell;
use crate::game::{CellMark, Item, Mark, OffBoardGroup, Piece, Seat, Thing};
use crate::games::chess::bitboard::{bit, cells};
use crate::games::chess::variant::VariantDisplay;

impl VariantDisplay for TarPit {
    fn suffix(&self, state: &State, cell: Cell) -> &'static str {
        suffix(state, cell)
    }

    /// Whose checker a piece stands on, whether that holds it fast, and whether it may throw it.
    fn marks(&self, state: &State, cell: Cell) -> Vec<Mark> {
        let (pieces, checkers) = (&state.position.pieces, &state.extra.checkers);
        let mut marks = Vec::new();
        for (seat, under) in Seat::BOTH.into_iter().zip(checkers.under) {
            if under & bit(cell) != 0 {
                marks.push(Mark::Checkers { seat: Some(seat), count: 1 });
            }
        }
        if checkers.tarred(pieces) & bit(cell) != 0 {
            marks.push(Mark::Tarred);
        }
        if state.extra.phase == Phase::Throw(cell) {
            marks.push(Mark::Active);
        }
        marks
    }

    fn cell_marks(&self, state: &State, _viewer: Option<Seat>) -> Vec<(Cell, CellMark)> {
        cells(state.position.ep_square).map(|cell| (cell, CellMark::Passed)).collect()
    }

    /// Checkers and cards, those that the viewer may not see face down (T16), and the card that has just
    /// been played.
    fn off_board(&self, state: &State, viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let tar = &state.extra;
        let checkers = |seat: Seat, label, many: u8| {
            let checker = Thing::Piece(Piece::new(Some(seat), "man", "checker"));
            let items = if many > 0 { vec![Item::many(checker, many.into())] } else { Vec::new() };
            OffBoardGroup::of(Some(seat), label, items)
        };
        let mut groups = Vec::new();
        for seat in Seat::BOTH {
            let at = seat.index();
            let open = viewer.is_none_or(|viewer| viewer == seat);
            groups.push(tar.hands[at].off_board(Some(seat), "hand", open));
            groups.push(checkers(seat, "checkers in front", tar.checkers.front[at]));
            groups.push(checkers(seat, "extra checkers", tar.checkers.extra(seat)));
        }
        groups.push(tar.draw.off_board(None, "draw pile", viewer.is_none()));
        groups.push(tar.discard.off_board(None, "discard pile", true));
        let played =
            if let Phase::Extra(played) = tar.phase { Some(Item::one(played.drawn())) } else { None };
        groups.push(OffBoardGroup::of(None, "card played", played.into_iter().collect()));
        groups
    }
}

/// Returns the text that follows the letter of a piece (T15).
pub fn suffix(state: &State, cell: Cell) -> &'static str {
    let (pieces, checkers) = (&state.position.pieces, &state.extra.checkers);
    if checkers.carrying(pieces) & bit(cell) != 0 {
        "+"
    } else if checkers.tarred(pieces) & bit(cell) != 0 {
        "-"
    } else {
        ""
    }
}
