//! The tag `FEN` of PDN: a position as lists of the squares of its pieces.

use super::{NotationError, Square};
use crate::notation::Cursor;
use std::fmt;

/// The number of squares of the largest board.
const MAX_PIECES: usize = 144;

/// A position in the form of the tag `FEN`: `W:W21,K22:B1`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Whether White is to move; None if the text has `?`.
    pub white_to_move: Option<bool>,
    /// The pieces of White.
    pub white: Vec<PlacedPiece>,
    /// The pieces of Black.
    pub black: Vec<PlacedPiece>,
}

/// A piece on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlacedPiece {
    /// The square.
    pub square: Square,
    /// Whether the piece is a king.
    pub king: bool,
}

impl Position {
    /// Parses a position.
    ///
    /// It accepts the variants that occur in files: white space, lowercase letters, ranges of numbers
    /// (`1-12`), the lists in any order, a period at the end, counters of half-moves and moves (`:H0:F1`),
    /// and the whole tag instead of its value.
    ///
    /// # Errors
    ///
    /// Returns an error with its location in `text` if `text` is not a position.
    ///
    /// # Examples
    ///
    /// ```
    /// use plyground::pdn::Position;
    /// let position = Position::parse("[FEN \"w: b 1-3 : w K22, 21.\"]").unwrap();
    /// assert_eq!(position.to_string(), "W:WK22,21:B1,2,3");
    /// ```
    pub fn parse(text: &str) -> Result<Position, NotationError> {
        let mut cursor = Cursor::new(text);
        let skip_blanks = |cursor: &mut Cursor| {
            cursor.take_while(|byte| byte.is_ascii_whitespace());
        };
        skip_blanks(&mut cursor);
        let tag = cursor.eat(b'[');
        if tag {
            skip_blanks(&mut cursor);
            if !cursor.take_while(|byte| byte.is_ascii_alphabetic()).eq_ignore_ascii_case("FEN") {
                return Err(cursor.expected("FEN after '['"));
            }
            skip_blanks(&mut cursor);
            if !cursor.eat(b'"') {
                return Err(cursor.expected("a position in quotes"));
            }
            skip_blanks(&mut cursor);
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
        cursor.advance(1);
        let (mut white, mut black) = (false, false);
        loop {
            skip_blanks(&mut cursor);
            if !cursor.eat(b':') {
                break;
            }
            skip_blanks(&mut cursor);
            match cursor.peek() {
                Some(b'W' | b'w') if !white => {
                    white = true;
                    read_pieces(&mut cursor, &mut position.white)?;
                }
                Some(b'B' | b'b') if !black => {
                    black = true;
                    read_pieces(&mut cursor, &mut position.black)?;
                }
                Some(b'H' | b'h' | b'F' | b'f') if white && black => {
                    cursor.advance(1);
                    cursor.take_while(|byte| byte.is_ascii_digit());
                }
                _ => return Err(cursor.expected("the list of the pieces of W or B, each once")),
            }
        }
        cursor.eat(b'.');
        skip_blanks(&mut cursor);
        if tag {
            let closed = cursor.eat(b'"');
            skip_blanks(&mut cursor);
            if !closed || !cursor.eat(b']') {
                return Err(cursor.expected("'\"]' at the end of the tag"));
            }
            skip_blanks(&mut cursor);
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

/// Reads the letter of a color and the list of its pieces. The caller has checked the letter.
fn read_pieces(cursor: &mut Cursor, list: &mut Vec<PlacedPiece>) -> Result<(), NotationError> {
    cursor.advance(1);
    loop {
        cursor.take_while(|byte| byte.is_ascii_whitespace());
        if matches!(cursor.peek(), None | Some(b':' | b'.' | b'"')) {
            // The list is empty, or ends with a comma.
            return Ok(());
        }
        // No square starts with K: the last file is j.
        let king = cursor.eat(b'K') || cursor.eat(b'k');
        if king {
            cursor.take_while(|byte| byte.is_ascii_whitespace());
        }
        let location = cursor.location();
        let first = cursor.parse(Square::read)?;
        list.push(PlacedPiece { square: first, king });
        cursor.take_while(|byte| byte.is_ascii_whitespace());
        if let (Square::Number(low), true) = (first, cursor.eat(b'-')) {
            cursor.take_while(|byte| byte.is_ascii_whitespace());
            let Square::Number(high) = cursor.parse(Square::read)? else {
                return Err(NotationError::new(location, "a range of squares needs two numbers, as in 1-12"));
            };
            if high < low {
                let problem = format!("the range {low}-{high} is empty; expected the smaller number first");
                return Err(NotationError::new(location, problem));
            }
            list.extend((low..=high).skip(1).map(|n| PlacedPiece { square: Square::Number(n), king }));
        }
        if list.len() > MAX_PIECES {
            return Err(NotationError::new(location, "there are more pieces than squares on any board"));
        }
        cursor.take_while(|byte| byte.is_ascii_whitespace());
        if !cursor.eat(b',') {
            return Ok(());
        }
    }
}

/// Writes the value of the tag, without white space and ranges.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = match self.white_to_move {
            Some(true) => "W",
            Some(false) => "B",
            None => "?",
        };
        write!(f, "{turn}:W{}:B{}", PieceList(&self.white), PieceList(&self.black))
    }
}

struct PieceList<'a>(&'a [PlacedPiece]);

impl fmt::Display for PieceList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, placed) in self.0.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            let king = if placed.king { "K" } else { "" };
            write!(f, "{comma}{king}{}", placed.square)?;
        }
        Ok(())
    }
}
