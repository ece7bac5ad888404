//! The module's functions: from an id to a game, and the batches of a game by its id.

use super::args::{Whole, named, text_of};
use super::errors::{self, Raised};
use super::fits::Fit;
use super::game::Game;
use super::info::Info;
use super::options::options_of;
use super::playouts::Playouts;
use super::vector::Vector;
use plyground::catalog;
use plyground::game::Frame;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

/// All ids, family by family.
#[pyfunction]
pub(super) fn variants(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, catalog::variants().iter().map(|variant| variant.id.as_str()))
}

/// What there is to know about a variant before it is played.
#[pyfunction]
#[pyo3(signature = (id, /, *, frame=None, **options), text_signature = "(id, /, *, frame='seat', **options)")]
pub(super) fn info(
    id: &Bound<'_, PyAny>,
    frame: Option<Fit<&str>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Info> {
    Ok(Info::of(&Game::open(id.py(), id_of(id)?, named(frame)?, options)?))
}

/// The game of an id, with options changed if any are given.
///
/// With ``frame="seat"`` actions and observations are seen from the acting seat's side of the board, so that
/// one policy serves all seats; with ``frame="board"`` always from seat 0's side.
#[pyfunction]
#[pyo3(signature = (id, /, *, frame=None, **options), text_signature = "(id, /, *, frame='seat', **options)")]
pub(super) fn game(
    id: &Bound<'_, PyAny>,
    frame: Option<Fit<&str>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Game> {
    Game::open(id.py(), id_of(id)?, named(frame)?, options)
}

fn id_of<'a>(id: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    text_of("id", "the id of a variant, like 'chess'", id)
}

/// A game given as itself, or by its id with options, the frame among them.
pub(super) fn game_of<'py>(
    game: &Bound<'py, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, Game>> {
    let py = game.py();
    if let Ok(id) = game.cast::<PyString>() {
        let options = options.map(|options| options.copy()).transpose()?;
        let frame = match &options {
            Some(options) => options.get_item("frame")?,
            None => None,
        };
        if let (Some(options), Some(_)) = (&options, &frame) {
            options.del_item("frame")?;
        }
        let frame = frame.as_ref().map(|frame| text_of("frame", "a text", frame).map(Fit)).transpose()?;
        return Bound::new(py, Game::open(py, id.to_str()?, named(frame)?, options.as_ref())?);
    }
    let Ok(found) = game.cast::<Game>() else {
        return Err(errors::wrong_type("game", "a Game or an id", game));
    };
    match options {
        Some(options) if !options.is_empty() => {
            let names: Vec<String> =
                options.keys().iter().map(|name| name.extract()).collect::<PyResult<_>>()?;
            Err(PyTypeError::new_err(format!(
                "a Game has its options already: {} cannot be changed",
                names.join(", ")
            )))
        }
        _ => Ok(found.clone()),
    }
}

/// Gives a name of your own to an id with options changed, to be used wherever an id is, as long as the
/// program runs. (What Python calls is the package's `register`, which tells Gymnasium as well.)
#[pyfunction]
#[pyo3(signature = (name, base, /, **options))]
pub(super) fn _register(
    name: &Bound<'_, PyAny>,
    base: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<()> {
    let py = name.py();
    let (name, base) = (text_of("name", "a text like 'my-draughts'", name)?, id_of(base)?);
    // What cannot be played is not named.
    Game::open(py, base, Frame::default(), options)?;
    catalog::register(name, base, &options_of(options)?).raised()
}

/// The names that were given.
#[pyfunction]
pub(super) fn _names() -> Vec<&'static str> {
    catalog::names()
}

/// Plays ``games`` games by uniformly random steps; the same for any number of threads.
///
/// Games are numbered, and the seed and its number determine a game; the first one here is number ``offset``,
/// so that a long run may be made in pieces. ``start`` is a position string to play from. Games longer than
/// ``max_steps`` are cut off. ``threads=None`` uses all processors. Other options are those of `game`.
#[pyfunction]
#[pyo3(
    signature = (game, games, seed=Whole(0), *, threads=None, max_steps=None, start=None, offset=Whole(0), **options),
    text_signature = "(game, games, seed=0, *, threads=None, max_steps=None, start=None, offset=0, **options)"
)]
#[allow(clippy::too_many_arguments)]
pub(super) fn playouts(
    game: &Bound<'_, PyAny>,
    games: Whole,
    seed: Whole,
    threads: Option<Whole>,
    max_steps: Option<Whole>,
    start: Option<Fit<&str>>,
    offset: Whole,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Playouts> {
    Game::playouts(&game_of(game, options)?, games, seed, threads, max_steps, start, offset)
}

/// ``num_envs`` games stepped together; see `Vector`.
///
/// ``observations=True`` means float32, ``action_masks="bits"`` eight actions a byte, the first the lowest bit.
/// ``out`` has arrays of yours to write to, by the names ``observations``, ``final_observations`` and
/// ``action_masks``: of pinned or shared memory, say. With ``record=True`` games are written down, to be had from
/// `Vector.finished`. Other options are those of `game`.
#[pyfunction]
#[pyo3(
    signature = (
        game, num_envs, seed=Whole(0), *, observations=None, action_masks=None, autoreset=None, max_steps=None, start=None, threads=None, out=None,
        record=Fit(false), **options
    ),
    text_signature = "(game, num_envs, seed=0, *, observations=True, action_masks=True, autoreset='same-step', max_steps=None, start=None, threads=None, out=None, record=False, **options)"
)]
#[allow(clippy::too_many_arguments)]
pub(super) fn vector(
    game: &Bound<'_, PyAny>,
    num_envs: Whole,
    seed: Whole,
    observations: Option<&Bound<'_, PyAny>>,
    action_masks: Option<&Bound<'_, PyAny>>,
    autoreset: Option<Fit<&str>>,
    max_steps: Option<Whole>,
    start: Option<Fit<&str>>,
    threads: Option<Whole>,
    out: Option<Fit<Bound<'_, PyDict>>>,
    record: Fit<bool>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vector> {
    let game = game_of(game, options)?;
    Game::vector(
        &game,
        num_envs,
        seed,
        observations,
        action_masks,
        autoreset,
        max_steps,
        start,
        threads,
        out,
        record,
    )
}
