//! The catalog of all variants: it makes the game of an id with options.
//!
//! An id is a name for a set of options. Options that are equal to those of an id give the game of that id.
//! The family decides whether other sets of options make a game. Games declare their options and the valid
//! values ([`Declaration`](crate::game::Declaration)). The catalog checks them, so that families get only
//! valid names and values.

mod custom;
mod described;
mod error;
mod families;
mod library;
mod nearest;
mod recipe;
mod rule_documents;
#[cfg(test)]
mod tests;

pub use custom::{custom_names, register, register_game};
pub use described::describe;
pub use error::CatalogError;
pub use library::library;
pub use recipe::Recipe;
pub use rule_documents::rules;

use crate::game::{Frame, OptionValue, Options, Seat};
use crate::sim::DynGame;
use crate::truncate::truncate;
use families::Family;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// A constructor: makes the game of an id with options. The error states why the options do not fit together.
type Constructor = Arc<dyn Fn(&str, &Options, Frame) -> Result<Arc<dyn DynGame>, String> + Send + Sync>;

/// A named set of options.
#[derive(Clone)]
pub struct Variant {
    /// The name.
    pub id: String,
    /// All options of its game with their values.
    pub options: Options,
    /// The text of its description, if it has one.
    pub description: Option<Arc<str>>,
    constructor: Constructor,
}

static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| variants_of(families::FAMILIES));
static UNLISTED: LazyLock<Vec<Variant>> = LazyLock::new(|| variants_of(families::UNLISTED));

fn variants_of(families: &[Family]) -> Vec<Variant> {
    let of = |family: &Family| {
        let constructor: Constructor = Arc::new(family.open);
        let variant =
            move |(id, options)| Variant { id, options, description: None, constructor: constructor.clone() };
        (family.ids)().into_iter().map(variant)
    };
    families.iter().flat_map(of).collect()
}

/// Returns all variants, family by family.
pub fn variants() -> &'static [Variant] {
    &VARIANTS
}

/// Returns all ids, family by family.
pub fn ids() -> impl Iterator<Item = &'static str> {
    variants().iter().map(|variant| variant.id.as_str())
}

/// Returns the ids of the library.
fn library_ids() -> impl Iterator<Item = &'static str> {
    library().iter().map(|variant| variant.id.as_str())
}

/// Returns all variants, including those that are not listed.
fn all_variants() -> impl Iterator<Item = &'static Variant> {
    variants().iter().chain(UNLISTED.iter()).chain(library())
}

/// What an id with draw odds has between the id of the game and the seat.
const DRAW_ODDS: &str = "+draw-odds-";

/// Returns the id of a game without its draw odds.
fn without_draw_odds(id: &str) -> &str {
    id.split_once(DRAW_ODDS).map_or(id, |(base, _)| base)
}

/// Returns the variant with this id, which can be the name of a [custom](register) variant. Draw odds are not
/// part of a variant. If there is none, upper case, spaces and underscores do not matter.
///
/// # Errors
///
/// Returns [`CatalogError::UnknownId`] if there is none.
pub fn find(id: &str) -> Result<&'static Variant, CatalogError> {
    let id = without_draw_odds(id);
    let exact = |id: &str| all_variants().find(|variant| variant.id == id).or_else(|| custom::find(id));
    let found = exact(id).or_else(|| exact(&id.to_ascii_lowercase().replace([' ', '_'], "-")));
    found.ok_or_else(|| {
        CatalogError::unknown_id(
            id,
            nearest::nearest_names(id, ids().chain(library_ids()).chain(custom_names())),
        )
    })
}

/// Returns the options of an id, changed by `changes`. It does not check whether the options fit together.
///
/// # Errors
///
/// Returns an error if there is no such id or option, or if a value is not valid.
///
/// # Examples
///
/// ```
/// use plyground::catalog;
///
/// assert!(catalog::options("chess960", &[("position", 959.into())]).is_ok());
/// let error = catalog::options("chess960", &[("position", 960.into())]).unwrap_err();
/// assert_eq!(error.to_string(), "chess960: position must be a number from 0 to 959, or drawn, got 960");
/// ```
pub fn options<N: AsRef<str>>(id: &str, changes: &[(N, OptionValue)]) -> Result<Options, CatalogError> {
    let mut options = find(id)?.options.clone();
    let declaration = options.declaration();
    for (name, value) in changes {
        let Some(spec) = declaration.find(name.as_ref()) else {
            return Err(CatalogError::unknown_option(id, name.as_ref(), declaration));
        };
        if !spec.valid_values.accepts(value) {
            return Err(CatalogError::bad_value(id, spec, value));
        }
        options.insert(spec.name, value.clone());
    }
    Ok(options)
}

