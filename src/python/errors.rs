//! Faults as Python's exceptions.

use crate::catalog::CatalogError;
use crate::game::FenError;
use crate::sim::{Limit, StepError, VectorError};
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
    let found = found.get_type().name().map_or_else(|_| "something else".into(), |name| name.to_string());
    PyTypeError::new_err(format!("{name} must be {expected}, not {found}"))
}

impl From<CatalogError> for PyErr {
    fn from(error: CatalogError) -> PyErr {
        match error {
            CatalogError::UnknownId { .. } => UnknownVariant::new_err(error.to_string()),
            _ => BadOption::new_err(error.to_string()),
        }
    }
}

impl From<FenError> for PyErr {
    fn from(error: FenError) -> PyErr {
        BadPosition::new_err(error.to_string())
    }
}

impl From<StepError> for PyErr {
    fn from(error: StepError) -> PyErr {
        IllegalStep::new_err(error.to_string())
    }
}

impl From<VectorError> for PyErr {
    fn from(error: VectorError) -> PyErr {
        match error {
            VectorError::Step { .. } => IllegalStep::new_err(error.to_string()),
            VectorError::Length { .. } => PyValueError::new_err(error.to_string()),
        }
    }
}

impl From<Limit> for PyErr {
    fn from(error: Limit) -> PyErr {
        match error {
            Limit::NoMemory { .. } => PyMemoryError::new_err(error.to_string()),
            Limit::Start { .. } => BadPosition::new_err(error.to_string()),
            Limit::Range { .. }
            | Limit::Memory { .. }
            | Limit::Length { .. }
            | Limit::Element { .. }
            | Limit::Unwanted { .. } => PyValueError::new_err(error.to_string()),
        }
    }
}
