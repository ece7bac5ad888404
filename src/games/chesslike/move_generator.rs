//! Generates the legal steps of a seat.

use super::check::CheckInfo;
use super::engine::Engine;
use super::legal_moves::{
    LegalMoves, MAX_MOVE_SETS, MAX_MOVE_SETS_WITH_CHOICES, MoveSet, MoveSetKind, Promotions,
};
use super::movement::Movement;
use super::pieces::{NO_PIECE, OFF_BOARD, Pieces};
use super::state::State;
use super::step::{MoveKind, Step};
use crate::board::{Bitboard, Bitboard256, Cell, NO_CELL};
use crate::game::Seat;
use arrayvec::ArrayVec;
use std::ops::ControlFlow::{self, Break, Continue};

impl Engine {
    /// Calls `use_moves` with the legal steps of the seat to act. There are none when the game is over.
    #[inline(always)]
    pub fn legal_moves<R>(&self, state: &State, use_moves: impl FnOnce(LegalMoves) -> R) -> R {
        if self.shadows || self.promotes_freely {
            self.legal_moves_in_large_buffer(state, use_moves)
        } else {
            self.legal_moves_in_buffer::<MAX_MOVE_SETS, R>(state, use_moves)
        }
    }

    /// A function of its own, so that the others do not touch the pages of a large buffer.
    #[inline(never)]
    fn legal_moves_in_large_buffer<R>(&self, state: &State, use_moves: impl FnOnce(LegalMoves) -> R) -> R {
        self.legal_moves_in_buffer::<MAX_MOVE_SETS_WITH_CHOICES, R>(state, use_moves)
    }

    /// Same as [`legal_moves`](Engine::legal_moves), with a buffer for `N` sets.
    ///
    /// A king that can be captured must be captured, unless the own king is in check (Chess 7.1, Tri-Chess
    /// 6.2).
    #[inline(always)]
    fn legal_moves_in_buffer<const N: usize, R>(
        &self,
        state: &State,
        use_moves: impl FnOnce(LegalMoves) -> R,
    ) -> R {
        let (pieces, seat) = (&state.pieces, state.seat);
        let promotions = Promotions { cells: self.seat_tables(seat).promotion_cells, to: &self.promotes_to };
        let mut sets = ArrayVec::<MoveSet, N>::new();
        if state.ending.is_some() {
            return use_moves(LegalMoves { sets: &sets, promotions });
        }
        // All targets and remote captures.
        let mut touched = Bitboard256::EMPTY;
        let _ = self.each_move_set(state, seat, &state.check_info, |set| {
            touched = touched
                | if set.remote_capture == NO_CELL {
                    set.targets
                } else {
                    Bitboard256::one(set.remote_capture)
                };
            if self.promotes_freely {
                self.each_promotion(pieces, set, &mut |set| sets.push(set.counted(promotions)));
            } else {
                sets.push(set.counted(promotions));
            }
            Continue(())
        });
        if self.must_capture {
            keep_captures(&mut sets, pieces.occupied(), promotions);
        }
        if self.drafts && sets.is_empty() {
            let (from, to) = (Step::PASS.from, Bitboard256::one(Step::PASS.to));
            sets.push(MoveSet { kind: MoveSetKind::Pass, ..MoveSet::plain(from, to) }.counted(promotions));
        }
        // Targets never hold allied pieces, so these kings are enemies.
        let kings = touched & pieces.kings();
        if !kings.is_empty() && !state.check_info.in_check && self.captures_kings {
            sets.retain(|set| {
                if set.remote_capture == NO_CELL {
                    set.targets = set.targets & kings;
                    *set = set.counted(promotions);
                    !set.targets.is_empty()
                } else {
                    kings.has(set.remote_capture)
                }
            });
        }
        use_moves(LegalMoves { sets: &sets, promotions })
    }

    /// Whether a seat would have a legal step if it were to act.
    pub fn has_legal_step(&self, state: &State, seat: Seat) -> bool {
        self.has_step_given(state, seat, &self.check_info(&state.pieces, seat))
    }

