//! Ends of described games besides mates and draws: pieces that are gone, cells that are reached, and checks.

use super::engine::Engine;
use super::pieces::Pieces;
use super::state::State;
use crate::board::{Bitboard, Bitboard256};
use crate::game::{Reason, Seat};

/// What ends a game, and what it means for the seat that it concerns.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    pub condition: Condition,
    pub result: GoalResult,
}

/// A condition that can hold for a seat after a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// The seat has no piece of any of these kinds (as bits by number).
    Extinct(u32),
    /// The seat moved a piece of some kinds (as bits by number) to one of its cells.
    Reach {
        kinds: u32,
        /// By seat.
        cells: Vec<Bitboard256>,
    },
    /// The seat has given this number of checks.
    Checks(u8),
}

/// What a goal means for the seat that it concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalResult {
    Win,
    Draw,
    Loss,
}

impl Engine {
    /// Ends the game if a goal holds after a step of a seat. Returns whether it ended.
    pub fn check_goals(&self, state: &mut State, mover: Seat) -> bool {
        let others = self.all_seats().filter(move |&seat| seat != mover);
        let reached = self.goals.iter().find_map(|goal| {
            let mut seats = others.clone().chain([mover]);
            let seat = seats.find(|&seat| self.holds(state, &goal.condition, seat, mover))?;
            Some((goal, seat))
        });
        let Some((goal, seat)) = reached else { return false };
        let team = self.team_seats[seat.index()];
        state.ending = Some(match goal.condition {
            Condition::Extinct(_) => Reason::Elimination,
            _ => Reason::Goal,
        });
        state.winners = match goal.result {
            GoalResult::Win => team,
            GoalResult::Loss => !team & ((1 << self.seats) - 1),
            GoalResult::Draw => 0,
        };
        true
    }

    fn holds(&self, state: &State, condition: &Condition, seat: Seat, mover: Seat) -> bool {
        let pieces = &state.pieces;
        match condition {
            Condition::Extinct(kinds) => self.of_kinds(pieces, pieces.of_seat(seat), *kinds).is_empty(),
            Condition::Reach { kinds, cells } => {
                let arrived = pieces.of_seat(seat) & cells[seat.index()];
                seat == mover && !self.of_kinds(pieces, arrived, *kinds).is_empty()
            }
            Condition::Checks(count) => state.checks[seat.index()] >= *count,
        }
    }

    /// Returns the pieces among `subset` of some kinds (as bits by number).
    fn of_kinds(&self, pieces: &Pieces, subset: Bitboard256, kinds: u32) -> Bitboard256 {
        let is_listed = |cell: &u8| kinds >> pieces.piece_at(*cell).kind().number() & 1 == 1;
        subset.cells().filter(is_listed).fold(Bitboard256::EMPTY, |all, cell| all | Bitboard256::one(cell))
    }
}
