//! Crowded House: two teams of two on one board, each seat with one half (section 4B of the rules of the
//! Chess Kit's second half, whose numbers are cited).
//!
//! A position has the color to act and, in addition, which of the two seats of that color acts.

mod notation;
mod rules;
mod takeable;
#[cfg(test)]
mod tests;
mod view;

use crate::board::Cell;
use crate::game::Seat;
use crate::games::chess::game::variant::{self, VariantActions, VariantInformation};
use crate::games::chess::kit::bitboard::Bitboard;
use crate::games::chess::kit::choices::{ChoiceActions, ChoiceGroup, ChoiceNames};
use crate::games::chess::kit::history::{RepetitionHistory, ReversibleBoard};
use crate::games::chess::kit::legal_moves::LegalMoves;
use crate::games::chess::kit::move_set::MoveSet;
use crate::games::chess::kit::pieces::Pieces;
use crate::games::chess::kit::step::Step;
use crate::packing::pack_fields;
use takeable::{add_legal, check_info, may_go, side_of};

/// The team of each seat (4B.1).
const TEAMS: [u8; 4] = [0, 1, 0, 1];

static CHOICES: ChoiceActions =
    ChoiceActions(&[ChoiceGroup { prefix: "pass", names: ChoiceNames::One, description: "pass" }]);

/// What the state holds beyond the position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extra {
    /// The seat to act: its color is that of the position.
    seat: Seat,
    history: RepetitionHistory,
}
pack_fields!(Extra { seat, history });

/// The state: everything that the position string holds.
pub type State = variant::State<Extra>;

/// Pieces moved by four seats.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Crowd(Pieces);

impl ReversibleBoard for Crowd {
    const PERIOD: u8 = 4;

    #[inline(always)]
    fn undo(&mut self, seat: Seat, step: Step) {
        self.0.undo(seat, step);
    }

    fn reverse_step(&self, seat: Seat, from: Cell, to: Cell, rights: Bitboard) -> Result<Step, &'static str> {
        let step = self.0.reverse_step(seat.of_two(), from, to, rights)?;
        if !may_go(seat, from, to) {
            return Err("neither starts nor ends on the side of the seat that made it (4B.2)");
        }
        Ok(step)
    }

    fn reverse_pass(&self, seat: Seat) -> Result<(), &'static str> {
        if self.0.side(seat) & side_of(seat) != 0 {
            return Err("is not possible for a seat with pieces on its side (4B.7)");
        }
        Ok(())
    }
}

/// The variant `crowded-house`.
pub struct CrowdedHouse;

impl VariantActions for CrowdedHouse {
    const CHOICES: &'static ChoiceActions = &CHOICES;
}

impl VariantInformation for CrowdedHouse {}

/// The steps of pieces of the seat to act.
fn legal(state: &State) -> MoveSet {
    let mut sets = MoveSet::default();
    add_legal(&state.position, state.extra.seat, &mut sets);
    sets
}

/// Whether all that the seat to act, which has no piece on its side, may do is to pass (4B.7).
#[cold]
fn passes(state: &State) -> bool {
    check_info(&state.position, state.extra.seat).checkers == 0 && !legal(state).any()
}

/// Whether the seat to act has no piece on its side.
#[inline(always)]
fn is_idle(state: &State) -> bool {
    let seat = state.extra.seat;
    state.position.pieces.side(seat) & side_of(seat) == 0
}
