//! The reader of records: one pass over the text, record by record.

use super::cursor::{Checkpoint, Cursor};
use super::{GameResult, Item, Location, Move, MoveNotation, MoveNumber, NotationError, Record, SetUp, Tag};
use crate::game::first_word;
use std::marker::PhantomData;

/// Maximum depth of nested variations.
const MAX_NESTING: usize = 64;

/// The numeric annotation glyph for a forced move, which PDN also marks with `*` after the move. PDN 3.0
/// recommends the glyph, because `*` also ends games.
const FORCED: u16 = 7;

/// An iterator over the records of a text.
///
/// After a malformed record the reader continues at the next tag section: `filter_map(Result::ok)` skips
/// malformed records, and collecting into a `Result` stops at the first one.
#[derive(Clone, Debug)]
pub struct Reader<'a, S> {
    cursor: Cursor<'a>,
    variations: bool,
    /// Whether the tags of a record are being read. It stays true if they are malformed.
    in_tags: bool,
    notation: PhantomData<S>,
}

impl<'a, S: MoveNotation> Reader<'a, S> {
    /// Returns a reader of the records of `text`, which keeps variations.
    pub fn new(text: &'a str) -> Reader<'a, S> {
        Reader::at(Cursor::new(text))
    }

    fn at(cursor: Cursor<'a>) -> Reader<'a, S> {
        Reader { cursor, variations: true, in_tags: false, notation: PhantomData }
    }

    /// Sets whether to keep variations.
    pub fn variations(mut self, keep: bool) -> Reader<'a, S> {
        self.variations = keep;
        self
    }

    /// Returns a reader that continues at a checkpoint of another reader of `text`.
    pub fn resume(text: &'a str, checkpoint: Checkpoint) -> Reader<'a, S> {
        Reader::at(Cursor::resume(text, checkpoint))
    }

    /// Returns the current position between two records, for [`resume`](Reader::resume).
    pub fn checkpoint(&self) -> Checkpoint {
        self.cursor.checkpoint()
    }

    /// Reads the next record. `go_on` is called before each item, and reading stops when it returns false.
    /// The record is then incomplete and must not be used.
    pub fn next_while(
        &mut self,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Result<Record<S>, NotationError>> {
        let record = self.record(go_on);
        if record.is_err() {
            self.skip_to_next_tags(go_on);
        }
        record.transpose()
    }

    fn skip_blanks(&mut self) {
        self.cursor.take_while(|byte| byte.is_ascii_whitespace());
    }

    /// Skips white space. Returns whether it contains an empty line.
    fn skip_blank_lines(&mut self) -> bool {
        self.cursor.take_while(|byte| byte.is_ascii_whitespace()).bytes().filter(|&b| b == b'\n').count() > 1
    }

    fn record(&mut self, go_on: &mut dyn FnMut() -> bool) -> Result<Option<Record<S>>, NotationError> {
        let mut record = Record::default();
        let mut text = Movetext { items: Vec::new(), number: None, open: Vec::new(), has_items: false };
        while go_on() {
            self.skip_blanks();
            if record.tags.is_empty() && text.items.is_empty() && text.number.is_none() {
                record.location = self.cursor.location();
            }
            match self.cursor.peek() {
                None => break,
                Some(b'[') => {
                    if !record.tags.is_empty() || text.has_moves() {
                        break;
                    }
                    self.in_tags = true;
                    self.tags(&mut record)?;
                    self.in_tags = false;
                }
                Some(b'%') => {
                    self.cursor.take_line();
                }
                Some(_) => {
                    if let Some(result) = self.item(&mut text)? {
                        if record.tags.is_empty() && !text.has_moves() {
                            // A separator without a record before it.
                            continue;
                        }
                        record.result = Some(result);
                        break;
                    }
                }
            }
        }
        if let Some(open) = text.open.last() {
            return Err(NotationError::new(open.location, "the variation is not closed; expected ')'"));
        }
        record.items = text.items;
        let empty = record.tags.is_empty() && record.items.is_empty() && record.result.is_none();
        Ok((!empty).then_some(record))
    }

    /// Reads all tags up to the movetext, or up to the next record if this one has no movetext.
    fn tags(&mut self, record: &mut Record<S>) -> Result<(), NotationError> {
        while self.cursor.peek() == Some(b'[') {
            let mut ahead = self.cursor.clone();
            ahead.advance(1);
            ahead.take_while(|byte| byte.is_ascii_whitespace());
            let location = ahead.location();
            let name = ahead.take_while(Tag::is_name_byte);
            if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
                return Err(NotationError::new(
                    location,
                    format!("expected the name of a tag, found {}", first_word(ahead.rest())),
                ));
            }
            ahead.take_while(|byte| byte.is_ascii_whitespace());
            if !ahead.eat(b'"') {
                return Err(ahead.expected("the value of the tag in quotes"));
            }
            let location = ahead.location();
            let value = quoted_string(&mut ahead)?;
            ahead.take_while(|byte| byte.is_ascii_whitespace());
            if !ahead.eat(b']') {
                return Err(ahead.expected("']' after the value of the tag"));
            }
            record.tags.push(Tag::at(name, value, location));
            self.cursor = ahead;
            if self.skip_blank_lines() && self.repeats_tag(record) {
                break;
            }
        }
        Ok(())
    }

    /// Returns whether the next tag has a name that the record already has, so that it starts a new record.
    fn repeats_tag(&self, record: &Record<S>) -> bool {
        let mut ahead = self.cursor.clone();
        ahead.eat(b'[') && {
            ahead.take_while(|byte| byte.is_ascii_whitespace());
            record.tag(ahead.take_while(Tag::is_name_byte)).is_some()
        }
    }

    /// Reads one item of the movetext. Returns the result if the item is the result of the game.
    fn item(&mut self, text: &mut Movetext<S>) -> Result<Option<GameResult>, NotationError> {
        let location = self.cursor.location();
        let Some(next) = self.cursor.peek() else { return Ok(None) };
        match next {
            b'0'..=b'9' => {
                // A result ends the game. In a variation it is the result of that line, and is skipped.
                if let Some(result) = self.read_result() {
                    return Ok(Some(result).filter(|_| text.open.is_empty()));
                }
                self.number_or_move(text, location)?;
            }
            b'*' => {
                self.cursor.advance(1);
                return Ok(Some(GameResult::Unknown).filter(|_| text.open.is_empty()));
            }
            b'{' => {
                self.cursor.advance(1);
                let Some(comment) = self.cursor.take_until(b'}') else {
                    return Err(NotationError::new(location, "the comment is not closed; expected '}'"));
                };
                text.push(Item::Comment(one_line(comment)));
            }
            b';' => {
                self.cursor.advance(1);
                let comment = one_line(self.cursor.take_line());
                text.push(Item::Comment(comment));
            }
            b'$' => {
                self.cursor.advance(1);
                let digits = self.cursor.take_while(|byte| byte.is_ascii_digit());
                let Ok(nag) = digits.parse() else {
                    return Err(NotationError::new(location, "expected a number from 0 to 65535 after '$'"));
                };
                text.push(Item::Nag(nag));
            }
            b'(' => {
                self.cursor.advance(1);
                if text.open.len() == MAX_NESTING {
                    let problem = format!("variations are nested deeper than the limit of {MAX_NESTING}");
                    return Err(NotationError::new(location, problem));
                }
                let outer = std::mem::take(&mut text.items);
                text.open.push(OpenVariation { location, outer, number: text.number.take() });
            }
            b')' => {
                let Some(open) = text.open.pop() else {
                    return Err(self.cursor.expected("a move (no variation is open)"));
                };
                self.cursor.advance(1);
                let inner = std::mem::replace(&mut text.items, open.outer);
                text.number = open.number;
                if self.variations {
                    text.push(Item::Variation(inner));
                }
            }
            b'/' if S::HAS_SET_UPS => {
                self.cursor.advance(1);
                let Some(command) = self.cursor.take_until(b'/') else {
                    return Err(NotationError::new(location, "the set-up is not closed; expected '/'"));
                };
                text.push(Item::SetUp(SetUp { command: one_line(command), location }));
            }
            b'.' => {
                // `1. ... 7-12`: the move is the second one with this number.
                let dots = self.cursor.take_while(|byte| byte == b'.').len();
                if dots < 3 {
                    return Err(NotationError::new(location, "expected a move, found '.'"));
                }
                text.number.iter_mut().for_each(|number| number.second = true);
            }
            b'!' | b'?' => {
                let Some(Item::Move(last)) = text.items.last_mut().filter(|_| text.number.is_none()) else {
                    return Err(self.cursor.expected("a move"));
                };
                last.strength.push_str(self.cursor.take_while(|byte| matches!(byte, b'!' | b'?')));
            }
            letter if S::can_start_with(letter) => self.read_move(text, location)?,
            _ => return Err(self.cursor.expected("a move, a comment or a result")),
        }
        Ok(None)
    }

    /// Reads a result if it is next. No result has the form of a move.
    fn read_result(&mut self) -> Option<GameResult> {
        let rest = self.cursor.rest();
        let word = &rest[..rest.bytes().take_while(|b| matches!(b, b'0'..=b'9' | b'-' | b'/')).count()];
        let result = S::parse_result(word)?;
        self.cursor.advance(word.len());
        Some(result)
    }

    fn number_or_move(&mut self, text: &mut Movetext<S>, location: Location) -> Result<(), NotationError> {
        let mut ahead = self.cursor.clone();
        let digits = ahead.take_while(|byte| byte.is_ascii_digit());
        let dots = ahead.take_while(|byte| byte == b'.').len();
        if dots == 0 && (!S::HAS_BARE_NUMBERS || ahead.peek() == Some(b'-')) {
            return self.read_move(text, location);
        }
        let Ok(number) = digits.parse() else {
            return Err(NotationError::new(location, "the move number is too large"));
        };
        self.cursor = ahead;
        text.number = Some(MoveNumber { number, second: dots > 1 });
        Ok(())
    }

    fn read_move(&mut self, text: &mut Movetext<S>, location: Location) -> Result<(), NotationError> {
        let mut next_move = Move::new(self.cursor.parse(S::parse_prefix)?, location);
        next_move.notation.validate().map_err(|problem| NotationError::new(location, problem))?;
        let mut forced = false;
        loop {
            match self.cursor.peek() {
                Some(b'!' | b'?') => {
                    next_move.strength.push_str(self.cursor.take_while(|byte| matches!(byte, b'!' | b'?')));
                }
                Some(b'*') if S::HAS_FORCED_MARKS => {
                    self.cursor.advance(1);
                    forced = true;
                }
                Some(b'(') => {
                    let mut ahead = self.cursor.clone();
                    ahead.advance(1);
                    let marks = ahead.take_while(|byte| matches!(byte, b'!' | b'?'));
                    if marks.is_empty() || !ahead.eat(b')') || !next_move.strength.is_empty() {
                        break;
                    }
                    next_move.strength = format!("({marks})");
                    self.cursor = ahead;
                }
                Some(b')' | b'{' | b'}' | b';' | b'$' | b'[' | b'*') | None => break,
                Some(blank) if blank.is_ascii_whitespace() => break,
                Some(_) => return Err(self.cursor.expected("a space after the move")),
            }
        }
        next_move.number = text.number.take();
        text.push(Item::Move(next_move));
        if forced {
            text.push(Item::Nag(FORCED));
        }
        Ok(())
    }

    /// Skips the text up to the next tag section.
    fn skip_to_next_tags(&mut self, go_on: &mut dyn FnMut() -> bool) {
        let starts_tags = |cursor: &Cursor| {
            let line = cursor.rest().split('\n').next().unwrap_or("").trim_ascii_start();
            let name = line.strip_prefix('[').unwrap_or("").trim_ascii_start();
            name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.contains('"')
        };
        let mut inside = std::mem::take(&mut self.in_tags);
        while go_on() {
            self.cursor.take_line();
            if self.cursor.peek().is_none() {
                return;
            }
            let line = self.cursor.rest().split('\n').next().unwrap_or("").trim_ascii();
            inside &= line.starts_with('[');
            if !inside && starts_tags(&self.cursor) {
                return;
            }
        }
    }
}

impl<S: MoveNotation> Iterator for Reader<'_, S> {
    type Item = Result<Record<S>, NotationError>;

    fn next(&mut self) -> Option<Result<Record<S>, NotationError>> {
        self.next_while(&mut || true)
    }
}

/// The movetext that was read so far: the innermost variation, and the variations that contain it.
struct Movetext<S> {
    items: Vec<Item<S>>,
    /// The number before the next move.
    number: Option<MoveNumber>,
    open: Vec<OpenVariation<S>>,
    /// Whether there are items other than comments.
    has_items: bool,
}

/// A variation that has not been closed.
struct OpenVariation<S> {
    location: Location,
    /// The items around the variation.
    outer: Vec<Item<S>>,
    number: Option<MoveNumber>,
}

impl<S> Movetext<S> {
    fn push(&mut self, item: Item<S>) {
        self.has_items |= !matches!(item, Item::Comment(_));
        self.items.push(item);
    }

