//! Reading PDN: one pass over the text, game by game.

use super::cursor::{Cursor, Mark};
use super::{Item, Move, MoveNumber, PdnError, Place, Record, Score, SetUp, Tag};
use crate::game::found;
use crate::games::draughts::{Spelled, Square};

/// Variations may stand in variations, but not deeper than this.
const MOST_NESTED: usize = 64;

/// The glyph that says what `*` behind a move says: it was forced. PDN 3.0 wants it written so, because `*`
/// also ends games.
const FORCED: u16 = 7;

/// The games of a text, one after the other.
///
/// After a malformed game it goes on at the next tag section: `filter_map(Result::ok)` skips malformed games,
/// collecting into a `Result` stops at the first one.
///
/// ```
/// use plyground::pdn::Reader;
/// let text = "[Event \"Cup\"]\n1. 11-15 23-18 2. 8-11 {well known} 27-23 *\n[Event \"Final\"]\n1. 11+15 *";
/// let mut games = Reader::new(text);
/// assert_eq!(games.next().unwrap().unwrap().moves().count(), 4);
/// let error = games.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "line 4, column 6: expected '-' or 'x' and a square, found '+15'");
/// assert!(games.next().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    cursor: Cursor<'a>,
    variations: bool,
    in_tags: bool,
}

