//! The notation of steps, positions and turns.

use super::game::Draughts;
use super::movement::{Movement, SetOf};
use super::state::{State, Step};
use super::{fen, perft};
use crate::game::roles::Notation;
use crate::game::{FenError, TooManyTurns, Turn, legal_steps_text};

impl<M: Movement> Notation for Draughts<M> {
    fn write_step(&self, _state: &State<SetOf<M>>, step: Step, out: &mut String) {
        self.tables.squares.write_step(step, out);
    }

    fn sort_key(&self, _state: &State<SetOf<M>>, step: Step) -> u128 {
        self.tables.squares.sort_key(step)
    }

    fn explain_text(&self, state: &State<SetOf<M>>, text: &str) -> String {
        self.tables.explain_text(state, text, &legal_steps_text(self, state))
    }

    fn fen(&self, state: &State<SetOf<M>>) -> String {
        fen::write(&self.tables.rules, &self.tables.squares, state)
    }

    fn read_fen(&self, text: &str) -> Result<State<SetOf<M>>, FenError> {
        self.tables.read_fen(text)
    }

    fn turns(&self, state: &State<SetOf<M>>) -> Result<Vec<Turn<Step>>, TooManyTurns> {
        self.tables.legal_turns(state)
    }

    fn read_turn(&self, state: &State<SetOf<M>>, text: &str) -> Result<Vec<Step>, String> {
        self.tables.read_turn(state, text)
    }

    fn perft_turns(
        &self,
        state: &State<SetOf<M>>,
        depth: u32,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<u64> {
        perft::perft(self.movement, &self.tables.rules, state, depth, true, go_on)
    }
}
