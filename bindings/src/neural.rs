//! `NeuralAgent`: search led by a function of Python, who is asked for many positions at once.

use super::args::{Whole, patiently};
use super::errors::{Raised, wrong_type};
use super::fits::Fit;
use super::game::Game;
use super::judges::{Asking, Judge};
use super::state::State;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use plyground::agents::{Desks, Form, Found, Gumbel, MOST_SIMULATIONS, MOST_TOGETHER, Puct, Root, searches};
use plyground::game::shortened;
use plyground::sim::Play;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The names of roots.
const GUMBEL: &str = "gumbel";
const PUCT: &str = "puct";

/// A player of any game and any seat that is led by a function, such as a neural network; made by `neural`.
///
/// >>> import numpy as np
/// >>> import plyground as pg
/// >>> def even(observations, masks):
/// ...     return masks / masks.sum(axis=1, keepdims=True), np.zeros(len(masks))
/// >>> run = pg.matches("stax", [pg.neural_agent(even, 16), "random"], 10, seed=0)
/// >>> run.agent_specs[0]
/// 'neural:16,c=1.5,temperature=0'
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct NeuralAgent {
    /// The function that judges positions.
    #[pyo3(get)]
    evaluate: Py<PyAny>,
    settings: Puct,
    form: Form,
    /// How many times at once the function can be called, each time by another thread.
    #[pyo3(get)]
    max_concurrent_batches: usize,
}

impl NeuralAgent {
    /// How it searches, and who judges positions for it.
    pub fn parts(&self, py: Python<'_>) -> (Puct, Judge) {
        let evaluate = self.evaluate.clone_ref(py);
        (
            self.settings,
            Judge { evaluate, form: self.form, max_concurrent_batches: self.max_concurrent_batches },
        )
    }

    /// What it finds in each of some states of one game.
    fn found(&self, game: &Bound<'_, Game>, states: &[&Play], seed: u64) -> PyResult<Option<Found>> {
        let py = game.py();
        let any = game.get().any().clone();
        let (settings, judge) = self.parts(py);
        let desks = Desks { settings, seed, max_concurrent_batches: judge.max_concurrent_batches };
        let asking = Asking::new(&*any, vec![Some(judge)]);
        let found =
            patiently(py, |go_on| searches(&*any, states, desks, &|batch| asking.judge(batch), go_on))?
                .raised()?;
        asking.answered(found)
    }

    /// How its root is gone through, where that is not as inside.
    fn gumbel(&self) -> Option<Gumbel> {
        match self.settings.root {
            Root::Gumbel(gumbel) => Some(gumbel),
            Root::Puct => None,
        }
    }
}

#[pymethods]
impl NeuralAgent {
    /// How many positions are judged for a step.
    #[getter]
    fn simulations(&self) -> u32 {
        self.settings.simulations
    }

    /// The weight of the policy.
    #[getter]
    fn c_puct(&self) -> f64 {
        self.settings.c_puct
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
    fn relative_values(&self) -> bool {
        self.form.relative_values
    }

    /// By how much a step that was never tried counts less than its position; None where it counts 0.
    #[getter]
    fn fpu_reduction(&self) -> Option<f64> {
        self.settings.fpu_reduction
    }

    /// How a search is made at its root: gumbel or puct.
    #[getter]
    fn root(&self) -> &'static str {
        if self.gumbel().is_some() { GUMBEL } else { PUCT }
    }

    /// How many steps a gumbel root considers; None for another, as of what follows.
    #[getter]
    fn max_considered_actions(&self) -> Option<u32> {
        self.gumbel().map(|gumbel| gumbel.max_considered_actions)
    }

    /// What is found weighs against the policy by so much, and the ways of the step gone through most.
    #[getter]
    fn maxvisit_init(&self) -> Option<f64> {
        self.gumbel().map(|gumbel| gumbel.maxvisit_init)
    }

    /// How much all that weighs.
    #[getter]
    fn value_scale(&self) -> Option<f64> {
        self.gumbel().map(|gumbel| gumbel.value_scale)
    }

