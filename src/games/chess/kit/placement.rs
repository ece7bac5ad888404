//! The parts of position strings that the games of this board share.

use super::bitboard::{Bitboard, OUTER_RANKS, bit, cells, file, own_rank, read_cell, write_cell};
use super::pieces::{Kind, Pieces};
use super::position::{PawnSteps, Position};
use crate::board::Cell;
use crate::game::{FenError, FieldText, Piece, Seat};

/// Appends the placement as in FEN.
pub fn write_pieces(pieces: &Pieces, out: &mut String) {
    write_marked(pieces, |_| "", out);
}

/// Appends the placement, behind each letter the mark of its cell.
pub fn write_marked(pieces: &Pieces, mark: impl Fn(Cell) -> &'static str, out: &mut String) {
    let put = |cell, out: &mut String| {
        if let Some((kind, seat)) = pieces.kind_at(cell).zip(pieces.seat_at(cell)) {
            out.push(letter(kind, seat));
            out.push_str(mark(cell));
        }
    };
    write_ranks(pieces.occupied(), put, out);
}

/// Appends the placement; `put` appends what stands on one of the cells of `occupied`.
pub fn write_ranks(occupied: Bitboard, put: impl Fn(Cell, &mut String), out: &mut String) {
    for rank in (0..8).rev() {
        let mut gap = 0;
        for cell in rank * 8..rank * 8 + 8 {
            if occupied & bit(cell) == 0 {
                gap += 1;
                continue;
            }
            if gap > 0 {
                out.push((b'0' + gap) as char);
                gap = 0;
            }
            put(cell, out);
        }
        if gap > 0 {
            out.push((b'0' + gap) as char);
        }
        if rank > 0 {
            out.push('/');
        }
    }
}

/// A piece's letter: White's are capitals.
pub fn letter(kind: Kind, seat: Seat) -> char {
    let small = kind.letter();
    (if seat == Seat::ZERO { small.to_ascii_uppercase() } else { small }) as char
}

/// Reads a placement: eight ranks of eight cells, no pawn on the first or last rank, at most one king for
/// each seat.
///
/// # Errors
///
/// Returns [`FenError::Field`] if the text is not such a placement.
pub fn read_pieces(field: &str) -> Result<Pieces, FenError> {
    let (pieces, []) = read_marked(field, b"")?;
    check_pawns(field, pieces.kind(Kind::Pawn))?;
    Ok(pieces)
}

/// Refuses pawns on the first or last rank.
///
/// # Errors
///
/// Returns [`FenError::Field`] if there is one.
pub fn check_pawns(field: &str, pawns: Bitboard) -> Result<(), FenError> {
    if pawns & OUTER_RANKS != 0 {
        return Err(FenError::field("placement", field, "a pawn cannot stand on rank 1 or 8"));
    }
    Ok(())
}

/// Reads a placement with a mark behind some letters: eight ranks of eight cells, at most one king for each
/// seat. Returns the pieces, and for each of `marks` the cells of the pieces that have it.
///
/// # Errors
///
/// Returns [`FenError::Field`] if the text is not such a placement, or if a mark does not follow a piece or
/// is repeated.
pub fn read_marked<const N: usize>(
    field: &str,
    marks: &[u8; N],
) -> Result<(Pieces, [Bitboard; N]), FenError> {
    let mut marked = [0; N];
    let pieces = read_with_marks(field, marks, |mark, cell| {
        let bare = marked.iter().all(|set| set & bit(cell) == 0);
        marked[mark] |= bit(cell);
        bare
    })?;
    Ok((pieces, marked))
}

/// Reads a placement as [`read_marked`] does, and calls `put` for each mark with its index in `marks` and the
/// cell of its piece. `put` returns whether the mark is valid there.
///
/// # Errors
///
/// Returns [`FenError::Field`] if the text is not such a placement, or if a mark is not valid.
pub fn read_with_marks(
    field: &str,
    marks: &[u8],
    mut put: impl FnMut(usize, Cell) -> bool,
) -> Result<Pieces, FenError> {
    let mut pieces = Pieces::default();
    let place = |letter: u8| marks.iter().position(|&mark| mark == letter);
    let astray = |mark: u8| format!("'{}' must follow a piece", mark as char);
    read_ranks(field, |cell, text| {
        let letter = text[0];
        if place(letter).is_some() {
            return Err(astray(letter));
        }
        let kind = Kind::of_letter(letter).ok_or_else(|| unknown(letter, "PNBRQK or pnbrqk"))?;
        pieces.toggle(Seat::from_bool(letter.is_ascii_lowercase()), kind, bit(cell));
        let behind = text[1..].iter().map_while(|&letter| Some((letter, place(letter)?)));
        let mut length = 1;
        for (letter, mark) in behind {
            if !put(mark, cell) {
                return Err(astray(letter));
            }
            length += 1;
        }
        Ok(length)
    })?;
    check_kings(field, &pieces)?;
    Ok(pieces)
}

/// What is wrong with a letter where one of `known` should stand.
pub fn unknown(letter: u8, known: &str) -> String {
    format!("'{}' is not a piece; expected one of {known}, or 1 to 8", letter as char)
}

/// Refuses a second king of a seat.
///
/// # Errors
///
/// Returns [`FenError::Field`] if there is one.
pub fn check_kings(field: &str, pieces: &Pieces) -> Result<(), FenError> {
    for (seat, name) in [(Seat::ZERO, "White"), (Seat::ONE, "Black")] {
        if pieces.of(seat, Kind::King).count_ones() > 1 {
            return Err(FenError::field("placement", field, format!("{name} has more than one king")));
        }
    }
    Ok(())
}

