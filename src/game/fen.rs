//! Reading position strings: the refusals, and a reader that splits a string into its fields.

use super::truncate;
use std::fmt;

/// No position string is longer; a longer text is refused before it is read.
pub const MAX_FEN: usize = 8192;

/// Why a text is not a position of the game. Nothing that was read survives a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// The text has a character outside of printable ASCII.
    NotAscii {
        /// Its place, counted in bytes from 0.
        at: usize,
    },
    /// The text is longer than [`MAX_FEN`].
    TooLong {
        /// Its length in bytes.
        length: usize,
    },
    /// The number of fields is wrong.
    Fields {
        /// How many there are.
        found: usize,
        /// The fields that there should be.
        expected: &'static str,
    },
    /// A field does not say what it should.
    Field {
        /// The name of the field.
        name: &'static str,
        /// What it holds (shortened).
        found: String,
        /// What is wrong with it, and what would be right.
        problem: String,
    },
    /// The fields are well formed but cannot stand together.
    Impossible {
        /// What is wrong, and what would be right.
        problem: String,
    },
}

impl FenError {
    /// A refusal of the field `name`.
    pub fn field(name: &'static str, found: &str, problem: impl Into<String>) -> FenError {
        FenError::Field { name, found: truncate(found), problem: problem.into() }
    }

    /// A refusal of the whole.
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

/// Splits a position string into its fields, one space between.
#[derive(Clone, Debug)]
pub struct FenReader<'a> {
    fields: Vec<&'a str>,
    expected: &'static str,
}

impl<'a> FenReader<'a> {
    /// Splits `text`; `expected` names the fields, as its refusals will.
    pub fn new(text: &'a str, expected: &'static str) -> Result<FenReader<'a>, FenError> {
        if text.len() > MAX_FEN {
            return Err(FenError::TooLong { length: text.len() });
        }
        if let Some(at) = text.bytes().position(|b| !(b' '..=b'~').contains(&b)) {
            return Err(FenError::NotAscii { at });
        }
        Ok(FenReader { fields: text.split(' ').collect(), expected })
    }

    /// How many fields there are.
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// Whether there is no field (there always is one, perhaps empty).
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// All fields, if there are `N` of them.
    pub fn exactly<const N: usize>(&self) -> Result<[&'a str; N], FenError> {
        self.fields.as_slice().try_into().map_err(|_| self.wrong_count())
    }

    /// The refusal for a wrong number of fields.
    pub fn wrong_count(&self) -> FenError {
        FenError::Fields { found: self.fields.len(), expected: self.expected }
    }

    /// A counter from 0 to `most`, written without sign or leading zeros.
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
