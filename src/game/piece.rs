//! What stands on a cell, as far as pictures and text boards need to know.

use super::{Seat, SeatColor};

/// One piece of a stack, as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its owner; none for a thing that belongs to nobody.
    pub seat: Option<Seat>,
    /// Its color, where that is not its owner's.
    pub color: Option<SeatColor>,
    /// What it is, in one word that a picture can be chosen by.
    ///
    /// `king`, `queen`, `rook`, `bishop`, `knight` and `pawn` have figures (a king of checkers has the
    /// king's); `man`, `single` and `double` are bare checkers; a `die` is square, and its number is a
    /// [`Mark::Pips`]. Anything else shows its text.
    pub kind: &'static str,
    /// As it stands in position strings, marks included: `a`, `B`, `c12`, `Q~`.
    pub text: String,
    /// What else there is to see of it; mostly nothing.
    pub marks: Vec<Mark>,
}

impl Piece {
    /// A piece without marks.
    pub fn new(seat: Option<Seat>, kind: &'static str, text: impl Into<String>) -> Piece {
        Piece { seat, color: None, kind, text: text.into(), marks: Vec::new() }
    }

    /// A piece of a color that belongs to nobody, or to all.
    pub fn colored(color: SeatColor, kind: &'static str, text: impl Into<String>) -> Piece {
        Piece { color: Some(color), ..Piece::new(None, kind, text) }
    }

    /// The piece with one more mark.
    pub fn marked(mut self, mark: Mark) -> Piece {
        self.marks.push(mark);
        self
    }
}

/// What can be seen of a piece beyond what it is and whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Back from its grave: tinted green, in a ragged ring.
    Zombie,
    /// Has had its move in this turn: a tick.
    Moved,
    /// The one that goes on with the turn that it has begun: a bright ring with four points.
    Active,
    /// On the other side of the mirror: upside down, behind glass.
    Mirrored,
    /// Stands on so many checkers: their edges show beneath it, and their number if there are more.
    Checkers {
        /// Whose they are; none where their color does not matter.
        seat: Option<Seat>,
        /// How many there are, at least one.
        count: u8,
    },
    /// Stuck in tar, which drips from it.
    Tarred,
    /// The number that a die shows: pips.
    Pips(u8),
    /// Never moves, its seat being out of the game, but is still there: in ice.
    Frozen,
    /// Not to be taken by this seat on its next turn: a halo, with a dot in the color of each such seat.
    Immune(Seat),
    /// Drafted from the army of this seat, whose way it still goes: a ring in that army's color.
    Drafted(Seat),
}

impl Mark {
    /// Its name in data.
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

    /// The seat that it names, if it does.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Mark::Checkers { seat, .. } => seat,
            Mark::Immune(seat) | Mark::Drafted(seat) => Some(seat),
            _ => None,
        }
    }

    /// The number that it tells, if it does.
    pub fn number(self) -> Option<u8> {
        match self {
            Mark::Checkers { count, .. } => Some(count),
            Mark::Pips(number) => Some(number),
            _ => None,
        }
    }

    /// What it means, in words that can stand behind the piece; `name` names seats.
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
