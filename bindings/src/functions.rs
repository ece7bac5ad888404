//! The module's functions that take the id of a variant.

use super::args::{U64Arg, count, parse_or_default, text_of};
use super::errors::{self, MapPyErr};
use super::extract::Checked;
use super::game::Game;
use super::info::Info;
use super::options::options_of;
use super::playouts::Playouts;
use super::vector::Vector;
use plyground::catalog;
use plyground::game::Frame;
use plyground_python_macros::guarded;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

/// Return the ids of all variants, family by family.
///
/// Returns
/// -------
/// tuple of str
///     The ids, which all functions with the argument ``game`` or ``id`` accept.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> "english-draughts" in pg.variants()
/// True
#[guarded]
#[pyfunction]
pub(super) fn variants(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, catalog::variants().iter().map(|variant| variant.id.as_str()))
}

/// Return the facts about a variant: seats, teams, options, planes and scores.
///
/// Parameters
/// ----------
/// id : str
///     The id of a variant, such as ``"chess"``.
/// frame : {"seat", "board"}, default "seat"
///     The side from which observations and actions show the board: ``"seat"`` is the side of the seat that
///     acts, so that one policy can play all seats. ``"board"`` is always the side of seat 0.
/// **options
///     Options of the variant to change, by name. ``info(id).options`` lists them.
///
/// Returns
/// -------
/// Info
///     The facts. No game is started.
///
/// Raises
/// ------
/// UnknownVariant
///     If there is no such id. The message names the nearest ids.
/// BadOption
///     If an option does not exist, or its value does not fit the variant.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> info = pg.info("tri-stax-3")
/// >>> info.num_seats, info.family
/// (3, 'tri_checkers')
/// >>> pg.info("chess960").has_hidden_information
/// False
#[guarded]
#[pyfunction]
#[pyo3(signature = (id, /, *, frame=None, **options), text_signature = "(id, /, *, frame='seat', **options)")]
pub(super) fn info(
    id: &Bound<'_, PyAny>,
    frame: Option<Checked<&str>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Info> {
    Ok(Info::of(&Game::open(id.py(), id_of(id)?, parse_or_default(frame)?, options)?))
}

/// Return the rules of a variant as Markdown.
///
/// The text begins with the title, the summary, the options and the sections that define the variant. The
/// rule document of its family follows, and the conventions that all rule documents share. A game of your own
/// has only the first part.
///
/// Parameters
/// ----------
/// id : str
///     The id of a variant, such as ``"chess"``.
/// **options
///     Options of the variant to change, by name. ``info(id).options`` lists them.
///
/// Returns
/// -------
/// str
///     The rules.
///
/// Raises
/// ------
/// UnknownVariant
///     If there is no such id. The message names the nearest ids.
/// BadOption
///     If an option does not exist, or its value does not fit the variant.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> print(pg.rules("three-kings-chess")[:140])
/// # Three Kings Chess
/// <BLANKLINE>
/// Chess for three on 96 cells in three halves, each seat alone: files lead from one half into the next, and
/// diagonals fork
#[guarded]
#[pyfunction]
#[pyo3(signature = (id, /, **options))]
pub(super) fn rules(id: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
    let game = Game::open(id.py(), id_of(id)?, Frame::Seat, options)?;
    Ok(catalog::rules(game.spec()))
}

/// Return the game of an id, with changed options if any are given.
///
/// Parameters
/// ----------
/// id : str
///     The id of a variant, such as ``"chess"``. ``"module:id"`` first imports a module that registers a game
///     of your own: see `register_game`.
/// frame : {"seat", "board"}, default "seat"
///     The side from which observations and actions show the board: ``"seat"`` is the side of the seat that
///     acts, so that one policy can play all seats. ``"board"`` is always the side of seat 0.
/// **options
///     Options of the variant to change, by name. ``info(id).options`` lists them.
///
/// Returns
/// -------
/// Game
///     The rules. `Game.start` begins a game.
///
/// Raises
/// ------
/// UnknownVariant
///     If there is no such id. The message names the nearest ids.
/// BadOption
///     If an option does not exist, or its value does not fit the variant.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> pg.game("english-draughts").start().legal_steps()[:2]
/// ['10-14', '10-15']
/// >>> pg.game("english-draughts", flying=True) == pg.game("english-draughts-flying")
/// True
#[guarded]
#[pyfunction]
#[pyo3(signature = (id, /, *, frame=None, **options), text_signature = "(id, /, *, frame='seat', **options)")]
pub(super) fn game(
    id: &Bound<'_, PyAny>,
    frame: Option<Checked<&str>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Game> {
    Game::open(id.py(), id_of(id)?, parse_or_default(frame)?, options)
}

fn id_of<'a>(id: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    text_of("id", "the id of a variant, like 'chess'", id)
}

/// Returns a game that is given as a `Game` or an id.
pub(super) fn game_of<'py>(game: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Game>> {
    if let Ok(id) = game.cast::<PyString>() {
        return Bound::new(game.py(), Game::open(game.py(), id.to_str()?, Frame::default(), None)?);
    }
    game.cast::<Game>().cloned().map_err(|_| errors::wrong_type("game", "a Game or an id", game))
}

