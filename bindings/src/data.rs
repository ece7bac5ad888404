//! What the core says of its values in serde's terms, for Python: as JSON, and as plain data.

use numpy::ndarray::Dimension;
use numpy::{Element, PyArray, PyArrayMethods};
use plyground::sim::Recipe;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;

/// A value as JSON.
pub(super) fn json(value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A value as dictionaries, lists, texts and numbers.
pub(super) fn plain<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json(value)?,))
}

/// Games with what they were played from.
#[derive(Serialize)]
pub(super) struct Run<'a, T> {
    pub game: Recipe,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub specs: Option<Vec<String>>,
    pub seed: u64,
    pub offset: u64,
    #[serde(flatten)]
    pub played: &'a T,
}

/// The elements of an array.
pub(super) fn copied<T: Element + Copy, D: Dimension>(py: Python<'_>, array: &Py<PyArray<T, D>>) -> Vec<T> {
    array.bind(py).readonly().as_array().iter().copied().collect()
}

/// The function of this module that makes again what was pickled.
pub(super) fn restorer<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("plyground._core")?.getattr(name)
}
