//! Extraction of arguments of plain types. Exceptions name the argument, what is valid and the value.

use super::errors::{short_repr, wrong_type};
use plyground_python_macros::guarded;
use pyo3::exceptions::{PyBaseException, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::Deref;

/// An argument that PyO3 converts, with the exception that [`ValidValues`] describes for other values.
#[derive(Clone, Copy)]
pub(super) struct Checked<T>(pub T);

impl<T> Deref for Checked<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// The valid values of a type, in words that follow "must be" in messages.
pub(super) trait ValidValues {
    const DESCRIPTION: &'static str;
}

macro_rules! valid_values {
    ($($type:ty: $words:literal,)*) => {
        $(impl ValidValues for $type {
            const DESCRIPTION: &'static str = $words;
        })*
    };
}

valid_values! {
    u64: "an integer from 0 to 2**64 - 1",
    f64: "a number in the range of a float",
    bool: "True or False",
    &str: "a str",
    Bound<'_, PyDict>: "a dict",
    Bound<'_, super::game::Game>: "a Game",
    Bound<'_, super::state::State>: "a State",
    Vec<u32>: "a list of actions",
    Vec<PyRef<'_, super::state::State>>: "a list of states",
}

impl<'a, 'py, T: ValidValues + FromPyObject<'a, 'py>> FromPyObject<'a, 'py> for Checked<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Checked<T>> {
        object
            .extract()
            .map(Checked)
            .map_err(|error: T::Error| conversion_error(T::DESCRIPTION, &object, error.into()))
    }
}

/// A placeholder for the name of the argument, which is not known yet.
const NAME_PLACEHOLDER: &str = "the argument";

/// Returns the exception for an argument that PyO3 could not convert.
#[cold]
fn conversion_error(valid: &str, found: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let py = found.py();
    let exception = if error.is_instance_of::<PyTypeError>(py) {
        wrong_type(NAME_PLACEHOLDER, valid, found)
    } else if error.is_instance_of::<PyOverflowError>(py) {
        PyValueError::new_err(format!("{NAME_PLACEHOLDER} must be {valid}, got {}", short_repr(found)))
    } else {
        // Raised by the object's own `__index__` or `__float__`.
        return error;
    };
    // If this fails, the message lacks only the name.
    let _ = insert_name_later(exception.value(py));
    exception
}

/// Replaces `add_note` of the exception by [`insert_name`].
///
/// PyO3 does not pass the name of an argument to its conversion, but adds it to the exception as a note.
/// Notes are often not shown, and Python 3.10 has none. So the exception gets its own `add_note`, which edits
/// the message.
fn insert_name_later(error: &Bound<'_, PyBaseException>) -> PyResult<()> {
    let py = error.py();
    let method = py.import("types")?.getattr("MethodType")?;
    error.setattr("add_note", method.call1((wrap_pyfunction!(insert_name, py)?, error))?)
}

/// Receives the first note of an exception, PyO3's "while processing 'seed'", and puts the name into the
/// message.
#[guarded]
#[pyfunction]
fn insert_name(error: &Bound<'_, PyBaseException>, note: &str) -> PyResult<()> {
    error.delattr("add_note")?;
    match note.split('\'').nth(1) {
        Some(name) => error.setattr("args", (error.str()?.to_str()?.replacen(NAME_PLACEHOLDER, name, 1),)),
        None => error.call_method1("add_note", (note,)).map(drop),
    }
}
