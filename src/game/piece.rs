//! Pieces as pictures and text boards show them.

use super::{Seat, SeatColor};
use std::borrow::Cow;

/// One piece of a stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The owner. `None` for pieces without an owner.
    pub seat: Option<Seat>,
    /// The color, if it is not the owner's.
    pub color: Option<SeatColor>,
    /// The kind, in one word.
    ///
    /// Pictures show `king`, `queen`, `rook`, `bishop`, `knight` and `pawn` as figures (a king of checkers
    /// has the figure of a king), `man`, `single` and `double` as plain checkers, and a `die` as a square
    /// with a [`Mark::Pips`]. For any other kind they show the text.
    pub kind: Cow<'static, str>,
    /// The notation in position strings, marks included: `a`, `B`, `c12`, `Q~`.
    pub text: String,
    /// Other visible properties. Usually empty.
    pub marks: Vec<Mark>,
}

impl Piece {
    /// Returns a piece without marks.
    pub fn new(seat: Option<Seat>, kind: impl Into<Cow<'static, str>>, text: impl Into<String>) -> Piece {
        Piece { seat, color: None, kind: kind.into(), text: text.into(), marks: Vec::new() }
    }

    /// Returns a colored piece without an owner.
    pub fn colored(color: SeatColor, kind: impl Into<Cow<'static, str>>, text: impl Into<String>) -> Piece {
        Piece { color: Some(color), ..Piece::new(None, kind, text) }
    }

    /// Returns the piece with one more mark.
    pub fn marked(mut self, mark: Mark) -> Piece {
        self.marks.push(mark);
        self
    }
}

/// A visible property of a piece. The comments describe how pictures show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Returned from its grave: tinted green, with a ragged ring.
    Zombie,
    /// Has moved in this turn: a tick.
    Moved,
    /// The piece that continues the current turn: a bright ring with four points.
    Active,
    /// On the other side of the mirror: upside down, behind glass.
    Mirrored,
    /// Stands on checkers: their edges are visible below it, with their number if there is more than one.
    Checkers {
        /// The owner of the checkers. `None` if their color does not matter.
        seat: Option<Seat>,
        /// The number of checkers, at least 1.
        count: u8,
    },
    /// Stuck in tar, which drips from it.
    Tarred,
    /// The number that a die shows: pips.
    Pips(u8),
    /// A piece of a seat that is out of the game. It never moves but stays on the board: in ice.
    Frozen,
    /// Cannot be captured by this seat on its next turn: a halo, with a dot in the color of each such seat.
    Immune(Seat),
    /// Drafted from the army of this seat, and still moves in its direction: a ring in that army's color.
    Drafted(Seat),
}

impl Mark {
    /// Returns the name in serialized data.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Zombie => "zombie",
            Mark::Moved => "moved",
            Mark::Active => "active",
            Mark::Mirrored => "mirrored",
            Mark::Checkers { .. } => "checkers",
            Mark::Tarred => "tarred",
            Mark::Pips(_) => "pips",
            Mark::Frozen => "frozen",
            Mark::Immune(_) => "immune",
            Mark::Drafted(_) => "drafted",
        }
    }

    /// Returns the seat of the mark, if it has one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Mark::Checkers { seat, .. } => seat,
            Mark::Immune(seat) | Mark::Drafted(seat) => Some(seat),
            _ => None,
        }
    }

    /// Returns the number of the mark, if it has one.
    pub fn number(self) -> Option<u8> {
        match self {
            Mark::Checkers { count, .. } => Some(count),
            Mark::Pips(number) => Some(number),
            _ => None,
        }
    }

    /// Describes the mark in words that can follow the piece. `name` returns the names of seats.
    pub fn words(self, name: impl Fn(Seat) -> String) -> String {
        match self {
            Mark::Zombie => "a zombie".into(),
            Mark::Moved => "has moved in this turn".into(),
            Mark::Active => "may move again in this turn".into(),
            Mark::Mirrored => "beyond the mirror".into(),
            Mark::Checkers { seat, count } => {
                let whose = seat.map_or(String::new(), |seat| format!("{} ", name(seat)));
                match count {
                    1 => format!("on a {whose}checker"),
                    count => format!("on {count} {whose}checkers"),
                }
            }
            Mark::Tarred => "tarred".into(),
            Mark::Pips(number) => format!("shows {number}"),
            Mark::Frozen => "frozen".into(),
            Mark::Immune(seat) => format!("cannot be captured by {}", name(seat)),
            Mark::Drafted(seat) => format!("drafted from {}", name(seat)),
        }
    }
}
