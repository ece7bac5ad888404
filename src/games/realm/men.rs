//! The pieces on the board.

use super::web::{Held, Web};
use crate::board::{Cell, Quad, Set};
use crate::game::{MAX_SEATS, Seat};
pub use crate::games::chess::pieces::Kind;

/// The number of no cell.
pub const NOWHERE: u8 = u8::MAX;

/// What stands on a cell, as one number below 64: a piece or [`NOTHING`]; [`OUTSIDE`] of the board.
pub type Piece = u8;

/// An empty cell.
pub const NOTHING: Piece = 0;

/// What stands where no cell is.
pub const OUTSIDE: Piece = 63;

/// A piece of a seat.
#[inline(always)]
pub const fn piece(seat: Seat, kind: Kind) -> Piece {
    (seat + 1) << 3 | kind as u8
}

/// Whose a piece is; some number or other for what is none.
#[inline(always)]
pub const fn seat_of(piece: Piece) -> Seat {
    (piece >> 3).wrapping_sub(1)
}

/// What kind of piece it is; a pawn for what is none.
#[inline(always)]
pub fn kind_of(piece: Piece) -> Kind {
    Kind::ALL.get(usize::from(piece & 7)).copied().unwrap_or(Kind::Pawn)
}

/// The codes of drafted pawns among the pieces of a seat: their armies are those of the next seat and of the
/// one after.
pub const DRAFTED: [u8; 2] = [Kind::King as u8 + 1, Kind::King as u8 + 2];

/// By how many seats the army of a piece comes after its owner: 0 for what was not drafted.
#[inline(always)]
pub const fn army_after(piece: Piece) -> u8 {
    (piece & 7).saturating_sub(Kind::King as u8)
}

/// The piece as another seat's, whose pawns' armies are as far from their owner.
pub const fn given(piece: Piece, seat: Seat) -> Piece {
    (seat + 1) << 3 | piece & 7
}

/// Some of the pieces, as bits.
pub type Pieces = u64;

/// The pieces of some kinds that belong to some seats (as bits).
pub fn pieces(seats: u8, kinds: &[Kind]) -> Pieces {
    let of = |seat: Seat| kinds.iter().fold(0, |all, &kind| all | 1 << piece(seat, kind));
    (0..MAX_SEATS as Seat).filter(|seat| seats >> seat & 1 == 1).fold(0, |all, seat| all | of(seat))
}

/// The pieces of all seats: by cell, by seat, by kind and by line.
#[derive(Clone, Debug)]
pub struct Men {
    on: [Piece; 256],
    all: Quad,
    owned: [Quad; MAX_SEATS],
    /// By kind, drafted pawns by themselves.
    kinds: [Quad; 8],
    pub held: Held,
    /// The cell of each seat's king, or [`NOWHERE`].
    kings: [u8; MAX_SEATS],
}

impl Men {
    /// An empty board of so many cells.
    pub fn empty(web: &Web, cells: usize) -> Men {
        let mut on = [OUTSIDE; 256];
        on[..cells].fill(NOTHING);
        let (owned, kinds) = ([Quad::EMPTY; MAX_SEATS], [Quad::EMPTY; 8]);
        Men { on, all: Quad::EMPTY, owned, kinds, held: web.empty, kings: [NOWHERE; MAX_SEATS] }
    }

    /// What stands on a cell.
    #[inline(always)]
    pub fn on(&self, cell: Cell) -> Piece {
        self.on[usize::from(cell)]
    }

    /// The pieces of a seat.
    #[inline(always)]
    pub fn owned(&self, seat: Seat) -> Quad {
        self.owned[usize::from(seat) % MAX_SEATS]
    }

    /// The pieces of some seats (as bits).
    #[inline(always)]
    pub fn owned_by(&self, seats: u8) -> Quad {
        let owned = |(seat, &owned): (usize, &Quad)| owned.only_if(seats >> seat & 1 == 1);
        self.owned.iter().enumerate().map(owned).fold(Quad::EMPTY, |all, owned| all | owned)
    }

    /// The pieces of a kind, of all seats; of pawns those that were not drafted.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> Quad {
        self.kinds[kind as usize]
    }

    /// The pieces with a code, of all seats: a kind, or one of [`DRAFTED`].
    #[inline(always)]
    pub fn coded(&self, code: u8) -> Quad {
        self.kinds[usize::from(code & 7)]
    }

    /// Those of some pieces that go along straight lines, and those that go along diagonals.
    #[inline(always)]
    pub fn sliders(&self, some: Quad) -> [Quad; 2] {
        [Kind::Rook, Kind::Bishop].map(|kind| some & (self.kind(kind) | self.kind(Kind::Queen)))
    }

    /// All pieces.
    #[inline(always)]
    pub fn all(&self) -> Quad {
        self.all
    }

    /// The cell of a seat's king, or [`NOWHERE`].
    #[inline(always)]
    pub fn king(&self, seat: Seat) -> u8 {
        self.kings[usize::from(seat) % MAX_SEATS]
    }

    /// Whether a seat has a king.
    #[inline(always)]
    pub fn has_king(&self, seat: Seat) -> bool {
        self.king(seat) != NOWHERE
    }

    /// The seats that have kings, as bits.
    #[inline(always)]
    pub fn crowned(&self) -> u8 {
        (0..MAX_SEATS).fold(0, |all, seat| all | u8::from(self.kings[seat] != NOWHERE) << seat)
    }

    /// Puts a piece on an empty cell.
    #[inline(always)]
    pub fn put(&mut self, web: &Web, cell: Cell, piece: Piece) {
        self.on[usize::from(cell)] = piece;
        self.toggle(web, cell, piece, cell);
    }

    /// Takes a piece off its cell.
    #[inline(always)]
    pub fn lift(&mut self, web: &Web, cell: Cell) -> Piece {
        let piece = std::mem::replace(&mut self.on[usize::from(cell)], NOTHING);
        self.toggle(web, cell, piece, NOWHERE);
        piece
    }

    #[inline(always)]
    fn toggle(&mut self, web: &Web, cell: Cell, piece: Piece, king_at: u8) {
        let (one, seat, code) = (Quad::one(cell), usize::from(seat_of(piece)) % MAX_SEATS, piece & 7);
        self.all = self.all ^ one;
        self.owned[seat] = self.owned[seat] ^ one;
        self.kinds[usize::from(code)] = self.kinds[usize::from(code)] ^ one;
        if code == Kind::King as u8 {
            self.kings[seat] = king_at;
        }
        web.toggle(&mut self.held, cell);
    }
}

/// The rest follows from what stands on the cells.
impl PartialEq for Men {
    fn eq(&self, other: &Men) -> bool {
        self.on == other.on
    }
}

impl Eq for Men {}

impl std::hash::Hash for Men {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.on.hash(hasher);
    }
}
