//! The methods of `State` for the notations of chess.

use super::State;
use super::steps::{StepArg, step_arg};
use crate::chess;
use crate::errors::MapPyErr;
use crate::extract::Checked;
use plyground_python_macros::guarded;
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[guarded]
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
        chess::san_of(&self.state, &text)
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
        chess::step_of_san(&self.state, &text)
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
        chess::chess_fen(&self.state)
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
        chess::epd_of(&self.state, operations)
    }
}
