//! The notation of Adrenaline Chess: step strings and position strings.

use super::{Adrenaline, Phase, State, run, texts};
use crate::game::{FenError, Seat};
use crate::games::chess::step::{Step, UciMove};
use crate::games::chess::variant::VariantNotation;

impl VariantNotation for Adrenaline {
    fn find_step(&self, state: &State, named: UciMove) -> Option<Step> {
        match state.extra.phase {
            Phase::Run { runner, .. } => run::find_step(&state.position, runner, named),
            _ => state.position.find_step(named, self.castling_notation()),
        }
    }

    fn explain_text(&self, state: &State, text: &str) -> Option<String> {
        texts::explain_text(state, text)
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        texts::explain_move(state, step)
    }

    fn write_fen(&self, state: &State, _viewer: Option<Seat>, out: &mut String) {
        texts::write(state, out);
    }

    fn read_fen(&self, text: &str) -> Result<State, FenError> {
        texts::read(text)
    }
}
