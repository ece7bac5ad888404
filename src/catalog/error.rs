//! The error of the catalog.

use super::nearest::nearest_names;
use crate::game::{Declaration, OptionSpec, OptionValue};
use crate::games::chesslike::Problem;
use crate::truncate::truncate;
use std::fmt;

/// The reason why the catalog cannot make a game, with the nearest alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CatalogError {
    /// No variant has this id.
    UnknownId {
        /// The requested id, truncated.
        id: String,
        /// The most similar ids, the nearest first.
        nearest: Vec<String>,
    },
    /// The game of the variant has no such option.
    UnknownOption {
        /// The requested id.
        id: String,
        /// The requested name, truncated.
        name: String,
        /// The most similar names, the nearest first.
        nearest: Vec<String>,
        /// The options of the game.
        allowed: &'static [OptionSpec],
    },
    /// The value is not valid for the option.
    BadValue {
        /// The requested id.
        id: String,
        /// The option.
        option: &'static OptionSpec,
        /// The value, truncated.
        value: OptionValue,
    },
    /// The text cannot be the name of a custom variant.
    BadName {
        /// The text, truncated.
        name: String,
        /// The reason.
        reason: &'static str,
    },
    /// The description of a game is not valid.
    BadDescription(Problem),
    /// The game cannot have these draw odds.
    BadDrawOdds {
        /// The requested id, truncated.
        id: String,
        /// The reason.
        reason: String,
    },
    /// Each value is valid, but the values do not fit together.
    BadOptions {
        /// The requested id.
        id: String,
        /// The reason, from the family.
        reason: String,
    },
}

impl CatalogError {
    pub(super) fn unknown_id(id: &str, nearest: Vec<String>) -> CatalogError {
        CatalogError::UnknownId { id: truncate(id), nearest }
    }

    pub(super) fn bad_name(name: &str, reason: &'static str) -> CatalogError {
        CatalogError::BadName { name: truncate(name), reason }
    }

    pub(super) fn unknown_option(id: &str, name: &str, declaration: &'static Declaration) -> CatalogError {
        let allowed = declaration.options;
        let nearest = nearest_names(name, allowed.iter().map(|spec| spec.name));
        CatalogError::UnknownOption { id: id.into(), name: truncate(name), nearest, allowed }
    }

    pub(super) fn bad_value(id: &str, option: &'static OptionSpec, value: &OptionValue) -> CatalogError {
        let value = match value {
            OptionValue::Word(word) => OptionValue::Word(truncate(word)),
            other => other.clone(),
        };
        CatalogError::BadValue { id: id.into(), option, value }
    }
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CatalogError::UnknownId { id, nearest } if nearest.is_empty() => {
                write!(f, "there is no variant '{id}'")
            }
            CatalogError::UnknownId { id, nearest } => {
                write!(f, "there is no variant '{id}'; did you mean {}?", nearest.join(", "))
            }
            CatalogError::UnknownOption { id, name, allowed: [], .. } => {
                write!(f, "{id} has no option '{name}'; it has no options")
            }
            CatalogError::UnknownOption { id, name, nearest, allowed } => {
                write!(f, "{id} has no option '{name}'")?;
                if !nearest.is_empty() {
                    write!(f, " (did you mean {}?)", nearest.join(", "))?;
                }
                let names: Vec<&str> = allowed.iter().map(|spec| spec.name).collect();
                write!(f, "; its options: {}", names.join(", "))
            }
            CatalogError::BadValue { id, option, value } => {
                let shown = match value {
                    OptionValue::Word(word) => format!("'{word}'"),
                    other => other.to_string(),
                };
                write!(f, "{id}: {} must be {}, got {shown}", option.name, option.valid_values)
            }
            CatalogError::BadName { name, reason } => {
                write!(f, "'{name}' cannot be the name of a custom variant: {reason}")
            }
            CatalogError::BadDescription(problem) => problem.fmt(f),
            CatalogError::BadDrawOdds { id, reason } => write!(f, "{id}: {reason}"),
            CatalogError::BadOptions { id, reason } => {
                write!(f, "{id}: these options do not fit together: {reason}")
            }
        }
    }
}

impl std::error::Error for CatalogError {}
