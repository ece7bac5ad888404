//! The record of a game: tags, movetext and result.

use super::{Location, MoveNotation};
use crate::game::parse_whole;
use std::fmt;

/// The record of one game, as it is written. Its moves need not be legal.
///
/// Records are equal if their contents are equal. Locations are not compared.
#[derive(Clone, Debug)]
pub struct Record<S> {
    /// The tags, in the order of the text.
    pub tags: Vec<Tag>,
    /// The movetext.
    pub items: Vec<Item<S>>,
    /// The result that ends the movetext, if there is one.
    pub result: Option<GameResult>,
    /// The start of the record.
    pub location: Location,
}

impl<S: PartialEq> PartialEq for Record<S> {
    fn eq(&self, other: &Record<S>) -> bool {
        (&self.tags, &self.items, self.result) == (&other.tags, &other.items, other.result)
    }
}

impl<S: Eq> Eq for Record<S> {}

impl<S> Default for Record<S> {
    fn default() -> Record<S> {
        Record { tags: Vec::new(), items: Vec::new(), result: None, location: Location::START }
    }
}

impl<S> Record<S> {
    /// Returns the value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.find_tag(name).map(Tag::value)
    }

    /// Returns the first tag with this name.
    pub fn find_tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// Returns the moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = &Move<S>> {
        self.items.iter().filter_map(|item| match item {
            Item::Move(game_move) => Some(game_move),
            _ => None,
        })
    }
}

/// A tag: `[Event "Double Corner Dyke"]`.
#[derive(Clone, Debug)]
pub struct Tag {
    name: String,
    value: String,
    location: Location,
}

impl Tag {
    /// Returns a tag.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is not a letter followed by letters, digits, `_` or `-`, or if the value
    /// is not a single line.
    pub fn new(name: &str, value: &str) -> Result<Tag, String> {
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.bytes().all(Tag::is_name_byte) {
            return Err(format!(
                "'{name}' is not a tag name; expected a letter, then letters, digits, '_' or '-'"
            ));
        }
        if value.contains(['\n', '\r']) {
            return Err(format!("the value of the tag {name} must be a single line"));
        }
        Ok(Tag { name: name.into(), value: value.into(), location: Location::START })
    }

    /// Returns a tag that was read, with the location of its value.
    pub(super) fn at(name: &str, value: String, location: Location) -> Tag {
        Tag { name: name.into(), value, location }
    }

    /// Returns whether the names of tags may contain this character.
    pub(super) fn is_name_byte(byte: u8) -> bool {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the value, without quotes and escapes.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// Returns the start of the value.
    pub fn location(&self) -> Location {
        self.location
    }

    /// Returns the location in the text of a location in the value.
    pub(crate) fn locate(&self, location: Location) -> Location {
        Location {
            line: self.location.line,
            column: self.location.column.saturating_add(location.column - 1),
        }
    }
}

impl PartialEq for Tag {
    fn eq(&self, other: &Tag) -> bool {
        (&self.name, &self.value) == (&other.name, &other.value)
    }
}

impl Eq for Tag {}

/// An item of the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item<S> {
    /// A move.
    Move(Move<S>),
    /// A comment. Each run of white space is one space.
    Comment(String),
    /// A numeric annotation glyph (NAG): `$1` has the meaning of `!`.
    Nag(u16),
    /// Alternatives to the move before it.
    Variation(Vec<Item<S>>),
    /// In PDN, `/FEN "W:W31-50:B1-20"/`: the game continues from another position.
    SetUp(SetUp),
}

/// A command between slashes in the movetext.
#[derive(Clone, Debug)]
pub struct SetUp {
    /// The text between the slashes.
    pub command: String,
    /// The start of the command.
    pub location: Location,
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
    /// The move number before it.
    pub number: Option<MoveNumber>,
    /// The move as it is written.
    pub notation: S,
    /// The annotation directly after the move: exclamation and question marks, which may be in parentheses.
    pub strength: String,
    /// The start of the move.
    pub location: Location,
}

impl<S: PartialEq> PartialEq for Move<S> {
    fn eq(&self, other: &Move<S>) -> bool {
        (self.number, &self.notation, &self.strength) == (other.number, &other.notation, &other.strength)
    }
}

impl<S: Eq> Eq for Move<S> {}

/// Writes the move without its number and annotation.
impl<S: fmt::Display> fmt::Display for Move<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.notation.fmt(f)
    }
}

impl<S: MoveNotation> Move<S> {
    /// Returns a move without number and annotation.
    pub fn new(notation: S, location: Location) -> Move<S> {
        Move { number: None, notation, strength: String::new(), location }
    }

    /// Returns a move with an annotation.
    ///
    /// # Errors
    ///
    /// Returns an error if no game has such a move, or if `strength` is not a run of `!` and `?`, with or
    /// without parentheses.
    pub fn with_strength(notation: S, strength: &str) -> Result<Move<S>, String> {
        let marks = strength.strip_prefix('(').map_or(Some(strength), |inner| inner.strip_suffix(')'));
        if !marks.is_some_and(|marks| {
            marks.bytes().all(|byte| matches!(byte, b'!' | b'?')) && (marks == strength || !marks.is_empty())
        }) {
            return Err(format!(
                "'{strength}' is not a move annotation; expected '!' and '?' only, such as '!?' or '(?)'"
            ));
        }
        notation.validate()?;
        Ok(Move { strength: strength.into(), ..Move::new(notation, Location::START) })
    }

    /// Parses a text that consists of a move without number and annotation.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a move, or if no game has such a move.
    pub fn parse(text: &str) -> Result<Move<S>, String> {
        let notation = parse_whole(text, S::parse_prefix(text), "the end of the move")?;
        notation.validate()?;
        Ok(Move::new(notation, Location::START))
    }
}

/// The number before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// The number.
    pub number: u32,
    /// Whether the move is the second one with this number, as three dots mark it: `12... 7-11`.
    pub second: bool,
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.second { "..." } else { "." })
    }
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0` or `2-0`
    WhiteWins,
    /// `0-1` or `0-2`
    BlackWins,
    /// `1/2-1/2` or `1-1`
    Draw,
    /// `0-0`: both players lose.
    BothLose,
    /// `*`: the game is unfinished, or its result is unknown.
    Unknown,
}

impl GameResult {
    /// Returns the result that a text stands for.
    pub fn parse(text: &str) -> Option<GameResult> {
        Some(match text {
            "1-0" | "2-0" => GameResult::WhiteWins,
            "0-1" | "0-2" => GameResult::BlackWins,
            "1/2-1/2" | "1-1" => GameResult::Draw,
            "0-0" => GameResult::BothLose,
            "*" => GameResult::Unknown,
            _ => return None,
        })
    }

    /// Returns the text of the result. A win counts two points in international draughts, and one point in
    /// chess.
    pub fn as_str(self, two_points: bool) -> &'static str {
        match (self, two_points) {
            (GameResult::WhiteWins, false) => "1-0",
            (GameResult::WhiteWins, true) => "2-0",
            (GameResult::BlackWins, false) => "0-1",
            (GameResult::BlackWins, true) => "0-2",
            (GameResult::Draw, false) => "1/2-1/2",
            (GameResult::Draw, true) => "1-1",
            (GameResult::BothLose, _) => "0-0",
            (GameResult::Unknown, _) => "*",
        }
    }
}
