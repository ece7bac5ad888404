//! Making a step (Chess 4, 7.5 to 7.7, 11.3; Tri-Chess 4, 7.5 to 7.7).

use super::engine::Engine;
use super::men::{Kind, NOWHERE, kind_of, piece, seat_of};
use super::offer::{Deed, Step};
use super::state::State;
use crate::board::{Bitboard, Bitboard256, Cell};
use crate::game::Seat;

/// What came of moving the pieces of a step.
#[derive(Clone, Copy, Debug)]
pub struct Moved {
    /// Whether it was a pawn's or a capture.
    pub for_good: bool,
    /// Whether the mover lost castling rights.
    pub lost: bool,
}

impl Engine {
    /// Makes a legal step, and finds the seat whose turn comes then.
    #[inline(always)]
    pub fn make(&self, state: &mut State, step: Step) {
        if self.drafts {
            return self.make_turn(state, step);
        }
        let (seat, Step { from, to, .. }) = (state.seat, step);
        let mover = state.men.on(from);
        let Moved { for_good, lost } = self.carry_out(state, step);
        // Whether castling rights, pawn moves or immunities are others than before (Chess 9.2).
        let mut disturbed = lost;
        for immune in &mut state.immune[..self.seats] {
            if immune.has(from) {
                *immune = *immune ^ Bitboard256::one(from);
                disturbed = true;
            }
        }
        disturbed |= state.end_immunities(seat);
        disturbed |= self.pass_on(state);
        disturbed |= self.settle(state);
        if disturbed || for_good {
            state.history.clear();
        } else {
            state.history.push(mover, [from, to]);
        }
        self.look_for_draws(state);
    }

    /// Moves and takes the pieces of a step, with what follows for rights, pawn moves and the clock.
    #[inline(always)]
    pub fn carry_out(&self, state: &mut State, step: Step) -> Moved {
        let (seat, Step { from, to, deed, .. }) = (state.seat, step);
        let mover = state.men.on(from);
        let pawn = kind_of(mover) == Kind::Pawn;
        let taken = self.taken(&state.men, step);
        if taken != NOWHERE {
            self.take(state, taken, to);
        }
        let lost = state.rights & self.rights_at[usize::from(from)];
        state.rights ^= lost;
        match deed {
            Deed::Castle => {
                if let Some(castling) = self.castled(seat, to) {
                    self.castle(&mut state.men, castling);
                }
            }
            _ => {
                let moved = state.men.lift(&self.web, from);
                let moved = if let Deed::Promote(kind) = deed { piece(seat, kind) } else { moved };
                state.men.put(&self.web, to, moved);
            }
        }
        if pawn && taken == NOWHERE && self.passed_over(self.army_of(mover), [from, to]).next().is_some() {
            state.passed[usize::from(seat)] = [from, to];
        }
        let for_good = pawn || taken != NOWHERE;
        state.clock = if for_good { 0 } else { state.clock + 1 };
        Moved { for_good, lost: lost != 0 }
    }

    /// Takes a piece off the board, for one that comes to stand on `by`. What takes a king is immune then:
    /// from the king's owner where partners play (Chess 7.5), else from those that took part in the mate
    /// (7.6).
    #[inline(always)]
    fn take(&self, state: &mut State, cell: Cell, by: Cell) {
        let (piece, seat) = (state.men.on(cell), state.seat);
        let victim = seat_of(piece);
        let barred = match kind_of(piece) {
            Kind::King if self.alone => self.participants(state, seat, victim),
            Kind::King => 1 << victim,
            _ => 0,
        };
        state.men.lift(&self.web, cell);
        state.rights &= !self.rights_at[usize::from(cell)];
        if state.passed[usize::from(victim)][1] == cell {
            state.end_pawn_move(victim);
        }
        for (other, immune) in state.immune[..self.seats].iter_mut().enumerate() {
            *immune =
                (*immune & !Bitboard256::one(cell)) | Bitboard256::one(by).only_if(barred >> other & 1 == 1);
        }
    }

    /// The seats other than the taker without whose pieces the victim would not be checkmated, if it is.
    #[cold]
    #[inline(never)]
    fn participants(&self, state: &State, taker: Seat, victim: Seat) -> u8 {
        if !self.is_checkmated(state, victim) {
            return 0;
        }
        let took_part = |other: Seat| {
            let mut without = state.clone();
            for cell in state.men.owned(other).cells() {
                without.men.lift(&self.web, cell);
            }
            without.end_pawn_move(other);
            !self.is_checkmated(&without, victim)
        };
        (0..self.seats as Seat)
            .filter(|&other| {
                other != taker && other != victim && state.men.has_king(other) && took_part(other)
            })
            .fold(0, |all, other| all | 1 << other)
    }
}
