//! The next seat to act, and how games end (Checkers 7.3, 9).

use super::engine::Engine;
use super::geometry::Geometry;
use super::stacks::Stacks;
use super::state::State;
use crate::board::{Bitboard, NO_CELL};
use crate::game::{Outcome, Reason, Returns, Seat};

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Engine<G, K, SEATS, DIRS> {
    /// Finds the next seat to act, and removes the pieces of seats that are eliminated (Checkers 7.3). A game
    /// for two seats is over if the next seat has no step, which is detected later.
    #[inline(always)]
    pub(super) fn pass_turn(&self, state: &mut State<G::Set, K, SEATS>) {
        if self.tables.seats() == 2 {
            state.seat = state.seat.other();
        } else if self.tables.no_partners {
            self.pass_turn_without_partners(state);
        } else {
            self.pass_turn_with_teams(state);
        }
    }

    /// Finds the first seat that can act, or at which the game is over because its team cannot act and no two
    /// others can (Checkers 7.3, Tri-Checkers 11.2).
    #[inline]
    fn pass_turn_with_teams(&self, state: &mut State<G::Set, K, SEATS>) {
        let mut seat = self.tables.next_seat(state.seat.index());
        for _ in 0..self.tables.seats() {
            if self.can_act(state, seat) || self.is_over_at(state, seat) {
                break;
            }
            seat = self.tables.next_seat(seat);
        }
        state.seat = Seat::from_index(seat);
    }

    /// Whether a game of teams is over at `seat`, which cannot act.
    pub(super) fn is_over_at(&self, state: &State<G::Set, K, SEATS>, seat: usize) -> bool {
        !self.team_can_act(state, seat)
            && self.first_able_seat(state).is_none_or(|able| {
                (0..self.tables.seats())
                    .all(|other| self.tables.enemies[able] >> other & 1 == 0 || !self.can_act(state, other))
            })
    }

    /// Returns the first seat that can act. Its team wins if no other team can act.
    fn first_able_seat(&self, state: &State<G::Set, K, SEATS>) -> Option<usize> {
        (0..self.tables.seats()).find(|&seat| self.can_act(state, seat))
    }

    /// Whether `seat` or one of its partners can act.
    pub(super) fn team_can_act(&self, state: &State<G::Set, K, SEATS>, seat: usize) -> bool {
        self.team(seat).any(|partner| self.can_act(state, partner))
    }

    /// Returns a seat and its partners.
    fn team(&self, seat: usize) -> impl Iterator<Item = usize> + use<G, K, SEATS, DIRS> {
        non_enemies(self.tables.seats(), self.tables.enemies[seat])
    }

    /// Finds the first other seat that can act. Skipped seats that own no stack are eliminated. If no seat
    /// can act, the game is over at the next seat in turn order.
    #[inline]
    fn pass_turn_without_partners(&self, state: &mut State<G::Set, K, SEATS>) {
        let last = state.seat.index();
        let next = self.tables.next_seat(last);
        let mut seat = next;
        while !self.can_act(state, seat) {
            seat = self.tables.next_seat(seat);
            if seat == last {
                state.seat = Seat::from_index(next);
                return;
            }
        }
        state.seat = Seat::from_index(seat);
        let mut skipped = next;
        while skipped != seat {
            if K::STACKED
                && state.owned[skipped].is_empty()
                && state.stacks.has_pieces(Seat::from_index(skipped))
            {
                self.eliminate(state, skipped);
            }
            skipped = self.tables.next_seat(skipped);
        }
    }

    /// Removes all pieces of a seat that owns no stack.
    #[cold]
    fn eliminate(&self, state: &mut State<G::Set, K, SEATS>, seat: usize) {
        let cells = state.occupied().cells();
        if state.stacks.remove(Seat::from_index(seat), cells) {
            state.reset_quiet();
            state.crown = 0;
        }
    }

    /// Whether `seat` has a piece on the board, including prisoners.
    pub(super) fn has_pieces(&self, state: &State<G::Set, K, SEATS>, seat: usize) -> bool {
        !state.owned[seat].is_empty() || (K::STACKED && state.stacks.has_pieces(Seat::from_index(seat)))
    }

    /// Returns how the game ended, or `None` if it is not over (Checkers 9).
    pub(super) fn outcome(&self, state: &State<G::Set, K, SEATS>) -> Option<Outcome> {
        if state.multi_jump_from != NO_CELL {
            return None;
        }
        let seat = state.seat.index();
        if !self.can_act(state, seat) {
            return Some(self.loss(state, seat));
        }
        let reason = state.end_reason?;
        let returns = match self.largest_team(state).filter(|_| reason == Reason::FortyMoves) {
            Some(winner) => self.team_win(winner),
            None => self.draw_returns(state),
        };
        Some(Outcome { returns, reason })
    }

    /// Returns a member of the team with the most pieces, or `None` if several teams have the most. Every
    /// stack is one piece (Tri-Checkers 11.4).
    fn largest_team(&self, state: &State<G::Set, K, SEATS>) -> Option<usize> {
        let mut pieces = [0; SEATS];
        for (pieces, owned) in pieces.iter_mut().zip(&state.owned) {
            *pieces = owned.count();
        }
        largest(&pieces[..self.tables.seats()], &self.tables.enemies)
    }

    /// Returns a win for the team of `seat`.
    fn team_win(&self, seat: usize) -> Returns {
        Returns::win(self.tables.seats() as u8, |other| !other.is_in(self.tables.enemies[seat]))
    }

    /// Returns a draw, which can be a loss for a team without pieces (Checkers 9.7, Tri-Checkers 11.9).
    fn draw_returns(&self, state: &State<G::Set, K, SEATS>) -> Returns {
        let (mut returns, seats) = ([0.0; SEATS], self.tables.seats());
        let returns = &mut returns[..seats];
        for (seat, points) in returns.iter_mut().enumerate() {
            if self.tables.absent_teams_lose
                && !self.team(seat).any(|partner| self.has_pieces(state, partner))
            {
                let size = self.team(seat).count();
                *points = -(size as f64) / (seats - size) as f64;
            }
        }
        Returns::of(returns)
    }

    /// Returns the ending at a seat that cannot act (Checkers 9.1 to 9.3, 11.3; Tri-Checkers 13.6).
    fn loss(&self, state: &State<G::Set, K, SEATS>, seat: usize) -> Outcome {
        let last = self.tables.previous_seat(seat);
        let winner = if self.tables.no_partners { last } else { self.first_able_seat(state).unwrap_or(last) };
        let mut losers =
            (0..self.tables.seats()).filter(|&other| self.tables.enemies[winner] >> other & 1 == 1);
        let no_stacks_left = losers.all(|loser| state.owned[loser].is_empty());
        let reason = if no_stacks_left { Reason::Elimination } else { Reason::Immobile };
        Outcome { returns: self.team_win(winner), reason }
    }
}

/// Returns the first seat whose team has more pieces than any other team, given the pieces and the enemies
/// (as bits) of each seat.
fn largest(pieces: &[usize], enemies: &[u8]) -> Option<usize> {
    let seats = pieces.len();
    let size = |seat: usize| non_enemies(seats, enemies[seat]).map(|partner| pieces[partner]).sum::<usize>();
    let is_smaller = |seat: usize, other: usize| enemies[seat] >> other & 1 == 0 || size(other) < size(seat);
    (0..seats).find(|&seat| (0..seats).all(|other| is_smaller(seat, other)))
}

/// Returns the seats that are not among these enemies.
fn non_enemies(seats: usize, enemies: u8) -> impl Iterator<Item = usize> {
    (0..seats).filter(move |other| enemies >> other & 1 == 0)
}
