//! Sequences of games as states: by index, by slice and in a loop.

use super::args::index_of;
use super::game::Game;
use super::state::State;
use plyground::sim::{DynGame, StateWithHistory};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PySliceMethods};

/// Returns the last state of a game, with its record.
pub(super) fn replayed(
    game: &Bound<'_, Game>,
    start: &str,
    actions: impl Iterator<Item = i64> + Send,
) -> PyResult<State> {
    let any = game.get().any().clone();
    let state = game.py().detach(|| replay(&*any, start, actions));
    Ok(State::new(game.clone().unbind(), state.map_err(PyValueError::new_err)?))
}

fn replay(
    game: &dyn DynGame,
    start: &str,
    actions: impl Iterator<Item = i64>,
) -> Result<StateWithHistory, String> {
    let mut state = game.read_fen(start, 0).map_err(|error| error.to_string())?;
    for action in actions {
        state.apply_action(action).map_err(|error| error.to_string())?;
    }
    Ok(state)
}

/// The games that an index selects.
pub(super) enum Selected {
    /// One game, by a number.
    One(usize),
    /// Several games, by a slice.
    Several(Vec<usize>),
}

/// Reads a number or a slice as the index of some of `len` games.
pub(super) fn selected(index: &Bound<'_, PyAny>, len: usize) -> PyResult<Selected> {
    let Ok(slice) = index.cast::<PySlice>() else { return index_of(index, len).map(Selected::One) };
    let bounds = slice.indices(len as isize)?;
    let at = |number: usize| (bounds.start + number as isize * bounds.step) as usize;
    Ok(Selected::Several((0..bounds.slicelength).map(at).collect()))
}

/// Returns the last state of a game, or a list of them for a slice. `owner` has a method `state`.
pub(super) fn states_at<'py>(
    owner: &Bound<'py, PyAny>,
    index: &Bound<'py, PyAny>,
    len: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let state = |at: usize| owner.call_method1("state", (at,));
    match selected(index, len)? {
        Selected::One(at) => state(at),
        Selected::Several(games) => {
            let states = games.into_iter().map(state).collect::<PyResult<Vec<_>>>()?;
            Ok(PyList::new(owner.py(), states)?.into_any())
        }
    }
}

/// Returns an iterator over the last states of the games. `owner` has a method `state`.
pub(super) fn iterate_states<'py>(owner: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = owner.py();
    let builtins = py.import("builtins")?;
    let numbers = builtins.call_method1("range", (owner.len()?,))?;
    builtins.call_method1("map", (owner.getattr("state")?, numbers))
}
