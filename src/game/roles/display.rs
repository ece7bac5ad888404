//! The role of the display: what pictures of a position show.

use super::super::{CellMark, OffBoardGroup, Piece, Seat};
use super::Information;
use crate::board::{Board, Cell};

/// What pictures show: pieces, marks on cells, and things off the board.
pub trait Display: Information {
    /// Returns the stack on a cell, top first, for pictures. `viewer` is the seat that looks at the board, or
    /// `None` for a spectator with a full view.
    ///
    /// By default the first word of the position string is read as in chess: rows from the far side to the
    /// near side, separated by `/`; a letter is a piece, upper case for seat 0 and lower case for seat 1; a
    /// number counts empty cells. Any other position string shows no pieces.
    fn pieces(&self, state: &Self::State, cell: u8, viewer: Option<Seat>) -> Vec<Piece> {
        let text = viewer.map_or_else(|| self.fen(state), |seat| self.observation_string(state, seat));
        piece_in_fen(self.board(), &text, cell).into_iter().collect()
    }

    /// Whether pieces can stand on each other. If so, pictures reserve space for the contents of tall stacks.
    fn stacks(&self) -> bool {
        false
    }

    /// Returns the marks on the cells, independently of the pieces there, as the viewer may see them.
    fn cell_marks(&self, _state: &Self::State, _viewer: Option<Seat>) -> Vec<(u8, CellMark)> {
        Vec::new()
    }

    /// Returns marks for the cells in shadows, for pictures that are asked to show them.
    fn shadows(&self, _state: &Self::State) -> Vec<(u8, CellMark)> {
        Vec::new()
    }

    /// Returns the groups of things off the board, as the viewer may see them.
    ///
    /// The groups are the same in every state, even if they are empty, so that all pictures of a game have
    /// the same size.
    fn off_board(&self, _state: &Self::State, _viewer: Option<Seat>) -> Vec<OffBoardGroup> {
        Vec::new()
    }
}

/// Returns the piece on a cell, if the first word of a position string is a placement as in chess: the
/// default of [`Display::pieces`].
pub fn piece_in_fen(board: &Board, fen: &str, cell: Cell) -> Option<Piece> {
    let (row, column) = board.place(cell);
    let placement = fen.split_whitespace().next()?;
    let mut rows = placement.split('/');
    let letters = rows.nth(board.grid().0 - 1 - row)?;
    let (mut at, mut empty) = (0, 0);
    for letter in letters.chars() {
        if let Some(digit) = letter.to_digit(10) {
            empty = 10 * empty + digit as usize;
            continue;
        }
        at += std::mem::take(&mut empty);
        if at == column && letter.is_ascii_alphabetic() {
            let seat = Seat::from_bool(letter.is_ascii_lowercase());
            return Some(Piece::new(Some(seat), kind_of(letter), letter));
        }
        at += 1;
    }
    None
}

/// Returns the kind of the piece with this letter. Pictures show the pieces of chess as figures.
fn kind_of(letter: char) -> &'static str {
    match letter.to_ascii_lowercase() {
        'p' => "pawn",
        'n' => "knight",
        'b' => "bishop",
        'r' => "rook",
        'q' => "queen",
        'k' => "king",
        _ => "piece",
    }
}
