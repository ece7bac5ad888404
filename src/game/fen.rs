//! Errors of position strings, and a reader that splits a string into its fields.

use crate::truncate::truncate;
use std::fmt;

/// The maximum length of a position string. Longer texts are rejected before they are read.
pub const MAX_FEN: usize = 8192;

/// The reason why a text is not a position of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// The text has a character outside of printable ASCII.
    NotAscii {
        /// The index of the byte.
        at: usize,
    },
    /// The text is longer than [`MAX_FEN`].
    TooLong {
        /// The length in bytes.
        length: usize,
    },
    /// The number of fields is wrong.
    Fields {
        /// The number of fields in the text.
        found: usize,
        /// The names of the expected fields.
        expected: String,
    },
    /// A field is not valid.
    Field {
        /// The name of the field.
        name: &'static str,
        /// The content of the field, truncated.
        found: String,
        /// What is wrong, and what was expected.
        problem: String,
    },
    /// Each field is valid, but the position is impossible.
    Impossible {
        /// What is wrong, and what was expected.
        problem: String,
    },
}

impl FenError {
    /// Returns the error for an invalid field.
    pub fn field(name: &'static str, found: &str, problem: impl Into<String>) -> FenError {
        FenError::Field { name, found: truncate(found), problem: problem.into() }
    }

    /// Returns the error for an impossible position.
    pub fn impossible(problem: impl Into<String>) -> FenError {
        FenError::Impossible { problem: problem.into() }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::NotAscii { at } => {
                write!(f, "a position string must be printable ASCII, but the character at byte {at} is not")
            }
            FenError::TooLong { length } => {
                write!(f, "a position string must have at most {MAX_FEN} characters, got {length}")
            }
            FenError::Fields { found, expected } => {
                write!(f, "the number of fields is {found}; expected: {expected}")
            }
            FenError::Field { name, found, problem } => write!(f, "{name} '{found}': {problem}"),
            FenError::Impossible { problem } => f.write_str(problem),
        }
    }
}

impl std::error::Error for FenError {}

/// Returns the text, unless it is too long or not printable ASCII.
pub(super) fn printable(text: &str) -> Result<&str, FenError> {
    if text.len() > MAX_FEN {
        return Err(FenError::TooLong { length: text.len() });
    }
    match text.bytes().position(|b| !(b' '..=b'~').contains(&b)) {
        Some(at) => Err(FenError::NotAscii { at }),
        None => Ok(text),
    }
}

/// A reader that splits a position string into its fields at single spaces.
#[derive(Clone, Debug)]
pub struct FenReader<'a> {
    fields: Vec<&'a str>,
    expected: &'static str,
}

impl<'a> FenReader<'a> {
    /// Splits `text`. `expected` names the fields for error messages.
    ///
    /// # Errors
    ///
    /// [`FenError`] if the text is too long or not printable ASCII.
    pub fn new(text: &'a str, expected: &'static str) -> Result<FenReader<'a>, FenError> {
        Ok(FenReader { fields: printable(text)?.split(' ').collect(), expected })
    }

    /// Returns the number of fields.
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// Whether there is no field. Always false: an empty text has one empty field.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Returns all fields if there are exactly `N`.
    ///
    /// # Errors
    ///
    /// [`FenError::Fields`] if the number of fields is not `N`.
    pub fn exactly<const N: usize>(&self) -> Result<[&'a str; N], FenError> {
        self.fields.as_slice().try_into().map_err(|_| self.wrong_count())
    }

    /// Returns the error for a wrong number of fields.
    pub fn wrong_count(&self) -> FenError {
        FenError::Fields { found: self.fields.len(), expected: self.expected.into() }
    }

    /// Reads a counter from 0 to `most`, without sign and leading zeros.
    ///
    /// # Errors
    ///
    /// [`FenError::Field`] for any other text.
    pub fn counter(name: &'static str, field: &str, most: u32) -> Result<u32, FenError> {
        let canonical = !field.is_empty()
            && field.bytes().all(|b| b.is_ascii_digit())
            && (field == "0" || !field.starts_with('0'));
        match field.parse::<u32>() {
            Ok(number) if canonical && number <= most => Ok(number),
            _ => Err(FenError::field(name, field, format!("expected a number from 0 to {most}"))),
        }
    }
}
