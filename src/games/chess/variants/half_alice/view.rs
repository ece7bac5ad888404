//! The view of Half Alice Chess: planes of its own, pictures, symmetries.

use super::mirror::side_of;
use super::{Extra, HalfAlice, MOST_CHECKERS, State};
use crate::board::Cell;
use crate::game::{CellMark, Item, Mark, OffBoardGroup, Piece, Plane, Seat, Thing};
use crate::games::chess::game::variant::{VariantDisplay, VariantObservation, VariantSymmetries};
use crate::games::chess::kit::bitboard::cells;
use crate::games::chess::kit::board_transform::mirrored_bits;
use crate::games::chess::kit::numbering;
use crate::games::chess::kit::planes::{self, Planes};

impl VariantObservation for HalfAlice {
    fn planes(&self) -> Vec<Plane> {
        vec![
            Plane::marks("own mirrored pieces", "the seat's own pieces that are beyond the mirror"),
            Plane::marks("enemy mirrored pieces", "the enemy's pieces that are beyond the mirror"),
            Plane::level(
                "own free checkers",
                MOST_CHECKERS.into(),
                "the seat's checkers that are free, divided by 16",
            ),
            Plane::level(
                "enemy free checkers",
                MOST_CHECKERS.into(),
                "the enemy's checkers that are free, divided by 16",
            ),
            planes::repetitions(),
        ]
    }

    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let (position, extra) = (&state.position, &state.extra);
        for seat in [seat, seat.other()] {
            planes.set(position.pieces.side(seat) & extra.mirrored);
        }
        for seat in [seat, seat.other()] {
            planes.level(f32::from(self.free_checkers(state, seat)) / f32::from(MOST_CHECKERS));
        }
        let earlier = extra.history.count(position.seat, &state.sides()).min(2);
        planes.level(earlier as f32 / 2.0);
    }
}

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

impl VariantSymmetries for HalfAlice {
    fn mirrored_action(own: usize) -> usize {
        numbering::mirrored(own)
    }

    fn mirrored(&self, state: &State) -> Option<Extra> {
        let Extra { mirrored, history } = &state.extra;
        let history = history.mirrored(state.position.seat);
        Some(Extra { mirrored: mirrored_bits(*mirrored), history })
    }
}
