//! Writes the pieces and steps of position strings (Chess 11.2 to 11.4, Tri-Chess 10).

use super::engine::Engine;
use super::pieces::{NO_PIECE, Piece, Pieces};
use super::state::State;
use crate::board::{Bitboard, Cell, NO_CELL};
use crate::game::Seat;
use std::fmt::Write as _;

/// The letters of drafted pawns, by army (Three Kings 9.1).
pub(super) const DRAFTED_PAWN_LETTERS: [u8; 3] = *b"XYZ";

/// Appends the items separated by commas, or `-` if there are none.
pub fn push_list(out: &mut String, list: impl Iterator<Item = String>) {
    let list: Vec<String> = list.collect();
    out.push_str(if list.is_empty() { "-".into() } else { list.join(",") }.as_str());
}

impl Engine {
    /// Returns a piece as it appears in position strings.
    pub fn piece_text(&self, piece: Piece) -> String {
        let spec = self.kind_of(piece);
        let kind = match spec.army_offset {
            0 => spec.letter,
            _ => DRAFTED_PAWN_LETTERS[self.army_of(piece).index() % DRAFTED_PAWN_LETTERS.len()].into(),
        };
        if self.fen_style.is_fen {
            let is_first = piece.seat() == Seat::ZERO;
            return spec.mark.text(if is_first { kind } else { kind.to_ascii_lowercase() });
        }
        [self.letter(piece.seat()), kind].iter().collect()
    }

    /// Returns a step of the history, or an en passant move.
    pub fn move_text(&self, [from, to]: [Cell; 2]) -> String {
        if from == NO_CELL {
            "pass".into()
        } else {
            let dash = if self.fen_style.is_fen { "" } else { "-" };
            format!("{}{dash}{}", self.board.name(from), self.board.name(to))
        }
    }

    /// Returns the immunities, ordered by seat and then by cell.
    pub fn immunities(&self, state: &State) -> impl Iterator<Item = (Cell, Seat)> {
        let of = move |seat: Seat| {
            let mut cells: Vec<Cell> = state.immune[seat.index()].cells().collect();
            cells.sort_by_key(|&cell| self.listing_order(cell));
            cells.into_iter().map(move |cell| (cell, seat))
        };
        self.all_seats().flat_map(of)
    }

    /// Returns the sort key of a cell in lists.
    pub(super) fn listing_order(&self, cell: Cell) -> (usize, usize) {
        let (rank, file) = self.board.place(cell);
        if self.fen_style.by_file { (file, rank) } else { (rank, file) }
    }

    /// Appends the pieces in hand in brackets, as in crazyhouse and shogi.
    pub fn write_hands(&self, state: &State, text: &mut String) {
        text.push('[');
        for (seat, hand) in Seat::BOTH.iter().zip(&state.hands) {
            for (kind, &count) in self.hand.kinds.iter().zip(hand) {
                let letter = self.piece_text(Piece::new(*seat, *kind));
                text.extend(std::iter::repeat_n(letter.as_str(), count.into()));
            }
        }
        text.push(']');
    }

    pub fn write_placement(&self, pieces: &Pieces, text: &mut String) {
        for (number, row) in self.rows.iter().enumerate() {
            if number > 0 {
                text.push('/');
            }
            let mut gap = 0;
            for cell in row {
                let piece = cell.map_or(NO_PIECE, |cell| pieces.piece_at(cell));
                if piece == NO_PIECE {
                    gap += 1;
                    continue;
                }
                if gap > 0 {
                    let _ = write!(text, "{gap}");
                    gap = 0;
                }
                text.push_str(&self.piece_text(piece));
            }
            if gap > 0 {
                let _ = write!(text, "{gap}");
            }
        }
    }
}
