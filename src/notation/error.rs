//! Locations in a text, and errors with a location.

use std::fmt;

/// A location in a text. Lines, and the characters of a line, are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The number of the line.
    pub line: u32,
    /// The number of the character in the line.
    pub column: u32,
}

impl Location {
    /// The start of a text. It is also the location of items that were not read from a text.
    pub const START: Location = Location { line: 1, column: 1 };
}

impl Default for Location {
    fn default() -> Location {
        Location::START
    }
}

/// The reason why a text is not a valid record, or why its moves cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The location of the error.
    pub location: Location,
    /// What was found there, and what is expected.
    pub problem: String,
}

impl NotationError {
    /// Returns an error at `location`.
    pub fn new(location: Location, problem: impl Into<String>) -> NotationError {
        NotationError { location, problem: problem.into() }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.location.line, self.location.column, self.problem)
    }
}

impl std::error::Error for NotationError {}
