//! Checks, mates, drafted armies and endings (Three Kings 6, 8).

use crate::board::Bitboard;
use crate::game::{Reason, Seat};
use crate::games::realm::engine::Engine;
use crate::games::realm::make::Moved;
use crate::games::realm::men::{DRAFTED, Kind, Men, NOTHING, NOWHERE, Piece, given, kind_of};
use crate::games::realm::offer::{Deed, Step};
use crate::games::realm::state::{Ended, NO_MOVE, State};

impl Engine {
    /// Makes a legal step, and finds the seat whose turn comes then.
    pub fn make_turn(&self, state: &mut State, step: Step) {
        let (seat, mover) =
            (state.seat, if step.deed == Deed::Pass { NOTHING } else { state.men.on(step.from) });
        // Three Kings 5.6: the right ends with the next step of the seat that made the double step.
        state.end_pawn_move(seat);
        let Moved { for_good, lost } = if step.deed == Deed::Pass {
            state.clock += 1;
            Moved { for_good: false, lost: false }
        } else {
            self.carry_out(state, step)
        };
        // (No step leaves the own king in check; the next one is looked at when his turn begins.)
        state.checks[usize::from(seat)] = NOWHERE;
        let next = self.next_in(&state.men, seat);
        state.seat = next;
        let others = (0..self.seats as Seat).filter(|&other| other != seat && other != next);
        others.for_each(|other| self.note_check(state, other, seat));
        // Three Kings 9.7: what begins the history anew.
        let mated = self.judge(state, seat);
        if mated || for_good || lost || state.passed[..self.seats].iter().any(|passed| *passed != NO_MOVE) {
            state.history.clear();
        } else if step.deed == Deed::Pass {
            state.history.push_pass(seat);
        } else {
            state.history.push(mover, [step.from, step.to]);
        }
        self.look_for_endings(state);
    }

    /// The seats that give check to the king of a seat, as bits.
    pub fn checking(&self, men: &Men, seat: Seat) -> u8 {
        let king = men.king(seat);
        if king == NOWHERE {
            return 0;
        }
        let hostile = self.hostile(men, seat);
        let mut strikers = self.leapers(men, seat, king, hostile.all);
        self.each_bond(men, seat, king, &hostile, |shield, line| {
            strikers = strikers | (line & hostile.all).only_if(shield == NOWHERE);
        });
        let strikes = |other: &usize| !(strikers & men.owned(*other as Seat)).is_empty();
        (0..self.seats).filter(strikes).fold(0, |all, other| all | 1 << other)
    }

    /// Brings up to date who checked the king of a seat first, after a turn of `mover` (Three Kings 6.4). Of
    /// two checks that begin with one turn that of the mover comes first.
    #[inline(always)]
    fn note_check(&self, state: &mut State, seat: Seat, mover: Seat) {
        let seats = self.checking(&state.men, seat);
        let first = &mut state.checks[usize::from(seat)];
        if seats == 0 {
            *first = NOWHERE;
        } else if *first == NOWHERE || seats >> *first & 1 == 0 {
            *first = if seats >> mover & 1 == 1 { mover } else { seats.trailing_zeros() as Seat };
        }
    }

    /// The next seat in the sequence that is still in.
    #[inline(always)]
    pub fn next_in(&self, men: &Men, seat: Seat) -> Seat {
        let mut next = self.next[usize::from(seat)];
        while next != seat && !men.has_king(next) {
            next = self.next[usize::from(next)];
        }
        next
    }

    /// Looks whether the seat whose turn begins after one of `mover` is mated, and then the next one. Whether
    /// one was (Three Kings 6.3).
    #[inline(always)]
    pub fn judge(&self, state: &mut State, mover: Seat) -> bool {
        let mut mated = false;
        loop {
            let seat = state.seat;
            state.danger = self.danger(&state.men, seat);
            if !state.danger.checked {
                state.checks[usize::from(seat)] = NOWHERE;
                return mated;
            }
            self.note_check(state, seat, mover);
            if self.has_step_in(state, seat, &state.danger) {
                return mated;
            }
            self.draft(state);
            mated = true;
        }
    }

    /// The seat to act is out, and its pieces become those of the seat that checked first (Three Kings 6.5).
    #[cold]
    #[inline(never)]
    fn draft(&self, state: &mut State) {
        let (seat, by) = (state.seat, state.checks[usize::from(state.seat)]);
        let king = state.men.king(seat);
        state.men.lift(&self.web, king);
        for cell in state.men.owned(seat).cells() {
            let piece = state.men.lift(&self.web, cell);
            state.men.put(&self.web, cell, self.as_drafted(piece, by));
        }
        state.rights &= !self.rights_of(seat);
        state.end_pawn_move(seat);
        state.clock = 0;
        state.history.clear();
        // The seat that drafted comes first (Three Kings 6.4).
        (0..self.seats as Seat).for_each(|seat| self.note_check(state, seat, by));
        state.seat = self.next_in(&state.men, seat);
    }

    /// A piece as that of another owner: a pawn keeps its army (Three Kings 6.6).
    fn as_drafted(&self, piece: Piece, owner: Seat) -> Piece {
        if kind_of(piece) == Kind::Pawn { self.pawn(owner, self.army_of(piece)) } else { given(piece, owner) }
    }

    /// A pawn of an owner and of an army.
    pub fn pawn(&self, owner: Seat, army: Seat) -> Piece {
        let codes = [Kind::Pawn as u8].into_iter().chain(DRAFTED);
        let mut pawns = codes.map(|code| given(code, owner));
        pawns.find(|&pawn| self.army_of(pawn) == army).unwrap_or(given(Kind::Pawn as u8, owner))
    }

    /// The endings, in their order, when a turn begins (Three Kings 8).
    #[inline(always)]
    pub fn look_for_endings(&self, state: &mut State) {
        let (crowned, seat) = (state.men.crowned(), state.seat);
        state.stood_before = state.history.earlier(self, seat, &state.men);
        let reason = if crowned.count_ones() == 1 {
            Reason::Checkmate
        } else if state.men.all() == state.men.kind(Kind::King) {
            Reason::BareKings
        } else if crowned.count_ones() == 2
            && !state.danger.checked
            && !self.has_step_in(state, seat, &state.danger)
        {
            Reason::Stalemate
        } else if state.clock >= self.clock_limit(&state.men) {
            Reason::NoProgress
        } else if state.stood_before >= 2 {
            Reason::Repetition
        } else {
            return;
        };
        let out = !crowned & ((1 << self.seats) - 1);
        let winners = if reason == Reason::Checkmate { crowned } else { 0 };
        state.ended = Some(Ended { reason, winners, losers: out });
    }

    /// The clock at which a game is drawn: where armies are drafted so many rounds of those still in (Three
    /// Kings 8.4).
    pub fn clock_limit(&self, men: &Men) -> u16 {
        if self.drafts {
            self.clock_end / self.seats as u16 * men.crowned().count_ones() as u16
        } else {
            self.clock_end
        }
    }
}
