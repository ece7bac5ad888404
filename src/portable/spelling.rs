//! What differs between the notations.

use super::{Record, Score};
use crate::game::ParseError;
use std::fmt::{Debug, Display};

/// How the moves of a notation are spelled, and what its movetext has besides.
pub trait Spelling: Clone + Debug + Display + Eq + Send + Sync + 'static {
    /// Whether what stands between slashes sets up another position in the midst of a game.
    const SETS_UP: bool;
    /// Whether `*` at a move says that it was forced.
    const MARKS_FORCED: bool;
    /// Whether a number before a move may have no dots: no move begins with a digit then, unless `-` follows
    /// it.
    const BARE_NUMBERS: bool;

    /// Whether a move may begin with this character, which is no digit.
    fn begins(letter: u8) -> bool;

    /// The move that a text begins with, and where it ends.
    fn read(text: &str) -> Result<(Self, usize), ParseError>;

    /// Refuses what no game has as a move, however it is spelled.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    /// The result that a text stands for.
    fn score(text: &str) -> Option<Score>;

    /// The text of a result at the end of a game.
    fn score_text(score: Score, record: &Record<Self>) -> &'static str;
}
