//! Reads position strings (Chess 11.2 to 11.4, Tri-Chess 10).

use super::castling::castling_right;
use super::drops::HandCounts;
use super::engine::Engine;
use super::fen::DRAFTED_PAWN_LETTERS;
use super::kinds::{Kind, KindSpec, PromotedMark};
use super::pieces::{NO_PIECE, Piece, Pieces};
use super::repetition::{MAX_HISTORY, RepetitionHistory};
use super::state::{NO_MOVE, State};
use crate::board::{Bitboard, Bitboard256, Cell, NO_CELL};
use crate::game::{FenError, FenReader, FieldText, Seat};

impl Engine {
    /// Returns the start position with some pieces.
    pub fn start_state(&self, start: &[(Cell, Seat, Kind)]) -> State {
        let mut pieces = Pieces::empty(self);
        start.iter().for_each(|&(cell, seat, kind)| pieces.put(self, cell, Piece::new(seat, kind)));
        let seat = self.turn_order[0];
        let check_info = self.check_info(&pieces, seat);
        let hands = self.hand.start;
        State { seat, castling_rights: self.start_rights, check_info, hands, ..State::new(pieces) }
    }

    /// Reads a position string.
    pub fn parse_fen(&self, text: &str) -> Result<State, FenError> {
        let mut state = self.format.read(self, text)?;
        if self.drafts {
            let before = self.seat_before(&state.pieces, state.seat);
            self.resolve_mates(&mut state, before);
            self.check_endings(&mut state);
        } else {
            let other = state.seat.other();
            if self.fen_style.is_fen && self.in_check(&state.pieces, other) {
                let letter = self.letter(other);
                let problem = format!("the king of '{letter}' is in check, but '{letter}' is not to act");
                return Err(FenError::impossible(problem));
            }
            if !self.check_goals(&mut state, other) {
                self.find_mover(&mut state);
            }
            if self.fen_style.is_fen {
                self.drop_useless_ep_move(&mut state);
            }
            self.check_draws(&mut state);
        }
        Ok(state)
    }

    pub fn read_seat(&self, name: &'static str, field: &str, text: &str) -> Result<Seat, FenError> {
        let mut letters = text.chars();
        let known = letters.next().filter(|_| letters.next().is_none());
        let known = known.and_then(|letter| self.seat_of_letter(letter));
        known.ok_or_else(|| FenError::field(name, field, format!("expected one of {}", self.seat_letters())))
    }

    /// Returns the letters of the seats, for messages.
    fn seat_letters(&self) -> String {
        let letters: Vec<String> = self.all_seats().map(|seat| self.letter(seat).into()).collect();
        letters.join(", ")
    }

    pub fn read_placement(&self, field: &str) -> Result<Pieces, FenError> {
        let wrong = |found: &str, problem: String| Err(FenError::field("placement", found, problem));
        if field.split('/').count() != self.rows.len() {
            return wrong(field, format!("expected {} ranks separated by '/'", self.rows.len()));
        }
        let mut pieces = Pieces::empty(self);
        for (row, text) in self.rows.iter().zip(field.split('/')) {
            let columns = row.len();
            let (mut rest, mut column, mut after_gap) = (text, 0, false);
            while let Some(first) = rest.bytes().next() {
                if first.is_ascii_digit() {
                    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                    let gap = FenReader::counter("placement", &rest[..digits], columns as u32)? as usize;
                    if gap == 0 || after_gap {
                        return wrong(text, "empty cells must be one number from 1 for each run".into());
                    }
                    (column, after_gap, rest) = (column + gap, true, &rest[digits..]);
                    continue;
                }
                let (piece, width) =
                    self.read_piece(rest).map_err(|problem| FenError::field("placement", text, problem))?;
                if column >= columns {
                    return wrong(text, format!("expected {columns} cells, got more"));
                }
                let Some(cell) = row[column] else {
                    return wrong(text, "a piece stands on a cell that is not part of the board".into());
                };
                self.check_piece(&pieces, cell, piece)
                    .map_err(|problem| FenError::field("placement", text, problem))?;
                pieces.put(self, cell, piece);
                (column, after_gap, rest) = (column + 1, false, &rest[width..]);
            }
            if column != columns {
                return wrong(text, format!("expected {columns} cells, got {column}"));
            }
        }
        let missing = self.royal_seats & !pieces.seats_with_king();
        if !self.captures_kings && !self.drafts && missing != 0 {
            let seat = Seat::new(missing.trailing_zeros() as u8);
            return Err(FenError::impossible(format!("seat {} has no royal piece", self.letter(seat))));
        }
        if pieces.seats_with_king() == 0 && self.royal_seats != 0 {
            return Err(FenError::impossible("at least one seat must have a king"));
        }
        Ok(pieces)
    }

