//! `Scoring`: the range of the returns of a game, and statistics of the returns of many games.

use plyground::game;
use plyground::sim::ScoreCounts;
use plyground_python_macros::guarded;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Meaning and range of the returns of a game.
///
/// `Info.scoring` returns it. See ``docs/scores.md``.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> scoring = pg.info("chess").scoring
/// >>> scoring.kind, scoring.min_return, scoring.max_return, scoring.return_sum
/// ('win', -1.0, 1.0, 0.0)
/// >>> pg.info("tri-stax-3").scoring.min_return
/// -0.5
#[pyclass(name = "Scoring", frozen, eq, module = "plyground._core")]
#[derive(PartialEq)]
pub(super) struct Scores(pub game::Scores);

#[guarded]
#[pymethods]
impl Scores {
    /// Kind of scores: ``"win"``, ``"shared"`` or ``"strokes"``.
    ///
    /// - ``"win"``: teams play against each other.
    /// - ``"shared"``: all seats play together and get the same return.
    /// - ``"strokes"``: the return of a seat is minus the number of its strokes.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.as_str()
    }

    /// Lower bound of the return of a seat, as a float.
    #[getter]
    fn min_return(&self) -> f64 {
        self.0.min_return
    }

    /// Upper bound of the return of a seat, as a float.
    #[getter]
    fn max_return(&self) -> f64 {
        self.0.max_return
    }

    /// Sum of the returns of all seats, as a float; None if it is not the same in all games.
    #[getter]
    fn return_sum(&self) -> Option<f64> {
        self.0.return_sum
    }

    /// Return of each seat in a game that is cut off, as a float.
    ///
    /// It is 0 if `kind` is ``"win"``, otherwise `min_return`.
    #[getter]
    fn cut_off(&self) -> f64 {
        self.0.cut_off()
    }

    /// Whether reported scores are better when they are ``"higher"`` or ``"lower"``.
    ///
    /// It is ``"lower"`` for strokes, which reports show as positive numbers. Returns are always better when
    /// they are higher.
    #[getter]
    fn better(&self) -> &'static str {
        self.0.better()
    }

    fn __hash__(&self) -> u64 {
        let sum = self.0.return_sum.unwrap_or(f64::NAN);
        [self.0.min_return, self.0.max_return, sum]
            .iter()
            .fold(self.0.kind as u64, |hash, number| hash.rotate_left(21) ^ number.to_bits())
    }

    fn __repr__(&self) -> String {
        let game::Scores { kind, min_return, max_return, return_sum } = self.0;
        let return_sum = return_sum.map_or("None".into(), |sum| format!("{sum:?}"));
        format!(
            "Scoring(kind='{}', min_return={min_return:?}, max_return={max_return:?}, return_sum={return_sum})",
            kind.as_str()
        )
    }
}

/// Returns the number of games with each score for each player, in ascending order of scores.
pub(super) fn scores_dict<'py>(py: Python<'py>, score_counts: &ScoreCounts) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (score, counts) in score_counts.scores() {
        dict.set_item(score, PyTuple::new(py, counts)?)?;
    }
    Ok(dict)
}

/// Returns the mean return of each player.
pub(super) fn means_tuple<'py>(py: Python<'py>, score_counts: &ScoreCounts) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, score_counts.means())
}
