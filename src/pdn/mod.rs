//! Portable Draughts Notation: games as text.
//!
//! A PDN text is a sequence of games. A game has *tags* (`[White "Wyllie, J."]`), and *movetext* that ends
//! with the game's result or with `*`:
//!
//! - A move names its squares, joined by `-` or, in captures, by `x` or `:` (the custom of Russian draughts).
//!   A capture may name only its first and last square if that is enough to tell it from all others. Squares
//!   are numbers or, in Russian, Brazilian and Turkish draughts, file and rank, as the tag GameType says.
//! - Results are `1-0 1/2-1/2 0-1` or, where a win counts two points, `2-0 1-1 0-2`; `0-0` is a loss for
//!   both. The number of White comes first in all games, whoever moves first. No result could be a move.
//! - `[FEN "W:W21,K22:B1"]` (with `[SetUp "1"]`) gives the position that the game starts from.
//!
//! All else is as in any [portable notation](crate::portable). The reader accepts all spellings that are met
//! in old files, the writer writes what PDN 3.0 asks for, except that it ends games with their results, as
//! programs expect. Captures have an `x` in all games: the standard's table wants `:` in Russian draughts,
//! but its grammar has only `x`, and so have programs that read it.

mod game_type;
mod games;
mod moves;
mod position;
mod scribe;
#[cfg(test)]
mod tests;

pub use crate::games::draughts::{Spelled, Square};
pub use crate::portable::{Mark, MoveNumber, Place, Played, Score, Scribe, SetUp, Tag, TextError};
pub use game_type::{Details, GameType, Notation};
pub use games::id_of;
pub use position::{Placed, Position};
pub use scribe::scribe;

use crate::portable;

/// A game of draughts as it is written down.
pub type Record = portable::Record<Spelled>;
/// A part of its movetext.
pub type Item = portable::Item<Spelled>;
/// A move of it.
pub type Move = portable::Move<Spelled>;

/// The games of a PDN text, one after the other.
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
pub type Reader<'a> = portable::Reader<'a, Spelled>;
