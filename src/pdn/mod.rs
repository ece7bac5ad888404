//! Portable Draughts Notation: games as text.
//!
//! A PDN text is a sequence of games. A game has *tags* (`[White "Wyllie, J."]`), and *movetext* that ends
//! with the game's result or with `*`:
//!
//! - A move names its squares, joined by `-` or, in captures, by `x` or `:` (the custom of Russian draughts).
//!   A capture may name only its first and last square if that is enough to tell it from all others. Squares
//!   are numbers or, in Russian, Brazilian and Turkish draughts, file and rank, as the tag GameType says.
//! - Moves are numbered by pairs; three dots after a number say that the second move of the pair follows.
//! - `{…}` is a comment, `;` begins one that ends with the line, a line that begins with `%` is ignored;
//!   `(…)` is a variation; `$1` annotates the move before it, and so do `!` and `?` that stand at a move.
//! - Results are `1-0 1/2-1/2 0-1` or, where a win counts two points, `2-0 1-1 0-2`; `0-0` is a loss for
//!   both. The number of White comes first in all games, whoever moves first. No result could be a move.
//! - `[FEN "W:W21,K22:B1"]` (with `[SetUp "1"]`) gives the position that the game starts from.
//!
//! Two layers: [`Reader`], [`Record`] and the parts of a record know the text and nothing of rules; the
//! reader accepts all spellings that are met in old files, the writer writes what PDN 3.0 asks for, except
//! that it ends games with their results, as programs expect. A [`Scribe`] plays records by the rules, and
//! writes records of games that were played.

mod cursor;
mod error;
mod game_type;
mod games;
mod position;
mod read;
mod record;
mod scribe;
#[cfg(test)]
mod tests;
mod write;

pub use crate::games::draughts::Square;
pub use cursor::Mark;
pub use error::{PdnError, Place};
pub use game_type::{Details, GameType, Notation};
pub use games::id_of;
pub use position::{Placed, Position};
pub use read::Reader;
pub use record::{Item, Move, MoveNumber, Record, Score, SetUp, Tag};
pub use scribe::{Played, Scribe, scribe};
