//! `Game`: the rules of one variant.

mod many;

use super::args::{U64Arg, action_index_of, seat_of, text_of};
use super::chess;
use super::data::{json, restorer};
use super::described::id_of_file;
use super::errors::{MapPyErr, UnknownVariant};
use super::extract::Checked;
use super::info::{Info, has_same_rules, hash_of, observation_shape};
use super::options::{options_dict, options_of};
use super::python_game::PythonGame;
use super::state::State;
use numpy::PyArray1;
use plyground::agents;
use plyground::catalog;
use plyground::catalog::Recipe;
use plyground::game::{Frame, Spec};
use plyground::sim::DynGame;
use plyground::truncate::truncate;
use plyground_python_macros::guarded;
use pyo3::exceptions::{PyException, PyImportError, PyModuleNotFoundError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyTuple};
use std::sync::{Arc, OnceLock};

/// The rules of one variant, with its options and frame.
///
/// The function `game` makes games. A game has no position: `start` returns a `State`. Games with equal id,
/// options and frame are equal. Games can be pickled.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> game = pg.game("english-draughts")
/// >>> game.num_seats, game.num_actions, game.observation_shape
/// (2, 128, (8, 8, 8))
/// >>> game.from_fen(game.start().fen) == game.start()
/// True
/// >>> '"position":0' in pg.game("chess960", position=0).to_json()
/// True
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct Game {
    game: Arc<dyn DynGame>,
    fingerprint: OnceLock<u64>,
}

/// Returns an error if NumPy cannot be imported.
///
/// It runs for every game, because each interpreter of a process has its own modules. If NumPy is loaded, it
/// is only a lookup.
fn check_numpy(py: Python<'_>) -> PyResult<()> {
    py.import("numpy").map(drop).map_err(|error| {
        // `KeyboardInterrupt` does not concern NumPy.
        if !error.is_instance_of::<PyException>(py) {
            return error;
        }
        let problem = PyImportError::new_err("games need NumPy, which cannot be imported");
        problem.set_cause(py, Some(error));
        problem
    })
}

/// Imports the module that an id names before a colon, and returns the rest of the id.
fn import_named_module<'i>(py: Python<'_>, id: &'i str) -> PyResult<&'i str> {
    let Some((module, rest)) = id.split_once(':').filter(|(module, _)| is_module_name(module)) else {
        return Ok(id);
    };
    let Err(error) = py.import(module) else { return Ok(rest) };
    // A module that cannot be found makes the id unknown. Errors inside the module are errors of their own.
    let missing = error.value(py).getattr("name").and_then(|name| name.extract::<String>());
    let is_part = |name: String| format!("{module}.").starts_with(&format!("{name}."));
    if error.is_instance_of::<PyModuleNotFoundError>(py) && missing.is_ok_and(is_part) {
        let (id, module) = (truncate(id), truncate(module));
        return Err(UnknownVariant::new_err(format!(
            "there is no variant '{id}': no module is named '{module}'"
        )));
    }
    Err(error)
}

/// Whether the text can be the name of a module, such as `package.module`.
fn is_module_name(text: &str) -> bool {
    text.split('.').all(|part| {
        part.starts_with(|first: char| first.is_alphabetic() || first == '_')
            && part.chars().all(|char| char.is_alphanumeric() || char == '_')
    })
}

impl Game {
    /// Opens a game by its id and options.
    pub fn open(
        py: Python<'_>,
        id: &str,
        frame: Frame,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Game> {
        let described = id_of_file(id)?;
        let id = match &described {
            Some(id) => id,
            None => import_named_module(py, id)?,
        };
        let game = catalog::open(id, &options_of(options)?, frame).map_py_err()?;
        log::debug!("opened {} with {:?}", game.spec().id, game.spec().options);
        Game::of(py, game)
    }

    /// Returns a game of the core as a game of Python.
    pub fn of(py: Python<'_>, game: Arc<dyn DynGame>) -> PyResult<Game> {
        check_numpy(py)?;
        Ok(Game { game, fingerprint: OnceLock::new() })
    }

    /// Opens the game that a recipe describes.
    pub fn from_recipe(py: Python<'_>, recipe: Recipe) -> PyResult<Game> {
        Game::of(py, recipe.open().map_py_err()?)
    }

    /// Returns the game of the core.
    pub fn any(&self) -> &Arc<dyn DynGame> {
        &self.game
    }

    pub fn spec(&self) -> &Spec {
        self.game.spec()
    }

    /// Returns the arguments of `game` for this game: its id, and the options whose values are not those of
    /// the id.
    fn arguments(&self) -> (String, Vec<(String, String)>) {
        let spec = self.spec();
        let defaults = catalog::find(&spec.id).map(|variant| &variant.options);
        let changed = spec.options.iter().filter(|(name, value)| {
            defaults.as_ref().is_ok_and(|defaults| defaults.get(name) != Some(value))
        });
        (spec.id.clone(), changed.map(|(name, value)| (name.to_string(), value.to_string())).collect())
    }
}

/// Returns whether two games are equal.
pub(super) fn is_same_game(one: &Py<Game>, other: &Py<Game>) -> bool {
    has_same_rules(&**one.get().any(), &**other.get().any())
}

/// Returns the argument `max_steps`. Values above the range of `u32` exceed the length of every game, so they
/// are clamped.
pub(super) fn max_steps_of(max_steps: Option<U64Arg>) -> Option<u32> {
    max_steps.map(|steps| u32::try_from(steps.0).unwrap_or(u32::MAX))
}

#[guarded]
#[pymethods]
impl Game {
    /// Description of the game, as an `Info`.
    #[getter]
    fn info(&self) -> Info {
        Info::of(self)
    }

