//! Options as a game declares them.

use super::{OptionValue, Word};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Takes {
    /// True or false.
    Flag,
    /// A number within bounds, both of them included.
    Number {
        /// The least.
        least: i64,
        /// The most.
        most: i64,
    },
    /// One of some numbers.
    OneOf(&'static [i64]),
    /// One of some words.
    Word(&'static [&'static str]),
    /// A number within bounds, or else a word.
    NumberOr {
        /// The least number.
        least: i64,
        /// The most.
        most: i64,
        /// The word.
        word: &'static str,
    },
}

impl Takes {
    /// What kind of values it takes, in data.
    pub fn kind(&self) -> &'static str {
        match self {
            Takes::Flag => "flag",
            Takes::Number { .. } | Takes::OneOf(_) => "number",
            Takes::Word(_) => "word",
            Takes::NumberOr { .. } => "number or word",
        }
    }

    /// The words that it takes, and the numbers if it does not take all from the least to the most.
    pub fn choices(&self) -> Vec<OptionValue> {
        match self {
            Takes::Flag | Takes::Number { .. } => Vec::new(),
            Takes::OneOf(numbers) => numbers.iter().map(|&number| number.into()).collect(),
            Takes::Word(words) => words.iter().map(|&word| word.into()).collect(),
            Takes::NumberOr { word, .. } => vec![(*word).into()],
        }
    }

    /// The least number that it takes, if it takes any.
    pub fn least(&self) -> Option<i64> {
        match *self {
            Takes::Number { least, .. } | Takes::NumberOr { least, .. } => Some(least),
            Takes::OneOf(numbers) => numbers.iter().min().copied(),
            Takes::Flag | Takes::Word(_) => None,
        }
    }

    /// The greatest number that it takes, if it takes any.
    pub fn most(&self) -> Option<i64> {
        match *self {
            Takes::Number { most, .. } | Takes::NumberOr { most, .. } => Some(most),
            Takes::OneOf(numbers) => numbers.iter().max().copied(),
            Takes::Flag | Takes::Word(_) => None,
        }
    }

    /// Whether it takes that value.
    pub fn accepts(&self, value: &OptionValue) -> bool {
        match (self, value) {
            (Takes::Flag, OptionValue::Flag(_)) => true,
            (
                Takes::Number { least, most } | Takes::NumberOr { least, most, .. },
                OptionValue::Number(number),
            ) => (least..=most).contains(&number),
            (Takes::OneOf(numbers), OptionValue::Number(number)) => numbers.contains(number),
            (Takes::Word(words), OptionValue::Word(found)) => words.contains(&found.as_str()),
            (Takes::NumberOr { word, .. }, OptionValue::Word(found)) => word == found,
            _ => false,
        }
    }
}

/// `true or false`, `a number from 0 to 959, or drawn`
impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Takes::Flag => write!(f, "true or false"),
            Takes::Number { least, most } => write!(f, "a number from {least} to {most}"),
            Takes::OneOf(numbers) => list(f, numbers),
            Takes::Word(words) => list(f, words),
            Takes::NumberOr { least, most, word } => write!(f, "a number from {least} to {most}, or {word}"),
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
    pub takes: Takes,
    /// What it does, in a few words.
    pub about: &'static str,
}

impl OptionSpec {
    /// One that is true or false.
    pub const fn flag(name: &'static str, about: &'static str) -> OptionSpec {
        OptionSpec { name, takes: Takes::Flag, about }
    }

    /// One that is a number within bounds.
    pub const fn number(name: &'static str, least: i64, most: i64, about: &'static str) -> OptionSpec {
        OptionSpec { name, takes: Takes::Number { least, most }, about }
    }

    /// One that is one of some numbers.
    pub const fn one_of(name: &'static str, numbers: &'static [i64], about: &'static str) -> OptionSpec {
        OptionSpec { name, takes: Takes::OneOf(numbers), about }
    }

    /// One that is one of some words.
    pub const fn word<W: Word>(name: &'static str, about: &'static str) -> OptionSpec {
        OptionSpec { name, takes: Takes::Word(W::WORDS), about }
    }

    /// One that is a number within bounds, or else a word.
    pub const fn number_or(
        name: &'static str,
        least: i64,
        most: i64,
        word: &'static str,
        about: &'static str,
    ) -> OptionSpec {
        OptionSpec { name, takes: Takes::NumberOr { least, most, word }, about }
    }
}

/// Its name, what it takes and what it does.
impl Serialize for OptionSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("OptionSpec", 7)?;
        fields.serialize_field("name", self.name)?;
        fields.serialize_field("kind", self.takes.kind())?;
        fields.serialize_field("choices", &self.takes.choices())?;
        fields.serialize_field("min", &self.takes.least())?;
        fields.serialize_field("max", &self.takes.most())?;
        fields.serialize_field("valid_values", &self.takes.to_string())?;
        fields.serialize_field("description", self.about)?;
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
