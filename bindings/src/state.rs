//! `State`: a game in progress.

use super::args::{U64Arg, run_interruptible, seat_of};
use super::data::restorer;
use super::errors::{IllegalStep, MapPyErr, short_repr, wrong_type};
use super::extract::Checked;
use super::game::{Game, max_steps_of};
use super::info::observation_shape;
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use plyground::game::{Actor, Outcome, Seat, Spec, Standing, truncate};
use plyground::sim::StateWithHistory;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};

/// Maximum depth of `perft`. Greater depths would never finish.
const MAX_PERFT_DEPTH: u32 = 100;

/// A game in progress: a position, and the record of the steps that led to it.
///
/// `Game.start`, `Game.from_fen` and `Vector.state` return states. Two states of the same game are equal, and
/// have the same hash, if their positions are equal; their records may differ. States can be copied and
/// pickled.
///
/// A step is the text of one choice, such as ``"e2e4"``; an action is its number. `apply` takes either.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> state = pg.game("chess").start()
/// >>> for move in ("f2f3", "e7e5", "g2g4"):
/// ...     state.apply(move)
/// >>> state.current_player, "d8h4" in state.legal_steps()
/// (1, True)
/// >>> state.apply(state.action_of("d8h4"))
/// >>> state.is_terminal, state.reason, state.returns
/// (True, 'checkmate', (-1.0, 1.0))
/// >>> print(state)
/// 8  r n b . k b n r
/// 7  p p p p . p p p
/// 6  . . . . . . . .
/// 5  . . . . p . . .
/// 4  . . . . . . P q
/// 3  . . . . . P . .
/// 2  P P P P P . . P
/// 1  R N B Q K B N R
///    a b c d e f g h
/// over by checkmate: black wins
/// last: d8h4
#[pyclass(module = "plyground._core")]
pub(super) struct State {
    /// Rules of the game, as a `Game`.
    #[pyo3(get)]
    game: Py<Game>,
    /// The position with its record.
    pub(super) state: StateWithHistory,
}

/// A step, given as text or as an action.
pub(super) enum StepArg<'a> {
    Text(&'a str),
    Action(i64),
}

impl State {
    pub fn new(game: Py<Game>, state: StateWithHistory) -> State {
        State { game, state }
    }

    /// Returns the game, and the position with its record.
    pub fn parts(&self) -> (&Py<Game>, &Play) {
        (&self.game, &self.state)
    }

    pub fn spec(&self) -> &Spec {
        self.game.get().spec()
    }

    /// Reads the argument `seat`.
    pub fn seat(&self, seat: &Bound<'_, PyAny>) -> PyResult<Seat> {
        seat_of("seat", seat, self.spec())
    }

    /// Returns a state of the same game with another position and record.
    fn with_record(&self, py: Python<'_>, state: Play) -> State {
        State { game: self.game.clone_ref(py), state }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }
}

/// Reads an action. An integer outside of the range of `i64` is an illegal step.
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

/// Reads a step that is given as text or as an action.
pub(super) fn step_arg<'a>(step: &'a Bound<'_, PyAny>) -> PyResult<StepArg<'a>> {
    match step.cast::<PyString>() {
        Ok(text) => Ok(StepArg::Text(text.to_str()?)),
        Err(_) => Ok(StepArg::Action(action_arg("step", "a step string or an action number", step)?)),
    }
}

#[pymethods]
impl State {
    /// Seat to act, as an int from 0; -1 after the end of the game, -2 at a chance step.
    #[getter]
    fn current_player(&self) -> i8 {
        self.state.actor().code()
    }

    /// Whether the game is over by its rules.
    #[getter]
    fn is_terminal(&self) -> bool {
        self.outcome().is_some()
    }