/// Reads the options of an id from a map. Missing options have the values of the id.
///
/// # Errors
///
/// Returns an error if there is no such id or option, or if a value is not valid.
///
/// # Examples
///
/// ```
/// use plyground::catalog;
///
/// let mut json = serde_json::Deserializer::from_str(r#"{"cards": 4}"#);
/// let options = catalog::read_options("chess-golf-solo", &mut json)?;
/// assert_eq!(serde_json::to_string(&options)?, r#"{"cards":4}"#);
///
/// let mut json = serde_json::Deserializer::from_str(r#"{"position": 960}"#);
/// let error = catalog::read_options("chess960", &mut json).unwrap_err();
/// assert_eq!(error.to_string(), "chess960: position must be a number from 0 to 959, or drawn, got 960");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn read_options<'de, D: Deserializer<'de>>(id: &str, from: D) -> Result<Options, D::Error> {
    let changes = BTreeMap::<String, OptionValue>::deserialize(from)?;
    let changes: Vec<(String, OptionValue)> = changes.into_iter().collect();
    options(id, &changes).map_err(D::Error::custom)
}

/// Makes the game of an id, with options changed by `changes`.
///
/// In `stax+draw-odds-1`, a draw counts as a win of seat 1 and its partners. Any game for a win between two
/// sides can have draw odds. Games that are cut off count as before.
///
/// # Errors
///
/// Returns an error if there is no such id or option, if a value is not valid, if the options do not fit
/// together, or if the game cannot have these draw odds.
///
/// # Examples
///
/// ```
/// use plyground::catalog;
/// use plyground::game::Frame;
///
/// let game = catalog::open("chess", &[("castling".into(), false.into())], Frame::Seat)?;
/// assert_eq!(game.start(0).legal_actions().len(), 20);
/// assert_eq!(catalog::open("chess+draw-odds-1", &[], Frame::Seat)?.spec().title, "Chess, draw odds for black");
/// # Ok::<(), catalog::CatalogError>(())
/// ```
pub fn open(
    id: &str,
    changes: &[(String, OptionValue)],
    frame: Frame,
) -> Result<Arc<dyn DynGame>, CatalogError> {
    if let Some((base, seat)) = id.split_once(DRAW_ODDS) {
        return open_with_draw_odds(base, seat, changes, frame);
    }
    let variant = find(id)?;
    let options = options(id, changes)?;
    let named = relatives(variant).find(|relative| relative.options == options);
    let opened = named.unwrap_or(variant);
    (opened.constructor)(&opened.id, &options, frame)
        .map_err(|reason| CatalogError::BadOptions { id: id.into(), reason })
}

/// Makes a game with draw odds for a seat.
fn open_with_draw_odds(
    base: &str,
    seat: &str,
    changes: &[(String, OptionValue)],
    frame: Frame,
) -> Result<Arc<dyn DynGame>, CatalogError> {
    let game = open(base, changes, frame)?;
    let id = format!("{}{DRAW_ODDS}{seat}", game.spec().id);
    let opened = match seat.parse() {
        Ok(number) if seat.len() == 1 => game.with_draw_odds(Seat::new(number), &id),
        _ => Err(format!("draw odds need a seat, as in {}{DRAW_ODDS}1", game.spec().id)),
    };
    opened.map_err(|reason| CatalogError::BadDrawOdds { id: truncate(&id), reason })
}

/// Returns the variants with the same options, including `variant` itself.
fn relatives(variant: &Variant) -> impl Iterator<Item = &'static Variant> {
    let (id, declaration) = (variant.id.clone(), variant.options.declaration());
    all_variants().filter(move |relative| {
        relative.id == id || !declaration.is_empty() && relative.options.declaration() == declaration
    })
}
