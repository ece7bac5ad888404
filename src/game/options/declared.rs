//! Options as a game declares them.

use super::{OptionValue, Word};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValidValues {
    /// True or false.
    Flag,
    /// A number within bounds, both of them included.
    Number {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// One of some numbers.
    OneOf(&'static [i64]),
    /// One of some words.
    Word(&'static [&'static str]),
    /// A number within bounds, or else a word.
    NumberOr {
        /// The least number.
        min: i64,
        /// The most.
        max: i64,
        /// The word.
        word: &'static str,
    },
}

impl ValidValues {
    /// What kind of values it takes, in data.
    pub fn kind(&self) -> &'static str {
        match self {
            ValidValues::Flag => "flag",
            ValidValues::Number { .. } | ValidValues::OneOf(_) => "number",
            ValidValues::Word(_) => "word",
            ValidValues::NumberOr { .. } => "number or word",
        }
    }

    /// The words that it takes, and the numbers if it does not take all from the least to the most.
    pub fn choices(&self) -> Vec<OptionValue> {
        match self {
            ValidValues::Flag | ValidValues::Number { .. } => Vec::new(),
            ValidValues::OneOf(numbers) => numbers.iter().map(|&number| number.into()).collect(),
            ValidValues::Word(words) => words.iter().map(|&word| word.into()).collect(),
            ValidValues::NumberOr { word, .. } => vec![(*word).into()],
        }
    }

    /// The least number that it takes, if it takes any.
    pub fn min(&self) -> Option<i64> {
        match *self {
            ValidValues::Number { min, .. } | ValidValues::NumberOr { min, .. } => Some(min),
            ValidValues::OneOf(numbers) => numbers.iter().min().copied(),
            ValidValues::Flag | ValidValues::Word(_) => None,
        }
    }

    /// The greatest number that it takes, if it takes any.
    pub fn max(&self) -> Option<i64> {
        match *self {
            ValidValues::Number { max, .. } | ValidValues::NumberOr { max, .. } => Some(max),
            ValidValues::OneOf(numbers) => numbers.iter().max().copied(),
            ValidValues::Flag | ValidValues::Word(_) => None,
        }
    }

    /// Whether it takes that value.
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
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub valid_values: ValidValues,
    /// What it does, in a few words.
    pub description: &'static str,
}

impl OptionSpec {
    /// One that is true or false.
    pub const fn flag(name: &'static str, description: &'static str) -> OptionSpec {
        OptionSpec { name, valid_values: ValidValues::Flag, description }
    }

    /// One that is a number within bounds.
    pub const fn number(name: &'static str, min: i64, max: i64, description: &'static str) -> OptionSpec {
        OptionSpec { name, valid_values: ValidValues::Number { min, max }, description }
    }

    /// One that is one of some numbers.
    pub const fn one_of(
        name: &'static str,
        numbers: &'static [i64],
        description: &'static str,
    ) -> OptionSpec {
        OptionSpec { name, valid_values: ValidValues::OneOf(numbers), description }
    }

    /// One that is one of some words.
    pub const fn word<W: Word>(name: &'static str, description: &'static str) -> OptionSpec {
        OptionSpec { name, valid_values: ValidValues::Word(W::WORDS), description }
    }

    /// One that is a number within bounds, or else a word.
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

/// Its name, what it takes and what it does.
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

/// The options of a game, whose ids are names for some of their values. Ids of one game are relatives, in
/// whichever modules they are made: an id with the values of another is the other.
#[derive(Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The game: a name that no other declaration has.
    pub game: &'static str,
    /// Its options.
    pub options: &'static [OptionSpec],
}

/// That of every game that is alone and has no options.
pub(super) static NONE: Declaration = Declaration { game: "", options: &[] };

impl Declaration {
    /// Whether there is no option.
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// The option of that name.
    pub fn find(&self, name: &str) -> Option<&'static OptionSpec> {
        self.options.iter().find(|spec| spec.name == name)
    }
}
