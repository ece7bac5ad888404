//! The pieces on the board.

use crate::board::{Bitboard, Bitboard256, Cell, NO_CELL};
use crate::game::{MAX_SEATS, Seat};
use crate::games::large_chess::line_tables::{LineOccupancy, LineTables};
use crate::packing::pack_fields;

pub use crate::games::chess::kit::pieces::Kind;

/// The value that means no seat.
pub const NO_SEAT: Seat = Seat::new(u8::MAX);

/// The content of a cell: a piece, [`NO_PIECE`] or [`OFF_BOARD`]. Its number is below 64.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece(u8);

/// An empty cell.
pub const NO_PIECE: Piece = Piece(0);

/// The content of numbers that are not cells.
pub const OFF_BOARD: Piece = Piece(63);

/// The kind codes of drafted pawns. They belong to the armies of the next seat and of the seat after it.
pub const DRAFTED_PAWN_CODES: [u8; 2] = [Kind::King as u8 + 1, Kind::King as u8 + 2];

impl Piece {
    /// Returns the piece of a seat and kind.
    #[inline(always)]
    pub const fn new(seat: Seat, kind: Kind) -> Piece {
        Piece::of_code(seat, kind as u8)
    }

    /// Returns the piece of a seat with a kind code: a kind, or one of [`DRAFTED_PAWN_CODES`].
    #[inline(always)]
    pub const fn of_code(seat: Seat, code: u8) -> Piece {
        Piece((seat.number() + 1) << 3 | code)
    }

    /// Returns the content with this number, which is below 64.
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
        Seat::new((self.0 >> 3).wrapping_sub(1))
    }

    /// Returns the kind code.
    #[inline(always)]
    pub const fn code(self) -> u8 {
        self.0 & 7
    }

    /// Returns the kind of a piece. Anything else gives a pawn.
    #[inline(always)]
    pub fn kind(self) -> Kind {
        Kind::ALL.get(usize::from(self.code())).copied().unwrap_or(Kind::Pawn)
    }

    /// Returns how many seats the army of a piece comes after its owner. 0 for pieces that were not drafted.
    #[inline(always)]
    pub const fn army_offset(self) -> u8 {
        self.code().saturating_sub(Kind::King as u8)
    }

    /// Returns the piece with another owner and the same army offset.
    pub const fn owned_by(self, seat: Seat) -> Piece {
        Piece::of_code(seat, self.code())
    }

    /// Whether the piece is in a set.
    #[inline(always)]
    pub const fn is_in(self, set: PieceMask) -> bool {
        set >> self.0 & 1 == 1
    }
}

/// A set of pieces, as bits.
pub type PieceMask = u64;

/// Returns the pieces of some kinds and some seats (as bits).
pub fn piece_mask(seats: u8, kinds: &[Kind]) -> PieceMask {
    let of = |seat: Seat| kinds.iter().fold(0, |all, &kind| all | 1 << Piece::new(seat, kind).0);
    Seat::all(MAX_SEATS as u8).filter(|seat| seat.is_in(seats)).fold(0, |all, seat| all | of(seat))
}

/// The pieces on the board, by cell, seat, kind and line.
#[derive(Clone, Debug)]
pub struct Pieces {
    /// The number of the content of each cell. Plain bytes are compared and hashed as a block.
    by_cell: [u8; 256],
    all: Bitboard256,
    of_seat: [Bitboard256; MAX_SEATS],
    /// By kind code. Drafted pawns have codes of their own.
    kinds: [Bitboard256; 8],
    pub line_occupancy: LineOccupancy,
    /// The cell of each seat's king, or [`NO_CELL`].
    kings: [u8; MAX_SEATS],
}
pack_fields!(Pieces { by_cell, all, of_seat, kinds, line_occupancy, kings });

impl Pieces {
    /// Returns an empty board with `cells` cells.
    pub fn empty(line_tables: &LineTables, cells: usize) -> Pieces {
        let mut by_cell = [OFF_BOARD.0; 256];
        by_cell[..cells].fill(NO_PIECE.0);
        let (of_seat, kinds) = ([Bitboard256::EMPTY; MAX_SEATS], [Bitboard256::EMPTY; 8]);
        Pieces {
            by_cell,
            all: Bitboard256::EMPTY,
            of_seat,
            kinds,
            line_occupancy: line_tables.empty_occupancy,
            kings: [NO_CELL; MAX_SEATS],
        }
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

    /// Returns the pieces of some seats (as bits).
    #[inline(always)]
    pub fn of_seats(&self, seats: u8) -> Bitboard256 {
        let of_seat = |(seat, &of_seat): (usize, &Bitboard256)| of_seat.only_if(seats >> seat & 1 == 1);
        self.of_seat.iter().enumerate().map(of_seat).fold(Bitboard256::EMPTY, |all, of_seat| all | of_seat)
    }

    /// Returns the pieces of a kind. Drafted pawns are not included.
    #[inline(always)]
    pub fn of_kind(&self, kind: Kind) -> Bitboard256 {
        self.kinds[kind as usize]
    }

    /// Returns the pieces with a kind code: a kind, or one of [`DRAFTED_PAWN_CODES`].
    #[inline(always)]
    pub fn of_code(&self, code: u8) -> Bitboard256 {
        self.kinds[usize::from(code & 7)]
    }

    /// Returns the rooks and queens, and the bishops and queens, among some pieces.
    #[inline(always)]
    pub fn sliders(&self, subset: Bitboard256) -> [Bitboard256; 2] {
        [Kind::Rook, Kind::Bishop].map(|kind| subset & (self.of_kind(kind) | self.of_kind(Kind::Queen)))
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
    pub fn put(&mut self, line_tables: &LineTables, cell: Cell, piece: Piece) {
        self.by_cell[usize::from(cell)] = piece.0;
        self.toggle(line_tables, cell, piece, cell);
    }

    /// Removes and returns the piece on a cell.
    #[inline(always)]
    pub fn remove(&mut self, line_tables: &LineTables, cell: Cell) -> Piece {
        let piece = Piece(std::mem::replace(&mut self.by_cell[usize::from(cell)], NO_PIECE.0));
        self.toggle(line_tables, cell, piece, NO_CELL);
        piece
    }

    #[inline(always)]
    fn toggle(&mut self, line_tables: &LineTables, cell: Cell, piece: Piece, king_at: u8) {
        let (one, seat, code) = (Bitboard256::one(cell), piece.seat().index() % MAX_SEATS, piece.code());
        self.all = self.all ^ one;
        self.of_seat[seat] = self.of_seat[seat] ^ one;
        self.kinds[usize::from(code)] = self.kinds[usize::from(code)] ^ one;
        if code == Kind::King as u8 {
            self.kings[seat] = king_at;
        }
        line_tables.toggle(&mut self.line_occupancy, cell);
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
