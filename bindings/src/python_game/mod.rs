//! Games that are written in Python: a `plyground.GameRules` object as a game of the core.
//!
//! Each method of the roles calls a method of the object. An exception unwinds through the core ([`raise`]),
//! and the functions of this module that called the core return it.

mod display;
mod notation;
mod observation;
mod rules;
mod spec;

use super::args::{U64Arg, count};
use super::errors::{MapPyErr, raise, short_repr};
use super::game::Game;
use plyground::board::Board;
use plyground::catalog;
use plyground::game::{Frame, Outcome, Spec, harness};
use plyground::sim;
use plyground_python_macros::guarded;
use pyo3::exceptions::{PyAssertionError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// A game whose rules are a Python object.
pub(super) struct PythonGame {
    rules: Py<PyAny>,
    spec: Spec,
    board: Board,
    /// Whether every call is followed by checks of what the rules promise about states.
    is_checked: bool,
}

/// A state of a game in Python. Copies share the Python object, which never changes.
#[derive(Clone)]
pub(super) struct PythonState(Arc<Node>);

struct Node {
    object: Py<PyAny>,
    fen: String,
    /// What the rules said about the state.
    legal: OnceLock<Vec<u32>>,
    outcome: OnceLock<Option<Outcome>>,
}

impl PartialEq for PythonState {
    fn eq(&self, other: &PythonState) -> bool {
        self.0.fen == other.0.fen
    }
}

impl Eq for PythonState {}

impl Hash for PythonState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.fen.hash(hasher);
    }
}

impl fmt::Debug for PythonState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.fen)
    }
}

impl PythonGame {
    fn new(rules: &Bound<'_, PyAny>) -> PyResult<PythonGame> {
        let (spec, board) = spec::read(rules)?;
        Ok(PythonGame { rules: rules.clone().unbind(), spec, board, is_checked: false })
    }

    /// Returns the rules.
    pub fn rules<'py>(&self, py: Python<'py>) -> &Bound<'py, PyAny> {
        self.rules.bind(py)
    }

    /// Calls `work` with the rules. An exception ends the work of the core.
    fn with<T>(&self, work: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> T {
        Python::attach(|py| work(self.rules.bind(py))).unwrap_or_else(|error| raise(error))
    }

    /// Calls a method of the rules with a state as its only argument.
    fn ask<T: PartialEq>(
        &self,
        method: &str,
        state: &PythonState,
        answer: impl Fn(&Bound<'_, PyAny>, Bound<'_, PyAny>) -> PyResult<T>,
    ) -> T {
        self.with(|rules| {
            let ask = || answer(rules, self.call(rules, method, state, PyTuple::empty(rules.py()))?);
            let found = ask()?;
            if self.is_checked && ask()? != found {
                return Err(self.broken_promise(state, &format!("{method} returns two different values")));
            }
            Ok(found)
        })
    }

    /// Calls a method of the rules with a state and other arguments.
    fn call<'py, A, E>(
        &self,
        rules: &Bound<'py, PyAny>,
        method: &str,
        state: &PythonState,
        others: A,
    ) -> PyResult<Bound<'py, PyAny>>
    where
        A: IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = E>,
        PyErr: From<E>,
    {
        let others = others.into_pyobject(rules.py())?;
        let arguments = std::iter::once(state.object(rules.py())).chain(others.iter());
        let found = rules.call_method1(method, PyTuple::new(rules.py(), arguments.collect::<Vec<_>>())?)?;
        if self.is_checked && !rules.call_method1("fen", (state.object(rules.py()),))?.eq(&state.0.fen)? {
            return Err(self.broken_promise(state, &format!("{method} changes the state")));
        }
        Ok(found)
    }

    /// Returns the exception for rules whose states change, or whose methods depend on more than the state.
    fn broken_promise(&self, state: &PythonState, problem: &str) -> PyErr {
        PyAssertionError::new_err(format!("{} at '{}': {problem}", self.spec.id, state.0.fen))
    }

    /// Makes a state of an object that the rules returned.
    fn state(rules: &Bound<'_, PyAny>, object: Bound<'_, PyAny>) -> PyResult<PythonState> {
        let fen = rules.call_method1("fen", (&object,))?;
        let fen = fen.extract().map_err(|_| unexpected(rules, "fen", "a str", &fen))?;
        let (legal, outcome) = (OnceLock::new(), OnceLock::new());
        Ok(PythonState(Arc::new(Node { object: object.unbind(), fen, legal, outcome })))
    }
}

impl PythonState {
    fn object<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.0.object.bind(py).clone()
    }
}

/// Returns the error for a method of the rules that returned something else than `expected`.
fn unexpected(rules: &Bound<'_, PyAny>, method: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let name = rules.get_type().name().map_or_else(|_| "the rules".to_owned(), |name| name.to_string());
    let found = short_repr(found);
    PyTypeError::new_err(format!("{name}.{method} must return {expected}, got {found}"))
}

/// Register a game that is written in Python, and return it.
#[guarded]
#[pyfunction]
pub(super) fn _register_game(rules: &Bound<'_, PyAny>) -> PyResult<Game> {
    let game = PythonGame::new(rules)?;
    let (id, game) = (game.spec.id.clone(), sim::erase(game));
    let constructor = {
        let game = game.clone();
        move |frame| match frame {
            Frame::Seat => Ok(game.clone()),
            Frame::Board => Err("games in Python have frame='seat' only".into()),
        }
    };
    catalog::register_game(&id, constructor).map_py_err()?;
    Game::of(rules.py(), game)
}

/// Play random games of rules in Python and check what plyground expects of them.
#[guarded]
#[pyfunction]
pub(super) fn _check_game(
    rules: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = count)] games: U64Arg,
    seed: U64Arg,
) -> PyResult<()> {
    let game = PythonGame { is_checked: true, ..PythonGame::new(rules)? };
    rules.py().detach(|| harness::find_violation(&game, games.0, seed.0)).map_err(PyAssertionError::new_err)
}

/// Returns an attribute of the rules.
fn attribute<'py, T>(rules: &Bound<'py, PyAny>, name: &str, expected: &str) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    let value = rules.getattr(name)?;
    value.extract().map_err(|_| {
        let found = short_repr(&value);
        PyTypeError::new_err(format!("{name} must be {expected}, got {found}"))
    })
}

/// Returns an error unless a number is in a range.
fn check_range(name: &str, number: usize, (min, max): (usize, usize)) -> PyResult<()> {
    if (min..=max).contains(&number) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{name} must be from {min} to {max}, got {number}")))
}