    /// Reads the pieces in hand, up to a closing bracket.
    pub fn read_hands(&self, field: FieldText<'_>, text: &str) -> Result<[HandCounts; 2], FenError> {
        let mut hands = [HandCounts::default(); 2];
        let letters = text
            .strip_suffix(']')
            .ok_or_else(|| field.refused("expected ']' after the pieces in hand, at the end"))?;
        for letter in letters.chars().filter(|&letter| letter != '-') {
            let seat = if letter.is_ascii_uppercase() { Seat::ZERO } else { Seat::ONE };
            let is_called = |kind: &Kind| self.kinds[kind.index()].letter == letter.to_ascii_uppercase();
            let slot = self.hand.kinds.iter().position(is_called);
            let slot = slot.ok_or_else(|| field.refused(format!("'{letter}' cannot be in hand")))?;
            let count = &mut hands[seat.index()][slot];
            *count = count.saturating_add(1);
            let limit = self.hand.limits[slot];
            if *count > limit {
                return Err(field.refused(format!("at most {limit} pieces '{letter}' can be in hand")));
            }
        }
        Ok(hands)
    }

    /// Returns the kind of a capital letter.
    fn kind_of_letter(&self, letter: char) -> Option<Kind> {
        let is_called = |spec: &KindSpec| spec.letter == letter && spec.army_offset == 0;
        self.kinds.iter().position(is_called).map(|kind| Kind::new(kind as u8))
    }

    /// Reads the piece at the beginning of a text.
    fn read_piece(&self, text: &str) -> Result<(Piece, usize), String> {
        if self.fen_style.is_fen {
            let plain = text.strip_prefix('+').unwrap_or(text);
            let letter = plain.chars().next().unwrap_or(' ');
            let mark = match plain.as_bytes() {
                _ if text.starts_with('+') => PromotedMark::Plus,
                [_, b'~', ..] => PromotedMark::Tilde,
                _ => PromotedMark::None,
            };
            let seat = if letter.is_ascii_uppercase() { Seat::ZERO } else { Seat::ONE };
            let letters: String = self.kinds.iter().map(|kind| kind.mark.text(kind.letter)).collect();
            let is_called = |kind: &KindSpec| (kind.letter, kind.mark) == (letter.to_ascii_uppercase(), mark);
            let kind = self.kinds.iter().position(is_called).map(|kind| Kind::new(kind as u8));
            let width = if mark == PromotedMark::None { 1 } else { 2 };
            return kind.map(|kind| (Piece::new(seat, kind), width)).ok_or_else(|| {
                format!(
                    "expected a piece, one of {letters} or {}, got '{letter}'",
                    letters.to_ascii_lowercase()
                )
            });
        }
        let problem = || {
            let letters = self.seat_letters();
            let pawns = if self.drafts { ", or X, Y or Z for a drafted pawn" } else { "" };
            format!(
                "expected a piece written as a seat ({letters}) and a kind (K, Q, R, B, N, P{pawns}), as in \
                 {}K",
                self.letter(Seat::ZERO)
            )
        };
        let [owner, kind, ..] = *text.as_bytes() else { return Err(problem()) };
        if let (true, Some(seat)) = (self.drafts, self.seat_of_letter(owner.into()))
            && let Some(army) = DRAFTED_PAWN_LETTERS.iter().position(|&letter| letter == kind)
        {
            let pawn = self.pawn_of_army(seat, Seat::from_index(army));
            let own = || format!("expected {}P for a pawn of its owner's own army", self.letter(seat));
            return if self.kind_of(pawn).army_offset == 0 { Err(own()) } else { Ok((pawn, 2)) };
        }
        let kind = self.kind_of_letter(kind.into());
        match (self.seat_of_letter(owner.into()), kind) {
            (Some(seat), Some(kind)) => Ok((Piece::new(seat, kind), 2)),
            _ => Err(problem()),
        }
    }

