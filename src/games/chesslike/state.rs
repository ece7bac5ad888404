//! A position with everything that the rules remember.

use super::check::CheckInfo;
use super::drops::{HandCounts, MAX_HAND_KINDS};
use super::pieces::{NO_SEAT, Pieces};
use super::repetition::RepetitionHistory;
use crate::board::{Bitboard, Bitboard256, Cell, NO_CELL};
use crate::game::{MAX_SEATS, Reason, Seat};
use crate::packing::pack_fields;
use std::hash::{Hash, Hasher};

/// The absence of an en passant move.
pub const NO_MOVE: [Cell; 2] = [NO_CELL; 2];

/// The content of a position string (Chess 11.2).
#[derive(Clone, Debug)]
pub struct State {
    pub(super) pieces: Pieces,
    /// The seat to act.
    pub(super) seat: Seat,
    /// How the game ended, if it did. It follows from the other fields, as do the next two.
    pub(super) ending: Option<Reason>,
    /// The seats that won, and the seats that lost although no seat won (as bits). 0 until the game ends.
    pub(super) winners: u8,
    pub(super) losers: u8,
    /// The castling rights that are left.
    pub(super) castling_rights: u16,
    /// By seat, its last pawn move that can be answered by a capture en passant, as origin and target (Chess
    /// 4.6).
    pub(super) ep_moves: [[Cell; 2]; MAX_SEATS],
    /// By seat, the pieces that it cannot capture on its next turn (Chess 7.5, 7.6).
    pub(super) immune: [Bitboard256; MAX_SEATS],
    /// By seat, the seat that gave check to its king first, or [`NO_SEAT`] (Three Kings 6.4).
    pub(super) first_checkers: [Seat; MAX_SEATS],
    /// By seat, the checks that it has given, in games in which they count.
    pub(super) checks: [u8; MAX_SEATS],
    /// The pieces in hand of the two seats, in games that have drops.
    pub(super) hands: [HandCounts; 2],
    /// The steps since the last capture or pawn move (Chess 9.3).
    pub(super) clock: u16,
    /// The round, from 1. It increases when the turn order starts again.
    pub(super) round: u32,
    /// How often the position occurred before (Chess 9.2). It follows from the history.
    pub(super) repetitions: u8,
    pub(super) history: RepetitionHistory,
    /// The checks and pins against the seat to act. They follow from the other fields.
    pub(super) check_info: CheckInfo,
}
pack_fields!(State {
    pieces,
    seat,
    ending,
    winners,
    losers,
    castling_rights,
    ep_moves,
    immune,
    first_checkers,
    checks,
    hands,
    clock,
    round,
    repetitions,
    history,
    check_info,
});

impl Default for State {
    fn default() -> State {
        State::new(Pieces::default())
    }
}

impl State {
    /// Returns a position with these pieces and default fields.
    pub fn new(pieces: Pieces) -> State {
        State {
            pieces,
            seat: Seat::ZERO,
            ending: None,
            winners: 0,
            losers: 0,
            castling_rights: 0,
            ep_moves: [NO_MOVE; MAX_SEATS],
            immune: [Bitboard256::EMPTY; MAX_SEATS],
            first_checkers: [NO_SEAT; MAX_SEATS],
            checks: [0; MAX_SEATS],
            hands: [[0; MAX_HAND_KINDS]; 2],
            clock: 0,
            round: 1,
            repetitions: 0,
            history: RepetitionHistory::default(),
            check_info: CheckInfo::none(),
        }
    }

    /// Hashes everything except the counters and the history.
    pub(super) fn hash_placement(&self, hasher: &mut impl Hasher) {
        let first_checkers = self.first_checkers.map(Seat::number);
        (self.seat, self.castling_rights, self.ep_moves, self.immune, first_checkers).hash(hasher);
        (self.checks, self.hands).hash(hasher);
        self.pieces.hash(hasher);
    }

    /// Returns the last pawn move of a seat, if it can still be answered en passant.
    #[inline(always)]
    pub fn ep_move(&self, seat: Seat) -> Option<[Cell; 2]> {
        let move_of = self.ep_moves[seat.index()];
        (move_of != NO_MOVE).then_some(move_of)
    }

    /// Clears the en passant move of a seat. Returns whether there was one.
    #[inline(always)]
    pub fn clear_ep_move(&mut self, seat: Seat) -> bool {
        let had = self.ep_move(seat).is_some();
        self.ep_moves[seat.index()] = NO_MOVE;
        had
    }

    /// Clears the immunities that restrict a seat. Returns whether there were any.
    #[inline(always)]
    pub fn clear_immunities(&mut self, seat: Seat) -> bool {
        let had = !self.immune[seat.index()].is_empty();
        self.immune[seat.index()] = Bitboard256::EMPTY;
        had
    }
}

impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        (self.seat, self.castling_rights, self.ep_moves, self.immune)
            == (other.seat, other.castling_rights, other.ep_moves, other.immune)
            && (self.first_checkers, self.checks, self.hands)
                == (other.first_checkers, other.checks, other.hands)
            && (self.clock, self.round) == (other.clock, other.round)
            && self.pieces == other.pieces
            && self.history == other.history
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.hash_placement(hasher);
        (self.clock, self.round).hash(hasher);
        self.history.hash(hasher);
    }
}
