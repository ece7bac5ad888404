//! Conversion of errors of the core to Python exceptions.

use plyground::catalog::CatalogError;
use plyground::engines::EngineFailure as Failure;
use plyground::game::{FenError, TooManyTurns};
use plyground::named::UnknownName;
use plyground::sim::{RecordError, RequestError, StepError, VectorError};
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyOSError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::panic::{self, AssertUnwindSafe};

create_exception!(
    plyground._core,
    UnknownVariant,
    PyValueError,
    "There is no variant of the given id.\n\
    \n\
    The message lists the nearest ids.\n\
    \n\
    Examples\n\
    --------\n\
    >>> import plyground as pg\n\
    >>> try:\n\
    ...     pg.game(\"ches\")\n\
    ... except pg.UnknownVariant as error:\n\
    ...     print(\"chess-golf\" in str(error))\n\
    True"
);
create_exception!(
    plyground._core,
    BadDescription,
    PyValueError,
    "The description of a game is not valid.\n\
    \n\
    The message names the line, the key and what is valid.\n\
    \n\
    Examples\n\
    --------\n\
    >>> import plyground as pg\n\
    >>> try:\n\
    ...     pg.describe(\"id = 'nothing'\")\n\
    ... except pg.BadDescription as error:\n\
    ...     print(error)\n\
    line 1: board is missing"
);
create_exception!(
    plyground._core,
    BadOption,
    PyValueError,
    "A variant has no such option, or the option does not accept the value.\n\
    \n\
    The message lists what is valid.\n\
    \n\
    Examples\n\
    --------\n\
    >>> import plyground as pg\n\
    >>> try:\n\
    ...     pg.game(\"chess960\", position=960)\n\
    ... except pg.BadOption as error:\n\
    ...     print(\"a number from 0 to 959\" in str(error))\n\
    True"
);
create_exception!(
    plyground._core,
    BadPosition,
    PyValueError,
    "A text is not a valid position string of the game.\n\
    \n\
    The message gives the reason.\n\
    \n\
    Examples\n\
    --------\n\
    >>> import plyground as pg\n\
    >>> try:\n\
    ...     pg.game(\"chess\").from_fen(\"8/8/8/8/8/8/8/8 w - - 0 1\")\n\
    ... except pg.BadPosition:\n\
    ...     print(\"chess needs kings\")\n\
    chess needs kings"
);
create_exception!(
    plyground._core,
    IllegalStep,
    PyValueError,
    "A step or action is not legal in the state.\n\
    \n\
    The state is unchanged. The message gives the reason.\n\
    \n\
    Examples\n\
    --------\n\
    >>> import plyground as pg\n\
    >>> state = pg.game(\"chess\").start()\n\
    >>> try:\n\
    ...     state.apply(\"e2e5\")\n\
    ... except pg.IllegalStep:\n\
    ...     print(state.steps)\n\
    []"
);
create_exception!(
    plyground._core,
    EngineFailure,
    PyOSError,
    "An engine, a program of its own, failed.\n\
    \n\
    It could not be started, ended, did not answer in time, or answered with an illegal move. The message\n\
    names the agent, the position, what happened and what to do. A match with such an agent has no result.\n\
    \n\
    Examples\n\
    --------\n\
    >>> import plyground as pg\n\
    >>> state = pg.game(\"chess\").start()\n\
    >>> try:\n\
    ...     pg.agent(\"uci:no-such-engine,nodes=100\").choose(state)\n\
    ... except pg.EngineFailure as error:\n\
    ...     print(\"cannot be started\" in str(error))\n\
    True"
);

/// Adds the exceptions to the module.
pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("UnknownVariant", py.get_type::<UnknownVariant>())?;
    module.add("BadDescription", py.get_type::<BadDescription>())?;
    module.add("BadOption", py.get_type::<BadOption>())?;
    module.add("BadPosition", py.get_type::<BadPosition>())?;
    module.add("EngineFailure", py.get_type::<EngineFailure>())?;
    module.add("IllegalStep", py.get_type::<IllegalStep>())
}

