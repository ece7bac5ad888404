//! Castling: rights, the cells of king and rook, and the cells that must be empty.
//!
//! The rights are the bitboard of the rooks that can still castle. That is enough wherever the rooks start
//! (Chess960): a right is lost by any step that starts or ends on a cell of the set, or that moves the king.

use super::bitboard::{Bitboard, bit, file, own_rank, rank};
use super::lines::between;
use super::pieces::{Kind, Pieces};
use crate::board::Cell;
use crate::game::{FenError, Seat};

/// The usual rook cells, in the order of the letters `KQkq`.
const CORNERS: [Cell; 4] = [7, 0, 63, 56];
/// The usual king cells.
const KINGS: [Cell; 2] = [4, 60];

/// A castling move: the cells of king and rook before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling {
    /// The king's cell.
    pub king: Cell,
    /// The rook's cell.
    pub rook: Cell,
    /// Where the king goes: the g- or the c-file.
    pub king_to: Cell,
    /// Where the rook goes: the f- or the d-file.
    pub rook_to: Cell,
}

impl Castling {
    /// Returns the castling of a king with a rook on the same rank.
    #[inline]
    pub fn of(king: Cell, rook: Cell) -> Castling {
        let home = king & 56;
        let (king_to, rook_to) = if rook > king { (home | 6, home | 5) } else { (home | 2, home | 3) };
        Castling { king, rook, king_to, rook_to }
    }

    /// Returns the cells that the king leaves, crosses and reaches.
    #[inline]
    pub fn king_path(self) -> Bitboard {
        between(self.king, self.king_to) | bit(self.king_to) | bit(self.king)
    }

    /// Returns the cells that must be empty, apart from king and rook themselves.
    #[inline]
    pub fn must_be_empty(self) -> Bitboard {
        let rooks = between(self.rook, self.rook_to) | bit(self.rook_to);
        (self.king_path() | rooks) & !bit(self.king) & !bit(self.rook)
    }
}

/// How step strings and actions name a castling move. A [`Step`](super::step::Step) always stores the cells
/// of king and rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingNotation {
    /// The king's step over two files: `e1g1`.
    TwoFiles,
    /// The king's cell and the rook's, wherever they stand: `e1h1` (Chess960 3.3).
    KingTakesRook,
}

impl CastlingNotation {
    /// Returns the cell that names the castling of a king with a rook.
    #[inline(always)]
    pub fn target(self, king: Cell, rook: Cell) -> Cell {
        match self {
            CastlingNotation::TwoFiles => Castling::of(king, rook).king_to,
            CastlingNotation::KingTakesRook => rook,
        }
    }

    /// Returns the rook with which the king castles, if its move to `to` is a castling move.
    #[inline(always)]
    pub fn rook(self, pieces: &Pieces, seat: Seat, king: Cell, to: Cell) -> Option<Cell> {
        match self {
            CastlingNotation::TwoFiles if pieces.occupied() & bit(to) != 0 => None,
            CastlingNotation::TwoFiles => from_two_file_step(seat, king, to).map(|castling| castling.rook),
            CastlingNotation::KingTakesRook => (pieces.of(seat, Kind::Rook) & bit(to) != 0).then_some(to),
        }
    }
}

/// Writes the rights `KQkq`.
pub fn write_rights(rights: Bitboard, out: &mut String) {
    for (corner, letter) in CORNERS.into_iter().zip("KQkq".chars()) {
        if rights & bit(corner) != 0 {
            out.push(letter);
        }
    }
    if rights == 0 {
        out.push('-');
    }
}

/// Returns the rights among `KQkq` that the board allows: king and rook are on their first cells.
pub fn possible_rights(rights: Bitboard, pieces: &Pieces) -> Bitboard {
    let home = |seat: Seat| {
        if pieces.of(seat, Kind::King) & bit(KINGS[seat.index()]) == 0 {
            0
        } else {
            own_rank(seat, 1) & pieces.side(seat)
        }
    };
    rights & pieces.kind(Kind::Rook) & (home(Seat::ZERO) | home(Seat::ONE))
}

/// Reads the rights `KQkq` against the board (Chess 11.3).
///
/// # Errors
///
/// Returns [`FenError::Field`] if the text is not `-` or distinct letters of `KQkq`, or if the king or rook
/// of a right is not on its first cell.
pub fn read_rights(field: &str, pieces: &Pieces) -> Result<Bitboard, FenError> {
    let rights = read_letters(field)?;
    let lost = (0..4).find(|&at| rights & !possible_rights(rights, pieces) & bit(CORNERS[at]) != 0);
    match lost.and_then(|at| "KQkq".chars().nth(at)) {
        None => Ok(rights),
        Some(letter) => {
            let problem = format!("'{letter}' needs the king and the rook on their first cells");
            Err(FenError::field("castling", field, problem))
        }
    }
}

