//! Every id and its options → a game.
//!
//! An id is only a name for a set of options. A set that has a name is always the game of that name, however it was asked for; one
//! without a name is left to its family to make or refuse.

mod error;
mod families;
mod nearest;

pub use error::CatalogError;

use crate::game::{Frame, Game, OptionValue, Options};
use families::Family;
use std::sync::LazyLock;

/// What is to be done with a game, whichever it is: games are types, and a visitor is how code that is generic over them
/// gets the one that an id names.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Game>(self, game: G) -> Self::Output;
}

/// A named set of options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name.
    pub id: String,
    /// All options of its family, spelled out.
    pub options: Options,
    family: Family,
}

static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let of =
        |family: Family| family.ids().into_iter().map(move |(id, options)| Variant { id, options, family });
    Family::ALL.iter().copied().flat_map(of).collect()
});

/// All variants, family by family.
pub fn variants() -> &'static [Variant] {
    &VARIANTS
}

/// All ids, family by family.
pub fn ids() -> impl Iterator<Item = &'static str> {
    variants().iter().map(|variant| variant.id.as_str())
}

/// The variant of that id.
pub fn find(id: &str) -> Result<&'static Variant, CatalogError> {
    let found = variants().iter().find(|variant| variant.id == id);
    found.ok_or_else(|| CatalogError::unknown_id(id, nearest::nearest(id, ids())))
}

/// Makes the game of an id, with the options of `changes` changed, and hands it to the visitor.
pub fn open<V: Visitor>(
    id: &str,
    changes: &[(String, OptionValue)],
    frame: Frame,
    visitor: V,
) -> Result<V::Output, CatalogError> {
    let variant = find(id)?;
    let options = changed(variant, changes)?;
    let named = relatives(variant).find(|relative| relative.options == options);
    let opened = named.unwrap_or(variant);
    opened.family.open(&opened.id, &options, frame, visitor).map_err(|reason| {
        let odd = changes.iter().find(|(name, value)| !values(variant, name).contains(&value));
        match odd {
            Some((name, value)) => CatalogError::BadValue {
                id: id.into(),
                name: name.clone(),
                value: value.to_string(),
                usual: values(variant, name).iter().map(|value| value.to_string()).collect(),
                reason,
            },
            None => CatalogError::BadOptions { id: id.into(), reason },
        }
    })
}

/// The variants of the same family.
fn relatives(variant: &Variant) -> impl Iterator<Item = &'static Variant> {
    let family = variant.family;
    variants().iter().filter(move |relative| relative.family == family)
}

/// The options of `variant` with `changes` made.
fn changed(variant: &Variant, changes: &[(String, OptionValue)]) -> Result<Options, CatalogError> {
    let mut options = variant.options.clone();
    for (name, value) in changes {
        let known =
            relatives(variant).flat_map(|relative| relative.options.keys()).find(|known| *known == name);
        let Some(known) = known else {
            let mut allowed: Vec<&str> =
                relatives(variant).flat_map(|relative| relative.options.keys().copied()).collect();
            allowed.sort_unstable();
            allowed.dedup();
            return Err(CatalogError::UnknownOption {
                id: variant.id.clone(),
                name: name.clone(),
                allowed: allowed.into_iter().map(String::from).collect(),
            });
        };
        options.insert(known, value.clone());
    }
    Ok(options)
}

/// The values that an option has in the named variants of a family.
fn values(variant: &Variant, name: &str) -> Vec<&'static OptionValue> {
    let mut values: Vec<_> = relatives(variant).filter_map(|relative| relative.options.get(name)).collect();
    values.sort_unstable();
    values.dedup();
    values
}
