//! `Playouts`: what came of random games.

use super::game::Game;
use super::scores::{means_tuple, scores_dict};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use plyground::game::Reason;
use plyground::sim::{self, CUT_OFF, Request, Tally};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Random games: one row a game.
///
/// >>> import plyground as pg
/// >>> run = pg.playouts("english-draughts", 1000, seed=0)
/// >>> run.returns.shape, len(run.steps)
/// ((1000, 2), 1000)
/// >>> sum(run.reasons.values())
/// 1000
/// >>> run.scores                                # how often each seat lost, drew and won
/// {-1.0: (511, 451), 0.0: (38, 38), 1.0: (451, 511)}
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct Playouts {
    /// The game that was played.
    #[pyo3(get)]
    game: Py<Game>,
    /// The seed that it was played from.
    #[pyo3(get)]
    seed: u64,
    /// The number of the first game.
    #[pyo3(get)]
    offset: u64,
    /// What each seat got, shape (n, seats); zeros where the game was cut off.
    #[pyo3(get)]
    returns: Py<PyArray2<f64>>,
    /// The number of steps.
    #[pyo3(get)]
    steps: Py<PyArray1<u32>>,
    /// How it ended, as an index to `REASONS`; 255 where it was cut off.
    #[pyo3(get)]
    reason: Py<PyArray1<u8>>,
    /// The first action; -1 where there was none.
    #[pyo3(get)]
    first: Py<PyArray1<i32>>,
    games: usize,
    /// The endings with their numbers, the commonest first.
    endings: Vec<(&'static str, usize)>,
    tally: Tally,
}

impl Playouts {
    pub fn new(game: &Bound<'_, Game>, request: &Request<'_>, played: sim::Playouts) -> PyResult<Playouts> {
        let py = game.py();
        let (games, seats) = (played.steps.len(), game.get().spec().seats as usize);
        let tally = played.tally(seats as u8);
        let count = |number: u8| played.reasons.iter().filter(|&&reason| reason == number).count();
        let mut endings: Vec<(&str, usize)> =
            Reason::ALL.iter().map(|&reason| (reason.as_str(), count(reason as u8))).collect();
        endings.push(("truncated", count(CUT_OFF)));
        endings.retain(|&(_, count)| count > 0);
        endings.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        Ok(Playouts {
            game: game.clone().unbind(),
            seed: request.seed,
            offset: request.offset,
            returns: PyArray1::from_vec(py, played.returns).reshape([games, seats])?.unbind(),
            steps: PyArray1::from_vec(py, played.steps).unbind(),
            reason: PyArray1::from_vec(py, played.reasons).unbind(),
            first: PyArray1::from_vec(py, played.first).unbind(),
            games,
            endings,
            tally,
        })
    }
}

#[pymethods]
impl Playouts {
    /// How many games ended how, the commonest first; ``truncated`` counts those cut off.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.endings.iter().try_for_each(|(reason, count)| dict.set_item(reason, count))?;
        Ok(dict)
    }

    /// Each score that somebody got with how often each seat got it, the lowest first. Games that were cut off have none.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        scores_dict(py, &self.tally)
    }

    /// What each seat got on average, in the games that were not cut off; ``nan`` if all were.
    #[getter]
    fn means<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        means_tuple(py, &self.tally, self.game.get().spec().seats.into())
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