/// Reads the rights `KQkq`, wherever the pieces stand.
///
/// # Errors
///
/// Returns [`FenError::Field`] if the text is not `-` or distinct letters of `KQkq`.
pub fn read_letters(field: &str) -> Result<Bitboard, FenError> {
    let refused = |problem: String| Err(FenError::field("castling", field, problem));
    let mut rights = 0;
    for letter in field.chars().filter(|_| field != "-") {
        let Some(at) = "KQkq".find(letter) else {
            return refused("expected letters of KQkq, or '-'".into());
        };
        let rook = bit(CORNERS[at]);
        if rights & rook != 0 {
            return refused(format!("'{letter}' is given twice"));
        }
        rights |= rook;
    }
    if field.is_empty() {
        return refused("expected letters of KQkq, or '-'".into());
    }
    Ok(rights)
}

/// Writes the files of the rooks that may castle, White's in capitals first, for each color from the h side
/// to the a side (Shredder-FEN, Chess960 3.5).
pub fn write_rook_files(rights: Bitboard, out: &mut String) {
    for (seat, first) in [(Seat::ZERO, b'A'), (Seat::ONE, b'a')] {
        let mut rooks = (rights & own_rank(seat, 1)) >> (56 * seat.index());
        while rooks != 0 {
            let last = 63 - rooks.leading_zeros();
            out.push((first + last as u8) as char);
            rooks ^= 1 << last;
        }
    }
    if rights == 0 {
        out.push('-');
    }
}

/// Writes the rights `KQkq`, and the file of a rook that is not the outermost on its side of the king
/// (X-FEN).
pub fn write_outermost(rights: Bitboard, pieces: &Pieces, out: &mut String) {
    for (seat, first, sides) in [(Seat::ZERO, b'A', ['K', 'Q']), (Seat::ONE, b'a', ['k', 'q'])] {
        let home = own_rank(seat, 1);
        let rooks = pieces.of(seat, Kind::Rook) & home;
        let king = pieces.of(seat, Kind::King) & home;
        let nearer_a = king.wrapping_sub(1);
        for (letter, side) in sides.into_iter().zip([!nearer_a, nearer_a]) {
            let right = rights & rooks & side;
            if right == 0 {
                continue;
            }
            let beyond = if letter.eq_ignore_ascii_case(&'k') { !(right | (right - 1)) } else { right - 1 };
            let cell = right.trailing_zeros() as Cell;
            out.push(if rooks & side & beyond == 0 { letter } else { (first + file(cell)) as char });
        }
    }
    if rights == 0 {
        out.push('-');
    }
}

/// Reads rook files, or `KQkq` for the outermost rook on that side of the king (Chess960 3.5), against the
/// board.
///
/// # Errors
///
/// Returns [`FenError::Field`] if a letter is not valid, if its king or rook is not on the home rank, or if
/// two letters name rooks on the same side of a king.
pub fn read_rook_files(field: &str, pieces: &Pieces) -> Result<Bitboard, FenError> {
    let refused = |problem: String| Err(FenError::field("castling", field, problem));
    let mut rights: Bitboard = 0;
    for letter in field.chars().filter(|_| field != "-") {
        let seat = Seat::from_bool(letter.is_ascii_lowercase());
        let home = own_rank(seat, 1);
        let (king, rooks) = (pieces.of(seat, Kind::King) & home, pieces.of(seat, Kind::Rook) & home);
        let king_cell = king.trailing_zeros();
        let rook = match letter.to_ascii_lowercase() {
            _ if king == 0 => return refused(format!("'{letter}' needs the king on its home rank")),
            'k' => (rooks >> king_cell != 0).then(|| 63 - rooks.leading_zeros()),
            'q' => (rooks & (king - 1) != 0).then(|| rooks.trailing_zeros()),
            name @ 'a'..='h' => {
                let cell = u32::from(home.trailing_zeros() as u8 + (name as u8 - b'a'));
                (rooks & 1 << cell != 0).then_some(cell)
            }
            _ => {
                return refused(
                    "expected the files of rooks (capitals for White), letters of KQkq, or '-'".into(),
                );
            }
        };
        let Some(rook) = rook else {
            return refused(format!("'{letter}' needs a rook on the home rank"));
        };
        let side = |cells: Bitboard| if rook > king_cell { cells >> king_cell } else { cells & (king - 1) };
        if side(rights & home) != 0 {
            return refused(format!("'{letter}' names a second rook on the same side of the king"));
        }
        rights |= 1 << rook;
    }
    if field.is_empty() {
        return refused("expected the files of rooks (capitals for White), letters of KQkq, or '-'".into());
    }
    Ok(rights)
}

/// Returns whether a step in the history is compatible with these rights: the king and the rooks with rights
/// have never moved.
pub fn can_have_stayed(rights: Bitboard, seat: Seat, kind: Kind, cell: Cell) -> bool {
    rights & own_rank(seat, 1) == 0 || (kind != Kind::King && rights & bit(cell) == 0)
}

/// Returns the castling that a king's move by two files means, if it can be one.
pub fn from_two_file_step(seat: Seat, king: Cell, to: Cell) -> Option<Castling> {
    if king != KINGS[seat.parity()] || rank(king) != rank(to) {
        return None;
    }
    match file(to) {
        6 => Some(Castling::of(king, king | 7)),
        2 => Some(Castling::of(king, king & 56)),
        _ => None,
    }
}
