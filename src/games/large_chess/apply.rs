//! Making a step (Chess 4, 7.5 to 7.7, 11.3; Tri-Chess 4, 7.5 to 7.7).

use super::engine::Engine;
use super::pieces::{Kind, NO_CELL, kind_of, piece, seat_of};
use super::state::State;
use super::step::{MoveKind, Step};
use crate::board::{Cell, Quad, Set};
use crate::game::Seat;

/// What came of moving the pieces of a step.
#[derive(Clone, Copy, Debug)]
pub struct MoveEffect {
    /// Whether it was a pawn's or a capture.
    pub irreversible: bool,
    /// Whether the mover lost castling rights.
    pub lost_rights: bool,
}

impl Engine {
    /// Makes a legal step, and finds the seat whose turn comes then.
    #[inline(always)]
    pub fn apply(&self, state: &mut State, step: Step) {
        if self.drafts {
            return self.apply_with_mates(state, step);
        }
        let (seat, Step { from, to, .. }) = (state.seat, step);
        let mover = state.pieces.piece_at(from);
        let MoveEffect { irreversible, lost_rights } = self.move_pieces(state, step);
        // Whether castling rights, pawn moves or immunities are others than before (Chess 9.2).
        let mut disturbed = lost_rights;
        for immune in &mut state.immune[..self.seats] {
            if immune.has(from) {
                *immune = *immune ^ Quad::one(from);
                disturbed = true;
            }
        }
        disturbed |= state.clear_immunities(seat);
        disturbed |= self.pass_turn(state);
        disturbed |= self.find_mover(state);
        if disturbed || irreversible {
            state.history.clear();
        } else {
            state.history.push(mover, [from, to]);
        }
        self.check_draws(state);
    }

    /// Moves and takes the pieces of a step, with what follows for rights, pawn moves and the clock.
    #[inline(always)]
    pub fn move_pieces(&self, state: &mut State, step: Step) -> MoveEffect {
        let (seat, Step { from, to, move_kind, .. }) = (state.seat, step);
        let mover = state.pieces.piece_at(from);
        let pawn = kind_of(mover) == Kind::Pawn;
        let taken = self.captured_cell(&state.pieces, step);
        if taken != NO_CELL {
            self.capture(state, taken, to);
        }
        let lost = state.castling_rights & self.rights_lost_at[usize::from(from)];
        state.castling_rights ^= lost;
        match move_kind {
            MoveKind::Castle => {
                if let Some(castling) = self.castling_to(seat, to) {
                    self.castle(&mut state.pieces, castling);
                }
            }
            _ => {
                let moved = state.pieces.remove(&self.line_tables, from);
                let moved = if let MoveKind::Promote(kind) = move_kind { piece(seat, kind) } else { moved };
                state.pieces.put(&self.line_tables, to, moved);
            }
        }
        if pawn && taken == NO_CELL && self.cells_passed(self.army_of(mover), [from, to]).next().is_some() {
            state.ep_moves[usize::from(seat)] = [from, to];
        }
        let irreversible = pawn || taken != NO_CELL;
        state.clock = if irreversible { 0 } else { state.clock + 1 };
        MoveEffect { irreversible, lost_rights: lost != 0 }
    }

    /// Takes a piece off the board, for one that comes to stand on `by`. What takes a king is immune then:
    /// from the king's owner where partners play (Chess 7.5), else from those that took part in the mate
    /// (7.6).
    #[inline(always)]
    fn capture(&self, state: &mut State, cell: Cell, by: Cell) {
        let (piece, seat) = (state.pieces.piece_at(cell), state.seat);
        let victim = seat_of(piece);
        let barred = match kind_of(piece) {
            Kind::King if self.free_for_all => self.mate_participants(state, seat, victim),
            Kind::King => 1 << victim,
            _ => 0,
        };
        state.pieces.remove(&self.line_tables, cell);
        state.castling_rights &= !self.rights_lost_at[usize::from(cell)];
        if state.ep_moves[usize::from(victim)][1] == cell {
            state.clear_ep_move(victim);
        }
        for (other, immune) in state.immune[..self.seats].iter_mut().enumerate() {
            *immune = (*immune & !Quad::one(cell)) | Quad::one(by).only_if(barred >> other & 1 == 1);
        }
    }

    /// The seats other than the taker without whose pieces the victim would not be checkmated, if it is.
    #[cold]
    #[inline(never)]
    fn mate_participants(&self, state: &State, taker: Seat, victim: Seat) -> u8 {
        if !self.is_checkmated(state, victim) {
            return 0;
        }
        let took_part = |other: Seat| {
            let mut without = state.clone();
            for cell in state.pieces.of_seat(other).cells() {
                without.pieces.remove(&self.line_tables, cell);
            }
            without.clear_ep_move(other);
            !self.is_checkmated(&without, victim)
        };
        (0..self.seats as Seat)
            .filter(|&other| {
                other != taker && other != victim && state.pieces.has_king(other) && took_part(other)
            })
            .fold(0, |all, other| all | 1 << other)
    }
}
