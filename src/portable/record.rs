//! A game as it is written down.

use super::{Place, Spelling};
use crate::game::parse_whole;
use std::fmt;

/// One game of a text: what it says, not whether it could be played.
///
/// Two records are equal if they say the same, wherever in a text they stood.
#[derive(Clone, Debug)]
pub struct Record<S> {
    /// The tags, in the order of the text.
    pub tags: Vec<Tag>,
    /// The movetext.
    pub items: Vec<Item<S>>,
    /// The result that ends the movetext, if there is one.
    pub result: Option<Score>,
    /// Where it begins.
    pub place: Place,
}

impl<S: PartialEq> PartialEq for Record<S> {
    fn eq(&self, other: &Record<S>) -> bool {
        (&self.tags, &self.items, self.result) == (&other.tags, &other.items, other.result)
    }
}

impl<S: Eq> Eq for Record<S> {}

impl<S> Default for Record<S> {
    fn default() -> Record<S> {
        Record { tags: Vec::new(), items: Vec::new(), result: None, place: Place::START }
    }
}

impl<S> Record<S> {
    /// The value of a tag; of the first one, should there be several of that name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.find(name).map(Tag::value)
    }

    /// The tag of that name; the first one, should there be several.
    pub fn find(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// The moves of the game itself, variations left out.
    pub fn moves(&self) -> impl Iterator<Item = &Move<S>> {
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
                "'{name}' is not a tag name; expected a letter, then letters, digits, '_' or '-'"
            ));
        }
        if value.contains(['\n', '\r']) {
            return Err(format!("the value of the tag {name} must be a single line"));
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

    /// The place in the text of a place in its value.
    pub(crate) fn within(&self, place: Place) -> Place {
        Place { line: self.place.line, column: self.place.column.saturating_add(place.column - 1) }
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
pub enum Item<S> {
    /// A move.
    Move(Move<S>),
    /// A comment. Runs of blanks and line ends count as one blank.
    Comment(String),
    /// A numeric annotation glyph: `$1` says what `!` says.
    Nag(u16),
    /// Moves that might have been played instead of the one before.
    Variation(Vec<Item<S>>),
    /// `/FEN "W:W31-50:B1-20"/`, in PDN: the game goes on from another position.
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
pub struct Move<S> {
    /// The number before it.
    pub number: Option<MoveNumber>,
    /// How it is spelled.
    pub spelled: S,
    /// What the annotator thought of it: exclamation and question marks, perhaps in parentheses.
    pub strength: String,
    /// Where it stood.
    pub place: Place,
}

impl<S: PartialEq> PartialEq for Move<S> {
    fn eq(&self, other: &Move<S>) -> bool {
        (self.number, &self.spelled, &self.strength) == (other.number, &other.spelled, &other.strength)
    }
}

impl<S: Eq> Eq for Move<S> {}

/// As it is spelled, and nothing standing at it.
impl<S: fmt::Display> fmt::Display for Move<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spelled.fmt(f)
    }
}

impl<S: Spelling> Move<S> {
    /// A move that is spelled at some place, and nothing standing at it.
    pub fn of(spelled: S, place: Place) -> Move<S> {
        Move { number: None, spelled, strength: String::new(), place }
    }

    /// A move as it is written down. Its strength is a run of `!` and `?`, in parentheses or not.
    pub fn judged(spelled: S, strength: &str) -> Result<Move<S>, String> {
        let marks = strength.strip_prefix('(').map_or(Some(strength), |inner| inner.strip_suffix(')'));
        if !marks.is_some_and(|marks| {
            marks.bytes().all(|byte| matches!(byte, b'!' | b'?')) && (marks == strength || !marks.is_empty())
        }) {
            return Err(format!(
                "'{strength}' is not a move annotation; expected '!' and '?' only, such as '!?' or '(?)'"
            ));
        }
        spelled.check()?;
        Ok(Move { strength: strength.into(), ..Move::of(spelled, Place::START) })
    }

    /// The move that a text is, nothing standing at it.
    pub fn parse(text: &str) -> Result<Move<S>, String> {
        let spelled = parse_whole(text, S::read(text), "the end of the move")?;
        spelled.check()?;
        Ok(Move::of(spelled, Place::START))
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
