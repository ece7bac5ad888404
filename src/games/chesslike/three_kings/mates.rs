//! Checks, mates, drafted armies and endings (Three Kings 6, 8).

use crate::board::{Bitboard, NO_CELL};
use crate::game::{Reason, Seat};
use crate::games::chesslike::apply::MoveEffect;
use crate::games::chesslike::engine::Engine;
use crate::games::chesslike::pieces::{NO_PIECE, NO_SEAT, Piece, Pieces};
use crate::games::chesslike::state::{NO_MOVE, State};
use crate::games::chesslike::step::{MoveKind, Step};

impl Engine {
    /// Makes a legal step and determines the next seat to act.
    pub fn apply_with_mates(&self, state: &mut State, step: Step) {
        let (seat, mover) = (
            state.seat,
            if step.move_kind == MoveKind::Pass { NO_PIECE } else { state.pieces.piece_at(step.from) },
        );
        // Three Kings 5.6: the right ends with the next step of the seat that made the double step.
        state.clear_ep_move(seat);
        let MoveEffect { irreversible, lost_rights } = if step.move_kind == MoveKind::Pass {
            state.clock += 1;
            MoveEffect { irreversible: false, lost_rights: false }
        } else {
            self.move_pieces(state, step)
        };
        // No step leaves the own king in check. The next seat's king is examined when its turn begins.
        state.first_checkers[seat.index()] = NO_SEAT;
        let next = self.next_seat_in_game(&state.pieces, seat);
        state.seat = next;
        let others = self.all_seats().filter(|&other| other != seat && other != next);
        others.for_each(|other| self.update_first_checker(state, other, seat));
        // Three Kings 9.7: what clears the history.
        let mated = self.resolve_mates(state, seat);
        if mated
            || irreversible
            || lost_rights
            || state.ep_moves[..self.seats].iter().any(|passed| *passed != NO_MOVE)
        {
            state.history.clear();
        } else if step.move_kind == MoveKind::Pass {
            state.history.push_pass(seat);
        } else {
            state.history.push(mover, [step.from, step.to]);
        }
        self.check_endings(state);
    }

    /// Returns the seats that give check to the king of a seat, as bits.
    pub fn checking_seats(&self, pieces: &Pieces, seat: Seat) -> u8 {
        let king = pieces.king(seat);
        if king == NO_CELL {
            return 0;
        }
        let enemies = self.enemies_of(pieces, seat);
        let mut checkers = self.attacking_leapers(pieces, seat, king, enemies.all);
        self.each_pin_or_check(pieces, seat, king, &enemies, |blocker, line| {
            checkers = checkers | (line & enemies.all).only_if(blocker == NO_CELL);
        });
        let gives_check = |&other: &Seat| !(checkers & pieces.of_seat(other)).is_empty();
        self.all_seats().filter(gives_check).fold(0, |all, other| all | other.bit())
    }

    /// Updates which seat gave check to the king of `seat` first, after a turn of `mover` (Three Kings 6.4).
    /// If two checks begin with one turn, the mover's comes first.
    #[inline(always)]
    fn update_first_checker(&self, state: &mut State, seat: Seat, mover: Seat) {
        let seats = self.checking_seats(&state.pieces, seat);
        let first = &mut state.first_checkers[seat.index()];
        if seats == 0 {
            *first = NO_SEAT;
        } else if *first == NO_SEAT || !first.is_in(seats) {
            *first = if mover.is_in(seats) { mover } else { Seat::new(seats.trailing_zeros() as u8) };
        }
    }

    /// Returns the next seat in turn order that is in the game.
    #[inline(always)]
    pub fn next_seat_in_game(&self, pieces: &Pieces, seat: Seat) -> Seat {
        let mut next = self.next_seat[seat.index()];
        while next != seat && !pieces.has_king(next) {
            next = self.next_seat[next.index()];
        }
        next
    }

