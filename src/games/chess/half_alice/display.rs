//! The display of Half Alice Chess: what pictures show.

use super::mirror::side_of;
use super::{HalfAlice, State};
use crate::board::Cell;
use crate::game::{CellMark, Item, Mark, OffBoardGroup, Piece, Seat, Thing};
use crate::games::chess::bitboard::cells;
use crate::games::chess::variant::VariantDisplay;

impl VariantDisplay for HalfAlice {
    fn suffix(&self, state: &State, cell: Cell) -> &'static str {
        if side_of(state.extra.mirrored, cell) == 0 { "" } else { "~" }
    }

    fn marks(&self, state: &State, cell: Cell) -> Vec<Mark> {
        if side_of(state.extra.mirrored, cell) == 0 { Vec::new() } else { vec![Mark::Mirrored] }
    }

    fn cell_marks(&self, state: &State, _viewer: Option<Seat>) -> Vec<(Cell, CellMark)> {
        cells(state.position.ep_square).map(|cell| (cell, CellMark::Passed)).collect()
    }

    fn off_board(&self, state: &State, _viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let checkers = |seat: Seat| {
            let checker = Thing::Piece(Piece::new(Some(seat), "man", "checker"));
            let free = self.free_checkers(state, seat);
            let items = if free > 0 { vec![Item::many(checker, free.into())] } else { Vec::new() };
            OffBoardGroup::of(Some(seat), "free checkers", items)
        };
        Seat::BOTH.map(checkers).into()
    }
}
