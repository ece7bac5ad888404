//! Conversion to JSON, plain Python data and pandas tables, and helpers to pickle objects.

use super::game::Game;
use numpy::ndarray::Dimension;
use numpy::{Element, PyArray, PyArray1, PyArrayMethods};
use plyground::catalog::Recipe;
use plyground::sim;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde::Serialize;

/// Returns a value as JSON.
pub(super) fn json(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Returns a value as dicts, lists, strings and numbers.
pub(super) fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json(value)?,))
}

/// The JSON form of games with the settings that produced them.
#[derive(Serialize)]
pub(super) struct RunJson<'a, T> {
    pub game: Recipe,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_specs: Option<Vec<String>>,
    pub seed: u64,
    pub offset: u64,
    /// The start position of playouts, or `Some(None)` for the start of the game. Matches have no such field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Option<&'a str>>,
    #[serde(flatten)]
    pub played: &'a T,
}

/// Returns the first columns of a table of games: their numbers from `offset` on, and the reasons as words.
pub(super) fn game_columns<'py>(
    py: Python<'py>,
    offset: u64,
    reasons: &Py<PyArray1<u8>>,
) -> PyResult<Bound<'py, PyDict>> {
    let words: Vec<&str> = to_vec(py, reasons).into_iter().map(sim::reason_name).collect();
    let numbers = (0..words.len() as u64).map(|at| offset.wrapping_add(at));
    let columns = PyDict::new(py);
    columns.set_item("game", PyArray1::from_iter(py, numbers))?;
    columns.set_item("reason", words)?;
    Ok(columns)
}

/// Adds columns that say which games a table is about: the id, the changed options, the seed if there is one,
/// and the version of plyground.
pub(super) fn add_provenance(
    columns: &Bound<'_, PyDict>,
    game: &Bound<'_, Game>,
    seed: u64,
    games: usize,
) -> PyResult<()> {
    let py = game.py();
    let options = py.import("plyground.options")?.call_method1("changed_options", (game,))?;
    columns.set_item("id", &game.get().spec().id)?;
    columns.set_item("options", options)?;
    columns.set_item("seed", PyArray1::from_vec(py, vec![seed; games]))?;
    columns.set_item("plyground", env!("CARGO_PKG_VERSION"))
}

/// Adds one column for each seat: `return_0`, `return_1` and so on.
pub(super) fn add_seat_columns(
    columns: &Bound<'_, PyDict>,
    name: &str,
    rows: &Bound<'_, PyAny>,
) -> PyResult<()> {
    for (seat, column) in rows.getattr("T")?.try_iter()?.enumerate() {
        columns.set_item(format!("{name}_{seat}"), column?)?;
    }
    Ok(())
}

/// Returns a pandas table with these columns.
pub(super) fn data_frame<'py>(columns: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    let py = columns.py();
    let optional = py.import("plyground.optional_deps")?;
    optional.call_method1("import_packages", ("plyground[study]", "pandas"))?;
    py.import("pandas")?.call_method1("DataFrame", (columns,))
}

/// Returns a copy of the elements of an array.
pub(super) fn to_vec<T: Element + Copy, D: Dimension>(py: Python<'_>, array: &Py<PyArray<T, D>>) -> Vec<T> {
    array.bind(py).readonly().as_array().iter().copied().collect()
}

/// Returns the function of this module that restores pickled objects.
pub(super) fn restorer<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("plyground._core")?.getattr(name)
}

/// Returns some attributes of an object.
pub(super) fn attributes<'py, T>(object: &Bound<'py, T>, names: &[&str]) -> PyResult<Bound<'py, PyTuple>> {
    let found = names.iter().map(|name| object.as_any().getattr(*name)).collect::<PyResult<Vec<_>>>()?;
    PyTuple::new(object.py(), found)
}
