//! The tag `GameType`: the game that is played, its board and the names of its squares.

use crate::truncate::truncate;
use std::fmt;

/// The value of a tag `GameType`: `20`, or with all details `20,W,10,10,N2,0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameType {
    /// The number of the game: 20 to 31 are national draughts games, 40 is Frisian draughts.
    pub number: u16,
    /// The details that follow the number.
    pub details: Option<GameTypeDetails>,
}

/// The details of a `GameType`: the board and the names of its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameTypeDetails {
    /// Whether White moves first.
    pub white_first: bool,
    /// The number of files.
    pub width: u8,
    /// The number of ranks.
    pub height: u8,
    /// The names of squares.
    pub notation: Notation,
    /// The corner of the first square, from the side of the player that moves first: 0 bottom left, 1 bottom
    /// right, 2 top left, 3 top right.
    pub corner: u8,
    /// Whether the bottom left corner is not a playing square.
    pub inverted: Option<bool>,
}

/// The kind of names of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `A`: file and rank.
    Algebraic,
    /// `N`: numbers.
    Numeric,
    /// `S`: short algebraic notation, as in chess.
    Short,
}

/// The full game types of all games that the standard numbers.
const STANDARD: [(u16, &str); 14] = [
    (20, "20,W,10,10,N2,0"),
    (21, "21,B,8,8,N1,0"),
    (22, "22,W,8,8,N2,1"),
    (23, "23,B,8,8,N1,0"),
    (24, "24,W,8,8,N1,1"),
    (25, "25,W,8,8,A0,0"),
    (26, "26,W,8,8,A0,0"),
    (27, "27,W,12,12,N2,0"),
    (28, "28,W,8,8,N1,1"),
    (29, "29,W,8,8,A0,0"),
    (30, "30,W,8,8,A0,0"),
    (31, "31,B,8,8,N2,0"),
    (40, "40,W,10,10,N2,0"),
    (41, "41,W,10,8,A0,0"),
];

impl GameType {
    /// Parses the value of a tag.
    ///
    /// # Errors
    ///
    /// Returns an error if the value does not have the form of `20` or `20,W,10,10,N2,0`.
    pub fn parse(text: &str) -> Result<GameType, String> {
        let bad = |what: &str| {
            format!(
                "the game type '{}' {what}; expected a number, or a number with details as in \
                 20,W,10,10,N2,0",
                truncate(text)
            )
        };
        let mut fields = text.split(',').map(str::trim_ascii);
        let number =
            fields.next().and_then(parse_number).ok_or_else(|| bad("does not begin with a number"))?;
        let rest: Vec<&str> = fields.collect();
        let details = match rest[..] {
            [] => return Ok(GameType { number, details: None }),
            [first, width, height, notation] => parse_details([first, width, height, notation], None),
            [first, width, height, notation, inverted] => {
                parse_details([first, width, height, notation], Some(inverted))
            }
            _ => return Err(bad("has the wrong number of details")),
        };
        Ok(GameType { number, details: Some(details.map_err(bad)?) })
    }

    /// Returns the game type with this number and the details of the standard.
    pub fn standard(number: u16) -> Option<GameType> {
        let (_, text) = STANDARD.iter().find(|(standard, _)| *standard == number)?;
        GameType::parse(text).ok()
    }

    /// Returns the details, by default those of the standard.
    pub fn full_details(self) -> Option<GameTypeDetails> {
        self.details.or_else(|| GameType::standard(self.number)?.details)
    }

    /// Returns whether a win counts two points, as in international and Canadian draughts. Results are then
    /// `2-0`, `1-1` and `0-2`.
    pub fn has_two_point_wins(self) -> bool {
        matches!(self.number, 20 | 27)
    }
}

fn parse_number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

fn parse_details(
    [first, width, height, notation]: [&str; 4],
    inverted: Option<&str>,
) -> Result<GameTypeDetails, &'static str> {
    let white_first = match first {
        "W" | "w" => true,
        "B" | "b" => false,
        _ => return Err("does not give W or B as the color that moves first"),
    };
    let (Some(width), Some(height)) = (parse_number(width), parse_number(height)) else {
        return Err("does not give the size of the board in numbers");
    };
    let (notation, corner) = match *notation.as_bytes() {
        [kind, corner @ b'0'..=b'3'] => (
            match kind {
                b'A' | b'a' => Notation::Algebraic,
                b'N' | b'n' => Notation::Numeric,
                b'S' | b's' => Notation::Short,
                _ => return Err("does not give A, N or S as the notation"),
            },
            corner - b'0',
        ),
        _ => return Err("does not give the notation as a letter and a corner from 0 to 3"),
    };
    let inverted = match inverted {
        None => None,
        Some("0") => Some(false),
        Some("1") => Some(true),
        Some(_) => return Err("does not end with 0 or 1"),
    };
    Ok(GameTypeDetails { white_first, width, height, notation, corner, inverted })
}

/// Writes the value of the tag.
impl fmt::Display for GameType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)?;
        let Some(d) = self.details else { return Ok(()) };
        let first = if d.white_first { 'W' } else { 'B' };
        let notation = match d.notation {
            Notation::Algebraic => 'A',
            Notation::Numeric => 'N',
            Notation::Short => 'S',
        };
        write!(f, ",{first},{},{},{notation}{}", d.width, d.height, d.corner)?;
        d.inverted.map_or(Ok(()), |inverted| write!(f, ",{}", u8::from(inverted)))
    }
}
