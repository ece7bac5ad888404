//! The notation of Half Alice Chess: step strings and position strings.

use super::{HalfAlice, State, texts};
use crate::game::{FenError, Seat};
use crate::games::chess::step::Step;
use crate::games::chess::variant::VariantNotation;

impl VariantNotation for HalfAlice {
    fn explain_move(&self, state: &State, step: Step) -> String {
        texts::explain_move(state, step, self.free_checkers(state, state.position.seat))
    }

    fn write_fen(&self, state: &State, _viewer: Option<Seat>, out: &mut String) {
        texts::write(state, out);
    }

    fn read_fen(&self, text: &str) -> Result<State, FenError> {
        texts::read(text, self.checkers)
    }
}
