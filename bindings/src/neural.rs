//! The class `NeuralAgent`: tree search with a Python function that evaluates batches of positions.

use super::agents::{NO_SEAT_ACTS, check_allowed};
use super::args::{U64Arg, run_interruptible};
use super::errors::{MapPyErr, wrong_type};
use super::evaluators::{Evaluators, PyEvaluator};
use super::extract::Checked;
use super::game::Game;
use super::state::State;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use plyground::agents::{
    Gumbel, MAX_CONCURRENT_BATCHES, MAX_MS, MAX_SIMULATIONS, OutputFormat, Puct, Root, SearchRequest,
    SearchResults, search_states,
};
use plyground::game::truncate;
use plyground::sim::StateWithHistory;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The values of the argument `root`.
const GUMBEL: &str = "gumbel";
const PUCT: &str = "puct";

/// An agent that searches with a function, such as a neural network; made by `neural_agent`.
///
/// It can play any seat of any game.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import plyground as pg
/// >>> def evaluate(observations, action_masks):
/// ...     return action_masks / action_masks.sum(axis=1, keepdims=True), np.zeros(len(action_masks))
/// >>> agent = pg.neural_agent(evaluate, 16)
/// >>> run = pg.matches("stax", [agent, "random"], 10, seed=0)
/// >>> run.agent_specs[0] == agent.spec, len(run)
/// (True, 10)
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct NeuralAgent {
    /// Function that evaluates positions.
    #[pyo3(get)]
    evaluate: Py<PyAny>,
    settings: Puct,
    format: OutputFormat,
    /// Number of calls of the function that can be in progress at the same time.
    #[pyo3(get)]
    max_concurrent_batches: usize,
}

impl NeuralAgent {
    /// Returns the settings of the search, and the function with the form of its outputs.
    pub fn parts(&self, py: Python<'_>) -> (Puct, PyEvaluator) {
        let evaluate = self.evaluate.clone_ref(py);
        (
            self.settings,
            PyEvaluator {
                evaluate,
                format: self.format,
                max_concurrent_batches: self.max_concurrent_batches,
            },
        )
    }

    /// Searches from several states of one game.
    fn found(
        &self,
        game: &Bound<'_, Game>,
        states: &[&StateWithHistory],
        seed: u64,
        allowed: Option<&[u32]>,
    ) -> PyResult<Option<SearchResults>> {
        let py = game.py();
        let any = game.get().any().clone();
        let (settings, evaluator) = self.parts(py);
        let request = SearchRequest {
            settings,
            seed,
            allowed,
            max_concurrent_batches: evaluator.max_concurrent_batches,
        };
        let evaluators = Evaluators::new(&*any, vec![Some(evaluator)]);
        let found = run_interruptible(py, |go_on| {
            search_states(&*any, states, request, &|batch| evaluators.evaluate(batch), go_on)
        })?
        .map_py_err()?;
        evaluators.finish(found)
    }

    /// Returns the settings of a Gumbel root, if the agent has one.
    fn gumbel(&self) -> Option<Gumbel> {
        match self.settings.root {
            Root::Gumbel(gumbel) => Some(gumbel),
            Root::Puct => None,
        }
    }
}

#[pymethods]
impl NeuralAgent {
    /// Number of simulations for each step.
    #[getter]
    fn simulations(&self) -> u32 {
        self.settings.simulations
    }

    /// Maximum time for each step in milliseconds, or None.
    #[getter]
    fn ms(&self) -> Option<u32> {
        self.settings.ms
    }

    /// Weight of the policy in the PUCT formula.
    #[getter]
    fn c_puct(&self) -> f64 {
        self.settings.c_puct
    }

    /// Temperature at which steps are drawn; 0 chooses the best step.
    #[getter]
    fn temperature(&self) -> f64 {
        self.settings.temperature
    }

    /// Whether the function returns logits as the policy.
    #[getter]
    fn logits(&self) -> bool {
        self.format.logits
    }

    /// Whether values by seat begin with the seat to act.
    #[getter]
    fn relative_values(&self) -> bool {
        self.format.relative_values
    }

