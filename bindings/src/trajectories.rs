//! The class `Trajectories`: records of finished games in flat arrays.

use super::args::index_of;
use super::arrays::readonly_array;
use super::data::{attributes, json};
use super::errors::MapPyErr;
use super::extract::Checked;
use super::game::{Game, is_same_game};
use super::recorded::{Selected, iterate_states, replayed, selected};
use super::state::State;
use numpy::{PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use plyground::catalog::Recipe;
use plyground::sim;
use plyground_python_macros::guarded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde::{Deserialize, Serialize};

/// Records of finished games, in flat arrays.
///
/// `Vector.pop_finished` and `self_play` return trajectories. Make them from arrays to use games from other
/// sources: the constructor replays the games and rejects games that cannot have been played. `examples`
/// computes training examples from them. The steps of game ``i`` are those from ``offsets[i]`` up to
/// ``offsets[i + 1]``. In the shapes of arrays, ``n`` is the number of games and ``steps`` the number of all
/// steps.
///
/// Parameters
/// ----------
/// game : Game
///     The game that was played.
/// offsets : array of int64, shape (n + 1,)
///     Index of the first step of each game, and the number of all steps at the end.
/// actions : array of int32, shape (steps,)
///     The actions of all games, chance steps included.
/// current_players : array of int8, shape (steps,)
///     The seat that made each step; -2 for chance steps.
/// envs : array of int32, shape (n,)
///     A number for each game, such as its environment in a vector. It is not checked.
/// returns : array of float32, shape (n, seats)
///     The return of each seat; ``game.info.scoring.cut_off`` for all seats of a game that was cut off.
/// reasons : array of uint8, shape (n,)
///     How each game ended, as an index to `REASONS`; 255 for a game that was cut off.
/// starts : sequence of str
///     The position string from which each game started.
/// policy_offsets : array of int64, shape (steps + 1,), optional
///     Index of the first entry of each step in ``policy_actions`` and ``policy_weights``, and their length
///     at the end. Chance steps have no entries. Give all of this and the following parameters, or none of
///     them.
/// policy_actions : array of int32, optional
///     The legal actions for which a search gave a weight, ascending within each step.
/// policy_weights : array of float32, optional
///     The weight of each of these actions by the search; the sum within a step is 1.
/// root_values : array of float32, shape (steps, seats), optional
///     The expected return of each seat by the search.
/// weights : array of float32, shape (steps,), optional
///     The weight of each step as a training example, such as 0 for chance steps.
///
/// Raises
/// ------
/// ValueError
///     If the arrays do not fit each other, or if a game cannot have been played. The message names the game
///     and the step.
/// TypeError
///     If an array has the wrong type.
///
/// Notes
/// -----
/// Trajectories can be pickled and written as JSON. Reading them replays the games in the same way.
///
/// Examples
/// --------
/// Games of a vector, replayed step by step:
///
/// >>> import numpy as np
/// >>> import plyground as pg
/// >>> games = pg.vector("english-draughts", 8, record=True)
/// >>> while len(played := games.pop_finished()) == 0:
/// ...     games.step(games.sample())
/// >>> state = games.game.from_fen(played.starts[0])
/// >>> for action in played.actions[: played.offsets[1]]:
/// ...     state.apply(action)
/// >>> state.is_terminal, (state.returns == played.returns[0]).all()
/// (True, np.True_)
///
/// Trajectories from arrays, here of one game that was stopped after three steps:
///
/// >>> state = pg.game("english-draughts").start()
/// >>> start, players = state.fen, []
/// >>> for step in ["11-15", "22-18", "15x22"]:
/// ...     players.append(state.current_player)
/// ...     state.apply(step)
/// >>> stopped = pg.Trajectories(
/// ...     state.game,
/// ...     offsets=np.array([0, len(state.actions)]),
/// ...     actions=np.array(state.actions, np.int32),
/// ...     current_players=np.array(players, np.int8),
/// ...     envs=np.zeros(1, np.int32),
/// ...     returns=np.zeros((1, 2), np.float32),
/// ...     reasons=np.array([255], np.uint8),
/// ...     starts=[start],
/// ... )
/// >>> stopped.examples().current_players
/// array([0, 1, 0], dtype=int8)
///
/// Trajectories as JSON:
///
/// >>> copy = pg.Trajectories.from_json(played.to_json())
/// >>> copy == played, copy.game
/// (True, Game('english-draughts'))
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct Trajectories {
    /// The game that was played, a `Game`.
    #[pyo3(get)]
    pub(super) game: Py<Game>,
    pub(super) played: sim::Trajectories,
}

impl Trajectories {
    pub fn new(game: &Bound<'_, Game>, played: sim::Trajectories) -> Trajectories {
        Trajectories { game: game.clone().unbind(), played }
    }

    /// Returns the number of games.
    pub fn count(&self) -> usize {
        self.played.starts.len()
    }

    /// Makes trajectories of `game`, if its rules permit the recorded games.
    fn checked(game: &Bound<'_, Game>, played: sim::Trajectories) -> PyResult<Trajectories> {
        let any = game.get().any();
        game.py().detach(|| played.check(&**any)).map_py_err()?;
        Ok(Trajectories::new(game, played))
    }

    pub(super) fn search_targets(&self) -> Option<&sim::SearchTargets> {
        self.played.search_targets.as_ref()
    }
}

#[guarded]
#[pymethods]
impl Trajectories {
    /// Makes trajectories from arrays, and replays the games to check them.
    #[new]
    #[pyo3(signature = (
        game,
        offsets,
        actions,
        current_players,
        envs,
        returns,
        reasons,
        starts,
        policy_offsets=None,
        policy_actions=None,
        policy_weights=None,
        root_values=None,
        weights=None,
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new_checked(
        game: &Bound<'_, Game>,
        offsets: PyReadonlyArray1<'_, i64>,
        actions: PyReadonlyArray1<'_, i32>,
        current_players: PyReadonlyArray1<'_, i8>,
        envs: PyReadonlyArray1<'_, i32>,
        returns: PyReadonlyArray2<'_, f32>,
        reasons: PyReadonlyArray1<'_, u8>,
        starts: Vec<String>,
        policy_offsets: Option<PyReadonlyArray1<'_, i64>>,
        policy_actions: Option<PyReadonlyArray1<'_, i32>>,
        policy_weights: Option<PyReadonlyArray1<'_, f32>>,
        root_values: Option<PyReadonlyArray2<'_, f32>>,
        weights: Option<PyReadonlyArray1<'_, f32>>,
    ) -> PyResult<Trajectories> {
        let parts = (policy_offsets, policy_actions, policy_weights, root_values, weights);
        let search_targets = match &parts {
            (None, None, None, None, None) => None,
            (Some(offsets), Some(actions), Some(shares), Some(values), Some(weights)) => {
                Some(sim::SearchTargets {
                    policy_offsets: offsets.as_array().to_vec(),
                    policy_actions: actions.as_array().to_vec(),
                    policy_weights: shares.as_array().to_vec(),
                    root_values: values.as_array().iter().copied().collect(),
                    weights: weights.as_array().to_vec(),
                })
            }
            _ => {
                return Err(PyValueError::new_err(
                    "either all or none of policy_offsets, policy_actions, policy_weights, root_values and \
                     weights must be given",
                ));
            }
        };
        let played = sim::Trajectories {
            seats: returns.as_array().ncols(),
            offsets: offsets.as_array().to_vec(),
            actions: actions.as_array().to_vec(),
            current_players: current_players.as_array().to_vec(),
            envs: envs.as_array().to_vec(),
            returns: returns.as_array().iter().copied().collect(),
            reasons: reasons.as_array().to_vec(),
            starts,
            search_targets,
        };
        Trajectories::checked(game, played)
    }

    /// Index of the first step of each game, and the number of all steps at the end, shape (n + 1,), int64.
    #[getter]
    fn offsets<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<i64>> {
        readonly_array(slf, &slf.get().played.offsets[..].into())
    }

    /// Actions of all games, chance steps included, shape (steps,), int32.
    #[getter]
    fn actions<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<i32>> {
        readonly_array(slf, &slf.get().played.actions[..].into())
    }

    /// Seat that made each step, shape (steps,), int8; -2 for chance steps.
    #[getter]
    fn current_players<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<i8>> {
        readonly_array(slf, &slf.get().played.current_players[..].into())
    }

    /// Environment in which each game was played, shape (n,), int32.
    #[getter]
    fn envs<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<i32>> {
        readonly_array(slf, &slf.get().played.envs[..].into())
    }

    /// Return of each seat in each game, shape (n, seats), float32.
    ///
    /// It is ``game.info.scoring.cut_off`` for games that were cut off.
    #[getter]
    fn returns<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray2<f32>> {
        let this = slf.get();
        readonly_array(slf, &this.game.get().any().shapes().seats_of(&this.played.returns))
    }

    /// How each game ended, as an index to `REASONS`, shape (n,), uint8; 255 for games that were cut off.
    #[getter]
    fn reasons<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<u8>> {
        readonly_array(slf, &slf.get().played.reasons[..].into())
    }

    /// Position string from which each game started, a tuple of str.
    #[getter]
    fn starts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.played.starts)
    }

    /// Index of the first entry of each step in the policy arrays, int64; None without searches.
    ///
    /// The shape is (steps + 1,). The search's weights of the legal actions of step ``i`` are
    /// ``policy_weights[policy_offsets[i]:policy_offsets[i + 1]]``, in the order of `policy_actions`. Chance
    /// steps have no entries.
    #[getter]
    fn policy_offsets<'py>(slf: &Bound<'py, Self>) -> Option<Bound<'py, PyArray1<i64>>> {
        slf.get().search_targets().map(|targets| readonly_array(slf, &targets.policy_offsets[..].into()))
    }

    /// Legal actions of each step, in the order of `policy_weights`, int32; None without searches.
    #[getter]
    fn policy_actions<'py>(slf: &Bound<'py, Self>) -> Option<Bound<'py, PyArray1<i32>>> {
        slf.get().search_targets().map(|targets| readonly_array(slf, &targets.policy_actions[..].into()))
    }

    /// Weight of each legal action by the search, float32; None without searches.
    ///
    /// The sum for one step is 1. The weights are a better training target than the network's own policy.
    #[getter]
    fn policy_weights<'py>(slf: &Bound<'py, Self>) -> Option<Bound<'py, PyArray1<f32>>> {
        slf.get().search_targets().map(|targets| readonly_array(slf, &targets.policy_weights[..].into()))
    }

    /// Expected return of each seat by the search, shape (steps, seats), float32; None without searches.
    ///
    /// The rows of chance steps are zeros.
    #[getter]
    fn root_values<'py>(slf: &Bound<'py, Self>) -> Option<Bound<'py, PyArray2<f32>>> {
        let this = slf.get();
        let shapes = this.game.get().any().shapes();
        this.search_targets().map(|targets| readonly_array(slf, &shapes.seats_of(&targets.root_values)))
    }

    /// Weight of each step as a training example, shape (steps,), float32; None without searches.
    ///
    /// It is 0 for chance steps and for fast searches (``full_search_prob`` of `self_play`).
    #[getter]
    fn weights<'py>(slf: &Bound<'py, Self>) -> Option<Bound<'py, PyArray1<f32>>> {
        slf.get().search_targets().map(|targets| readonly_array(slf, &targets.weights[..].into()))
    }

    /// Return the trajectories as JSON.
    ///
    /// Returns
    /// -------
    /// str
    ///     An object with the names of this class. ``game`` contains the id, the options and the frame.
    fn to_json(&self) -> PyResult<String> {
        json(&TrajectoriesJson { game: Recipe::of(self.game.get().spec()), played: &self.played })
    }

    /// Read trajectories from JSON, and replay the games to check them.
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     What `to_json` returned.
    ///
    /// Returns
    /// -------
    /// Trajectories
    ///     The games.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the text is not valid, or if a game cannot have been played.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: Checked<&str>) -> PyResult<Trajectories> {
        let invalid_json = |error: serde_json::Error| {
            PyValueError::new_err(format!("text is not the JSON of trajectories: {error}"))
        };
        let header: GameOfTrajectories = serde_json::from_str(&text).map_err(invalid_json)?;
        let played: sim::Trajectories = serde_json::from_str(&text).map_err(invalid_json)?;
        Trajectories::checked(&Bound::new(py, Game::from_recipe(py, header.game)?)?, played)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Trajectories>();
        other.is_ok_and(|other| {
            self.played == other.get().played && is_same_game(&self.game, &other.get().game)
        })
    }

    /// Returns `Trajectories(game, offsets, actions, …)`.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let names = [
            "game",
            "offsets",
            "actions",
            "current_players",
            "envs",
            "returns",
            "reasons",
            "starts",
            "policy_offsets",
            "policy_actions",
            "policy_weights",
            "root_values",
            "weights",
        ];
        Ok((slf.get_type().into_any(), attributes(slf, &names)?))
    }

    /// Return the last state of a game, with its record.
    ///
    /// Parameters
    /// ----------
    /// index : int
    ///     The number of the game. Negative numbers count from the end.
    ///
    /// Returns
    /// -------
    /// State
    ///     The state. `plyground.replay` shows the game.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If there is no such game.
    ///
    /// Examples
    /// --------
    /// An index does the same. A slice returns trajectories, and a loop yields states:
    ///
    /// >>> import plyground as pg
    /// >>> games = pg.matches("stax", ["ab:1", "random"], 4, record=True).trajectories()
    /// >>> games.state(-1) == games[-1], games[:2]
    /// (True, <2 recorded games of stax>)
    /// >>> [state.is_terminal for state in games]
    /// [True, True, True, True]
    fn state(&self, index: &Bound<'_, PyAny>) -> PyResult<State> {
        let game = index_of(index, self.count())?;
        let steps = self.played.offsets[game] as usize..self.played.offsets[game + 1] as usize;
        let actions = self.played.actions[steps].iter().map(|&action| action.into());
        replayed(self.game.bind(index.py()), &self.played.starts[game], actions)
    }

    /// Return the last state of a game, or the trajectories that a slice selects.
    fn __getitem__<'py>(slf: &Bound<'py, Self>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let this = slf.get();
        match selected(index, this.count())? {
            Selected::One(_) => Ok(Bound::new(slf.py(), this.state(index)?)?.into_any()),
            Selected::Several(games) => {
                let some = Trajectories::new(this.game.bind(slf.py()), this.played.select(&games));
                Ok(Bound::new(slf.py(), some)?.into_any())
            }
        }
    }

    /// Return an iterator over the last states of the games.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        iterate_states(slf.as_any())
    }

    fn __len__(&self) -> usize {
        self.count()
    }

    fn __repr__(&self) -> String {
        format!("<{} recorded games of {}>", self.played.starts.len(), self.game.get().spec().id)
    }
}

/// The JSON form of trajectories, for writing.
#[derive(Serialize)]
struct TrajectoriesJson<'a> {
    game: Recipe,
    #[serde(flatten)]
    played: &'a sim::Trajectories,
}

/// The game in the JSON form of trajectories, for reading.
#[derive(Deserialize)]
struct GameOfTrajectories {
    game: Recipe,
}