    /// How steps are chosen inside the tree of such a root: improved or puct.
    #[getter]
    fn interior(&self) -> Option<&'static str> {
        self.gumbel().map(|gumbel| gumbel.interior.as_str())
    }

    /// How it is shown among the `specs` of a match.
    #[getter]
    fn spec(&self) -> String {
        plyground::agents::AgentSpec::Judged(self.settings).to_string()
    }

    /// How often it goes through each action, shape (n, num_actions), in searches from some states of one
    /// game; zeros where no seat is to act. The shares of the visits are a better policy than the function's
    /// own; with a gumbel root they only say which steps lasted how long, and several may be gone through
    /// most.
    ///
    /// >>> import numpy as np
    /// >>> import plyground as pg
    /// >>> def even(observations, masks):
    /// ...     return masks, np.zeros(len(masks))
    /// >>> games = pg.vector("chess", 4)
    /// >>> pg.neural_agent(even, 40).search([games.state(i) for i in range(4)]).sum(axis=1)
    /// array([39, 39, 39, 39], dtype=uint64)
    #[pyo3(signature = (states, seed=Whole(0)), text_signature = "($self, states, seed=0)")]
    fn visit_counts<'py>(
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
        let copies: Vec<Play> = states.iter().map(|state| state.parts().1.clone()).collect();
        drop(states);
        let all: Vec<&Play> = copies.iter().collect();
        let visits = self.found(&game, &all, seed.0)?.map(|found| found.visits).unwrap_or_default();
        PyArray1::from_vec(py, visits).reshape([all.len(), game.get().spec().num_actions])
    }

    /// The action that it makes for the seat to act; where nothing is hidden or left to chance, the seed
    /// matters only if it has a temperature, or if several steps are as good.
    #[pyo3(signature = (state, seed=Whole(0)), text_signature = "($self, state, seed=0)")]
    fn choose(&self, state: Fit<Bound<'_, State>>, seed: Whole) -> PyResult<u32> {
        let (game, copy) = {
            let state = state.try_borrow()?;
            let (game, any) = state.parts();
            (game.bind(state.py()).clone(), any.clone())
        };
        if copy.actor().code() < 0 {
            return Err(PyValueError::new_err("no seat is to act: there is no step to choose"));
        }
        let found = self.found(&game, &[&copy], seed.0)?;
        let chosen = found.and_then(|found| found.chosen.first().copied().flatten());
        chosen.ok_or_else(|| PyValueError::new_err("there is no step to choose"))
    }

    fn __repr__(&self) -> String {
        format!("<NeuralAgent {}>", self.spec())
    }

    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<PyAny>, u32))> {
        let keywords = PyDict::new(py);
        keywords.set_item("c_puct", self.settings.c_puct)?;
        keywords.set_item("temperature", self.settings.temperature)?;
        keywords.set_item("fpu_reduction", self.settings.fpu_reduction)?;
        keywords.set_item("root", self.root())?;
        if let Some(gumbel) = self.gumbel() {
            keywords.set_item("max_considered_actions", gumbel.max_considered_actions)?;
            keywords.set_item("maxvisit_init", gumbel.maxvisit_init)?;
            keywords.set_item("value_scale", gumbel.value_scale)?;
            keywords.set_item("interior", gumbel.interior.as_str())?;
        }
        keywords.set_item("logits", self.form.logits)?;
        keywords.set_item("relative_values", self.form.relative_values)?;
        keywords.set_item("max_concurrent_batches", self.max_concurrent_batches)?;
        let neural = py.import("plyground._core")?.getattr("neural_agent")?;
        let partial = py.import("functools")?.getattr("partial")?.call((neural,), Some(&keywords))?;
        Ok((partial, (self.evaluate.clone_ref(py), self.settings.simulations)))
    }
}