/// Returns a game that is given as a `Game`, or as an id with options and the frame. The options are the
/// keyword arguments of `function`, a function of this module, that are not its own.
pub(super) fn game_with_options<'py>(
    game: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
    function: &str,
) -> PyResult<Bound<'py, Game>> {
    let Some(options) = options.filter(|options| !options.is_empty()) else { return game_of(game) };
    let py = game.py();
    let function = py.import("plyground._core")?.getattr(function)?;
    let resolve_game = py.import("plyground.options")?.getattr("resolve_game")?;
    Ok(resolve_game.call1((game, options, function))?.cast_into()?)
}

/// Register a new id for a variant with changed options, for this process.
///
/// The package's `register` calls it, and also registers the id with Gymnasium.
#[guarded]
#[pyfunction]
#[pyo3(signature = (name, base, /, **options))]
pub(super) fn _register(
    name: &Bound<'_, PyAny>,
    base: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<()> {
    let py = name.py();
    let (name, base) = (text_of("name", "a str like 'my-draughts'", name)?, id_of(base)?);
    // Fails if these options do not make a game.
    Game::open(py, base, Frame::default(), options)?;
    catalog::register(name, base, &options_of(options)?).map_py_err()
}

/// Return the registered ids.
#[guarded]
#[pyfunction]
pub(super) fn _names() -> Vec<&'static str> {
    catalog::custom_names()
}

/// Play games by uniformly random steps, on all processors.
///
/// Use it for statistics of a game, such as its length or the advantage of the first seat.
///
/// Parameters
/// ----------
/// game : str or Game
///     An id, or a game.
/// games : int
///     The number of games.
/// seed : int, default 0
///     The seed of the games.
/// threads : int, optional
///     The number of threads. By default all processors are used. The results do not depend on it.
/// max_steps : int, optional
///     The number of steps after which a game is cut off. The default is ``info(id).max_steps``.
/// start : str, optional
///     A position string from which all games start.
/// offset : int, default 0
///     The number of the first game. The seed and its number determine a game, so a long run can be made in
///     parts.
/// **options
///     Options of the variant and ``frame``, if ``game`` is an id: see `game`.
///
/// Returns
/// -------
/// Playouts
///     One row for each game.
///
/// Raises
/// ------
/// BadPosition
///     If ``start`` is not a position string of the game.
/// ValueError
///     If a number is out of its range.
/// TypeError
///     If an argument has the wrong type, or a `Game` is given with options.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> run = pg.playouts("english-draughts", 1000, seed=0)
/// >>> run.mean_returns
/// (-0.06, 0.06)
/// >>> (run.steps[600:] == pg.playouts("english-draughts", 400, offset=600).steps).all()
/// np.True_
#[guarded]
#[pyfunction]
#[pyo3(
    signature = (game, games, seed=U64Arg(0), *, threads=None, max_steps=None, start=None, offset=U64Arg(0), **options),
    text_signature = "(game, games, seed=0, *, threads=None, max_steps=None, start=None, offset=0, **options)"
)]
#[allow(clippy::too_many_arguments)]
pub(super) fn playouts(
    game: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = count)] games: U64Arg,
    seed: U64Arg,
    threads: Option<U64Arg>,
    max_steps: Option<U64Arg>,
    start: Option<Checked<&str>>,
    offset: U64Arg,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Playouts> {
    Game::playouts(
        &game_with_options(game, options, "playouts")?,
        games,
        seed,
        threads,
        max_steps,
        start,
        offset,
    )
}