/// The error for a seat that is in check, but not to act.
pub fn in_check_refused(seat: Seat) -> FenError {
    let letter = seat_letter(seat);
    FenError::impossible(format!("the king of '{letter}' is in check, but '{letter}' is not to act"))
}

/// Reads a placement: eight ranks of eight cells. Calls `put` for each cell that is not empty, with the text
/// from there to the end of the rank. `put` returns the number of characters that belong to the cell (at
/// least one), or what is wrong with them.
///
/// # Errors
///
/// Returns [`FenError::Field`] if there are not eight ranks of eight cells, or if `put` returns an error.
pub fn read_ranks(
    field: &str,
    mut put: impl FnMut(Cell, &[u8]) -> Result<usize, String>,
) -> Result<(), FenError> {
    let refused = |problem: String| FenError::field("placement", field, problem);
    let ranks: Vec<&str> = field.split('/').collect();
    if ranks.len() != 8 {
        return Err(refused(format!("expected 8 ranks separated by '/', got {}", ranks.len())));
    }
    for (at, text) in ranks.into_iter().enumerate() {
        let (number, mut file, mut after_gap, mut rest) = (8 - at as Cell, 0, false, text.as_bytes());
        while let Some(&letter) = rest.first() {
            let is_gap = matches!(letter, b'1'..=b'8');
            let length = match is_gap {
                true if after_gap => {
                    return Err(refused(format!("rank {number}: two numbers in a row, expected one")));
                }
                true => {
                    file += letter - b'0';
                    1
                }
                false if file >= 8 => {
                    file += 1;
                    1
                }
                false => {
                    let cell = (number - 1) * 8 + file;
                    file += 1;
                    put(cell, rest).map_err(|problem| refused(format!("rank {number}: {problem}")))?
                }
            };
            (after_gap, rest) = (is_gap, &rest[length..]);
            if file > 8 {
                break;
            }
        }
        if file != 8 {
            return Err(refused(format!("rank {number} must have 8 cells")));
        }
    }
    Ok(())
}

/// The letter of the seat to act.
pub fn seat_letter(seat: Seat) -> char {
    if seat == Seat::ZERO { 'w' } else { 'b' }
}

/// Reads the seat to act.
///
/// # Errors
///
/// Returns [`FenError::Field`] if the text is not `w` or `b`.
pub fn read_seat(field: &str) -> Result<Seat, FenError> {
    match field {
        "w" => Ok(Seat::ZERO),
        "b" => Ok(Seat::ONE),
        _ => Err(FenError::field("seat to act", field, "expected 'w' or 'b'")),
    }
}

/// Appends the en passant square, or `-`.
pub fn write_ep_square(ep_square: Bitboard, out: &mut String) {
    match ep_square {
        0 => out.push('-'),
        _ => write_cell(ep_square.trailing_zeros() as Cell, out),
    }
}

/// Reads an en passant square: none for `-`.
///
/// # Errors
///
/// Returns [`FenError::Field`] if the text is not a cell or `-`.
pub fn read_ep_square(field: &str) -> Result<Bitboard, FenError> {
    match read_cell(field.as_bytes()) {
        Some(cell) => Ok(bit(cell)),
        None if field == "-" => Ok(0),
        None => Err(FenError::field("en passant", field, "expected a cell that a pawn passed over, or '-'")),
    }
}

/// Appends the names of cells, sorted and separated by commas, or `-`.
pub fn write_cells(bits: Bitboard, out: &mut String) {
    let mut cells: Vec<Cell> = cells(bits).collect();
    cells.sort_by_key(|&cell| (file(cell), cell));
    for (at, &cell) in cells.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write_cell(cell, out);
    }
    if cells.is_empty() {
        out.push('-');
    }
}

/// Reads names of cells separated by commas, or `-`.
///
/// # Errors
///
/// Returns [`FenError::Field`] if the text is not such a list.
pub fn read_cells(field: FieldText<'_>) -> Result<Bitboard, FenError> {
    let mut bits = 0;
    for text in field.text.split(',').filter(|_| field.text != "-") {
        let Some(cell) = read_cell(text.as_bytes()) else {
            return Err(field.refused("expected cells separated by commas, as in a1,b2, or '-'"));
        };
        bits |= bit(cell);
    }
    Ok(bits)
}

/// Whether an enemy pawn can just have passed over the cell recorded in `position`: it stands just beyond,
/// and the cell itself and the one that the pawn came from are empty.
pub fn can_be_ep_square(position: &Position) -> bool {
    can_be_ep_square_on(position, own_rank(position.seat.other(), 3))
}

/// Same as [`can_be_ep_square`], where pawns pass over the cells of a set on their double steps.
pub fn can_be_ep_square_on(position: &Position, via: Bitboard) -> bool {
    let (pieces, mover) = (&position.pieces, position.seat.other());
    let empty = !pieces.occupied();
    let ahead = PawnSteps::of(mover).ahead;
    let came_from = PawnSteps::of(position.seat).ahead.of(position.ep_square);
    position.ep_square & via & empty != 0
        && came_from & empty != 0
        && ahead.of(position.ep_square) & pieces.of(mover, Kind::Pawn) != 0
}

/// Returns the piece on a cell for pictures.
pub fn pieces_on(pieces: &Pieces, cell: u8) -> Vec<Piece> {
    let on_board = (cell < 64).then(|| pieces.kind_at(cell).zip(pieces.seat_at(cell))).flatten();
    let draw = |(kind, seat): (Kind, Seat)| Piece::new(Some(seat), kind.name(), letter(kind, seat));
    on_board.map(draw).into_iter().collect()
}
