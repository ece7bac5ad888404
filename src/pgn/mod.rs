//! Portable Game Notation (PGN): records of games of chess and Chess960 as text.
//!
//! The syntax is that of [`crate::notation`], with these properties:
//!
//! - Moves are in Standard Algebraic Notation ([`San`]).
//! - `[FEN "…"]` (with `[SetUp "1"]`) gives the start position.
//! - `[Variant "Chess960"]` marks games of Chess960.
//! - Results are `1-0`, `0-1`, `1/2-1/2` and `*`. `0-0` is castling.

mod codec;
mod moves;
#[cfg(test)]
mod tests;
mod variant;

use crate::notation;

pub use crate::games::chess::variants::orthodox::san::San;
pub use crate::notation::{
    Checkpoint, GameResult, Location, MoveNumber, NotationError, PlayedGame, RecordCodec, Tag,
};
pub use codec::codec;
pub use variant::variant_id;

/// The record of a chess game.
pub type Record = notation::Record<San>;
/// An item of the movetext of a chess game.
pub type Item = notation::Item<San>;
/// A move of a chess game.
pub type Move = notation::Move<San>;

/// An iterator over the records of a PGN text.
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
pub type Reader<'a> = notation::Reader<'a, San>;
