//! The role of the notation: step strings, position strings and turns.

use super::super::turns::{list_turns, read_turn, turn_sequences};
use super::super::{
    FenError, TooManyTurns, Turn, collect_legal, first_bytes, illegal_step_message, legal_steps_text,
};
use super::Actions;

/// The texts of steps, positions and turns, and the reasons why a text is rejected.
pub trait Notation: Actions {
    /// Writes the step string of a legal step.
    fn write_step(&self, state: &Self::State, step: Self::Step, out: &mut String);

    /// Returns the step string of a legal step.
    fn step_text(&self, state: &Self::State, step: Self::Step) -> String {
        let mut text = String::new();
        self.write_step(state, step, &mut text);
        text
    }

    /// Returns a number that sorts legal steps like their strings: the first 16 bytes of the string.
    fn sort_key(&self, state: &Self::State, step: Self::Step) -> u128 {
        first_bytes(&self.step_text(state, step))
    }

    /// Returns the legal step with this step string.
    fn read_step(&self, state: &Self::State, text: &str) -> Option<Self::Step> {
        let mut written = String::new();
        collect_legal(self, state).into_iter().find(|&step| {
            written.clear();
            self.write_step(state, step, &mut written);
            written == text
        })
    }

    /// Returns the message of the exception for a text that is not a legal step: the reason, and the legal
    /// steps.
    fn explain_text(&self, state: &Self::State, text: &str) -> String {
        illegal_step_message(text, None, &legal_steps_text(self, state))
    }

    /// Returns the position string.
    fn fen(&self, state: &Self::State) -> String;

    /// Reads a position string. Play can continue from every state that it accepts.
    ///
    /// # Errors
    ///
    /// [`FenError`] if the text is not a position of the game.
    fn read_fen(&self, text: &str) -> Result<Self::State, FenError>;

    /// Returns all legal turns from this state, without duplicates, sorted by text.
    ///
    /// # Errors
    ///
    /// [`TooManyTurns`] if listing them could take a tenth of a second.
    fn turns(&self, state: &Self::State) -> Result<Vec<Turn<Self::Step>>, TooManyTurns> {
        list_turns(self, state)
    }

    /// Returns the steps of the turn that a text names: the text of one of [`turns`](Notation::turns), or an
    /// alternative spelling if the notation has any.
    ///
    /// # Errors
    ///
    /// A message that states what is wrong.
    fn read_turn(&self, state: &Self::State, text: &str) -> Result<Vec<Self::Step>, String> {
        read_turn(self, state, text)
    }

    /// Returns the number of sequences of `depth` whole turns. `go_on` works as in
    /// [`perft`](super::Rules::perft).
    fn perft_turns(&self, state: &Self::State, depth: u32, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        turn_sequences(self, state, depth, go_on)
    }
}
