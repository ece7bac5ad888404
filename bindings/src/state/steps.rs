//! The methods of `State` for steps, actions and turns: legal ones, making them, undoing them.

use super::State;
use crate::args::{U64Arg, run_interruptible};
use crate::errors::{IllegalStep, MapPyErr, short_repr, wrong_type};
use crate::extract::Checked;
use crate::game::max_steps_of;
use numpy::PyArray1;
use plyground_python_macros::guarded;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};

/// Limit of the depth of `perft`: greater depths would never finish.
const MAX_PERFT_DEPTH: u32 = 100;

/// A step, given as text or as an action.
pub(super) enum StepArg<'a> {
    Text(&'a str),
    Action(i64),
}

fn action_arg(name: &str, expected: &str, action: &Bound<'_, PyAny>) -> PyResult<i64> {
    // `bool` is a subclass of `int` in Python. True as an action is a mistake.
    if action.is_instance_of::<PyBool>() {
        return Err(wrong_type(name, expected, action));
    }
    action.extract::<i64>().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(action.py()) {
            wrong_type(name, expected, action)
        } else if error.is_instance_of::<PyOverflowError>(action.py()) {
            IllegalStep::new_err(format!("{name} must be {expected}, got {}", short_repr(action)))
        } else {
            // Raised by the object's own `__index__`.
            error
        }
    })
}

pub(super) fn step_arg<'a>(step: &'a Bound<'_, PyAny>) -> PyResult<StepArg<'a>> {
    match step.cast::<PyString>() {
        Ok(text) => Ok(StepArg::Text(text.to_str()?)),
        Err(_) => Ok(StepArg::Action(action_arg("step", "a step string or an action number", step)?)),
    }
}

#[guarded]
#[pymethods]
impl State {
    /// Steps since the start of the record, as a list of str.
    #[getter]
    fn steps(&self) -> Vec<String> {
        self.state.steps()
    }

