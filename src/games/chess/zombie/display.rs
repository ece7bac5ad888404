//! The display of Zombie Chess: what pictures show.

use super::{Extra, State, Zombie};
use crate::board::Cell;
use crate::game::{CellMark, Item, Mark, OffBoardGroup, Piece, Seat, Thing};
use crate::games::chess::bitboard::{bit, cells};
use crate::games::chess::pieces::Kind;
use crate::games::chess::variant::VariantDisplay;
use crate::games::chess::{explain, placement};

impl VariantDisplay for Zombie {
    fn suffix(&self, state: &State, cell: Cell) -> &'static str {
        match &state.extra {
            Extra { zombies, .. } if zombies & bit(cell) == 0 => "",
            Extra { moved, .. } if moved & bit(cell) != 0 => "=",
            _ => "~",
        }
    }

    fn marks(&self, state: &State, cell: Cell) -> Vec<Mark> {
        let extra = &state.extra;
        let marks = [(extra.zombies, Mark::Zombie), (extra.moved, Mark::Moved)];
        marks.into_iter().filter(|(cells, _)| cells & bit(cell) != 0).map(|(_, mark)| mark).collect()
    }

    /// Open cells, and graves: those that the viewer knows with what lies there, the others wherever
    /// they may be (Z13, Z16).
    fn cell_marks(&self, state: &State, viewer: Option<Seat>) -> Vec<(Cell, CellMark)> {
        let (position, extra) = (&state.position, &state.extra);
        let mut marks: Vec<(Cell, CellMark)> =
            cells(position.ep_square | extra.passing).map(|cell| (cell, CellMark::Passed)).collect();
        for (seat, graves) in Seat::BOTH.into_iter().zip(&extra.graves) {
            if viewer.is_none_or(|viewer| viewer == seat) {
                let buried = cells(graves.held()).filter_map(|cell| graves.at(cell).map(|kind| (cell, kind)));
                marks.extend(buried.map(|(cell, kind)| {
                    (cell, CellMark::Buried { seat, owner: seat.other(), kind: kind.name() })
                }));
            } else {
                marks.extend(cells(graves.possible).map(|cell| (cell, CellMark::Grave(seat))));
            }
        }
        marks
    }

    /// What each seat has buried, with its cells as far as the viewer knows them, and what has still to
    /// be buried.
    fn off_board(&self, state: &State, viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let extra = &state.extra;
        let piece = |seat: Seat, kind: Kind| {
            Item::one(Thing::Piece(Piece::new(Some(seat), kind.name(), placement::letter(kind, seat))))
        };
        let mut groups = Vec::new();
        for (seat, graves) in Seat::BOTH.into_iter().zip(&extra.graves) {
            let known = viewer.is_none_or(|viewer| viewer == seat);
            let items = graves.sorted(known).into_iter().map(|(cell, kind)| {
                let note = if known { explain::name(cell) } else { "?".into() };
                piece(seat.other(), kind).noted(note)
            });
            groups.push(OffBoardGroup::of(Some(seat), "graves", items.collect()));
        }
        let taken = extra.taken.kinds().map(|kind| piece(state.position.seat.other(), kind));
        groups.push(OffBoardGroup::of(None, "to be buried", taken.collect()));
        groups
    }
}
