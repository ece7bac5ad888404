//! A game as PDN writes it down.

use super::Place;
use crate::games::draughts::{Spelled, Square};
use std::fmt;

/// One game of a PDN text: what it says, not whether it could be played.
///
/// Two records are equal if they say the same, wherever in a text they stood.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The tags, in the order of the text.
    pub tags: Vec<Tag>,
    /// The movetext.
    pub items: Vec<Item>,
    /// The result that ends the movetext, if there is one.
    pub result: Option<Score>,
    /// Where it begins.
    pub place: Place,
}

impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        (&self.tags, &self.items, self.result) == (&other.tags, &other.items, other.result)
    }
}

impl Eq for Record {}

impl Record {
    /// The value of a tag; of the first one, should there be several of that name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.find(name).map(Tag::value)
    }

    /// The tag of that name; the first one, should there be several.
    pub fn find(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// The moves of the game itself, variations left out.
    pub fn moves(&self) -> impl Iterator<Item = &Move> {
        self.items.iter().filter_map(|item| match item {
            Item::Move(played) => Some(played),
            _ => None,
        })
    }
}

/// A tag: `[Event "Double Corner Dyke"]`.
#[derive(Clone, Debug)]
pub struct Tag {
    name: String,
    value: String,
    place: Place,
}

impl Tag {
    /// A tag. Names are a letter and then letters, digits, `_` or `-`; values are in one line.
    pub fn new(name: &str, value: &str) -> Result<Tag, String> {
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.bytes().all(Tag::in_name) {
            return Err(format!(
                "'{name}' is no name for a tag; expected letters, digits, '_' or '-', a letter first"
            ));
        }
        if value.contains(['\n', '\r']) {
            return Err(format!("the value of the tag {name} has several lines; expected one"));
        }
        Ok(Tag { name: name.into(), value: value.into(), place: Place::START })
    }

    /// A tag that was read at `place`.
    pub(super) fn read(name: &str, value: String, place: Place) -> Tag {
        Tag { name: name.into(), value, place }
    }

    pub(super) fn in_name(byte: u8) -> bool {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its value, without quotes and escapes.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// Where its value begins.
    pub fn place(&self) -> Place {
        self.place
    }
}

impl PartialEq for Tag {
    fn eq(&self, other: &Tag) -> bool {
        (&self.name, &self.value) == (&other.name, &other.value)
    }
}

impl Eq for Tag {}

/// A part of the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A move.
    Move(Move),
    /// A comment. Runs of blanks and line ends count as one blank.
    Comment(String),
    /// A numeric annotation glyph: `$1` says what `!` says.
    Nag(u16),
    /// Moves that might have been played instead of the one before.
    Variation(Vec<Item>),
    /// `/FEN "W:W31-50:B1-20"/`: the game goes on from another position.
    SetUp(SetUp),
}

/// A command between slashes, in the midst of a game.
#[derive(Clone, Debug)]
pub struct SetUp {
    /// What stands between the slashes.
    pub command: String,
    /// Where it stood.
    pub place: Place,
}

impl PartialEq for SetUp {
    fn eq(&self, other: &SetUp) -> bool {
        self.command == other.command
    }
}

impl Eq for SetUp {}

/// A move of a game.
#[derive(Clone, Debug)]
pub struct Move {
    /// The number before it.
    pub number: Option<MoveNumber>,
    /// The first square.
    pub from: Square,
    /// The squares named between the first and the last one.
    pub via: Vec<Square>,
    /// The last square.
    pub to: Square,
    /// Whether it is written as a capture, with `x` or `:`.
    pub capture: bool,
    /// What the annotator thought of it: exclamation and question marks, perhaps in parentheses.
    pub strength: String,
    /// Where it stood.
    pub place: Place,
}

impl PartialEq for Move {
    fn eq(&self, other: &Move) -> bool {
        let said = |m: &Move| (m.number, m.from, m.to, m.capture);
        said(self) == said(other) && self.via == other.via && self.strength == other.strength
    }
}

impl Eq for Move {}

/// Its squares, joined by `x` if it is a capture, else by `-`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spelled().fmt(f)
    }
}

/// The number before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// The number.
    pub number: u32,
    /// Whether three dots say that the move is the second one of that number: `12... 7-11`.
    pub second: bool,
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.second { "..." } else { "." })
    }
}

impl Move {
    /// A move over these squares, two at least, as it is written down. Its strength is a run of `!` and `?`,
    /// in parentheses or not.
    pub fn new(squares: &[Square], capture: bool, strength: &str) -> Result<Move, String> {
        let [from, via @ .., to] = squares else {
            return Err(format!("a move has two squares at least, not {}", squares.len()));
        };
        let marks = strength.strip_prefix('(').map_or(Some(strength), |inner| inner.strip_suffix(')'));
        if !marks.is_some_and(|marks| {
            marks.bytes().all(|byte| matches!(byte, b'!' | b'?')) && (marks == strength || !marks.is_empty())
        }) {
            return Err(format!(
                "'{strength}' is no strength of a move; expected a run of '!' and '?', like '!?' or '(?)'"
            ));
        }
        let (from, via, to) = (*from, via.to_vec(), *to);
        let made =
            Move { number: None, from, via, to, capture, strength: strength.into(), place: Place::START };
        made.check().map(|()| made)
    }

    /// Refuses what is no move in any game: `1-1`, which is a result, however it is spelled.
    pub(super) fn check(&self) -> Result<(), String> {
        let Move { from, to, capture, .. } = self;
        if *capture || from != to {
            return Ok(());
        }
        Err(format!("a move from {from} to {to} is no move unless it is a capture"))
    }

    /// The move that a text is, nothing standing at it.
    pub fn parse(text: &str) -> Result<Move, String> {
        let read = Move::of(text.parse()?, Place::START);
        read.check().map(|()| read)
    }

    /// A move that is spelled at some place, and nothing standing at it.
    pub(super) fn of(spelled: Spelled, place: Place) -> Move {
        let Spelled { from, via, to, capture } = spelled;
        Move { number: None, from, via, to, capture, strength: String::new(), place }
    }

    /// How it is spelled.
    pub(super) fn spelled(&self) -> Spelled {
        Spelled { from: self.from, via: self.via.clone(), to: self.to, capture: self.capture }
    }

    /// All its squares.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        [self.from].into_iter().chain(self.via.iter().copied()).chain([self.to])
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// `1-0` or `2-0`
    WhiteWins,
    /// `0-1` or `0-2`
    BlackWins,
    /// `1/2-1/2` or `1-1`
    Draw,
    /// `0-0`: declared lost for both.
    BothLose,
    /// `*`: not finished, or not known.
    Unknown,
}

impl Score {
    /// The result that a text stands for.
    pub fn parse(text: &str) -> Option<Score> {
        Some(match text {
            "1-0" | "2-0" => Score::WhiteWins,
            "0-1" | "0-2" => Score::BlackWins,
            "1/2-1/2" | "1-1" => Score::Draw,
            "0-0" => Score::BothLose,
            "*" => Score::Unknown,
            _ => return None,
        })
    }

    /// Its text: by the points of international draughts (two for a win), or those of chess.
    pub fn text(self, two_points: bool) -> &'static str {
        match (self, two_points) {
            (Score::WhiteWins, false) => "1-0",
            (Score::WhiteWins, true) => "2-0",
            (Score::BlackWins, false) => "0-1",
            (Score::BlackWins, true) => "0-2",
            (Score::Draw, false) => "1/2-1/2",
            (Score::Draw, true) => "1-1",
            (Score::BothLose, _) => "0-0",
            (Score::Unknown, _) => "*",
        }
    }
}
