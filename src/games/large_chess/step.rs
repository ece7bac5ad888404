//! A step of a seat.

use super::pieces::{Kind, NO_CELL};
use crate::board::Cell;

/// What a step does beside going from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// Nothing.
    Plain,
    /// The rook comes to the king's other side (Chess 4.7, Tri-Chess 4.10).
    Castle,
    /// The pawn becomes another piece (Chess 4.5, Tri-Chess 4.8).
    Promote(Kind),
    /// The seat does nothing (Three Kings 6.7).
    Pass,
}

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The cell that the piece leaves.
    pub from: Cell,
    /// The cell on which it arrives.
    pub to: Cell,
    /// The cell of a piece that is taken elsewhere than there, or 255.
    pub remote_capture: u8,
    /// What it does besides.
    pub move_kind: MoveKind,
}

impl Step {
    /// The step of a seat that does nothing, from no cell to no cell.
    pub const PASS: Step =
        Step { from: NO_CELL, to: NO_CELL, remote_capture: NO_CELL, move_kind: MoveKind::Pass };
}

/// What pawns become, the usual first.
pub const PROMOTION_KINDS: [Kind; 4] = [Kind::Queen, Kind::Knight, Kind::Bishop, Kind::Rook];
