//! The view of Crowded House: planes of its own, pictures, symmetries.

use super::takeable::{half_of, may_go, next, side_of};
use super::{Crowd, CrowdedHouse, Extra, State};
use crate::board::Cell;
use crate::game::{CellMark, OffBoardGroup, Piece, Plane, Seat};
use crate::games::chess::game::variant::{VariantDisplay, VariantObservation, VariantSymmetries};
use crate::games::chess::kit::bitboard::cells;
use crate::games::chess::kit::placement;
use crate::games::chess::kit::planes::{self, Planes};

impl VariantObservation for CrowdedHouse {
    fn planes(&self) -> Vec<Plane> {
        vec![
            Plane::marks("own side", "the half of the board that is the seat's side"),
            Plane::marks("next player's side", "the half of the board that is the side of the next seat"),
            Plane::level(
                "steps to wait",
                3,
                "the steps of other seats before the seat is to act, divided by 3",
            ),
            planes::repetitions(),
        ]
    }

    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let State { position, extra } = state;
        planes.set(side_of(seat));
        planes.set(side_of(next(seat)));
        planes.level(f32::from(seat.number().wrapping_sub(extra.seat.number()) & 3) / 3.0);
        let earlier = extra.history.count(extra.seat, &Crowd(position.pieces)).min(2);
        planes.level(earlier as f32 / 2.0);
    }
}

impl VariantDisplay for CrowdedHouse {
    /// A piece is shown as that of the seat on whose side it stands, which may move it wherever it goes
    /// (4B.2).
    fn pieces(&self, state: &State, cell: Cell) -> Vec<Piece> {
        let mut pieces = placement::pieces_on(&state.position.pieces, cell);
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

impl VariantSymmetries for CrowdedHouse {
    const MIRROR: bool = false;

    /// King side and queen side are not alike.
    fn mirrored(&self, _state: &State) -> Option<Extra> {
        None
    }
}