    /// Id of the variant. If its options were changed, the id of the original variant.
    #[getter]
    fn id(&self) -> &str {
        &self.spec().id
    }

    /// All options with their values, as a dict.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        options_dict(py, &self.spec().options)
    }

    /// Number of seats, as an int.
    #[getter]
    fn num_seats(&self) -> u8 {
        self.spec().seats
    }

    /// Number of actions, as an int. Actions are numbered from 0 to ``num_actions - 1``.
    #[getter]
    fn num_actions(&self) -> usize {
        self.spec().num_actions
    }

    /// Shape of an observation: (planes, rows, columns).
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        observation_shape(&*self.game)
    }

    /// Hash of how the game behaves, as 16 hexadecimal digits.
    ///
    /// Use it to check whether two builds play the game alike. The hash covers the legal steps, positions and
    /// results of a few games with a fixed seed.
    #[getter]
    fn fingerprint(&self, py: Python<'_>) -> PyResult<String> {
        let print = py.detach(|| *self.fingerprint.get_or_init(|| agents::fingerprint(&*self.game)));
        Ok(format!("{print:016x}"))
    }

    /// Symmetries of the game, as a dict from names to pairs of arrays (cells, actions).
    ///
    /// Each array is an int32 permutation: ``cells[i]`` is the cell to which cell ``i`` is mapped, and
    /// ``actions[i]`` the action to which action ``i`` is mapped. The shapes are (cells,) and (num_actions,).
    /// The dict is empty if the game has no symmetries.
    #[getter]
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for symmetry in self.game.symmetries() {
            let cells = PyArray1::from_iter(py, symmetry.cells.iter().map(|&cell| i32::from(cell)));
            let actions = PyArray1::from_iter(py, symmetry.actions.iter().map(|&action| action as i32));
            dict.set_item(&symmetry.name, (cells, actions))?;
        }
        Ok(dict)
    }

    /// Return a description of an action in words.
    ///
    /// Use it to understand the numbering of actions. `State.step_of` returns the step of a legal action.
    ///
    /// Parameters
    /// ----------
    /// action : int
    ///     An action, from 0 to ``num_actions - 1``. It need not be legal anywhere.
    /// seat : int, optional
    ///     The seat that acts. If it is given, cells have their names. Otherwise the description holds for
    ///     all seats; where the seats see the board from different sides, it then names rows and columns of
    ///     the planes, from 0.
    ///
    /// Returns
    /// -------
    /// str
    ///     What the action does, as far as its number determines it.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the game has no such action or seat.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> game = pg.game("chess")
    /// >>> game.action_text(28).partition(",")[0]
    /// 'move north to row 3'
    /// >>> game.action_text(28, seat=0).partition(",")[0]
    /// 'move north to e4'
    /// >>> game.action_text(28, seat=1).partition(",")[0]
    /// 'move north to e5'
    #[pyo3(signature = (action, seat=None))]
    fn action_text(&self, action: &Bound<'_, PyAny>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let (action, spec) = (action_index_of(action, self.spec())?, self.spec());
        let seat = seat.map(|seat| seat_of("seat", seat, spec)).transpose()?;
        Ok(self.game.action_text(action, seat))
    }

    /// Return the cells that a step string names, in order.
    ///
    /// A move names the cell where it starts, the cell where it ends, and then further cells. A step that
    /// places a piece names one cell.
    ///
    /// Parameters
    /// ----------
    /// step : str
    ///     The step string. It need not be legal.
    ///
    /// Returns
    /// -------
    /// list of str
    ///     The names of the cells.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> pg.game("chess").step_cells("e2e4"), pg.game("english-draughts").step_cells("12x19")
    /// (['e2', 'e4'], ['12', '19'])
    fn step_cells(&self, step: &Bound<'_, PyAny>) -> PyResult<Vec<&str>> {
        let (step, board) = (text_of("step", "a step string such as 'e2e4'", step)?, self.game.board());
        Ok(board.cells_in(step).map(|cell| board.name(cell)).collect())
    }

    /// Start a new game.
    ///
    /// Parameters
    /// ----------
    /// seed : int, default 0
    ///     Seed of the random parts of the set-up. Most games have none.
    ///
    /// Returns
    /// -------
    /// State
    ///     The initial state.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> game = pg.game("chess960")
    /// >>> game.start(seed=1) == game.start(seed=1), game.start(seed=1) == game.start(seed=2)
    /// (True, False)
    #[pyo3(signature = (seed=U64Arg(0)), text_signature = "($self, seed=0)")]
    fn start(slf: &Bound<'_, Self>, seed: U64Arg) -> PyResult<State> {
        let state = slf.get().game.start(seed.0);
        Ok(State::new(slf.clone().unbind(), state))
    }

    /// Return the state that a position string describes.
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     A position string of this game, as `State.fen` writes it. The games ``chess`` and ``chess960``
    ///     also read standard FEN.
    ///
    /// Returns
    /// -------
    /// State
    ///     A state whose record starts at the position.
    ///
    /// Raises
    /// ------
    /// BadPosition
    ///     If the text is not a position string of this game. The message gives the reason.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state = pg.game("chess").from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    /// >>> "a7a8q" in state.legal_steps()
    /// True
    fn from_fen(slf: &Bound<'_, Self>, text: Checked<&str>) -> PyResult<State> {
        let state = slf.get().game.read_fen(&text, 0).map_py_err()?;
        Ok(State::new(slf.clone().unbind(), state))
    }

    /// Return the state and the operations that a line of Extended Position Description (EPD) describes.
    ///
    /// Only ``chess`` and ``chess960`` have EPD.
    ///
    /// Parameters
    /// ----------
    /// text : str
    ///     The first four fields of FEN, then operations, the last two fields of FEN, or nothing. The opcodes
    ///     ``hmvc`` and ``fmvn`` set the half-move clock (otherwise 0) and the move number (otherwise 1).
    ///
    /// Returns
    /// -------
    /// state : State
    ///     A state whose record starts at the position.
    /// operations : dict of str to list of str
    ///     The operands of each operation by its opcode.
    ///
    /// Raises
    /// ------
    /// BadPosition
    ///     If the text is not a position in EPD.
    /// ValueError
    ///     If the game is neither ``chess`` nor ``chess960``.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> state, operations = pg.game("chess").from_epd('4k3/P7/8/8/8/8/8/4K3 w - - bm a8=Q+; id "first";')
    /// >>> operations
    /// {'bm': ['a8=Q+'], 'id': ['first']}
    /// >>> state.parse_san(operations["bm"][0])
    /// 'a7a8q'
    fn from_epd<'py>(slf: &Bound<'py, Self>, text: Checked<&str>) -> PyResult<(State, Bound<'py, PyDict>)> {
        let (fen, operations) = chess::read_epd(&slf.get().game.start(0), &text)?;
        Ok((Game::from_fen(slf, Checked(&fen))?, operations.into_py_dict(slf.py())?))
    }

    /// Return the id, options and frame of the game as JSON.
    ///
    /// Returns
    /// -------
    /// str
    ///     A JSON object with the keys ``id``, ``options`` and ``frame``, which are the arguments of `game`.
    ///
    /// Examples
    /// --------
    /// >>> import json
    /// >>> import plyground as pg
    /// >>> game = pg.game("chess960", position=0)
    /// >>> recipe = json.loads(game.to_json())
    /// >>> pg.game(recipe["id"], frame=recipe["frame"], **recipe["options"]) == game
    /// True
    fn to_json(&self) -> PyResult<String> {
        json(&Recipe::of(self.spec()))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| has_same_rules(&*self.game, &*other.get().game))
    }

    fn __hash__(&self) -> u64 {
        hash_of(&*self.game)
    }

    fn __repr__(&self) -> String {
        let (id, changed) = self.arguments();
        let changed: String = changed.iter().map(|(name, value)| format!(", {name}={value}")).collect();
        let frame = if self.spec().frame == Frame::Board { ", frame='board'" } else { "" };
        format!("Game('{id}'{frame}{changed})")
    }

    /// Pickle as a call of `functools.partial(game, id, frame=…, **options)` without arguments. A game that
    /// is written in Python is pickled with its rules, and a described game with its description.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        if let Some(game) = self.game.downcast::<PythonGame>() {
            return Ok((restorer(py, "_register_game")?, PyTuple::new(py, [game.rules(py)])?));
        }
        if let Some(text) = &self.spec().description {
            let arguments = (&**text, self.spec().frame.as_str(), "", &*self.spec().id);
            return Ok((restorer(py, "_describe")?, arguments.into_pyobject(py)?));
        }
        Ok((partial_call(py, "game", self.spec())?, PyTuple::empty(py)))
    }
}

/// Returns a `functools.partial` of a function of this module with the id, frame and options of a game.
pub(super) fn partial_call<'py>(py: Python<'py>, function: &str, spec: &Spec) -> PyResult<Bound<'py, PyAny>> {
    let keywords = options_dict(py, &spec.options)?;
    keywords.set_item("frame", spec.frame.as_str())?;
    let function = py.import("plyground._core")?.getattr(function)?;
    py.import("functools")?.getattr("partial")?.call((function, &spec.id), Some(&keywords))
}