    /// Returns whether there is more than comments, which may precede the tags of a record.
    fn has_moves(&self) -> bool {
        self.has_items || !self.open.is_empty()
    }
}

/// Returns the text of a comment with single spaces.
fn one_line(text: &str) -> String {
    let mut words = text.split_ascii_whitespace();
    let mut line = String::with_capacity(text.len());
    line.push_str(words.next().unwrap_or(""));
    for word in words {
        line.push(' ');
        line.push_str(word);
    }
    line
}

/// Reads a quoted string after its first quote. `\"` is a quote, `\\` a backslash.
fn quoted_string(cursor: &mut Cursor) -> Result<String, NotationError> {
    let rest = cursor.rest();
    let mut value = String::new();
    let mut escaped = false;
    for (at, c) in rest.char_indices() {
        match c {
            '\n' => {
                cursor.advance(at);
                return Err(cursor.expected("'\"' after the value of the tag"));
            }
            '"' if !escaped => {
                cursor.advance(at + 1);
                return Ok(value);
            }
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            '"' | '\\' => value.push(c),
            _ => {
                if escaped {
                    value.push('\\');
                }
                value.push(c);
            }
        }
        escaped = false;
    }
    cursor.advance(rest.len());
    Err(cursor.expected("'\"' after the value of the tag"))
}
