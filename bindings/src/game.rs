//! `Game`: the rules of one variant.

use super::args::{Whole, action_among, named, patiently, seat_of};
use super::chess;
use super::data::json;
use super::errors::Raised;
use super::fits::Fit;
use super::given::Arrays;
use super::info::{Info, equal, hash, observation_shape};
use super::options::{options_dict, options_of};
use super::planes::planes_of;
use super::playouts::Playouts;
use super::state::State;
use super::vector::Vector;
use numpy::PyArray1;
use plyground::agents;
use plyground::catalog;
use plyground::game::{Frame, Spec};
use plyground::sim::{self, AnyGame, Recipe, Request, Settings};
use pyo3::exceptions::{PyException, PyImportError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyTuple};
use std::sync::{Arc, OnceLock};

/// The rules of one variant; made by `game`. Games of equal id, options and frame are equal.
///
/// >>> import plyground as pg
/// >>> game = pg.game("english-draughts")
/// >>> game.seats, game.num_actions, game.observation_shape
/// (2, 128, (8, 8, 8))
/// >>> game.from_fen(game.start().fen) == game.start()
/// True
/// >>> pg.game("chess960", position=0).to_json()
/// '{"id":"chess960","options":{"castling":true,"position":0},"frame":"seat"}'
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct Game {
    game: Arc<dyn AnyGame>,
    fingerprint: OnceLock<u64>,
}

