//! The class `Matches`: results of games between agents.

use super::args::index_of;
use super::data::{
    RunJson, add_provenance, add_seat_columns, data_frame, game_columns, json, restorer, to_vec,
};
use super::errors::MapPyErr;
use super::game::{Game, is_same_game};
use super::recorded::{iterate_states, replayed, states_at};
use super::scores::{means_tuple, scores_dict};
use super::state::State;
use super::trajectories::Trajectories;
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods};
use plyground::agents::{self, MatchGame};
use plyground::catalog::Recipe;
use plyground::sim::ScoreCounts;
use plyground_python_macros::guarded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyTuple};

/// Results of ``n`` games between agents, one row for each game; made by `matches`.
///
/// They can be pickled, and `to_json` writes them under the same names.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> run = pg.matches("english-draughts", ["ab:2", "random"], 100, seed=0)
/// >>> run.returns.shape, run.agent_indices[:3].tolist()
/// ((100, 2), [[0, 1], [1, 0], [0, 1]])
/// >>> run.mean_returns[0] > 0.5
/// True
///
/// Pickles and JSON:
///
/// >>> import json, pickle
/// >>> pickle.loads(pickle.dumps(run)) == run
/// True
/// >>> data = json.loads(run.to_json())
/// >>> data["agent_indices"] == run.agent_indices.tolist()
/// True
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct Matches {
    /// The game that was played, a `Game`.
    #[pyo3(get)]
    game: Py<Game>,
    /// Texts that describe the agents, a tuple of str.
    #[pyo3(get)]
    agent_specs: Py<PyTuple>,
    /// Seed of the match.
    #[pyo3(get)]
    seed: u64,
    /// Number of the first game.
    #[pyo3(get)]
    offset: u64,
    /// Return of each seat, shape (n, seats), float64.
    ///
    /// It is ``game.info.scoring.cut_off`` where the game was cut off.
    #[pyo3(get)]
    returns: Py<PyArray2<f64>>,
    /// Number of steps of each game after its opening, shape (n,), uint32; chance steps count.
    #[pyo3(get)]
    steps: Py<PyArray1<u32>>,
    /// How each game ended, as an index to `REASONS`, shape (n,), uint8; 255 where it was cut off.
    #[pyo3(get)]
    reasons: Py<PyArray1<u8>>,
    /// First action of each game, shape (n,), int32; -1 where there was none.
    #[pyo3(get)]
    first_action: Py<PyArray1<i32>>,
    /// First eight actions of each game, shape (n, 8), int32; -1 after the last action.
    ///
    /// They include the actions of openings and of chance.
    #[pyo3(get)]
    opening_actions: Py<PyArray2<i32>>,
    /// Agent at each seat, as an index to `agent_specs`, shape (n, seats), uint8.
    #[pyo3(get)]
    agent_indices: Py<PyArray2<u8>>,
    /// Mean number of legal steps at the choices of seats, shape (n,), float32.
    #[pyo3(get)]
    branching: Py<PyArray1<f32>>,
    /// Number of times that the lead in material passed to another side, shape (n,), uint16.
    ///
    /// Ties do not count.
    #[pyo3(get)]
    lead_changes: Py<PyArray1<u16>>,
    /// How far the winner was behind in material (Browne 2008), shape (n,), float32.
    ///
    /// It is the mean over the turns after which another side had more material than the winner. Each counts
    /// the square root of the difference between the leader's share of all material and the winner's share.
    /// It is 0 if the winner was never behind, or if there is no winner.
    #[pyo3(get)]
    drama: Py<PyArray1<f32>>,
    /// Kinds of the pieces in `pieces`, a list of str.
    ///
    /// ``captive`` marks pieces under a piece of another seat.
    #[pyo3(get)]
    piece_kinds: Vec<String>,
    /// Number of pieces by seat and kind in one position of each game, shape (n, seats, kinds), uint8.
    ///
    /// The position is the one before a step that is drawn at random from the steps of seats. A regression of
    /// results on these numbers estimates piece values.
    #[pyo3(get)]
    pieces: Py<PyArray3<u8>>,
    /// Number of steps made before the step of `pieces`, shape (n,), int32; -1 where no seat made a step.
    #[pyo3(get)]
    piece_step: Py<PyArray1<i32>>,
    /// The number of games for each ending, the most frequent first.
    endings: Vec<(&'static str, usize)>,
    score_counts: ScoreCounts,
    /// The games themselves, if they were recorded.
    games: Vec<MatchGame>,
}

impl Matches {
    pub(super) fn new(
        game: &Bound<'_, Game>,
        specs: &[String],
        seed: u64,
        offset: u64,
        played: agents::Matches,
    ) -> PyResult<Matches> {
        let (py, games, seats) = (game.py(), played.steps.len(), game.get().spec().seats.into());
        let shape = [games, seats, played.piece_kinds.len()];
        let (endings, score_counts) = (played.reason_counts(), played.score_counts(specs.len()));
        Ok(Matches {
            game: game.clone().unbind(),
            agent_specs: PyTuple::new(py, specs)?.unbind(),
            seed,
            offset,
            returns: PyArray1::from_vec(py, played.returns).reshape([games, seats])?.unbind(),
            steps: PyArray1::from_vec(py, played.steps).unbind(),
            reasons: PyArray1::from_vec(py, played.reasons).unbind(),
            first_action: PyArray1::from_vec(py, played.first_action).unbind(),
            opening_actions: PyArray1::from_vec(py, played.opening_actions)
                .reshape([games, agents::NUM_OPENING_ACTIONS])?
                .unbind(),
            agent_indices: PyArray1::from_vec(py, played.agents).reshape([games, seats])?.unbind(),
            branching: PyArray1::from_vec(py, played.branching).unbind(),
            lead_changes: PyArray1::from_vec(py, played.lead_changes).unbind(),
            drama: PyArray1::from_vec(py, played.drama).unbind(),
            piece_kinds: played.piece_kinds,
            pieces: PyArray1::from_vec(py, played.pieces).reshape(shape)?.unbind(),
            piece_step: PyArray1::from_vec(py, played.piece_step).unbind(),
            endings,
            score_counts,
            games: played.games,
        })
    }

    /// Returns the contents of the arrays.
    ///
    /// Users can write to the arrays, so this checks that the games are possible.
    fn played(&self, py: Python<'_>) -> PyResult<agents::Matches> {
        let spec = self.game.get().spec();
        let played = agents::Matches {
            seats: spec.seats.into(),
            returns: to_vec(py, &self.returns),
            steps: to_vec(py, &self.steps),
            reasons: to_vec(py, &self.reasons),
            first_action: to_vec(py, &self.first_action),
            opening_actions: to_vec(py, &self.opening_actions),
            agents: to_vec(py, &self.agent_indices),
            branching: to_vec(py, &self.branching),
            lead_changes: to_vec(py, &self.lead_changes),
            drama: to_vec(py, &self.drama),
            piece_kinds: self.piece_kinds.clone(),
            pieces: to_vec(py, &self.pieces),
            piece_step: to_vec(py, &self.piece_step),
            games: self.games.clone(),
        };
        played.check(spec, self.agent_specs.bind(py).len()).map_py_err()?;
        Ok(played)
    }

    /// Returns the recorded games.
    fn recorded(&self) -> PyResult<&[MatchGame]> {
        if self.games.is_empty() { Err(not_recorded()) } else { Ok(&self.games) }
    }

    fn texts(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.agent_specs.bind(py).extract()
    }
}

/// The error for games that are needed and were not recorded.
fn not_recorded() -> PyErr {
    PyValueError::new_err("the games were not recorded: call matches with record=True")
}

#[guarded]
#[pymethods]
impl Matches {
    /// Number of games for each reason, a dict with the most frequent reason first.
    ///
    /// ``truncated`` counts the games that were cut off.
    #[getter]
    fn reason_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.endings.iter().copied().into_py_dict(py)
    }

    /// Number of times that each agent got each score, a dict with the lowest score first.
    ///
    /// The values are tuples in the order of `agent_specs`. An agent with several seats counts once for each
    /// seat. Games that were cut off are not counted.
    #[getter]
    fn score_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        scores_dict(py, &self.score_counts)
    }

    /// Mean return of each agent in the games that were not cut off, a tuple of float; ``nan`` if all were.
    ///
    /// The numbers have the order of `agent_specs`.
    #[getter]
    fn mean_returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        means_tuple(py, &self.score_counts)
    }

    /// Return the results as a pandas table with one row for each game.
    ///
    /// Returns
    /// -------
    /// pandas.DataFrame
    ///     The columns ``game`` (its number), ``reason`` (a word), ``steps``, ``first_action``, ``return_0``
    ///     and ``agent_0`` and so on for the seats, ``branching``, ``lead_changes`` and ``drama``. The last
    ///     columns are the same in all rows: ``id``, ``options`` (those that differ from the id), ``seed``,
    ///     and ``plyground``, the version.
    ///
    /// Raises
    /// ------
    /// ImportError
    ///     If pandas is not installed: ``pip install 'plyground[study]'``.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> table = pg.matches("stax", ["greedy", "random"], 4).to_pandas()
    /// >>> table["agent_0"].tolist()
    /// ['greedy', 'random', 'greedy', 'random']
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let columns = game_columns(py, self.offset, &self.reasons)?;
        columns.set_item("steps", &self.steps)?;
        columns.set_item("first_action", &self.first_action)?;
        add_seat_columns(&columns, "return", self.returns.bind(py))?;
        let specs = PyArray1::from_vec(py, self.agent_specs.bind(py).iter().map(Bound::unbind).collect());
        add_seat_columns(&columns, "agent", &specs.get_item(&self.agent_indices)?)?;
        columns.set_item("branching", &self.branching)?;
        columns.set_item("lead_changes", &self.lead_changes)?;
        columns.set_item("drama", &self.drama)?;
        add_provenance(&columns, self.game.bind(py), self.seed, self.__len__(py)?)?;
        data_frame(&columns)
    }

    /// Return the results as JSON.
    ///
    /// Returns
    /// -------
    /// str
    ///     An object with the names of this class. ``game`` contains the id, the options and the frame.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        let (game, played) = (Recipe::of(self.game.get().spec()), &self.played(py)?);
        json(&RunJson {
            game,
            agent_specs: Some(self.texts(py)?),
            seed: self.seed,
            offset: self.offset,
            start: None,
            played,
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        let Ok(other) = other.cast::<Matches>() else { return Ok(false) };
        let other = other.get();
        Ok((self.seed, self.offset, self.texts(py)?) == (other.seed, other.offset, other.texts(py)?)
            && is_same_game(&self.game, &other.game)
            && self.played(py)? == other.played(py)?)
    }

    /// Return the last state of a game, with its record. It needs ``record=True`` of `matches`.
    ///
    /// Parameters
    /// ----------
    /// index : int
    ///     The number of the row. Negative numbers count from the end.
    ///
    /// Returns
    /// -------
    /// State
    ///     The state. `plyground.replay` shows the game.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the games were not recorded.
    /// IndexError
    ///     If there is no such game.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> run = pg.matches("stax", ["ab:1", "random"], 4, record=True)
    /// >>> state = run.state(-1)
    /// >>> state.returns == tuple(run.returns[-1])
    /// True
    fn state(&self, index: &Bound<'_, PyAny>) -> PyResult<State> {
        let py = index.py();
        let row = index_of(index, self.__len__(py)?)?;
        let MatchGame { start, actions, .. } = self.recorded()?.get(row).ok_or_else(not_recorded)?;
        replayed(self.game.bind(py), start, actions.iter().map(|&action| action.into()))
    }

    /// Return the recorded games as trajectories. It needs ``record=True`` of `matches`.
    ///
    /// Returns
    /// -------
    /// Trajectories
    ///     The games in flat arrays, without search results. ``envs`` has the numbers of the games.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the games were not recorded.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> run = pg.matches("stax", ["ab:1", "random"], 4, record=True)
    /// >>> games = run.trajectories()
    /// >>> len(games), len(games.actions) == int(run.steps.sum())
    /// (4, True)
    fn trajectories(&self, py: Python<'_>) -> PyResult<Trajectories> {
        self.recorded()?;
        let (game, played) = (self.game.bind(py), self.played(py)?);
        let any = game.get().any().clone();
        let played = py.detach(|| played.trajectories(&*any, self.offset)).map_py_err()?;
        Ok(Trajectories::new(game, played))
    }

    /// Return that the agent of each action expected for its seat, shape (steps,), float32.
    ///
    /// There is one number for each of ``trajectories().actions``. It is ``nan`` in openings, at steps of
    /// chance, at forced steps, and for agents that do not estimate it, such as ``random``. It needs
    /// ``record=True`` of `matches`.
    fn search_values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let all = self.recorded()?.iter().flat_map(|game| &game.values);
        Ok(PyArray1::from_iter(py, all.map(|value| value.unwrap_or(f32::NAN))))
    }

    /// Return the last state of a game, or a list of states for a slice. It needs ``record=True`` of
    /// `matches`.
    fn __getitem__<'py>(slf: &Bound<'py, Self>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        states_at(slf.as_any(), index, slf.get().__len__(slf.py())?)
    }

    /// Return an iterator over the last states of the games. It needs ``record=True`` of `matches`.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().recorded()?;
        iterate_states(slf.as_any())
    }

    /// Returns `_restore_matches(game, agent_specs, seed, offset, arrays, measures, piece_kinds, games)`.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let seats = (
            &self.returns,
            &self.steps,
            &self.reasons,
            &self.first_action,
            &self.opening_actions,
            &self.agent_indices,
        );
        let measures = (&self.branching, &self.lead_changes, &self.drama, &self.pieces, &self.piece_step);
        let games: Vec<_> =
            self.games.iter().map(|game| (&game.start, &game.actions, &game.values)).collect();
        let parts = (
            &self.game,
            &self.agent_specs,
            self.seed,
            self.offset,
            seats,
            measures,
            &self.piece_kinds,
            games,
        );
        Ok((restorer(py, "_restore_matches")?, parts.into_pyobject(py)?))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.steps.bind(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (games, id) = (self.__len__(py)?, &self.game.get().spec().id);
        Ok(format!("<{games} games of {id} between {}, seed {}>", self.texts(py)?.join(", "), self.seed))
    }
}
