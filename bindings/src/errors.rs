//! Faults as Python's exceptions.

use plyground::catalog::CatalogError;
use plyground::game::{FenError, TooManyTurns};
use plyground::named::UnknownName;
use plyground::sim::{Limit, RecordError, StepError, VectorError};
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    plyground._core,
    UnknownVariant,
    PyValueError,
    "There is no variant of that id; the message names the nearest ones."
);
create_exception!(
    plyground._core,
    BadOption,
    PyValueError,
    "An option or its value does not go with the variant; the message says what does."
);
create_exception!(
    plyground._core,
    BadPosition,
    PyValueError,
    "A text is not a position string of the game; the message says why."
);
create_exception!(
    plyground._core,
    IllegalStep,
    PyValueError,
    "A step or action is not legal here; the message says why. Nothing was changed."
);

pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("UnknownVariant", py.get_type::<UnknownVariant>())?;
    module.add("BadOption", py.get_type::<BadOption>())?;
    module.add("BadPosition", py.get_type::<BadPosition>())?;
    module.add("IllegalStep", py.get_type::<IllegalStep>())
}

/// The exception for an argument of a wrong type.
pub(super) fn wrong_type(name: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let kind = match found.get_type().name() {
        Ok(kind) if !found.is_none() => format!("{kind} "),
        _ => String::new(),
    };
    PyTypeError::new_err(format!("{name} must be {expected}, not {kind}{}", shown(found)))
}

/// A value as messages show it: what Python would print, cut short.
pub(super) fn shown(value: &Bound<'_, PyAny>) -> String {
    let short = value.py().import("reprlib").and_then(|reprlib| reprlib.call_method1("repr", (value,)));
    short.map_or_else(|_| "something that cannot be shown".into(), |short| short.to_string())
}

/// A fault of the core, which is to be some exception.
pub(super) trait Fault {
    /// The exception.
    fn exception(self) -> PyErr;
}

/// What may have failed with a [`Fault`].
pub(super) trait Raised<T> {
    /// The same with an exception in the place of the fault.
    fn raised(self) -> PyResult<T>;
}

impl<T, F: Fault> Raised<T> for Result<T, F> {
    fn raised(self) -> PyResult<T> {
        self.map_err(Fault::exception)
    }
}

impl Fault for CatalogError {
    fn exception(self) -> PyErr {
        match self {
            CatalogError::UnknownId { .. } => UnknownVariant::new_err(self.to_string()),
            _ => BadOption::new_err(self.to_string()),
        }
    }
}

impl Fault for UnknownName {
    fn exception(self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl Fault for RecordError {
    fn exception(self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl Fault for FenError {
    fn exception(self) -> PyErr {
        BadPosition::new_err(self.to_string())
    }
}

impl Fault for TooManyTurns {
    fn exception(self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl Fault for StepError {
    fn exception(self) -> PyErr {
        IllegalStep::new_err(self.to_string())
    }
}

impl Fault for VectorError {
    fn exception(self) -> PyErr {
        match self {
            VectorError::Step { .. } => IllegalStep::new_err(self.to_string()),
            VectorError::Length { .. } => PyValueError::new_err(self.to_string()),
        }
    }
}

impl Fault for Limit {
    fn exception(self) -> PyErr {
        match self {
            Limit::NoMemory { .. } => PyMemoryError::new_err(self.to_string()),
            Limit::Start { .. } => BadPosition::new_err(self.to_string()),
            Limit::Range { .. }
            | Limit::Memory { .. }
            | Limit::Length { .. }
            | Limit::Element { .. }
            | Limit::Unwanted { .. } => PyValueError::new_err(self.to_string()),
        }
    }
}