impl<'a> Reader<'a> {
    /// Reads the games of `text`, variations and all.
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { cursor: Cursor::new(text), variations: true, in_tags: false }
    }

    /// Whether to keep variations.
    pub fn variations(mut self, keep: bool) -> Reader<'a> {
        self.variations = keep;
        self
    }

    /// Reads on in `text`, where another reader of it stopped.
    pub fn resume(text: &'a str, mark: Mark) -> Reader<'a> {
        Reader { cursor: Cursor::resume(text, mark), variations: true, in_tags: false }
    }

    /// Where it is between two games: what [`resume`](Reader::resume) needs to go on.
    pub fn mark(&self) -> Mark {
        self.cursor.mark()
    }

    fn blanks(&mut self) {
        self.cursor.take_while(|byte| byte.is_ascii_whitespace());
    }

    /// Passes blanks, and tells whether there was an empty line among them.
    fn empty_line(&mut self) -> bool {
        self.cursor.take_while(|byte| byte.is_ascii_whitespace()).bytes().filter(|&b| b == b'\n').count() > 1
    }

    fn game(&mut self) -> Result<Option<Record>, PdnError> {
        let mut record = Record::default();
        let mut text = Movetext::default();
        loop {
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
            return Err(PdnError::new(open.place, "this variation is never closed; expected ')' at its end"));
        }
        record.items = text.items;
        let empty = record.tags.is_empty() && record.items.is_empty() && record.result.is_none();
        Ok((!empty).then_some(record))
    }

    /// All tags up to the movetext, or up to the next game if this one has none.
    fn tags(&mut self, record: &mut Record) -> Result<(), PdnError> {
        while self.cursor.peek() == Some(b'[') {
            let mut ahead = self.cursor.clone();
            ahead.pass(1);
            ahead.take_while(|byte| byte.is_ascii_whitespace());
            let place = ahead.place();
            let name = ahead.take_while(Tag::in_name);
            if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
                return Err(PdnError::new(
                    place,
                    format!("expected the name of a tag, found {}", found(ahead.rest())),
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
    fn begins_again(&self, record: &Record) -> bool {
        let mut ahead = self.cursor.clone();
        ahead.take(b'[') && {
            ahead.take_while(|byte| byte.is_ascii_whitespace());
            record.tag(ahead.take_while(Tag::in_name)).is_some()
        }
    }

    /// One part of the movetext; the result, if that is what it is.
    fn item(&mut self, text: &mut Movetext) -> Result<Option<Score>, PdnError> {
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
                    return Err(PdnError::new(
                        place,
                        "this comment is never closed; expected '}' at its end",
                    ));
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
                    return Err(PdnError::new(place, "expected a number up to 65535 after '$'"));
                };
                text.push(Item::Nag(nag));
            }
            b'(' => {
                self.cursor.pass(1);
                if text.open.len() == MOST_NESTED {
                    let problem = format!("variations are nested deeper than {MOST_NESTED}");
                    return Err(PdnError::new(place, problem));
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
            b'/' => {
                self.cursor.pass(1);
                let Some(command) = self.cursor.take_until(b'/') else {
                    return Err(PdnError::new(place, "this set-up is never closed; expected '/' at its end"));
                };
                text.push(Item::SetUp(SetUp { command: one_line(command), place }));
            }
            b'.' => {
                // `1. ... 7-12`: the first move of that number stands elsewhere.
                let dots = self.cursor.take_while(|byte| byte == b'.').len();
                if dots < 3 {
                    return Err(PdnError::new(place, "expected a move, found '.'"));
                }
                text.number.iter_mut().for_each(|number| number.second = true);
            }
            b'!' | b'?' => {
                let Some(Item::Move(last)) = text.items.last_mut().filter(|_| text.number.is_none()) else {
                    return Err(self.cursor.expected("a move"));
                };
                last.strength.push_str(self.cursor.take_while(|byte| matches!(byte, b'!' | b'?')));
            }
            letter if Square::file(letter).is_some() => self.read_move(text, place)?,
            _ => return Err(self.cursor.expected("a move, a comment or a result")),
        }
        Ok(None)
    }

    /// A result, if one comes next. None of them could be a move.
    fn score(&mut self) -> Option<Score> {
        let rest = self.cursor.rest();
        let word = &rest[..rest.bytes().take_while(|b| matches!(b, b'0'..=b'9' | b'-' | b'/')).count()];
        let score = Score::parse(word)?;
        self.cursor.pass(word.len());
        Some(score)
    }

    fn number_or_move(&mut self, text: &mut Movetext, place: Place) -> Result<(), PdnError> {
        let mut ahead = self.cursor.clone();
        let digits = ahead.take_while(|byte| byte.is_ascii_digit());
        let dots = ahead.take_while(|byte| byte == b'.').len();
        if dots == 0 {
            return self.read_move(text, place);
        }
        let Ok(number) = digits.parse() else {
            return Err(PdnError::new(place, "this number of a move is too great"));
        };
        self.cursor = ahead;
        text.number = Some(MoveNumber { number, second: dots > 1 });
        Ok(())
    }

    fn read_move(&mut self, text: &mut Movetext, place: Place) -> Result<(), PdnError> {
        let mut played = Move::of(self.cursor.spelled(Spelled::read)?, place);
        played.check().map_err(|problem| PdnError::new(place, problem))?;
        let mut forced = false;
        loop {
            match self.cursor.peek() {
                Some(b'!' | b'?') => {
                    played.strength.push_str(self.cursor.take_while(|byte| matches!(byte, b'!' | b'?')));
                }
                Some(b'*') => {
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
                Some(b')' | b'{' | b'}' | b';' | b'$' | b'[') | None => break,
                Some(blank) if blank.is_ascii_whitespace() => break,
                Some(_) => return Err(self.cursor.expected("a blank after the move")),
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
    fn resynchronise(&mut self) {
        let begins = |cursor: &Cursor| {
            let line = cursor.rest().split('\n').next().unwrap_or("").trim_ascii_start();
            let name = line.strip_prefix('[').unwrap_or("").trim_ascii_start();
            name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.contains('"')
        };
        let mut inside = std::mem::take(&mut self.in_tags);
        loop {
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

impl Iterator for Reader<'_> {
    type Item = Result<Record, PdnError>;

    fn next(&mut self) -> Option<Result<Record, PdnError>> {
        let game = self.game();
        if game.is_err() {
            self.resynchronise();
        }
        game.transpose()
    }
}

/// The movetext as far as it has been read: the innermost variation, and what stands around it.
#[derive(Default)]
struct Movetext {
    items: Vec<Item>,
    number: Option<MoveNumber>,
    open: Vec<Open>,
    begun: bool,
}

/// A variation that has not been closed.
struct Open {
    place: Place,
    outer: Vec<Item>,
    number: Option<MoveNumber>,
}

impl Movetext {
    fn push(&mut self, item: Item) {
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
fn string(cursor: &mut Cursor) -> Result<String, PdnError> {
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
