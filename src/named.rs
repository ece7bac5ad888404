//! Enums whose values have names in data. One table defines the names, parsing and serialization.
//!
//! # Examples
//!
//! ```
//! use plyground::game::Frame;
//!
//! assert_eq!(Frame::ALL, [Frame::Seat, Frame::Board]);
//! assert_eq!(Frame::NAMES, ["seat", "board"]);
//! assert_eq!(Frame::Board.as_str(), "board");
//! assert_eq!("board".parse(), Ok(Frame::Board));
//! ```

use crate::truncate::truncate;
use std::fmt;

/// An enum whose values have names. Its values are valid as values of options and as fields of positions.
pub trait Named: Copy + PartialEq + 'static {
    /// All values.
    const ALL: &'static [Self];

    /// The names of all values, in the same order.
    const NAMES: &'static [&'static str];

    /// Returns the name of a value.
    fn as_str(self) -> &'static str;
}

/// The error of parsing a text that is not a name of the enum.
///
/// ```
/// use plyground::game::Frame;
/// let error = "sea".parse::<Frame>().unwrap_err();
/// assert_eq!(error.to_string(), "frame must be 'seat' or 'board', got 'sea'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    kind: &'static str,
    names: &'static [&'static str],
    found: String,
}

impl UnknownName {
    pub(crate) fn new(kind: &'static str, names: &'static [&'static str], found: &str) -> UnknownName {
        UnknownName { kind, names, found: truncate(found) }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.names.iter().map(|name| format!("'{name}'")).collect();
        write!(f, "{} must be {}, got '{}'", self.kind, names.join(" or "), self.found)
    }
}

impl std::error::Error for UnknownName {}

/// Defines an enum from a table of its values and their names. The text before the table names the kind of
/// value in error messages.
///
/// The enum is [`Named`], and has `Display`, `FromStr`, `Serialize` and `Deserialize`.
///
/// ```ignore
/// named! {
///     /// When jumped pieces leave the board.
///     pub enum Removal, "removal" {
///         /// At the end of the turn.
///         End = "end",
///         /// Immediately.
///         Now = "now",
///     }
/// }
/// assert_eq!(Removal::Now.to_string(), "now");
/// assert_eq!("end".parse(), Ok(Removal::End));
/// assert_eq!("never".parse::<Removal>().unwrap_err().to_string(), "removal must be 'end' or 'now', got 'never'");
/// ```
macro_rules! named {
    ($(#[$doc:meta])* $visible:vis enum $name:ident, $kind:literal {
        $($(#[$case_doc:meta])* $case:ident = $word:literal,)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $visible enum $name { $($(#[$case_doc])* $case,)* }

        impl $name {
            /// All values, in the order of the table.
            pub const ALL: [$name; [$($word,)*].len()] = [$($name::$case,)*];

            /// The names of all values, in the same order.
            pub const NAMES: [&'static str; $name::ALL.len()] = [$($word,)*];

            /// Returns the name in data.
            pub const fn as_str(self) -> &'static str {
                $name::NAMES[self as usize]
            }
        }

        impl $crate::named::Named for $name {
            const ALL: &'static [$name] = &$name::ALL;
            const NAMES: &'static [&'static str] = &$name::NAMES;

            fn as_str(self) -> &'static str {
                self.as_str()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::named::UnknownName;

            fn from_str(text: &str) -> Result<$name, $crate::named::UnknownName> {
                let found = $name::ALL.into_iter().find(|value| value.as_str() == text);
                found.ok_or_else(|| $crate::named::UnknownName::new($kind, &$name::NAMES, text))
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use named;

#[cfg(test)]
mod tests {
    use crate::board::{Color, EdgeKind, Shape};
    use crate::game::{Area, Frame, Reason, Scoring, SeatColor};
    use crate::sim::Autoreset;
    use serde::Serialize;
    use serde::de::DeserializeOwned;
    use std::fmt::{Debug, Display};

    fn there_and_back<T>(all: &[T], names: &[&str])
    where
        T: Copy + PartialEq + Debug + Display + Serialize + DeserializeOwned,
    {
        for (&value, name) in all.iter().zip(names) {
            let json = serde_json::to_string(&value).expect("a name");
            assert_eq!((json.as_str(), value.to_string().as_str()), (format!("\"{name}\"").as_str(), *name));
            assert_eq!(serde_json::from_str::<T>(&json).expect("a value"), value);
        }
        let error = serde_json::from_str::<T>("\"none such\"").expect_err("no name").to_string();
        assert!(names.iter().all(|name| error.contains(&format!("'{name}'"))), "{error}");
    }

    #[test]
    fn names_round_trip() {
        there_and_back(&Frame::ALL, &Frame::NAMES);
        there_and_back(&SeatColor::ALL, &SeatColor::NAMES);
        there_and_back(&Reason::ALL, &Reason::NAMES);
        there_and_back(&Scoring::ALL, &Scoring::NAMES);
        there_and_back(&Autoreset::ALL, &Autoreset::NAMES);
        there_and_back(&Shape::ALL, &Shape::NAMES);
        there_and_back(&Color::ALL, &Color::NAMES);
        there_and_back(&EdgeKind::ALL, &EdgeKind::NAMES);
        there_and_back(&Area::ALL, &Area::NAMES);
    }

    #[test]
    fn reason_numbers_follow_the_order_of_the_table() {
        for (at, reason) in Reason::ALL.into_iter().enumerate() {
            assert_eq!(reason as usize, at);
        }
        assert_eq!(Reason::KingCaptured.as_str(), "king-captured");
    }
}