    /// Same as [`has_legal_step`](Engine::has_legal_step), with known checks and pins.
    #[inline(always)]
    pub fn has_step_given(&self, state: &State, seat: Seat, check_info: &CheckInfo) -> bool {
        if self.shadows && !check_info.in_check && self.has_unpinned_step(state, seat, check_info) {
            return true;
        }
        self.each_move_set(state, seat, check_info, |_| Break(())).is_break()
    }

    /// Visits the steps of a seat that do not leave its king in check.
    #[inline(always)]
    fn each_move_set(
        &self,
        state: &State,
        seat: Seat,
        check_info: &CheckInfo,
        visit: impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.shadows {
            self.each_move_set_with_shadows(state, seat, check_info, visit)
        } else {
            self.each_plain_move_set(state, seat, check_info, visit)
        }
    }

    /// Visits the steps of a seat that do not leave its king in check, without shadows (Chess 6.3, Tri-Chess
    /// 5.3).
    #[inline(always)]
    fn each_plain_move_set(
        &self,
        state: &State,
        seat: Seat,
        check_info: &CheckInfo,
        mut visit: impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let pieces = &state.pieces;
        let own = pieces.of_seat(seat);
        let allies = self.allied_pieces(pieces, seat);
        let enemies = pieces.occupied() & !allies;
        let open = !(allies | self.uncapturable(state, seat));
        let all_pawns = own & pieces.pawns();
        for number in 0..self.pawn_kinds {
            let pawns = own & pieces.pawns_of(number);
            if !pawns.is_empty() {
                let movement = self.movement(pieces.piece_at(pawns.first()));
                self.each_pawn((pieces, seat), movement, pawns, open, check_info, &mut visit)?;
            }
        }
        let others = own & !all_pawns & !pieces.kings();
        for from in others.cells() {
            let to = self.targets(pieces, from, open);
            let to =
                if self.promotes_freely { self.without_blocked_promotions(pieces, from, to) } else { to };
            let to = self.legal_targets(pieces, seat, check_info, from, to);
            if !to.is_empty() {
                visit(MoveSet::plain(from, to))?;
            }
        }
        let king = pieces.king(seat);
        if king != NO_CELL {
            let near = self.targets(pieces, king, open);
            let to = if near.is_empty() {
                near
            } else {
                self.safe_king_targets(pieces, seat, enemies, check_info, king, near)
            };
            if !to.is_empty() {
                visit(MoveSet::plain(king, to))?;
            }
        }
        if !check_info.in_check && state.castling_rights & self.castling_rights_of(seat) != 0 {
            self.each_castling(state, seat, &mut visit)?;
        }
        if state.ep_moves.iter().any(|ep_move| ep_move[0] != NO_CELL) {
            self.each_en_passant(state, seat, &mut visit)?;
        }
        if self.has_drops {
            self.each_drop(state, seat, check_info, &mut visit)?;
        }
        Continue(())
    }

    /// Returns the enemy pieces that a seat cannot capture now: kings if they are never captured, otherwise
    /// immune pieces.
    #[inline(always)]
    pub fn uncapturable(&self, state: &State, seat: Seat) -> Bitboard256 {
        if self.drafts { state.pieces.kings() } else { state.immune[seat.index()] }
    }

    /// Visits the steps of pawns that move alike.
    #[inline(always)]
    fn each_pawn(
        &self,
        (pieces, seat): (&Pieces, Seat),
        movement: &Movement,
        pawns: Bitboard256,
        open: Bitboard256,
        check_info: &CheckInfo,
        visit: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (paths, captures) = (&movement.slides[0].paths[..], &movement.leaps[..]);
        let enemies = pieces.occupied() & open;
        for from in pawns.cells() {
            let ahead = self.open_path(pieces, paths[usize::from(from)]);
            let to = (ahead & open) | (captures[usize::from(from)] & enemies);
            let to =
                if self.promotes_freely { self.without_blocked_promotions(pieces, from, to) } else { to };
            let to = self.legal_targets(pieces, seat, check_info, from, to);
            if !to.is_empty() {
                visit(MoveSet { kind: MoveSetKind::Pawn, ..MoveSet::plain(from, to) })?;
            }
        }
        Continue(())
    }