    /// First-play urgency reduction; None if steps that were not visited have the value 0.
    #[getter]
    fn fpu_reduction(&self) -> Option<f64> {
        self.settings.fpu_reduction
    }

    /// How the root is searched: ``gumbel`` or ``puct``.
    #[getter]
    fn root(&self) -> &'static str {
        if self.gumbel().is_some() { GUMBEL } else { PUCT }
    }

    /// Number of actions that a Gumbel root considers; None for ``root='puct'``.
    #[getter]
    fn max_considered_actions(&self) -> Option<u32> {
        self.gumbel().map(|gumbel| gumbel.max_considered_actions)
    }

    /// Constant part of the weight of values against the policy; None for ``root='puct'``.
    #[getter]
    fn maxvisit_init(&self) -> Option<f64> {
        self.gumbel().map(|gumbel| gumbel.maxvisit_init)
    }

    /// Scale of the weight of values against the policy; None for ``root='puct'``.
    #[getter]
    fn value_scale(&self) -> Option<f64> {
        self.gumbel().map(|gumbel| gumbel.value_scale)
    }

    /// How steps are chosen below a Gumbel root: ``improved`` or ``puct``; None for ``root='puct'``.
    #[getter]
    fn interior(&self) -> Option<&'static str> {
        self.gumbel().map(|gumbel| gumbel.interior.as_str())
    }

    /// Text that describes the agent in `Matches.agent_specs`. `agent` does not read it.
    #[getter]
    fn spec(&self) -> String {
        plyground::agents::AgentSpec::Neural(self.settings).to_string()
    }

    /// Return the visit counts of the root's actions after searches from some states.
    ///
    /// With ``root="puct"`` the shares of visits are a better policy than that of the function. With
    /// ``root="gumbel"`` several actions can have the most visits, and `choose` returns the one that is
    /// played.
    ///
    /// Parameters
    /// ----------
    /// states : list of State
    ///     States of one game, at least one. They are searched in parallel.
    /// seed : int, default 0
    ///     The seed of the searches.
    ///
    /// Returns
    /// -------
    /// array of uint32, shape (n, num_actions)
    ///     The visit counts. Rows of states in which no seat is to act are zeros.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If there are no states, or they are states of different games.
    ///
    /// Examples
    /// --------
    /// >>> import numpy as np
    /// >>> import plyground as pg
    /// >>> def evaluate(observations, action_masks):
    /// ...     return action_masks, np.zeros(len(action_masks))
    /// >>> games = pg.vector("chess", 4)
    /// >>> agent = pg.neural_agent(evaluate, 40)
    /// >>> agent.visit_counts([games.state(i) for i in range(4)]).sum(axis=1)
    /// array([39, 39, 39, 39], dtype=uint64)
    #[pyo3(signature = (states, seed=U64Arg(0)), text_signature = "($self, states, seed=0)")]
    fn visit_counts<'py>(
        &self,
        py: Python<'py>,
        states: Checked<Vec<PyRef<'py, State>>>,
        seed: U64Arg,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let Some(first) = states.first() else {
            return Err(PyValueError::new_err("states must contain at least one state, got []"));
        };
        let game = first.parts().0.bind(py).clone();
        for state in &*states {
            if !state.parts().0.bind(py).eq(&game)? {
                return Err(PyValueError::new_err(
                    "states must be states of one game, got states of several games",
                ));
            }
        }
        let copies: Vec<StateWithHistory> = states.iter().map(|state| state.parts().1.clone()).collect();
        drop(states);
        let all: Vec<&StateWithHistory> = copies.iter().collect();
        let visits = self.found(&game, &all, seed.0, None)?.map(|found| found.visits).unwrap_or_default();
        PyArray1::from_vec(py, visits).reshape([all.len(), game.get().spec().num_actions])
    }

    /// Return the action that the agent chooses for the seat to act.
    ///
    /// Parameters
    /// ----------
    /// state : State
    ///     A state in which a seat is to act. It is not changed.
    /// seed : int, default 0
    ///     The seed of the choice. Without a temperature, hidden information and chance it only decides ties.
    /// allowed : list of int, optional
    ///     The legal actions among which the agent chooses; by default all.
    ///
    /// Returns
    /// -------
    /// int
    ///     A legal action.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If no seat is to act, or an allowed action is not legal.
    ///
    /// Examples
    /// --------
    /// >>> import numpy as np
    /// >>> import plyground as pg
    /// >>> def evaluate(observations, action_masks):
    /// ...     return action_masks, np.zeros(len(action_masks))
    /// >>> state = pg.game("stax").start()
    /// >>> pg.neural_agent(evaluate, 8).choose(state) in state.legal_actions()
    /// True
    #[pyo3(
        signature = (state, seed=U64Arg(0), *, allowed=None),
        text_signature = "($self, state, seed=0, *, allowed=None)"
    )]
    fn choose(
        &self,
        state: Checked<Bound<'_, State>>,
        seed: U64Arg,
        allowed: Option<Checked<Vec<u32>>>,
    ) -> PyResult<u32> {
        let (game, copy) = {
            let state = state.try_borrow()?;
            let (game, any) = state.parts();
            (game.bind(state.py()).clone(), any.clone())
        };
        if copy.actor().code() < 0 {
            return Err(PyValueError::new_err(NO_SEAT_ACTS));
        }
        if let Some(allowed) = &allowed {
            let mut legal =
                copy.clone().legal_actions().iter().map(|&action| action as u32).collect::<Vec<_>>();
            legal.sort_unstable();
            check_allowed(allowed, &legal)?;
        }
        let allowed = allowed.as_ref().map(|allowed| allowed.0.as_slice());
        let found = self.found(&game, &[&copy], seed.0, allowed)?;
        let chosen = found.and_then(|found| found.chosen.first().copied().flatten());
        chosen.ok_or_else(|| PyValueError::new_err("the search returned no action for this state"))
    }

    fn __repr__(&self) -> String {
        format!("<NeuralAgent {}>", self.spec())
    }

    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<PyAny>, u32))> {
        let keywords = PyDict::new(py);
        keywords.set_item("ms", self.settings.ms)?;
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
        keywords.set_item("logits", self.format.logits)?;
        keywords.set_item("relative_values", self.format.relative_values)?;
        keywords.set_item("max_concurrent_batches", self.max_concurrent_batches)?;
        let neural = py.import("plyground._core")?.getattr("neural_agent")?;
        let partial = py.import("functools")?.getattr("partial")?.call((neural,), Some(&keywords))?;
        Ok((partial, (self.evaluate.clone_ref(py), self.settings.simulations)))
    }
}

