//! Custom variants: names for an id with changed options, for this process.
//!
//! A custom name can be used in place of an id. The game has the original id and its options, so its results
//! can be read in processes that do not know the name.

use super::{CatalogError, Variant, options, variants};
use crate::game::OptionValue;
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

static CUSTOM: RwLock<BTreeMap<&'static str, &'static Variant>> = RwLock::new(BTreeMap::new());

/// Registers a name for an id with options changed by `changes`. It replaces an earlier variant with this
/// name, which stays in memory because games may refer to it.
///
/// # Errors
///
/// Returns an error if the name is not valid or is the id of a built-in variant, if there is no such id or
/// option, or if a value is not valid.
///
/// # Examples
///
/// ```
/// use plyground::catalog;
///
/// catalog::register("first-array", "chess960", &[("position", 0.into())])?;
/// assert_eq!(catalog::find("first-array")?.options, catalog::options("chess960", &[("position", 0.into())])?);
/// let error = catalog::register("chess", "chess960", &[("position", 0.into())]).unwrap_err();
/// assert_eq!(error.to_string(), "'chess' cannot be the name of a custom variant: a built-in variant has this id");
/// # Ok::<(), catalog::CatalogError>(())
/// ```
pub fn register<N: AsRef<str>>(
    name: &str,
    base: &str,
    changes: &[(N, OptionValue)],
) -> Result<(), CatalogError> {
    let letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if !(1..=60).contains(&name.len()) || !name.chars().all(letter) || name.starts_with('-') {
        return Err(CatalogError::bad_name(
            name,
            "expected 1 to 60 lowercase letters, digits and '-', and no '-' at the start",
        ));
    }
    if variants().iter().any(|built_in| built_in.id == name) {
        return Err(CatalogError::bad_name(name, "a built-in variant has this id"));
    }
    let variant = Variant { options: options(base, changes)?, ..super::find(base)?.clone() };
    let mut custom = CUSTOM.write().unwrap_or_else(PoisonError::into_inner);
    if custom.get(name).is_none_or(|&known| (&known.id, &known.options) != (&variant.id, &variant.options)) {
        custom.insert(String::leak(name.into()), Box::leak(Box::new(variant)));
    }
    Ok(())
}

/// Returns the names of all custom variants in alphabetical order.
pub fn custom_names() -> Vec<&'static str> {
    CUSTOM.read().unwrap_or_else(PoisonError::into_inner).keys().copied().collect()
}

/// Returns the custom variant with this name.
pub(super) fn find(name: &str) -> Option<&'static Variant> {
    CUSTOM.read().unwrap_or_else(PoisonError::into_inner).get(name).copied()
}
