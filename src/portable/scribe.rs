//! Between records and games: one who plays what a record says, and writes down what was played.

use super::{MoveNumber, Record, TextError};
use crate::game::Options;

/// The tag with the whole position string, in records of games that start from a position with a past.
pub(crate) const POSITION: &str = "Position";

/// The tag that names the game.
pub(crate) const VARIANT: &str = "Variant";

/// The tag that names the options in which a game differs from the one of its id:
/// `flying=false,priority=any`.
pub(crate) const OPTIONS: &str = "Options";

/// The value of the tag Options: what differs from the usual options, if anything does.
pub(crate) fn changed(options: &Options, usual: &Options) -> Option<String> {
    let odd = options.iter().filter(|(name, value)| usual.get(name) != Some(value));
    let odd: Vec<String> = odd.map(|(name, value)| format!("{name}={value}")).collect();
    (!odd.is_empty()).then(|| odd.join(","))
}

/// A game as it was played: the position string that it started from, and its steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The position string.
    pub start: String,
    /// The step strings.
    pub steps: Vec<String>,
    /// How many moves of the record were left out because they came after a draw: in tournaments draws must
    /// be claimed, here they end the game (Draughts 10, Chess 9).
    pub left_out: usize,
}

/// One who reads and writes the records of one game.
pub trait Scribe<S>: Send + Sync {
    /// Plays what a record says, as long as `go_on` says so, which is asked before every move.
    fn play(&self, record: &Record<S>, go_on: &mut dyn FnMut() -> bool) -> Result<Played, TextError>;

    /// Writes down what was played, as long as `go_on` says so, with the tags that tell the game, where it
    /// started and how it ended.
    fn write(&self, played: &Played, go_on: &mut dyn FnMut() -> bool) -> Result<Record<S>, String>;
}

/// The numbers of moves as far as they go.
pub(crate) struct Numbers {
    /// Whether the game starts from the beginning, so that its first number is 1.
    from_start: bool,
    /// Whole pairs and moves counted when the first number came, relative to the turns of the record:
    /// `2 * number + second - turn`.
    begun: Option<i64>,
}

impl Numbers {
    /// None yet, of a game that starts from the beginning or elsewhere.
    pub fn new(from_start: bool) -> Numbers {
        Numbers { from_start, begun: None }
    }

    /// Refuses the number before a turn if it does not go on from those before it.
    pub fn check(&mut self, number: Option<MoveNumber>, turn: usize) -> Result<(), String> {
        let Some(number) = number else { return Ok(()) };
        let found = 2 * i64::from(number.number) + i64::from(number.second);
        let turn = turn as i64;
        let begun = *self.begun.get_or_insert(if self.from_start { 2 } else { found - turn });
        if found - turn == begun {
            return Ok(());
        }
        let right = begun + turn;
        let right = MoveNumber { number: (right / 2).max(0) as u32, second: right % 2 == 1 };
        Err(format!("expected move number {right}, found {number}"))
    }
}