/// Make many games that are stepped together.
///
/// It is the fastest interface for reinforcement learning: one call steps all games, on all processors.
///
/// Parameters
/// ----------
/// game : str or Game
///     An id, or a game.
/// num_envs : int
///     The number of games, from 1 to 1048576.
/// seed : int, default 0
///     The seed of the games.
/// observations : bool or {"float32", "float16", "uint8"}, default True
///     The type of observations. True is ``"float32"``, False leaves them out. With ``"uint8"`` 255 stands
///     for 1.
/// action_masks : bool or {"bool", "bits"}, default True
///     The type of masks. True is ``"bool"``, False leaves them out. With ``"bits"`` each byte holds eight
///     actions, the first in the lowest bit.
/// autoreset : {"same-step", "next-step", "disabled"}, default "same-step"
///     When the next game of an environment starts: see `Vector`.
/// max_steps : int, optional
///     The number of steps after which a game is cut off. The default is ``info(id).max_steps``.
/// start : str, optional
///     A position string from which all games start.
/// threads : int, optional
///     The number of threads. By default all processors are used. The games do not depend on it.
/// out : dict of str to array, optional
///     Arrays to write to, such as pinned or shared memory, under the names ``"observations"``,
///     ``"final_observations"`` and ``"action_masks"``. They must be C-contiguous and writeable, and have the
///     shapes of the properties of `Vector`. If ``observations`` or ``action_masks`` is not given, the type
///     of the array selects it. No other vector may write to the same memory.
/// record : bool, default False
///     Whether to record the games for `Vector.pop_finished`.
/// **options
///     Options of the variant and ``frame``, if ``game`` is an id: see `game`.
///
/// Returns
/// -------
/// Vector
///     The games, after a reset.
///
/// Raises
/// ------
/// BadPosition
///     If ``start`` is not a position string of the game.
/// ValueError
///     If a number is out of its range, or an array in ``out`` does not fit.
/// TypeError
///     If an argument has the wrong type, or a `Game` is given with options.
/// MemoryError
///     If there is not enough memory for the arrays.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> games = pg.vector("stax", 1024, seed=0)
/// >>> for _ in range(100):
/// ...     games.step(games.sample())
/// >>> games.observations.shape[0], games.rewards.shape
/// (1024, (1024, 2))
#[guarded]
#[pyfunction]
#[pyo3(
    signature = (
        game, num_envs, seed=U64Arg(0), *, observations=None, action_masks=None, autoreset=None, max_steps=None, start=None, threads=None, out=None,
        record=Checked(false), **options
    ),
    text_signature = "(game, num_envs, seed=0, *, observations=True, action_masks=True, autoreset='same-step', max_steps=None, start=None, threads=None, out=None, record=False, **options)"
)]
#[allow(clippy::too_many_arguments)]
pub(super) fn vector(
    game: &Bound<'_, PyAny>,
    num_envs: U64Arg,
    seed: U64Arg,
    observations: Option<&Bound<'_, PyAny>>,
    action_masks: Option<&Bound<'_, PyAny>>,
    autoreset: Option<Checked<&str>>,
    max_steps: Option<U64Arg>,
    start: Option<Checked<&str>>,
    threads: Option<U64Arg>,
    out: Option<Checked<Bound<'_, PyDict>>>,
    record: Checked<bool>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vector> {
    let game = game_with_options(game, options, "vector")?;
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