    /// Actions since the start of the record, as a new int32 array of shape (steps,).
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_vec(py, self.state.actions())
    }

    /// Return the legal steps as text, in alphabetical order.
    ///
    /// Returns
    /// -------
    /// list of str
    ///     The legal steps; at a chance step its possible outcomes. Empty after the end of the game.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> pg.game("english-draughts").start().legal_steps()
    /// ['10-14', '10-15', '11-15', '11-16', '12-16', '9-13', '9-14']
    fn legal_steps(&mut self) -> Vec<String> {
        self.state.legal()
    }

    /// Return the actions of the legal steps.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of int32, shape (legal steps,)
    ///     The actions in the order of `legal_steps`.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("chess").start()
    /// >>> actions = state.legal_actions()
    /// >>> [state.step_of(action) for action in actions] == state.legal_steps()
    /// True
    fn legal_actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_slice(py, self.state.legal_actions())
    }

    /// Return the mask of the legal actions.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of bool, shape (num_actions,)
    ///     A new array that is True for each legal action.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("chess").start()
    /// >>> mask = state.action_mask()
    /// >>> mask.shape, int(mask.sum())
    /// ((1096,), 20)
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut mask = vec![false; self.spec().num_actions];
        self.state.mask(&mut mask);
        Ok(PyArray1::from_vec(py, mask))
    }

    /// Return the action of a legal step.
    ///
    /// Parameters
    /// ----------
    /// step : str
    ///     A legal step.
    ///
    /// Returns
    /// -------
    /// int
    ///     A number from 0 to ``num_actions - 1``.
    ///
    /// Raises
    /// ------
    /// IllegalStep
    ///     If the step is not legal. The message gives the reason.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("chess").start()
    /// >>> state.action_of("e2e4")
    /// 28
    /// >>> state.step_of(28)
    /// 'e2e4'
    fn action_of(&self, step: Checked<&str>) -> PyResult<u32> {
        self.state.action(&step).map_py_err()
    }

    /// Return the step of a legal action.
    ///
    /// Parameters
    /// ----------
    /// action : int
    ///     A legal action. Use `Game.action_text` for actions that may not be legal.
    ///
    /// Returns
    /// -------
    /// str
    ///     The text of the step.
    ///
    /// Raises
    /// ------
    /// IllegalStep
    ///     If the action is not legal.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("english-draughts").start()
    /// >>> state.step_of(state.legal_actions()[0])
    /// '10-14'
    fn step_of(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let action = action_arg("action", "an action number", action)?;
        self.state.text(action).map_py_err()
    }

    /// Make a step.
    ///
    /// Parameters
    /// ----------
    /// step : str or int
    ///     A legal step, as text or as an action. At a chance step, one of the outcomes.
    ///
    /// Raises
    /// ------
    /// IllegalStep
    ///     If the step is not legal. The state is then unchanged, and the message gives the reason.
    ///
    /// See Also
    /// --------
    /// apply_turn : Make all steps of a turn.
    /// push_san : Make a step given in Standard Algebraic Notation.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("chess").start()
    /// >>> state.apply("e2e4")
    /// >>> state.apply(state.legal_actions()[0])
    /// >>> state.steps
    /// ['e2e4', 'a7a5']
    fn apply(slf: &Bound<'_, Self>, step: &Bound<'_, PyAny>) -> PyResult<()> {
        // Read `step` before borrowing the state: its `__index__` can be Python code that uses the state.
        let step = step_arg(step)?;
        let mut this = slf.try_borrow_mut()?;
        match step {
            StepArg::Text(text) => this.state.apply_text(text).map_py_err()?,
            StepArg::Action(action) => this.state.apply_action(action).map_py_err()?,
        }
        Ok(())
    }

    /// Take back the last step of the record.
    ///
    /// Returns
    /// -------
    /// str
    ///     The step that was taken back.
    ///
    /// Raises
    /// ------
    /// IllegalStep
    ///     If the record has no steps.
    ///
    /// Notes
    /// -----
    /// The record stores steps, not positions. `undo` replays all earlier steps, so its cost grows with their
    /// number. In a search, apply steps to copies instead.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("chess").start()
    /// >>> before = state.copy()
    /// >>> state.apply("e2e4")
    /// >>> state.undo()
    /// 'e2e4'
    /// >>> state == before, state.steps
    /// (True, [])
    fn undo(&mut self) -> PyResult<String> {
        self.state.undo().map_py_err()
    }

    /// Take back the last turn, or the steps of the current turn so far.
    ///
    /// A chance step after the last turn is taken back by itself.
    ///
    /// Returns
    /// -------
    /// list of str
    ///     The steps that were taken back, in the order in which they were made.
    ///
    /// Raises
    /// ------
    /// IllegalStep
    ///     If the record has no steps.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("english-draughts").from_fen("W:W22:B11,18 - 0 0 -")
    /// >>> state.apply_turn("22x15x8")
    /// >>> state.undo_turn()
    /// ['22x15', '15x8']
    fn undo_turn(&mut self) -> PyResult<Vec<String>> {
        self.state.undo_turn().map_py_err()
    }

    /// Make a step: the name of `apply` in python-chess.
    ///
    /// Parameters
    /// ----------
    /// step : str or int
    ///     A legal step, as text or as an action.
    ///
    /// Raises
    /// ------
    /// IllegalStep
    ///     If the step is not legal. The state is then unchanged.
    fn push(slf: &Bound<'_, Self>, step: &Bound<'_, PyAny>) -> PyResult<()> {
        State::apply(slf, step)
    }

    /// Take back the last step: the name of `undo` in python-chess.
    ///
    /// Returns
    /// -------
    /// str
    ///     The step that was taken back.
    ///
    /// Raises
    /// ------
    /// IllegalStep
    ///     If the record has no steps.
    fn pop(&mut self) -> PyResult<String> {
        self.undo()
    }

    /// Return the outcomes of a chance step with their probabilities.
    ///
    /// Returns
    /// -------
    /// list of tuple of (str, float)
    ///     The outcomes as steps, in alphabetical order. Empty if the next step is not a chance step.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("cooperative-chess").start()
    /// >>> while state.current_player != -2:
    /// ...     state.apply(state.legal_steps()[0])
    /// >>> outcomes = state.chance_outcomes()
    /// >>> outcomes[0][0], round(sum(probability for _, probability in outcomes), 6)
    /// ('draw:B', 1.0)
    fn chance_outcomes(&self) -> Vec<(String, f64)> {
        self.state.chance()
    }

    /// Play uniformly random legal steps, until the end of the game or for a limited number of steps.
    ///
    /// Chance steps are drawn by their probabilities. The state and the seed determine all steps.
    ///
    /// Parameters
    /// ----------
    /// seed : int, default 0
    ///     Seed of all draws.
    /// max_steps : int, optional
    ///     Maximum number of steps, counted from the current position. Default:
    ///     ``state.game.info.max_steps``.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("chess").start()
    /// >>> state.play_random(seed=1, max_steps=4)
    /// >>> state.steps
    /// ['a2a3', 'h7h5', 'a3a4', 'c7c5']
    #[pyo3(signature = (seed=U64Arg(0), max_steps=None), text_signature = "($self, seed=0, max_steps=None)")]
    fn play_random(slf: &Bound<'_, Self>, seed: U64Arg, max_steps: Option<U64Arg>) -> PyResult<()> {
        let mut this = slf.try_borrow_mut()?;
        let limit = max_steps_of(max_steps).unwrap_or(this.spec().max_steps);
        this.state.play_random(seed.0, limit);
        Ok(())
    }

    /// Return the legal turns with their steps.
    ///
    /// Returns
    /// -------
    /// dict of str to tuple of str
    ///     The steps of each turn by the text of the turn, in alphabetical order.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If there are too many turns to list. Use `legal_steps` then.
    ///
    /// Notes
    /// -----
    /// The turns are those of the true state. In games with hidden information they can reveal what the seat
    /// to act may not know, such as which piece stands on a cell that it cannot see.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> pg.game("english-draughts").from_fen("W:W22:B11,18 - 0 0 -").legal_turns()
    /// {'22x8': ('22x15', '15x8')}
    fn legal_turns<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let (py, state) = (slf.py(), slf.try_borrow()?.state.clone());
        let dict = PyDict::new(py);
        for (text, steps) in py.detach(|| state.turns()).map_py_err()? {
            dict.set_item(text, PyTuple::new(py, steps)?)?;
        }
        Ok(dict)
    }

    /// Make all steps of a turn, or none if it is not legal.
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     A turn, as in `legal_turns`. In draughts all forms of PDN are accepted, such as ``22x15x6`` for
    ///     ``22x6``.
    ///
    /// Raises
    /// ------
    /// IllegalStep
    ///     If the turn is not legal. The state is then unchanged.
    ///
    /// Notes
    /// -----
    /// The true state decides whether the turn is legal. In games with hidden information the exception can
    /// reveal what the seat to act may not know. Use `apply` there, step by step.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("english-draughts").from_fen("W:W22:B11,18 - 0 0 -")
    /// >>> state.apply_turn("22x8")
    /// >>> state.steps
    /// ['22x15', '15x8']
    fn apply_turn(&mut self, text: Checked<&str>) -> PyResult<()> {
        self.state.apply_turn(&text).map_py_err()
    }

    /// Count the sequences of legal steps, or of legal turns, of a given length.
    ///
    /// Use it to verify move generators and to measure their speed. The state does not change.
    ///
    /// Parameters
    /// ----------
    /// depth : int
    ///     The length of the sequences, from 0 to 100.
    /// turns : bool, default False
    ///     Whether to count turns instead of steps. Captures in draughts that count as the same turn are
    ///     counted once.
    ///
    /// Returns
    /// -------
    /// int
    ///     The number of sequences.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> pg.game("chess").start().perft(3)
    /// 8902
    /// >>> pg.game("english-draughts").start().perft(3, turns=True)
    /// 302
    #[pyo3(signature = (depth, turns=Checked(false)), text_signature = "($self, depth, turns=False)")]
    fn perft(slf: &Bound<'_, Self>, depth: U64Arg, turns: Checked<bool>) -> PyResult<u64> {
        let depth = depth.up_to("depth", MAX_PERFT_DEPTH)?;
        // A copy, so that other threads can use the state in the meantime.
        let state = slf.try_borrow()?.state.clone();
        Ok(run_interruptible(slf.py(), |go_on| state.perft(depth, *turns, go_on))?.unwrap_or_default())
    }
}
