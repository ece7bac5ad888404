//! The class `Examples`: training examples from recorded games.

use super::arrays::{masks_array, observations_array, readonly_array};
use super::data::{attributes, restorer};
use super::game::{Game, is_same_game};
use super::user_arrays;
use numpy::{PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArray};
use plyground::sim::{self, Masks, Observations};
use plyground_python_macros::guarded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Training examples of some steps of recorded games, one row for each step.
///
/// `Trajectories.examples` makes them. They can be pickled.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> games = pg.vector("chess", 8, record=True, max_steps=40)
/// >>> while len(played := games.pop_finished()) == 0:
/// ...     games.step(games.sample())
/// >>> examples = played.examples([3, 5], symmetry="random")
/// >>> examples.observations.shape, examples.action_masks[[0, 1], examples.actions]
/// ((2, 16, 8, 8), array([ True,  True]))
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct Examples {
    /// The game that was played, a `Game`.
    #[pyo3(get)]
    game: Py<Game>,
    made: sim::Examples,
}

impl Examples {
    pub fn new(game: Py<Game>, made: sim::Examples) -> Examples {
        Examples { game, made }
    }
}

#[guarded]
#[pymethods]
impl Examples {
    /// Observation of the seat that acts, shape (n, planes, rows, columns); None if not requested.
    #[getter]
    fn observations<'py>(slf: &Bound<'py, Self>) -> Option<Bound<'py, PyAny>> {
        let (made, shapes) = (&slf.get().made, slf.get().game.get().any().shapes());
        observations_array(slf, shapes.observations_of(&made.observations, made.actions.len()))
    }

    /// Legal actions: bool, shape (n, num_actions), True where legal; None if not requested.
    ///
    /// With ``action_masks="bits"`` the type is uint8, as in `Vector.action_masks`.
    #[getter]
    fn action_masks<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (made, shapes) = (&slf.get().made, slf.get().game.get().any().shapes());
        masks_array(slf, shapes.masks_of(&made.action_masks, made.actions.len()))
    }

    /// Action that was made, shape (n,), int32; transformed by the symmetry of the example.
    #[getter]
    fn actions<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<i32>> {
        readonly_array(slf, &slf.get().made.actions[..].into())
    }

    /// Seat that acts, shape (n,), int8; the seat to which the symmetry maps it, if there is one.
    #[getter]
    fn current_players<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<i8>> {
        readonly_array(slf, &slf.get().made.current_players[..].into())
    }

    /// Return of the seat that acts at the end of its game, shape (n,), float32.
    ///
    /// It is ``game.info.scoring.cut_off`` if the game was cut off.
    #[getter]
    fn values<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<f32>> {
        readonly_array(slf, &slf.get().made.values[..].into())
    }

    /// Return of each seat at the end of the game, shape (n, seats), float32.
    ///
    /// The first column is the seat that acts, followed by the seats after it. Seats are transformed by the
    /// symmetry of the example.
    #[getter]
    fn returns<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray2<f32>> {
        let this = slf.get();
        readonly_array(slf, &this.game.get().any().shapes().seats_of(&this.made.returns))
    }

    /// Expected return of each seat by the search, shape (n, seats), float32; None without searches.
    ///
    /// The columns have the order of `returns`.
    #[getter]
    fn root_values<'py>(slf: &Bound<'py, Self>) -> Option<Bound<'py, PyArray2<f32>>> {
        let this = slf.get();
        let shapes = this.game.get().any().shapes();
        this.made.root_values.as_ref().map(|values| readonly_array(slf, &shapes.seats_of(values)))
    }

    /// Weight of each example, shape (n,), float32; None without searches.
    ///
    /// It is 0 for fast searches (``full_search_prob`` of `self_play`).
    #[getter]
    fn weights<'py>(slf: &Bound<'py, Self>) -> Option<Bound<'py, PyArray1<f32>>> {
        slf.get().made.weights.as_ref().map(|weights| readonly_array(slf, &weights[..].into()))
    }

    /// Weight of each action by the search, shape (n, num_actions), float32; None if not requested.
    ///
    /// The sum of a row is 1. Actions are transformed by the symmetry of the example.
    #[getter]
    fn policies<'py>(slf: &Bound<'py, Self>) -> Option<Bound<'py, PyArray2<f32>>> {
        let this = slf.get();
        let shapes = this.game.get().any().shapes();
        this.made.policies.as_ref().map(|policies| readonly_array(slf, &shapes.actions_of(policies)))
    }

    /// Index to ``game.symmetries`` of the symmetry of the example, shape (n,), int16; -1 for none.
    #[getter]
    fn symmetries<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<i16>> {
        readonly_array(slf, &slf.get().made.symmetries[..].into())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Examples>() else { return false };
        let ((one, other), (game, other_game)) =
            ((&self.made, &other.get().made), (&self.game, &other.get().game));
        let (shapes, rows) = (game.get().any().shapes(), one.actions.len());
        is_same_game(game, other_game)
            && (&one.actions, &one.current_players, &one.values, &one.symmetries)
                == (&other.actions, &other.current_players, &other.values, &other.symmetries)
            && (&one.returns, &one.root_values, &one.weights, &one.policies)
                == (&other.returns, &other.root_values, &other.weights, &other.policies)
            && shapes.observations_of(&one.observations, rows)
                == shapes.observations_of(&other.observations, rows)
            && shapes.masks_of(&one.action_masks, rows) == shapes.masks_of(&other.action_masks, rows)
    }

    /// Returns `_restore_examples(game, observations, action_masks, actions, current_players, …)`.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let names = [
            "game",
            "observations",
            "action_masks",
            "actions",
            "current_players",
            "values",
            "symmetries",
            "returns",
            "root_values",
            "weights",
            "policies",
        ];
        Ok((restorer(slf.py(), "_restore_examples")?, attributes(slf, &names)?))
    }

    fn __len__(&self) -> usize {
        self.made.actions.len()
    }

    fn __repr__(&self) -> String {
        format!("<{} examples of {}>", self.made.actions.len(), self.game.get().spec().id)
    }
}

