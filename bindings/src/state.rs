//! `State`: a game in progress.

use super::args::{Whole, patiently, seat_of};
use super::chess;
use super::data::restorer;
use super::errors::{IllegalStep, Raised, shown, wrong_type};
use super::fits::Fit;
use super::game::{Game, steps_of};
use super::info::observation_shape;
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use plyground::game::{Actor, Outcome, Seat, Spec, Standing, shortened};
use plyground::sim::Play;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};

/// Counting deeper would never end.
const DEEPEST: u32 = 100;

/// A game in progress: its position, and the steps that led there from where it was started.
///
/// Equality and hash are by position alone, as the position string is. An action is the number of a step.
///
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
    /// The game that is played.
    #[pyo3(get)]
    game: Py<Game>,
    state: Play,
}

/// A step as its string or its action.
enum Choice<'a> {
    Text(&'a str),
    Action(i64),
}

impl State {
    pub fn new(game: Py<Game>, state: Play) -> State {
        State { game, state }
    }

    /// The game and the state, whichever they are.
    pub fn parts(&self) -> (&Py<Game>, &Play) {
        (&self.game, &self.state)
    }

    pub fn spec(&self) -> &Spec {
        self.game.get().spec()
    }

    pub fn seat(&self, seat: &Bound<'_, PyAny>) -> PyResult<Seat> {
        seat_of("seat", seat, self.spec())
    }

    /// Another state of the same game.
    fn sibling(&self, py: Python<'_>, state: Play) -> State {
        State { game: self.game.clone_ref(py), state }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }
}

fn action_of(name: &str, expected: &str, action: &Bound<'_, PyAny>) -> PyResult<i64> {
    // Python takes True for 1; nobody means the action of that number.
    if action.is_instance_of::<PyBool>() {
        return Err(wrong_type(name, expected, action));
    }
    action.extract::<i64>().map_err(|error| {
        if error.is_instance_of::<PyTypeError>(action.py()) {
            wrong_type(name, expected, action)
        } else if error.is_instance_of::<PyOverflowError>(action.py()) {
            IllegalStep::new_err(format!("{name} is far out of range: {}", shown(action)))
        } else {
            // What the number's own `__index__` raised.
            error
        }
    })
}

fn choice<'a>(step: &'a Bound<'_, PyAny>) -> PyResult<Choice<'a>> {
    match step.cast::<PyString>() {
        Ok(text) => Ok(Choice::Text(text.to_str()?)),
        Err(_) => Ok(Choice::Action(action_of("step", "a step string or an action number", step)?)),
    }
}

#[pymethods]
impl State {
    /// The seat to act; -1 when over, -2 at a chance step.
    #[getter]
    fn current_player(&self) -> i8 {
        self.state.actor().code()
    }

    /// Whether the game is over.
    #[getter]
    fn is_terminal(&self) -> bool {
        self.outcome().is_some()
    }

