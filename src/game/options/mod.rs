//! Options of games, declared as data, and sets of their values.
//!
//! A game declares each option once, with its name, its valid values and its description. Sets of values are
//! checked against the declaration. A game that gets a set only needs to reject combinations that do not work
//! together.

mod declared;
mod value;

pub use declared::{Declaration, OptionSpec, ValidValues};
pub use value::OptionValue;

use crate::named::Named;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::collections::btree_map::{IntoIter, Iter};
use std::hash::{Hash, Hasher};

/// The options of a game with their values. Each declared option has a valid value.
///
/// ```
/// use plyground::game::{Declaration, OptionSpec, Options};
///
/// static GAME: Declaration = Declaration {
///     game: "golf",
///     options: &[
///         OptionSpec::number("cards", 2, 6, "cards of each player at the start"),
///         OptionSpec::flag("open", "whether hands are open"),
///     ],
/// };
/// let options = Options::of(&GAME, [("cards", 2.into()), ("open", true.into())]);
/// assert_eq!((options.number::<u8>("cards"), options.flag("open")), (2, true));
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    declaration: &'static Declaration,
    values: BTreeMap<&'static str, OptionValue>,
}

impl Default for Options {
    fn default() -> Options {
        Options::new()
    }
}

impl Options {
    /// Returns the options of a game that has none.
    pub fn new() -> Options {
        Options { declaration: &declared::NONE, values: BTreeMap::new() }
    }

    /// Returns all options of a game with their values.
    ///
    /// # Panics
    ///
    /// Panics if an option is missing, unknown or has an invalid value, which means that the tables of the
    /// game are wrong.
    pub fn of(
        declaration: &'static Declaration,
        values: impl IntoIterator<Item = (&'static str, OptionValue)>,
    ) -> Options {
        let mut options = Options { declaration, values: BTreeMap::new() };
        for (name, value) in values {
            options.insert(name, value);
        }
        for spec in declaration.options {
            assert!(options.values.contains_key(spec.name), "{}: {} is missing", declaration.game, spec.name);
        }
        options
    }

    /// Sets a value.
    ///
    /// # Panics
    ///
    /// Panics if the game does not have this option, or if the value is invalid.
    pub fn insert(&mut self, name: &str, value: OptionValue) {
        let game = self.declaration.game;
        let spec = self.declaration.find(name).unwrap_or_else(|| panic!("{game} has no option {name}"));
        assert!(spec.valid_values.accepts(&value), "{game}: {name} takes {}, not {value}", spec.valid_values);
        self.values.insert(spec.name, value);
    }

    /// Returns the declaration of the game.
    pub fn declaration(&self) -> &'static Declaration {
        self.declaration
    }

    /// Returns the value of an option, or `None` if the game does not have it.
    pub fn get(&self, name: &str) -> Option<&OptionValue> {
        self.values.get(name)
    }

    /// Iterates over the options, sorted by name.
    pub fn iter(&self) -> Iter<'_, &'static str, OptionValue> {
        self.values.iter()
    }

    /// Returns the value of an option that is true or false.
    ///
    /// # Panics
    ///
    /// Panics if the game does not declare such an option.
    pub fn flag(&self, name: &str) -> bool {
        match self.declared(name) {
            OptionValue::Flag(flag) => *flag,
            other => panic!("{name} is no flag: {other}"),
        }
    }

    /// Returns the value of an option that is a number.
    ///
    /// # Panics
    ///
    /// Panics if the game does not declare such an option, or if the value is a word or not an `N`.
    pub fn number<N: TryFrom<i64>>(&self, name: &str) -> N {
        self.number_or_word(name).unwrap_or_else(|| panic!("{name} is a word"))
    }

    /// Returns the value of an option that is a number or a word, or `None` if it is the word.
    ///
    /// # Panics
    ///
    /// Panics if the game does not declare such an option, or if the value is a number but not an `N`.
    pub fn number_or_word<N: TryFrom<i64>>(&self, name: &str) -> Option<N> {
        match self.declared(name) {
            OptionValue::Number(number) => {
                Some(N::try_from(*number).unwrap_or_else(|_| panic!("{name}={number} is out of range")))
            }
            OptionValue::Word(_) => None,
            other => panic!("{name} is no number: {other}"),
        }
    }

    /// Returns the value of an option that is one of several words.
    ///
    /// # Panics
    ///
    /// Panics if the game does not declare such an option, or if the value is not a name of a `W`.
    pub fn word<W: Named>(&self, name: &str) -> W {
        let value = self.declared(name);
        let found =
            W::ALL.iter().find(|word| matches!(value, OptionValue::Word(text) if text == word.as_str()));
        *found.unwrap_or_else(|| panic!("{name} is none of {}: {value}", W::NAMES.join(", ")))
    }

