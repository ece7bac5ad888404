//! Games as text: what the portable notations of draughts (PDN) and chess (PGN) share.
//!
//! A text is a sequence of games. A game has *tags* (`[White "Wyllie, J."]`), and *movetext* that ends with
//! the game's result or with `*`:
//!
//! - Moves are numbered by pairs; three dots after a number say that the second move of the pair follows.
//! - `{…}` is a comment, `;` begins one that ends with the line, a line that begins with `%` is ignored;
//!   `(…)` is a variation; `$1` annotates the move before it, and so do `!` and `?` that stand at a move.
//!
//! How a move is spelled, and what else differs, a [`Spelling`] says. Two layers: [`Reader`], [`Record`] and
//! the parts of a record know the text and nothing of rules; a [`Scribe`] plays records by the rules of a
//! game, and writes records of games that were played.

mod cursor;
mod error;
mod read;
mod record;
mod scribe;
mod spelling;
mod write;

pub(crate) use cursor::Cursor;
pub use cursor::Mark;
pub use error::{Place, TextError};
pub use read::Reader;
pub use record::{Item, Move, MoveNumber, Record, Score, SetUp, Tag};
pub(crate) use scribe::{Numbers, OPTIONS, POSITION, VARIANT, changed};
pub use scribe::{Played, Scribe};
pub use spelling::Spelling;
