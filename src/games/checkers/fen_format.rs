//! The format of position strings, independent of the types of a game (Checkers 11).

use super::stacks::Checker;
use crate::board::{Board, Cell, NO_CELL};
use crate::game::{FenError, FenReader, Seat};
use std::fmt::Write;

const FIELDS: &str = "placement, seat, jumping stack, quiet, crown, quiet turns";
/// Counters are 16-bit numbers; games end long before.
const MAX_COUNTER: u32 = u16::MAX as u32;

/// A cell and its stack, top first.
pub(super) type Pile = (u8, Vec<Checker>);

/// A game's parameters for reading and writing position strings.
pub(super) struct FenFormat<'a> {
    pub(super) board: &'a Board,
    /// The square of each cell, and the cell of each square or [`NO_CELL`].
    pub(super) squares: &'a [Cell],
    pub(super) cells: &'a [u8],
    pub(super) seats: usize,
    /// The maximum number of pieces of a seat.
    pub(super) pieces: usize,
    /// Whether men have numbers (Checkers 10), whether there are stacks, and whether men become kings.
    pub(super) numbers: bool,
    pub(super) stacked: bool,
    pub(super) crowning: bool,
}

/// The content of a position string, except the placement.
pub(super) struct FenValues {
    pub(super) seat: Seat,
    /// The jumping stack and the cells jumped.
    pub(super) chain: Option<(u8, Vec<u8>)>,
    pub(super) quiet: u16,
    pub(super) crown: u16,
    pub(super) turns: Vec<[u8; 2]>,
}

/// The fields of a position string.
pub(super) struct FenParts<'t> {
    pub(super) placement: &'t str,
    pub(super) chain: &'t str,
    pub(super) turns: &'t str,
    seat: &'t str,
    quiet: &'t str,
    crown: &'t str,
}

/// Returns the letter of a seat.
pub(super) fn seat_letter(seat: Seat) -> char {
    (b'a' + seat.number()) as char
}

/// Writes a piece: `a`, `B`, `c12`.
pub(super) fn write_piece(checker: Checker, out: &mut String) {
    let letter = seat_letter(checker.seat);
    out.push(if checker.king { letter.to_ascii_uppercase() } else { letter });
    if checker.number > 0 {
        let _ = write!(out, "{}", checker.number);
    }
}

