//! The notation of a game: step strings, position strings and explanations.

use super::ChessGame;
use super::variant::{ChessVariant, State};
use crate::game::roles::{Notation, Rules};
use crate::game::{
    FenError, first_bytes, game_over_message, illegal_step_message, legal_steps_text, turn_sequences,
};
use crate::games::chess::kit::explain;
use crate::games::chess::kit::step::{MoveKind, Step};

impl<V: ChessVariant> Notation for ChessGame<V> {
    fn write_step(&self, state: &State<V::Extra>, step: Step, out: &mut String) {
        match step.move_kind() {
            MoveKind::Choice => V::CHOICES.write(step.number(), out),
            _ => self.variant.write_step(state, step, out),
        }
    }

    fn sort_key(&self, state: &State<V::Extra>, step: Step) -> u128 {
        match step.move_kind() {
            MoveKind::Choice => first_bytes(&self.step_text(state, step)),
            _ if step.shadow().is_some() => first_bytes(&self.step_text(state, step)),
            _ => step.sort_key(self.variant.castling_notation()),
        }
    }

    fn read_step(&self, state: &State<V::Extra>, text: &str) -> Option<Step> {
        let step = match V::CHOICES.read(text) {
            Some(number) => Step::choice(number),
            None => self.variant.parse_step(state, text)?,
        };
        self.offers(state, step).then_some(step)
    }

    fn explain_text(&self, state: &State<V::Extra>, text: &str) -> String {
        if let Some(outcome) = self.outcome(state) {
            return illegal_step_message(text, Some(&game_over_message(outcome.reason.as_str())), "");
        }
        let reason = self.variant.explain_text(state, text).unwrap_or_else(|| {
            match explain::parse_move(&state.position, text, |named| self.variant.find_step(state, named)) {
                Ok(step) => self.variant.explain_move(state, step),
                Err(reason) => reason,
            }
        });
        illegal_step_message(text, Some(&reason), &legal_steps_text(self, state))
    }

    fn fen(&self, state: &State<V::Extra>) -> String {
        let mut out = String::with_capacity(96);
        V::FORMAT.write(&self.variant, state, None, &mut out);
        out
    }

    fn read_fen(&self, text: &str) -> Result<State<V::Extra>, FenError> {
        V::FORMAT.read(&self.variant, text)
    }

    fn perft_turns(
        &self,
        state: &State<V::Extra>,
        depth: u32,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<u64> {
        if V::ONE_STEP { self.perft(state, depth, go_on) } else { turn_sequences(self, state, depth, go_on) }
    }
}
