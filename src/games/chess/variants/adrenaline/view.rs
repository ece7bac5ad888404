//! The view of Adrenaline Chess: planes of its own, pictures, symmetries.

use super::stacks::CHECKERS;
use super::{Adrenaline, Extra, Phase, State};
use crate::board::Cell;
use crate::game::{CellMark, Item, Mark, OffBoardGroup, Piece, Plane, Seat, Thing};
use crate::games::chess::game::variant::{VariantDisplay, VariantObservation, VariantSymmetries};
use crate::games::chess::kit::bitboard::{bit, cells};
use crate::games::chess::kit::board_transform::mirrored_bits;
use crate::games::chess::kit::planes::{self, Planes};

impl VariantObservation for Adrenaline {
    fn planes(&self) -> Vec<Plane> {
        let digits = ["ones", "twos", "fours", "eights", "sixteens"];
        let digit = |digit| {
            let shows = format!("the {digit} of the number of checkers under the piece, in binary");
            Plane::marks(format!("checkers: {digit}"), shows)
        };
        let mut planes = Vec::from(digits.map(digit));
        planes.extend([
            Plane::level(
                "checkers off the board",
                CHECKERS as u16,
                "the checkers not in play, divided by 24",
            ),
            Plane::marks("piece that may go on", "the piece that can make extra moves"),
            Plane::flag("something taken", "whether this turn has captured a piece"),
            Plane::flag("checker to be placed", "whether a checker must be placed now"),
            planes::to_act(),
        ]);
        planes
    }

    #[inline(always)]
    fn observe(&self, state: &State, seat: Seat, planes: &mut Planes) {
        let Extra { stacks, phase } = &state.extra;
        let flag = |holds: bool| f32::from(u8::from(holds));
        let (runner, taken) = match *phase {
            Phase::Run { runner, taken } => (bit(runner), taken),
            Phase::Place => (0, true),
            Phase::Move => (0, false),
        };
        stacks.digits().iter().for_each(|&digit| planes.set(digit));
        planes.level(stacks.off_board() as f32 / CHECKERS as f32);
        planes.set(runner);
        planes.level(flag(taken));
        planes.level(flag(*phase == Phase::Place));
        planes.level(flag(state.position.seat == seat));
    }
}

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

impl VariantSymmetries for Adrenaline {
    fn mirrored(&self, state: &State) -> Option<Extra> {
        let Extra { stacks, phase } = &state.extra;
        let phase = match *phase {
            Phase::Run { runner, taken } => Phase::Run { runner: runner ^ 7, taken },
            other => other,
        };
        Some(Extra { stacks: stacks.map(mirrored_bits), phase })
    }
}
