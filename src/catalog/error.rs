//! Why the catalog has no such game.

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
    /// The variant's family has no such option.
    UnknownOption {
        /// The id that was asked for.
        id: String,
        /// The option's name.
        name: String,
        /// The options that there are.
        allowed: Vec<String>,
    },
    /// An option cannot have that value.
    BadValue {
        /// The id that was asked for.
        id: String,
        /// The option's name.
        name: String,
        /// The value.
        value: String,
        /// The values in the named variants of the family.
        usual: Vec<String>,
        /// What the family says.
        reason: String,
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
        CatalogError::UnknownId { id: shortened(id), nearest }
    }
}

/// As much of a text as a message shows. No id, option or value is longer than that.
pub(super) fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CatalogError::UnknownId { id, nearest } if nearest.is_empty() => {
                write!(f, "there is no variant '{id}'")
            }
            CatalogError::UnknownId { id, nearest } => {
                write!(f, "there is no variant '{id}'; the nearest: {}", nearest.join(", "))
            }
            CatalogError::UnknownOption { id, name, allowed } if allowed.is_empty() => {
                write!(f, "{id} has no option '{name}'; it has none at all")
            }
            CatalogError::UnknownOption { id, name, allowed } => {
                write!(f, "{id} has no option '{name}'; its options: {}", allowed.join(", "))
            }
            CatalogError::BadValue { id, name, value, usual, reason } => {
                write!(f, "{id} cannot have {name}={value}: {reason} (usual values: {})", usual.join(", "))
            }
            CatalogError::BadOptions { id, reason } => {
                write!(f, "{id} cannot have these options: {reason}")
            }
        }
    }
}

impl std::error::Error for CatalogError {}