/// Restores pickled examples.
#[guarded]
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(super) fn _restore_examples(
    game: &Bound<'_, Game>,
    observations: Option<&Bound<'_, PyUntypedArray>>,
    action_masks: Option<&Bound<'_, PyUntypedArray>>,
    actions: PyReadonlyArray1<'_, i32>,
    current_players: PyReadonlyArray1<'_, i8>,
    values: PyReadonlyArray1<'_, f32>,
    symmetries: PyReadonlyArray1<'_, i16>,
    returns: PyReadonlyArray2<'_, f32>,
    root_values: Option<PyReadonlyArray2<'_, f32>>,
    weights: Option<PyReadonlyArray1<'_, f32>>,
    policies: Option<PyReadonlyArray2<'_, f32>>,
) -> PyResult<Examples> {
    let (shapes, rows) = (game.get().any().shapes(), actions.as_array().len());
    let columns = [current_players.as_array().len(), values.as_array().len(), symmetries.as_array().len()];
    if columns != [rows; 3] {
        let message = format!(
            "current_players, values and symmetries must have {rows} rows, as actions has, got {columns:?}"
        );
        return Err(PyValueError::new_err(message));
    }
    let table = |name: &str, array: &PyReadonlyArray2<'_, f32>, columns: usize| {
        if array.as_array().dim() != (rows, columns) {
            let found = array.as_array().dim();
            let message = format!("{name} must have the shape {:?}, got {found:?}", (rows, columns));
            return Err(PyValueError::new_err(message));
        }
        Ok(array.as_array().iter().copied().collect::<Vec<f32>>())
    };
    let weights = weights.map(|weights| weights.as_array().to_vec());
    if let Some(found) = weights.as_ref().map(Vec::len).filter(|&found| found != rows) {
        let message = format!("weights must have {rows} rows, as actions has, got {found}");
        return Err(PyValueError::new_err(message));
    }
    let made = sim::Examples {
        returns: table("returns", &returns, shapes.seats)?,
        root_values: root_values.map(|of| table("root_values", &of, shapes.seats)).transpose()?,
        policies: policies.map(|of| table("policies", &of, shapes.actions)).transpose()?,
        weights,
        observations: observations
            .map_or(Ok(Observations::Off), |array| user_arrays::copy_observations(array, rows, shapes))?,
        action_masks: action_masks
            .map_or(Ok(Masks::Off), |array| user_arrays::copy_masks(array, rows, shapes))?,
        actions: actions.as_array().to_vec(),
        current_players: current_players.as_array().to_vec(),
        values: values.as_array().to_vec(),
        symmetries: symmetries.as_array().to_vec(),
    };
    Ok(Examples { game: game.clone().unbind(), made })
}
