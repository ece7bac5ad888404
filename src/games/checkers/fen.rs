//! Position strings (Checkers 11).

use super::game::Checkers;
use super::geometry::Geometry;
use super::stacks::{Checker, Stacks};
use super::state::{NOWHERE, State};
use crate::board::Set;
use crate::game::{FenError, FenReader};
use std::fmt::Write;

const FIELDS: &str = "placement, seat, jumping stack, quiet, crown, quiet turns";
/// Counters are kept in 16 bits; games end long before.
const MOST: u32 = u16::MAX as u32;

/// Writes a piece: `a`, `B`, `c12`.
pub(super) fn write_piece(checker: Checker, out: &mut String) {
    let letter = (b'a' + checker.seat) as char;
    out.push(if checker.king { letter.to_ascii_uppercase() } else { letter });
    if checker.number > 0 {
        let _ = write!(out, "{}", checker.number);
    }
}

impl<G: Geometry, K: Stacks, const SEATS: usize, const DIRS: usize> Checkers<G, K, SEATS, DIRS> {
    /// Writes the position string.
    pub(super) fn write_fen(&self, state: &State<G::Set, K, SEATS>) -> String {
        let mut text = String::with_capacity(128);
        self.write_placement(state, &mut text);
        text.push(' ');
        text.push((b'a' + state.seat) as char);
        text.push(' ');
        if state.jumper == NOWHERE {
            text.push('-');
        } else {
            text.push_str(self.name(state.jumper));
            let mut squares: Vec<u8> = state.jumped.cells().map(|cell| self.square(cell)).collect();
            squares.sort_unstable();
            for (at, square) in squares.into_iter().enumerate() {
                text.push(if at == 0 { ':' } else { ',' });
                text.push_str(self.tables().board.name(square));
            }
        }
        let _ = write!(text, " {} {} ", state.quiet, state.crown);
        for (at, &[from, to]) in state.quiet_turns().iter().enumerate() {
            let _ = write!(text, "{}{}-{}", if at == 0 { "" } else { "," }, self.name(from), self.name(to));
        }
        if state.listed == 0 {
            text.push('-');
        }
        text
    }

    /// How many rows the board has.
    fn rows(&self) -> usize {
        self.tables().board.grid().0
    }

    /// The squares of a row from left to right.
    fn row(&self, row: usize) -> impl Iterator<Item = u8> {
        let board = &self.tables().board;
        (0..board.grid().1).filter_map(move |column| board.at(row, column))
    }

