//! Arguments of plain types, with exceptions that name the argument, what is valid and the value.

use super::errors::{shown, wrong_type};
use pyo3::exceptions::{PyBaseException, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::Deref;

/// An argument that PyO3 converts. The exception for other values uses the description of [`Wanted`].
#[derive(Clone, Copy)]
pub(super) struct Fit<T>(pub T);

impl<T> Deref for Fit<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// A description of the valid values, which follows "must be".
pub(super) trait Wanted {
    const WANTED: &'static str;
}

macro_rules! wanted {
    ($($type:ty: $words:literal,)*) => {
        $(impl Wanted for $type {
            const WANTED: &'static str = $words;
        })*
    };
}

wanted! {
    u64: "an integer from 0 to 2**64 - 1",
    f64: "a number in the range of a float",
    bool: "True or False",
    &str: "a str",
    Bound<'_, PyDict>: "a dict",
    Bound<'_, super::game::Game>: "a Game",
    Bound<'_, super::state::State>: "a State",
    Vec<PyRef<'_, super::state::State>>: "a list of states",
}

impl<'a, 'py, T: Wanted + FromPyObject<'a, 'py>> FromPyObject<'a, 'py> for Fit<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Fit<T>> {
        object.extract().map(Fit).map_err(|error: T::Error| misfit(T::WANTED, &object, error.into()))
    }
}

/// A placeholder for the name of the argument, which is not known yet.
const NAMELESS: &str = "the argument";

/// The exception for an argument that PyO3 could not convert.
#[cold]
fn misfit(wanted: &str, found: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let py = found.py();
    let told = if error.is_instance_of::<PyTypeError>(py) {
        wrong_type(NAMELESS, wanted, found)
    } else if error.is_instance_of::<PyOverflowError>(py) {
        PyValueError::new_err(format!("{NAMELESS} must be {wanted}, got {}", shown(found)))
    } else {
        // Raised by the object's own `__index__` or `__float__`.
        return error;
    };
    // If this fails, the message lacks only the name.
    let _ = to_be_named(told.value(py));
    told
}

/// Makes the exception write the name of the argument into its message.
///
/// PyO3 does not pass the name of an argument to its conversion, but adds it to the exception as a note.
/// Notes are often not shown, and Python 3.10 has none. So the exception gets its own `add_note`, which edits
/// the message.
fn to_be_named(error: &Bound<'_, PyBaseException>) -> PyResult<()> {
    let py = error.py();
    let method = py.import("types")?.getattr("MethodType")?;
    error.setattr("add_note", method.call1((wrap_pyfunction!(name, py)?, error))?)
}

/// Receives the first note of an exception, PyO3's "while processing 'seed'", and puts the name into the
/// message.
#[pyfunction]
fn name(error: &Bound<'_, PyBaseException>, note: &str) -> PyResult<()> {
    error.delattr("add_note")?;
    match note.split('\'').nth(1) {
        Some(name) => error.setattr("args", (error.str()?.to_str()?.replacen(NAMELESS, name, 1),)),
        None => error.call_method1("add_note", (note,)).map(drop),
    }
}
