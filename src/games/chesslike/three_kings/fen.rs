//! Reads and writes the fields of position strings of Three Kings Chess (Three Kings 9).

use crate::board::{Bitboard, Cell};
use crate::game::{FenError, Seat};
use crate::games::chesslike::castling::castling_right;
use crate::games::chesslike::engine::Engine;
use crate::games::chesslike::fen::push_list;
use crate::games::chesslike::pieces::{NO_PIECE, NO_SEAT, Piece, Pieces};
use crate::games::chesslike::state::State;

/// The castling sides in the order in which rooks are written: the left one first.
const SIDES: [usize; 2] = [1, 0];

impl Engine {
    /// Appends the rooks that can castle.
    pub fn write_rooks(&self, state: &State, _viewer: Option<Seat>, out: &mut String) {
        let rooks =
            self.rooks().filter(|&(seat, side, _)| state.castling_rights & castling_right(seat, side) != 0);
        push_list(out, rooks.map(|(_, _, rook)| self.board.name(rook).into()));
    }

    /// Appends the cells that pawns passed over.
    pub fn write_passed_cells(&self, state: &State, _viewer: Option<Seat>, out: &mut String) {
        let ep_squares = |seat: Seat| self.ep_squares(&state.pieces, state.ep_move(seat)?).next();
        let cells = self.all_seats().filter_map(ep_squares);
        push_list(out, cells.map(|cell| self.board.name(cell).into()));
    }

    /// Appends the order of checks for kings that two seats check.
    pub fn write_checks(&self, state: &State, _viewer: Option<Seat>, out: &mut String) {
        let in_two_checks = self.all_seats().filter_map(|seat| {
            let seats = self.checking_seats(&state.pieces, seat);
            let first = state.first_checkers[seat.index()];
            let second = Seat::new(
                (seats & !1u8.checked_shl(first.number().into()).unwrap_or(0)).trailing_zeros() as u8,
            );
            let order = || [first, second].map(|seat| self.letter(seat)).iter().collect::<String>();
            (seats.count_ones() == 2).then(|| format!("{}:{}", self.letter(seat), order()))
        });
        push_list(out, in_two_checks);
    }

    /// Returns seat, side and cell of the rooks that can castle, in the order in which they are written.
    fn rooks(&self) -> impl Iterator<Item = (Seat, usize, Cell)> {
        let rooks_of =
            |seat: Seat| SIDES.map(|side| (seat, side, self.seat_tables(seat).castlings[side].rook));
        self.all_seats().flat_map(rooks_of)
    }

    /// Returns an error if a piece belongs to a seat that is out.
    pub fn check_owners(&self, pieces: &Pieces) -> Result<(), FenError> {
        let owns = |&seat: &Seat| !pieces.has_king(seat) && !pieces.of_seat(seat).is_empty();
        match self.all_seats().find(owns) {
            None => Ok(()),
            Some(seat) => Err(FenError::impossible(format!(
                "seat {} has pieces but no king: the pieces of a seat without a king are drafted (6.5)",
                self.letter(seat)
            ))),
        }
    }

    pub fn read_rooks(&self, field: &str, state: &mut State) -> Result<(), FenError> {
        if field == "-" {
            return Ok(());
        }
        let wrong = |problem: String| FenError::field("castling", field, problem);
        let mut rooks = self.rooks();
        for text in field.split(',') {
            let Some((seat, side, rook)) = rooks.find(|&(_, _, rook)| self.board.name(rook) == text) else {
                let all: Vec<&str> = self.rooks().map(|(_, _, rook)| self.board.name(rook)).collect();
                return Err(wrong(format!("expected cells of {}, in this order, or '-'", all.join(","))));
            };
            let king = self.seat_tables(seat).castlings[side].king;
            let is_home = |cell, kind| state.pieces.piece_at(cell) == Piece::new(seat, kind);
            let partner = self.seat_tables(seat).castlings[side].partner;
            if !is_home(king, self.royal) || !is_home(rook, partner) {
                let (letter, king) = (self.letter(seat), self.board.name(king));
                return Err(wrong(format!(
                    "seat {letter} can castle only with its king on {king} and a rook on {text}"
                )));
            }
            state.castling_rights |= castling_right(seat, side);
        }
        Ok(())
    }

