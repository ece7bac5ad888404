//! Arguments of a plain type, with exceptions that say which does not fit, what it was and what would.

use super::errors::{shown, wrong_type};
use pyo3::exceptions::{PyBaseException, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::Deref;

/// An argument whose type PyO3 checks; what does not fit is told in the words of [`Wanted`].
#[derive(Clone, Copy)]
pub(super) struct Fit<T>(pub T);

impl<T> Deref for Fit<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// What an argument must be, behind "must be".
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
    u64: "a whole number from 0 to 2**64 - 1",
    f64: "a number that fits a float",
    bool: "True or False",
    &str: "a text",
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

/// What stands for the name of an argument until it is known.
const NAMELESS: &str = "the argument";

/// The exception for an argument that PyO3 could not read.
#[cold]
fn misfit(wanted: &str, found: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let py = found.py();
    let told = if error.is_instance_of::<PyTypeError>(py) {
        wrong_type(NAMELESS, wanted, found)
    } else if error.is_instance_of::<PyOverflowError>(py) {
        PyValueError::new_err(format!("{NAMELESS} must be {wanted}, not {}", shown(found)))
    } else {
        // What the object's own `__index__` or `__float__` raised.
        return error;
    };
    // Should that fail, the text lacks no more than the name.
    let _ = to_be_named(told.value(py));
    told
}

/// PyO3 does not tell a type that it reads which argument it is, but it tells the exception, as a note. Not
/// everyone who shows messages shows notes, and Python 3.10 has none: so the exception writes the name into
/// its text.
fn to_be_named(error: &Bound<'_, PyBaseException>) -> PyResult<()> {
    let py = error.py();
    let method = py.import("types")?.getattr("MethodType")?;
    error.setattr("add_note", method.call1((wrap_pyfunction!(name, py)?, error))?)
}

/// Takes the first note of an exception, by which PyO3 says "while processing 'seed'".
#[pyfunction]
fn name(error: &Bound<'_, PyBaseException>, note: &str) -> PyResult<()> {
    error.delattr("add_note")?;
    match note.split('\'').nth(1) {
        Some(name) => error.setattr("args", (error.str()?.to_str()?.replacen(NAMELESS, name, 1),)),
        None => error.call_method1("add_note", (note,)).map(drop),
    }
}
