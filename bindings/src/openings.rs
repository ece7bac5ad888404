//! The function `openings`: random starts of matches.

use super::args::{U64Arg, count, run_interruptible};
use super::errors::{MapPyErr, wrong_type};
use super::extract::Checked;
use super::functions::game_with_options;
use super::state::State;
use plyground::agents::{self, Starts};
use plyground::sim::StateWithHistory;
use plyground_python_macros::guarded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// Returns the position strings of the argument `start`: none, one or several.
pub(super) fn positions_of(start: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    let Some(start) = start else { return Ok(Vec::new()) };
    if let Ok(text) = start.cast::<PyString>() {
        return Ok(vec![text.to_str()?.into()]);
    }
    let wrong = |_| wrong_type("start", "a position string or a list of position strings", start);
    let positions: Vec<String> = start.extract().map_err(wrong)?;
    if positions.is_empty() {
        return Err(PyValueError::new_err("start must contain at least one position string, got []"));
    }
    Ok(positions)
}

/// Return the positions in which the games or rounds of a match begin.
///
/// Use it to inspect the openings of `matches`, or to start other games from them.
///
/// Parameters
/// ----------
/// game : str or Game
///     An id, or a game.
/// n : int
///     The number of openings.
/// seed : int, default 0
///     The seed of the openings. The match with the same seed has the same openings.
/// turns : int, default 0
///     The number of random turns.
/// balanced : bool, default False
///     Whether to choose openings after which ``ab:2`` finds a lead of at most half a man. If none of 32
///     candidates is balanced, the most even one is taken.
/// start : str or list of str, optional
///     A position string from which all openings start, or a list of them that is used cyclically.
/// offset : int, default 0
///     The number of the first opening.
/// **options
///     Options of the variant and ``frame``, if ``game`` is an id: see `game`.
///
/// Returns
/// -------
/// list of State
///     The states, with the random turns as their records. In none of them is the game over.
///
/// Raises
/// ------
/// ValueError
///     If a number is out of its range, or ``balanced`` is True for a game without opponents or with
///     ``turns=0``.
/// BadPosition
///     If ``start`` contains a text that is not a position string of the game.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> for state in pg.openings("chess", 2, turns=4, balanced=True):
/// ...     print(" ".join(state.steps))
/// g1h3 b7b6 c2c3 b6b5
/// c2c4 g8h6 g1f3 b8c6
#[guarded]
#[pyfunction]
#[allow(clippy::too_many_arguments)]
#[pyo3(
    signature = (game, n, seed=U64Arg(0), *, turns=U64Arg(0), balanced=Checked(false), start=None, offset=U64Arg(0), **options),
    text_signature = "(game, n, seed=0, *, turns=0, balanced=False, start=None, offset=0, **options)"
)]
pub(super) fn openings(
    game: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = count)] n: U64Arg,
    seed: U64Arg,
    turns: U64Arg,
    balanced: Checked<bool>,
    start: Option<&Bound<'_, PyAny>>,
    offset: U64Arg,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<State>> {
    let (py, game) = (game.py(), game_with_options(game, options, "openings")?);
    let (positions, turns) = (positions_of(start)?, turns.up_to("turns", u32::MAX)?);
    let positions: Vec<&str> = positions.iter().map(String::as_str).collect();
    let any = game.get().any().clone();
    let starts = Starts { positions: &positions, turns, balanced: *balanced };
    let states: Vec<StateWithHistory> = run_interruptible(py, |go_on| {
        let found = agents::openings(&*any, starts, n.0, seed.0, offset.0, go_on).map_py_err()?;
        let state = |opening: agents::Opening| {
            let mut state = any.read_fen(&opening.start, 0).map_py_err()?;
            for action in opening.actions {
                state.apply_action(action.into()).map_py_err()?;
            }
            Ok(state)
        };
        found.unwrap_or_default().into_iter().take_while(|_| go_on()).map(state).collect::<PyResult<_>>()
    })??;
    Ok(states.into_iter().map(|state| State::new(game.clone().unbind(), state)).collect())
}
