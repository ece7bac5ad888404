//! `Agent`: players, told by a text.

use super::args::{Whole, patiently, text_of};
use super::errors::{Fault, Raised, wrong_type};
use super::fits::Fit;
use super::functions::game_of;
use super::judges::Judge;
use super::neural::NeuralAgent;
use super::state::State;
use plyground::agents::{self, AgentSpec, Sight, SpecError};
use plyground::game::{Actor, rng_for};
use plyground::sim::{AnyGame, Pool};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::{Arc, Mutex};

impl Fault for SpecError {
    fn exception(self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

/// A player of any game and any seat; made by `agent`.
///
/// It goes by what the seat to act may know, and by nothing else.
///
/// >>> import plyground as pg
/// >>> state = pg.game("chess").from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
/// >>> state.step_of(pg.agent("ab:2").choose(state, seed=0))
/// 'a1a8'
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct Agent {
    spec: AgentSpec,
    /// The player that made the last choice, to be used again for the same game.
    last: Mutex<Option<Player>>,
}

/// An agent at work on one game.
struct Player {
    game: Arc<dyn AnyGame>,
    agent: Box<dyn agents::Agent>,
    table: Pool,
}

impl Player {
    fn new(game: &Arc<dyn AnyGame>, spec: &AgentSpec) -> Player {
        let mut table = game.pool();
        table.reserve(1);
        Player { game: game.clone(), agent: spec.player(&**game), table }
    }
}

#[pymethods]
impl Agent {
    /// The text that it was made from, options at their usual values left out.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// What tells its behaviour in a game from that of another build: 16 hexadecimal digits, which depend on
    /// its choices in some positions, with little foresight.
    fn fingerprint(&self, game: &Bound<'_, PyAny>) -> PyResult<String> {
        let (py, game) = (game.py(), game_of(game, None)?);
        let any = game.get().any().clone();
        let print = py.detach(|| self.spec.fingerprint(&*any)).unwrap_or_default();
        Ok(format!("{print:016x}"))
    }

    /// The action that it makes for the seat to act; the state and the seed determine it.
    #[pyo3(signature = (state, seed=Whole(0)), text_signature = "($self, state, seed=0)")]
    fn choose(&self, state: Fit<Bound<'_, State>>, seed: Whole) -> PyResult<u32> {
        let py = state.py();
        let mut player = {
            let state = state.try_borrow()?;
            let (game, state) = state.parts();
            let game = game.get().any();
            let last = self.last.lock().map_or(None, |mut last| last.take());
            let known = last.filter(|last| Arc::ptr_eq(&last.game, game));
            let mut player = known.unwrap_or_else(|| Player::new(game, &self.spec));
            player.table.take(0, state);
            player
        };
        let seat = match player.table.actor(0) {
            Actor::Seat(seat) => seat,
            Actor::Chance => return Err(PyValueError::new_err("chance is to act: no agent chooses for it")),
            Actor::Over => return Err(PyValueError::new_err("the game is over: there is no step to choose")),
        };
        let (mut player, action) = patiently(py, move |go_on| {
            let mut legal = Vec::new();
            player.table.actions(0, &mut legal);
            legal.sort_unstable();
            player.agent.begin();
            let sight = Sight::new(&player.table, 0, seat, &legal);
            let action = player.agent.choose(&sight, &mut rng_for(seed.0, 0, 0), go_on);
            (Some(player), action.unwrap_or(legal[0]))
        })?;
        if let Ok(mut last) = self.last.lock() {
            *last = player.take();
        }
        Ok(action)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Agent>().is_ok_and(|other| self.spec == other.get().spec)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.spec()).hash()
    }

    fn __repr__(&self) -> String {
        format!("Agent('{}')", self.spec)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("plyground._core")?.getattr("agent")?, (self.spec(),)))
    }
}

/// A player, told by a text.
///
/// - ``random``: each legal step with the same probability.
/// - ``greedy``: one turn of foresight, for material.
/// - ``ab:D``: alpha-beta over ``D`` turns, which plays the best, one of equals at random.
///   ``ab:3,margin=0.5`` also plays what is half a man worse, but trades no win or loss for that.
/// - ``mcts:N``: tree search by ``N`` random games a step. ``mcts:200,c=2`` tries the seldom tried more (else
///   1.4). ``mcts:200,cut=4`` cuts random games short after four steps and judges them by material and
///   mobility, as ``ab`` does, and ``c`` is then 0.2 if it is not said.
#[pyfunction]
#[pyo3(signature = (spec, /))]
pub(super) fn agent(spec: &Bound<'_, PyAny>) -> PyResult<Agent> {
    let spec = text_of("spec", "a text like 'mcts:200'", spec)?.parse().raised()?;
    Ok(Agent { spec, last: Mutex::new(None) })
}

/// An agent given as itself or as its text, with its judge if it has one.
fn player_of(agent: &Bound<'_, PyAny>) -> PyResult<(AgentSpec, Option<Judge>)> {
    if let Ok(text) = agent.cast::<PyString>() {
        return Ok((text.to_str()?.parse().raised()?, None));
    }
    if let Ok(neural) = agent.cast::<NeuralAgent>() {
        let (settings, judge) = neural.get().parts(agent.py());
        return Ok((AgentSpec::Judged(settings), Some(judge)));
    }
    match agent.cast::<Agent>() {
        Ok(agent) => Ok((agent.get().spec.clone(), None)),
        Err(_) => {
            Err(wrong_type("each of agents", "a text like 'mcts:200', an Agent or a NeuralAgent", agent))
        }
    }
}

/// One agent, or several in a row.
pub(super) fn players_of(agents: &Bound<'_, PyAny>) -> PyResult<Vec<(AgentSpec, Option<Judge>)>> {
    let alone = agents.is_instance_of::<PyString>()
        || agents.is_instance_of::<Agent>()
        || agents.is_instance_of::<NeuralAgent>();
    if alone {
        return Ok(vec![player_of(agents)?]);
    }
    let listed = agents.try_iter();
    let listed = listed.map_err(|_| wrong_type("agents", "an agent or a sequence of agents", agents))?;
    // A game has far fewer seats; more of them are counted no further.
    listed.take(64).map(|agent| player_of(&agent?)).collect()
}
