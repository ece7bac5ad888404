//! The class `Agent`: built-in agents, described by a text.

use super::analysis::Explained;
use super::args::{U64Arg, run_interruptible, run_until, text_of};
use super::errors::{IntoPyErr, MapPyErr, wrong_type};
use super::evaluators::PyEvaluator;
use super::extract::Checked;
use super::functions::game_of;
use super::neural::NeuralAgent;
use super::state::State;
use plyground::agents::{self, AgentSpec, Allowed, Analysis, PlayerView, Restriction, SpecError};
use plyground::game::{Actor, rng_for};
use plyground::sim::{DynGame, Pool, RequestError};
use plyground_python_macros::guarded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::{Arc, Mutex};
use std::time::Instant;

impl IntoPyErr for SpecError {
    fn into_py_err(self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

/// An agent that can play any seat of any game; made by `agent`.
///
/// It uses only what the seat to act may know of the position.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> state = pg.game("chess").from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
/// >>> state.step_of(pg.agent("ab:2").choose(state, seed=0))
/// 'a1a8'
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct Agent {
    spec: AgentSpec,
    /// The agent that made the last choice, kept for further choices in the same game.
    last: Mutex<Option<CachedAgent>>,
}

/// An agent with the memory that it needs for one game.
struct CachedAgent {
    game: Arc<dyn DynGame>,
    agent: Box<dyn agents::Agent>,
    table: Pool,
}

impl CachedAgent {
    fn new(game: &Arc<dyn DynGame>, spec: &AgentSpec) -> Result<CachedAgent, RequestError> {
        spec.check_memory(&**game)?;
        let mut table = game.pool();
        table.reserve(1);
        Ok(CachedAgent { game: game.clone(), agent: spec.player(&**game), table })
    }
}

impl Agent {
    /// Searches a state with the agent that made the last choice, if it was in the same game. Returns the
    /// choice and the actions among which it was made, with `explain` also the analysis of the search.
    pub(super) fn search(
        &self,
        state: &Bound<'_, State>,
        seed: u64,
        allowed: Option<Vec<u32>>,
        should_stop: Option<&Bound<'_, PyAny>>,
        explain: bool,
    ) -> PyResult<(Explained, Vec<u32>)> {
        if let Some(given) = should_stop.filter(|given| !given.is_callable()) {
            return Err(wrong_type("should_stop", "a function without arguments or None", given));
        }
        let should_stop = should_stop.map(|given| given.clone().unbind());
        if allowed.is_some() && matches!(self.spec, AgentSpec::Engine(_)) {
            return Err(PyValueError::new_err(format!(
                "allowed must be None for the engine '{}'",
                self.spec
            )));
        }
        let py = state.py();
        let mut player = {
            let state = state.try_borrow()?;
            let (game, state) = state.parts();
            let game = game.get().any();
            self.spec.check_plays(&**game).map_py_err()?;
            let last = self.last.lock().map_or(None, |mut last| last.take());
            let known = last.filter(|last| Arc::ptr_eq(&last.game, game));
            let mut player = match known {
                Some(player) => player,
                None => CachedAgent::new(game, &self.spec).map_py_err()?,
            };
            player.table.load(0, state);
            player
        };
        let seat = match player.table[0].actor() {
            Actor::Seat(seat) => seat,
            Actor::Chance => {
                return Err(PyValueError::new_err(
                    "state must have a seat to act, got a state in which chance acts",
                ));
            }
            Actor::Over => {
                return Err(PyValueError::new_err(
                    "state must have a seat to act, got a state in which the game is over",
                ));
            }
        };
        let begun = match self.spec.random_turns() {
            0 => 0,
            _ => state.try_borrow()?.parts().1.turns_begun(seat),
        };
        let mut legal = Vec::new();
        player.table[0].actions(&mut legal);
        legal.sort_unstable();
        if let Some(allowed) = allowed {
            check_allowed(&allowed, &legal)?;
            legal.retain(|action| allowed.contains(action));
        }
        let (mut player, found) = run_until(py, should_stop, move |go_on| {
            player.agent.reset();
            player.agent.inform_turns(begun);
            let (mut rng, start) = (rng_for(seed, 0, 0), Instant::now());
            let view = PlayerView::new(&player.table, 0, seat, &legal);
            let action = player.agent.choose(&view, &mut rng, go_on);
            let seconds = start.elapsed().as_secs_f64();
            if let Some(failure) = player.agent.failure() {
                return (None, Err(failure.clone()));
            }
            let action = action.unwrap_or(legal[0]);
            let analysis = match explain {
                true => player.agent.analysis(&view, action, &mut rng),
                false => Analysis::default(),
            };
            (Some(player), Ok((Explained { action, analysis, seconds }, legal)))
        })?;
        if let Ok(mut last) = self.last.lock() {
            *last = player.take();
        }
        found.map_py_err()
    }
}

/// The message for a state in which no seat chooses.
pub(super) const NO_SEAT_ACTS: &str = "state must have a seat to act, got a state in which no seat is to act";

/// Returns the text of an action of a state.
pub(super) fn text_of_action(state: &Bound<'_, State>, action: u32) -> PyResult<String> {
    state.try_borrow()?.parts().1.text(i64::from(action)).map_py_err()
}

/// Checks the argument `allowed`: some of the legal actions, in ascending order.
pub(super) fn check_allowed(allowed: &[u32], legal: &[u32]) -> PyResult<()> {
    if allowed.is_empty() {
        return Err(PyValueError::new_err("allowed must have at least one action, got []"));
    }
    match allowed.iter().find(|action| legal.binary_search(action).is_err()) {
        Some(action) => {
            Err(PyValueError::new_err(format!("allowed must have legal actions only, got {action}")))
        }
        None => Ok(()),
    }
}

#[guarded]
#[pymethods]
impl Agent {
    /// Text that describes the agent, without options that have their defaults.
    #[getter]
    pub(super) fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// Raise `ValueError` if the agent does not play a game.
    ///
    /// All agents play all games, except engines and agents with an evaluation that is not for all games.
    ///
    /// Parameters
    /// ----------
    /// game : str or Game
    ///     An id, or a game.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the agent does not play the game. The message names the games of the engine or the evaluation.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> pg.agent("uci:stockfish,nodes=100").check_plays("chess960")
    fn check_plays(&self, game: &Bound<'_, PyAny>) -> PyResult<()> {
        self.spec.check_plays(&**game_of(game)?.get().any()).map_py_err()
    }

    /// Return the text of the agent that plays a game.
    ///
    /// It is the strongest known agent for ``strong``, and otherwise the agent itself.
    ///
    /// Parameters
    /// ----------
    /// game : str or Game
    ///     An id, or a game.
    ///
    /// Returns
    /// -------
    /// str
    ///     The text.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> pg.agent("strong:ms=50").resolve("english-draughts")
    /// 'ab:ms=50,eval=tuned'
    /// >>> pg.agent("strong:ms=50").resolve("tri-chek-3")
    /// 'mcts:ms=50,cut=2,eval=tuned'
    fn resolve(&self, game: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.spec.resolve(&**game_of(game)?.get().any()).to_string())
    }

    /// Return a hash of the agent's choices in some positions of a game.
    ///
    /// Compare it between two builds of plyground to see whether the agent plays alike. The search depth is
    /// reduced. For an engine it is the name that the program gives, with its version.
    ///
    /// Parameters
    /// ----------
    /// game : str or Game
    ///     An id, or a game.
    ///
    /// Returns
    /// -------
    /// str
    ///     16 hexadecimal digits, or the name of the program.
    ///
    /// Raises
    /// ------
    /// EngineFailure
    ///     If an engine cannot be started.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> len(pg.agent("ab:2").fingerprint("stax"))
    /// 16
    fn fingerprint(&self, game: &Bound<'_, PyAny>) -> PyResult<String> {
        let (py, game) = (game.py(), game_of(game)?);
        if let AgentSpec::Engine(settings) = &self.spec {
            return run_interruptible(py, |go_on| settings.program_name(go_on))?.map_py_err();
        }
        let any = game.get().any().clone();
        let print = py.detach(|| self.spec.fingerprint(&*any)).unwrap_or_default();
        Ok(format!("{print:016x}"))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Agent>().is_ok_and(|other| self.spec == other.get().spec)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.spec()?).hash()
    }

