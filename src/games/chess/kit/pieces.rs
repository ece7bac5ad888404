//! The pieces on the board.

use super::bitboard::{Bitboard, DARK, bit, lowest};
use crate::board::Cell;
use crate::game::Seat;
use crate::packing::pack_fields;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Kind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    /// The kinds that a pawn can become.
    pub const PROMOTED: [Kind; 4] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

    /// Returns the lowercase letter.
    pub const fn letter(self) -> u8 {
        b"pnbrqk"[self as usize]
    }

    /// Returns the kind of a letter of either case.
    pub fn of_letter(letter: u8) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_lowercase())
    }

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self as usize]
    }

    /// Returns the value in hundredths of a pawn. A king counts 0.
    pub const fn hundredths(self) -> i32 {
        [100, 300, 300, 500, 900, 0][self as usize]
    }

    /// Returns the value in pawns. A king counts 0.
    pub const fn value(self) -> f32 {
        [1.0, 3.0, 3.0, 5.0, 9.0, 0.0][self as usize]
    }
}

/// The pieces on the board: a bitboard for each seat and one for each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pieces {
    /// The cells that each seat holds.
    pub sides: [Bitboard; 2],
    /// The cells that hold each kind.
    pub kinds: [Bitboard; 6],
}
pack_fields!(Pieces { sides, kinds });

impl Pieces {
    /// Returns the pieces on the cells of `set`.
    #[inline(always)]
    pub fn among(&self, set: Bitboard) -> Pieces {
        Pieces { sides: self.sides.map(|cells| cells & set), kinds: self.kinds.map(|cells| cells & set) }
    }

    /// Returns the occupied cells.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// Returns the pieces of a seat.
    #[inline(always)]
    pub fn side(&self, seat: Seat) -> Bitboard {
        self.sides[seat.parity()]
    }

    /// Returns the pieces of a kind, of both seats.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind as usize]
    }

    /// Returns the pieces of a seat and kind.
    #[inline(always)]
    pub fn of(&self, seat: Seat, kind: Kind) -> Bitboard {
        self.side(seat) & self.kind(kind)
    }

    /// Returns the rooks and queens.
    #[inline(always)]
    pub fn orthogonal_sliders(&self) -> Bitboard {
        self.kind(Kind::Rook) | self.kind(Kind::Queen)
    }

    /// Returns the bishops and queens.
    #[inline(always)]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.kind(Kind::Bishop) | self.kind(Kind::Queen)
    }

    /// Returns the cell of a seat's king. Unspecified if there is none.
    #[inline(always)]
    pub fn king(&self, seat: Seat) -> Cell {
        lowest(self.of(seat, Kind::King))
    }

    /// Returns the kind of the piece on a cell.
    #[inline(always)]
    pub fn kind_at(&self, cell: Cell) -> Option<Kind> {
        Kind::ALL.into_iter().find(|&kind| self.kind(kind) & bit(cell) != 0)
    }

    /// Returns the kind of the piece on a cell that holds a piece other than a pawn.
    #[inline(always)]
    pub fn non_pawn_at(&self, cell: Cell) -> Kind {
        let holds = |kind| (self.kind(kind) >> (cell & 63)) as usize & 1;
        // The bits of the number of its kind.
        let odd = holds(Kind::Knight) | holds(Kind::Rook) | holds(Kind::King);
        let two = holds(Kind::Bishop) | holds(Kind::Rook);
        let four = holds(Kind::Queen) | holds(Kind::King);
        Kind::ALL[(odd + 2 * two + 4 * four).min(5)]
    }

    /// Returns the seat whose piece is on a cell.
    pub fn seat_at(&self, cell: Cell) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|&seat| self.side(seat) & bit(cell) != 0)
    }

    /// Adds pieces to empty cells, or removes these pieces.
    #[inline(always)]
    pub fn toggle(&mut self, seat: Seat, kind: Kind, cells: Bitboard) {
        self.sides[seat.parity()] ^= cells;
        self.kinds[kind as usize] ^= cells;
    }

    /// Removes all pieces from `cells`.
    #[inline(always)]
    pub fn clear(&mut self, cells: Bitboard) {
        for set in self.sides.iter_mut().chain(&mut self.kinds) {
            *set &= !cells;
        }
    }

    /// Returns the sum of the values of a seat's pieces, in pawns.
    pub fn material(&self, seat: Seat) -> f32 {
        Kind::ALL.into_iter().map(|kind| self.of(seat, kind).count_ones() as f32 * kind.value()).sum()
    }

    /// Returns whether only kings are left.
    #[inline(always)]
    pub fn are_bare_kings(&self) -> bool {
        self.occupied() == self.kind(Kind::King)
    }

    /// Returns whether no mate is possible any more: only kings, kings and one minor piece, or kings and
    /// bishops that all stand on cells of one color (Chess 9.1, Chess960 3.4).
    #[inline(always)]
    pub fn is_dead(&self) -> bool {
        if self.orthogonal_sliders() | self.kind(Kind::Pawn) != 0 {
            return false;
        }
        let (knights, bishops) = (self.kind(Kind::Knight), self.kind(Kind::Bishop));
        if knights != 0 {
            return (knights | bishops).count_ones() == 1;
        }
        bishops & DARK == 0 || bishops & !DARK == 0
    }
}
