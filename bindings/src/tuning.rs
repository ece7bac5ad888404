//! The function `tune`: evaluations that are fitted to games.

use super::args::{U64Arg, count, run_interruptible};
use super::errors::{IntoPyErr, MapPyErr, wrong_type};
use super::functions::game_of;
use plyground::agents::{self, Fit, TuneError, TuneRequest};
use plyground_python_macros::guarded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

impl IntoPyErr for TuneError {
    fn into_py_err(self) -> PyErr {
        match self {
            TuneError::Request(error) => error.into_py_err(),
            other => PyValueError::new_err(other.to_string()),
        }
    }
}

/// Tune an evaluation and return the content of its file. `plyground.tune` writes the file.
///
/// ``report`` is called after each generation with its number, the number of positions, the scale, and the
/// errors without and with the evaluation.
#[guarded]
#[pyfunction]
#[pyo3(
    signature = (game, games=U64Arg(5000), generations=U64Arg(2), nodes=U64Arg(100), seed=U64Arg(0), threads=None, report=None),
    text_signature = "(game, games=5000, generations=2, nodes=100, seed=0, threads=None, report=None)"
)]
#[allow(clippy::too_many_arguments)]
pub(super) fn tune<'py>(
    game: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = count)] games: U64Arg,
    generations: U64Arg,
    nodes: U64Arg,
    seed: U64Arg,
    threads: Option<U64Arg>,
    report: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    if let Some(given) = report.filter(|given| !given.is_callable()) {
        return Err(wrong_type("report", "a function of five numbers or None", given));
    }
    let (py, game) = (game.py(), game_of(game)?);
    let any = game.get().any().clone();
    let report = report.map(|given| given.clone().unbind());
    let request = TuneRequest {
        games: games.up_to("games", u32::MAX)?,
        generations: generations.up_to("generations", u32::MAX)?,
        nodes: nodes.0,
        seed: seed.0,
        threads: threads.map(|count| usize::try_from(count.0).unwrap_or(usize::MAX)),
    };
    let tuned = run_interruptible(py, |go_on| {
        let mut failure = None;
        let mut tell = |generation: u32, fit: &Fit| {
            let Some(report) = &report else { return true };
            let numbers = (generation, fit.positions, fit.scale, fit.error_before, fit.error_after);
            failure = Python::attach(|py| report.call1(py, numbers).err());
            failure.is_none()
        };
        let tuned = agents::tune(&*any, &request, &mut tell, go_on).map_py_err();
        failure.map_or(tuned, Err)
    })??;
    // Only an interruption or an error of the report ends a run early, and both have been raised.
    let content = tuned.map(|tuned| tuned.to_bytes()).unwrap_or_default();
    Ok(PyBytes::new(py, &content))
}
