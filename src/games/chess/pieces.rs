//! The pieces on the board.

use super::bitboard::{Bitboard, DARK, bit, lowest};
use super::topology::{self, Flat};
use crate::board::Cell;
use crate::game::Seat;

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

    /// Its small letter.
    pub const fn letter(self) -> u8 {
        b"pnbrqk"[self as usize]
    }

    /// The kind that a letter of either case names.
    pub fn of_letter(letter: u8) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_lowercase())
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self as usize]
    }

    /// Its worth in pawns; a king's is beyond count.
    pub const fn value(self) -> f32 {
        [1.0, 3.0, 3.0, 5.0, 9.0, 0.0][self as usize]
    }
}

/// The pieces of both seats: a set for each seat and one for each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pieces {
    /// The cells that each seat holds.
    pub sides: [Bitboard; 2],
    /// The cells that hold each kind.
    pub kinds: [Bitboard; 6],
}

impl Pieces {
    /// Those that stand on the cells of a set.
    #[inline(always)]
    pub fn among(&self, set: Bitboard) -> Pieces {
        Pieces { sides: self.sides.map(|cells| cells & set), kinds: self.kinds.map(|cells| cells & set) }
    }

    /// The cells that hold a piece.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// The pieces of a seat.
    #[inline(always)]
    pub fn side(&self, seat: Seat) -> Bitboard {
        self.sides[(seat & 1) as usize]
    }

    /// The pieces of a kind, of both seats.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind as usize]
    }

    /// The pieces of a seat and kind.
    #[inline(always)]
    pub fn of(&self, seat: Seat, kind: Kind) -> Bitboard {
        self.side(seat) & self.kind(kind)
    }

    /// The pieces that move along straight lines.
    #[inline(always)]
    pub fn orthogonal_sliders(&self) -> Bitboard {
        self.kind(Kind::Rook) | self.kind(Kind::Queen)
    }

    /// The pieces that move along diagonal lines.
    #[inline(always)]
    pub fn diagonal_sliders(&self) -> Bitboard {
        self.kind(Kind::Bishop) | self.kind(Kind::Queen)
    }

    /// The cell of a seat's king (some cell if it has none).
    #[inline(always)]
    pub fn king(&self, seat: Seat) -> Cell {
        lowest(self.of(seat, Kind::King))
    }

    /// The kind of the piece on a cell.
    #[inline(always)]
    pub fn kind_at(&self, cell: Cell) -> Option<Kind> {
        Kind::ALL.into_iter().find(|&kind| self.kind(kind) & bit(cell) != 0)
    }

    /// The kind of the piece other than a pawn on a cell that holds one.
    #[inline(always)]
    pub fn non_pawn_at(&self, cell: Cell) -> Kind {
        let holds = |kind| (self.kind(kind) >> (cell & 63)) as usize & 1;
        // The bits of the number of its kind.
        let odd = holds(Kind::Knight) | holds(Kind::Rook) | holds(Kind::King);
        let two = holds(Kind::Bishop) | holds(Kind::Rook);
        let four = holds(Kind::Queen) | holds(Kind::King);
        Kind::ALL[(odd + 2 * two + 4 * four).min(5)]
    }

    /// The seat that holds a cell.
    pub fn seat_at(&self, cell: Cell) -> Option<Seat> {
        (0..2).find(|&seat| self.side(seat) & bit(cell) != 0)
    }

    /// Puts a piece on an empty cell, or takes that piece off.
    #[inline(always)]
    pub fn toggle(&mut self, seat: Seat, kind: Kind, cells: Bitboard) {
        self.sides[(seat & 1) as usize] ^= cells;
        self.kinds[kind as usize] ^= cells;
    }

    /// Takes whatever stands on `cells` off the board.
    #[inline(always)]
    pub fn clear(&mut self, cells: Bitboard) {
        for set in self.sides.iter_mut().chain(&mut self.kinds) {
            *set &= !cells;
        }
    }

    /// The pieces of `seat` that attack a cell, were the occupied cells `occupied`.
    #[inline(always)]
    pub fn attackers(&self, seat: Seat, cell: Cell, occupied: Bitboard) -> Bitboard {
        topology::attackers::<Flat>(self, seat, cell, occupied)
    }

    /// All cells that `seat` attacks, were the occupied cells `occupied`.
    #[inline(always)]
    pub fn attacked(&self, seat: Seat, occupied: Bitboard) -> Bitboard {
        topology::attacked::<Flat>(self, seat, occupied)
    }

    /// The same without those that only the king of `seat` attacks.
    #[inline(always)]
    pub fn attacked_by_non_king(&self, seat: Seat, occupied: Bitboard) -> Bitboard {
        topology::attacked_by_non_king::<Flat>(self, seat, occupied)
    }

    /// The sum of what a seat's pieces are worth.
    pub fn material(&self, seat: Seat) -> f32 {
        Kind::ALL.into_iter().map(|kind| self.of(seat, kind).count_ones() as f32 * kind.value()).sum()
    }

    /// Whether there are only kings.
    #[inline(always)]
    pub fn are_bare_kings(&self) -> bool {
        self.occupied() == self.kind(Kind::King)
    }

    /// Whether no mate can come about any more: only kings, or kings and one knight or bishop, or kings and
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
