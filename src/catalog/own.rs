//! Names of one's own for an id with some options changed, as long as the program runs.
//!
//! A name is taken wherever an id is. What is made by it is the game that it stands for, and says so: results
//! can be read where nobody knows the name.

use super::{CatalogError, Variant, find, options, variants};
use crate::game::OptionValue;
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

static OWN: RwLock<BTreeMap<&'static str, &'static Variant>> = RwLock::new(BTreeMap::new());

/// Gives a name to an id with the options of `changes` changed. A name that stood for something else stands
/// for this from now on. (What it stood for stays in memory: games may have been opened by it.)
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
    if variants().iter().any(|variant| variant.id == name) {
        return Err(CatalogError::bad_name(name, "a built-in variant has this id"));
    }
    let meant = Variant { options: options(base, changes)?, ..find(base)?.clone() };
    let mut own = OWN.write().unwrap_or_else(PoisonError::into_inner);
    if own.get(name).is_none_or(|&known| *known != meant) {
        own.insert(String::leak(name.into()), Box::leak(Box::new(meant)));
    }
    Ok(())
}

/// The names, in the order of the alphabet.
pub fn names() -> Vec<&'static str> {
    OWN.read().unwrap_or_else(PoisonError::into_inner).keys().copied().collect()
}

/// What a name stands for.
pub(super) fn named(name: &str) -> Option<&'static Variant> {
    OWN.read().unwrap_or_else(PoisonError::into_inner).get(name).copied()
}
