//! Steps, as UCI writes them: the cell that a piece leaves, the cell that it goes to, and what it does.

use super::bitboard::{bit, read_cell, write_cell};
use super::castling::CastlingNotation;
use super::numbering::mirrored_way;
use super::pieces::Kind;
use crate::board::Cell;
use crate::game::Seat;
use std::fmt;

/// One step: 6 bits from, 6 bits to, 5 bits for the shadow that it enters, and on top 4 bits of [`MoveKind`].
///
/// The deed follows from the cells and the position (except for the promotion); it is kept so that a step can
/// be made and taken back without asking what stands where.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step(u32);

/// Where the bits of the shadow begin, and those of the deed.
const SHADOW: u32 = 12;
const MOVE_KIND: u32 = 28;

/// What a step does besides going from cell to cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// A piece of this kind goes, or captures. (Pawns: one cell ahead, or a plain capture.)
    Normal(Kind),
    /// A pawn goes two cells.
    DoublePush,
    /// A pawn captures the one that has just passed it.
    EnPassant,
    /// King and rook castle.
    Castle,
    /// A pawn arrives on the last rank and becomes this.
    Promotion(Kind),
    /// No piece moves: one of the choices that a variant numbers for itself.
    Choice,
}

impl MoveKind {
    const ALL: [MoveKind; 16] = {
        use Kind::*;
        use MoveKind::*;
        [
            Normal(Pawn),
            Normal(Knight),
            Normal(Bishop),
            Normal(Rook),
            Normal(Queen),
            Normal(King),
            DoublePush,
            EnPassant,
            Castle,
            Promotion(Knight),
            Promotion(Bishop),
            Promotion(Rook),
            Promotion(Queen),
            Choice,
            Choice,
            Choice,
        ]
    };

    #[inline(always)]
    const fn code(self) -> u32 {
        match self {
            MoveKind::Normal(kind) => kind as u32,
            MoveKind::DoublePush => 6,
            MoveKind::EnPassant => 7,
            MoveKind::Castle => 8,
            MoveKind::Promotion(kind) => 8 + kind as u32,
            MoveKind::Choice => 13,
        }
    }
}

impl Step {
    /// A step of a piece.
    #[inline(always)]
    pub const fn new(from: Cell, to: Cell, move_kind: MoveKind) -> Step {
        Step((from & 63) as u32 | ((to & 63) as u32) << 6 | move_kind.code() << MOVE_KIND)
    }

    /// The same step, which takes the piece aside whose shadow falls by this way on the cell that it goes to
    /// (Shadow Chess).
    #[inline(always)]
    pub const fn via_shadow(self, way: usize) -> Step {
        Step(self.0 | (((way as u32 & 31) + 1) << SHADOW))
    }

    /// The way of the shadow that it enters.
    #[inline(always)]
    pub const fn shadow(self) -> Option<usize> {
        ((self.0 >> SHADOW & 63) as usize).checked_sub(1)
    }

    /// A choice by its number (below 4096).
    pub const fn choice(number: usize) -> Step {
        Step((number & 0xFFF) as u32 | MoveKind::Choice.code() << MOVE_KIND)
    }

    /// The number of a choice.
    pub const fn number(self) -> usize {
        (self.0 & 0xFFF) as usize
    }

    /// The cell that the piece leaves; castling: the king's.
    #[inline(always)]
    pub const fn from(self) -> Cell {
        (self.0 & 63) as Cell
    }

    /// The cell that the piece goes to; castling: the rook's.
    #[inline(always)]
    pub const fn to(self) -> Cell {
        (self.0 >> 6 & 63) as Cell
    }

    /// What it does.
    #[inline(always)]
    pub const fn move_kind(self) -> MoveKind {
        MoveKind::ALL[(self.0 >> MOVE_KIND) as usize]
    }

    /// Whether it is a choice. (Asked of the bits: what a step does is seldom the same twice, and no jump can
    /// be foretold by it.)
    #[inline(always)]
    pub const fn is_choice(self) -> bool {
        self.0 >> MOVE_KIND >= MoveKind::Choice.code()
    }

    /// Whether it is a castling.
    #[inline(always)]
    pub const fn is_castling(self) -> bool {
        self.0 >> MOVE_KIND == MoveKind::Castle.code()
    }

    /// What a pawn becomes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<Kind> {
        match self.move_kind() {
            MoveKind::Promotion(kind) => Some(kind),
            _ => None,
        }
    }

    /// The cell that names its end in texts and actions.
    #[inline(always)]
    pub fn target(self, castling_notation: CastlingNotation) -> Cell {
        if self.is_castling() { castling_notation.target(self.from(), self.to()) } else { self.to() }
    }

    /// The same on the board mirrored left to right; choices stay as they are.
    pub fn mirrored(self) -> Step {
        match self.move_kind() {
            MoveKind::Choice => self,
            move_kind => {
                let step = Step::new(self.from() ^ 7, self.to() ^ 7, move_kind);
                self.shadow().map_or(step, |way| step.via_shadow(mirrored_way(way)))
            }
        }
    }

    /// Appends the two cells and the letter of a promotion.
    pub fn write(self, castling_notation: CastlingNotation, out: &mut String) {
        write_cell(self.from(), out);
        write_cell(self.target(castling_notation), out);
        if let Some(kind) = self.promotion() {
            out.push(kind.letter() as char);
        }
    }

    /// The first 16 bytes of its string as a number.
    #[inline]
    pub fn sort_key(self, castling_notation: CastlingNotation) -> u128 {
        let name = |cell: Cell| u128::from(b'a' + (cell & 7)) << 8 | u128::from(b'1' + (cell >> 3));
        let letter = self.promotion().map_or(0, |kind| u128::from(kind.letter()));
        name(self.from()) << 112 | name(self.target(castling_notation)) << 96 | letter << 88
    }
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(CastlingNotation::KingTakesRook, &mut text);
        let shadow = self.shadow().map_or(String::new(), |way| format!(" by shadow {way}"));
        write!(f, "{text} {:?}{shadow}", self.move_kind())
    }
}

/// What a step string names: two cells, and what a pawn becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UciMove {
    /// The first cell.
    pub from: Cell,
    /// The second cell.
    pub to: Cell,
    /// The kind named at the end.
    pub promotion: Option<Kind>,
}

impl UciMove {
    /// Reads a step string.
    pub fn read(text: &str) -> Option<UciMove> {
        let bytes = text.as_bytes();
        let promotion = match bytes {
            [_, _, _, _] => None,
            [_, _, _, _, letter @ (b'q' | b'r' | b'b' | b'n')] => Kind::of_letter(*letter),
            _ => return None,
        };
        Some(UciMove { from: read_cell(&bytes[..2])?, to: read_cell(&bytes[2..4])?, promotion })
    }
}

/// The seat's last rank, where pawns promote.
#[inline(always)]
pub const fn is_last_rank(seat: Seat, cell: Cell) -> bool {
    bit(cell) & super::bitboard::own_rank(seat, 8) != 0
}
