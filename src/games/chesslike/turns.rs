//! The next seat to act, and how games end (Chess 8, 9; Tri-Chess 6.4, 8, 9).

use super::engine::Engine;
use super::state::State;
use crate::board::Bitboard;
use crate::game::{MAX_SEATS, Reason, Seat};

impl Engine {
    /// Passes the turn to the next seat in turn order and clears its en passant move (Chess 8.2). Returns
    /// whether there was one.
    #[inline(always)]
    pub fn pass_turn(&self, state: &mut State) -> bool {
        state.seat = self.next_seat[state.seat.index() % MAX_SEATS];
        state.round = state.round.saturating_add(u32::from(state.seat == self.turn_order[0]));
        state.clear_ep_move(state.seat)
    }

    /// Finds the seat that moves, or ends the game (Chess 8.3, 8.4; Tri-Chess 8). Returns whether immunities
    /// or en passant moves changed.
    #[inline(always)]
    pub fn find_mover(&self, state: &mut State) -> bool {
        if !self.captures_kings {
            return self.find_mated(state);
        }
        let seats_with_king = state.pieces.seats_with_king();
        let team = self.team_seats[seats_with_king.trailing_zeros() as usize % MAX_SEATS];
        if team & seats_with_king == seats_with_king {
            self.win(state, Reason::KingCaptured, team);
            return false;
        }
        let seat = state.seat;
        if !self.is_out(&state.pieces, seat) && self.can_move_now(state, seat) {
            return false;
        }
        self.skip_seats(state)
    }

    /// Same as [`find_mover`](Engine::find_mover), where kings are never captured: ends the game if the seat
    /// to act has no legal step.
    fn find_mated(&self, state: &mut State) -> bool {
        let seat = state.seat;
        if self.can_move_now(state, seat) {
            return false;
        }
        if state.check_info.in_check {
            let team = self.team_seats[seat.index()];
            let others = !team & ((1 << self.seats) - 1);
            self.win(state, Reason::Checkmate, if self.mated_wins { team } else { others });
        } else {
            self.draw(state, Reason::Stalemate);
        }
        false
    }

    /// Whether the seat, which is to act, has a legal step. Stores its checks and pins.
    #[inline(always)]
    fn can_move_now(&self, state: &mut State, seat: Seat) -> bool {
        state.check_info = self.check_info(&state.pieces, seat);
        self.has_step_given(state, seat, &state.check_info)
    }

    /// Same as [`find_mover`](Engine::find_mover), where the first seat cannot move.
    #[cold]
    #[inline(never)]
    fn skip_seats(&self, state: &mut State) -> bool {
        let before = (state.seat, state.round, state.ep_moves, state.immune);
        let mut changed = false;
        for _ in 0..self.seats {
            let seat = state.seat;
            let is_out = self.is_out(&state.pieces, seat);
            if !is_out {
                if self.can_move_now(state, seat) {
                    return changed;
                }
                if state.pieces.has_king(seat) && self.ends_at_blocked_seat(state, seat) {
                    return changed;
                }
            }
            changed |= state.clear_immunities(seat);
            changed |= self.pass_turn(state);
        }
        (state.seat, state.round, state.ep_moves, state.immune) = before;
        self.draw(state, Reason::Immobile);
        false
    }

