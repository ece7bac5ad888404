//! The roles `Notation` and `Information` of a game in Python.

use super::rules::python_rng;
use super::{PythonGame, PythonState, unexpected};
use plyground::game::roles::{Information, Notation, Rules};
use plyground::game::{FenError, Rng, Seat};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

impl Notation for PythonGame {
    fn write_step(&self, state: &PythonState, step: u32, out: &mut String) {
        let text: String = self.with(|rules| {
            let found = self.call(rules, "step_of", state, (step,))?;
            found.extract().map_err(|_| unexpected(rules, "step_of", "a str", &found))
        });
        out.push_str(&text);
    }

    fn fen(&self, state: &PythonState) -> String {
        state.0.fen.clone()
    }

    fn read_fen(&self, text: &str) -> Result<PythonState, FenError> {
        self.with(|rules| match rules.call_method1("from_fen", (text,)) {
            Ok(object) => PythonGame::state(rules, object).map(Ok),
            Err(error) if error.is_instance_of::<PyValueError>(rules.py()) => {
                let problem = error.value(rules.py()).to_string();
                Ok(Err(FenError::field("position", text, problem)))
            }
            Err(error) => Err(error),
        })
    }
}

impl Information for PythonGame {
    fn is_simultaneous(&self, state: &PythonState) -> bool {
        self.spec.is_simultaneous
            && self.outcome(state).is_none()
            && self.ask("is_commit", state, |_, found| found.is_truthy())
    }

    fn observation_string(&self, state: &PythonState, seat: Seat) -> String {
        if !self.spec.has_hidden_information {
            return self.fen(state);
        }
        self.with(|rules| {
            let found = self.call(rules, "observation_string", state, (seat.number(),))?;
            found.extract().map_err(|_| unexpected(rules, "observation_string", "a str", &found))
        })
    }

    fn step_text_for(&self, state: &PythonState, step: u32, seat: Seat) -> String {
        if !self.spec.has_hidden_information {
            return self.step_text(state, step);
        }
        self.with(|rules| {
            let found = self.call(rules, "visible_step", state, (step, seat.number()))?;
            found.extract().map_err(|_| unexpected(rules, "visible_step", "a str", &found))
        })
    }

    fn resample(&self, state: &PythonState, seat: Seat, rng: &mut Rng) -> PythonState {
        if !self.spec.has_hidden_information {
            return state.clone();
        }
        self.with(|rules| {
            let rng = python_rng(rules.py(), rng)?;
            PythonGame::state(
                rules,
                self.call(rules, "resample_from_observation", state, (seat.number(), rng))?,
            )
        })
    }
}
