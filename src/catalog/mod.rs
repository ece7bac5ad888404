//! Every id and its options → a game.
//!
//! An id is only a name for a set of options. A set that has a name is always the game of that name, however
//! it was asked for; one without a name is left to its family to make or refuse. Which options there are and
//! what they take is declared by the game ([`Declaration`](crate::game::Declaration)) and checked here, so
//! that a family is never handed a name or a value that it does not know.

mod error;
mod families;
pub(crate) mod nearest;
mod own;

pub use error::CatalogError;
pub use own::{names, register};

use crate::game::{Frame, Game, OptionValue, Options};
use families::Family;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What is to be done with a game, whichever it is: games are types, and a visitor is how code that is
/// generic over them gets the one that an id names.
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
    /// All options of its game, spelled out.
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

/// The variant of that id, or of a [name](register) of one's own.
pub fn find(id: &str) -> Result<&'static Variant, CatalogError> {
    let found = known().find(|variant| variant.id == id).or_else(|| own::named(id));
    found.ok_or_else(|| CatalogError::unknown_id(id, nearest::nearest(id, ids().chain(names()))))
}

/// The options of an id with those of `changes` changed: what a family is handed to make the game. Whether it
/// can is not asked here.
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

/// Reads options of an id by their names; those that are not there are the id's own.
///
/// ```
/// use plyground::catalog;
///
/// let mut json = serde_json::Deserializer::from_str(r#"{"position": 0}"#);
/// let options = catalog::read_options("chess960", &mut json)?;
/// assert_eq!(serde_json::to_string(&options)?, r#"{"castling":true,"position":0}"#);
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

/// Makes the game of an id, with the options of `changes` changed, and hands it to the visitor.
pub fn open<V: Visitor>(
    id: &str,
    changes: &[(String, OptionValue)],
    frame: Frame,
    visitor: V,
) -> Result<V::Output, CatalogError> {
    let variant = find(id)?;
    let options = options(id, changes)?;
    let named = relatives(variant).find(|relative| relative.options == options);
    let opened = named.unwrap_or(variant);
    opened
        .family
        .open(&opened.id, &options, frame, visitor)
        .map_err(|reason| CatalogError::BadOptions { id: id.into(), reason })
}

