//! The display of Adrenaline Chess: what pictures show.

use super::stacks::CHECKERS;
use super::{Adrenaline, Extra, Phase, State};
use crate::board::Cell;
use crate::game::{CellMark, Item, Mark, OffBoardGroup, Piece, Seat, Thing};
use crate::games::chess::bitboard::cells;
use crate::games::chess::variant::VariantDisplay;

impl VariantDisplay for Adrenaline {
    fn suffix(&self, state: &State, cell: Cell) -> &'static str {
        const ALL: &str = "++++++++++++++++++++++++";
        &ALL[..state.extra.stacks.at(cell).min(CHECKERS) as usize]
    }

    fn marks(&self, state: &State, cell: Cell) -> Vec<Mark> {
        let Extra { stacks, phase } = &state.extra;
        let count = stacks.at(cell) as u8;
        let checkers = (count > 0).then_some(Mark::Checkers { seat: None, count });
        let goes_on = matches!(phase, Phase::Run { runner, .. } if *runner == cell);
        checkers.into_iter().chain(goes_on.then_some(Mark::Active)).collect()
    }

    fn cell_marks(&self, state: &State, _viewer: Option<Seat>) -> Vec<(Cell, CellMark)> {
        cells(state.position.ep_square).map(|cell| (cell, CellMark::Passed)).collect()
    }

    /// Returns the checkers that no seat has, and the one that this turn will place.
    fn off_board(&self, state: &State, _viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        let left = state.extra.stacks.off_board();
        let placed = left.min(match state.extra.phase {
            Phase::Place | Phase::Run { taken: true, .. } => 1,
            _ => 0,
        });
        let checkers = |label, count| {
            let some =
                (count > 0).then(|| Item::many(Thing::Piece(Piece::new(None, "man", "checker")), count));
            OffBoardGroup::of(None, label, some.into_iter().collect())
        };
        vec![checkers("checkers", left - placed), checkers("to be placed", placed)]
    }
}
