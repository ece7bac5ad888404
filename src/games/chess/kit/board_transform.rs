//! The symmetries of the board: the reflection that exchanges left and right, and rotations of a cylinder.

use super::bitboard::{Bitboard, FILE_A};
use super::pieces::Pieces;
use super::position::Position;
use crate::board::Cell;
use crate::game::Symmetry;

/// A reflection left to right, if `mirrored`, followed by a rotation of the cylinder to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardTransform {
    /// Whether left and right are exchanged first.
    pub mirrored: bool,
    /// By how many files the board is turned.
    pub files: Cell,
}

/// Returns all transforms except the identity: the reflection, and on a cylinder all rotations with and
/// without it.
pub fn all(cylinder: bool) -> Vec<BoardTransform> {
    let turns = |mirrored: bool| {
        (0..if cylinder { 8 } else { 1 }).map(move |files| BoardTransform { mirrored, files })
    };
    turns(false).chain(turns(true)).skip(1).collect()
}

/// Returns the cell `files` to the right, across the edge if needed.
pub const fn shifted(cell: Cell, files: Cell) -> Cell {
    cell & !7 | (cell + files) & 7
}

/// Rotates a bitboard to the right.
fn shifted_bits(bits: Bitboard, files: Cell) -> Bitboard {
    let crossing = FILE_A.wrapping_mul((1 << files) - 1);
    bits << files & !crossing | bits >> (8 - files) & crossing
}

/// Rotates a position without castling rights by 1 to 7 files to the right.
pub fn shifted_position(position: &Position, files: Cell) -> Position {
    let turn = |bits| shifted_bits(bits, files);
    let pieces = Pieces { sides: position.pieces.sides.map(turn), kinds: position.pieces.kinds.map(turn) };
    Position { pieces, ep_square: turn(position.ep_square), ..*position }
}

impl BoardTransform {
    fn cell(self, cell: Cell) -> Cell {
        shifted(if self.mirrored { cell ^ 7 } else { cell }, self.files)
    }

    /// Returns the number of an action after the transform. `mirrored` maps action numbers under the
    /// reflection.
    ///
    /// The lowest three bits of every action that names a cell are its file, and on a cylinder all actions
    /// do.
    pub fn action(self, action: usize, mirrored: impl Fn(usize) -> usize) -> u32 {
        let action = if self.mirrored { mirrored(action) } else { action };
        (action & !7 | (action + usize::from(self.files)) & 7) as u32
    }

    /// Returns the transform as a [`Symmetry`] with these action numbers.
    pub fn symmetry(self, actions: Vec<u32>) -> Symmetry {
        let name = match (self.mirrored, self.files) {
            (true, 0) => "mirror".into(),
            (false, files) => format!("shift-{files}"),
            (true, files) => format!("mirror-shift-{files}"),
        };
        Symmetry { name, cells: (0..64).map(|cell| self.cell(cell)).collect(), actions }
    }
}

/// Reflects a bitboard left to right.
pub fn mirrored_bits(bits: Bitboard) -> Bitboard {
    bits.swap_bytes().reverse_bits()
}

/// Reflects a position without castling rights left to right.
pub fn mirrored_position(position: &Position) -> Position {
    let turn = mirrored_bits;
    let pieces = Pieces { sides: position.pieces.sides.map(turn), kinds: position.pieces.kinds.map(turn) };
    Position { pieces, ep_square: turn(position.ep_square), ..*position }
}
