//! How the turn passes on, and how games end (Chess 8, 9; Tri-Chess 6.4, 8, 9).

use super::engine::Engine;
use super::men::Kind;
use super::state::{Ended, State};
use crate::game::{MAX_SEATS, Outcome, Reason, Returns, Seat};

impl Engine {
    /// Gives the turn to the next seat in the sequence, whose own pawn move cannot be answered any more
    /// (Chess 8.2). Whether there was one.
    #[inline(always)]
    pub fn pass_on(&self, state: &mut State) -> bool {
        state.seat = self.next[usize::from(state.seat) % MAX_SEATS];
        state.round = state.round.saturating_add(u32::from(state.seat == self.sequence[0]));
        state.end_pawn_move(state.seat)
    }

    /// Finds the seat that moves, or that the game is over (Chess 8.3, 8.4; Tri-Chess 8). Whether the
    /// immunities or pawn moves that stand are others then.
    #[inline(always)]
    pub fn settle(&self, state: &mut State) -> bool {
        let crowned = state.men.crowned();
        let team = self.friends[crowned.trailing_zeros() as usize % MAX_SEATS];
        if team & crowned == crowned {
            self.win(state, Reason::KingCaptured, team);
            return false;
        }
        let seat = state.seat;
        if !self.is_out(&state.men, seat) && self.can_begin(state, seat) {
            return false;
        }
        self.settle_later(state)
    }

    /// Whether a seat has a legal step, if it is its turn now; what binds its pieces is kept.
    #[inline(always)]
    fn can_begin(&self, state: &mut State, seat: Seat) -> bool {
        state.danger = self.danger(&state.men, seat);
        self.has_step_in(state, seat, &state.danger)
    }

    /// The same where the first seat cannot move.
    #[cold]
    #[inline(never)]
    fn settle_later(&self, state: &mut State) -> bool {
        let before = (state.seat, state.round, state.passed, state.immune);
        let mut disturbed = false;
        for _ in 0..self.seats {
            let seat = state.seat;
            let out = self.is_out(&state.men, seat);
            if !out {
                if self.can_begin(state, seat) {
                    return disturbed;
                }
                if state.men.has_king(seat) && self.ends_at(state, seat) {
                    return disturbed;
                }
            }
            disturbed |= state.end_immunities(seat);
            disturbed |= self.pass_on(state);
        }
        (state.seat, state.round, state.passed, state.immune) = before;
        self.draw(state, Reason::Immobile);
        false
    }

    /// Whether the game ends at a seat that has a king and no legal step (Chess 8.4 d, e; Tri-Chess
    /// 8.3, 8.4).
    fn ends_at(&self, state: &mut State, seat: Seat) -> bool {
        let checkmated = self.in_check(&state.men, seat);
        if !self.alone {
            let team = self.friends[usize::from(seat)];
            if !checkmated {
                self.draw(state, Reason::Stalemate);
            } else if self.is_beaten(state, seat) {
                let others = self.all(!team).filter(|&other| !self.is_beaten(state, other));
                let live = others.fold(0u8, |live, other| live | 1 << other);
                if self.even_if_mated {
                    self.win(state, Reason::Checkmate, !team);
                } else if live != 0 && live == self.friends[live.trailing_zeros() as usize] {
                    self.win(state, Reason::Checkmate, live);
                }
            }
            return state.ended.is_some();
        }
        let others = self.all(state.men.crowned() & !(1 << seat));
        let unmated: Vec<Seat> = others.filter(|&other| !self.is_checkmated(state, other)).collect();
        if let (true, [winner]) = (checkmated, &unmated[..]) {
            self.win(state, Reason::Checkmate, 1 << winner);
        } else if checkmated {
            let free = |other: &&Seat| !self.is_stalemated(state, **other);
            if unmated.iter().filter(free).count() <= 1 {
                self.draw(state, Reason::Stalemate);
            }
        } else if unmated.len() < 2 {
            self.draw(state, Reason::Stalemate);
        }
        state.ended.is_some()
    }

    /// Whether the kings of a seat's team are all gone or mated.
    fn is_beaten(&self, state: &State, seat: Seat) -> bool {
        let lost = |other: Seat| !state.men.has_king(other) || self.is_checkmated(state, other);
        self.all(self.friends[usize::from(seat)]).all(lost)
    }

    /// Some seats.
    fn all(&self, seats: u8) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats as Seat).filter(move |seat| seats >> seat & 1 == 1)
    }

    /// Chess 6.4.
    pub fn is_checkmated(&self, state: &State, seat: Seat) -> bool {
        self.in_check(&state.men, seat) && !self.has_step(state, seat)
    }

    /// Chess 6.4.
    fn is_stalemated(&self, state: &State, seat: Seat) -> bool {
        state.men.has_king(seat) && !self.in_check(&state.men, seat) && !self.has_step(state, seat)
    }

    /// The draws that are looked at when a seat has been found that can move (Chess 8.5, 9).
    #[inline(always)]
    pub fn look_for_draws(&self, state: &mut State) {
        state.stood_before = state.history.earlier(self, state.seat, &state.men);
        if state.ended.is_some() {
            return;
        }
        if self.bare_kings && state.men.all() == state.men.kind(Kind::King) {
            self.draw(state, Reason::Material);
        } else if state.stood_before >= 2 {
            self.draw(state, Reason::Repetition);
        } else if state.clock >= self.clock_end {
            self.draw(state, Reason::NoProgress);
        }
    }

    #[cold]
    fn win(&self, state: &mut State, reason: Reason, winners: u8) {
        state.ended = Some(Ended { reason, winners, losers: 0 });
    }

    /// A draw, in which those of more than two teams have lost whose kings are gone or mated (Chess 11.6,
    /// Tri-Chess 11.2).
    #[cold]
    #[inline(never)]
    fn draw(&self, state: &mut State, reason: Reason) {
        let lost = |&seat: &Seat| self.teams > 2 && self.is_beaten(state, seat);
        let losers = (0..self.seats as Seat).filter(lost).fold(0, |all, seat| all | 1 << seat);
        state.ended = Some(Ended { reason, winners: 0, losers });
    }

    /// What each seat gets (Chess 11.6, Tri-Chess 11).
    pub fn outcome(&self, state: &State) -> Option<Outcome> {
        let Ended { reason, winners, losers } = state.ended?;
        let seats = self.seats as u8;
        let returns = if winners != 0 {
            Returns::win(seats, |seat| winners >> seat & 1 == 1)
        } else {
            let lost = |seat: Seat| losers >> seat & 1 == 1;
            let partners = self.partners[0].len() as f64;
            let loss = partners / (f64::from(seats) - partners);
            Returns::of(&(0..seats).map(|seat| if lost(seat) { -loss } else { 0.0 }).collect::<Vec<f64>>())
        };
        Some(Outcome { returns, reason })
    }
}
