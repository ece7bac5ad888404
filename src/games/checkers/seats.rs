//! How the turn passes on, and how games end (Checkers 7.3, 9).

use super::engine::Engine;
use super::geometry::Geometry;
use super::stacks::Stacks;
use super::state::{NOWHERE, State};
use crate::board::Set;
use crate::game::{Outcome, Reason, Returns};

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Engine<G, K, SEATS, DIRS> {
    /// Finds the seat that acts after the present one, and removes the pieces of those that drop out
    /// (Checkers 7.3). Whether a game for two is over shows when the next seat looks for steps.
    #[inline(always)]
    pub(super) fn pass_on(&self, state: &mut State<G::Set, K, SEATS>) {
        if self.tables.seats() == 2 {
            state.seat ^= 1;
        } else if self.tables.alone {
            self.pass_on_alone(state);
        } else {
            self.pass_on_to_teams(state);
        }
    }

    /// The first seat that can act, or one at which the game is over: its team cannot act, nor can two others
    /// (Checkers 7.3, Tri-Checkers 11.2).
    #[inline]
    fn pass_on_to_teams(&self, state: &mut State<G::Set, K, SEATS>) {
        let mut seat = self.tables.after(state.seat as usize);
        for _ in 0..self.tables.seats() {
            if self.can_act(state, seat) || self.is_over_at(state, seat) {
                break;
            }
            seat = self.tables.after(seat);
        }
        state.seat = seat as u8;
    }

    /// Whether the game of teams is over as `seat` is met, which cannot act.
    pub(super) fn is_over_at(&self, state: &State<G::Set, K, SEATS>, seat: usize) -> bool {
        !self.team_can_act(state, seat)
            && self.able_team(state).is_none_or(|able| {
                (0..self.tables.seats())
                    .all(|other| self.tables.enemies[able] >> other & 1 == 0 || !self.can_act(state, other))
            })
    }

    /// The first seat that can act, whose team is the winner if no other can.
    fn able_team(&self, state: &State<G::Set, K, SEATS>) -> Option<usize> {
        (0..self.tables.seats()).find(|&seat| self.can_act(state, seat))
    }

    /// Whether some partner of `seat` (or itself) can act.
    pub(super) fn team_can_act(&self, state: &State<G::Set, K, SEATS>, seat: usize) -> bool {
        self.team(seat).any(|partner| self.can_act(state, partner))
    }

    /// A seat and its partners.
    fn team(&self, seat: usize) -> impl Iterator<Item = usize> + use<G, K, SEATS, DIRS> {
        others(self.tables.seats(), self.tables.enemies[seat])
    }

    /// The first other seat that can act; those that it passes over and that own no stack are out. If there
    /// is none, the game is over, and the next seat in the sequence shows it.
    #[inline]
    fn pass_on_alone(&self, state: &mut State<G::Set, K, SEATS>) {
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
    fn put_out(&self, state: &mut State<G::Set, K, SEATS>, seat: usize) {
        let cells = state.occupied().cells();
        if state.stacks.remove(seat as u8, cells) {
            state.disturb();
            state.crown = 0;
        }
    }

    /// Whether `seat` has a piece on the board, be it a prisoner.
    pub(super) fn present(&self, state: &State<G::Set, K, SEATS>, seat: usize) -> bool {
        !state.owned[seat].is_empty() || (K::STACKED && state.stacks.holds(seat as u8))
    }

    /// How the game ended, if it is over (Checkers 9).
    pub(super) fn ending(&self, state: &State<G::Set, K, SEATS>) -> Option<Outcome> {
        if state.jumper != NOWHERE {
            return None;
        }
        let seat = state.seat as usize;
        if !self.can_act(state, seat) {
            return Some(self.defeat(state, seat));
        }
        let reason = state.counted_out?;
        let returns = match self.richest_team(state).filter(|_| reason == Reason::FortyMoves) {
            Some(winner) => self.won_by_team(winner),
            None => self.drawn(state),
        };
        Some(Outcome { returns, reason })
    }

    /// A member of the team with the most pieces, if no two have the most; every stack is one piece
    /// (Tri-Checkers 11.4).
    fn richest_team(&self, state: &State<G::Set, K, SEATS>) -> Option<usize> {
        let mut pieces = [0; SEATS];
        for (pieces, owned) in pieces.iter_mut().zip(&state.owned) {
            *pieces = owned.count();
        }
        richest(&pieces[..self.tables.seats()], &self.tables.enemies)
    }

    /// A win for the team of `seat`.
    fn won_by_team(&self, seat: usize) -> Returns {
        Returns::win(self.tables.seats() as u8, |other| self.tables.enemies[seat] >> other & 1 == 0)
    }

    /// A draw, which may be a loss for a team that is not there any more (Checkers 9.7, Tri-Checkers 11.9).
    fn drawn(&self, state: &State<G::Set, K, SEATS>) -> Returns {
        let (mut returns, seats) = ([0.0; SEATS], self.tables.seats());
        let returns = &mut returns[..seats];
        for (seat, points) in returns.iter_mut().enumerate() {
            if self.tables.absent_lose && !self.team(seat).any(|partner| self.present(state, partner)) {
                let size = self.team(seat).count();
                *points = -(size as f64) / (seats - size) as f64;
            }
        }
        Returns::of(returns)
    }

    /// The ending at a seat that was met and could not act (Checkers 9.1 to 9.3, 11.3; Tri-Checkers 13.6).
    fn defeat(&self, state: &State<G::Set, K, SEATS>, seat: usize) -> Outcome {
        let last = self.tables.before(seat);
        let winner = if self.tables.alone { last } else { self.able_team(state).unwrap_or(last) };
        let mut losers =
            (0..self.tables.seats()).filter(|&other| self.tables.enemies[winner] >> other & 1 == 1);
        let stackless = losers.all(|loser| state.owned[loser].is_empty());
        let reason = if stackless { Reason::Elimination } else { Reason::Immobile };
        Outcome { returns: self.won_by_team(winner), reason }
    }
}

/// The first of so many seats, each with a number of pieces and its enemies as bits, whose team has more
/// pieces than any other.
fn richest(pieces: &[usize], enemies: &[u8]) -> Option<usize> {
    let seats = pieces.len();
    let wealth = |seat: usize| others(seats, enemies[seat]).map(|partner| pieces[partner]).sum::<usize>();
    let poorer = |seat: usize, other: usize| enemies[seat] >> other & 1 == 0 || wealth(other) < wealth(seat);
    (0..seats).find(|&seat| (0..seats).all(|other| poorer(seat, other)))
}

/// Those of so many seats that are none of these enemies.
fn others(seats: usize, enemies: u8) -> impl Iterator<Item = usize> {
    (0..seats).filter(move |other| enemies >> other & 1 == 0)
}