    /// Returns why one more piece cannot stand on a cell, if it cannot (Chess 11.4).
    fn check_piece(&self, pieces: &Pieces, cell: Cell, piece: Piece) -> Result<(), String> {
        let seat = piece.seat();
        let (owner, max) = (self.letter(seat), self.max_pieces);
        if piece.kind() == self.royal && pieces.has_king(seat) {
            return Err(format!("seat {owner} has more than one king"));
        }
        if piece == self.pawns[seat.index()] && self.seat_tables(seat).pawn_forbidden.has(cell) {
            return Err(format!("a pawn of seat {owner} cannot stand on {}", self.board.name(cell)));
        }
        let slot = self.hand.slot(piece.kind());
        let is_dropped = slot.is_some_and(|slot| self.seat_tables(seat).drops[slot].has(cell));
        if !is_dropped && self.promotion_of(piece).is_some_and(|promotion| promotion.forced.has(cell)) {
            return Err(format!("this piece must promote on {}", self.board.name(cell)));
        }
        if self.drafts && pieces.occupied().count() == max {
            return Err(format!("expected at most {max} pieces, got more"));
        }
        if pieces.of_seat(seat).count() == max {
            return Err(format!("seat {owner} must have at most {max} pieces"));
        }
        Ok(())
    }

    pub fn read_rights(&self, field: &str, state: &mut State) -> Result<(), FenError> {
        let wrong = |problem: String| Err(FenError::field("castling", field, problem));
        if field.split(',').count() != self.seats {
            return wrong(format!("expected KQ, K, Q or - for each of {} seats, as in KQ,-,K,Q", self.seats));
        }
        for (seat, rights) in self.all_seats().zip(field.split(',')) {
            let sides = match rights {
                "KQ" => &[0, 1][..],
                "K" => &[0],
                "Q" => &[1],
                "-" => &[],
                _ => return wrong(format!("expected KQ, K, Q or - for each seat, got '{rights}'")),
            };
            for &side in sides {
                let Some(castling) = self.seat_tables(seat).castlings.get(side) else {
                    return wrong("this game has no castling (castling=false); expected '-'".into());
                };
                let is_home = |cell, kind| state.pieces.piece_at(cell) == Piece::new(seat, kind);
                if !is_home(castling.king, castling.piece) || !is_home(castling.rook, castling.partner) {
                    let (king, rook) = (self.board.name(castling.king), self.board.name(castling.rook));
                    return wrong(format!(
                        "seat {0} can castle only with its king on {king} and a rook on {rook}",
                        self.letter(seat)
                    ));
                }
                state.castling_rights |= castling_right(seat, side);
            }
        }
        Ok(())
    }

    /// Reads two cells, as in `a1-b2`, or `a1b2` where position strings are those of chess.
    pub fn read_cells(&self, text: &str) -> Option<[Cell; 2]> {
        let second = || text.rfind(|letter: char| letter.is_ascii_lowercase()).filter(|&at| at > 0);
        let (from, to) =
            if self.fen_style.is_fen { text.split_at_checked(second()?)? } else { text.split_once('-')? };
        Some([self.board.cell(from)?, self.board.cell(to)?])
    }

    pub fn read_ep_moves(&self, field: &str, state: &mut State) -> Result<(), FenError> {
        if field == "-" {
            return Ok(());
        }
        let wrong = |problem: String| FenError::field("en passant", field, problem);
        let mut last = None;
        for text in field.split(',') {
            let moved = self
                .read_cells(text)
                .ok_or_else(|| wrong(format!("'{text}' is not a pawn move; expected one such as e2-e4")))?;
            let pawn = state.pieces.piece_at(moved[1]);
            let seat = pawn.seat();
            // On triangles a pawn can promote by such a move.
            let became = pawn != NO_PIECE
                && pawn.kind() != self.royal
                && self.seat_tables(seat).promotion_cells.has(moved[1]);
            if !became && (pawn == NO_PIECE || !self.is_captured_en_passant(pawn)) {
                return Err(wrong(format!("there is no pawn on {}", self.board.name(moved[1]))));
            }
            if !self.is_long_pawn_move(seat, moved) {
                return Err(wrong(format!(
                    "'{text}' is not a pawn move of two or three cells ({})",
                    self.rule_refs.pawn
                )));
            }
            if last >= Some(seat) {
                return Err(wrong(
                    "expected at most one pawn move for each seat, in the order of seats".into(),
                ));
            }
            last = Some(seat);
            state.ep_moves[seat.index()] = moved;
        }
        state.ep_moves[state.seat.index()] = NO_MOVE;
        Ok(())
    }

