//! The steps of a seat.

use super::kinds::Kind;
use crate::board::{Cell, NO_CELL};

/// What a step does in addition to moving a piece from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// Nothing else.
    Plain,
    /// The rook moves to the other side of the king (Chess 4.7, Tri-Chess 4.10).
    Castle,
    /// The pawn promotes (Chess 4.5, Tri-Chess 4.8).
    Promote(Kind),
    /// The seat passes (Three Kings 6.7).
    Pass,
    /// A piece of this kind comes from the hand.
    Drop(Kind),
}

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The cell that the piece leaves.
    pub from: Cell,
    /// The cell on which it arrives.
    pub to: Cell,
    /// The cell of a captured piece that is not on `to` (en passant or through a shadow), or 255.
    pub remote_capture: u8,
    /// What else the step does.
    pub move_kind: MoveKind,
}

impl Step {
    /// The step of a seat that passes.
    pub const PASS: Step =
        Step { from: NO_CELL, to: NO_CELL, remote_capture: NO_CELL, move_kind: MoveKind::Pass };

    /// Returns the step that drops a piece of a kind on a cell.
    pub fn drop(kind: Kind, to: Cell) -> Step {
        Step { from: NO_CELL, to, remote_capture: NO_CELL, move_kind: MoveKind::Drop(kind) }
    }
}
