//! `Neural`: search led by a function of Python, who is asked for many positions at once.

use super::args::{Whole, patiently};
use super::errors::{Raised, wrong_type};
use super::game::Game;
use super::info::observation_shape;
use super::state::State;
use numpy::{PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use plyground::agents::{Batch, MOST_SIMULATIONS, Puct, visits};
use plyground::sim::{AnyGame, AnyState};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A player of any game and any seat that is led by a function, such as a neural network; made by `neural`.
///
/// >>> import numpy as np
/// >>> import plyground as pg
/// >>> def even(observations, masks):
/// ...     return masks / masks.sum(axis=1, keepdims=True), np.zeros(len(masks))
/// >>> run = pg.matches("stax", [pg.neural(even, 16), "random"], 10, seed=0)
/// >>> run.specs[0]
/// 'neural:16,c=1.5,temperature=0'
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct Neural {
    /// The function that judges positions.
    #[pyo3(get)]
    evaluate: Py<PyAny>,
    settings: Puct,
}

impl Neural {
    /// How it searches, and the function.
    pub fn parts(&self) -> (Puct, &Py<PyAny>) {
        (self.settings, &self.evaluate)
    }

    /// How often it goes through each action, from each of some states of one game.
    fn visits(&self, game: &Bound<'_, Game>, states: &[&dyn AnyState], seed: u64) -> PyResult<Vec<u32>> {
        let py = game.py();
        let any = game.get().any().clone();
        let mut asking = Asking::new(&*any, vec![Some(self.evaluate.clone_ref(py))]);
        let settings = self.settings;
        let counted = patiently(py, |go_on| {
            visits(&*any, states, settings, seed, &mut |batch| asking.judge(batch), go_on)
        })?
        .raised()?;
        Ok(asking.answered(counted)?.unwrap_or_default())
    }
}

#[pymethods]
impl Neural {
    /// How many positions are judged for a step.
    #[getter]
    fn simulations(&self) -> u32 {
        self.settings.simulations
    }

    /// The weight of the policy.
    #[getter]
    fn c(&self) -> f64 {
        self.settings.c
    }

    /// How freely it chooses.
    #[getter]
    fn temperature(&self) -> f64 {
        self.settings.temperature
    }

    /// How it is shown among the `specs` of a match.
    #[getter]
    fn spec(&self) -> String {
        plyground::agents::AgentSpec::Judged(self.settings).to_string()
    }

    /// How often it goes through each action, shape (n, num_actions), in searches from some states of one
    /// game; zeros where no seat is to act. What self-play learns from: the shares of the visits are a better
    /// policy than the function's own.
    ///
    /// >>> import numpy as np
    /// >>> import plyground as pg
    /// >>> def even(observations, masks):
    /// ...     return masks, np.zeros(len(masks))
    /// >>> games = pg.vector("chess", 4)
    /// >>> pg.neural(even, 40).search([games.state(i) for i in range(4)]).sum(axis=1)
    /// array([39, 39, 39, 39], dtype=uint64)
    #[pyo3(signature = (states, seed=Whole(0)), text_signature = "($self, states, seed=0)")]
    fn search<'py>(
        &self,
        py: Python<'py>,
        states: Vec<PyRef<'py, State>>,
        seed: Whole,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let Some(first) = states.first() else {
            return Err(PyValueError::new_err("there are no states to search from"));
        };
        let game = first.parts().0.bind(py).clone();
        for state in &states {
            if !state.parts().0.bind(py).eq(&game)? {
                return Err(PyValueError::new_err("the states to search from must be of one game"));
            }
        }
        let copies: Vec<Box<dyn AnyState>> = states.iter().map(|state| state.parts().1.boxed()).collect();
        drop(states);
        let all: Vec<&dyn AnyState> = copies.iter().map(|state| &**state).collect();
        let counts = self.visits(&game, &all, seed.0)?;
        PyArray1::from_vec(py, counts).reshape([all.len(), game.get().spec().num_actions])
    }

    /// The action that it goes through most, from the state of the seat to act.
    #[pyo3(signature = (state, seed=Whole(0)), text_signature = "($self, state, seed=0)")]
    fn choose(&self, state: &Bound<'_, State>, seed: Whole) -> PyResult<usize> {
        let (game, copy) = {
            let state = state.try_borrow()?;
            let (game, any) = state.parts();
            (game.bind(state.py()).clone(), any.boxed())
        };
        let legal: Vec<bool> = {
            let mut mask = vec![false; game.get().spec().num_actions];
            copy.mask(&mut mask);
            mask
        };
        if copy.actor().code() < 0 {
            return Err(PyValueError::new_err("no seat is to act: there is no step to choose"));
        }
        let counts = self.visits(&game, &[&*copy], seed.0)?;
        let actions = (0..counts.len()).filter(|&action| legal[action]);
        let best = actions.max_by_key(|&action| (counts[action], std::cmp::Reverse(action)));
        best.ok_or_else(|| PyValueError::new_err("the game is over: there is no step to choose"))
    }

    fn __repr__(&self) -> String {
        format!("<Neural {}>", self.spec())
    }

    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<PyAny>, u32))> {
        let keywords = PyDict::new(py);
        keywords.set_item("c", self.settings.c)?;
        keywords.set_item("temperature", self.settings.temperature)?;
        let neural = py.import("plyground._core")?.getattr("neural")?;
        let partial = py.import("functools")?.getattr("partial")?.call((neural,), Some(&keywords))?;
        Ok((partial, (self.evaluate.clone_ref(py), self.settings.simulations)))
    }
}