    fn write_placement(&self, state: &State<G::Set, K, SEATS>, text: &mut String) {
        let mut pile = String::new();
        for row in (0..self.rows()).rev() {
            let mut run = 0;
            for square in self.row(row) {
                pile.clear();
                let cell = self.tables().cell[square as usize];
                if cell != NOWHERE {
                    state.each_piece(cell, |checker| write_piece(checker, &mut pile));
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

    /// Reads a position string.
    pub(super) fn parse_fen(&self, text: &str) -> Result<State<G::Set, K, SEATS>, FenError> {
        let [placement, seat, chain, quiet, crown, turns] = FenReader::new(text, FIELDS)?.exactly()?;
        let mut state = State::empty(self.numbers());
        self.read_placement(placement, &mut state)?;
        let seats = self.tables().seats();
        state.seat = match seat.as_bytes() {
            [letter @ b'a'..=b'f'] if ((letter - b'a') as usize) < seats => letter - b'a',
            _ => {
                let last = (b'a' + seats as u8 - 1) as char;
                return Err(FenError::field("seat", seat, format!("expected a letter from a to {last}")));
            }
        };
        state.quiet = FenReader::counter("quiet", quiet, MOST)? as u16;
        state.crown = FenReader::counter("crown", crown, if K::STACKED { MOST } else { 0 })? as u16;
        self.read_turns(turns, &mut state)?;
        if chain == "-" {
            self.check_turn(&state)?;
            state.look_back();
            state.counted_out = self.engine.count_out(&state);
        } else {
            self.read_chain(chain, &mut state)?;
        }
        Ok(state)
    }

    fn read_placement(&self, text: &str, state: &mut State<G::Set, K, SEATS>) -> Result<(), FenError> {
        let rows = self.rows();
        let wrong = |found: &str, problem: String| FenError::field("placement", found, problem);
        if text.split('/').count() != rows {
            return Err(wrong(text, format!("expected {rows} rows separated by /")));
        }
        let (mut piles, seats, most) = (Vec::new(), self.tables().seats(), self.tables().pieces);
        for (row, text) in (0..rows).rev().zip(text.split('/')) {
            let squares: Vec<u8> = self.row(row).collect();
            let (mut rest, mut at, mut after_run) = (text, 0, false);
            while let Some(first) = rest.bytes().next() {
                if first.is_ascii_digit() {
                    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                    let most = squares.len() as u32;
                    let run = FenReader::counter("placement", &rest[..digits], most)? as usize;
                    if run == 0 || after_run {
                        return Err(wrong(text, "runs of empty cells are counted once, from 1".into()));
                    }
                    (at, after_run, rest) = (at + run, true, &rest[digits..]);
                    continue;
                }
                let (pile, after) = read_pile::<K>(rest, seats, most, self.numbers())
                    .map_err(|problem| wrong(text, problem))?;
                (rest, after_run) = (after, false);
                let Some(&square) = squares.get(at) else {
                    return Err(wrong(text, format!("more than {} cells", squares.len())));
                };
                let cell = self.tables().cell[square as usize];
                if cell == NOWHERE {
                    let name = self.tables().board.name(square);
                    return Err(wrong(text, format!("{name} is of the colour that only Queens uses")));
                }
                piles.push((cell, pile));
                at += 1;
            }
            if at != squares.len() {
                return Err(wrong(text, format!("{at} cells, expected {}", squares.len())));
            }
        }
        check_pieces(&piles, seats, most).map_err(FenError::impossible)?;
        if !self.tables().crowning && piles.iter().any(|(_, pile)| pile.iter().any(|checker| checker.king)) {
            return Err(FenError::impossible("there are no kings in this game (crowning=false)"));
        }
        for (cell, pile) in &piles {
            let top = pile[0];
            state.owned[top.seat as usize] = state.owned[top.seat as usize] | G::Set::one(*cell);
            state.kings = state.kings | G::Set::one(*cell).only_if(top.king);
        }
        state.stacks.lay(&piles);
        Ok(())
    }

    /// Reads the quiet turns and takes them back, the last one first (Checkers 11.4).
    fn read_turns(&self, text: &str, state: &mut State<G::Set, K, SEATS>) -> Result<(), FenError> {
        if text == "-" {
            return Ok(());
        }
        let wrong = |problem: String| FenError::field("quiet turns", text, problem);
        let count = text.split(',').count();
        let most = self.tables().quiet_turns().min(state.quiet) as usize;
        if count > most {
            return Err(wrong(format!("{count} turns listed, but at most {most} can be")));
        }
        for turn in text.split(',') {
            let cells = turn.split_once('-').and_then(|(from, to)| Some([self.cell(from)?, self.cell(to)?]));
            let cells = cells.ok_or_else(|| wrong(format!("'{turn}' is no move like a1-b2")))?;
            let at = state.listed as usize;
            state.turns_mut()[at] = cells;
            state.listed += 1;
            state.left = state.left | G::Set::one(cells[0]);
        }
        let (mut owned, mut kings) = (state.owned, state.kings);
        for &[from, to] in state.quiet_turns().iter().rev() {
            let seat = owned.iter().position(|owned| owned.has(to)).filter(|_| kings.has(to));
            let name = format!("{}-{}", self.name(from), self.name(to));
            let Some(seat) = seat else {
                return Err(wrong(format!("{name} cannot be taken back: no king stood there then")));
            };
            if owned.iter().any(|owned| owned.has(from)) {
                return Err(wrong(format!("{name} cannot be taken back: {} was occupied", self.name(from))));
            }
            let crossing = self.tables().king_crosses[seat];
            let moves = |d| self.engine.geometry.back(G::Set::one(to), d, crossing).has(from);
            if !(0..G::MOVES).any(moves) {
                return Err(wrong(format!("{name} is no king's move")));
            }
            let both = G::Set::one(from) ^ G::Set::one(to);
            owned[seat] = owned[seat] ^ both;
            kings = kings ^ both;
        }
        Ok(())
    }

    /// Without a chain, the seat can act or the game is over at it (Checkers 11.3, 11.4).
    fn check_turn(&self, state: &State<G::Set, K, SEATS>) -> Result<(), FenError> {
        let seat = state.seat as usize;
        let seats = self.tables().seats();
        if seats == 2 || self.engine.can_act(state, seat) {
            return Ok(());
        }
        let over = if self.tables().alone {
            let winner = self.tables().before(seat);
            (0..seats).all(|other| other == winner || !self.engine.can_act(state, other))
        } else {
            self.engine.is_over_at(state, seat)
        };
        if over {
            return Ok(());
        }
        let letter = (b'a' + state.seat) as char;
        Err(FenError::impossible(format!(
            "{letter} is to act but cannot, though the game is not over: another seat acts"
        )))
    }

    /// Reads the jumping stack and the squares jumped (Checkers 11.1, 11.4).
    fn read_chain(&self, text: &str, state: &mut State<G::Set, K, SEATS>) -> Result<(), FenError> {
        let wrong = |problem: &str| FenError::field("jumping stack", text, problem);
        let form = "expected - or a square, a colon and the squares jumped, like e5:d4,f6";
        let (jumper, squares) = text.split_once(':').ok_or_else(|| wrong(form))?;
        state.jumper = self.cell(jumper).ok_or_else(|| wrong(form))?;
        let mut last = None;
        for name in squares.split(',') {
            let cell = self.cell(name).ok_or_else(|| wrong(form))?;
            if last >= Some(self.square(cell)) {
                return Err(wrong("the squares jumped stand in order of rank, then file, each once"));
            }
            last = Some(self.square(cell));
            state.jumped = state.jumped | G::Set::one(cell);
        }
        if !K::STACKED && !(state.jumped & state.occupied()).is_empty() {
            return Err(wrong("in Checkers a jumped square is empty"));
        }
        if state.quiet != 0 {
            return Err(wrong("in the middle of a multiple jump quiet is 0"));
        }
        let seat = state.seat as usize;
        if !state.owned[seat].has(state.jumper) {
            return Err(wrong("the jumping stack is not the seat's own"));
        }
        if !self.engine.can_jump(state, seat, G::Set::one(state.jumper)) {
            return Err(wrong("the stack cannot jump on"));
        }
        Ok(())
    }
}

fn write_run(run: usize, text: &mut String) {
    if run > 0 {
        let _ = write!(text, "{run}");
    }
}

/// Reads a stack, and what follows it.
fn read_pile<K: Stacks>(
    text: &str,
    seats: usize,
    most: usize,
    numbers: bool,
) -> Result<(Vec<Checker>, &str), String> {
    let Some(inner) = text.strip_prefix('(') else {
        let (checker, rest) = read_piece(text, seats, most, numbers)?;
        if checker.number > 0 {
            return Err("a man with a number stands in parentheses, like (a7)".into());
        }
        return Ok((vec![checker], rest));
    };
    let (mut pile, mut rest) = (Vec::new(), inner);
    while !rest.starts_with(')') {
        let (checker, after) = read_piece(rest, seats, most, numbers)?;
        pile.push(checker);
        rest = after;
    }
    match pile.as_slice() {
        [] => Err("() has no piece".into()),
        [one] if one.number == 0 => Err("a stack of one character stands without parentheses".into()),
        [_, _, ..] if !K::STACKED => Err("a stack of two pieces; Checkers has single pieces only".into()),
        _ => Ok((pile, &rest[1..])),
    }
}

/// Reads a piece, and what follows it.
fn read_piece(text: &str, seats: usize, most: usize, numbers: bool) -> Result<(Checker, &str), String> {
    let letter = text.bytes().next().unwrap_or(b' ');
    let seat = letter.to_ascii_lowercase().wrapping_sub(b'a');
    if seat as usize >= seats {
        let last = (b'a' + seats as u8 - 1) as char;
        return Err(format!("'{}' is no piece; pieces are letters from a to {last}", letter as char));
    }
    let king = letter.is_ascii_uppercase();
    let rest = &text[1..];
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    // Behind a piece without a number, digits are a run of empty squares.
    if king || !numbers {
        return Ok((Checker { seat, king, number: 0 }, rest));
    }
    match FenReader::counter("placement", &rest[..digits], most as u32) {
        Ok(number) if number > 0 => Ok((Checker { seat, king, number: number as u8 }, &rest[digits..])),
        _ => Err(format!("a man has a number from 1 to {most} behind its letter")),
    }
}

/// What is wrong with the pieces as a whole, of which each seat has at most so many.
fn check_pieces(piles: &[(u8, Vec<Checker>)], seats: usize, most: usize) -> Result<(), String> {
    for seat in 0..seats as u8 {
        let letter = (b'a' + seat) as char;
        let pieces = || piles.iter().flat_map(|(_, pile)| pile).filter(move |checker| checker.seat == seat);
        let count = pieces().count();
        if count > most {
            return Err(format!("{letter} has {count} pieces, at most {most} are possible"));
        }
        for number in 1..=most as u8 {
            if pieces().filter(|checker| checker.number == number).count() > 1 {
                return Err(format!("{letter}{number} stands twice on the board"));
            }
        }
    }
    Ok(())
}