/// Says so if there is no NumPy, before a game needs it for the first array that it hands out. (Each
/// interpreter of a process has its own, or has none: asking again is no more than a look at the modules
/// there are.)
fn arrays_at_hand(py: Python<'_>) -> PyResult<()> {
    py.import("numpy").map(drop).map_err(|error| {
        // Ctrl-C says nothing of NumPy.
        if !error.is_instance_of::<PyException>(py) {
            return error;
        }
        let problem = PyImportError::new_err("games hand out arrays of NumPy, which cannot be imported");
        problem.set_cause(py, Some(error));
        problem
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
        arrays_at_hand(py)?;
        let game = sim::open(id, &options_of(options)?, frame).raised()?;
        log::debug!("opened {} with {:?}", game.spec().id, game.spec().options);
        Ok(Game { game, fingerprint: OnceLock::new() })
    }

    /// Makes a game again.
    pub fn again(py: Python<'_>, recipe: Recipe) -> PyResult<Game> {
        arrays_at_hand(py)?;
        Ok(Game { game: recipe.open().raised()?, fingerprint: OnceLock::new() })
    }

    pub fn any(&self) -> &Arc<dyn AnyGame> {
        &self.game
    }

    pub fn spec(&self) -> &Spec {
        self.game.spec()
    }

    /// The call that makes it again: its id, and the options that are not the id's own.
    fn call(&self) -> (String, Vec<(String, String)>) {
        let spec = self.spec();
        let usual = catalog::find(&spec.id).map(|variant| &variant.options);
        let changed = spec
            .options
            .iter()
            .filter(|(name, value)| usual.as_ref().is_ok_and(|usual| usual.get(name) != Some(value)));
        (spec.id.clone(), changed.map(|(name, value)| (name.to_string(), value.to_string())).collect())
    }
}

/// Whether two are one game, or equal ones.
pub(super) fn same(one: &Py<Game>, other: &Py<Game>) -> bool {
    equal(&**one.get().any(), &**other.get().any())
}

/// A number of steps; one beyond all games' lengths limits nothing.
pub(super) fn steps_of(max_steps: Option<Whole>) -> Option<u32> {
    max_steps.map(|steps| u32::try_from(steps.0).unwrap_or(u32::MAX))
}

#[pymethods]
impl Game {
    /// Everything that there is to know about it.
    #[getter]
    fn info(&self) -> Info {
        Info::of(self)
    }

    /// The id, or the id of the variant whose options were changed.
    #[getter]
    fn id(&self) -> &str {
        &self.spec().id
    }

    /// All options, spelled out.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        options_dict(py, &self.spec().options)
    }

    /// How many seats play.
    #[getter]
    fn seats(&self) -> u8 {
        self.spec().seats
    }

    /// The number of different actions.
    #[getter]
    fn num_actions(&self) -> usize {
        self.spec().num_actions
    }

    /// Planes, rows, columns.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        observation_shape(&*self.game)
    }

    /// What tells its behaviour from that of another build: 16 hexadecimal digits, which depend on the legal
    /// steps, positions and ends of its first games under a fixed seed. Where they are the same, so are
    /// games.
    #[getter]
    fn fingerprint(&self, py: Python<'_>) -> String {
        let print = py.detach(|| *self.fingerprint.get_or_init(|| agents::fingerprint(&*self.game)));
        format!("{print:016x}")
    }

    /// The ways to turn or mirror the game: where each cell and each action goes.
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

    /// What each plane of its observations shows, and in which numbers.
    ///
    /// >>> import plyground as pg
    /// >>> for plane in pg.game("english-draughts").planes()[4:7]:
    /// ...     print(f"{plane.name}: {plane.shows}\n({plane.scale})")
    /// piece in mid-capture: the piece that must jump again
    /// (0 or 1 on each cell)
    /// squares jumped in this turn: 1 for the last square jumped, 1/2 for those before
    /// (0 to 1 on each cell, in steps of 1/2)
    /// turns without progress: the turns without progress, divided by the 80 that make a draw
    /// (0 to 1 everywhere, in steps of 1/80)
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        planes_of(py, self.spec())
    }

    /// What an action means, in words, as far as its number tells: that of ``seat``, or of any. Cells have
    /// their names if it is known which seat looks; else they are rows and columns of the planes, which are
    /// counted from 0.
    ///
    /// >>> import plyground as pg
    /// >>> game = pg.game("chess")
    /// >>> game.action_text(28)
    /// 'move north to row 3, column 4, seen from the seat to act'
    /// >>> game.action_text(28, seat=1)
    /// 'move north to e5, seen from seat 1'
    /// >>> pg.game("chess", frame="board").action_text(1030)
    /// 'promote to a knight on g8 or g1, moving straight ahead, seen from seat 0'
    /// >>> game.action_text(4)
    /// 'never legal: it would move north to row 0, column 4 from outside the board, seen from the seat to act'
    #[pyo3(signature = (action, seat=None))]
    fn action_text(&self, action: &Bound<'_, PyAny>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let (action, spec) = (action_among(action, self.spec())?, self.spec());
        let seat = seat.map(|seat| seat_of("seat", seat, spec)).transpose()?;
        Ok(self.game.action_text(action, seat))
    }

    /// A new game; ``seed`` draws what the set-up leaves to chance.
    #[pyo3(signature = (seed=Whole(0)), text_signature = "($self, seed=0)")]
    fn start(slf: &Bound<'_, Self>, seed: Whole) -> State {
        State::new(slf.clone().unbind(), slf.get().game.start(seed.0))
    }

    /// The state that a position string says.
    fn from_fen(slf: &Bound<'_, Self>, text: Fit<&str>) -> PyResult<State> {
        Ok(State::new(slf.clone().unbind(), slf.get().game.read_fen(&text, 0).raised()?))
    }

    /// The state that a text in EPD says, and its operations with their operands; of ``chess`` and
    /// ``chess960``.
    ///
    /// Behind the first four fields of FEN stand operations, or the other two fields, or nothing. The
    /// operations ``hmvc`` and ``fmvn`` are the clock and the move number, which are 0 and 1 without them.
    ///
    /// >>> import plyground as pg
    /// >>> state, operations = pg.game("chess").from_epd('4k3/P7/8/8/8/8/8/4K3 w - - bm a8=Q+; id "first";')
    /// >>> operations
    /// {'bm': ['a8=Q+'], 'id': ['first']}
    /// >>> state.parse_san(operations["bm"][0])
    /// 'a7a8q'
    fn from_epd<'py>(slf: &Bound<'py, Self>, text: Fit<&str>) -> PyResult<(State, Bound<'py, PyDict>)> {
        let (fen, operations) = chess::read_epd(&slf.get().game.start(0), &text)?;
        Ok((Game::from_fen(slf, Fit(&fen))?, operations.into_py_dict(slf.py())?))
    }

    /// Plays games by random steps; see `playouts`.
    #[pyo3(
        signature = (n, seed=Whole(0), *, threads=None, max_steps=None, start=None, offset=Whole(0)),
        text_signature = "($self, n, seed=0, *, threads=None, max_steps=None, start=None, offset=0)"
    )]
    #[allow(clippy::too_many_arguments)]
    pub fn playouts(
        slf: &Bound<'_, Self>,
        n: Whole,
        seed: Whole,
        threads: Option<Whole>,
        max_steps: Option<Whole>,
        start: Option<Fit<&str>>,
        offset: Whole,
    ) -> PyResult<Playouts> {
        let request = Request {
            games: n.0,
            seed: seed.0,
            offset: offset.0,
            threads: threads.map(Whole::size),
            max_steps: steps_of(max_steps),
            start: start.as_deref().copied(),
        };
        let game = slf.get().game.clone();
        let played = patiently(slf.py(), |go_on| game.playouts(&request, go_on))?.raised()?;
        Playouts::new(slf, seed.0, offset.0, played.unwrap_or_default())
    }

    /// Games stepped together; see `Vector`.
    #[pyo3(
        signature = (
            n, seed=Whole(0), *, observations=None, masks=None, autoreset=None, max_steps=None, start=None, threads=None, out=None,
            record=Fit(false)
        ),
        text_signature = "($self, n, seed=0, *, observations=True, masks=True, autoreset='same-step', max_steps=None, start=None, threads=None, out=None, record=False)"
    )]
    #[allow(clippy::too_many_arguments)]
    pub fn vector(
        slf: &Bound<'_, Self>,
        n: Whole,
        seed: Whole,
        observations: Option<&Bound<'_, PyAny>>,
        masks: Option<&Bound<'_, PyAny>>,
        autoreset: Option<Fit<&str>>,
        max_steps: Option<Whole>,
        start: Option<Fit<&str>>,
        threads: Option<Whole>,
        out: Option<Fit<Bound<'_, PyDict>>>,
        record: Fit<bool>,
    ) -> PyResult<Vector> {
        let game = slf.get().game.clone();
        let shape = observation_shape(&*game);
        let arrays = Arrays::read(out.as_deref(), observations, masks, n.size(), game.spec(), shape)?;
        let settings = Settings {
            envs: n.size(),
            seed: seed.0,
            threads: threads.map(Whole::size),
            max_steps: steps_of(max_steps),
            start: start.as_deref().copied(),
            observations: arrays.observations,
            masks: arrays.masks,
            recorded: *record,
            autoreset: named(autoreset)?,
        };
        let vector = slf.py().detach(|| game.vector(&settings, arrays.given)).raised()?;
        Ok(Vector::new(slf.clone().unbind(), vector, &settings, arrays.watched))
    }

    /// What makes it again, as JSON: its id, its options and its frame.
    fn to_json(&self) -> PyResult<String> {
        json(&Recipe::of(self.spec()))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| equal(&*self.game, &*other.get().game))
    }

    fn __hash__(&self) -> u64 {
        hash(&*self.game)
    }

    fn __repr__(&self) -> String {
        let (id, changed) = self.call();
        let changed: String = changed.iter().map(|(name, value)| format!(", {name}={value}")).collect();
        let frame = if self.spec().frame == Frame::Board { ", frame='board'" } else { "" };
        format!("Game('{id}'{frame}{changed})")
    }

    /// `functools.partial(game, id, frame=…, **options)`, to be called without arguments.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((remade(py, "game", self.spec())?, PyTuple::empty(py)))
    }
}

/// The call of a function of this module that takes an id and options, with those of a game.
pub(super) fn remade<'py>(py: Python<'py>, function: &str, spec: &Spec) -> PyResult<Bound<'py, PyAny>> {
    let keywords = options_dict(py, &spec.options)?;
    keywords.set_item("frame", spec.frame.as_str())?;
    let function = py.import("plyground._core")?.getattr(function)?;
    py.import("functools")?.getattr("partial")?.call((function, &spec.id), Some(&keywords))
}
