//! Every id and its options → a game.
//!
//! An id is only a name for a set of options. A set that has a name is always the game of that name, however it was asked for; one
//! without a name is left to its family to make or refuse.

mod error;
mod families;
pub(crate) mod nearest;

pub use error::CatalogError;

use crate::game::{Frame, Game, OptionValue, Options};
use error::shortened;
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

static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| variants_of(Family::ALL));
static UNLISTED: LazyLock<Vec<Variant>> = LazyLock::new(|| variants_of(Family::UNLISTED));

fn variants_of(families: &[Family]) -> Vec<Variant> {
    let of =
        |family: Family| family.ids().into_iter().map(move |(id, options)| Variant { id, options, family });
    families.iter().copied().flat_map(of).collect()
}

/// All variants, family by family.
pub fn variants() -> &'static [Variant] {
    &VARIANTS
}

/// All ids, family by family.
pub fn ids() -> impl Iterator<Item = &'static str> {
    variants().iter().map(|variant| variant.id.as_str())
}

/// All variants and those that are not listed.
fn known() -> impl Iterator<Item = &'static Variant> {
    variants().iter().chain(UNLISTED.iter())
}

/// The variant of that id.
pub fn find(id: &str) -> Result<&'static Variant, CatalogError> {
    let found = known().find(|variant| variant.id == id);
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
    let changes = &shown(changes);
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

/// Changes as messages can show them: what is longer than any name or value is cut, and stays unknown.
fn shown(changes: &[(String, OptionValue)]) -> Vec<(String, OptionValue)> {
    let value = |value: &OptionValue| match value {
        OptionValue::Word(word) => OptionValue::Word(shortened(word)),
        other => other.clone(),
    };
    changes.iter().map(|(name, new)| (shortened(name), value(new))).collect()
}

/// The variants of the same family.
fn relatives(variant: &Variant) -> impl Iterator<Item = &'static Variant> {
    let family = variant.family;
    known().filter(move |relative| relative.family == family)
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

#[cfg(test)]
mod tests {
    use super::*;

    struct Id;

    impl Visitor for Id {
        type Output = String;

        fn visit<G: Game>(self, game: G) -> String {
            assert_eq!(game.spec().frame, Frame::Board);
            game.spec().id.clone()
        }
    }

    fn opened(id: &str, changes: &[(&str, OptionValue)]) -> Result<String, CatalogError> {
        let changes: Vec<_> = changes.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
        open(id, &changes, Frame::Board, Id)
    }

    #[test]
    fn every_id_opens_the_game_of_its_name_and_options() {
        struct Same(&'static Variant);
        impl Visitor for Same {
            type Output = ();
            fn visit<G: Game>(self, game: G) {
                assert_eq!((&game.spec().id, &game.spec().options), (&self.0.id, &self.0.options));
            }
        }
        for variant in variants() {
            open(&variant.id, &[], Frame::Seat, Same(variant)).unwrap_or_else(|error| panic!("{error}"));
        }
    }

    #[test]
    fn ids_and_sets_of_options_are_used_once() {
        for (at, variant) in variants().iter().enumerate() {
            for other in &variants()[..at] {
                assert_ne!(variant.id, other.id);
                assert!(
                    variant.options != other.options || variant.family != other.family,
                    "{} is {}",
                    variant.id,
                    other.id
                );
            }
        }
    }

    #[test]
    #[cfg(debug_assertions)]
    fn toys_can_be_opened_and_are_not_listed() {
        for id in ["toy", "toy-shared", "toy-strokes"] {
            assert_eq!(opened(id, &[]).as_deref(), Ok(id));
            assert!(ids().all(|listed| listed != id));
        }
        let unknown = opened("toy-share", &[]).expect_err("no id").to_string();
        assert!(!unknown.contains("toy-shared"), "{unknown}");
    }

    #[test]
    fn an_id_with_the_options_of_another_is_the_other() {
        let english = find("english-draughts").expect("an id");
        for other in relatives(english) {
            let changes: Vec<(&str, OptionValue)> =
                other.options.iter().map(|(name, value)| (*name, value.clone())).collect();
            assert_eq!(opened("english-draughts", &changes).as_ref(), Ok(&other.id));
        }
    }

    #[test]
    fn refusals_say_what_there_is() {
        let unknown = opened("english-draught", &[]).expect_err("no id").to_string();
        assert!(unknown.contains("'english-draught'") && unknown.contains("english-draughts"), "{unknown}");
        let option =
            opened("english-draughts", &[("flyng", OptionValue::Flag(true))]).expect_err("no option");
        assert!(
            option.to_string().contains("no option 'flyng'") && option.to_string().contains("flying"),
            "{option}"
        );
        let value =
            opened("english-draughts", &[("size", OptionValue::Number(9))]).expect_err("no such board");
        let CatalogError::BadValue { name, value, usual, .. } = &value else { panic!("{value}") };
        assert_eq!((name.as_str(), value.as_str()), ("size", "9"));
        assert!(usual.contains(&"8".to_string()) && usual.contains(&"10".to_string()), "{usual:?}");
        let long = "x".repeat(100_000);
        let word =
            opened("english-draughts", &[("size", OptionValue::Word(long.clone()))]).expect_err("no size");
        let name = opened("english-draughts", &[(&long, OptionValue::Flag(true))]).expect_err("no option");
        assert!(word.to_string().len() < 500 && name.to_string().len() < 500);
    }
}