    /// Return of each seat, as a tuple of floats; zeros until the game is over.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let returns = self.outcome().map_or(plyground::game::Returns::ZERO, |outcome| outcome.returns);
        PyTuple::new(py, returns.seats(self.spec().seats))
    }

    /// Word for how the game ended, such as ``"checkmate"``; None until the game is over.
    ///
    /// ``pg.REASONS`` lists all words.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.outcome().map(|outcome| outcome.reason.as_str())
    }

    /// Number of complete turns since the start, as an int.
    #[getter]
    fn num_turns(&self) -> u32 {
        self.state.turn()
    }

    /// Whether the seat to act has made at least one step of its turn and must make another.
    #[getter]
    fn is_mid_turn(&self) -> bool {
        self.state.mid_turn()
    }

    /// Whether the next step is a commit, which the other seats see only after all of them have committed.
    #[getter]
    fn is_simultaneous(&self) -> bool {
        self.state.commits()
    }

    /// Position string (FEN), which `Game.from_fen` reads.
    ///
    /// The fields differ between families. For the six fields of standard FEN, use `chess_fen`.
    #[getter]
    fn fen(&self) -> String {
        self.state.fen()
    }

    /// Position string at the start of the record.
    #[getter]
    fn start_fen(&self) -> String {
        self.state.start_fen()
    }

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
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; self.spec().num_actions];
        self.state.mask(&mut mask);
        PyArray1::from_vec(py, mask)
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
    fn action_of(&self, step: Checked<&str>) -> PyResult<usize> {
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
        self.state.text(action_arg("action", "an action number", action)?).map_py_err()
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

    /// Return the observation of a seat: what it may know of the position, as an array.
    ///
    /// `Info.planes` describes the planes.
    ///
    /// Parameters
    /// ----------
    /// seat : int, optional
    ///     The seat that observes. Default: the seat to act.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray of float32, shape (planes, rows, columns)
    ///     A new array with values from 0 to 1.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the game has no such seat, or ``seat`` is omitted while no seat is to act.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("english-draughts").start()
    /// >>> observation = state.observe()
    /// >>> observation.shape, observation.dtype.name, int(observation[0].sum())
    /// ((8, 8, 8), 'float32', 12)
    #[pyo3(signature = (seat=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let seat = match (seat, self.state.actor()) {
            (Some(seat), _) => self.seat(seat)?,
            (None, Actor::Seat(seat)) => seat,
            (None, _) => {
                return Err(PyValueError::new_err("seat must be given when no seat is to act, got None"));
            }
        };
        let (planes, rows, columns) = observation_shape(&**self.game.get().any());
        let mut numbers = vec![0.0; planes * rows * columns];
        self.state.observe(seat, &mut numbers);
        PyArray1::from_vec(py, numbers).reshape([planes, rows, columns])
    }

    /// Return the position string as a seat may know it, with question marks for hidden information.
    ///
    /// Parameters
    /// ----------
    /// seat : int
    ///     The seat that observes.
    ///
    /// Returns
    /// -------
    /// str
    ///     The view of the seat. In games without hidden information it equals `fen`.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("cooperative-chess").start(seed=3)
    /// >>> state.fen.split()[7], state.observation_string(0).split()[7]
    /// ('bnp/QBr', 'bnp/???')
    fn observation_string(&self, seat: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.state.view(self.seat(seat)?))
    }

    /// Return all that a seat has observed since the start of the record: its information state.
    ///
    /// Parameters
    /// ----------
    /// seat : int
    ///     The seat that observes.
    ///
    /// Returns
    /// -------
    /// list of str
    ///     Views and steps in turn, each as the seat saw it: view, step, view, step, …, view.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("chess").start()
    /// >>> state.apply("e2e4")
    /// >>> len(state.observation_history(0)), state.observation_history(0)[1]
    /// (3, 'e2e4')
    fn observation_history(&self, seat: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        Ok(self.state.history(self.seat(seat)?))
    }

    /// Return a random state in which a seat has the same view: a determinization.
    ///
    /// Use it to search games with hidden information. The record of the new state starts there.
    ///
    /// Parameters
    /// ----------
    /// seat : int
    ///     The seat whose view is kept.
    /// seed : int
    ///     Seed of the draw.
    ///
    /// Returns
    /// -------
    /// State
    ///     A new state with the same `observation_string` for the seat.
    ///
    /// Notes
    /// -----
    /// The draw depends on the current view only. It can contradict what the seat could infer from earlier
    /// steps and the position no longer shows. OpenSpiel's ``resample_from_infostate`` keeps the whole
    /// information state.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("cooperative-chess").start(seed=3)
    /// >>> other = state.resample_from_observation(0, seed=1)
    /// >>> other == state, other.observation_string(0) == state.observation_string(0)
    /// (False, True)
    fn resample_from_observation(&self, seat: &Bound<'_, PyAny>, seed: U64Arg) -> PyResult<State> {
        let other = self.state.resample(self.seat(seat)?, seed.0);
        Ok(self.with_record(seat.py(), other))
    }

    /// Return whether a seat still takes part in the game.
    ///
    /// Parameters
    /// ----------
    /// seat : int
    ///     A seat of the game.
    ///
    /// Returns
    /// -------
    /// bool
    ///     False if the seat can never act again, such as after its elimination. Its pieces may stay on the
    ///     board.
    fn is_active(&self, seat: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.state.standing(self.seat(seat)?) == Standing::In)
    }

    /// Return the value of the pieces that a seat has on the board.
    ///
    /// Simple agents and statistics use it.
    ///
    /// Parameters
    /// ----------
    /// seat : int
    ///     A seat of the game.
    ///
    /// Returns
    /// -------
    /// float
    ///     The value in men or pawns.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> pg.game("chess").start().material(0)
    /// 39.0
    fn material(&self, seat: &Bound<'_, PyAny>) -> PyResult<f32> {
        Ok(self.state.material(self.seat(seat)?))
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

    /// Return the state under a symmetry of the game.
    ///
    /// Parameters
    /// ----------
    /// symmetry : str
    ///     The name of a symmetry, as in `Game.symmetries`.
    ///
    /// Returns
    /// -------
    /// State or None
    ///     A new state whose record starts there. None if the symmetry does not apply to this position, such
    ///     as the mirror image of a chess position with castling rights.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the game has no symmetry of that name.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("chess").from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    /// >>> state.transform("mirror").chess_fen()
    /// '3k4/8/8/8/8/8/3P4/3K4 w - - 0 1'
    fn transform(&self, py: Python<'_>, symmetry: Checked<&str>) -> PyResult<Option<State>> {
        let symmetries = self.game.get().any().symmetries();
        let Some(at) = symmetries.iter().position(|known| known.name == *symmetry) else {
            let names: Vec<String> = symmetries.iter().map(|known| format!("'{}'", known.name)).collect();
            let found = truncate(&symmetry);
            return Err(PyValueError::new_err(if names.is_empty() {
                format!("{} has no symmetries, got symmetry '{found}'", self.spec().id)
            } else {
                format!("symmetry must be {}, got '{found}'", names.join(" or "))
            }));
        };
        Ok(self.state.transform(at).map(|state| self.with_record(py, state)))
    }

    /// Return an independent copy of the state and its record.
    ///
    /// Returns
    /// -------
    /// State
    ///     A copy. Steps applied to one state do not change the other.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("chess").start()
    /// >>> other = state.copy()
    /// >>> other.apply("e2e4")
    /// >>> state.steps, other.steps
    /// ([], ['e2e4'])
    fn copy(&self, py: Python<'_>) -> State {
        self.with_record(py, self.state.clone())
    }

    fn __copy__(&self, py: Python<'_>) -> State {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> State {
        self.copy(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        match other.cast::<State>().map(|other| other.try_borrow()) {
            Ok(Ok(other)) => self.state.equals(&other.state),
            _ => false,
        }
    }

    fn __hash__(&self) -> u64 {
        self.state.hash()
    }

    fn __repr__(&self) -> String {
        format!("<State of {}: {}>", self.spec().id, self.state.fen())
    }

    /// Pickle as `_restore(game, start FEN, number of turns at the start, actions)`.
    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Py<Game>, String, u32, Vec<i32>))> {
        let restore = restorer(py, "_restore")?;
        let record = (self.state.start_fen(), self.state.start_turn(), self.state.actions());
        Ok((restore, (self.game.clone_ref(py), record.0, record.1, record.2)))
    }
}

/// Return the state at the end of a record: the counterpart of `State.__reduce__`.
#[pyfunction]
pub(super) fn _restore(game: Bound<'_, Game>, start: &str, turn: u32, actions: Vec<i32>) -> PyResult<State> {
    let mut state = game.get().any().read_fen(start, turn).map_py_err()?;
    for action in actions {
        state.apply_action(action.into()).map_py_err()?;
    }
    Ok(State::new(game.unbind(), state))
}
