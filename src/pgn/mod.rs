//! Portable Game Notation: games of chess and Chess960 as text.
//!
//! Moves stand in Standard Algebraic Notation ([`San`]). `[FEN "…"]` (with `[SetUp "1"]`) gives the
//! position that a game starts from, `[Variant "Chess960"]` tells a game that is not `chess`. Results are
//! `1-0`, `0-1`, `1/2-1/2` and `*`; `0-0` is a castling. All else is as in any
//! [portable notation](crate::portable).

mod moves;
mod scribe;
#[cfg(test)]
mod tests;
mod variant;

pub use crate::games::chess::san::San;
pub use crate::portable::{Mark, MoveNumber, Place, Played, Score, Scribe, Tag, TextError};
pub use scribe::scribe;
pub use variant::id_of;

use crate::portable;

/// A game of chess as it is written down.
pub type Record = portable::Record<San>;
/// A part of its movetext.
pub type Item = portable::Item<San>;
/// A move of it.
pub type Move = portable::Move<San>;

/// The games of a PGN text, one after the other.
///
/// ```
/// use plyground::pgn::Reader;
/// let text = "[Event \"Cup\"]\n1. e4 e5 2. Nf3 {well known} Nc6 *\n[Event \"Final\"]\n1. e4+- *";
/// let mut games = Reader::new(text);
/// assert_eq!(games.next().unwrap().unwrap().moves().count(), 4);
/// let error = games.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "line 4, column 7: expected a space after the move, found '-'");
/// assert!(games.next().is_none());
/// ```
pub type Reader<'a> = portable::Reader<'a, San>;
