//! Game records as text: the code that Portable Draughts Notation (PDN) and Portable Game Notation (PGN)
//! share.
//!
//! A text is a sequence of records. A record has *tags* (`[White "Wyllie, J."]`) and *movetext*, which ends
//! with the result of the game or with `*`:
//!
//! - Moves are numbered by pairs. Three dots after a number mean that the second move of the pair follows.
//! - `{…}` is a comment. `;` starts a comment that ends with the line. Lines with `%` in front are ignored.
//! - `(…)` is a variation. `$1` annotates the move before it, as `!` and `?` directly after a move do.
//!
//! [`MoveNotation`] describes the differences between PDN and PGN, such as the notation of moves.
//!
//! There are two layers. [`Reader`], [`Record`] and the parts of a record handle text and do not know the
//! rules of games. A [`RecordCodec`] replays records by the rules of a game, and writes records of games.

mod codec;
mod cursor;
mod error;
mod move_notation;
mod read;
mod record;
mod write;

pub(crate) use codec::{MoveNumbers, OPTIONS_TAG, POSITION_TAG, VARIANT_TAG, changed_options};
pub use codec::{PlayedGame, RecordCodec};
pub use cursor::Checkpoint;
pub(crate) use cursor::Cursor;
pub use error::{Location, NotationError};
pub use move_notation::MoveNotation;
pub use read::Reader;
pub use record::{GameResult, Item, Move, MoveNumber, Record, SetUp, Tag};
