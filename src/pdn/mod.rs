//! Portable Draughts Notation (PDN): records of draughts games as text.
//!
//! The syntax is that of [`crate::notation`], with these properties:
//!
//! - A move names its squares, joined by `-` or, in captures, by `x` or `:` (in Russian draughts). A capture
//!   may name only its first and last square if no other capture has the same ones.
//! - Squares are numbers or, in Russian, Brazilian and Turkish draughts, file and rank. The tag `GameType`
//!   selects one of these.
//! - Results are `1-0 1/2-1/2 0-1` or, where a win counts two points, `2-0 1-1 0-2`. `0-0` is a loss for
//!   both. The number of White is first in all games, even if Black moves first. No result has the form of a
//!   move.
//! - `[FEN "W:W21,K22:B1"]` (with `[SetUp "1"]`) gives the start position.
//!
//! The reader accepts all variants of moves that occur in old files. The writer follows PDN 3.0 with two
//! exceptions, which match what programs expect. Games end with their results. Captures have an `x` in all
//! games: the table of the standard has `:` for Russian draughts, but its grammar and programs that read it
//! have only `x`.

mod codec;
mod game_type;
mod moves;
mod position;
#[cfg(test)]
mod tests;
mod variant;

pub use crate::games::draughts::{PdnMove, Square};
pub use crate::notation::{
    Checkpoint, GameResult, Location, MoveNumber, NotationError, PlayedGame, RecordCodec, SetUp, Tag,
};
pub use codec::codec;
pub use game_type::{GameType, GameTypeDetails, Notation};
pub use position::{PlacedPiece, Position};
pub use variant::variant_id;

use crate::notation;

/// The record of a draughts game.
pub type Record = notation::Record<PdnMove>;
/// An item of the movetext of a draughts game.
pub type Item = notation::Item<PdnMove>;
/// A move of a draughts game.
pub type Move = notation::Move<PdnMove>;

/// An iterator over the records of a PDN text.
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
pub type Reader<'a> = notation::Reader<'a, PdnMove>;
