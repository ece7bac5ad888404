//! Options as a game declares them.

use super::{OptionValue, Word};
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

/// The options of a game, whose ids are names for some of their values. Ids of one game are relatives, in whichever modules they are made: an
/// id with the values of another is the other.
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