    fn declared(&self, name: &str) -> &OptionValue {
        let game = self.declaration.game;
        self.values.get(name).unwrap_or_else(|| panic!("{game} has declared no option {name}"))
    }
}

/// Serializes the values by name. [`catalog::read_options`](crate::catalog::read_options) reads them.
impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.values.serialize(serializer)
    }
}

impl PartialEq for Options {
    fn eq(&self, other: &Options) -> bool {
        self.declaration.game == other.declaration.game && self.values == other.values
    }
}

impl Eq for Options {}

impl Hash for Options {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.values.hash(hasher);
    }
}

impl<'a> IntoIterator for &'a Options {
    type Item = (&'a &'static str, &'a OptionValue);
    type IntoIter = Iter<'a, &'static str, OptionValue>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Options {
    type Item = (&'static str, OptionValue);
    type IntoIter = IntoIter<&'static str, OptionValue>;

    fn into_iter(self) -> Self::IntoIter {
        self.values.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::named::named;

    named! {
        /// A way home.
        enum Way, "way" {
            /// On foot.
            Foot = "on-foot",
            /// By bus.
            Bus = "bus",
        }
    }

    static HOME: Declaration = Declaration {
        game: "home",
        options: &[
            OptionSpec::word::<Way>("way", "how to get home"),
            OptionSpec::number("bags", 0, 3, "how many bags"),
            OptionSpec::one_of("size", &[4, 8], "squares on a side"),
            OptionSpec::number_or("seat", 1, 9, "any", "where to sit"),
            OptionSpec::flag("late", "whether it is late"),
        ],
    };

    fn home() -> Options {
        let values: [(_, OptionValue); 5] = [
            ("way", Way::Bus.into()),
            ("bags", 3.into()),
            ("size", 8.into()),
            ("seat", "any".into()),
            ("late", false.into()),
        ];
        Options::of(&HOME, values)
    }

    #[test]
    fn values_have_the_types_of_their_options() {
        let mut options = home();
        assert_eq!(options.word::<Way>("way"), Way::Bus);
        assert_eq!((options.number::<u8>("bags"), options.flag("late")), (3, false));
        assert_eq!(options.number_or_word::<u32>("seat"), None);
        options.insert("seat", 9.into());
        assert_eq!(options.number_or_word::<u32>("seat"), Some(9));
    }

    #[test]
    fn an_option_accepts_only_its_valid_values() {
        let (one, words, flag) = (OptionValue::from(1), OptionValue::from("bus"), OptionValue::from(true));
        let accepted = |name: &str| {
            let takes = HOME.find(name).expect("an option").valid_values;
            ([&one, &words, &flag].map(|value| takes.accepts(value)), takes.to_string())
        };
        assert_eq!(accepted("late"), ([false, false, true], "true or false".into()));
        assert_eq!(accepted("bags"), ([true, false, false], "a number from 0 to 3".into()));
        assert_eq!(accepted("size"), ([false, false, false], "4 or 8".into()));
        assert_eq!(accepted("way"), ([false, true, false], "on-foot or bus".into()));
        assert_eq!(accepted("seat"), ([true, false, false], "a number from 1 to 9, or any".into()));
        for (name, number, fits) in
            [("bags", -1, false), ("bags", 0, true), ("bags", 4, false), ("size", 8, true)]
        {
            assert_eq!(
                HOME.find(name).expect("an option").valid_values.accepts(&number.into()),
                fits,
                "{name}={number}"
            );
        }
    }

    #[test]
    fn options_are_serialized_with_their_declarations() {
        let json = serde_json::to_string(&home()).expect("plain data");
        assert_eq!(json, r#"{"bags":3,"late":false,"seat":"any","size":8,"way":"bus"}"#);
        let values: BTreeMap<&str, OptionValue> = serde_json::from_str(&json).expect("values");
        assert!(home().into_iter().eq(values), "flags, numbers and words are distinguished");
        let declared = serde_json::to_string(&HOME.options[2..4]).expect("plain data");
        let expected = concat!(
            r#"[{"name":"size","kind":"number","choices":[4,8],"min":4,"max":8,"valid_values":"4 or 8","#,
            r#""description":"squares on a side"},"#,
            r#"{"name":"seat","kind":"number or word","choices":["any"],"min":1,"max":9,"#,
            r#""valid_values":"a number from 1 to 9, or any","description":"where to sit"}]"#,
        );
        assert_eq!(declared, expected);
    }

    #[test]
    #[should_panic(expected = "late is missing")]
    fn a_set_has_all_options() {
        Options::of(&HOME, home().into_iter().filter(|(name, _)| *name != "late"));
    }

    #[test]
    #[should_panic(expected = "bags takes a number from 0 to 3, not 4")]
    fn a_set_rejects_invalid_values() {
        home().insert("bags", 4.into());
    }
}
