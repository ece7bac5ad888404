//! What a variant is, in data.

use super::{Scores, Seat};
use std::collections::BTreeMap;
use std::fmt;

/// From where actions and observations are seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Frame {
    /// From the seat's own side of the board, so that one policy serves all seats.
    #[default]
    Seat,
    /// From seat 0's side, for every seat.
    Board,
}

/// The value of an option of a variant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OptionValue {
    /// `numbers=True`
    Flag(bool),
    /// `position=518`
    Number(i64),
    /// `topology="universal"`
    Word(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Flag(flag) => write!(f, "{flag}"),
            OptionValue::Number(number) => write!(f, "{number}"),
            OptionValue::Word(word) => write!(f, "{word}"),
        }
    }
}

/// Options by name; an id is only a name for a set of them.
pub type Options = BTreeMap<&'static str, OptionValue>;

/// What there is to know about a game before it is played.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The id, or the id of the variant that it was made from by changing options.
    pub id: String,
    /// A name for headlines: `Stax`, `Chess960`.
    pub title: String,
    /// The family: the name of its rule document in `docs/rules`.
    pub family: &'static str,
    /// The section of the rule document that the variant is defined in.
    pub rules: &'static str,
    /// All options, spelled out.
    pub options: Options,
    /// How many seats play.
    pub seats: u8,
    /// The team of each seat; seats that play for themselves have teams of their own.
    pub teams: Vec<u8>,
    /// What seats play for, and what their returns can be.
    pub scores: Scores,
    /// The sequence in which seats take turns, from the first mover.
    pub sequence: Vec<Seat>,
    /// Whether some state has something that some seat may not see.
    pub hidden: bool,
    /// Whether chance steps occur in play (a shuffled start alone does not count).
    pub chance: bool,
    /// Whether seats commit choices that are resolved together.
    pub commits: bool,
    /// The number of different actions; every legal step maps to one below it.
    pub num_actions: usize,
    /// The names of the observation planes, in order.
    pub planes: Vec<String>,
    /// No game takes more steps than this.
    pub max_steps: u32,
    /// From where actions and observations are seen.
    pub frame: Frame,
}