/// Returns the exception for an argument of the wrong type.
pub(super) fn wrong_type(name: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let kind = match found.get_type().name() {
        Ok(kind) if !found.is_none() => format!("{kind} "),
        _ => String::new(),
    };
    PyTypeError::new_err(format!("{name} must be {expected}, got {kind}{}", short_repr(found)))
}

/// Returns the truncated `repr` of a value, for messages.
pub(super) fn short_repr(value: &Bound<'_, PyAny>) -> String {
    let short = value.py().import("reprlib").and_then(|reprlib| reprlib.call_method1("repr", (value,)));
    short.map_or_else(|_| "a value whose repr fails".into(), |short| short.to_string())
}

/// The exception of a game that is written in Python, while it unwinds through the core.
struct Raised(PyErr);

/// Ends the work of the core because a game in Python raised an exception. [`guard`] returns it.
///
/// The methods of a game cannot fail in the core, so the only way out is to unwind. It is not a panic: the
/// panic hook is not called.
pub(super) fn raise(error: PyErr) -> ! {
    panic::resume_unwind(Box::new(Raised(error)))
}

/// Does the work of a function that Python calls; the attribute `guarded` puts it into each of them.
///
/// It returns the exception of a game that is written in Python, and a `RuntimeError` for a panic.
pub(super) fn guard<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        Err(match payload.downcast::<Raised>() {
            Ok(raised) => raised.0,
            Err(payload) => {
                let message = payload.downcast_ref::<String>().map(String::as_str);
                let message = message.or_else(|| payload.downcast_ref::<&str>().copied());
                let message = message.unwrap_or("no message");
                PyRuntimeError::new_err(format!("plyground panicked, which is a bug: {message}"))
            }
        })
    })
}

/// Conversion of an error of the core to a Python exception.
pub(super) trait IntoPyErr {
    /// Returns the exception for this error.
    fn into_py_err(self) -> PyErr;
}

/// Extends results whose errors implement [`IntoPyErr`].
pub(super) trait MapPyErr<T> {
    /// Converts the error of the result to a Python exception.
    fn map_py_err(self) -> PyResult<T>;
}

impl<T, F: IntoPyErr> MapPyErr<T> for Result<T, F> {
    fn map_py_err(self) -> PyResult<T> {
        self.map_err(IntoPyErr::into_py_err)
    }
}

impl IntoPyErr for CatalogError {
    fn into_py_err(self) -> PyErr {
        match self {
            CatalogError::UnknownId { .. } => UnknownVariant::new_err(self.to_string()),
            CatalogError::BadDescription(_) => BadDescription::new_err(self.to_string()),
            _ => BadOption::new_err(self.to_string()),
        }
    }
}

impl IntoPyErr for Failure {
    fn into_py_err(self) -> PyErr {
        EngineFailure::new_err(self.to_string())
    }
}

impl IntoPyErr for UnknownName {
    fn into_py_err(self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl IntoPyErr for RecordError {
    fn into_py_err(self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl IntoPyErr for FenError {
    fn into_py_err(self) -> PyErr {
        BadPosition::new_err(self.to_string())
    }
}

impl IntoPyErr for TooManyTurns {
    fn into_py_err(self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl IntoPyErr for StepError {
    fn into_py_err(self) -> PyErr {
        IllegalStep::new_err(self.to_string())
    }
}

impl IntoPyErr for VectorError {
    fn into_py_err(self) -> PyErr {
        match self {
            VectorError::Step { .. } => IllegalStep::new_err(self.to_string()),
            VectorError::Length { .. } | VectorError::NotPacked { .. } => {
                PyValueError::new_err(self.to_string())
            }
        }
    }
}

impl IntoPyErr for RequestError {
    fn into_py_err(self) -> PyErr {
        match self {
            RequestError::NoMemory { .. } => PyMemoryError::new_err(self.to_string()),
            RequestError::Start { .. } => BadPosition::new_err(self.to_string()),
            RequestError::Range { .. }
            | RequestError::Memory { .. }
            | RequestError::Length { .. }
            | RequestError::Element { .. }
            | RequestError::Unwanted { .. }
            | RequestError::NotPacked { .. } => PyValueError::new_err(self.to_string()),
        }
    }
}
