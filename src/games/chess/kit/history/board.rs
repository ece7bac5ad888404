//! Boards on which reversible steps can be undone.

use super::mover;
use crate::board::Cell;
use crate::game::Seat;
use crate::games::chess::kit::bitboard::{Bitboard, bit};
use crate::games::chess::kit::castling::can_have_stayed;
use crate::games::chess::kit::pieces::{Kind, Pieces};
use crate::games::chess::kit::step::{MoveKind, Step};
use crate::games::chess::kit::topology::{Flat, Topology};

/// What is wrong with a text that names no step.
pub(super) const NO_STEP: &str = "is not a step; expected steps such as 'g1f3,g8f6', or '-'";

/// A board on which reversible steps can be undone. Positions repeat if their boards are equal.
pub trait ReversibleBoard: Copy + PartialEq {
    /// The number of steps after which the same seat acts again.
    const PERIOD: u8 = 2;

    /// Undoes a reversible step of a seat.
    fn undo(&mut self, seat: Seat, step: Step);

    /// Returns the reversible step of a seat between two cells that can have led to this board, given the
    /// castling rights.
    ///
    /// # Errors
    ///
    /// Returns the reason why there is none, in words that can follow the step.
    fn reverse_step(&self, seat: Seat, from: Cell, to: Cell, rights: Bitboard) -> Result<Step, &'static str>;

    /// Checks that a seat can have passed, which does not change the board.
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot have passed, in words that can follow the step.
    fn reverse_pass(&self, _seat: Seat) -> Result<(), &'static str> {
        Err(NO_STEP)
    }
}

impl ReversibleBoard for Pieces {
    #[inline(always)]
    fn undo(&mut self, seat: Seat, step: Step) {
        self.toggle(seat, mover(step), bit(step.from()) ^ bit(step.to()));
    }

    fn reverse_step(&self, seat: Seat, from: Cell, to: Cell, rights: Bitboard) -> Result<Step, &'static str> {
        PiecesOn(*self, Flat).reverse_step(seat, from, to, rights)
    }
}

/// Pieces on a board with this topology or these move rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PiecesOn<R>(pub Pieces, pub R);

impl<R: Topology> ReversibleBoard for PiecesOn<R> {
    #[inline(always)]
    fn undo(&mut self, seat: Seat, step: Step) {
        self.0.undo(seat, step);
    }

    fn reverse_step(&self, seat: Seat, from: Cell, to: Cell, rights: Bitboard) -> Result<Step, &'static str> {
        let pieces = &self.0;
        let kind = match pieces.kind_at(to) {
            Some(kind) if pieces.side(seat) & bit(to) != 0 => kind,
            _ => return Err("cannot be undone: there is no piece on its last cell"),
        };
        if pieces.occupied() & bit(from) != 0 {
            return Err("cannot be undone: its first cell is occupied");
        }
        if kind == Kind::Pawn {
            return Err("is a pawn move, and a history has none");
        }
        goes_back::<R>(kind, seat, from, to, pieces.occupied(), rights)?;
        Ok(Step::new(from, to, MoveKind::Normal(kind)))
    }
}

/// Checks that a piece other than a pawn can have moved from one cell to another, given the occupied cells
/// and the castling rights.
///
/// # Errors
///
/// Returns the reason why it cannot have moved so, in words that can follow the step.
pub fn goes_back<R: Topology>(
    kind: Kind,
    seat: Seat,
    from: Cell,
    to: Cell,
    occupied: Bitboard,
    rights: Bitboard,
) -> Result<(), &'static str> {
    if reached::<R>(kind, from, occupied) & bit(to) == 0 {
        return Err("cannot be undone: the piece cannot move that way");
    }
    if !can_have_stayed(rights, seat, kind, to) {
        return Err("moves a king or rook that has the right to castle");
    }
    Ok(())
}

/// The cells that a piece other than a pawn reaches.
fn reached<R: Topology>(kind: Kind, from: Cell, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Pawn => 0,
        Kind::Knight => R::knight_attacks(from),
        Kind::King => R::king_attacks(from),
        Kind::Bishop => R::bishop_attacks(from, occupied),
        Kind::Rook => R::rook_attacks(from, occupied),
        Kind::Queen => R::bishop_attacks(from, occupied) | R::rook_attacks(from, occupied),
    }
}
