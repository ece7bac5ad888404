//! `Neural`: search led by a function of Python, who is asked for many positions at once.

use super::args::{Whole, patiently};
use super::errors::{Raised, wrong_type};
use super::fits::Fit;
use super::game::Game;
use super::judges::{Asking, Judge};
use super::state::State;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use plyground::agents::{Desks, Form, MOST_SIMULATIONS, MOST_TOGETHER, Puct, visits};
use plyground::sim::AnyState;
use pyo3::exceptions::PyValueError;
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
    form: Form,
    /// How many times at once the function can be called, each time by another thread.
    #[pyo3(get)]
    together: usize,
}

impl Neural {
    /// How it searches, and who judges positions for it.
    pub fn parts(&self, py: Python<'_>) -> (Puct, Judge) {
        let evaluate = self.evaluate.clone_ref(py);
        (self.settings, Judge { evaluate, form: self.form, together: self.together })
    }

    /// How often it goes through each action, from each of some states of one game.
    fn visits(&self, game: &Bound<'_, Game>, states: &[&dyn AnyState], seed: u64) -> PyResult<Vec<u32>> {
        let py = game.py();
        let any = game.get().any().clone();
        let (settings, judge) = self.parts(py);
        let desks = Desks { settings, seed, together: judge.together };
        let asking = Asking::new(&*any, vec![Some(judge)]);
        let counted =
            patiently(py, |go_on| visits(&*any, states, desks, &|batch| asking.judge(batch), go_on))?
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

    /// Whether the policies are logits.
    #[getter]
    fn logits(&self) -> bool {
        self.form.logits
    }

    /// Whether values begin with that of the seat that observes.
    #[getter]
    fn relative(&self) -> bool {
        self.form.relative
    }

    /// By how much a step that was never tried counts less than its position; None where it counts 0.
    #[getter]
    fn reduction(&self) -> Option<f64> {
        self.settings.reduction
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
        states: Fit<Vec<PyRef<'py, State>>>,
        seed: Whole,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let Some(first) = states.first() else {
            return Err(PyValueError::new_err("there are no states to search from"));
        };
        let game = first.parts().0.bind(py).clone();
        for state in &*states {
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
    fn choose(&self, state: Fit<Bound<'_, State>>, seed: Whole) -> PyResult<usize> {
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
        keywords.set_item("reduction", self.settings.reduction)?;
        keywords.set_item("logits", self.form.logits)?;
        keywords.set_item("relative", self.form.relative)?;
        keywords.set_item("together", self.together)?;
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
/// through. A step that was never tried counts 0; with a ``reduction`` (0.2, say) it counts what its position
/// is worth so far, less so many times the square root of the policy's share of those that were tried, so
/// that few are tried where one side is ahead.
///
/// The arrays that it is given are read-only, and written again for later calls: copy what is to be kept.
/// With ``logits`` it returns any numbers for actions, and each legal one is as good as the exponential of
/// its own. With ``relative`` the values of (b, seats) begin with that of the seat to act, and go on with
/// those of the seats after it. Where many games are searched, it is called by the thread that waits for
/// them, once at a time, and other games are searched meanwhile; one that may be called ``together``, so many
/// times at once, is called by the threads that search. What gains is a function of one thread that does
/// without Python's lock, such as a session of ONNX Runtime.
#[pyfunction]
#[pyo3(
    signature = (evaluate, /, simulations=Whole(64), *, c=Fit(1.5), temperature=Fit(0.0), reduction=None, logits=Fit(false), relative=Fit(false), together=Whole(1)),
    text_signature = "(evaluate, /, simulations=64, *, c=1.5, temperature=0.0, reduction=None, logits=False, relative=False, together=1)"
)]
#[allow(clippy::too_many_arguments)]
pub(super) fn neural(
    evaluate: &Bound<'_, PyAny>,
    simulations: Whole,
    c: Fit<f64>,
    temperature: Fit<f64>,
    reduction: Option<Fit<f64>>,
    logits: Fit<bool>,
    relative: Fit<bool>,
    together: Whole,
) -> PyResult<Neural> {
    let evaluate = judging(evaluate)?;
    let reduction = reduction.as_deref().copied();
    let settings = [("c", *c), ("temperature", *temperature), ("reduction", reduction.unwrap_or(0.0))];
    for (name, value) in settings {
        if !(0.0..=100.0).contains(&value) {
            return Err(PyValueError::new_err(format!("{name} must be from 0 to 100, not {value}")));
        }
    }
    Ok(Neural {
        evaluate,
        settings: Puct {
            simulations: simulations_of("simulations", simulations)?,
            c: *c,
            temperature: *temperature,
            reduction,
            ..Puct::DEFAULT
        },
        form: Form { logits: *logits, relative: *relative },
        together: at_once(together)?,
    })
}

/// A function that judges positions.
pub(super) fn judging(evaluate: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    if evaluate.is_callable() {
        return Ok(evaluate.clone().unbind());
    }
    Err(wrong_type("evaluate", "a function of observations and masks", evaluate))
}

/// How many positions are judged for a step.
pub(super) fn simulations_of(name: &str, simulations: Whole) -> PyResult<u32> {
    if (1..=u64::from(MOST_SIMULATIONS)).contains(&simulations.0) {
        return Ok(simulations.0 as u32);
    }
    let message = format!("{name} must be from 1 to {MOST_SIMULATIONS}, not {}", simulations.0);
    Err(PyValueError::new_err(message))
}

/// How many times at once a function is called.
pub(super) fn at_once(together: Whole) -> PyResult<usize> {
    if (1..=MOST_TOGETHER).contains(&together.0) {
        return Ok(together.size());
    }
    let message = format!("together must be from 1 to {MOST_TOGETHER}, not {}", together.0);
    Err(PyValueError::new_err(message))
}