/// The variants of the same game, itself among them.
fn relatives(variant: &Variant) -> impl Iterator<Item = &'static Variant> {
    let (id, declaration) = (variant.id.clone(), variant.options.declaration());
    known().filter(move |relative| {
        relative.id == id || !declaration.is_empty() && relative.options.declaration() == declaration
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{ValidValues, truncated_prefix};
    use std::slice;

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
                let alone = variant.options.declaration().is_empty();
                assert!(alone || variant.options != other.options, "{} is {}", variant.id, other.id);
            }
        }
    }

    #[test]
    fn a_game_has_one_declaration_that_names_each_option_once() {
        for (at, variant) in variants().iter().enumerate() {
            let declaration = variant.options.declaration();
            for other in &variants()[..at] {
                let other = other.options.declaration();
                assert_eq!(
                    declaration.game == other.game,
                    std::ptr::eq(declaration, other),
                    "{}",
                    variant.id
                );
            }
            for (at, spec) in declaration.options.iter().enumerate() {
                assert!(
                    declaration.options[..at].iter().all(|other| other.name != spec.name),
                    "{}",
                    spec.name
                );
                assert!(!spec.description.is_empty());
            }
        }
    }

    /// Texts such as `flying=true,quiet=40` say what is a flag and what is a number by its looks.
    #[test]
    fn no_word_looks_like_a_flag_or_a_number() {
        for variant in variants() {
            for spec in variant.options.declaration().options {
                let words = match &spec.valid_values {
                    ValidValues::Word(words) => words,
                    ValidValues::NumberOr { word, .. } => slice::from_ref(word),
                    _ => continue,
                };
                for word in words {
                    let odd =
                        word.parse::<i64>().is_ok() || ["true", "false"].contains(word) || word.contains(',');
                    assert!(
                        !odd && !word.is_empty() && truncated_prefix(word) == *word,
                        "{}: {word}",
                        spec.name
                    );
                }
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
    fn a_name_of_ones_own_is_taken_wherever_an_id_is() {
        register("my-array", "chess960", &[("position", 7.into())]).expect("a name");
        assert_eq!(opened("my-array", &[]).as_deref(), Ok("chess960"));
        assert_eq!(opened("my-array", &[("position", 8.into())]).as_deref(), Ok("chess960"));
        // Named after a name, and changed.
        register("my-quiet-array", "my-array", &[("castling", false.into())]).expect("a name");
        let both = options("chess960", &[("position", 7.into()), ("castling", false.into())]);
        assert_eq!(find("my-quiet-array").map(|variant| variant.options.clone()), both);
        let typing = opened("my-aray", &[]).expect_err("no id").to_string();
        assert!(typing.contains("did you mean my-array"), "{typing}");
        register("my-array", "chess960", &[("position", 9.into())]).expect("the name again");
        assert_eq!(
            find("my-array").map(|variant| variant.options.clone()),
            options("chess960", &[("position", 9.into())])
        );
        for name in ["", "chess960", "My", "-a", "a b", &"a".repeat(61)] {
            assert!(register(name, "chess", &[("castling", false.into())]).is_err(), "{name}");
        }
        assert!(register("mine", "no-such-game", &[] as &[(&str, OptionValue)]).is_err());
        assert!(register("mine", "chess960", &[("position", 960.into())]).is_err());
        assert!(!names().contains(&"mine"));
    }

    #[test]
    fn an_id_with_the_options_of_another_is_the_other() {
        for variant in variants() {
            // All in one family is a great many pairs of games; every game has a first and some next.
            for other in relatives(variant).step_by(53) {
                let changes: Vec<(&str, OptionValue)> =
                    other.options.iter().map(|(name, value)| (*name, value.clone())).collect();
                assert_eq!(opened(&variant.id, &changes).as_ref(), Ok(&other.id));
            }
        }
    }

    /// The values on the bounds of what an option takes, and others that are not taken.
    fn bounds(valid_values: ValidValues) -> (Vec<OptionValue>, Vec<OptionValue>) {
        let (mut inside, mut outside): (Vec<OptionValue>, _) = match valid_values {
            ValidValues::Flag => (vec![true.into(), false.into()], vec![0.into(), 1.into(), "true".into()]),
            ValidValues::Number { min: least, max: most }
            | ValidValues::NumberOr { min: least, max: most, .. } => (
                vec![least.into(), most.into()],
                vec![(least - 1).into(), (most + 1).into(), i64::MIN.into(), i64::MAX.into(), true.into()],
            ),
            ValidValues::OneOf(numbers) => {
                let (least, most) = (numbers[0], numbers[numbers.len() - 1]);
                let between = (least - 1..=most + 1).filter(|number| !numbers.contains(number));
                (
                    numbers.iter().map(|&number| number.into()).collect(),
                    between.map(OptionValue::from).collect(),
                )
            }
            ValidValues::Word(words) => {
                (words.iter().map(|&word| word.into()).collect(), vec![0.into(), true.into()])
            }
        };
        if let ValidValues::NumberOr { word, .. } = valid_values {
            inside.push(word.into());
        }
        outside.push("nonsense".into());
        (inside, outside)
    }

    #[test]
    fn every_bound_is_where_it_is_declared() {
        for variant in variants() {
            for spec in variant.options.declaration().options {
                let (inside, outside) = bounds(spec.valid_values);
                for value in inside {
                    let options =
                        options(&variant.id, &[(spec.name, value.clone())]).expect("a value that is taken");
                    assert_eq!(options.get(spec.name), Some(&value));
                }
                for value in outside {
                    let error =
                        opened(&variant.id, &[(spec.name, value.clone())]).expect_err("a value that is not");
                    let text = error.to_string();
                    assert_eq!(error, CatalogError::bad_value(&variant.id, spec, &value));
                    assert!(
                        text.contains(&format!(": {} must be ", spec.name))
                            && text.contains(&spec.valid_values.to_string()),
                        "{text}"
                    );
                }
            }
        }
    }

    /// Some need another beside them, as four empty rows do few rows of men.
    #[test]
    fn every_declared_value_is_played_by_some_game_or_refused_with_a_reason() {
        const UNPLAYED: [(&str, &str); 1] = [("draughts", "skip")];
        let mut seen = Vec::new();
        for variant in variants() {
            let declaration = variant.options.declaration();
            if seen.contains(&declaration.game) {
                continue;
            }
            seen.push(declaration.game);
            for spec in declaration.options {
                for value in bounds(spec.valid_values).0 {
                    let change = [(spec.name, value.clone())];
                    let played = relatives(variant).any(|relative| match opened(&relative.id, &change) {
                        Ok(_) => true,
                        Err(CatalogError::BadOptions { reason, .. }) => {
                            assert!(!reason.is_empty());
                            false
                        }
                        Err(error) => panic!("{error}"),
                    });
                    let unplayed = UNPLAYED.contains(&(declaration.game, spec.name));
                    assert!(played || unplayed, "{}: {}={value}", declaration.game, spec.name);
                }
            }
        }
    }

    #[test]
    fn options_are_those_of_the_game_and_of_no_other() {
        let refused =
            |id: &str, name: &str| opened(id, &[(name, 3.into())]).expect_err("no option").to_string();
        assert_eq!(
            refused("chess", "position"),
            "chess has no option 'position'; its options: castling, cylinder, double, shadow, teams"
        );
        assert_eq!(
            refused("chess960", "shadow"),
            "chess960 has no option 'shadow'; its options: castling, position"
        );
        assert_eq!(
            refused("chess960", "positon"),
            "chess960 has no option 'positon' (did you mean position?); its options: castling, position"
        );
        assert_eq!(
            refused("masquerade-chess", "castling"),
            "masquerade-chess has no option 'castling'; it has no options"
        );
        let masked = find("masquerade-chess").expect("an id");
        assert_eq!(
            relatives(masked).map(|relative| relative.id.as_str()).collect::<Vec<_>>(),
            ["masquerade-chess"]
        );
    }

    #[test]
    fn refusals_say_what_there_is() {
        let unknown = opened("english-draught", &[]).expect_err("no id").to_string();
        assert!(unknown.contains("'english-draught'") && unknown.contains("english-draughts"), "{unknown}");
        let option =
            opened("english-draughts", &[("flyng", true.into())]).expect_err("no option").to_string();
        assert!(
            option.contains("no option 'flyng' (did you mean flying?); its options: size, dark"),
            "{option}"
        );
        let value = opened("english-draughts", &[("size", 9.into())]).expect_err("no such board").to_string();
        assert_eq!(value, "english-draughts: size must be 8, 10 or 12, got 9");
        let word = opened("stax", &[("topology", "torus".into())]).expect_err("no such board").to_string();
        assert_eq!(word, "stax: topology must be flat, cylindrical or universal, got 'torus'");
        let long = "x".repeat(100_000);
        let word = opened("english-draughts", &[("size", long.as_str().into())]).expect_err("no size");
        let name = opened("english-draughts", &[(&long, true.into())]).expect_err("no option");
        assert!(word.to_string().len() < 500 && name.to_string().len() < 500);
    }
}
