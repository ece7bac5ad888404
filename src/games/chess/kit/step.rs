//! Steps, as UCI writes them: the cell that a piece leaves, the cell that it goes to, and what it does.

use super::bitboard::{bit, read_cell, write_cell};
use super::castling::CastlingNotation;
use super::lines::mirrored_way;
use super::pieces::Kind;
use crate::board::Cell;
use crate::game::Seat;
use crate::packing::pack_fields;
use std::fmt;

/// One step: 6 bits from, 6 bits to, 5 bits for the shadow that it enters, and on top 4 bits of [`MoveKind`].
///
/// The deed follows from the cells and the position (except for the promotion); it is kept so that a step can
/// be made and taken back without asking what stands where.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step(u32);
pack_fields!(Step { 0 });

/// Where the bits of the shadow begin, and those of the deed.
const SHADOW: u32 = 12;
const MOVE_KIND: u32 = 28;

/// The kind of a step.
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
    /// Returns a step of a piece.
    #[inline(always)]
    pub const fn new(from: Cell, to: Cell, move_kind: MoveKind) -> Step {
        Step((from & 63) as u32 | ((to & 63) as u32) << 6 | move_kind.code() << MOVE_KIND)
    }

    /// Returns the same step as a capture through a shadow (Shadow Chess): it captures the piece whose shadow
    /// falls on the target by this way.
    #[inline(always)]
    pub const fn via_shadow(self, way: usize) -> Step {
        Step(self.0 | (((way as u32 & 31) + 1) << SHADOW))
    }

    /// Returns the way of the shadow that the step enters.
    #[inline(always)]
    pub const fn shadow(self) -> Option<usize> {
        ((self.0 >> SHADOW & 63) as usize).checked_sub(1)
    }

    /// Returns the choice with a number below 4096.
    pub const fn choice(number: usize) -> Step {
        Step((number & 0xFFF) as u32 | MoveKind::Choice.code() << MOVE_KIND)
    }

    /// Returns the number of a choice.
    pub const fn number(self) -> usize {
        (self.0 & 0xFFF) as usize
    }

    /// Returns the cell that the piece leaves. Castling: the cell of the king.
    #[inline(always)]
    pub const fn from(self) -> Cell {
        (self.0 & 63) as Cell
    }

    /// Returns the cell that the piece reaches. Castling: the cell of the rook.
    #[inline(always)]
    pub const fn to(self) -> Cell {
        (self.0 >> 6 & 63) as Cell
    }

    /// Returns the kind of the step.
    #[inline(always)]
    pub const fn move_kind(self) -> MoveKind {
        MoveKind::ALL[(self.0 >> MOVE_KIND) as usize]
    }

    /// Returns whether the step is a choice. It compares bits, because a `match` on the kind is a branch that
    /// is hard to predict.
    #[inline(always)]
    pub const fn is_choice(self) -> bool {
        self.0 >> MOVE_KIND >= MoveKind::Choice.code()
    }

    /// Returns whether the step is a castling move.
    #[inline(always)]
    pub const fn is_castling(self) -> bool {
        self.0 >> MOVE_KIND == MoveKind::Castle.code()
    }

    /// Returns the kind to which a pawn promotes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<Kind> {
        match self.move_kind() {
            MoveKind::Promotion(kind) => Some(kind),
            _ => None,
        }
    }

    /// Returns the second cell of step strings and actions.
    #[inline(always)]
    pub fn target(self, castling_notation: CastlingNotation) -> Cell {
        if self.is_castling() { castling_notation.target(self.from(), self.to()) } else { self.to() }
    }

    /// Returns the step on the board reflected left to right. Choices stay the same.
    pub fn mirrored(self) -> Step {
        match self.move_kind() {
            MoveKind::Choice => self,
            move_kind => {
                let step = Step::new(self.from() ^ 7, self.to() ^ 7, move_kind);
                self.shadow().map_or(step, |way| step.via_shadow(mirrored_way(way)))
            }
        }
    }

    /// Writes the two cells and the letter of a promotion.
    pub fn write(self, castling_notation: CastlingNotation, out: &mut String) {
        write_cell(self.from(), out);
        write_cell(self.target(castling_notation), out);
        if let Some(kind) = self.promotion() {
            out.push(kind.letter() as char);
        }
    }

    /// Returns the first 16 bytes of the step string as a number.
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

/// What a step string of a piece names: two cells and a promotion.
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

/// Returns whether a cell is on the rank where the pawns of `seat` promote.
#[inline(always)]
pub const fn is_last_rank(seat: Seat, cell: Cell) -> bool {
    bit(cell) & super::bitboard::own_rank(seat, 8) != 0
}
