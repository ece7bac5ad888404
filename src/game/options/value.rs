//! The value of an option.

use crate::named::Named;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The value of an option of a variant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected true or false, a whole number or a word")]
pub enum OptionValue {
    /// `numbers=True`
    Flag(bool),
    /// `position=518`
    Number(i64),
    /// `topology="universal"`
    Word(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Flag(flag) => write!(f, "{flag}"),
            OptionValue::Number(number) => write!(f, "{number}"),
            OptionValue::Word(word) => write!(f, "{word}"),
        }
    }
}

impl From<bool> for OptionValue {
    fn from(flag: bool) -> OptionValue {
        OptionValue::Flag(flag)
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(
            impl From<$number> for OptionValue {
                fn from(number: $number) -> OptionValue {
                    OptionValue::Number(number.into())
                }
            }
        )*
    };
}

numbers! { u8 i32 u32 i64 }

impl From<&str> for OptionValue {
    fn from(word: &str) -> OptionValue {
        OptionValue::Word(word.into())
    }
}

impl<W: Named> From<W> for OptionValue {
    fn from(word: W) -> OptionValue {
        OptionValue::Word(word.as_str().into())
    }
}
