//! The colours of seats.

use std::fmt;

/// The colour of a seat's pieces, by which pictures and people tell seats apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hue {
    /// The light pieces.
    White,
    /// The dark pieces.
    Black,
    /// The third set.
    Red,
    /// The fourth set.
    Blue,
    /// The fifth set.
    Green,
    /// The sixth set.
    Purple,
}

impl Hue {
    /// All colours, in the order in which seats usually have them.
    pub const ALL: [Hue; 6] = [Hue::White, Hue::Black, Hue::Red, Hue::Blue, Hue::Green, Hue::Purple];

    /// Its name in data.
    pub fn as_str(self) -> &'static str {
        match self {
            Hue::White => "white",
            Hue::Black => "black",
            Hue::Red => "red",
            Hue::Blue => "blue",
            Hue::Green => "green",
            Hue::Purple => "purple",
        }
    }
}

impl fmt::Display for Hue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
