//! Applies steps (Chess 4, 7.5 to 7.7, 11.3; Tri-Chess 4, 7.5 to 7.7).

use super::engine::Engine;
use super::kinds::Kind;
use super::pieces::Piece;
use super::state::State;
use super::step::{MoveKind, Step};
use crate::board::{Bitboard, Bitboard256, Cell, NO_CELL};
use crate::game::Seat;
use std::ops::ControlFlow::Break;

/// What moving the pieces of a step changed.
#[derive(Clone, Copy, Debug)]
pub struct MoveEffect {
    /// Whether it was a pawn move or a capture.
    pub irreversible: bool,
    /// Whether the mover lost castling rights.
    pub lost_rights: bool,
}

impl Engine {
    /// Makes a legal step and determines the next seat to act.
    #[inline(always)]
    pub fn apply(&self, state: &mut State, step: Step) {
        if self.drafts {
            return self.apply_with_mates(state, step);
        }
        let (seat, Step { from, to, .. }) = (state.seat, step);
        let mover = state.pieces.piece_at(from);
        let MoveEffect { irreversible, lost_rights } = self.move_pieces(state, step);
        // Whether castling rights, en passant moves or immunities changed (Chess 9.2).
        let mut changed = lost_rights;
        for immune in &mut state.immune[..self.seats] {
            if immune.has(from) {
                *immune = *immune ^ Bitboard256::one(from);
                changed = true;
            }
        }
        changed |= state.clear_immunities(seat);
        changed |= self.pass_turn(state);
        if self.goals.is_empty() || !self.check_goals(state, seat) {
            changed |= self.find_mover(state);
        }
        if self.counts_checks && state.check_info.in_check && state.ending.is_none() {
            state.checks[seat.index()] = state.checks[seat.index()].saturating_add(1);
            self.check_goals(state, seat);
            changed = true;
        }
        if self.fen_style.is_fen && state.ep_move(seat).is_some() {
            self.drop_useless_ep_move(state);
        }
        if changed || irreversible {
            state.history.clear();
        } else {
            state.history.push(mover, [from, to]);
        }
        self.check_draws(state);
    }

    /// Drops the en passant move if the seat to act has no legal capture en passant, as in chess.
    #[cold]
    pub fn drop_useless_ep_move(&self, state: &mut State) {
        if self.each_en_passant(state, state.seat, &mut |_| Break(())).is_continue() {
            self.all_seats().for_each(|seat| _ = state.clear_ep_move(seat));
        }
    }

    /// Moves and captures the pieces of a step, and updates castling rights, the en passant move and the
    /// clock.
    #[inline(always)]
    pub fn move_pieces(&self, state: &mut State, step: Step) -> MoveEffect {
        let (seat, Step { from, to, move_kind, .. }) = (state.seat, step);
        if let MoveKind::Drop(kind) = move_kind {
            self.drop(state, kind, to);
            return MoveEffect { irreversible: true, lost_rights: false };
        }
        let mover = state.pieces.piece_at(from);
        let is_pawn = self.is_pawn(mover);
        let captured = self.captured_cell(&state.pieces, step);
        if captured != NO_CELL {
            self.capture(state, captured, to);
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
                let moved = state.pieces.remove(self, from);
                let moved =
                    if let MoveKind::Promote(kind) = move_kind { Piece::new(seat, kind) } else { moved };
                state.pieces.put(self, to, moved);
            }
        }
        if self.is_captured_en_passant(mover)
            && captured == NO_CELL
            && !self.seat_tables(seat).no_en_passant_from.has(from)
            && self.cells_passed(self.army_of(mover), [from, to]).next().is_some()
        {
            state.ep_moves[seat.index()] = [from, to];
        }
        let promotes = matches!(move_kind, MoveKind::Promote(_));
        let irreversible = is_pawn || promotes || captured != NO_CELL;
        state.clock = if irreversible { 0 } else { state.clock + 1 };
        MoveEffect { irreversible, lost_rights: lost != 0 }
    }

    /// Puts a piece from the hand of the seat to act on a cell.
    fn drop(&self, state: &mut State, kind: Kind, to: Cell) {
        let hand = &mut state.hands[state.seat.index() % 2];
        if let Some(slot) = self.hand.slot(kind) {
            hand[slot] = hand[slot].saturating_sub(1);
        }
        state.pieces.put(self, to, Piece::new(state.seat, kind));
        state.clock = 0;
    }

    /// Removes the piece on `cell`, captured by one that arrives on `by`.
    ///
    /// A piece that captures a king becomes immune: with teams, from the king's owner (Chess 7.5); without,
    /// from the seats that took part in the mate (Chess 7.6).
    #[inline(always)]
    fn capture(&self, state: &mut State, cell: Cell, by: Cell) {
        let (piece, seat) = (state.pieces.piece_at(cell), state.seat);
        let victim = piece.seat();
        let immune_from = match piece.kind() == self.royal {
            true if self.free_for_all => self.mate_participants(state, seat, victim),
            true => victim.bit(),
            false => 0,
        };
        state.pieces.remove(self, cell);
        if self.has_drops {
            self.hand.take(&mut state.hands[seat.index() % 2], piece);
        }
        state.castling_rights &= !self.rights_lost_at[usize::from(cell)];
        if state.ep_moves[victim.index()][1] == cell {
            state.clear_ep_move(victim);
        }
        for (other, immune) in state.immune[..self.seats].iter_mut().enumerate() {
            *immune = (*immune & !Bitboard256::one(cell))
                | Bitboard256::one(by).only_if(immune_from >> other & 1 == 1);
        }
    }

    /// Returns the seats, other than the capturer, without whose pieces the victim would not be checkmated. 0
    /// if the victim is not checkmated.
    #[cold]
    #[inline(never)]
    fn mate_participants(&self, state: &State, capturer: Seat, victim: Seat) -> u8 {
        if !self.is_checkmated(state, victim) {
            return 0;
        }
        let took_part = |other: Seat| {
            let mut without = state.clone();
            for cell in state.pieces.of_seat(other).cells() {
                without.pieces.remove(self, cell);
            }
            without.clear_ep_move(other);
            !self.is_checkmated(&without, victim)
        };
        self.all_seats()
            .filter(|&other| {
                other != capturer && other != victim && state.pieces.has_king(other) && took_part(other)
            })
            .fold(0, |all, other| all | other.bit())
    }
}