/// Make an agent that searches with a function, as in AlphaZero, for any number of seats.
///
/// Parameters
/// ----------
/// evaluate : callable
///     A function ``evaluate(observations, action_masks)`` of a batch of positions, from the view of the
///     seats to act. The arguments are float32 of shape (b, planes, rows, columns) and bool of shape (b,
///     num_actions). It returns the policy of shape (b, num_actions), and the expected return of the seat to
///     act of shape (b,), or of each seat of shape (b, seats).
/// simulations : int, optional
///     The number of simulations for each step, by default 64. The evaluation of the root counts as the first
///     one, except with ``root="gumbel"``.
/// ms : int, optional
///     The maximum time for each step in milliseconds. The default of ``simulations`` is then 1,000,000, the
///     largest number. Requires ``root="puct"``. `matches` plays only one game on each thread then, and the
///     states of `visit_counts` share the time.
/// c_puct : float, default 1.5
///     The weight of the policy in the PUCT formula.
/// temperature : float, default 0.0
///     0 plays the action with the most visits. Otherwise the action is drawn, at 1 in proportion to its
///     visits. With ``root="gumbel"`` it is drawn from the improved policy.
/// fpu_reduction : float, optional
///     First-play urgency reduction. An action without visits has the mean value of its position, minus this
///     number times the square root of the policy's share of the visited actions. 0.2 is a typical number. By
///     default the value is 0.
/// root : {"puct", "gumbel"}, default "puct"
///     How the root is searched. ``"gumbel"`` is the search of `self_play` without randomness. It is stronger
///     with few simulations, but needs an informative policy: with a uniform one it considers only the first
///     actions.
/// max_considered_actions : int, default 16
///     With ``root="gumbel"``, the number of actions that the root considers first, at least 2. Sequential
///     halving then discards the worse half repeatedly.
/// maxvisit_init : float, default 50.0
///     With ``root="gumbel"``, part of the weight of values against the logarithm of the policy, which is
///     ``value_scale * (maxvisit_init + n)``. ``n`` is the largest visit count of the actions.
/// value_scale : float, default 1.0
///     With ``root="gumbel"``, the factor of this weight.
/// interior : {"improved", "puct"}, default "improved"
///     With ``root="gumbel"``, how steps are chosen below the root: by the improved policy of Gumbel
///     AlphaZero, or by PUCT.
/// logits : bool, default False
///     Whether the function returns logits as the policy. Otherwise the policy is non-negative weights, which
///     need not be normalized.
/// relative_values : bool, default False
///     Whether values of shape (b, seats) begin with the seat to act, followed by the seats after it.
///     Otherwise they begin with seat 0.
/// max_concurrent_batches : int, default 1
///     The number of calls that can be in progress at the same time. With 1, one thread calls the function,
///     while other games are searched. With more, the threads that search call it. That is faster if one call
///     uses one thread and releases the GIL, such as a session of ONNX Runtime.
///
/// Returns
/// -------
/// NeuralAgent
///     The agent.
///
/// Raises
/// ------
/// TypeError
///     If ``evaluate`` is not callable.
/// ValueError
///     If a number is out of its range, settings of ``root="gumbel"`` are given with ``root="puct"``, or
///     ``ms`` is given with ``root="gumbel"``.
///
/// Notes
/// -----
/// The arrays that the function gets are read-only, and later calls overwrite them: copy what you keep. Its
/// results are read before the next call, and only at legal actions.
///
/// With ``root="gumbel"``, ``c_puct`` and ``fpu_reduction`` have an effect only with ``interior="puct"``.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import plyground as pg
/// >>> def evaluate(observations, action_masks):
/// ...     policy = action_masks / action_masks.sum(axis=1, keepdims=True)
/// ...     value = np.zeros(len(action_masks))
/// ...     return policy, value
/// >>> agent = pg.neural_agent(evaluate, 16)
/// >>> state = pg.game("english-draughts").start()
/// >>> agent.choose(state) in state.legal_actions()
/// True
#[pyfunction]
#[pyo3(
    signature = (evaluate, /, simulations=None, *, ms=None, c_puct=Checked(1.5), temperature=Checked(0.0), fpu_reduction=None, root=Checked(PUCT), max_considered_actions=U64Arg(16), maxvisit_init=Checked(50.0), value_scale=Checked(1.0), interior=Checked("improved"), logits=Checked(false), relative_values=Checked(false), max_concurrent_batches=U64Arg(1)),
    text_signature = "(evaluate, /, simulations=None, *, ms=None, c_puct=1.5, temperature=0.0, fpu_reduction=None, root='puct', max_considered_actions=16, maxvisit_init=50.0, value_scale=1.0, interior='improved', logits=False, relative_values=False, max_concurrent_batches=1)"
)]
#[allow(clippy::too_many_arguments)]
pub(super) fn neural_agent(
    evaluate: &Bound<'_, PyAny>,
    simulations: Option<U64Arg>,
    ms: Option<U64Arg>,
    c_puct: Checked<f64>,
    temperature: Checked<f64>,
    fpu_reduction: Option<Checked<f64>>,
    root: Checked<&str>,
    max_considered_actions: U64Arg,
    maxvisit_init: Checked<f64>,
    value_scale: Checked<f64>,
    interior: Checked<&str>,
    logits: Checked<bool>,
    relative_values: Checked<bool>,
    max_concurrent_batches: U64Arg,
) -> PyResult<NeuralAgent> {
    let evaluate = callable(evaluate)?;
    let fpu_reduction = fpu_reduction.as_deref().copied();
    let settings =
        [("c_puct", *c_puct), ("temperature", *temperature), ("fpu_reduction", fpu_reduction.unwrap_or(0.0))];
    for (name, value) in settings {
        check_range(name, value, 0.0, 100.0)?;
    }
    let gumbel = gumbel_of(max_considered_actions, *maxvisit_init, *value_scale, &interior)?;
    let root = root_of(&root, gumbel)?;
    if root == Root::Puct && gumbel != Gumbel::DEFAULT {
        return Err(PyValueError::new_err(
            "max_considered_actions, maxvisit_init, value_scale and interior require root='gumbel', got \
             root='puct'",
        ));
    }
    if ms.is_some() && root != Root::Puct {
        return Err(PyValueError::new_err("ms requires root='puct', got root='gumbel'"));
    }
    let default = if ms.is_some() { MAX_SIMULATIONS } else { Puct::DEFAULT.simulations };
    Ok(NeuralAgent {
        evaluate,
        settings: Puct {
            simulations: simulations.map_or(Ok(default), |given| simulations_of("simulations", given))?,
            ms: ms.map(ms_of).transpose()?,
            c_puct: *c_puct,
            temperature: *temperature,
            fpu_reduction,
            root,
        },
        format: OutputFormat { logits: *logits, relative_values: *relative_values },
        max_concurrent_batches: max_concurrent_batches_of(max_concurrent_batches)?,
    })
}