    /// Ends the game, if it ends at a seat that has a king and no legal step (Chess 8.4 d, e; Tri-Chess 8.3,
    /// 8.4). Returns whether it ended.
    fn ends_at_blocked_seat(&self, state: &mut State, seat: Seat) -> bool {
        let checkmated = self.in_check(&state.pieces, seat);
        if !self.free_for_all {
            let team = self.team_seats[seat.index()];
            if !checkmated {
                self.draw(state, Reason::Stalemate);
            } else if self.is_team_beaten(state, seat) {
                let others = self.seats_in(!team).filter(|&other| !self.is_team_beaten(state, other));
                let alive = others.fold(0u8, |alive, other| alive | other.bit());
                if self.loses_to_mated_team {
                    self.win(state, Reason::Checkmate, !team);
                } else if alive != 0 && alive == self.team_seats[alive.trailing_zeros() as usize] {
                    self.win(state, Reason::Checkmate, alive);
                }
            }
            return state.ending.is_some();
        }
        let others = self.seats_in(state.pieces.seats_with_king() & !seat.bit());
        let unmated: Vec<Seat> = others.filter(|&other| !self.is_checkmated(state, other)).collect();
        if let (true, [winner]) = (checkmated, &unmated[..]) {
            self.win(state, Reason::Checkmate, winner.bit());
        } else if checkmated {
            let free = |other: &&Seat| !self.is_stalemated(state, **other);
            if unmated.iter().filter(free).count() <= 1 {
                self.draw(state, Reason::Stalemate);
            }
        } else if unmated.len() < 2 {
            self.draw(state, Reason::Stalemate);
        }
        state.ending.is_some()
    }

    /// Whether all kings of a seat's team are gone or mated.
    fn is_team_beaten(&self, state: &State, seat: Seat) -> bool {
        let lost = |other: Seat| !state.pieces.has_king(other) || self.is_checkmated(state, other);
        self.seats_in(self.team_seats[seat.index()]).all(lost)
    }

    /// Returns the seats of a mask.
    fn seats_in(&self, seats: u8) -> impl Iterator<Item = Seat> + use<> {
        self.all_seats().filter(move |seat| seat.is_in(seats))
    }

    /// Whether a seat is checkmated (Chess 6.4).
    pub fn is_checkmated(&self, state: &State, seat: Seat) -> bool {
        self.in_check(&state.pieces, seat) && !self.has_legal_step(state, seat)
    }

    /// Whether a seat is stalemated (Chess 6.4).
    fn is_stalemated(&self, state: &State, seat: Seat) -> bool {
        state.pieces.has_king(seat)
            && !self.in_check(&state.pieces, seat)
            && !self.has_legal_step(state, seat)
    }

    /// Checks the draws that are possible once a seat that can move is found (Chess 8.5, 9).
    #[inline(always)]
    pub fn check_draws(&self, state: &mut State) {
        state.repetitions = state.history.count(self, state.seat, &state.pieces);
        if state.ending.is_some() {
            return;
        }
        let occupied = state.pieces.occupied();
        if self.bare_kings_draw
            && occupied == state.pieces.kings()
            && !occupied.is_empty()
            && state.hands.as_flattened().iter().all(|&count| count == 0)
        {
            self.draw(state, Reason::Material);
        } else if let Some(rule) = self.repetition.filter(|rule| state.repetitions >= rule.earlier) {
            match state.history.only_checker(self, state.seat, &state.pieces) {
                Some(checker) if rule.checker_loses => {
                    let winners = !self.team_seats[checker.index()] & ((1 << self.seats) - 1);
                    self.win(state, Reason::Repetition, winners);
                }
                _ => self.draw(state, Reason::Repetition),
            }
        } else if state.clock >= self.draw_clock
            || self.max_length.is_some_and(|length| self.length(state) >= length)
        {
            self.draw(state, Reason::NoProgress);
        }
    }

    /// Returns the number of steps since the start, which the round implies.
    fn length(&self, state: &State) -> u32 {
        let turns = u32::from(self.turn_index[state.seat.index()]);
        (state.round - 1).saturating_mul(self.seats as u32).saturating_add(turns)
    }

    #[cold]
    fn win(&self, state: &mut State, reason: Reason, winners: u8) {
        (state.ending, state.winners) = (Some(reason), winners);
    }

    /// Ends the game as a draw. With more than two teams, those whose kings are gone or mated have lost
    /// (Chess 11.6, Tri-Chess 11.2).
    #[cold]
    #[inline(never)]
    fn draw(&self, state: &mut State, reason: Reason) {
        let lost = |&seat: &Seat| self.team_count > 2 && self.is_team_beaten(state, seat);
        let losers = self.all_seats().filter(lost).fold(0, |all, seat| all | seat.bit());
        (state.ending, state.losers) = (Some(reason), losers);
    }
}