/// A player led by a function that judges positions: search as AlphaZero has it, for any number of seats.
///
/// ``evaluate(observations, masks)`` is called on whole batches: float32 of shape (b, planes, rows, columns)
/// and bool of shape (b, actions), each seen by the seat to act. It returns how good each action is, not
/// negative, shape (b, actions), and what that seat will get, shape (b,), or each seat, shape (b, seats): a
/// return, from -1 to 1 where seats play for a win. Of ``simulations`` positions that are judged for a step,
/// the step gone through most is chosen; with a ``temperature`` it is drawn, at 1 by how often each was gone
/// through.
#[pyfunction]
#[pyo3(
    signature = (evaluate, /, simulations=Whole(64), *, c=1.5, temperature=0.0),
    text_signature = "(evaluate, /, simulations=64, *, c=1.5, temperature=0.0)"
)]
pub(super) fn neural(
    evaluate: &Bound<'_, PyAny>,
    simulations: Whole,
    c: f64,
    temperature: f64,
) -> PyResult<Neural> {
    if !evaluate.is_callable() {
        return Err(wrong_type("evaluate", "a function of observations and masks", evaluate));
    }
    if !(1..=u64::from(MOST_SIMULATIONS)).contains(&simulations.0) {
        let message = format!("simulations must be from 1 to {MOST_SIMULATIONS}, not {}", simulations.0);
        return Err(PyValueError::new_err(message));
    }
    for (name, value) in [("c", c), ("temperature", temperature)] {
        if !(0.0..=100.0).contains(&value) {
            return Err(PyValueError::new_err(format!("{name} must be from 0 to 100, not {value}")));
        }
    }
    Ok(Neural {
        evaluate: evaluate.clone().unbind(),
        settings: Puct { simulations: simulations.0 as u32, c, temperature, ..Puct::DEFAULT },
    })
}

/// The functions of a match's agents, being asked.
pub(super) struct Asking {
    evaluators: Vec<Option<Py<PyAny>>>,
    shape: [usize; 3],
    actions: usize,
    seats: usize,
    failure: Option<PyErr>,
}

impl Asking {
    pub fn new(game: &dyn AnyGame, evaluators: Vec<Option<Py<PyAny>>>) -> Asking {
        let (planes, rows, columns) = observation_shape(game);
        let spec = game.spec();
        let (actions, seats) = (spec.num_actions, spec.seats as usize);
        Asking { evaluators, shape: [planes, rows, columns], actions, seats, failure: None }
    }

    /// Has a batch judged; says no if that fails.
    pub fn judge(&mut self, batch: &mut Batch) -> bool {
        let judged = Python::attach(|py| self.call(py, batch));
        self.failure = judged.err();
        self.failure.is_none()
    }

    /// What came of it, unless a function has failed.
    pub fn answered<T>(self, value: T) -> PyResult<T> {
        self.failure.map_or(Ok(value), Err)
    }

    fn call(&self, py: Python<'_>, batch: &mut Batch) -> PyResult<()> {
        let Some(evaluate) = self.evaluators.get(batch.agent).and_then(Option::as_ref) else {
            return Err(PyRuntimeError::new_err("an agent without a function asks for one"));
        };
        let [planes, rows, columns] = self.shape;
        let observations = PyArray1::from_slice(py, &batch.observations);
        let observations = observations.reshape([batch.size, planes, rows, columns])?;
        let masks = PyArray1::from_slice(py, &batch.masks).reshape([batch.size, self.actions])?;
        let answer = evaluate.bind(py).call1((observations, masks))?;
        let Ok((policy, value)) = answer.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
            return Err(wrong_type("what evaluate returns", "a pair of policy and value", &answer));
        };
        let (policy, shape) = floats("the policy", &policy)?;
        if shape != [batch.size, self.actions] {
            let expected = [batch.size, self.actions];
            return Err(PyValueError::new_err(format!(
                "the policy must have the shape {expected:?}, not {shape:?}"
            )));
        }
        if !policy.iter().all(|&weight| weight.is_finite() && weight >= 0.0) {
            return Err(PyValueError::new_err("the policy must hold finite numbers that are not negative"));
        }
        let (value, shape) = floats("the value", &value)?;
        let (one, each) = ([batch.size], [batch.size, self.seats]);
        if shape != one && shape != each && shape != [batch.size, 1] {
            let message = format!("the value must have the shape {one:?} or {each:?}, not {shape:?}");
            return Err(PyValueError::new_err(message));
        }
        if !value.iter().all(|value| value.is_finite()) {
            return Err(PyValueError::new_err("the value must hold finite numbers"));
        }
        (batch.policies, batch.values) = (policy, value);
        Ok(())
    }
}

/// The numbers of what NumPy can make an array of, with its shape.
fn floats(name: &str, value: &Bound<'_, PyAny>) -> PyResult<(Vec<f32>, Vec<usize>)> {
    let numpy = value.py().import("numpy")?;
    let keywords = PyDict::new(value.py());
    keywords.set_item("dtype", numpy.getattr("float32")?)?;
    let array = numpy.call_method("ascontiguousarray", (value,), Some(&keywords))?;
    let array = array
        .cast_into::<PyArrayDyn<f32>>()
        .map_err(|error| PyTypeError::new_err(format!("{name} must be an array of numbers: {error}")))?;
    Ok((array.to_vec()?, array.shape().to_vec()))
}