    /// Whether a pawn of a seat on an empty board could make the move and pass over some cell.
    pub fn is_long_pawn_move(&self, seat: Seat, [from, to]: [Cell; 2]) -> bool {
        let empty = Pieces::empty(self);
        self.en_passant_kinds != 0
            && !self.seat_tables(seat).pawn_forbidden.has(from)
            && !self.seat_tables(seat).no_en_passant_from.has(from)
            && self.pawn_advances(&empty, self.pawn(seat), from).has(to)
            && self.cells_passed(seat, [from, to]).next().is_some()
    }

    pub fn read_immunities(&self, field: &str, state: &mut State) -> Result<(), FenError> {
        if field == "-" {
            return Ok(());
        }
        let wrong = |problem: String| FenError::field("immunities", field, problem);
        let mut last = None;
        for text in field.split(',') {
            let read = text.split_once(':').and_then(|(cell, seat)| Some((self.board.cell(cell)?, seat)));
            let (cell, seat) =
                read.ok_or_else(|| wrong(format!("'{text}' is not an immunity; expected one such as e4:b")))?;
            let seat = self.read_seat("immunities", field, seat)?;
            let owner = state.pieces.piece_at(cell).seat();
            if state.pieces.piece_at(cell) == NO_PIECE || !owner.is_in(self.enemy_seats[seat.index()]) {
                return Err(wrong(format!(
                    "there is no enemy of seat {} on {}",
                    self.letter(seat),
                    self.board.name(cell)
                )));
            }
            let place = Some((seat, self.listing_order(cell)));
            let order =
                if self.fen_style.by_file { "file, then rank" } else { "row, then from left to right" };
            if last >= place {
                return Err(wrong(format!(
                    "expected each immunity once, in the order of seat, then {order}"
                )));
            }
            last = place;
            let immune = &mut state.immune[seat.index()];
            *immune = *immune | Bitboard256::one(cell);
        }
        Ok(())
    }

    /// Reads the reversible steps, and undoes them from the last one to check them (Chess 9.2).
    pub fn read_history(&self, field: &str, state: &mut State) -> Result<(), FenError> {
        if field == "-" {
            return Ok(());
        }
        let refused =
            |text: &str, problem: &str| Err(FenError::field("history", field, format!("'{text}' {problem}")));
        let max_steps = usize::from(state.clock).min(MAX_HISTORY);
        let within_clock = |steps: &[(Piece, [u8; 2])], text: &str| {
            if steps.len() > max_steps {
                refused(text, "is more steps back than the clock counts")
            } else {
                Ok(())
            }
        };
        let (mut board, mut steps) = (state.pieces.clone(), Vec::new());
        // In Three Kings Chess, the seat to act after the step that is read.
        let mut after = state.seat;
        for text in field.rsplit(',') {
            let before = if self.drafts { Some(self.seat_before(&state.pieces, after)) } else { None };
            if let (Some(seat), "pass") = (before, text) {
                steps.push((NO_PIECE, [NO_CELL, seat.number()]));
                after = seat;
                within_clock(&steps, text)?;
                continue;
            }
            let Some([from, to]) = self.read_cells(text) else {
                return refused(text, "is not a step; expected steps such as 'e2-e4,e11-e9', or '-'");
            };
            let moved = board.piece_at(to);
            if moved == NO_PIECE {
                return refused(text, "cannot be undone: there is no piece on its last cell");
            }
            if self.is_pawn(moved) {
                return refused(text, "is a pawn move, and a history has none");
            }
            if board.piece_at(from) != NO_PIECE {
                return refused(text, "cannot be undone: its first cell is occupied");
            }
            if state.castling_rights
                & (self.rights_lost_at[usize::from(to)] | self.rights_lost_at[usize::from(from)])
                != 0
            {
                return refused(text, "moves a king or rook that has the right to castle");
            }
            board.remove(self, to);
            board.put(self, from, moved);
            if !self.pseudo_legal_targets(&board, moved.seat(), from).has(to) {
                return refused(text, "cannot be undone: the piece cannot move that way");
            }
            if let Some(seat) = before {
                if moved.seat() != seat {
                    return refused(text, "is not a step of the seat that was to act");
                }
                after = seat;
            }
            steps.push((moved, [from, to]));
            within_clock(&steps, text)?;
        }
        let mut history = RepetitionHistory::default();
        for (moved, step) in steps.into_iter().rev() {
            match step {
                [NO_CELL, seat] => history.push_pass(Seat::new(seat)),
                _ => history.push(moved, step),
            }
        }
        state.history = history;
        Ok(())
    }
}
