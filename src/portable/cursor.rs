//! A position in a text that knows its line and column.

use super::{Place, TextError};
use crate::game::{ParseError, first_word};

/// What is left of a text. Places are asked for from front to back, so that counting lines costs one pass in
/// all.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    counted: usize,
    place: Place,
}

/// A position in a text that does not hold on to the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    at: usize,
    counted: usize,
    place: Place,
}

impl Mark {
    /// Where every text begins.
    pub const START: Mark = Mark { at: 0, counted: 0, place: Place::START };

    /// Whether nothing is left of the text behind it.
    pub fn is_end_of(&self, text: &str) -> bool {
        self.at >= text.len()
    }

    /// Takes what stands before it off the text; it stands at the beginning of the rest then.
    pub fn forget_before(&mut self, text: &mut String) {
        let mut cursor = Cursor::resume(text, *self);
        let place = cursor.place();
        text.drain(..self.at.min(text.len()));
        *self = Mark { at: 0, counted: 0, place };
    }
}

impl<'a> Cursor<'a> {
    pub(crate) fn resume(text: &'a str, Mark { at, counted, place }: Mark) -> Cursor<'a> {
        if (Mark { at, counted, place }) == Mark::START {
            return Cursor::new(text);
        }
        Cursor { text, at: at.min(text.len()), counted: counted.min(text.len()), place }
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark { at: self.at, counted: self.counted, place: self.place }
    }

    pub(crate) fn new(text: &'a str) -> Cursor<'a> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Cursor { text, at, counted: at, place: Place::START }
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.ahead(0)
    }

    /// The byte that stands `n` bytes further on.
    pub(crate) fn ahead(&self, n: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + n).copied()
    }

    pub(crate) fn rest(&self) -> &'a str {
        // Only whole ASCII characters and whole runs that end before one are ever passed.
        self.text.get(self.at..).unwrap_or("")
    }

    /// Passes `n` bytes, which end a character.
    pub(crate) fn pass(&mut self, n: usize) {
        self.at = (self.at + n).min(self.text.len());
    }

    /// Passes `byte` if it comes next.
    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let comes = self.peek() == Some(byte);
        self.at += usize::from(comes);
        comes
    }

    /// Passes the ASCII characters that `wanted` knows, and shows them.
    pub(crate) fn take_while(&mut self, wanted: impl Fn(u8) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.bytes().position(|byte| !(byte.is_ascii() && wanted(byte))).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Passes what stands before `byte` (an ASCII character), and `byte` itself. None, and nothing passed, if
    /// there is no such byte.
    pub(crate) fn take_until(&mut self, byte: u8) -> Option<&'a str> {
        let rest = self.rest();
        let length = rest.bytes().position(|b| b == byte)?;
        self.at += length + 1;
        Some(&rest[..length])
    }

    /// Passes the rest of the line, and shows it without its end.
    pub(crate) fn take_line(&mut self) -> &'a str {
        let rest = self.rest();
        match self.take_until(b'\n') {
            Some(line) => line.strip_suffix('\r').unwrap_or(line),
            None => {
                self.at = self.text.len();
                rest
            }
        }
    }

    /// Where it stands. Never ask for a place before one that was already asked for.
    pub(crate) fn place(&mut self) -> Place {
        for byte in &self.text.as_bytes()[self.counted.min(self.at)..self.at] {
            if *byte == b'\n' {
                self.place = Place { line: self.place.line.saturating_add(1), column: 1 };
            } else if byte & 0xC0 != 0x80 {
                self.place.column = self.place.column.saturating_add(1);
            }
        }
        self.counted = self.counted.max(self.at);
        self.place
    }

    /// Passes what is spelled next, and shows it.
    pub(crate) fn spelled<T>(
        &mut self,
        read: fn(&str) -> Result<(T, usize), ParseError>,
    ) -> Result<T, TextError> {
        match read(self.rest()) {
            Ok((spelled, length)) => {
                self.pass(length);
                Ok(spelled)
            }
            Err(ParseError { at, problem }) => {
                self.pass(at);
                Err(TextError::new(self.place(), problem))
            }
        }
    }

    /// The refusal of what comes next.
    pub(crate) fn expected(&mut self, what: &str) -> TextError {
        TextError::new(self.place(), format!("expected {what}, found {}", first_word(self.rest())))
    }
}