    /// What each seat gets; zeros while the game goes on.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let returns = self.outcome().map_or(plyground::game::Returns::ZERO, |outcome| outcome.returns);
        PyTuple::new(py, returns.seats(self.spec().seats))
    }

    /// How the game ended, in a word; None while it goes on.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.outcome().map(|outcome| outcome.reason.as_str())
    }

    /// The number of whole turns made since the start.
    #[getter]
    fn num_turns(&self) -> u32 {
        self.state.turn()
    }

    /// Whether the seat to act goes on with a turn that it has begun.
    #[getter]
    fn is_mid_turn(&self) -> bool {
        self.state.mid_turn()
    }

    /// Whether the choice to be made is a commit that other seats do not see before theirs are in.
    #[getter]
    fn is_simultaneous(&self) -> bool {
        self.state.commits()
    }

    /// The position string.
    #[getter]
    fn fen(&self) -> String {
        self.state.fen()
    }

    /// The position string that the record begins with.
    #[getter]
    fn start_fen(&self) -> String {
        self.state.start_fen()
    }

    /// The steps made since the start.
    #[getter]
    fn steps(&self) -> Vec<String> {
        self.state.steps()
    }

    /// The actions made since the start.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_vec(py, self.state.actions())
    }

    /// The legal steps (at a chance step its outcomes), sorted.
    fn legal_steps(&mut self) -> Vec<String> {
        self.state.legal()
    }

    /// The actions of the legal steps, in the order of `legal`.
    fn legal_actions<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        PyArray1::from_slice(py, self.state.legal_actions())
    }

    /// True for the actions of legal steps.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; self.spec().num_actions];
        self.state.mask(&mut mask);
        PyArray1::from_vec(py, mask)
    }

    /// The action of a legal step.
    fn action_of(&self, step: Fit<&str>) -> PyResult<usize> {
        self.state.action(&step).raised()
    }

    /// The step of a legal action.
    fn step_of(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        self.state.text(action_of("action", "an action number", action)?).raised()
    }

    /// Makes a step, given as its string or action.
    fn apply(slf: &Bound<'_, Self>, step: &Bound<'_, PyAny>) -> PyResult<()> {
        // Read before the state is held: a number may be an object whose `__index__` looks at the state.
        let step = choice(step)?;
        let mut this = slf.try_borrow_mut()?;
        match step {
            Choice::Text(text) => this.state.apply_text(text).raised()?,
            Choice::Action(action) => this.state.apply_action(action).raised()?,
        }
        Ok(())
    }

    /// Takes back the last step of the record, and tells it.
    ///
    /// The record holds steps and no states, so the steps before it are made again: it takes as long as they
    /// did.
    ///
    /// >>> import plyground as pg
    /// >>> state = pg.game("chess").start()
    /// >>> before = state.copy()
    /// >>> state.apply("e2e4")
    /// >>> state.undo()
    /// 'e2e4'
    /// >>> state == before, state.steps
    /// (True, [])
    fn undo(&mut self) -> PyResult<String> {
        self.state.undo().raised()
    }

    /// Takes back the last turn as far as it has gone, or a chance step that came after it, and tells its
    /// steps.
    ///
    /// >>> import plyground as pg
    /// >>> state = pg.game("english-draughts").from_fen("W:W22:B11,18 - 0 0 -")
    /// >>> state.apply_turn("22x15x8")
    /// >>> state.undo_turn()
    /// ['22x15', '15x8']
    fn undo_turn(&mut self) -> PyResult<Vec<String>> {
        self.state.undo_turn().raised()
    }

    /// The same as `apply`, by the name that chess programs have for it.
    fn push(slf: &Bound<'_, Self>, step: &Bound<'_, PyAny>) -> PyResult<()> {
        State::apply(slf, step)
    }

    /// The same as `undo`, by the name that chess programs have for it.
    fn pop(&mut self) -> PyResult<String> {
        self.undo()
    }

    /// How a legal step of ``chess`` or ``chess960`` is written in Standard Algebraic Notation.
    ///
    /// >>> import plyground as pg
    /// >>> pg.game("chess").start().san("g1f3")
    /// 'Nf3'
    fn san(&self, step: &Bound<'_, PyAny>) -> PyResult<String> {
        let text = match choice(step)? {
            Choice::Text(text) => text.to_string(),
            Choice::Action(action) => self.state.text(action).raised()?,
        };
        chess::san(&self.state, &text)
    }

    /// The legal step that is written so in Standard Algebraic Notation. Common slips are let pass: ``0-0``,
    /// a sign left out, ``e8Q``, more of the first cell than need be.
    fn parse_san(&self, text: Fit<&str>) -> PyResult<String> {
        chess::step_of_san(&self.state, &text)
    }

    /// Makes the step that is written so in Standard Algebraic Notation, and tells it.
    ///
    /// >>> import plyground as pg
    /// >>> state = pg.game("chess").start()
    /// >>> state.push_san("Nf3")
    /// 'g1f3'
    fn push_san(&mut self, text: Fit<&str>) -> PyResult<String> {
        let step = self.parse_san(text)?;
        self.state.apply_text(&step).raised()?;
        Ok(step)
    }

    /// The position of ``chess`` or ``chess960`` with the six fields that other programs read: without the
    /// history, and with the castling rights ``KQkq``.
    ///
    /// >>> import plyground as pg
    /// >>> pg.game("chess960", position=0).start().chess_fen()
    /// 'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
    fn chess_fen(&self) -> PyResult<String> {
        chess::six_fields(&self.state)
    }

    /// The position of ``chess`` or ``chess960`` in EPD: the first four of those fields, then operations.
    ///
    /// >>> import plyground as pg
    /// >>> pg.game("chess").start().epd(bm=["e4", "d4"], id="start")
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; id "start";'
    #[pyo3(signature = (**operations))]
    fn epd(&self, operations: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        chess::epd(&self.state, operations)
    }

    /// At a chance step, its outcomes with their probabilities, sorted; else nothing.
    fn chance_outcomes(&self) -> Vec<(String, f64)> {
        self.state.chance()
    }

    /// Plays on by random steps, chance by its probabilities, to the end or for at most ``max_steps``.
    #[pyo3(signature = (seed=Whole(0), max_steps=None), text_signature = "($self, seed=0, max_steps=None)")]
    fn play_random(slf: &Bound<'_, Self>, seed: Whole, max_steps: Option<Whole>) -> PyResult<()> {
        let mut this = slf.try_borrow_mut()?;
        let limit = steps_of(max_steps).unwrap_or(this.spec().max_steps);
        this.state.play_random(seed.0, limit);
        Ok(())
    }

    /// What a seat (by default the one to act) may see: planes, rows, columns; a new array.
    #[pyo3(signature = (seat=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray3<f32>>> {
        let seat = match (seat, self.state.actor()) {
            (Some(seat), _) => self.seat(seat)?,
            (None, Actor::Seat(seat)) => seat,
            (None, _) => return Err(PyValueError::new_err("no seat is to act: say which one observes")),
        };
        let (planes, rows, columns) = observation_shape(&**self.game.get().any());
        let mut numbers = vec![0.0; planes * rows * columns];
        self.state.observe(seat, &mut numbers);
        PyArray1::from_vec(py, numbers).reshape([planes, rows, columns])
    }

    /// The position string as a seat may see it, with question marks for what it may not.
    fn observation_string(&self, seat: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.state.view(self.seat(seat)?))
    }

    /// All that a seat has seen since the start: view, step, view, step, …, view.
    fn observation_history(&self, seat: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        Ok(self.state.history(self.seat(seat)?))
    }

    /// A state that has the same `view` for the seat, drawn at random. Its record begins there.
    ///
    /// It follows the view alone: what the seat has learned from earlier steps, and the position does not
    /// show, may differ.
    fn resample_from_observation(&self, seat: &Bound<'_, PyAny>, seed: Whole) -> PyResult<State> {
        let other = self.state.resample(self.seat(seat)?, seed.0);
        Ok(self.sibling(seat.py(), other))
    }

    /// Whether the seat still takes part.
    fn is_active(&self, seat: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.state.standing(self.seat(seat)?) == Standing::In)
    }

    /// The worth of what the seat has on the board, in men or pawns.
    fn material(&self, seat: &Bound<'_, PyAny>) -> PyResult<f32> {
        Ok(self.state.material(self.seat(seat)?))
    }

    /// The whole turns from here, with their steps, sorted. A ValueError if they are too many to list.
    ///
    /// They are those of the true state: where something is hidden, they tell what the seat to act may not
    /// know, such as what stands where its turn leads.
    fn legal_turns<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let (py, state) = (slf.py(), slf.try_borrow()?.state.clone());
        let dict = PyDict::new(py);
        for (text, steps) in py.detach(|| state.turns()).raised()? {
            dict.set_item(text, PyTuple::new(py, steps)?)?;
        }
        Ok(dict)
    }

    /// Makes a whole turn, all of its steps or none: one of `turns`, in draughts in any spelling that PDN has
    /// (``22x15x6`` for ``22x6``).
    ///
    /// The true state decides whether it is legal: where something is hidden, a refusal tells what the seat
    /// to act may not know. Make the steps one by one there.
    fn apply_turn(&mut self, text: Fit<&str>) -> PyResult<()> {
        self.state.apply_turn(&text).raised()
    }

    /// The number of sequences of ``depth`` steps, or whole turns (each different one once).
    #[pyo3(signature = (depth, turns=Fit(false)), text_signature = "($self, depth, turns=False)")]
    fn perft(slf: &Bound<'_, Self>, depth: Whole, turns: Fit<bool>) -> PyResult<u64> {
        let depth = depth.up_to("depth", DEEPEST)?;
        // A copy, and the state itself let go: other threads may use it meanwhile.
        let state = slf.try_borrow()?.state.clone();
        Ok(patiently(slf.py(), |go_on| state.perft(depth, *turns, go_on))?.unwrap_or_default())
    }

    /// The state as a symmetry of the game turns it; None where it cannot be turned. Its record begins there.
    fn transform(&self, py: Python<'_>, symmetry: Fit<&str>) -> PyResult<Option<State>> {
        let symmetries = self.game.get().any().symmetries();
        let Some(at) = symmetries.iter().position(|known| known.name == *symmetry) else {
            let names: Vec<&str> = symmetries.iter().map(|known| known.name.as_str()).collect();
            let names = if names.is_empty() { "none".into() } else { names.join(", ") };
            let message = format!("there is no symmetry '{}'; there are: {names}", shortened(&symmetry));
            return Err(PyValueError::new_err(message));
        };
        Ok(self.state.transform(at).map(|state| self.sibling(py, state)))
    }

    /// An independent state, record included.
    fn copy(&self, py: Python<'_>) -> State {
        self.sibling(py, self.state.clone())
    }

    fn __copy__(&self, py: Python<'_>) -> State {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> State {
        self.copy(py)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        match other.cast::<State>().map(|other| other.try_borrow()) {
            Ok(Ok(other)) => self.state.same(&other.state),
            _ => false,
        }
    }

    fn __hash__(&self) -> u64 {
        self.state.hash()
    }

    fn __repr__(&self) -> String {
        format!("<State of {}: {}>", self.spec().id, self.state.fen())
    }

    /// `_restore(game, start, turn at the start, actions)`.
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

/// The state at the end of a record.
#[pyfunction]
pub(super) fn _restore(game: Bound<'_, Game>, start: &str, turn: u32, actions: Vec<i32>) -> PyResult<State> {
    let mut state = game.get().any().read_fen(start, turn).raised()?;
    for action in actions {
        state.apply_action(action.into()).raised()?;
    }
    Ok(State::new(game.unbind(), state))
}
