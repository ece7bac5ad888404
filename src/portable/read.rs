//! Reading games: one pass over the text, game by game.

use super::cursor::{Cursor, Mark};
use super::{Item, Move, MoveNumber, Place, Record, Score, SetUp, Spelling, Tag, TextError};
use crate::game::first_word;
use std::marker::PhantomData;

/// Variations may stand in variations, but not deeper than this.
const MOST_NESTED: usize = 64;

/// The glyph that says what `*` behind a move says in PDN: it was forced. PDN 3.0 wants it written so,
/// because `*` also ends games.
const FORCED: u16 = 7;

/// The games of a text, one after the other.
///
/// After a malformed game it goes on at the next tag section: `filter_map(Result::ok)` skips malformed games,
/// collecting into a `Result` stops at the first one.
#[derive(Clone, Debug)]
pub struct Reader<'a, S> {
    cursor: Cursor<'a>,
    variations: bool,
    in_tags: bool,
    spelling: PhantomData<S>,
}

impl<'a, S: Spelling> Reader<'a, S> {
    /// Reads the games of `text`, variations and all.
    pub fn new(text: &'a str) -> Reader<'a, S> {
        Reader::at(Cursor::new(text))
    }

    fn at(cursor: Cursor<'a>) -> Reader<'a, S> {
        Reader { cursor, variations: true, in_tags: false, spelling: PhantomData }
    }

    /// Whether to keep variations.
    pub fn variations(mut self, keep: bool) -> Reader<'a, S> {
        self.variations = keep;
        self
    }

    /// Reads on in `text`, where another reader of it stopped.
    pub fn resume(text: &'a str, mark: Mark) -> Reader<'a, S> {
        Reader::at(Cursor::resume(text, mark))
    }

    /// Where it is between two games: what [`resume`](Reader::resume) needs to go on.
    pub fn mark(&self) -> Mark {
        self.cursor.mark()
    }

    /// The next game, read as long as `go_on` says so, which is asked before every part of it; of a game that
    /// was broken off something, and nothing to rely on.
    pub fn next_while(&mut self, go_on: &mut dyn FnMut() -> bool) -> Option<Result<Record<S>, TextError>> {
        let game = self.game(go_on);
        if game.is_err() {
            self.resynchronise(go_on);
        }
        game.transpose()
    }

    fn blanks(&mut self) {
        self.cursor.take_while(|byte| byte.is_ascii_whitespace());
    }

    /// Passes blanks, and tells whether there was an empty line among them.
    fn empty_line(&mut self) -> bool {
        self.cursor.take_while(|byte| byte.is_ascii_whitespace()).bytes().filter(|&b| b == b'\n').count() > 1
    }

    fn game(&mut self, go_on: &mut dyn FnMut() -> bool) -> Result<Option<Record<S>>, TextError> {
        let mut record = Record::default();
        let mut text = Movetext { items: Vec::new(), number: None, open: Vec::new(), begun: false };
        while go_on() {
            self.blanks();
            if record.tags.is_empty() && text.items.is_empty() && text.number.is_none() {
                record.place = self.cursor.place();
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
                    if let Some(score) = self.item(&mut text)? {
                        if record.tags.is_empty() && !text.has_moves() {
                            // A separator with no game before it.
                            continue;
                        }
                        record.result = Some(score);
                        break;
                    }
                }
            }
        }
        if let Some(open) = text.open.last() {
            return Err(TextError::new(open.place, "the variation is not closed; expected ')'"));
        }
        record.items = text.items;
        let empty = record.tags.is_empty() && record.items.is_empty() && record.result.is_none();
        Ok((!empty).then_some(record))
    }

    /// All tags up to the movetext, or up to the next game if this one has none.
    fn tags(&mut self, record: &mut Record<S>) -> Result<(), TextError> {
        while self.cursor.peek() == Some(b'[') {
            let mut ahead = self.cursor.clone();
            ahead.pass(1);
            ahead.take_while(|byte| byte.is_ascii_whitespace());
            let place = ahead.place();
            let name = ahead.take_while(Tag::in_name);
            if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
                return Err(TextError::new(
                    place,
                    format!("expected the name of a tag, found {}", first_word(ahead.rest())),
                ));
            }
            ahead.take_while(|byte| byte.is_ascii_whitespace());
            if !ahead.take(b'"') {
                return Err(ahead.expected("the value of the tag in quotes"));
            }
            let place = ahead.place();
            let value = string(&mut ahead)?;
            ahead.take_while(|byte| byte.is_ascii_whitespace());
            if !ahead.take(b']') {
                return Err(ahead.expected("']' after the value of the tag"));
            }
            record.tags.push(Tag::read(name, value, place));
            self.cursor = ahead;
            if self.empty_line() && self.begins_again(record) {
                break;
            }
        }
        Ok(())
    }

