//! The notation of Zombie Chess: step strings and position strings.

use super::{State, Zombie, late, texts};
use crate::game::{FenError, Seat};
use crate::games::chess::step::{MoveKind, Step, UciMove};
use crate::games::chess::variant::VariantNotation;

impl VariantNotation for Zombie {
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

    fn find_step(&self, state: &State, named: UciMove) -> Option<Step> {
        let position = &state.position;
        if late::is_late(position, named.from) {
            return named.promotion.map(|kind| Step::new(named.from, named.to, MoveKind::Promotion(kind)));
        }
        position.find_step(named, self.castling_notation())
    }
}