impl FenFormat<'_> {
    /// Writes a position string. `stack` adds the pieces on a cell to a list, top first.
    pub(super) fn write(&self, values: &FenValues, stack: &mut dyn FnMut(u8, &mut Vec<Checker>)) -> String {
        let mut text = String::with_capacity(128);
        self.write_placement(stack, &mut text);
        text.push(' ');
        text.push(seat_letter(values.seat));
        text.push(' ');
        if let Some((jumper, jumped)) = &values.chain {
            text.push_str(self.name(*jumper));
            let mut squares: Vec<u8> = jumped.iter().map(|&cell| self.squares[cell as usize]).collect();
            squares.sort_unstable();
            for (at, square) in squares.into_iter().enumerate() {
                text.push(if at == 0 { ':' } else { ',' });
                text.push_str(self.board.name(square));
            }
        } else {
            text.push('-');
        }
        let _ = write!(text, " {} {} ", values.quiet, values.crown);
        for (at, &[from, to]) in values.turns.iter().enumerate() {
            let _ = write!(text, "{}{}-{}", if at == 0 { "" } else { "," }, self.name(from), self.name(to));
        }
        if values.turns.is_empty() {
            text.push('-');
        }
        text
    }

    /// Returns the name of a cell.
    pub(super) fn name(&self, cell: u8) -> &str {
        self.board.name(self.squares[cell as usize])
    }

    /// Returns the cell with this name, if the game uses it.
    fn cell(&self, name: &str) -> Option<u8> {
        let cell = self.cells[self.board.cell(name)? as usize];
        (cell != NO_CELL).then_some(cell)
    }

    /// Returns the squares of a row from left to right.
    fn row(&self, row: usize) -> impl Iterator<Item = u8> {
        (0..self.board.grid().1).filter_map(move |column| self.board.at(row, column))
    }

    fn write_placement(&self, stack: &mut dyn FnMut(u8, &mut Vec<Checker>), text: &mut String) {
        let (mut checkers, mut pile) = (Vec::new(), String::new());
        for row in (0..self.board.grid().0).rev() {
            let mut run = 0;
            for square in self.row(row) {
                pile.clear();
                let cell = self.cells[square as usize];
                if cell != NO_CELL {
                    stack(cell, &mut checkers);
                    checkers.drain(..).for_each(|checker| write_piece(checker, &mut pile));
                }
                if pile.is_empty() {
                    run += 1;
                    continue;
                }
                write_run(run, text);
                run = 0;
                if pile.len() == 1 {
                    text.push_str(&pile);
                } else {
                    let _ = write!(text, "({pile})");
                }
            }
            write_run(run, text);
            if row > 0 {
                text.push('/');
            }
        }
    }

    /// Splits a position string into fields.
    pub(super) fn fields<'t>(&self, text: &'t str) -> Result<FenParts<'t>, FenError> {
        let [placement, seat, chain, quiet, crown, turns] = FenReader::new(text, FIELDS)?.exactly()?;
        Ok(FenParts { placement, seat, chain, quiet, crown, turns })
    }

    /// Reads the seat to act and both counters.
    pub(super) fn read_counters(&self, fields: &FenParts<'_>) -> Result<(Seat, u16, u16), FenError> {
        let seat = match fields.seat.as_bytes() {
            [letter @ b'a'..=b'f'] if ((letter - b'a') as usize) < self.seats => Seat::new(letter - b'a'),
            _ => {
                let last = (b'a' + self.seats as u8 - 1) as char;
                let problem = format!("expected a letter from a to {last}");
                return Err(FenError::field("seat", fields.seat, problem));
            }
        };
        let quiet = FenReader::counter("quiet", fields.quiet, MAX_COUNTER)? as u16;
        let crown =
            FenReader::counter("crown", fields.crown, if self.stacked { MAX_COUNTER } else { 0 })? as u16;
        Ok((seat, quiet, crown))
    }

    /// Reads the stacks.
    pub(super) fn read_placement(&self, text: &str) -> Result<Vec<Pile>, FenError> {
        let rows = self.board.grid().0;
        let error = |found: &str, problem: String| FenError::field("placement", found, problem);
        if text.split('/').count() != rows {
            return Err(error(text, format!("expected {rows} rows separated by '/'")));
        }
        let mut piles = Vec::new();
        for (row, text) in (0..rows).rev().zip(text.split('/')) {
            let squares: Vec<u8> = self.row(row).collect();
            let (mut rest, mut at, mut after_run) = (text, 0, false);
            while let Some(first) = rest.bytes().next() {
                if first.is_ascii_digit() {
                    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                    let max = squares.len() as u32;
                    let run = FenReader::counter("placement", &rest[..digits], max)? as usize;
                    if run == 0 || after_run {
                        return Err(error(text, "empty cells must be one number from 1 for each run".into()));
                    }
                    (at, after_run, rest) = (at + run, true, &rest[digits..]);
                    continue;
                }
                let (pile, after) = self.read_pile(rest).map_err(|problem| error(text, problem))?;
                (rest, after_run) = (after, false);
                let Some(&square) = squares.get(at) else {
                    return Err(error(text, format!("expected {} cells, got more", squares.len())));
                };
                let cell = self.cells[square as usize];
                if cell == NO_CELL {
                    let name = self.board.name(square);
                    return Err(error(
                        text,
                        format!("{name} is not in play: only game=queens uses squares of both colors"),
                    ));
                }
                piles.push((cell, pile));
                at += 1;
            }
            if at != squares.len() {
                return Err(error(text, format!("expected {} cells, got {at}", squares.len())));
            }
        }
        self.check_pieces(&piles).map_err(FenError::impossible)?;
        if !self.crowning && piles.iter().any(|(_, pile)| pile.iter().any(|checker| checker.king)) {
            return Err(FenError::impossible("this game has no kings (crowning=false)"));
        }
        Ok(piles)
    }

    /// Reads the quiet turns, at most `max`.
    pub(super) fn read_turns(&self, text: &str, max: usize) -> Result<Vec<[u8; 2]>, FenError> {
        if text == "-" {
            return Ok(Vec::new());
        }
        let error = |problem: String| FenError::field("quiet turns", text, problem);
        let count = text.split(',').count();
        if count > max {
            return Err(error(format!("expected at most {max} turns, got {count}")));
        }
        let read = |turn: &str| {
            let cells = turn.split_once('-').and_then(|(from, to)| Some([self.cell(from)?, self.cell(to)?]));
            cells.ok_or_else(|| error(format!("'{turn}' is not a move; expected one such as a1-b2")))
        };
        text.split(',').map(read).collect()
    }

    /// Returns why a quiet turn cannot be undone. `king` states whether there is a king on its target square,
    /// and `occupied` whether its source square is occupied.
    pub(super) fn undo_error(&self, turn: [u8; 2], king: bool, occupied: bool) -> String {
        let [from, to] = turn.map(|cell| self.name(cell));
        if !king {
            format!("{from}-{to} cannot be undone: there is no king on {to}")
        } else if occupied {
            format!("{from}-{to} cannot be undone: {from} is occupied")
        } else {
            format!("{from}-{to} cannot be undone: a king cannot move that way")
        }
    }

    /// Reads the jumping stack and the squares jumped.
    pub(super) fn read_chain(&self, text: &str) -> Result<(u8, Vec<u8>), FenError> {
        let error = |problem: &str| FenError::field("jumping stack", text, problem);
        let form = "expected '-', or the square of the stack and the squares it jumped, as in e5:d4,f6";
        let (jumper, names) = text.split_once(':').ok_or_else(|| error(form))?;
        let jumper = self.cell(jumper).ok_or_else(|| error(form))?;
        let (mut jumped, mut last) = (Vec::new(), None);
        for name in names.split(',') {
            let cell = self.cell(name).ok_or_else(|| error(form))?;
            let square = Some(self.squares[cell as usize]);
            if last >= square {
                return Err(error("the squares jumped must be in order of rank, then file, each once"));
            }
            last = square;
            jumped.push(cell);
        }
        Ok((jumper, jumped))
    }

    /// Reads a stack. Returns it and the rest of the text.
    fn read_pile<'t>(&self, text: &'t str) -> Result<(Vec<Checker>, &'t str), String> {
        let Some(inner) = text.strip_prefix('(') else {
            let (checker, rest) = self.read_piece(text)?;
            if checker.number > 0 {
                return Err("a man with a number must be in parentheses, as in (a7)".into());
            }
            return Ok((vec![checker], rest));
        };
        let (mut pile, mut rest) = (Vec::new(), inner);
        while !rest.starts_with(')') {
            let (checker, after) = self.read_piece(rest)?;
            pile.push(checker);
            rest = after;
        }
        match pile.as_slice() {
            [] => Err("'()' has no piece".into()),
            [one] if one.number == 0 => Err("a stack of one piece must be without parentheses".into()),
            [_, _, ..] if !self.stacked => Err("this game has no stacks, only single pieces".into()),
            _ => Ok((pile, &rest[1..])),
        }
    }

    /// Reads a piece. Returns it and the rest of the text.
    fn read_piece<'t>(&self, text: &'t str) -> Result<(Checker, &'t str), String> {
        let letter = text.bytes().next().unwrap_or(b' ');
        let seat = Seat::new(letter.to_ascii_lowercase().wrapping_sub(b'a'));
        if seat.index() >= self.seats {
            let last = (b'a' + self.seats as u8 - 1) as char;
            return Err(format!("'{}' is not a piece; expected a letter from a to {last}", letter as char));
        }
        let king = letter.is_ascii_uppercase();
        let rest = &text[1..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        // After a piece without a number, digits are a run of empty squares.
        if king || !self.numbers {
            return Ok((Checker { seat, king, number: 0 }, rest));
        }
        match FenReader::counter("placement", &rest[..digits], self.pieces as u32) {
            Ok(number) if number > 0 => Ok((Checker { seat, king, number: number as u8 }, &rest[digits..])),
            _ => Err(format!("a man needs a number from 1 to {} after its letter", self.pieces)),
        }
    }

    /// Checks the pieces as a whole.
    fn check_pieces(&self, piles: &[Pile]) -> Result<(), String> {
        let max = self.pieces;
        for seat in Seat::all(self.seats as u8) {
            let letter = seat_letter(seat);
            let pieces =
                || piles.iter().flat_map(|(_, pile)| pile).filter(move |checker| checker.seat == seat);
            let count = pieces().count();
            if count > max {
                return Err(format!("seat {letter} must have at most {max} pieces, got {count}"));
            }
            for number in 1..=max as u8 {
                if pieces().filter(|checker| checker.number == number).count() > 1 {
                    return Err(format!("{letter}{number} is on the board twice"));
                }
            }
        }
        Ok(())
    }
}

fn write_run(run: usize, text: &mut String) {
    if run > 0 {
        let _ = write!(text, "{run}");
    }
}
