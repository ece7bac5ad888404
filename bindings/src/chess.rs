//! What other chess programs write: strings of six fields and of four, moves in Standard Algebraic Notation.

use super::errors::{IllegalStep, Raised, wrong_type};
use plyground::game::Game as _;
use plyground::games::chess::epd::{self, Operation};
use plyground::games::chess::orthodox::Chess;
use plyground::games::chess::san::{self, San};
use plyground::sim::{AnyGame, AnyState, Play};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

/// The operands of operations by their names.
pub(super) type Operands = Vec<(String, Vec<String>)>;

/// A state of `chess` or `chess960`.
fn orthodox<'a>(state: &'a dyn AnyState, game: &dyn AnyGame, what: &str) -> PyResult<&'a Play<Chess>> {
    state.as_any().downcast_ref::<Play<Chess>>().ok_or_else(|| {
        PyValueError::new_err(format!("{what} is for chess and chess960, not for {}", game.spec().id))
    })
}

/// How a legal step, by its string, is written.
pub(super) fn san(state: &dyn AnyState, game: &dyn AnyGame, step: &str) -> PyResult<String> {
    let play = orthodox(state, game, "SAN")?;
    let (chess, position) = (play.game(), play.state());
    match chess.read_step(position, step) {
        Some(step) => Ok(San::of(chess, position, step).to_string()),
        None => Err(IllegalStep::new_err(chess.refusal(position, step))),
    }
}

/// The string of the legal step that is written so.
pub(super) fn step_of_san(state: &dyn AnyState, game: &dyn AnyGame, text: &str) -> PyResult<String> {
    let play = orthodox(state, game, "SAN")?;
    let step = san::read(play.game(), play.state(), text).map_err(IllegalStep::new_err)?;
    Ok(play.game().step_text(play.state(), step))
}

/// The string of six fields.
pub(super) fn six_fields(state: &dyn AnyState, game: &dyn AnyGame) -> PyResult<String> {
    let play = orthodox(state, game, "FEN with six fields")?;
    Ok(epd::six_fields(play.game(), play.state()))
}

/// The string of four fields and operations.
pub(super) fn epd(
    state: &dyn AnyState,
    game: &dyn AnyGame,
    operations: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let play = orthodox(state, game, "EPD")?;
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
    epd::write(play.game(), play.state(), &all).map_err(PyValueError::new_err)
}

fn operand(code: &str, value: Bound<'_, PyAny>) -> PyResult<String> {
    let number = value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>();
    if value.is_instance_of::<PyString>() || number && !value.is_instance_of::<PyBool>() {
        return value.str()?.extract();
    }
    Err(wrong_type(&format!("an operand of {code}"), "a text or a number, or a list of them", &value))
}

/// The position string of a text of four fields and operations, or of six, and the operations.
pub(super) fn read_epd(game: &dyn AnyGame, text: &str) -> PyResult<(String, Operands)> {
    let start = game.start(0);
    let chess = orthodox(&*start, game, "EPD")?.game().clone();
    let (state, operations) = epd::read(&chess, text).raised()?;
    let operations = operations.into_iter().map(|Operation { code, operands }| (code, operands));
    Ok((chess.fen(&state), operations.collect()))
}
