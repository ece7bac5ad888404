//! A position with everything that the rules remember.

use super::danger::Danger;
use super::history::History;
use super::men::{Men, NOWHERE};
use crate::board::{Bitboard, Bitboard256, Cell};
use crate::game::{MAX_SEATS, Reason, Seat};
use std::hash::{Hash, Hasher};

/// No pawn move.
pub const NO_MOVE: [Cell; 2] = [NOWHERE; 2];

/// What the position string says (Chess 11.2).
#[derive(Clone, Debug)]
pub struct State {
    pub(super) men: Men,
    /// The seat whose turn it is.
    pub(super) seat: Seat,
    /// How the game ended, if it did: it follows from the rest.
    pub(super) ended: Option<Ended>,
    /// The castlings that are still possible.
    pub(super) rights: u16,
    /// The last pawn move of two or three cells of each seat, while it may be answered (Chess 4.6).
    pub(super) passed: [[Cell; 2]; MAX_SEATS],
    /// The pieces that each seat may not capture on its next turn (Chess 7.5, 7.6).
    pub(super) immune: [Bitboard256; MAX_SEATS],
    /// The seat whose check of each seat's king began first, or [`NOWHERE`] (Three Kings 6.4).
    pub(super) checks: [Seat; MAX_SEATS],
    /// Steps since the last capture or pawn move (Chess 9.3).
    pub(super) clock: u16,
    /// From 1, one more each time the sequence starts again.
    pub(super) round: u32,
    /// How often the position has come about before (Chess 9.2): it follows from the history.
    pub(super) stood_before: u8,
    pub(super) history: History,
    /// What binds the pieces of the seat whose turn it is: it follows from the rest.
    pub(super) danger: Danger,
}

/// An ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    pub reason: Reason,
    /// The seats that won, and those that lost though nobody won (as bits).
    pub winners: u8,
    pub losers: u8,
}

impl State {
    /// An empty position.
    pub fn new(men: Men) -> State {
        State {
            men,
            seat: 0,
            ended: None,
            rights: 0,
            passed: [NO_MOVE; MAX_SEATS],
            immune: [Bitboard256::EMPTY; MAX_SEATS],
            checks: [NOWHERE; MAX_SEATS],
            clock: 0,
            round: 1,
            stood_before: 0,
            history: History::default(),
            danger: Danger::none(),
        }
    }

    /// The last pawn move of a seat, if it may still be answered.
    #[inline(always)]
    pub fn pawn_move(&self, seat: Seat) -> Option<[Cell; 2]> {
        let move_of = self.passed[usize::from(seat)];
        (move_of != NO_MOVE).then_some(move_of)
    }

    /// Ends the right to answer the last pawn move of a seat. Whether there was one.
    #[inline(always)]
    pub fn end_pawn_move(&mut self, seat: Seat) -> bool {
        let had = self.pawn_move(seat).is_some();
        self.passed[usize::from(seat)] = NO_MOVE;
        had
    }

    /// Ends the immunities that bar a seat. Whether there were any.
    #[inline(always)]
    pub fn end_immunities(&mut self, seat: Seat) -> bool {
        let had = !self.immune[usize::from(seat)].is_empty();
        self.immune[usize::from(seat)] = Bitboard256::EMPTY;
        had
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        (self.seat, self.rights, self.passed, self.immune)
            == (other.seat, other.rights, other.passed, other.immune)
            && self.checks == other.checks
            && (self.clock, self.round) == (other.clock, other.round)
            && self.men == other.men
            && self.history == other.history
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.seat, self.rights, self.passed, self.immune, self.checks, self.clock, self.round).hash(hasher);
        self.men.hash(hasher);
        self.history.hash(hasher);
    }
}
