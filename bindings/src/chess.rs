//! Chess notations of states: Standard Algebraic Notation (SAN), standard FEN and EPD.

use super::errors::{IllegalStep, MapPyErr, wrong_type};
use plyground::game::roles::*;
use plyground::games::chess::epd::{self, Operation};
use plyground::games::chess::san::{self, San};
use plyground::games::chess::{ChangedChess, Chess};
use plyground::sim::StateWithHistory;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

/// The operations of EPD: opcodes with their operands.
pub(super) type Operands = Vec<(String, Vec<String>)>;

/// Evaluates an expression with the game and the position of a state of `chess` or `chess960`, also with
/// changes of single rules. `$what` names the format in the error.
macro_rules! with_chess {
    ($state:expr, $what:literal, |$game:ident, $position:ident| $body:expr) => {
        if let Some(($game, $position)) = $state.downcast::<Chess>() {
            $body
        } else if let Some(($game, $position)) = $state.downcast::<ChangedChess>() {
            $body
        } else {
            Err(PyValueError::new_err(format!(
                concat!($what, " is available for chess and chess960 only, got {}"),
                $state.spec().id
            )))
        }
    };
}

/// Returns a legal step, given as text, in SAN.
pub(super) fn san_of(state: &StateWithHistory, step: &str) -> PyResult<String> {
    with_chess!(state, "SAN", |chess, position| match chess.read_step(position, step) {
        Some(step) => Ok(San::of(chess, position, step).to_string()),
        None => Err(IllegalStep::new_err(chess.explain_text(position, step))),
    })
}

/// Returns the text of the legal step that a move in SAN describes.
pub(super) fn step_of_san(state: &StateWithHistory, text: &str) -> PyResult<String> {
    with_chess!(state, "SAN", |chess, position| {
        let step = san::read(chess, position, text).map_err(IllegalStep::new_err)?;
        Ok(chess.step_text(position, step))
    })
}

/// Returns the position in FEN with six fields.
pub(super) fn chess_fen(state: &StateWithHistory) -> PyResult<String> {
    with_chess!(state, "standard FEN", |chess, position| Ok(epd::six_fields(chess, position)))
}

/// Returns the position in EPD: four fields and operations.
pub(super) fn epd_of(state: &StateWithHistory, operations: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
    let mut all = Vec::new();
    for (code, value) in operations.into_iter().flatten() {
        let code: String = code.extract()?;
        let operand = |value| operand(&code, value);
        let operands = match value.cast::<PyList>() {
            Ok(list) => list.iter().map(operand).collect::<PyResult<_>>()?,
            Err(_) => match value.cast::<PyTuple>() {
                Ok(tuple) => tuple.iter().map(operand).collect::<PyResult<_>>()?,
                Err(_) => vec![operand(value)?],
            },
        };
        all.push(Operation { code, operands });
    }
    with_chess!(state, "EPD", |chess, position| {
        epd::write(chess, position, &all).map_err(PyValueError::new_err)
    })
}

/// Reads an operand of the operation `code`.
fn operand(code: &str, value: Bound<'_, PyAny>) -> PyResult<String> {
    let number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    if value.is_instance_of::<PyString>() || number && !value.is_instance_of::<PyBool>() {
        return value.str()?.extract();
    }
    Err(wrong_type(&format!("operand of {code}"), "a str, a number, or a list of these", &value))
}

/// Returns the position string and the operations that a text in EPD or standard FEN describes.
pub(super) fn read_epd(start: &StateWithHistory, text: &str) -> PyResult<(String, Operands)> {
    with_chess!(start, "EPD", |chess, _position| {
        let (state, operations) = epd::read(chess, text).map_py_err()?;
        let operations = operations.into_iter().map(|Operation { code, operands }| (code, operands));
        Ok((chess.fen(&state), operations.collect()))
    })
}