    fn __repr__(&self) -> String {
        format!("Agent('{}')", self.spec)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("plyground._core")?.getattr("agent")?, (self.spec()?,)))
    }
}

/// Return the agent of the core that a text describes. `plyground.agent` also accepts networks in files.
#[guarded]
#[pyfunction]
#[pyo3(signature = (spec, /))]
pub(super) fn agent(spec: &Bound<'_, PyAny>) -> PyResult<Agent> {
    let spec = text_of("spec", "a str like 'mcts:200'", spec)?.parse().map_py_err()?;
    Ok(Agent { spec, last: Mutex::new(None) })
}

/// Return the legal actions that a restricted agent may choose; used by `plyground.restricted`.
///
/// Parameters
/// ----------
/// state : State
///     A state in which a seat is to act.
/// avoid : str
///     What the agent avoids: a list such as ``"captures+queen"``.
/// seed : int, default 0
///     The seed of the sample of hidden information.
///
/// Returns
/// -------
/// list of int
///     The actions in ascending order: all legal actions if the seat has to make a step that it avoids.
///
/// Raises
/// ------
/// ValueError
///     If ``avoid`` is not such a list, or no seat is to act.
#[guarded]
#[pyfunction]
#[pyo3(signature = (state, avoid, seed=U64Arg(0)), text_signature = "(state, avoid, seed=0)")]
pub(super) fn _allowed_actions(
    state: Checked<Bound<'_, State>>,
    avoid: &Bound<'_, PyAny>,
    seed: U64Arg,
) -> PyResult<Vec<u32>> {
    let avoid = text_of("avoid", "a list such as 'captures+queen'", avoid)?;
    let restriction = Restriction::avoiding(avoid).map_err(PyValueError::new_err)?;
    let state = state.0.try_borrow()?;
    let (game, state) = state.parts();
    let game = &**game.get().any();
    if let Some(problem) = restriction.explain_unsupported(game) {
        return Err(PyValueError::new_err(format!("avoid='{avoid}' {problem}")));
    }
    let mut pool = game.pool();
    pool.reserve(1);
    pool.load(0, state);
    let Actor::Seat(seat) = pool[0].actor() else {
        return Err(PyValueError::new_err(NO_SEAT_ACTS));
    };
    let (mut legal, mut allowed) = (Vec::new(), Vec::new());
    pool[0].actions(&mut legal);
    legal.sort_unstable();
    let view = PlayerView::new(&pool, 0, seat, &legal);
    Allowed::new(game, restriction.avoid).list(&view, &mut rng_for(seed.0, 0, 0), &mut allowed);
    Ok(allowed)
}

