//! The pieces on the board.

use super::engine::Engine;
use super::kinds::{Kind, MAX_KINDS};
use super::line_tables::{LineOccupancy, MAX_LINES};
use crate::board::{Bitboard, Bitboard256, Cell, NO_CELL};
use crate::game::{MAX_SEATS, Seat};
use crate::packing::pack_fields;

/// The value that means no seat.
pub const NO_SEAT: Seat = Seat::new(u8::MAX);

/// The content of a cell: a piece, [`NO_PIECE`] or [`OFF_BOARD`].
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece(u8);

/// The number of bits of the kind in a piece's number.
const KIND_BITS: u8 = 5;
const KIND_MASK: u8 = (1 << KIND_BITS) - 1;
const _: () = assert!(MAX_KINDS <= KIND_MASK as usize && (MAX_SEATS + 1) << KIND_BITS <= 256);

/// The number of contents of a cell.
pub const CONTENTS: usize = 256;

/// An empty cell.
pub const NO_PIECE: Piece = Piece(0);

/// The content of numbers that are not cells.
pub const OFF_BOARD: Piece = Piece(u8::MAX);

impl Piece {
    /// Returns the piece of a seat and kind.
    #[inline(always)]
    pub const fn new(seat: Seat, kind: Kind) -> Piece {
        Piece((seat.number() + 1) << KIND_BITS | kind.number())
    }

    /// Returns the content with this number, which is below [`CONTENTS`].
    #[inline(always)]
    pub const fn from_index(index: usize) -> Piece {
        Piece(index as u8)
    }

    /// Returns the number as an index of arrays.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the owner of a piece. Anything else gives an arbitrary number.
    #[inline(always)]
    pub const fn seat(self) -> Seat {
        Seat::new((self.0 >> KIND_BITS).wrapping_sub(1))
    }

    /// Returns the kind of a piece. Anything else gives an arbitrary kind.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind::new(self.0 & KIND_MASK)
    }

    /// Returns the piece of the same kind with another owner.
    pub const fn owned_by(self, seat: Seat) -> Piece {
        Piece::new(seat, self.kind())
    }

    /// Whether the piece is in a set.
    #[inline(always)]
    pub const fn is_in(self, set: &PieceMask) -> bool {
        set[(self.0 >> 6) as usize] >> (self.0 & 63) & 1 == 1
    }
}

/// A set of pieces, as bits.
pub type PieceMask = [u64; CONTENTS / 64];

/// Adds a piece to a set.
pub fn add_to_mask(set: &mut PieceMask, piece: Piece) {
    set[piece.index() / 64] |= 1 << (piece.index() % 64);
}

/// The groups of kinds whose pieces share a bitboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Group {
    /// Pawns, by the number of their kind among pawns.
    Pawn0,
    Pawn1,
    Pawn2,
    Royal,
    /// Pieces that slide through sides only, through corners only, and both.
    SideSlider,
    CornerSlider,
    BothSlider,
    /// All others, and those with exotic attacks.
    Leaper,
    Exotic,
}

/// The number of groups.
const GROUPS: usize = 9;

/// The largest number of kinds of pawns.
pub const MAX_PAWN_KINDS: usize = 3;

/// The pieces on the board, by cell, seat, group and line.
#[derive(Clone, Debug)]
pub struct Pieces {
    /// The number of the content of each cell. Plain bytes are compared and hashed as a block.
    by_cell: [u8; 256],
    all: Bitboard256,
    of_seat: [Bitboard256; MAX_SEATS],
    groups: [Bitboard256; GROUPS],
    pub line_occupancy: LineOccupancy,
    /// The cell of each seat's king, or [`NO_CELL`].
    kings: [u8; MAX_SEATS],
}
pack_fields!(Pieces { by_cell, all, of_seat, groups, line_occupancy, kings });

/// A board without cells.
impl Default for Pieces {
    fn default() -> Pieces {
        Pieces {
            by_cell: [OFF_BOARD.0; 256],
            all: Bitboard256::EMPTY,
            of_seat: [Bitboard256::EMPTY; MAX_SEATS],
            groups: [Bitboard256::EMPTY; GROUPS],
            line_occupancy: [0; MAX_LINES],
            kings: [NO_CELL; MAX_SEATS],
        }
    }
}

