//! The display of Crowded House: what pictures show.

use super::takeable::{half_of, may_go};
use super::{CrowdedHouse, State};
use crate::board::Cell;
use crate::game::{CellMark, OffBoardGroup, Piece, Seat};
use crate::games::chess::bitboard::cells;
use crate::games::chess::pieces;
use crate::games::chess::variant::VariantDisplay;

impl VariantDisplay for CrowdedHouse {
    /// A piece is shown as that of the seat on whose side it stands, which may move it wherever it goes
    /// (4B.2).
    fn pieces(&self, state: &State, cell: Cell) -> Vec<Piece> {
        let mut pieces = pieces(&state.position.pieces, cell);
        for seat in pieces.iter_mut().filter_map(|piece| piece.seat.as_mut()) {
            *seat = Seat::new(seat.number() | if may_go(*seat, cell, cell) { 0 } else { 2 });
        }
        pieces
    }

    fn cell_marks(&self, state: &State, _viewer: Option<Seat>) -> Vec<(Cell, CellMark)> {
        cells(state.position.ep_square).map(|cell| (cell, CellMark::Passed)).collect()
    }

    /// Which half of the board is whose.
    fn off_board(&self, _state: &State, _viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let side = |seat: Seat| {
            let files = if half_of(seat) == 0 { "e to h" } else { "a to d" };
            OffBoardGroup::word(Some(seat), "files", Some(files.into()))
        };
        Seat::all(4).map(side).collect()
    }
}
