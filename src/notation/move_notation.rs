//! The differences between PDN and PGN.

use super::{GameResult, Record};
use crate::game::ParseError;
use std::fmt::{Debug, Display};

/// A move as it is written in PDN or PGN, with the properties of that format.
pub trait MoveNotation: Clone + Debug + Display + Eq + Send + Sync + 'static {
    /// Whether text between slashes sets up another position in the middle of a game.
    const HAS_SET_UPS: bool;
    /// Whether `*` directly after a move marks it as forced.
    const HAS_FORCED_MARKS: bool;
    /// Whether a move number may have no dots. A move can then start with a digit only if `-` follows the
    /// digit.
    const HAS_BARE_NUMBERS: bool;

    /// Returns whether a move may start with this character, which is not a digit.
    fn can_start_with(letter: u8) -> bool;

    /// Parses the move at the start of a text. Returns it with its length in bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not start with a move.
    fn parse_prefix(text: &str) -> Result<(Self, usize), ParseError>;

    /// Checks whether any game can have such a move.
    ///
    /// # Errors
    ///
    /// Returns the reason why no game has such a move.
    fn validate(&self) -> Result<(), String> {
        Ok(())
    }

    /// Returns the result that a text stands for.
    fn parse_result(text: &str) -> Option<GameResult>;

    /// Returns the text of a result at the end of a record.
    fn format_result(result: GameResult, record: &Record<Self>) -> &'static str;
}
