//! Methods of `State` for chess notations: Standard Algebraic Notation (SAN), standard FEN and EPD.

use super::errors::{IllegalStep, MapPyErr, wrong_type};
use super::extract::Checked;
use super::state::{State, StepArg, step_arg};
use plyground::game::Game;
use plyground::games::chess::epd::{self, Operation};
use plyground::games::chess::orthodox::Chess;
use plyground::games::chess::san::{self, San};
use plyground::sim::StateWithHistory;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

/// The operations of EPD: opcodes with their operands.
pub(super) type Operands = Vec<(String, Vec<String>)>;

#[pymethods]
impl State {
    /// Return a legal step of ``chess`` or ``chess960`` in Standard Algebraic Notation.
    ///
    /// Parameters
    /// ----------
    /// step : str or int
    ///     A legal step, as text or as an action.
    ///
    /// Returns
    /// -------
    /// str
    ///     The move, such as ``"Nf3"`` or ``"exd6#"``.
    ///
    /// Raises
    /// ------
    /// IllegalStep
    ///     If the step is not legal.
    /// ValueError
    ///     If the game is neither ``chess`` nor ``chess960``.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> pg.game("chess").start().san("g1f3")
    /// 'Nf3'
    fn san(&self, step: &Bound<'_, PyAny>) -> PyResult<String> {
        let text = match step_arg(step)? {
            StepArg::Text(text) => text.to_string(),
            StepArg::Action(action) => self.state.text(action).map_py_err()?,
        };
        san_of(&self.state, &text)
    }

    /// Return the legal step that a move in Standard Algebraic Notation describes.
    ///
    /// The state does not change. Common deviations are accepted: ``0-0``, a missing ``+`` or ``x``, ``e8Q``,
    /// and more of the first cell than is necessary.
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     A move in Standard Algebraic Notation.
    ///
    /// Returns
    /// -------
    /// str
    ///     The step, for `apply`.
    ///
    /// Raises
    /// ------
    /// IllegalStep
    ///     If the text describes no legal step, or more than one.
    /// ValueError
    ///     If the game is neither ``chess`` nor ``chess960``.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> pg.game("chess").start().parse_san("Ng1f3")
    /// 'g1f3'
    fn parse_san(&self, text: Checked<&str>) -> PyResult<String> {
        step_of_san(&self.state, &text)
    }

    /// Make the step that a move in Standard Algebraic Notation describes.
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     A move in Standard Algebraic Notation, as for `parse_san`.
    ///
    /// Returns
    /// -------
    /// str
    ///     The step that was made.
    ///
    /// Raises
    /// ------
    /// IllegalStep
    ///     If the text describes no legal step, or more than one. The state is then unchanged.
    /// ValueError
    ///     If the game is neither ``chess`` nor ``chess960``.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("chess").start()
    /// >>> state.push_san("Nf3")
    /// 'g1f3'
    fn push_san(&mut self, text: Checked<&str>) -> PyResult<String> {
        let step = self.parse_san(text)?;
        self.state.apply_text(&step).map_py_err()?;
        Ok(step)
    }

    /// Return the position of ``chess`` or ``chess960`` as standard FEN with six fields.
    ///
    /// Use it to pass a position to other chess programs. Castling rights are written as ``KQkq``. The
    /// history of repetitions, which `fen` includes, is left out.
    ///
    /// Returns
    /// -------
    /// str
    ///     The position in standard FEN.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the game is neither ``chess`` nor ``chess960``.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> pg.game("chess960", position=0).start().chess_fen()
    /// 'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
    fn chess_fen(&self) -> PyResult<String> {
        chess_fen(&self.state)
    }

    /// Return the position of ``chess`` or ``chess960`` in Extended Position Description (EPD).
    ///
    /// Parameters
    /// ----------
    /// **operations : str, int, float, or list or tuple of these
    ///     The operations by opcode, with one operand or several. Opcodes that are not valid names in Python
    ///     can be passed as ``**{"opcode": operand}``.
    ///
    /// Returns
    /// -------
    /// str
    ///     The first four fields of `chess_fen`, then the operations.
    ///
    /// Raises
    /// ------
    /// TypeError
    ///     If an operand is neither text nor a number.
    /// ValueError
    ///     If an opcode or operand cannot be written in EPD, or the game is neither ``chess`` nor
    ///     ``chess960``.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> pg.game("chess").start().epd(bm=["e4", "d4"], id="start")
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; id "start";'
    #[pyo3(signature = (**operations))]
    fn epd(&self, operations: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        epd_of(&self.state, operations)
    }
}

/// Returns the game and the position of a state of `chess` or `chess960`. `what` names the format in the
/// error.
fn orthodox<'a>(state: &'a StateWithHistory, what: &str) -> PyResult<(&'a Chess, &'a <Chess as Game>::State)> {
    state.downcast::<Chess>().ok_or_else(|| {
        PyValueError::new_err(format!(
            "{what} is available for chess and chess960 only, got {}",
            state.spec().id
        ))
    })
}

/// Returns a legal step, given as text, in SAN.
fn san_of(state: &StateWithHistory, step: &str) -> PyResult<String> {
    let (chess, position) = orthodox(state, "SAN")?;
    match chess.read_step(position, step) {
        Some(step) => Ok(San::of(chess, position, step).to_string()),
        None => Err(IllegalStep::new_err(chess.refusal(position, step))),
    }
}

/// Returns the text of the legal step that a move in SAN describes.
fn step_of_san(state: &StateWithHistory, text: &str) -> PyResult<String> {
    let (chess, position) = orthodox(state, "SAN")?;
    let step = san::read(chess, position, text).map_err(IllegalStep::new_err)?;
    Ok(chess.step_text(position, step))
}

/// Returns the position in FEN with six fields.
fn chess_fen(state: &Play) -> PyResult<String> {
    let (chess, position) = orthodox(state, "standard FEN")?;
    Ok(epd::six_fields(chess, position))
}

/// Returns the position in EPD: four fields and operations.
fn epd_of(state: &StateWithHistory, operations: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
    let (chess, position) = orthodox(state, "EPD")?;
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
    epd::write(chess, position, &all).map_err(PyValueError::new_err)
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
    let (chess, _) = orthodox(start, "EPD")?;
    let (state, operations) = epd::read(chess, text).map_py_err()?;
    let operations = operations.into_iter().map(|Operation { code, operands }| (code, operands));
    Ok((chess.fen(&state), operations.collect()))
}