impl Pieces {
    /// Returns an empty board.
    pub fn empty(engine: &Engine) -> Pieces {
        let line_occupancy = engine.line_tables.empty_occupancy;
        let mut pieces = Pieces { line_occupancy, ..Pieces::default() };
        pieces.by_cell[..engine.board.len()].fill(NO_PIECE.0);
        pieces
    }

    /// Returns the content of a cell.
    #[inline(always)]
    pub fn piece_at(&self, cell: Cell) -> Piece {
        Piece(self.by_cell[usize::from(cell)])
    }

    /// Returns the pieces of a seat.
    #[inline(always)]
    pub fn of_seat(&self, seat: Seat) -> Bitboard256 {
        self.of_seat[seat.index() % MAX_SEATS]
    }

    /// Returns the pieces of a group.
    #[inline(always)]
    pub fn of_group(&self, group: Group) -> Bitboard256 {
        self.groups[group as usize]
    }

    /// Returns the pawns of all kinds.
    #[inline(always)]
    pub fn pawns(&self) -> Bitboard256 {
        let [first, second, third, ..] = self.groups;
        first | second | third
    }

    /// Returns the pawns of the kind with this number among pawns, which is below [`MAX_PAWN_KINDS`].
    #[inline(always)]
    pub fn pawns_of(&self, number: usize) -> Bitboard256 {
        self.groups[number]
    }

    /// Returns the royal pieces.
    #[inline(always)]
    pub fn kings(&self) -> Bitboard256 {
        self.of_group(Group::Royal)
    }

    /// Returns the pieces of a kind.
    pub fn of_kind(&self, kind: Kind) -> Bitboard256 {
        let alike = |cell: &Cell| self.piece_at(*cell).kind() == kind;
        self.all.cells().filter(alike).fold(Bitboard256::EMPTY, |all, cell| all | Bitboard256::one(cell))
    }

    /// Returns the pieces among `subset` that slide through sides, and those that slide through corners.
    #[inline(always)]
    pub fn sliders(&self, subset: Bitboard256) -> [Bitboard256; 2] {
        let both = self.of_group(Group::BothSlider);
        [Group::SideSlider, Group::CornerSlider].map(|group| subset & (self.of_group(group) | both))
    }

    /// Returns all pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard256 {
        self.all
    }

    /// Returns the cell of a seat's king, or [`NO_CELL`].
    #[inline(always)]
    pub fn king(&self, seat: Seat) -> u8 {
        self.kings[seat.index() % MAX_SEATS]
    }

    /// Whether a seat has a king.
    #[inline(always)]
    pub fn has_king(&self, seat: Seat) -> bool {
        self.king(seat) != NO_CELL
    }

    /// Returns the seats that have a king, as bits.
    #[inline(always)]
    pub fn seats_with_king(&self) -> u8 {
        (0..MAX_SEATS).fold(0, |all, seat| all | u8::from(self.kings[seat] != NO_CELL) << seat)
    }

    /// Puts a piece on an empty cell.
    #[inline(always)]
    pub fn put(&mut self, engine: &Engine, cell: Cell, piece: Piece) {
        self.by_cell[usize::from(cell)] = piece.0;
        self.toggle(engine, cell, piece, cell);
    }

    /// Removes and returns the piece on a cell.
    #[inline(always)]
    pub fn remove(&mut self, engine: &Engine, cell: Cell) -> Piece {
        let piece = Piece(std::mem::replace(&mut self.by_cell[usize::from(cell)], NO_PIECE.0));
        self.toggle(engine, cell, piece, NO_CELL);
        piece
    }

    #[inline(always)]
    fn toggle(&mut self, engine: &Engine, cell: Cell, piece: Piece, king_at: u8) {
        let (one, seat) = (Bitboard256::one(cell), piece.seat().index() % MAX_SEATS);
        let group = engine.group_of[piece.index()];
        self.all = self.all ^ one;
        self.of_seat[seat] = self.of_seat[seat] ^ one;
        self.groups[group as usize] = self.groups[group as usize] ^ one;
        if group == Group::Royal {
            self.kings[seat] = king_at;
        }
        engine.line_tables.toggle(&mut self.line_occupancy, cell);
    }
}

/// The other fields follow from the contents of the cells.
impl PartialEq for Pieces {
    fn eq(&self, other: &Pieces) -> bool {
        self.by_cell == other.by_cell
    }
}

impl Eq for Pieces {}

impl std::hash::Hash for Pieces {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.by_cell.hash(hasher);
    }
}
