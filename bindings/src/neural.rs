//! The class `NeuralAgent`: tree search with a Python function that evaluates batches of positions.

use super::agents::{NO_SEAT_ACTS, check_allowed, text_of_action};
use super::analysis::Explained;
use super::args::{U64Arg, run_interruptible};
use super::errors::MapPyErr;
use super::evaluators::{Evaluators, PyEvaluator};
use super::extract::Checked;
use super::game::Game;
use super::puct_args::{GUMBEL, PUCT};
use super::state::State;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use plyground::agents::{Gumbel, OutputFormat, Puct, Root, SearchRequest, SearchResults, search_states};
use plyground::sim::StateWithHistory;
use plyground_python_macros::guarded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::time::Instant;

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
    pub evaluate: Py<PyAny>,
    pub settings: Puct,
    pub format: OutputFormat,
    /// Number of calls of the function that can be in progress at the same time.
    #[pyo3(get)]
    pub max_concurrent_batches: usize,
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
        analyze: bool,
    ) -> PyResult<Option<SearchResults>> {
        let py = game.py();
        let any = game.get().any().clone();
        let (settings, evaluator) = self.parts(py);
        let request = SearchRequest {
            settings,
            seed,
            allowed,
            max_concurrent_batches: evaluator.max_concurrent_batches,
            analyze,
        };
        let evaluators = Evaluators::new(&*any, vec![Some(evaluator)]);
        let found = run_interruptible(py, |go_on| {
            search_states(&*any, states, request, &|batch| evaluators.evaluate(batch), go_on)
        })?
        .map_py_err()?;
        evaluators.finish(found)
    }

    /// Searches from one state. Returns the choice and the actions among which it was made. With `analyze`,
    /// the analysis of the search is returned, too.
    fn search(
        &self,
        state: &Bound<'_, State>,
        seed: u64,
        allowed: Option<Vec<u32>>,
        analyze: bool,
    ) -> PyResult<(Explained, Vec<u32>)> {
        let (game, copy) = {
            let state = state.try_borrow()?;
            let (game, any) = state.parts();
            (game.bind(state.py()).clone(), any.clone())
        };
        if copy.actor().code() < 0 {
            return Err(PyValueError::new_err(NO_SEAT_ACTS));
        }
        let mut legal = copy.clone().legal_actions().iter().map(|&action| action as u32).collect::<Vec<_>>();
        legal.sort_unstable();
        if let Some(allowed) = &allowed {
            check_allowed(allowed, &legal)?;
            legal.retain(|action| allowed.contains(action));
        }
        let start = Instant::now();
        let found = self.found(&game, &[&copy], seed, allowed.as_deref(), analyze)?;
        let seconds = start.elapsed().as_secs_f64();
        let (chosen, analysis) = match found {
            Some(SearchResults { chosen, mut analyses, .. }) => (chosen[0], analyses.swap_remove(0)),
            None => (None, None),
        };
        let action =
            chosen.ok_or_else(|| PyValueError::new_err("the search returned no action for this state"))?;
        Ok((Explained { action, analysis: analysis.unwrap_or_default(), seconds }, legal))
    }

    /// Returns the settings of a Gumbel root, if the agent has one.
    fn gumbel(&self) -> Option<Gumbel> {
        match self.settings.root {
            Root::Gumbel(gumbel) => Some(gumbel),
            Root::Puct => None,
        }
    }
}

#[guarded]
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
    /// array([40, 40, 40, 40], dtype=uint64)
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
        let visits =
            self.found(&game, &all, seed.0, None, false)?.map(|found| found.visits).unwrap_or_default();
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
        Ok(self.search(&state.0, seed.0, allowed.map(|allowed| allowed.0), false)?.0.action)
    }

    /// Return the text of the step that the agent chooses for the seat to act.
    ///
    /// It is `choose` with a step as text instead of an action. The parameters and exceptions are the same.
    ///
    /// Parameters
    /// ----------
    /// state : State
    ///     A state in which a seat is to act. It is not changed.
    /// seed : int, default 0
    ///     The seed of the choice.
    /// allowed : list of int, optional
    ///     The legal actions among which the agent chooses; by default all.
    ///
    /// Returns
    /// -------
    /// str
    ///     A legal step, which `State.apply` accepts.
    ///
    /// Examples
    /// --------
    /// >>> import numpy as np
    /// >>> import plyground as pg
    /// >>> def evaluate(observations, action_masks):
    /// ...     return action_masks, np.zeros(len(action_masks))
    /// >>> state = pg.game("stax").start()
    /// >>> pg.neural_agent(evaluate, 8).choose_step(state) in state.legal_steps()
    /// True
    #[pyo3(
        signature = (state, seed=U64Arg(0), *, allowed=None),
        text_signature = "($self, state, seed=0, *, allowed=None)"
    )]
    fn choose_step(
        &self,
        state: Checked<Bound<'_, State>>,
        seed: U64Arg,
        allowed: Option<Checked<Vec<u32>>>,
    ) -> PyResult<String> {
        let (found, _) = self.search(&state.0, seed.0, allowed.map(|allowed| allowed.0), false)?;
        text_of_action(&state.0, found.action)
    }

    /// Return what the agent finds out about a state: its choice, and what it thinks of each step.
    ///
    /// It searches as `choose` does: the same state and seed give the same step.
    ///
    /// Parameters
    /// ----------
    /// state : State
    ///     A state in which a seat is to act. It is not changed.
    /// seed : int, default 0
    ///     The seed of the search.
    /// allowed : list of int, optional
    ///     The legal actions among which the agent chooses; by default all.
    ///
    /// Returns
    /// -------
    /// plyground.Analysis
    ///     The step, the expected return of each seat, the priors, visits and values of the steps, the
    ///     principal variation and the size of the search.
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
    /// >>> found = pg.neural_agent(evaluate, 40).analyze(pg.game("stax").start())
    /// >>> found.step == found.pv[0], found.nodes, found.simulations
    /// (True, 41, 40)
    /// >>> sum(step.visits for step in found.steps)
    /// 40
    #[pyo3(
        signature = (state, seed=U64Arg(0), *, allowed=None),
        text_signature = "($self, state, seed=0, *, allowed=None)"
    )]
    fn analyze<'py>(
        &self,
        state: Checked<Bound<'py, State>>,
        seed: U64Arg,
        allowed: Option<Checked<Vec<u32>>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (found, candidates) = self.search(&state.0, seed.0, allowed.map(|allowed| allowed.0), true)?;
        found.to_python(&state.0, &self.spec()?, &candidates)
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<NeuralAgent {}>", self.spec()?))
    }

    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Py<PyAny>, u32))> {
        let keywords = PyDict::new(py);
        keywords.set_item("ms", self.settings.ms)?;
        keywords.set_item("c_puct", self.settings.c_puct)?;
        keywords.set_item("temperature", self.settings.temperature)?;
        keywords.set_item("fpu_reduction", self.settings.fpu_reduction)?;
        keywords.set_item("root", self.root()?)?;
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
