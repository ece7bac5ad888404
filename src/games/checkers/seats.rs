//! How the turn passes on, and how games end (Checkers 7.3, 9).

use super::engine::Engine;
use super::geometry::Geometry;
use super::stacks::Stacks;
use super::state::{NOWHERE, State};
use crate::board::Set;
use crate::game::{Outcome, Reason, Returns};

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize, const QUIET: usize>
    Engine<G, K, SEATS, DIRS, QUIET>
{
    /// Finds the seat that acts after the present one, and removes the pieces of those that drop out (Checkers 7.3). Whether a game for two is
    /// over shows when the next seat looks for steps.
    #[inline(always)]
    pub(super) fn pass_on(&self, state: &mut State<G::Set, K, SEATS, QUIET>) {
        if SEATS == 2 {
            state.seat ^= 1;
        } else if self.tables.cutthroat {
            self.pass_on_alone(state);
        } else {
            self.pass_on_to_teams(state);
        }
    }

    /// The first seat that can act, or one whose team cannot.
    #[inline]
    fn pass_on_to_teams(&self, state: &mut State<G::Set, K, SEATS, QUIET>) {
        let mut seat = self.tables.after(state.seat as usize);
        for _ in 0..SEATS {
            if self.can_act(state, seat) || !self.team_can_act(state, seat) {
                break;
            }
            seat = self.tables.after(seat);
        }
        state.seat = seat as u8;
    }

    /// Whether some partner of `seat` (or itself) can act.
    pub(super) fn team_can_act(&self, state: &State<G::Set, K, SEATS, QUIET>, seat: usize) -> bool {
        self.team(seat).any(|partner| self.can_act(state, partner))
    }

    /// A seat and its partners.
    fn team(&self, seat: usize) -> impl Iterator<Item = usize> + use<G, K, SEATS, DIRS, QUIET> {
        let enemies = self.tables.enemies[seat];
        (0..SEATS).filter(move |other| enemies >> other & 1 == 0)
    }

    /// The first other seat that can act; those that it passes over and that own no stack are out. If there is none, the game is over, and the next
    /// seat in the sequence shows it.
    #[inline]
    fn pass_on_alone(&self, state: &mut State<G::Set, K, SEATS, QUIET>) {
        let last = state.seat as usize;
        let next = self.tables.after(last);
        let mut seat = next;
        while !self.can_act(state, seat) {
            seat = self.tables.after(seat);
            if seat == last {
                state.seat = next as u8;
                return;
            }
        }
        state.seat = seat as u8;
        let mut passed = next;
        while passed != seat {
            if K::STACKED && state.owned[passed].is_empty() && state.stacks.holds(passed as u8) {
                self.put_out(state, passed);
            }
            passed = self.tables.after(passed);
        }
    }

    /// Removes all pieces of a seat that owns no stack.
    #[cold]
    fn put_out(&self, state: &mut State<G::Set, K, SEATS, QUIET>, seat: usize) {
        let cells = state.occupied().cells();
        if state.stacks.remove(seat as u8, cells) {
            state.disturb();
            state.crown = 0;
        }
    }

    /// Whether `seat` has a piece on the board, be it a prisoner.
    pub(super) fn present(&self, state: &State<G::Set, K, SEATS, QUIET>, seat: usize) -> bool {
        !state.owned[seat].is_empty() || (K::STACKED && state.stacks.holds(seat as u8))
    }

    /// How the game ended, if it is over (Checkers 9).
    pub(super) fn ending(&self, state: &State<G::Set, K, SEATS, QUIET>) -> Option<Outcome> {
        if state.jumper != NOWHERE {
            return None;
        }
        let seat = state.seat as usize;
        if !self.can_act(state, seat) {
            return Some(self.defeat(state, seat));
        }
        let reason = state.drawn?;
        let mut returns = [0.0; SEATS];
        if self.tables.cutthroat {
            for (seat, points) in returns.iter_mut().enumerate() {
                *points = if self.present(state, seat) { 0.0 } else { -1.0 / (SEATS - 1) as f64 };
            }
        }
        Some(Outcome { returns: Returns::of(&returns), reason })
    }

    /// The ending at a seat that was met and could not act (Checkers 9.1 to 9.3, 11.3).
    fn defeat(&self, state: &State<G::Set, K, SEATS, QUIET>, seat: usize) -> Outcome {
        let winner = (seat + SEATS - 1) % SEATS;
        let lost = |other: usize| {
            if self.tables.cutthroat { other != winner } else { self.team(seat).any(|loser| loser == other) }
        };
        let stackless = (0..SEATS).filter(|&other| lost(other)).all(|loser| state.owned[loser].is_empty());
        let reason = if stackless { Reason::Elimination } else { Reason::Immobile };
        Outcome { returns: Returns::win(SEATS as u8, |other| !lost(other as usize)), reason }
    }
}