    pub fn read_passed_cells(&self, field: &str, state: &mut State) -> Result<(), FenError> {
        if field == "-" {
            return Ok(());
        }
        let wrong = |problem: String| FenError::field("cells passed over", field, problem);
        let mut last = None;
        for text in field.split(',') {
            let double_step = self.board.cell(text).and_then(|cell| self.double_step_over(cell));
            let Some((army, ep_move)) = double_step else {
                return Err(wrong(format!("no pawn can pass over '{text}' in a double step (5.4)")));
            };
            let pawn = state.pieces.piece_at(ep_move[1]);
            if pawn == NO_PIECE || !self.is_pawn(pawn) || self.army_of(pawn) != army {
                let at = self.board.name(ep_move[1]);
                return Err(wrong(format!(
                    "there is no pawn on {at} that can have passed over {text} (5.6)"
                )));
            }
            let owner = pawn.seat();
            if last >= Some(owner) {
                return Err(wrong("expected at most one cell for each seat, in the order of seats".into()));
            }
            last = Some(owner);
            state.ep_moves[owner.index()] = ep_move;
        }
        Ok(())
    }

    /// Returns the double step that passes over a cell, and the army whose pawns make it.
    fn double_step_over(&self, cell: Cell) -> Option<(Seat, [Cell; 2])> {
        let all_seat_tables =
            self.all_seats().flat_map(|army| self.board.cells().map(move |from| (army, from)));
        all_seat_tables.into_iter().find_map(|(army, from)| {
            let path = self.pawn(army).slides[0].paths[usize::from(from)];
            let step = |by: u32| {
                if path.ray.backward { path.position.index() - by } else { path.position.index() + by }
            };
            let double = path.max_distance == 2 && self.line_tables.cell_at(path.position, step(1)) == cell;
            double.then(|| (army, [from, self.line_tables.cell_at(path.position, step(2))]))
        })
    }

    /// Reads which seat gave check first, for kings that two seats check. For kings that are not listed, it
    /// is the first of the two after the king's owner.
    pub fn read_checks(&self, field: &str, state: &mut State) -> Result<(), FenError> {
        for seat in self.all_seats() {
            let seats = self.checking_seats(&state.pieces, seat);
            let next = self.next_seat_in_game(&state.pieces, seat);
            state.first_checkers[seat.index()] = match seats.count_ones() {
                0 => NO_SEAT,
                1 => Seat::new(seats.trailing_zeros() as u8),
                _ => next,
            };
        }
        if field == "-" {
            return Ok(());
        }
        let wrong = |problem: String| FenError::field("checks", field, problem);
        let mut last = None;
        for text in field.split(',') {
            let named: Vec<Option<Seat>> = text.chars().map(|letter| self.seat_of_letter(letter)).collect();
            let [Some(seat), None, Some(first), Some(second)] = named[..] else {
                return Err(wrong(format!("'{text}' is not an order of checks; expected one such as r:wb")));
            };
            if text.as_bytes()[1] != b':' {
                return Err(wrong(format!("'{text}' is not an order of checks; expected one such as r:wb")));
            }
            if first == second || self.checking_seats(&state.pieces, seat) != first.bit() | second.bit() {
                return Err(wrong(format!(
                    "'{text}' must name the two seats that give check to that king (9.5)"
                )));
            }
            if last >= Some(seat) {
                return Err(wrong("expected each king once, in the order of seats".into()));
            }
            last = Some(seat);
            state.first_checkers[seat.index()] = first;
        }
        Ok(())
    }

    /// Returns the seat in the game whose turn precedes another seat's.
    pub fn seat_before(&self, pieces: &Pieces, seat: Seat) -> Seat {
        let before = self
            .all_seats()
            .find(|&other| pieces.has_king(other) && self.next_seat_in_game(pieces, other) == seat);
        before.unwrap_or(seat)
    }
}
