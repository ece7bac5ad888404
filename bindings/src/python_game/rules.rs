//! The roles `Rules` and `Actions` of a game in Python.

use super::{PythonGame, PythonState, unexpected};
use plyground::board::Board;
use plyground::game::roles::{Actions, Rules};
use plyground::game::{Actor, Outcome, Reason, Returns, Rng, Seat, Spec, Standing, below};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// Returns a Python random generator with a seed that is drawn from the generator of the core.
pub(super) fn python_rng<'py>(py: Python<'py>, rng: &mut Rng) -> PyResult<Bound<'py, PyAny>> {
    py.import("random")?.getattr("Random")?.call1((below(rng, usize::MAX),))
}

impl PythonGame {
    /// Reads a list of actions of a state.
    fn legal(&self, state: &PythonState) -> Vec<u32> {
        let expected = format!("distinct ints from 0 to {}", self.spec.num_actions - 1);
        self.ask("legal_actions", state, |rules, found| {
            let wrong = || unexpected(rules, "legal_actions", &expected, &found);
            let mut actions = Vec::new();
            for action in found.try_iter().map_err(|_| wrong())? {
                let action: usize = action?.extract().map_err(|_| wrong())?;
                if action >= self.spec.num_actions || actions.contains(&(action as u32)) {
                    return Err(wrong());
                }
                actions.push(action as u32);
            }
            Ok(actions)
        })
    }

    fn outcome_of(&self, state: &PythonState) -> Option<Outcome> {
        let seats = usize::from(self.spec.seats);
        self.ask("returns", state, |rules, found| {
            if found.is_none() {
                return Ok(None);
            }
            let returns: Option<Vec<f64>> = found.extract().ok().filter(|returns: &Vec<f64>| {
                returns.len() == seats && returns.iter().all(|value| value.is_finite())
            });
            let expected = format!("None or a return for each of the {seats} seats");
            let returns = returns.ok_or_else(|| unexpected(rules, "returns", &expected, &found))?;
            let word = rules.call_method1("reason", (state.object(rules.py()),))?;
            let reason = word.cast::<PyString>().ok().and_then(|word| word.to_str().ok()?.parse().ok());
            let expected = format!("one of {}", Reason::NAMES.join(", "));
            let reason = reason.ok_or_else(|| unexpected(rules, "reason", &expected, &word))?;
            Ok(Some(Outcome { returns: Returns::of(&returns), reason }))
        })
    }
}

impl Rules for PythonGame {
    type State = PythonState;
    type Step = u32;
    const CHANCE: bool = true;
    const PARALLEL: bool = false;

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn board(&self) -> &Board {
        &self.board
    }

    fn start(&self, rng: &mut Rng) -> PythonState {
        self.with(|rules| {
            // The generator does not advance, so that a set-up without draws leaves it as a game in Rust
            // does.
            let start = rules.call_method1("start", (python_rng(rules.py(), &mut rng.clone())?,))?;
            PythonGame::state(rules, start)
        })
    }

    fn mover(&self, state: &PythonState) -> Actor {
        // The rules promise no player after the end, where others may ask for it.
        if self.outcome(state).is_some() {
            return Actor::Over;
        }
        self.ask("current_player", state, |rules, found| match found.extract::<i64>() {
            Ok(-2) if self.spec.has_chance => Ok(Actor::Chance),
            Ok(seat) if (0..i64::from(self.spec.seats)).contains(&seat) => {
                Ok(Actor::Seat(Seat::new(seat as u8)))
            }
            _ => {
                let expected = format!("a seat from 0 to {}, or -2 for chance", self.spec.seats - 1);
                Err(unexpected(rules, "current_player", &expected, &found))
            }
        })
    }

    fn outcome(&self, state: &PythonState) -> Option<Outcome> {
        *state.0.outcome.get_or_init(|| self.outcome_of(state))
    }

    fn mid_turn(&self, state: &PythonState) -> bool {
        self.outcome(state).is_none() && self.ask("is_mid_turn", state, |_, found| found.is_truthy())
    }

    fn standing(&self, state: &PythonState, seat: Seat) -> Standing {
        let active = self.with(|rules| self.call(rules, "is_active", state, (seat.number(),))?.is_truthy());
        if active { Standing::In } else { Standing::Out }
    }

    fn material(&self, state: &PythonState, seat: Seat) -> f32 {
        self.with(|rules| {
            let found = self.call(rules, "material", state, (seat.number(),))?;
            let value = found.extract::<f32>().ok().filter(|value| value.is_finite());
            value.ok_or_else(|| unexpected(rules, "material", "a finite number", &found))
        })
    }

    fn each_step(&self, state: &PythonState, visit: impl FnMut(u32)) {
        if self.outcome(state).is_none() {
            state.0.legal.get_or_init(|| self.legal(state)).iter().copied().for_each(visit);
        }
    }

    fn apply(&self, state: &mut PythonState, step: u32) {
        *state = self.with(|rules| PythonGame::state(rules, self.call(rules, "apply", state, (step,))?));
    }

    fn chance(&self, state: &PythonState, mut visit: impl FnMut(u32, f64)) {
        let outcomes: Vec<(u32, f64)> = self.ask("chance_outcomes", state, |rules, found| {
            let pairs: Option<Vec<(u32, f64)>> = found.extract().ok();
            let valid = |pairs: &Vec<(u32, f64)>| {
                let sum: f64 = pairs.iter().map(|pair| pair.1).sum();
                pairs.iter().all(|pair| pair.1 > 0.0) && (sum - 1.0).abs() < 1e-9
            };
            let expected = "pairs of an action and a probability above 0, with the sum 1";
            pairs.filter(valid).ok_or_else(|| unexpected(rules, "chance_outcomes", expected, &found))
        });
        outcomes.into_iter().for_each(|(action, probability)| visit(action, probability));
    }
}

impl Actions for PythonGame {
    fn action(&self, _state: &PythonState, step: u32) -> usize {
        step as usize
    }

    fn step(&self, _state: &PythonState, action: usize) -> Option<u32> {
        (action < self.spec.num_actions).then_some(action as u32)
    }

    fn action_text(&self, action: usize, seat: Option<Seat>) -> String {
        self.with(|rules| {
            let found = rules.call_method1("action_text", (action, seat.map(Seat::number)))?;
            found.extract().map_err(|_| unexpected(rules, "action_text", "a str", &found))
        })
    }

    fn action_place(&self, action: usize, seat: Seat) -> Option<usize> {
        let (rows, columns) = self.board.grid();
        self.with(|rules| {
            let found = rules.call_method1("action_place", (action, seat.number()))?;
            let place: Option<(usize, usize, usize)> = found
                .extract()
                .map_err(|_| unexpected(rules, "action_place", "None or (plane, row, column)", &found))?;
            let Some((plane, row, column)) = place else { return Ok(None) };
            if row >= rows || column >= columns || plane >= self.spec.num_actions {
                return Err(PyValueError::new_err(format!(
                    "action_place must return a row below {rows} and a column below {columns}, got ({plane}, {row}, {column})"
                )));
            }
            Ok(Some((plane * rows + row) * columns + column))
        })
    }
}
