//! Custom variants: names for an id with changed options, for this process.
//!
//! A custom name can be used in place of an id. The game has the original id and its options, so its results
//! can be read in processes that do not know the name. A game of your own is registered under its own id.

use super::{CatalogError, Variant, library, options, variants};
use crate::game::{Frame, OptionValue, Options};
use crate::id;
use crate::sim::DynGame;
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

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
    check_name(name)?;
    if super::without_draw_odds(base) != base {
        return Err(CatalogError::bad_name(name, "it stands for options of a game, not for draw odds"));
    }
    let variant = Variant { options: options(base, changes)?, ..super::find(base)?.clone() };
    let known = find(name);
    if known.is_none_or(|known| (&known.id, &known.options) != (&variant.id, &variant.options)) {
        insert(name, variant);
    }
    Ok(())
}

/// Adds a described variant, unless it is there.
pub(super) fn insert_new(variant: Variant) {
    if find(&variant.id).is_none_or(|known| known.description != variant.description) {
        insert(&variant.id.clone(), variant);
    }
}

/// Adds a variant. It stays in memory forever.
fn insert(name: &str, variant: Variant) {
    let mut custom = CUSTOM.write().unwrap_or_else(PoisonError::into_inner);
    custom.insert(String::leak(name.into()), Box::leak(Box::new(variant)));
}

/// Checks that a text can be the name of a custom variant.
pub(super) fn check_name(name: &str) -> Result<(), CatalogError> {
    if !id::is_valid(name) {
        return Err(CatalogError::bad_name(name, id::EXPECTED));
    }
    if variants().iter().chain(library()).any(|built_in| built_in.id == name) {
        return Err(CatalogError::bad_name(name, "a built-in variant has this id"));
    }
    Ok(())
}

/// Registers a game of your own, so that [`open`](super::open) finds it by its id. It replaces an earlier
/// game with this id, which stays in memory because games may refer to it.
///
/// # Errors
///
/// Returns an error if the id is not valid or is the id of a built-in variant.
///
/// # Examples
///
/// ```
/// use plyground::catalog;
/// use plyground::game::Frame;
/// use plyground::games::chess::Chess;
/// use plyground::sim;
/// use std::sync::Arc;
///
/// # fn my_game() -> Chess { Chess::chess(true, Frame::Seat) }
/// let game = sim::erase(my_game());
/// catalog::register_game("my-game", move |_frame| Ok(game.clone()))?;
/// assert_eq!(catalog::open("my-game", &[], Frame::Seat)?.spec().seats, 2);
/// # Ok::<(), catalog::CatalogError>(())
/// ```
pub fn register_game(
    id: &str,
    constructor: impl Fn(Frame) -> Result<Arc<dyn DynGame>, String> + Send + Sync + 'static,
) -> Result<(), CatalogError> {
    check_name(id)?;
    let constructor = Arc::new(move |_: &str, _: &Options, frame: Frame| constructor(frame));
    insert(id, Variant { id: id.into(), options: Options::new(), description: None, constructor });
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
