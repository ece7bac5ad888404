//! Positions: the board, the seat to act, castling rights, the en passant square and the clock.

use super::bitboard::{Bitboard, bit, own_rank};
use super::castling::{Castling, CastlingNotation};
use super::lines::{STEPS, Shift};
use super::pieces::{Kind, Pieces};
use super::step::{MoveKind, Step, UciMove, is_last_rank};
use crate::board::Cell;
use crate::game::Seat;
use crate::packing::pack_fields;

/// The board, the seat to act, castling rights, the en passant square and the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces.
    pub pieces: Pieces,
    /// The rooks that may still castle.
    pub rights: Bitboard,
    /// The en passant square, as a bitboard: empty if there is none, or if the variant does not record it.
    pub ep_square: Bitboard,
    /// The seat to act.
    pub seat: Seat,
    /// Steps since the last capture or pawn move, as the variant counts them.
    pub clock: u8,
}
pack_fields!(Position { pieces, rights, ep_square, seat, clock });

/// How a seat's pawns move: a push by one cell, and captures to the west and to the east.
#[derive(Clone, Copy)]
pub struct PawnSteps {
    /// One cell ahead.
    pub ahead: Shift,
    /// A capture towards the a-file.
    pub west: Shift,
    /// A capture towards the h-file.
    pub east: Shift,
}

/// Returns the directions of a seat's pawns: push, capture to the west, capture to the east.
#[inline(always)]
pub const fn pawn_directions(seat: Seat) -> [usize; 3] {
    if seat.index() == 0 { [0, 7, 1] } else { [4, 5, 3] }
}

impl PawnSteps {
    /// Those of a seat.
    #[inline(always)]
    pub fn of(seat: Seat) -> PawnSteps {
        let [ahead, west, east] = pawn_directions(seat);
        PawnSteps { ahead: STEPS[ahead], west: STEPS[west], east: STEPS[east] }
    }
}

/// What a step changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// What was captured.
    pub captured: Option<Kind>,
    /// Whether the step can be taken back by moving one piece: it was no capture, no pawn move, no castling,
    /// it changed no castling right and ended no right to capture en passant (Chess 9.2, Chess960 2.3.2).
    pub reversible: bool,
}

impl Position {
    /// Returns the pawn that can be captured en passant, as a bitboard.
    #[inline(always)]
    pub fn ep_pawn(&self) -> Bitboard {
        PawnSteps::of(self.seat.other()).ahead.of(self.ep_square)
    }

    /// Makes a step. The turn passes to the other seat. The en passant square becomes empty after every step,
    /// because variants differ in when they record it (see [`Position::record_ep_square`]).
    #[inline(always)]
    pub fn make(&mut self, step: Step) -> Change {
        let (seat, other) = (self.seat.of_two(), self.seat.of_two().other());
        let (from, to) = (bit(step.from()), bit(step.to()));
        let (rights, ep_square) = (self.rights, self.ep_square);
        self.ep_square = 0;
        self.seat = other;
        self.clock = self.clock.saturating_add(1);
        let mut captured = None;
        match step.move_kind() {
            MoveKind::Normal(kind) => {
                captured = self.capture(other, to);
                self.pieces.toggle(seat, kind, from | to);
                self.rights &= !(from | to);
                if kind == Kind::King {
                    self.rights &= !own_rank(seat, 1);
                }
                if kind != Kind::Pawn {
                    let reversible = captured.is_none() && self.rights == rights && ep_square == 0;
                    return Change { captured, reversible };
                }
                self.clock = 0;
            }
            MoveKind::DoublePush => {
                self.pieces.toggle(seat, Kind::Pawn, from | to);
                self.clock = 0;
            }
            MoveKind::EnPassant => {
                captured = self.capture(other, PawnSteps::of(other).ahead.of(to));
                self.pieces.toggle(seat, Kind::Pawn, from | to);
            }
            MoveKind::Castle => {
                let castling = Castling::of(step.from(), step.to());
                self.pieces.toggle(seat, Kind::King, from ^ bit(castling.king_to));
                self.pieces.toggle(seat, Kind::Rook, bit(castling.rook) ^ bit(castling.rook_to));
                self.rights &= !own_rank(seat, 1);
            }
            MoveKind::Promotion(kind) => {
                captured = self.capture(other, to);
                self.pieces.toggle(seat, Kind::Pawn, from);
                self.pieces.toggle(seat, kind, to);
                self.rights &= !to;
                self.clock = 0;
            }
            MoveKind::Choice => {}
        }
        Change { captured, reversible: false }
    }

    /// Removes an enemy piece, if there is one.
    #[inline(always)]
    fn capture(&mut self, owner: Seat, cell: Bitboard) -> Option<Kind> {
        if self.pieces.side(owner) & cell == 0 {
            return None;
        }
        let kind = self.pieces.kind_at(cell.trailing_zeros() as Cell);
        self.pieces.clear(cell);
        if kind == Some(Kind::King) {
            self.rights &= !own_rank(owner, 1);
        }
        self.clock = 0;
        kind
    }

    /// Records the en passant square of a double push that has been made.
    #[inline(always)]
    pub fn record_ep_square(&mut self, double: Step) {
        self.ep_square = bit((double.from() + double.to()) / 2);
    }

    /// Returns the step that `named` means: which piece moves, and how. It need not be legal. `None` if no
    /// own piece is there, or if a promotion is missing or wrong.
    #[inline]
    pub fn find_step(&self, named: UciMove, castling_notation: CastlingNotation) -> Option<Step> {
        let UciMove { from, to, promotion } = named;
        let seat = self.seat;
        if self.pieces.side(seat) & bit(from) == 0 {
            return None;
        }
        let kind = self.pieces.kind_at(from)?;
        if kind == Kind::King
            && promotion.is_none()
            && let Some(rook) = castling_notation.rook(&self.pieces, seat, from, to)
        {
            return Some(Step::new(from, rook, MoveKind::Castle));
        }
        let move_kind = match (kind, promotion) {
            (Kind::Pawn, Some(kind)) if is_last_rank(seat, to) => MoveKind::Promotion(kind),
            (_, Some(_)) => return None,
            (Kind::Pawn, None) if is_last_rank(seat, to) => return None,
            (Kind::Pawn, None) if from.abs_diff(to) == 16 => MoveKind::DoublePush,
            (Kind::Pawn, None) if bit(to) & self.ep_square != 0 && from & 7 != to & 7 => MoveKind::EnPassant,
            _ => MoveKind::Normal(kind),
        };
        Some(Step::new(from, to, move_kind))
    }
}
