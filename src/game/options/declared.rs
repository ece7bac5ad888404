//! Options as games declare them.

use super::OptionValue;
use crate::named::Named;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

/// The valid values of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValidValues {
    /// True or false.
    Flag,
    /// A number within inclusive bounds.
    Number {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// One of these numbers.
    OneOf(&'static [i64]),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A number within inclusive bounds, or a word.
    NumberOr {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
        /// The word.
        word: &'static str,
    },
}

impl ValidValues {
    /// Returns the name of the kind of values in serialized data.
    pub fn kind(&self) -> &'static str {
        match self {
            ValidValues::Flag => "flag",
            ValidValues::Number { .. } | ValidValues::OneOf(_) => "number",
            ValidValues::Word(_) => "word",
            ValidValues::NumberOr { .. } => "number or word",
        }
    }

    /// Returns the valid words, and the valid numbers if they are not a range.
    pub fn choices(&self) -> Vec<OptionValue> {
        match self {
            ValidValues::Flag | ValidValues::Number { .. } => Vec::new(),
            ValidValues::OneOf(numbers) => numbers.iter().map(|&number| number.into()).collect(),
            ValidValues::Word(words) => words.iter().map(|&word| word.into()).collect(),
            ValidValues::NumberOr { word, .. } => vec![(*word).into()],
        }
    }

    /// Returns the minimum number, if numbers are valid.
    pub fn min(&self) -> Option<i64> {
        match *self {
            ValidValues::Number { min, .. } | ValidValues::NumberOr { min, .. } => Some(min),
            ValidValues::OneOf(numbers) => numbers.iter().min().copied(),
            ValidValues::Flag | ValidValues::Word(_) => None,
        }
    }

    /// Returns the maximum number, if numbers are valid.
    pub fn max(&self) -> Option<i64> {
        match *self {
            ValidValues::Number { max, .. } | ValidValues::NumberOr { max, .. } => Some(max),
            ValidValues::OneOf(numbers) => numbers.iter().max().copied(),
            ValidValues::Flag | ValidValues::Word(_) => None,
        }
    }

    /// Whether a value is valid.
    pub fn accepts(&self, value: &OptionValue) -> bool {
        match (self, value) {
            (ValidValues::Flag, OptionValue::Flag(_)) => true,
            (
                ValidValues::Number { min, max } | ValidValues::NumberOr { min, max, .. },
                OptionValue::Number(number),
            ) => (min..=max).contains(&number),
            (ValidValues::OneOf(numbers), OptionValue::Number(number)) => numbers.contains(number),
            (ValidValues::Word(words), OptionValue::Word(found)) => words.contains(&found.as_str()),
            (ValidValues::NumberOr { word, .. }, OptionValue::Word(found)) => word == found,
            _ => false,
        }
    }
}

/// `true or false`, `a number from 0 to 959, or drawn`
impl fmt::Display for ValidValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValidValues::Flag => write!(f, "true or false"),
            ValidValues::Number { min, max } => write!(f, "a number from {min} to {max}"),
            ValidValues::OneOf(numbers) => list(f, numbers),
            ValidValues::Word(words) => list(f, words),
            ValidValues::NumberOr { min, max, word } => {
                write!(f, "a number from {min} to {max}, or {word}")
            }
        }
    }
}

/// `4, 6 or 8`
fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, choices: &[T]) -> fmt::Result {
    for (at, choice) in choices.iter().enumerate() {
        let joint = match choices.len() - at {
            _ if at == 0 => "",
            1 => " or ",
            _ => ", ",
        };
        write!(f, "{joint}{choice}")?;
    }
    Ok(())
}

/// An option as a game declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OptionSpec {
    /// The name.
    pub name: &'static str,
    /// The valid values.
    pub valid_values: ValidValues,
    /// The description, in a few words.
    pub description: &'static str,
}

impl OptionSpec {
    /// Returns an option that is true or false.
    pub const fn flag(name: &'static str, description: &'static str) -> OptionSpec {
        OptionSpec { name, valid_values: ValidValues::Flag, description }
    }

    /// Returns an option that is a number within inclusive bounds.
    pub const fn number(name: &'static str, min: i64, max: i64, description: &'static str) -> OptionSpec {
        OptionSpec { name, valid_values: ValidValues::Number { min, max }, description }
    }

    /// Returns an option that is one of several numbers.
    pub const fn one_of(
        name: &'static str,
        numbers: &'static [i64],
        description: &'static str,
    ) -> OptionSpec {
        OptionSpec { name, valid_values: ValidValues::OneOf(numbers), description }
    }

    /// Returns an option that is one of several words.
    pub const fn word<W: Named>(name: &'static str, description: &'static str) -> OptionSpec {
        OptionSpec { name, valid_values: ValidValues::Word(W::NAMES), description }
    }

    /// Returns an option that is a number within inclusive bounds, or a word.
    pub const fn number_or(
        name: &'static str,
        min: i64,
        max: i64,
        word: &'static str,
        description: &'static str,
    ) -> OptionSpec {
        OptionSpec { name, valid_values: ValidValues::NumberOr { min, max, word }, description }
    }
}

/// Serializes the name, the valid values and the description.
impl Serialize for OptionSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("OptionSpec", 7)?;
        fields.serialize_field("name", self.name)?;
        fields.serialize_field("kind", self.valid_values.kind())?;
        fields.serialize_field("choices", &self.valid_values.choices())?;
        fields.serialize_field("min", &self.valid_values.min())?;
        fields.serialize_field("max", &self.valid_values.max())?;
        fields.serialize_field("valid_values", &self.valid_values.to_string())?;
        fields.serialize_field("description", self.description)?;
        fields.end()
    }
}

/// The options of a game. Ids of one game stand for values of its options: an id with the option values of
/// another id is the same game. They share a declaration, even across modules.
#[derive(Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The name of the game. It is unique among declarations.
    pub game: &'static str,
    /// The options.
    pub options: &'static [OptionSpec],
}

/// The declaration of games that have no options and one id.
pub(super) static NONE: Declaration = Declaration { game: "", options: &[] };

impl Declaration {
    /// Whether there are no options.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// Returns the option with this name.
    pub fn find(&self, name: &str) -> Option<&'static OptionSpec> {
        self.options.iter().find(|spec| spec.name == name)
    }
}
