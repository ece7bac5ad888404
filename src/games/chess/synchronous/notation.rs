//! The notation of Synchronous Chess: step strings and position strings.

use super::{State, Synchronous, texts};
use crate::game::{FenError, Seat};
use crate::games::chess::step::Step;
use crate::games::chess::variant::VariantNotation;

impl VariantNotation for Synchronous {
    fn explain_text(&self, state: &State, text: &str) -> Option<String> {
        texts::explain_text(state, text)
    }

    fn explain_move(&self, state: &State, step: Step) -> String {
        texts::explain_move(state, step)
    }

    fn write_fen(&self, state: &State, viewer: Option<Seat>, out: &mut String) {
        texts::write(state, viewer, out);
    }

    fn read_fen(&self, text: &str) -> Result<State, FenError> {
        texts::read(text)
    }
}
