//! The tag FEN: a position by the squares of its pieces.

use super::{Square, TextError};
use crate::portable::Cursor;
use std::fmt;

/// No board has more squares.
const MOST_PIECES: usize = 144;

/// A position as the tag FEN has it: `W:W21,K22:B1`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Whether White is to move; none where the text says `?`.
    pub white_to_move: Option<bool>,
    /// White's pieces.
    pub white: Vec<Placed>,
    /// Black's pieces.
    pub black: Vec<Placed>,
}

/// A piece on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// Where it stands.
    pub square: Square,
    /// Whether it is a king.
    pub king: bool,
}

impl Position {
    /// Reads a position. Whatever is met in files is let pass: blanks, small letters, ranges of numbers
    /// (`1-12`), the lists in any order, a full stop at the end, counters of half moves and moves (`:H0:F1`),
    /// the whole tag instead of its value.
    ///
    /// ```
    /// use plyground::pdn::Position;
    /// let position = Position::parse("[FEN \"w: b 1-3 : w K22, 21.\"]").unwrap();
    /// assert_eq!(position.to_string(), "W:WK22,21:B1,2,3");
    /// ```
    pub fn parse(text: &str) -> Result<Position, TextError> {
        let mut cursor = Cursor::new(text);
        let blanks = |cursor: &mut Cursor| {
            cursor.take_while(|byte| byte.is_ascii_whitespace());
        };
        blanks(&mut cursor);
        let tag = cursor.take(b'[');
        if tag {
            blanks(&mut cursor);
            if !cursor.take_while(|byte| byte.is_ascii_alphabetic()).eq_ignore_ascii_case("FEN") {
                return Err(cursor.expected("FEN after '['"));
            }
            blanks(&mut cursor);
            if !cursor.take(b'"') {
                return Err(cursor.expected("a position in quotes"));
            }
            blanks(&mut cursor);
        }
        let mut position = Position {
            white_to_move: match cursor.peek() {
                Some(b'W' | b'w') => Some(true),
                Some(b'B' | b'b') => Some(false),
                Some(b'?') => None,
                _ => return Err(cursor.expected("the color to move, W or B")),
            },
            ..Position::default()
        };
        cursor.pass(1);
        let (mut white, mut black) = (false, false);
        loop {
            blanks(&mut cursor);
            if !cursor.take(b':') {
                break;
            }
            blanks(&mut cursor);
            match cursor.peek() {
                Some(b'W' | b'w') if !white => {
                    white = true;
                    pieces(&mut cursor, &mut position.white)?;
                }
                Some(b'B' | b'b') if !black => {
                    black = true;
                    pieces(&mut cursor, &mut position.black)?;
                }
                Some(b'H' | b'h' | b'F' | b'f') if white && black => {
                    cursor.pass(1);
                    cursor.take_while(|byte| byte.is_ascii_digit());
                }
                _ => return Err(cursor.expected("the list of the pieces of W or B, each once")),
            }
        }
        cursor.take(b'.');
        blanks(&mut cursor);
        if tag {
            let closed = cursor.take(b'"');
            blanks(&mut cursor);
            if !closed || !cursor.take(b']') {
                return Err(cursor.expected("'\"]' at the end of the tag"));
            }
            blanks(&mut cursor);
        }
        if !(white || black) {
            return Err(cursor.expected("':' and a list of pieces, as in W:W21,K22:B1"));
        }
        match cursor.peek() {
            None => Ok(position),
            Some(_) => Err(cursor.expected("',' or ':' or the end of the position")),
        }
    }
}

/// The pieces of a color, the letter of which comes next.
fn pieces(cursor: &mut Cursor, list: &mut Vec<Placed>) -> Result<(), TextError> {
    cursor.pass(1);
    loop {
        cursor.take_while(|byte| byte.is_ascii_whitespace());
        if matches!(cursor.peek(), None | Some(b':' | b'.' | b'"')) {
            // An empty list, or a comma too many.
            return Ok(());
        }
        // No square begins with a k: files go to j.
        let king = cursor.take(b'K') || cursor.take(b'k');
        if king {
            cursor.take_while(|byte| byte.is_ascii_whitespace());
        }
        let place = cursor.place();
        let first = cursor.spelled(Square::read)?;
        list.push(Placed { square: first, king });
        cursor.take_while(|byte| byte.is_ascii_whitespace());
        if let (Square::Number(low), true) = (first, cursor.take(b'-')) {
            cursor.take_while(|byte| byte.is_ascii_whitespace());
            let Square::Number(high) = cursor.spelled(Square::read)? else {
                return Err(TextError::new(place, "a range of squares needs two numbers, as in 1-12"));
            };
            if high < low {
                let problem = format!("the range {low}-{high} is empty; expected the smaller number first");
                return Err(TextError::new(place, problem));
            }
            list.extend((low..=high).skip(1).map(|n| Placed { square: Square::Number(n), king }));
        }
        if list.len() > MOST_PIECES {
            return Err(TextError::new(place, "there are more pieces than squares on any board"));
        }
        cursor.take_while(|byte| byte.is_ascii_whitespace());
        if !cursor.take(b',') {
            return Ok(());
        }
    }
}

/// As the tag has it: no blanks, no ranges.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = match self.white_to_move {
            Some(true) => "W",
            Some(false) => "B",
            None => "?",
        };
        write!(f, "{turn}:W{}:B{}", List(&self.white), List(&self.black))
    }
}

struct List<'a>(&'a [Placed]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, placed) in self.0.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            let king = if placed.king { "K" } else { "" };
            write!(f, "{comma}{king}{}", placed.square)?;
        }
        Ok(())
    }
}
