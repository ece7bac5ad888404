//! The class `Playouts`: results of random games.

use super::args::index_of;
use super::data::{
    RunJson, add_provenance, add_seat_columns, data_frame, game_columns, json, restorer, to_vec,
};
use super::errors::MapPyErr;
use super::game::{Game, is_same_game};
use super::recorded::{iterate_states, states_at};
use super::scores::{means_tuple, scores_dict};
use super::state::State;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use plyground::catalog::Recipe;
use plyground::sim::{self, PlayoutRequest, ScoreCounts};
use plyground_python_macros::guarded;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyTuple};

/// Results of ``n`` random games, one row for each game; made by `playouts`.
///
/// They can be pickled, and `to_json` writes them under the same names.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> run = pg.playouts("english-draughts", 1000, seed=0)
/// >>> run.returns.shape, len(run.steps)
/// ((1000, 2), 1000)
/// >>> sum(run.reason_counts.values())
/// 1000
///
/// The losses, draws and wins of each seat:
///
/// >>> run.score_counts
/// {-1.0: (511, 451), 0.0: (38, 38), 1.0: (451, 511)}
///
/// Pickles and JSON:
///
/// >>> import json, pickle
/// >>> pickle.loads(pickle.dumps(run)) == run
/// True
/// >>> data = json.loads(run.to_json())
/// >>> data["game"]["id"], data["seed"], len(data["steps"])
/// ('english-draughts', 0, 1000)
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct Playouts {
    /// The game that was played, a `Game`.
    #[pyo3(get)]
    game: Py<Game>,
    /// Seed of the games.
    #[pyo3(get)]
    seed: u64,
    /// Number of the first game.
    #[pyo3(get)]
    offset: u64,
    /// Position string at which all games started, or None for the start of the game.
    #[pyo3(get)]
    start: Option<String>,
    /// Return of each seat, shape (n, seats), float64.
    ///
    /// It is ``game.info.scoring.cut_off`` where the game was cut off.
    #[pyo3(get)]
    returns: Py<PyArray2<f64>>,
    /// Number of steps of each game, shape (n,), uint32; chance steps count.
    #[pyo3(get)]
    steps: Py<PyArray1<u32>>,
    /// How each game ended, as an index to `REASONS`, shape (n,), uint8; 255 where it was cut off.
    #[pyo3(get)]
    reasons: Py<PyArray1<u8>>,
    /// First action of each game, shape (n,), int32; -1 where there was none.
    #[pyo3(get)]
    first_action: Py<PyArray1<i32>>,
    games: usize,
    /// The number of games for each ending, the most frequent first.
    endings: Vec<(&'static str, usize)>,
    score_counts: ScoreCounts,
}

impl Playouts {
    pub fn new(
        game: &Bound<'_, Game>,
        seed: u64,
        offset: u64,
        start: Option<String>,
        played: sim::Playouts,
    ) -> PyResult<Playouts> {
        let (py, shape) = (game.py(), [played.steps.len(), game.get().spec().seats.into()]);
        let (endings, score_counts) = (played.reason_counts(), played.score_counts());
        Ok(Playouts {
            game: game.clone().unbind(),
            seed,
            offset,
            start,
            returns: PyArray1::from_vec(py, played.returns).reshape(shape)?.unbind(),
            steps: PyArray1::from_vec(py, played.steps).unbind(),
            reasons: PyArray1::from_vec(py, played.reasons).unbind(),
            first_action: PyArray1::from_vec(py, played.first_action).unbind(),
            games: shape[0],
            endings,
            score_counts,
        })
    }

    /// Returns the contents of the arrays.
    ///
    /// Users can write to the arrays, so this checks that the games are possible.
    fn played(&self, py: Python<'_>) -> PyResult<sim::Playouts> {
        let spec = self.game.get().spec();
        let played = sim::Playouts {
            seats: spec.seats.into(),
            returns: to_vec(py, &self.returns),
            steps: to_vec(py, &self.steps),
            reasons: to_vec(py, &self.reasons),
            first_action: to_vec(py, &self.first_action),
        };
        played.check(spec).map_py_err()?;
        Ok(played)
    }
}

#[guarded]
#[pymethods]
impl Playouts {
    /// Number of games for each reason, a dict with the most frequent reason first.
    ///
    /// ``truncated`` counts the games that were cut off.
    #[getter]
    fn reason_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.endings.iter().copied().into_py_dict(py)
    }

    /// Number of games with each score by seat, a dict with the lowest score first.
    ///
    /// The values are tuples with one number for each seat. Games that were cut off are not counted.
    #[getter]
    fn score_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        scores_dict(py, &self.score_counts)
    }

    /// Mean return of each seat in the games that were not cut off, a tuple of float; ``nan`` if all were.
    #[getter]
    fn mean_returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        means_tuple(py, &self.score_counts)
    }

    /// Return the results as a pandas table with one row for each game.
    ///
    /// Returns
    /// -------
    /// pandas.DataFrame
    ///     The columns ``game`` (its number), ``reason`` (a word), ``steps``, ``first_action`` and
    ///     ``return_0``, ``return_1``, … for the seats. The last columns are the same in all rows: ``id``,
    ///     ``options`` (those that differ from the id), ``seed``, ``plyground`` (the version) and ``start``.
    ///
    /// Raises
    /// ------
    /// ImportError
    ///     If pandas is not installed: ``pip install 'plyground[study]'``.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> table = pg.playouts("stax", 10, seed=3).to_pandas()
    /// >>> list(table.columns[:6])
    /// ['game', 'reason', 'steps', 'first_action', 'return_0', 'return_1']
    /// >>> table["id"].tolist()[:2], table["seed"].tolist()[:2]
    /// (['stax', 'stax'], [3, 3])
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let columns = game_columns(py, self.offset, &self.reasons)?;
        columns.set_item("steps", &self.steps)?;
        columns.set_item("first_action", &self.first_action)?;
        add_seat_columns(&columns, "return", self.returns.bind(py))?;
        add_provenance(&columns, self.game.bind(py), self.seed, self.games)?;
        columns.set_item("start", self.start.as_deref())?;
        data_frame(&columns)
    }

    /// Play one of the games again and return its last state, with its record.
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
    /// IndexError
    ///     If there is no such game.
    ///
    /// Examples
    /// --------
    /// The longest of a thousand games:
    ///
    /// >>> import plyground as pg
    /// >>> run = pg.playouts("stax", 1000, seed=0)
    /// >>> longest = run.state(run.steps.argmax())
    /// >>> len(longest.actions) == int(run.steps.max())
    /// True
    fn state(&self, index: &Bound<'_, PyAny>) -> PyResult<State> {
        let py = index.py();
        let row = index_of(index, self.games)?;
        let game = self.game.bind(py);
        let any = game.get().any().clone();
        let request = PlayoutRequest {
            seed: self.seed,
            offset: self.offset,
            max_steps: to_vec(py, &self.steps).get(row).copied(),
            start: self.start.as_deref(),
            ..PlayoutRequest::default()
        };
        let state = py.detach(|| any.playout(&request, row as u64)).map_py_err()?;
        Ok(State::new(game.clone().unbind(), state))
    }

    /// Return the results as JSON.
    ///
    /// Returns
    /// -------
    /// str
    ///     An object with the names of this class. The counts of scores are a list of pairs, and ``game``
    ///     contains the id, the options and the frame.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        let played = &self.played(py)?;
        let game = Recipe::of(self.game.get().spec());
        let start = Some(self.start.as_deref());
        json(&RunJson { game, agent_specs: None, seed: self.seed, offset: self.offset, start, played })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        let Ok(other) = other.cast::<Playouts>() else { return Ok(false) };
        let other = other.get();
        Ok((self.seed, self.offset, &self.start) == (other.seed, other.offset, &other.start)
            && is_same_game(&self.game, &other.game)
            && self.played(py)? == other.played(py)?)
    }

    /// Returns `_restore_playouts(game, seed, offset, returns, steps, reasons, first_action, start)`.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let arrays = (&self.returns, &self.steps, &self.reasons, &self.first_action);
        let parts = (&self.game, self.seed, self.offset, arrays.0, arrays.1, arrays.2, arrays.3, &self.start);
        Ok((restorer(py, "_restore_playouts")?, parts.into_pyobject(py)?))
    }

    /// Return the last state of a game, or a list of states for a slice. The games are played again.
    fn __getitem__<'py>(slf: &Bound<'py, Self>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        states_at(slf.as_any(), index, slf.get().games)
    }

    /// Return an iterator over the last states of the games.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        iterate_states(slf.as_any())
    }

    fn __len__(&self) -> usize {
        self.games
    }

    fn __repr__(&self) -> String {
        let endings: Vec<String> =
            self.endings.iter().map(|(name, count)| format!("{name}: {count}")).collect();
        let id = &self.game.get().spec().id;
        format!("<{} random games of {id}, seed {}; {}>", self.games, self.seed, endings.join(", "))
    }
}

/// Restores pickled playouts.
#[guarded]
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(super) fn _restore_playouts(
    game: &Bound<'_, Game>,
    seed: u64,
    offset: u64,
    returns: PyReadonlyArray2<'_, f64>,
    steps: PyReadonlyArray1<'_, u32>,
    reasons: PyReadonlyArray1<'_, u8>,
    first_action: PyReadonlyArray1<'_, i32>,
    start: Option<String>,
) -> PyResult<Playouts> {
    let played = sim::Playouts {
        seats: returns.as_array().ncols(),
        returns: returns.as_array().iter().copied().collect(),
        steps: steps.as_array().to_vec(),
        reasons: reasons.as_array().to_vec(),
        first_action: first_action.as_array().to_vec(),
    };
    played.check(game.get().spec()).map_py_err()?;
    Playouts::new(game, seed, offset, start, played)
}