    /// Returns the neighbor cells on which the king is not in check.
    #[inline(always)]
    fn safe_king_targets(
        &self,
        pieces: &Pieces,
        seat: Seat,
        enemies: Bitboard256,
        check_info: &CheckInfo,
        king: Cell,
        near: Bitboard256,
    ) -> Bitboard256 {
        if check_info.must_try {
            return self.tried_targets(pieces, seat, king, near);
        }
        let enemies = self.with_sliders(pieces, enemies);
        if !check_info.in_check {
            return near & !self.attacked_cells(pieces, seat, &enemies, near);
        }
        // A slider that gives check can attack the cell behind the king.
        let safe = |&cell: &Cell| !self.is_attacked(pieces, seat, &enemies, cell, Some(king));
        near.cells().filter(safe).fold(Bitboard256::EMPTY, |all, cell| all | Bitboard256::one(cell))
    }

    /// Visits the captures en passant (Chess 4.6, Tri-Chess 4.9).
    #[cold]
    pub fn each_en_passant(
        &self,
        state: &State,
        seat: Seat,
        visit: &mut impl FnMut(MoveSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let pieces = &state.pieces;
        for other in self.all_seats() {
            let Some(ep_move) = state.ep_move(other) else { continue };
            let remote_capture = ep_move[1];
            if !other.is_in(self.enemy_seats[seat.index()]) || state.immune[seat.index()].has(remote_capture)
            {
                continue;
            }
            for to in self.ep_squares(pieces, ep_move).filter(|&cell| pieces.piece_at(cell) == NO_PIECE) {
                for from in self.capturing_pawns(pieces, seat, to).cells() {
                    if self.keeps_king_safe(
                        pieces,
                        seat,
                        Step { from, to, remote_capture, move_kind: MoveKind::Plain },
                    ) {
                        let target = Bitboard256::one(to);
                        visit(MoveSet {
                            remote_capture,
                            kind: MoveSetKind::Pawn,
                            ..MoveSet::plain(from, target)
                        })?;
                    }
                }
            }
        }
        Continue(())
    }

    /// Whether a step other than castling leaves the own king out of check.
    pub fn keeps_king_safe(&self, pieces: &Pieces, seat: Seat, step: Step) -> bool {
        let (mut after, captured) = (pieces.clone(), self.captured_cell(pieces, step));
        if captured != NO_CELL {
            after.remove(self, captured);
        }
        let mover = after.remove(self, step.from);
        after.put(self, step.to, mover);
        self.is_allowed(&after, seat)
    }

    /// Whether a seat can leave these pieces behind: its king is not in check, nor, where this is forbidden,
    /// is that of an enemy.
    pub fn is_allowed(&self, pieces: &Pieces, seat: Seat) -> bool {
        let mut others = self.all_seats().filter(|&other| other != seat);
        let gives_check = self.forbids_checks && others.any(|other| self.in_check(pieces, other));
        !gives_check && !self.in_check(pieces, seat)
    }

    /// Returns the cell of the piece that a step captures, or [`NO_CELL`].
    #[inline(always)]
    pub fn captured_cell(&self, pieces: &Pieces, step: Step) -> u8 {
        debug_assert!(pieces.piece_at(step.to) != OFF_BOARD);
        if step.remote_capture != NO_CELL {
            step.remote_capture
        } else if pieces.piece_at(step.to) != NO_PIECE {
            step.to
        } else {
            NO_CELL
        }
    }
}

/// Keeps only captures, if there are any.
#[cold]
fn keep_captures<const N: usize>(
    sets: &mut ArrayVec<MoveSet, N>,
    occupied: Bitboard256,
    promotions: Promotions,
) {
    let captures = |set: &MoveSet| set.remote_capture != NO_CELL || !(set.targets & occupied).is_empty();
    if !sets.iter().any(captures) {
        return;
    }
    sets.retain(|set| {
        if set.remote_capture == NO_CELL {
            set.targets = set.targets & occupied;
            *set = set.counted(promotions);
        }
        captures(set)
    });
}
