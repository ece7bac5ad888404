//! A position in a text that knows its line and column.

use super::{PdnError, Place};
use crate::game::{Misspelled, found};

/// What is left of a text. Places are asked for from front to back, so that counting lines costs one pass in
/// all.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
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

impl<'a> Cursor<'a> {
    pub(super) fn resume(text: &'a str, Mark { at, counted, place }: Mark) -> Cursor<'a> {
        Cursor { text, at: at.min(text.len()), counted: counted.min(text.len()), place }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { at: self.at, counted: self.counted, place: self.place }
    }

    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Cursor { text, at, counted: at, place: Place::START }
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.ahead(0)
    }

    /// The byte that stands `n` bytes further on.
    pub(super) fn ahead(&self, n: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + n).copied()
    }

    pub(super) fn rest(&self) -> &'a str {
        // Only whole ASCII characters and whole runs that end before one are ever passed.
        self.text.get(self.at..).unwrap_or("")
    }

    /// Passes `n` bytes, which end a character.
    pub(super) fn pass(&mut self, n: usize) {
        self.at = (self.at + n).min(self.text.len());
    }

    /// Passes `byte` if it comes next.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let comes = self.peek() == Some(byte);
        self.at += usize::from(comes);
        comes
    }

    /// Passes the ASCII characters that `wanted` knows, and shows them.
    pub(super) fn take_while(&mut self, wanted: impl Fn(u8) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.bytes().position(|byte| !(byte.is_ascii() && wanted(byte))).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Passes what stands before `byte` (an ASCII character), and `byte` itself. None, and nothing passed, if
    /// there is no such byte.
    pub(super) fn take_until(&mut self, byte: u8) -> Option<&'a str> {
        let rest = self.rest();
        let length = rest.bytes().position(|b| b == byte)?;
        self.at += length + 1;
        Some(&rest[..length])
    }

    /// Passes the rest of the line, and shows it without its end.
    pub(super) fn take_line(&mut self) -> &'a str {
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
    pub(super) fn place(&mut self) -> Place {
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
    pub(super) fn spelled<T>(
        &mut self,
        read: fn(&str) -> Result<(T, usize), Misspelled>,
    ) -> Result<T, PdnError> {
        match read(self.rest()) {
            Ok((spelled, length)) => {
                self.pass(length);
                Ok(spelled)
            }
            Err(Misspelled { at, problem }) => {
                self.pass(at);
                Err(PdnError::new(self.place(), problem))
            }
        }
    }

    /// The refusal of what comes next.
    pub(super) fn expected(&mut self, what: &str) -> PdnError {
        PdnError::new(self.place(), format!("expected {what}, found {}", found(self.rest())))
    }
}
