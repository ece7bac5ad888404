//! Squares and turns in PDN: squares by number or by file and rank, joined by `-`, `x` or `:`. Captures name
//! all squares or only some.

use crate::game::{ParseError, parse_whole};
use std::fmt;
use std::str::FromStr;

/// The name of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Square {
    /// By number, from 1.
    Number(u8),
    /// By file and rank, both from 1.
    Cell {
        /// 1 for file a.
        file: u8,
        /// The rank.
        rank: u8,
    },
}

impl Square {
    /// The last file that has a letter in PDN.
    const LAST_FILE: u8 = 10;

    /// Returns the file of a letter, in upper or lower case.
    pub(crate) fn file(letter: u8) -> Option<u8> {
        let file = letter.to_ascii_lowercase().wrapping_sub(b'a').wrapping_add(1);
        (1..=Square::LAST_FILE).contains(&file).then_some(file)
    }

    /// Reads the square at the beginning of a text. Returns it and the position after it.
    pub(crate) fn read(text: &str) -> Result<(Square, usize), ParseError> {
        square(text, 0)
    }
}

impl FromStr for Square {
    type Err = String;

    fn from_str(text: &str) -> Result<Square, String> {
        parse_whole(text, Square::read(text), "the end of the square")
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Square::Number(number) => write!(f, "{number}"),
            Square::Cell { file, rank } => {
                write!(f, "{}{rank}", char::from(b'a'.saturating_add(file.saturating_sub(1))))
            }
        }
    }
}

/// A turn as written in PDN, by the squares that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnMove {
    /// The first square.
    pub from: Square,
    /// The squares named between the first and the last one.
    pub via: Vec<Square>,
    /// The last square.
    pub to: Square,
    /// Whether it is written as a capture, with `x` or `:`.
    pub capture: bool,
}

impl PdnMove {
    /// Reads the turn at the beginning of a text. Returns it and the position after it.
    pub(crate) fn read(text: &str) -> Result<(PdnMove, usize), ParseError> {
        let (from, mut at) = square(text, 0)?;
        let (mut via, mut to, mut capture) = (Vec::new(), None, false);
        loop {
            let joined = match text.as_bytes().get(at) {
                Some(b'-') => 1,
                Some(b'x' | b'X' | b':') => {
                    capture = true;
                    1
                }
                // The PDN standard allows algebraic squares without a separator: a3b4.
                Some(&letter) if Square::file(letter).is_some() && matches!(from, Square::Cell { .. }) => 0,
                _ => break,
            };
            let (next, end) = square(text, at + joined)?;
            via.extend(to.replace(next));
            at = end;
        }
        let Some(to) = to else { return Err(ParseError::expected("'-' or 'x' and a square", text, at)) };
        Ok((PdnMove { from, via, to, capture }, at))
    }
}

impl FromStr for PdnMove {
    type Err = String;

    fn from_str(text: &str) -> Result<PdnMove, String> {
        parse_whole(text, PdnMove::read(text), "the end of the move")
    }
}

/// Writes the squares, joined by `x` for captures, otherwise by `-`.
impl fmt::Display for PdnMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.capture { 'x' } else { '-' };
        write!(f, "{}", self.from)?;
        self.via.iter().chain([&self.to]).try_for_each(|square| write!(f, "{separator}{square}"))
    }
}

/// Reads a square by number or by file and rank, at position `at` of a text.
fn square(text: &str, at: usize) -> Result<(Square, usize), ParseError> {
    const SHORT: &str =
        "both squares in full, such as c3-d4 (short algebraic moves such as cb4 are not supported)";
    let wrong = |what: &str| Err(ParseError::expected(what, text, at));
    let byte = |n: usize| text.as_bytes().get(at + n).copied();
    let file = |n: usize| byte(n).and_then(Square::file);
    let digits = |from: usize| {
        let end = text[from..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |length| from + length);
        &text[from..end]
    };
    let Some(first) = file(0) else {
        let digits = digits(at);
        return match digits.parse() {
            Ok(number @ 1..) => Ok((Square::Number(number), at + digits.len())),
            _ if digits.is_empty() => wrong("a square"),
            _ => {
                let shown: String = digits.chars().take(20).collect();
                let problem = format!("expected a square numbered from 1, found '{shown}'");
                Err(ParseError { at, problem })
            }
        };
    };
    let separated = matches!(byte(1), Some(b'-' | b'x' | b'X' | b':'));
    if file(1).is_some() || separated && file(2).is_some() {
        return wrong(SHORT);
    }
    let rank = digits(at + 1);
    match rank.parse() {
        Ok(number @ 1..=Square::LAST_FILE) => {
            Ok((Square::Cell { file: first, rank: number }, at + 1 + rank.len()))
        }
        _ => wrong("a square such as c3"),
    }
}
