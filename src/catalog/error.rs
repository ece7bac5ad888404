//! Why the catalog has no such game.

use super::nearest::nearest;
use crate::game::{Declaration, OptionSpec, OptionValue, truncate};
use std::fmt;

/// Why the catalog has no such game, and what there is instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CatalogError {
    /// No variant has that id.
    UnknownId {
        /// What was asked for (shortened).
        id: String,
        /// The ids most like it, the nearest first.
        nearest: Vec<String>,
    },
    /// The variant's game has no such option.
    UnknownOption {
        /// The id that was asked for.
        id: String,
        /// The option's name (shortened).
        name: String,
        /// The names most like it, the nearest first.
        nearest: Vec<String>,
        /// The options that there are.
        allowed: &'static [OptionSpec],
    },
    /// An option does not take that value.
    BadValue {
        /// The id that was asked for.
        id: String,
        /// The option.
        option: &'static OptionSpec,
        /// The value (shortened).
        value: OptionValue,
    },
    /// That cannot be a name of one's own.
    BadName {
        /// The name (shortened).
        name: String,
        /// Why not.
        reason: &'static str,
    },
    /// Every value is right in itself, but they do not go together.
    BadOptions {
        /// The id that was asked for.
        id: String,
        /// What the family says.
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
        let nearest = nearest(name, allowed.iter().map(|spec| spec.name));
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
            CatalogError::BadOptions { id, reason } => {
                write!(f, "{id}: these options do not fit together: {reason}")
            }
        }
    }
}

impl std::error::Error for CatalogError {}