/// Returns the argument `evaluate` if it is callable.
pub(super) fn callable(evaluate: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    if evaluate.is_callable() {
        return Ok(evaluate.clone().unbind());
    }
    Err(wrong_type("evaluate", "a function of observations and action masks", evaluate))
}

/// Rejects a setting that is outside of this range.
pub(super) fn check_range(name: &str, value: f64, least: f64, most: f64) -> PyResult<()> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{name} must be from {least} to {most}, got {value}")))
}

/// Returns the settings of a root with sequential halving.
pub(super) fn gumbel_of(
    max_considered_actions: U64Arg,
    maxvisit_init: f64,
    value_scale: f64,
    interior: &str,
) -> PyResult<Gumbel> {
    check_range("maxvisit_init", maxvisit_init, 0.0, 1e6)?;
    check_range("value_scale", value_scale, 0.0, 1e6)?;
    if max_considered_actions.0 < 2 {
        return Err(PyValueError::new_err(format!(
            "max_considered_actions must be at least 2, got {}",
            max_considered_actions.0
        )));
    }
    let max_considered_actions = max_considered_actions.up_to("max_considered_actions", 1 << 16)?;
    Ok(Gumbel {
        max_considered_actions,
        maxvisit_init,
        value_scale,
        interior: interior.parse().map_py_err()?,
    })
}