    /// Whether a tag follows that the game already has.
    fn begins_again(&self, record: &Record<S>) -> bool {
        let mut ahead = self.cursor.clone();
        ahead.take(b'[') && {
            ahead.take_while(|byte| byte.is_ascii_whitespace());
            record.tag(ahead.take_while(Tag::in_name)).is_some()
        }
    }

    /// One part of the movetext; the result, if that is what it is.
    fn item(&mut self, text: &mut Movetext<S>) -> Result<Option<Score>, TextError> {
        let place = self.cursor.place();
        let Some(next) = self.cursor.peek() else { return Ok(None) };
        match next {
            b'0'..=b'9' => {
                // A result ends the game; in a variation it says how that line would end, and is passed over.
                if let Some(score) = self.score() {
                    return Ok(Some(score).filter(|_| text.open.is_empty()));
                }
                self.number_or_move(text, place)?;
            }
            b'*' => {
                self.cursor.pass(1);
                return Ok(Some(Score::Unknown).filter(|_| text.open.is_empty()));
            }
            b'{' => {
                self.cursor.pass(1);
                let Some(comment) = self.cursor.take_until(b'}') else {
                    return Err(TextError::new(place, "the comment is not closed; expected '}'"));
                };
                text.push(Item::Comment(one_line(comment)));
            }
            b';' => {
                self.cursor.pass(1);
                let comment = one_line(self.cursor.take_line());
                text.push(Item::Comment(comment));
            }
            b'$' => {
                self.cursor.pass(1);
                let digits = self.cursor.take_while(|byte| byte.is_ascii_digit());
                let Ok(nag) = digits.parse() else {
                    return Err(TextError::new(place, "expected a number from 0 to 65535 after '$'"));
                };
                text.push(Item::Nag(nag));
            }
            b'(' => {
                self.cursor.pass(1);
                if text.open.len() == MOST_NESTED {
                    let problem = format!("variations are nested deeper than the limit of {MOST_NESTED}");
                    return Err(TextError::new(place, problem));
                }
                let outer = std::mem::take(&mut text.items);
                text.open.push(Open { place, outer, number: text.number.take() });
            }
            b')' => {
                let Some(open) = text.open.pop() else {
                    return Err(self.cursor.expected("a move (no variation is open)"));
                };
                self.cursor.pass(1);
                let inner = std::mem::replace(&mut text.items, open.outer);
                text.number = open.number;
                if self.variations {
                    text.push(Item::Variation(inner));
                }
            }
            b'/' if S::SETS_UP => {
                self.cursor.pass(1);
                let Some(command) = self.cursor.take_until(b'/') else {
                    return Err(TextError::new(place, "the set-up is not closed; expected '/'"));
                };
                text.push(Item::SetUp(SetUp { command: one_line(command), place }));
            }
            b'.' => {
                // `1. ... 7-12`: the first move of that number stands elsewhere.
                let dots = self.cursor.take_while(|byte| byte == b'.').len();
                if dots < 3 {
                    return Err(TextError::new(place, "expected a move, found '.'"));
                }
                text.number.iter_mut().for_each(|number| number.second = true);
            }
            b'!' | b'?' => {
                let Some(Item::Move(last)) = text.items.last_mut().filter(|_| text.number.is_none()) else {
                    return Err(self.cursor.expected("a move"));
                };
                last.strength.push_str(self.cursor.take_while(|byte| matches!(byte, b'!' | b'?')));
            }
            letter if S::begins(letter) => self.read_move(text, place)?,
            _ => return Err(self.cursor.expected("a move, a comment or a result")),
        }
        Ok(None)
    }