    /// Drafts the armies of seats that are mated when their turn begins, one after the other. `mover` made
    /// the last turn. Returns whether any was mated (Three Kings 6.3).
    #[inline(always)]
    pub fn resolve_mates(&self, state: &mut State, mover: Seat) -> bool {
        let mut mated = false;
        loop {
            let seat = state.seat;
            state.check_info = self.check_info(&state.pieces, seat);
            if !state.check_info.in_check {
                state.first_checkers[seat.index()] = NO_SEAT;
                return mated;
            }
            self.update_first_checker(state, seat, mover);
            if self.has_step_given(state, seat, &state.check_info) {
                return mated;
            }
            self.draft_army(state);
            mated = true;
        }
    }

    /// Removes the king of the seat to act, and gives its pieces to the seat that gave check first (Three
    /// Kings 6.5).
    #[cold]
    #[inline(never)]
    fn draft_army(&self, state: &mut State) {
        let (seat, by) = (state.seat, state.first_checkers[state.seat.index()]);
        let king = state.pieces.king(seat);
        state.pieces.remove(self, king);
        for cell in state.pieces.of_seat(seat).cells() {
            let piece = state.pieces.remove(self, cell);
            state.pieces.put(self, cell, self.drafted_piece(piece, by));
        }
        state.castling_rights &= !self.castling_rights_of(seat);
        state.clear_ep_move(seat);
        state.clock = 0;
        state.history.clear();
        // A check by the drafting seat comes first (Three Kings 6.4).
        self.all_seats().for_each(|seat| self.update_first_checker(state, seat, by));
        state.seat = self.next_seat_in_game(&state.pieces, seat);
    }

    /// Returns a piece with another owner. A pawn keeps its army (Three Kings 6.6).
    fn drafted_piece(&self, piece: Piece, owner: Seat) -> Piece {
        if self.is_pawn(piece) {
            self.pawn_of_army(owner, self.army_of(piece))
        } else {
            piece.owned_by(owner)
        }
    }

    /// Returns a pawn of an owner and an army.
    pub fn pawn_of_army(&self, owner: Seat, army: Seat) -> Piece {
        let mut pawns = self.all_pieces().filter(|&piece| piece.seat() == owner && self.is_pawn(piece));
        pawns.find(|&pawn| self.army_of(pawn) == army).unwrap_or(self.pawns[owner.index()])
    }

    /// Checks the endings, in their order, when a turn begins (Three Kings 8).
    #[inline(always)]
    pub fn check_endings(&self, state: &mut State) {
        let (seats_with_king, seat) = (state.pieces.seats_with_king(), state.seat);
        state.repetitions = state.history.count(self, seat, &state.pieces);
        let reason = if seats_with_king.count_ones() == 1 {
            Reason::Checkmate
        } else if state.pieces.occupied() == state.pieces.kings() {
            Reason::BareKings
        } else if seats_with_king.count_ones() == 2
            && !state.check_info.in_check
            && !self.has_step_given(state, seat, &state.check_info)
        {
            Reason::Stalemate
        } else if state.clock >= self.clock_limit(&state.pieces) {
            Reason::NoProgress
        } else if state.repetitions >= 2 {
            Reason::Repetition
        } else {
            return;
        };
        let out_seats = !seats_with_king & ((1 << self.seats) - 1);
        let winners = if reason == Reason::Checkmate { seats_with_king } else { 0 };
        (state.ending, state.winners, state.losers) = (Some(reason), winners, out_seats);
    }

    /// Returns the clock at which the game is drawn. Where armies are drafted, it is proportional to the
    /// number of seats in the game (Three Kings 8.4).
    pub fn clock_limit(&self, pieces: &Pieces) -> u16 {
        if self.drafts {
            self.draw_clock / self.seats as u16 * pieces.seats_with_king().count_ones() as u16
        } else {
            self.draw_clock
        }
    }
}
