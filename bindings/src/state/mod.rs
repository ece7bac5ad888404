//! `State`: a game in progress.

mod chess;
mod information;
mod steps;

use super::args::seat_of;
use super::data::restorer;
use super::errors::MapPyErr;
use super::extract::Checked;
use super::game::Game;
use numpy::{IntoPyArray, PyArray1};
use plyground::game::{Seat, Spec, Standing};
use plyground::sim::StateWithHistory;
use plyground::truncate::truncate;
use plyground_python_macros::guarded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

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
    state: StateWithHistory,
}

impl State {
    pub fn new(game: Py<Game>, state: StateWithHistory) -> State {
        State { game, state }
    }

    /// The game and its record.
    pub fn parts(&self) -> (&Py<Game>, &StateWithHistory) {
        (&self.game, &self.state)
    }

    pub fn spec(&self) -> &Spec {
        self.game.get().spec()
    }

    pub fn seat(&self, seat: &Bound<'_, PyAny>) -> PyResult<Seat> {
        seat_of("seat", seat, self.spec())
    }

    /// Another record of the same game.
    fn with_record(&self, py: Python<'_>, state: StateWithHistory) -> State {
        State { game: self.game.clone_ref(py), state }
    }
}

#[guarded]
#[pymethods]
impl State {
    /// Seat to act, as an int from 0; -1 after the end of the game, -2 at a chance step.
    #[getter]
    fn current_player(&self) -> i8 {
        self.state.actor().code()
    }

    /// Whether the game is over by its rules.
    #[getter]
    fn is_terminal(&self) -> PyResult<bool> {
        Ok(self.state.outcome().is_some())
    }

    /// Return of each seat, as a tuple of floats; zeros until the game is over.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let returns = self.state.outcome().map_or(plyground::game::Returns::ZERO, |outcome| outcome.returns);
        PyTuple::new(py, returns.seats(self.spec().seats))
    }

    /// Word for how the game ended, such as ``"checkmate"``; None until the game is over.
    ///
    /// ``pg.REASONS`` lists all words.
    #[getter]
    fn reason(&self) -> PyResult<Option<&'static str>> {
        Ok(self.state.outcome().map(|outcome| outcome.reason.as_str()))
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

    /// Return the terms of the positional evaluation of alpha-beta for a seat.
    ///
    /// `tools/fit_positional.py` fits a weight to each term. Games without weights have terms too, and
    /// `eval=positional` raises ValueError there.
    ///
    /// Parameters
    /// ----------
    /// seat : int
    ///     A seat of the game.
    ///
    /// Returns
    /// -------
    /// tuple of (numpy.ndarray, float) or None
    ///     How often each term counts, and from 0 to 1 the part of its weight for the middlegame: the rest is
    ///     that of the endgame. None if the game has no such terms.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> counts, middlegame = pg.game("chess").start().positional_terms(0)
    /// >>> len(counts), middlegame
    /// (207, 1.0)
    fn positional_terms<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'_, PyAny>,
    ) -> PyResult<Option<(Bound<'py, PyArray1<i16>>, f32)>> {
        let seat = self.seat(seat)?;
        let terms = self.state.positional_terms(seat);
        Ok(terms.map(|terms| (terms.counts.into_pyarray(py), terms.middlegame)))
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
        let transformed = self.state.transform(at);
        Ok(transformed.map(|state| self.with_record(py, state)))
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

    fn __copy__(&self, py: Python<'_>) -> PyResult<State> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<State> {
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

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<State of {}: {}>", self.spec().id, self.fen()?))
    }

    /// Pickle as `_restore(game, start FEN, number of turns at the start, actions)`.
    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Py<Game>, String, u32, Vec<i32>))> {
        let restore = restorer(py, "_restore")?;
        let record = (self.start_fen()?, self.state.start_turn(), self.state.actions());
        Ok((restore, (self.game.clone_ref(py), record.0, record.1, record.2)))
    }
}

/// Return the state at the end of a record: the counterpart of `State.__reduce__`.
#[guarded]
#[pyfunction]
pub(super) fn _restore(game: Bound<'_, Game>, start: &str, turn: u32, actions: Vec<i32>) -> PyResult<State> {
    let mut state = game.get().any().read_fen(start, turn).map_py_err()?;
    for action in actions {
        state.apply_action(action.into()).map_py_err()?;
    }
    Ok(State::new(game.unbind(), state))
}
