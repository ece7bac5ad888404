//! A cursor over a text that can compute its line and column.

use super::{Location, NotationError};
use crate::game::{ParseError, first_word};

/// The unread part of a text.
///
/// Locations are requested in ascending order, so that counting lines takes one pass over the text in total.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    offset: usize,
    /// The offset of `location`.
    counted_to: usize,
    location: Location,
}

/// The position of a `Cursor`, without a reference to the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    offset: usize,
    counted_to: usize,
    location: Location,
}

impl Checkpoint {
    /// The start of a text.
    pub const START: Checkpoint = Checkpoint { offset: 0, counted_to: 0, location: Location::START };

    /// Returns whether the rest of the text is empty.
    pub fn is_end_of(&self, text: &str) -> bool {
        self.offset >= text.len()
    }

    /// Removes the part of the text before the checkpoint, which is then at the start of the text.
    pub fn discard_before(&mut self, text: &mut String) {
        let mut cursor = Cursor::resume(text, *self);
        let location = cursor.location();
        text.drain(..self.offset.min(text.len()));
        *self = Checkpoint { offset: 0, counted_to: 0, location };
    }
}

impl<'a> Cursor<'a> {
    /// Returns a cursor at a checkpoint.
    pub(crate) fn resume(
        text: &'a str,
        Checkpoint { offset, counted_to, location }: Checkpoint,
    ) -> Cursor<'a> {
        if (Checkpoint { offset, counted_to, location }) == Checkpoint::START {
            return Cursor::new(text);
        }
        Cursor { text, offset: offset.min(text.len()), counted_to: counted_to.min(text.len()), location }
    }

    /// Returns the current position.
    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint { offset: self.offset, counted_to: self.counted_to, location: self.location }
    }

    /// Returns a cursor at the start of a text, after a byte order mark if there is one.
    pub(crate) fn new(text: &'a str) -> Cursor<'a> {
        let offset = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Cursor { text, offset, counted_to: offset, location: Location::START }
    }

    /// Returns the next byte.
    pub(crate) fn peek(&self) -> Option<u8> {
        self.peek_at(0)
    }

    /// Returns the byte that is `n` bytes after the next byte.
    pub(crate) fn peek_at(&self, n: usize) -> Option<u8> {
        self.text.as_bytes().get(self.offset + n).copied()
    }

    /// Returns the unread part of the text.
    pub(crate) fn rest(&self) -> &'a str {
        // The cursor advances only by ASCII characters and by runs that end before one, so it never splits a
        // character.
        self.text.get(self.offset..).unwrap_or("")
    }

    /// Advances by `n` bytes, which must end at the end of a character.
    pub(crate) fn advance(&mut self, n: usize) {
        self.offset = (self.offset + n).min(self.text.len());
    }

    /// Advances past `byte` if it is the next byte. Returns whether it is.
    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.offset += usize::from(is_next);
        is_next
    }

    /// Advances past the ASCII characters that `accepts` accepts, and returns them.
    pub(crate) fn take_while(&mut self, accepts: impl Fn(u8) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.bytes().position(|byte| !(byte.is_ascii() && accepts(byte))).unwrap_or(rest.len());
        self.offset += length;
        &rest[..length]
    }

    /// Advances past `byte`, an ASCII character, and returns the text before it. Returns None without
    /// advancing if there is no such byte.
    pub(crate) fn take_until(&mut self, byte: u8) -> Option<&'a str> {
        let rest = self.rest();
        let length = rest.bytes().position(|b| b == byte)?;
        self.offset += length + 1;
        Some(&rest[..length])
    }

    /// Advances past the end of the line, and returns the rest of the line without its end.
    pub(crate) fn take_line(&mut self) -> &'a str {
        let rest = self.rest();
        match self.take_until(b'\n') {
            Some(line) => line.strip_suffix('\r').unwrap_or(line),
            None => {
                self.offset = self.text.len();
                rest
            }
        }
    }

    /// Returns the current location. It must not be before a location that was already requested.
    pub(crate) fn location(&mut self) -> Location {
        for byte in &self.text.as_bytes()[self.counted_to.min(self.offset)..self.offset] {
            if *byte == b'\n' {
                self.location = Location { line: self.location.line.saturating_add(1), column: 1 };
            } else if byte & 0xC0 != 0x80 {
                self.location.column = self.location.column.saturating_add(1);
            }
        }
        self.counted_to = self.counted_to.max(self.offset);
        self.location
    }

    /// Advances past what `read` parses, and returns it.
    ///
    /// # Errors
    ///
    /// Returns the error of `read`, with its location in the text.
    pub(crate) fn parse<T>(
        &mut self,
        read: fn(&str) -> Result<(T, usize), ParseError>,
    ) -> Result<T, NotationError> {
        match read(self.rest()) {
            Ok((value, length)) => {
                self.advance(length);
                Ok(value)
            }
            Err(ParseError { at, problem }) => {
                self.advance(at);
                Err(NotationError::new(self.location(), problem))
            }
        }
    }

    /// Returns an error which states that `what` is expected at the current location.
    pub(crate) fn expected(&mut self, what: &str) -> NotationError {
        NotationError::new(self.location(), format!("expected {what}, found {}", first_word(self.rest())))
    }
}
