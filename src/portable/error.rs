//! Where in a text something stands, and what is wrong there.

use std::fmt;

/// A place in a text. Lines, and the characters of a line, are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The character in it.
    pub column: u32,
}

impl Place {
    /// Where every text begins; also the place of whatever was never read from a text.
    pub const START: Place = Place { line: 1, column: 1 };
}

impl Default for Place {
    fn default() -> Place {
        Place::START
    }
}

/// Why a text is no game, or none that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Where.
    pub place: Place,
    /// What was found there, and what would be right.
    pub problem: String,
}

impl TextError {
    /// A refusal of what stands at `place`.
    pub fn new(place: Place, problem: impl Into<String>) -> TextError {
        TextError { place, problem: problem.into() }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.place.line, self.place.column, self.problem)
    }
}

impl std::error::Error for TextError {}
