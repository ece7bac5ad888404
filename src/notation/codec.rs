//! Conversion between records and played games.

use super::{MoveNumber, NotationError, Record};
use crate::game::Options;

/// The tag with the whole position string, for games that start from a position with a history.
pub(crate) const POSITION_TAG: &str = "Position";

/// The tag with the name of the game.
pub(crate) const VARIANT_TAG: &str = "Variant";

/// The tag with the options whose values are not those of the id: `flying=false,priority=any`.
pub(crate) const OPTIONS_TAG: &str = "Options";

/// Returns the value of the tag `Options`: the options whose values are not the defaults. It is None if there
/// are none.
pub(crate) fn changed_options(options: &Options, defaults: &Options) -> Option<String> {
    let differing = options.iter().filter(|(name, value)| defaults.get(name) != Some(value));
    let differing: Vec<String> = differing.map(|(name, value)| format!("{name}={value}")).collect();
    (!differing.is_empty()).then(|| differing.join(","))
}

/// A game that was played: its start and its steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayedGame {
    /// The position string from which it started.
    pub start: String,
    /// The texts of its steps.
    pub steps: Vec<String>,
    /// The number of moves of the record that were skipped because they follow a draw. In tournaments draws
    /// must be claimed; here they end the game (Draughts 10, Chess 9).
    pub skipped_moves: usize,
}

/// A converter between records and played games, for one game.
pub trait RecordCodec<S>: Send + Sync {
    /// Plays the main line of a record. `go_on` is called before each move, and playing stops when it returns
    /// false.
    ///
    /// # Errors
    ///
    /// Returns an error if the start is not a valid position, if a move is not legal or is ambiguous, or if
    /// move numbers are not consecutive.
    fn play(&self, record: &Record<S>, go_on: &mut dyn FnMut() -> bool) -> Result<PlayedGame, NotationError>;

    /// Writes the record of a game, with tags for the game, its start and its result. `go_on` is called
    /// before each step, and writing stops when it returns false.
    ///
    /// # Errors
    ///
    /// Returns an error if a step is not legal, or if the notation cannot express the game.
    fn write(&self, played: &PlayedGame, go_on: &mut dyn FnMut() -> bool) -> Result<Record<S>, String>;
}

/// A check that move numbers are consecutive.
pub(crate) struct MoveNumbers {
    /// Whether the game starts from its usual start, so that its first move number is 1.
    from_start: bool,
    /// The offset of move numbers, `2 * number + second - turn`, which is the same for all moves of a game.
    /// The first move number sets it.
    offset: Option<i64>,
}

impl MoveNumbers {
    /// Returns a check for a game that starts from its usual start, or from another position.
    pub fn new(from_start: bool) -> MoveNumbers {
        MoveNumbers { from_start, offset: None }
    }

    /// Checks the move number before a turn, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error if the number does not follow from the numbers before it.
    pub fn check(&mut self, number: Option<MoveNumber>, turn: usize) -> Result<(), String> {
        let Some(number) = number else { return Ok(()) };
        let found = 2 * i64::from(number.number) + i64::from(number.second);
        let turn = turn as i64;
        let offset = *self.offset.get_or_insert(if self.from_start { 2 } else { found - turn });
        if found - turn == offset {
            return Ok(());
        }
        let expected = offset + turn;
        let expected = MoveNumber { number: (expected / 2).max(0) as u32, second: expected % 2 == 1 };
        Err(format!("expected move number {expected}, found {number}"))
    }
}