/// Returns the kind of root that a name selects.
pub(super) fn root_of(name: &str, gumbel: Gumbel) -> PyResult<Root> {
    match name {
        GUMBEL => Ok(Root::Gumbel(gumbel)),
        PUCT => Ok(Root::Puct),
        _ => Err(PyValueError::new_err(format!(
            "root must be '{GUMBEL}' or '{PUCT}', got '{}'",
            truncate(name)
        ))),
    }
}

/// Returns a number of simulations if it is in the valid range.
pub(super) fn simulations_of(name: &str, simulations: U64Arg) -> PyResult<u32> {
    if (1..=u64::from(MAX_SIMULATIONS)).contains(&simulations.0) {
        return Ok(simulations.0 as u32);
    }
    let message = format!("{name} must be from 1 to {MAX_SIMULATIONS}, got {}", simulations.0);
    Err(PyValueError::new_err(message))
}

/// Returns the argument `ms` if it is in the valid range.
fn ms_of(ms: U64Arg) -> PyResult<u32> {
    if (1..=u64::from(MAX_MS)).contains(&ms.0) {
        return Ok(ms.0 as u32);
    }
    Err(PyValueError::new_err(format!("ms must be from 1 to {MAX_MS}, got {}", ms.0)))
}

/// Returns the argument `max_concurrent_batches` if it is in the valid range.
pub(super) fn max_concurrent_batches_of(max_concurrent_batches: U64Arg) -> PyResult<usize> {
    if (1..=MAX_CONCURRENT_BATCHES).contains(&max_concurrent_batches.0) {
        return Ok(max_concurrent_batches.to_usize());
    }
    Err(PyValueError::new_err(format!(
        "max_concurrent_batches must be from 1 to {MAX_CONCURRENT_BATCHES}, got {}",
        max_concurrent_batches.0
    )))
}
