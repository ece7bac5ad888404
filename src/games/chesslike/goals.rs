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
    /// The seat has at most a number of pieces of some kinds (as bits by number).
    Extinct { kinds: u32, left: u8 },
    /// The seat has only its royal piece after its own step, and an enemy has more.
    Bare,
    /// The seat has a piece of some kinds (as bits by number) on one of its cells.
    Reach {
        kinds: u32,
        /// By seat.
        cells: Vec<Bitboard256>,
        when: ReachTime,
    },
    /// The seat has given this number of checks.
    Checks(u8),
}

/// When a piece on a cell counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReachTime {
    /// After the step that moves it there.
    Arrival,
    /// When the seat is to act again.
    NextTurn,
    /// When all seats had the same number of turns. If several seats reach their cells, the game is drawn.
    Round,
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
        if let Condition::Reach { kinds, cells, when: ReachTime::Round } = &goal.condition {
            let may_follow = |other: Seat| self.reached(state, *kinds, cells, other);
            if others.clone().chain([mover]).filter(|&other| may_follow(other)).count() > 1 {
                (state.ending, state.winners) = (Some(Reason::Goal), 0);
                return true;
            }
            if state.seat != self.turn_order[0] && self.can_reach(state, *kinds, cells) {
                return false;
            }
        }
        let team = self.team_seats[seat.index()];
        state.ending = Some(match goal.condition {
            Condition::Extinct { .. } | Condition::Bare => Reason::Elimination,
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
        let own = state.pieces.of_seat(seat);
        match condition {
            Condition::Extinct { kinds, left } => {
                self.of_kinds(&state.pieces, own, *kinds).count() <= usize::from(*left)
            }
            Condition::Bare => {
                let is_bare = |seat: Seat| {
                    let pieces = state.pieces.of_seat(seat);
                    pieces == (pieces & state.pieces.kings())
                };
                seat == mover && is_bare(seat) && !self.all_seats().all(is_bare)
            }
            Condition::Reach { kinds, cells, when } => {
                let is_time = match when {
                    ReachTime::Arrival => seat == mover,
                    ReachTime::NextTurn => seat == state.seat,
                    ReachTime::Round => true,
                };
                is_time && self.reached(state, *kinds, cells, seat)
            }
            Condition::Checks(count) => state.checks[seat.index()] >= *count,
        }
    }

    /// Whether a seat has a piece of some kinds on one of its cells.
    fn reached(&self, state: &State, kinds: u32, cells: &[Bitboard256], seat: Seat) -> bool {
        let arrived = state.pieces.of_seat(seat) & cells[seat.index()];
        !self.of_kinds(&state.pieces, arrived, kinds).is_empty()
    }

    /// Whether the seat to act has a legal step that moves a piece of some kinds to one of its cells.
    #[cold]
    fn can_reach(&self, state: &mut State, kinds: u32, cells: &[Bitboard256]) -> bool {
        let seat = state.seat;
        state.check_info = self.check_info(&state.pieces, seat);
        let mut can_reach = false;
        self.legal_moves(state, |moves| {
            moves.each(|step| {
                let kind = state.pieces.piece_at(step.from).kind();
                can_reach |= cells[seat.index()].has(step.to) && kinds >> kind.number() & 1 == 1;
            });
        });
        can_reach
    }

    /// Returns the pieces among `subset` of some kinds (as bits by number).
    fn of_kinds(&self, pieces: &Pieces, subset: Bitboard256, kinds: u32) -> Bitboard256 {
        let is_listed = |cell: &u8| kinds >> pieces.piece_at(*cell).kind().number() & 1 == 1;
        subset.cells().filter(is_listed).fold(Bitboard256::EMPTY, |all, cell| all | Bitboard256::one(cell))
    }
}
