//! The notation of a course: step strings, position strings and explanations.

use super::choices::COURSE;
use super::course::State;
use super::{Golf, explain, moves, texts};
use crate::game::roles::{Notation, Rules};
use crate::game::{FenError, first_bytes};
use crate::games::chess::bitboard::bit;
use crate::games::chess::step::{MoveKind, Step, UciMove};

impl Notation for Golf {
    fn write_step(&self, _state: &State, step: Step, out: &mut String) {
        write_step(step, out);
    }

    fn sort_key(&self, state: &State, step: Step) -> u128 {
        match step.move_kind() {
            MoveKind::Choice => first_bytes(&self.step_text(state, step)),
            _ => step.sort_key(crate::games::chess::castling::CastlingNotation::TwoFiles),
        }
    }

    fn read_step(&self, state: &State, text: &str) -> Option<Step> {
        let step = self.find_step(state, text)?;
        self.is_legal(state, step).then_some(step)
    }

    fn explain_text(&self, state: &State, text: &str) -> String {
        explain::explain_text(self, state, text)
    }

    fn fen(&self, state: &State) -> String {
        texts::write(state, self.alone(), None)
    }

    fn read_fen(&self, text: &str) -> Result<State, FenError> {
        texts::read(self, text)
    }
}

impl Golf {
    /// The step that a text names, legal or not.
    fn find_step(&self, state: &State, text: &str) -> Option<Step> {
        if let Some(number) = self.choices.read(text) {
            return Some(Step::choice(number));
        }
        let UciMove { from, to, promotion: None } = UciMove::read(text)? else { return None };
        (state.pieces.occupied() & bit(from) != 0).then(|| moves::of_piece(&state.pieces, from, to))
    }
}

/// Appends the text of a step.
fn write_step(step: Step, out: &mut String) {
    match step.move_kind() {
        MoveKind::Choice => COURSE.write(step.number(), out),
        _ => step.write(crate::games::chess::castling::CastlingNotation::TwoFiles, out),
    }
}
