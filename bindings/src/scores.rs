//! `Scores`: what the returns of a game can be; and how often each was had.

use plyground::game;
use plyground::sim::Tally;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// What seats play for, and what their returns can be.
///
/// >>> import plyground as pg
/// >>> pg.info("chess").scores.kind
/// 'win'
/// >>> pg.info("tri-stax-3").scores
/// Scores(kind='win', least=-0.5, most=1.0, sum=None)
#[pyclass(frozen, eq, module = "plyground._core")]
#[derive(PartialEq)]
pub(super) struct Scores(pub game::Scores);

#[pymethods]
impl Scores {
    /// ``win``: teams play against each other; ``shared``: all seats get the same; ``strokes``: each seat
    /// counts its strokes, and its return is minus their number.
    #[getter]
    fn kind(&self) -> &'static str {
        self.0.kind.as_str()
    }

    /// No seat ever gets less.
    #[getter]
    fn min_return(&self) -> f64 {
        self.0.least
    }

    /// No seat ever gets more.
    #[getter]
    fn max_return(&self) -> f64 {
        self.0.most
    }

    /// What all seats get together, where that is always the same.
    #[getter]
    fn return_sum(&self) -> Option<f64> {
        self.0.sum
    }

    /// What each seat gets for a game that is cut off: 0 where seats play for a win, else ``least``.
    #[getter]
    fn cut_off(&self) -> f64 {
        self.0.cut_off()
    }

    /// Which figures are better as they are reported: ``lower`` of strokes, ``higher`` of all else. Of
    /// returns, the higher always are.
    #[getter]
    fn better(&self) -> &'static str {
        self.0.better()
    }

    fn __hash__(&self) -> u64 {
        let sum = self.0.sum.unwrap_or(f64::NAN);
        [self.0.least, self.0.most, sum]
            .iter()
            .fold(self.0.kind as u64, |hash, number| hash.rotate_left(21) ^ number.to_bits())
    }

    fn __repr__(&self) -> String {
        let game::Scores { kind, least, most, sum } = self.0;
        let sum = sum.map_or("None".into(), |sum| format!("{sum:?}"));
        format!("Scores(kind='{}', least={least:?}, most={most:?}, sum={sum})", kind.as_str())
    }
}

/// Each score with how often each player got it, the lowest first.
pub(super) fn scores_dict<'py>(py: Python<'py>, tally: &Tally) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (score, counts) in tally.scores() {
        dict.set_item(score, PyTuple::new(py, counts)?)?;
    }
    Ok(dict)
}

/// What each player got on average.
pub(super) fn means_tuple<'py>(py: Python<'py>, tally: &Tally) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, tally.means())
}
