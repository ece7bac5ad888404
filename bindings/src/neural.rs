//! `Neural`: search led by a function of Python, who is asked for many positions at once.

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

    /// What it finds in each of some states of one game.
    fn found(&self, game: &Bound<'_, Game>, states: &[&Play], seed: u64) -> PyResult<Option<Found>> {
        let py = game.py();
        let any = game.get().any().clone();
        let (settings, judge) = self.parts(py);
        let desks = Desks { settings, seed, together: judge.together };
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

    /// How a search is made at its root: gumbel or puct.
    #[getter]
    fn root(&self) -> &'static str {
        if self.gumbel().is_some() { GUMBEL } else { PUCT }
    }

    /// How many steps a gumbel root considers; None for another, as of what follows.
    #[getter]
    fn considered(&self) -> Option<u32> {
        self.gumbel().map(|gumbel| gumbel.considered)
    }

    /// What is found weighs against the policy by so much, and the ways of the step gone through most.
    #[getter]
    fn visit(&self) -> Option<f64> {
        self.gumbel().map(|gumbel| gumbel.visit)
    }

    /// How much all that weighs.
    #[getter]
    fn scale(&self) -> Option<f64> {
        self.gumbel().map(|gumbel| gumbel.scale)
    }

    /// How steps are chosen inside the tree of such a root: improved or puct.
    #[getter]
    fn inside(&self) -> Option<&'static str> {
        self.gumbel().map(|gumbel| gumbel.inside.as_str())
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
        format!("<Neural {}>", self.spec())
    }

    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<PyAny>, u32))> {
        let keywords = PyDict::new(py);
        keywords.set_item("c", self.settings.c)?;
        keywords.set_item("temperature", self.settings.temperature)?;
        keywords.set_item("reduction", self.settings.reduction)?;
        keywords.set_item("root", self.root())?;
        if let Some(gumbel) = self.gumbel() {
            keywords.set_item("considered", gumbel.considered)?;
            keywords.set_item("visit", gumbel.visit)?;
            keywords.set_item("scale", gumbel.scale)?;
            keywords.set_item("inside", gumbel.inside.as_str())?;
        }
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
/// With ``root="gumbel"`` it searches as `selfplay` does, but draws nothing: at the root, the steps that the
/// policy likes best are ``considered``, so many, and the worse half of them gets no more of the
/// ``simulations``, again and again; that of the position itself is not counted. What is left is chosen; with
/// a ``temperature`` it is drawn by the policy as it was improved. ``visit`` and ``scale`` are how much what
/// is found weighs against the policy; inside, the tree is ``improved`` by what was found, and ``c`` and
/// ``reduction`` matter to ``inside="puct"`` alone. It needs a policy: of one that likes all steps alike it
/// considers the first.
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
    signature = (evaluate, /, simulations=Whole(64), *, c=Fit(1.5), temperature=Fit(0.0), reduction=None, root=Fit(PUCT), considered=Whole(16), visit=Fit(50.0), scale=Fit(1.0), inside=Fit("improved"), logits=Fit(false), relative=Fit(false), together=Whole(1)),
    text_signature = "(evaluate, /, simulations=64, *, c=1.5, temperature=0.0, reduction=None, root='puct', considered=16, visit=50.0, scale=1.0, inside='improved', logits=False, relative=False, together=1)"
)]
#[allow(clippy::too_many_arguments)]
pub(super) fn neural(
    evaluate: &Bound<'_, PyAny>,
    simulations: Whole,
    c: Fit<f64>,
    temperature: Fit<f64>,
    reduction: Option<Fit<f64>>,
    root: Fit<&str>,
    considered: Whole,
    visit: Fit<f64>,
    scale: Fit<f64>,
    inside: Fit<&str>,
    logits: Fit<bool>,
    relative: Fit<bool>,
    together: Whole,
) -> PyResult<Neural> {
    let evaluate = judging(evaluate)?;
    let reduction = reduction.as_deref().copied();
    let settings = [("c", *c), ("temperature", *temperature), ("reduction", reduction.unwrap_or(0.0))];
    for (name, value) in settings {
        within(name, value, 0.0, 100.0)?;
    }
    let gumbel = gumbel_of(considered, *visit, *scale, &inside)?;
    let root = root_of(&root, gumbel)?;
    if root == Root::Puct && gumbel != Gumbel::DEFAULT {
        return Err(PyValueError::new_err(
            "considered, visit, scale and inside are settings of root='gumbel', not of root='puct'",
        ));
    }
    Ok(Neural {
        evaluate,
        settings: Puct {
            simulations: simulations_of("simulations", simulations)?,
            c: *c,
            temperature: *temperature,
            reduction,
            root,
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

/// Refuses a setting that is not between these.
pub(super) fn within(name: &str, value: f64, least: f64, most: f64) -> PyResult<()> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{name} must be from {least} to {most}, not {value}")))
}

/// The settings of a root that is gone through by sequential halving.
pub(super) fn gumbel_of(considered: Whole, visit: f64, scale: f64, inside: &str) -> PyResult<Gumbel> {
    within("visit", visit, 0.0, 1e6)?;
    within("scale", scale, 0.0, 1e6)?;
    if considered.0 < 2 {
        return Err(PyValueError::new_err(format!("considered must be at least 2, not {}", considered.0)));
    }
    let considered = considered.up_to("considered", 1 << 16)?;
    Ok(Gumbel { considered, visit, scale, inside: inside.parse().raised()? })
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
pub(super) fn at_once(together: Whole) -> PyResult<usize> {
    if (1..=MOST_TOGETHER).contains(&together.0) {
        return Ok(together.size());
    }
    let message = format!("together must be from 1 to {MOST_TOGETHER}, not {}", together.0);
    Err(PyValueError::new_err(message))
}