/// A player led by a function that judges positions: search as AlphaZero has it, for any number of seats.
///
/// ``evaluate(observations, action_masks)`` is called on whole batches: float32 of shape (b, planes, rows, columns)
/// and bool of shape (b, actions), each seen by the seat to act. It returns how good each action is, not
/// negative, shape (b, actions), and what that seat will get, shape (b,), or each seat, shape (b, seats): a
/// return, from -1 to 1 where seats play for a win. Of ``simulations`` positions that are judged for a step,
/// the step gone through most is chosen; with a ``temperature`` it is drawn, at 1 by how often each was gone
/// through. A step that was never tried counts 0; with a ``fpu_reduction`` (0.2, say) it counts what its position
/// is worth so far, less so many times the square root of the policy's share of those that were tried, so
/// that few are tried where one side is ahead.
///
/// With ``root="gumbel"`` it searches as `self_play` does, but draws nothing: at the root, the steps that the
/// policy likes best are ``max_considered_actions``, so many, and the worse half of them gets no more of the
/// ``simulations``, again and again; that of the position itself is not counted. What is left is chosen; with
/// a ``temperature`` it is drawn by the policy as it was improved. ``maxvisit_init`` and ``value_scale`` are how much what
/// is found weighs against the policy; inside, the tree is ``improved`` by what was found, and ``c_puct`` and
/// ``fpu_reduction`` matter to ``interior="puct"`` alone. It needs a policy: of one that likes all steps alike it
/// considers the first.
///
/// The arrays that it is given are read-only, and written again for later calls: copy what is to be kept.
/// With ``logits`` it returns any numbers for actions, and each legal one is as good as the exponential of
/// its own. With ``relative_values`` the values of (b, seats) begin with that of the seat to act, and go on with
/// those of the seats after it. Where many games are searched, it is called by the thread that waits for
/// them, once at a time, and other games are searched meanwhile; one that may be called ``max_concurrent_batches``, so many
/// times at once, is called by the threads that search. What gains is a function of one thread that does
/// without Python's lock, such as a session of ONNX Runtime.
#[pyfunction]
#[pyo3(
    signature = (evaluate, /, simulations=Whole(64), *, c_puct=Fit(1.5), temperature=Fit(0.0), fpu_reduction=None, root=Fit(PUCT), max_considered_actions=Whole(16), maxvisit_init=Fit(50.0), value_scale=Fit(1.0), interior=Fit("improved"), logits=Fit(false), relative_values=Fit(false), max_concurrent_batches=Whole(1)),
    text_signature = "(evaluate, /, simulations=64, *, c_puct=1.5, temperature=0.0, fpu_reduction=None, root='puct', max_considered_actions=16, maxvisit_init=50.0, value_scale=1.0, interior='improved', logits=False, relative_values=False, max_concurrent_batches=1)"
)]
#[allow(clippy::too_many_arguments)]
pub(super) fn neural_agent(
    evaluate: &Bound<'_, PyAny>,
    simulations: Whole,
    c_puct: Fit<f64>,
    temperature: Fit<f64>,
    fpu_reduction: Option<Fit<f64>>,
    root: Fit<&str>,
    max_considered_actions: Whole,
    maxvisit_init: Fit<f64>,
    value_scale: Fit<f64>,
    interior: Fit<&str>,
    logits: Fit<bool>,
    relative_values: Fit<bool>,
    max_concurrent_batches: Whole,
) -> PyResult<NeuralAgent> {
    let evaluate = judging(evaluate)?;
    let fpu_reduction = fpu_reduction.as_deref().copied();
    let settings =
        [("c_puct", *c_puct), ("temperature", *temperature), ("fpu_reduction", fpu_reduction.unwrap_or(0.0))];
    for (name, value) in settings {
        within(name, value, 0.0, 100.0)?;
    }
    let gumbel = gumbel_of(max_considered_actions, *maxvisit_init, *value_scale, &interior)?;
    let root = root_of(&root, gumbel)?;
    if root == Root::Puct && gumbel != Gumbel::DEFAULT {
        return Err(PyValueError::new_err(
            "max_considered_actions, maxvisit_init, value_scale and interior are settings of root='gumbel', not of root='puct'",
        ));
    }
    Ok(NeuralAgent {
        evaluate,
        settings: Puct {
            simulations: simulations_of("simulations", simulations)?,
            c_puct: *c_puct,
            temperature: *temperature,
            fpu_reduction,
            root,
        },
        form: Form { logits: *logits, relative_values: *relative_values },
        max_concurrent_batches: at_once(max_concurrent_batches)?,
    })
}

/// A function that judges positions.
pub(super) fn judging(evaluate: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    if evaluate.is_callable() {
        return Ok(evaluate.clone().unbind());
    }
    Err(wrong_type("evaluate", "a function of observations and action masks", evaluate))
}

/// Refuses a setting that is not between these.
pub(super) fn within(name: &str, value: f64, least: f64, most: f64) -> PyResult<()> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{name} must be from {least} to {most}, not {value}")))
}

/// The settings of a root that is gone through by sequential halving.
pub(super) fn gumbel_of(
    max_considered_actions: Whole,
    maxvisit_init: f64,
    value_scale: f64,
    interior: &str,
) -> PyResult<Gumbel> {
    within("maxvisit_init", maxvisit_init, 0.0, 1e6)?;
    within("value_scale", value_scale, 0.0, 1e6)?;
    if max_considered_actions.0 < 2 {
        return Err(PyValueError::new_err(format!(
            "max_considered_actions must be at least 2, not {}",
            max_considered_actions.0
        )));
    }
    let max_considered_actions = max_considered_actions.up_to("max_considered_actions", 1 << 16)?;
    Ok(Gumbel { max_considered_actions, maxvisit_init, value_scale, interior: interior.parse().raised()? })
}

/// How a search is made at its root.
pub(super) fn root_of(name: &str, gumbel: Gumbel) -> PyResult<Root> {
    match name {
        GUMBEL => Ok(Root::Gumbel(gumbel)),
        PUCT => Ok(Root::Puct),
        _ => Err(PyValueError::new_err(format!(
            "root must be '{GUMBEL}' or '{PUCT}', not '{}'",
            shortened(name)
        ))),
    }
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
pub(super) fn at_once(max_concurrent_batches: Whole) -> PyResult<usize> {
    if (1..=MOST_TOGETHER).contains(&max_concurrent_batches.0) {
        return Ok(max_concurrent_batches.size());
    }
    let message = format!("max_concurrent_batches must be from 1 to {MOST_TOGETHER}, not {}", max_concurrent_batches.0);
    Err(PyValueError::new_err(message))
}