    /// A result, if one comes next. None of them could be a move.
    fn score(&mut self) -> Option<Score> {
        let rest = self.cursor.rest();
        let word = &rest[..rest.bytes().take_while(|b| matches!(b, b'0'..=b'9' | b'-' | b'/')).count()];
        let score = S::score(word)?;
        self.cursor.pass(word.len());
        Some(score)
    }

    fn number_or_move(&mut self, text: &mut Movetext<S>, place: Place) -> Result<(), TextError> {
        let mut ahead = self.cursor.clone();
        let digits = ahead.take_while(|byte| byte.is_ascii_digit());
        let dots = ahead.take_while(|byte| byte == b'.').len();
        if dots == 0 && (!S::BARE_NUMBERS || ahead.peek() == Some(b'-')) {
            return self.read_move(text, place);
        }
        let Ok(number) = digits.parse() else {
            return Err(TextError::new(place, "the move number is too large"));
        };
        self.cursor = ahead;
        text.number = Some(MoveNumber { number, second: dots > 1 });
        Ok(())
    }

    fn read_move(&mut self, text: &mut Movetext<S>, place: Place) -> Result<(), TextError> {
        let mut played = Move::of(self.cursor.spelled(S::read)?, place);
        played.spelled.check().map_err(|problem| TextError::new(place, problem))?;
        let mut forced = false;
        loop {
            match self.cursor.peek() {
                Some(b'!' | b'?') => {
                    played.strength.push_str(self.cursor.take_while(|byte| matches!(byte, b'!' | b'?')));
                }
                Some(b'*') if S::MARKS_FORCED => {
                    self.cursor.pass(1);
                    forced = true;
                }
                Some(b'(') => {
                    let mut ahead = self.cursor.clone();
                    ahead.pass(1);
                    let marks = ahead.take_while(|byte| matches!(byte, b'!' | b'?'));
                    if marks.is_empty() || !ahead.take(b')') || !played.strength.is_empty() {
                        break;
                    }
                    played.strength = format!("({marks})");
                    self.cursor = ahead;
                }
                Some(b')' | b'{' | b'}' | b';' | b'$' | b'[' | b'*') | None => break,
                Some(blank) if blank.is_ascii_whitespace() => break,
                Some(_) => return Err(self.cursor.expected("a space after the move")),
            }
        }
        played.number = text.number.take();
        text.push(Item::Move(played));
        if forced {
            text.push(Item::Nag(FORCED));
        }
        Ok(())
    }

    /// Goes on to the next tag section.
    fn resynchronise(&mut self, go_on: &mut dyn FnMut() -> bool) {
        let begins = |cursor: &Cursor| {
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
            if !inside && begins(&self.cursor) {
                return;
            }
        }
    }
}

impl<S: Spelling> Iterator for Reader<'_, S> {
    type Item = Result<Record<S>, TextError>;

    fn next(&mut self) -> Option<Result<Record<S>, TextError>> {
        self.next_while(&mut || true)
    }
}

/// The movetext as far as it has been read: the innermost variation, and what stands around it.
struct Movetext<S> {
    items: Vec<Item<S>>,
    number: Option<MoveNumber>,
    open: Vec<Open<S>>,
    begun: bool,
}

/// A variation that has not been closed.
struct Open<S> {
    place: Place,
    outer: Vec<Item<S>>,
    number: Option<MoveNumber>,
}

impl<S> Movetext<S> {
    fn push(&mut self, item: Item<S>) {
        self.begun |= !matches!(item, Item::Comment(_));
        self.items.push(item);
    }

    /// Whether there is more than comments, which may stand before the tags of a game.
    fn has_moves(&self) -> bool {
        self.begun || !self.open.is_empty()
    }
}

/// The text of a comment with single blanks.
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

/// What stands in quotes, the first of which has been passed: `\"` is a quote, `\\` a backslash.
fn string(cursor: &mut Cursor) -> Result<String, TextError> {
    let rest = cursor.rest();
    let mut value = String::new();
    let mut escaped = false;
    for (at, c) in rest.char_indices() {
        match c {
            '\n' => {
                cursor.pass(at);
                return Err(cursor.expected("'\"' after the value of the tag"));
            }
            '"' if !escaped => {
                cursor.pass(at + 1);
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
    cursor.pass(rest.len());
    Err(cursor.expected("'\"' after the value of the tag"))
}