/// Return the number of turns that the seat to act has begun; used by `plyground.restricted`.
///
/// Parameters
/// ----------
/// state : State
///     A state in which a seat is to act.
///
/// Returns
/// -------
/// int
///     The number of turns since the start of the state's record, with the current one if it has begun.
///
/// Raises
/// ------
/// ValueError
///     If no seat is to act.
#[guarded]
#[pyfunction]
pub(super) fn _turns_begun(state: Checked<Bound<'_, State>>) -> PyResult<u32> {
    let state = state.0.try_borrow()?;
    let state = state.parts().1;
    match state.actor() {
        Actor::Seat(seat) => Ok(state.turns_begun(seat)),
        Actor::Chance | Actor::Over => Err(PyValueError::new_err(NO_SEAT_ACTS)),
    }
}

/// Reads an agent that is given as an object or a text. Returns its spec, and its evaluator if it has one.
fn agent_of(agent: &Bound<'_, PyAny>) -> PyResult<(AgentSpec, Option<PyEvaluator>)> {
    if let Ok(text) = agent.cast::<PyString>() {
        return Ok((text.to_str()?.parse().map_py_err()?, None));
    }
    if let Ok(neural) = agent.cast::<NeuralAgent>() {
        let (settings, evaluator) = neural.get().parts(agent.py());
        return Ok((AgentSpec::Neural(settings), Some(evaluator)));
    }
    match agent.cast::<Agent>() {
        Ok(agent) => Ok((agent.get().spec.clone(), None)),
        Err(_) => {
            Err(wrong_type("each of agents", "a str like 'mcts:200', an Agent or a NeuralAgent", agent))
        }
    }
}

/// Reads one agent or a sequence of agents. Returns their specs and evaluators.
pub(super) fn agents_of(agents: &Bound<'_, PyAny>) -> PyResult<Vec<(AgentSpec, Option<PyEvaluator>)>> {
    let alone = agents.is_instance_of::<PyString>()
        || agents.is_instance_of::<Agent>()
        || agents.is_instance_of::<NeuralAgent>();
    if alone {
        return Ok(vec![agent_of(agents)?]);
    }
    let iterator = agents.try_iter();
    let iterator = iterator.map_err(|_| wrong_type("agents", "an agent or a sequence of agents", agents))?;
    // Games have far fewer seats. The limit ends infinite iterators.
    iterator.take(64).map(|agent| agent_of(&agent?)).collect()
}
