//! The class `Vector`: many games that are stepped together.

mod views;

use super::args::{U64Arg, index_of};
use super::arrays::array_1d;
use super::borrowed::TrackedArray;
use super::data::{json, restorer};
use super::errors::{IntoPyErr, MapPyErr};
use super::game::Game;
use super::state::State;
use super::trajectories::Trajectories;
use super::user_arrays;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods, ToPyArray};
use plyground::sim::{
    self, Autoreset, Observations, ObservationsView, SavedVector, StepError, VectorError, VectorSettings,
};
use plyground_python_macros::guarded;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Many games that are stepped together, made by `vector`.
///
/// Each game is an *environment*. `step` takes one action for each environment and updates the arrays. Chance
/// steps are played inside `step`, so an environment always waits for a seat, unless its game is over. In the
/// shapes of arrays, ``n`` is the number of environments.
///
/// Notes
/// -----
/// The arrays are read-only, and `reset`, `step` and `sample` overwrite them: copy what you keep.
///
/// A game ends by its rules, or is cut off after ``max_steps`` steps, chance steps included. `terminated`,
/// `truncated`, `rewards`, `reasons`, `steps` and `final_observations` then describe the game that ended.
/// `autoreset` selects when the next game starts:
///
/// - ``same-step``: within the step that ends the game.
/// - ``next-step``: within the following step, which ignores the action of that environment.
/// - ``disabled``: when `reset` is called with a mask. Until then the action of that environment must be -1.
///
/// Given the same actions, environment ``i`` plays the same games for any number of environments and threads.
///
/// A vector can be pickled while games are in progress. The copy has arrays of its own and continues in the
/// same way, since the random state is part of the pickle.
///
/// Use a vector from one thread at a time. A call during another call raises RuntimeError.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> games = pg.vector("chess", 8, seed=0)
/// >>> games.observations.dtype, games.action_masks.sum(axis=1)
/// (dtype('float32'), array([20, 20, 20, 20, 20, 20, 20, 20]))
/// >>> games.step(games.action_masks.argmax(axis=1))
/// >>> games.current_players
/// array([1, 1, 1, 1, 1, 1, 1, 1], dtype=int8)
///
/// A pickled vector continues in the same way:
///
/// >>> import pickle
/// >>> copy = pickle.loads(pickle.dumps(games))
/// >>> copy.step(copy.sample()), games.step(games.sample())
/// (None, None)
/// >>> all(copy.state(i) == games.state(i) for i in range(8))
/// True
#[pyclass(module = "plyground._core")]
pub(super) struct Vector {
    game: Py<Game>,
    seed: u64,
    envs: usize,
    is_recording: bool,
    autoreset: Autoreset,
    vector: sim::Vector,
    /// Buffer for the actions of a step, in the core's type.
    actions: Vec<i32>,
    /// The user's arrays that the vector writes to.
    tracked: Vec<TrackedArray>,
}

impl Vector {
    pub fn new(
        game: Py<Game>,
        vector: sim::Vector,
        settings: &VectorSettings<'_>,
        tracked: Vec<TrackedArray>,
    ) -> Vector {
        let (seed, envs, autoreset) = (settings.seed, settings.envs, settings.autoreset);
        let is_recording = settings.recorded;
        Vector {
            game,
            seed,
            envs,
            is_recording,
            autoreset,
            vector,
            actions: Vec::with_capacity(envs),
            tracked,
        }
    }
}

/// Borrows the vector for reading what is not in arrays. This fails while another thread works on it without
/// holding the GIL.
fn borrow_settings<'py>(vector: &Bound<'py, Vector>) -> PyResult<PyRef<'py, Vector>> {
    vector.try_borrow().map_err(|_| busy())
}

/// Borrows the vector for reading.
fn borrow<'py>(vector: &Bound<'py, Vector>) -> PyResult<PyRef<'py, Vector>> {
    let borrowed = borrow_settings(vector)?;
    borrowed.tracked.iter().try_for_each(|tracked| tracked.check(vector.py()))?;
    Ok(borrowed)
}

/// Borrows the vector exclusively.
fn borrow_mut<'py>(vector: &Bound<'py, Vector>) -> PyResult<PyRefMut<'py, Vector>> {
    let borrowed = vector.try_borrow_mut().map_err(|_| busy())?;
    borrowed.tracked.iter().try_for_each(|tracked| tracked.check(vector.py()))?;
    Ok(borrowed)
}

fn busy() -> PyErr {
    PyRuntimeError::new_err("another thread is using this vector: use one vector for each thread")
}

#[guarded]
#[pymethods]
impl Vector {
    /// The game that is played, a `Game`.
    #[getter]
    fn game(slf: &Bound<'_, Self>) -> PyResult<Py<Game>> {
        Ok(borrow_settings(slf)?.game.clone_ref(slf.py()))
    }

    /// Seed of the last reset of all environments.
    #[getter]
    fn seed(slf: &Bound<'_, Self>) -> PyResult<u64> {
        Ok(borrow_settings(slf)?.seed)
    }

    /// When the next game starts: ``same-step``, ``next-step`` or ``disabled``; see the notes of the class.
    #[getter]
    fn autoreset(slf: &Bound<'_, Self>) -> PyResult<&'static str> {
        Ok(borrow_settings(slf)?.autoreset.as_str())
    }

    /// Start all games again, or the next game in some environments.
    ///
    /// Parameters
    /// ----------
    /// seed : int, optional
    ///     Seed for all environments. By default the seed of the last reset.
    /// mask : array of bool, shape (n,), optional
    ///     The environments in which the next game starts. By default all environments start again.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If both ``seed`` and ``mask`` are given, or ``mask`` has the wrong shape.
    /// TypeError
    ///     If ``mask`` is not an array of bool.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> games = pg.vector("stax", 2, autoreset="disabled")
    /// >>> games.step(games.sample())
    /// >>> games.steps
    /// array([1, 1], dtype=uint32)
    /// >>> games.reset(mask=[True, False])
    /// >>> games.steps
    /// array([0, 1], dtype=uint32)
    #[pyo3(signature = (seed=None, mask=None))]
    fn reset(slf: &Bound<'_, Self>, seed: Option<U64Arg>, mask: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let py = slf.py();
        let mut this = borrow_mut(slf)?;
        let Some(mask) = mask else {
            this.seed = seed.map_or(this.seed, |seed| seed.0);
            let seed = this.seed;
            let vector = &mut this.vector;
            py.detach(|| vector.reset(seed));
            return Ok(());
        };
        if seed.is_some() {
            return Err(PyValueError::new_err(
                "seed and mask must not both be given: a seed starts all games again, a mask some games",
            ));
        }
        let (array, kind) = array_1d(mask, "mask")?;
        if kind != b'b' {
            return Err(PyTypeError::new_err(format!(
                "mask must be an array of bool, got {}",
                array.dtype()
            )));
        }
        // A copy, because other threads may write to the mask while this thread does not hold the GIL.
        let which = array.as_any().extract::<PyReadonlyArray1<'_, bool>>()?.as_array().to_vec();
        let vector = &mut this.vector;
        py.detach(|| vector.reset_some(&which)).map_py_err()
    }

    /// Make one step in every environment.
    ///
    /// Parameters
    /// ----------
    /// actions : array of int, shape (n,)
    ///     A legal action for each environment, of any integer type. -1 stands for no action where a game is
    ///     over.
    ///
    /// Raises
    /// ------
    /// IllegalStep
    ///     If an action is not legal. The message names the environment, and no environment is changed.
    /// ValueError
    ///     If ``actions`` has the wrong shape.
    /// TypeError
    ///     If ``actions`` does not hold integers.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> games = pg.vector("english-draughts", 3)
    /// >>> games.step([games.game.start().action_of("11-15")] * 3)
    /// >>> games.state(2).fen == games.state(0).fen
    /// True
    /// >>> games.step([-5, 0, 0])
    /// Traceback (most recent call last):
    /// plyground._core.IllegalStep: environment 0: action -5 is out of range: the game has actions 0 to 127
    fn step(slf: &Bound<'_, Self>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = slf.py();
        let mut this = borrow_mut(slf)?;
        let Vector { vector, actions: read, .. } = &mut *this;
        let (array, kind) = array_1d(actions, "actions")?;
        if !matches!(kind, b'i' | b'u') {
            return Err(PyTypeError::new_err(format!("actions must be integers, got {}", array.dtype())));
        }
        read.clear();
        let plain = array.cast::<PyArray1<i32>>().ok().filter(|actions| actions.is_aligned());
        if let Some(actions) = plain.map(|actions| actions.readonly())
            && let Ok(actions) = actions.as_slice()
        {
            read.extend(actions);
            return py.detach(|| vector.step(read)).map_py_err();
        }
        let mut wide = array.into_any();
        if kind == b'u' {
            wide = wide.call_method1("astype", ("uint64",))?;
            wide = py.import("numpy")?.call_method1("minimum", (wide, i64::MAX))?;
        }
        let wide: PyReadonlyArray1<'_, i64> = wide.call_method1("astype", ("int64",))?.extract()?;
        // A number that does not fit i32 becomes one that is still out of range.
        read.extend(
            wide.as_array()
                .iter()
                .map(|&action| i32::try_from(action).unwrap_or(if action < 0 { i32::MIN } else { i32::MAX })),
        );
        py.detach(|| vector.step(read)).map_err(|mut error| {
            if let VectorError::Step { env, action, error: StepError::OutOfRange { action: named, .. } } =
                &mut error
            {
                (*action, *named) = (wide.as_array()[*env], wide.as_array()[*env]);
            }
            error.into_py_err()
        })
    }

    /// Return a uniformly random legal action for every environment.
    ///
    /// Returns
    /// -------
    /// array of int32, shape (n,)
    ///     The actions, as a new array; -1 where the game is over.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> games = pg.vector("stax", 64, seed=1)
    /// >>> for _ in range(100):
    /// ...     games.step(games.sample())
    fn sample<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        {
            let mut this = borrow_mut(slf)?;
            let vector = &mut this.vector;
            slf.py().detach(|| vector.sample());
        }
        Ok(borrow(slf)?.vector.views().sampled.to_pyarray(slf.py()))
    }

    /// Return the legal actions of all environments as flat arrays.
    ///
    /// Returns
    /// -------
    /// actions : array of int32
    ///     The legal actions of all environments, one environment after the other.
    /// offsets : array of int64, shape (n + 1,)
    ///     The legal actions of environment ``i`` are ``actions[offsets[i]:offsets[i + 1]]``.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> actions, offsets = pg.vector("chess", 2).legal_actions()
    /// >>> len(actions), offsets
    /// (40, array([ 0, 20, 40]))
    #[allow(clippy::type_complexity)]
    fn legal_actions<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i64>>)> {
        let (py, this) = (slf.py(), borrow(slf)?);
        let vector = &this.vector;
        let (actions, offsets) = py.detach(|| vector.legal_actions());
        Ok((PyArray1::from_vec(py, actions), PyArray1::from_vec(py, offsets)))
    }

    /// Return the games that have ended since the last call, and forget them.
    ///
    /// Returns
    /// -------
    /// Trajectories
    ///     The games that ended or were cut off, in that order.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If the vector was made without ``record=True``.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> games = pg.vector("stax", 8, record=True, max_steps=10)
    /// >>> for _ in range(10):
    /// ...     games.step(games.sample())
    /// >>> len(games.pop_finished()), len(games.pop_finished())
    /// (8, 0)
    fn pop_finished(slf: &Bound<'_, Self>) -> PyResult<Trajectories> {
        let mut this = borrow_mut(slf)?;
        if !this.is_recording {
            return Err(PyValueError::new_err("no games are recorded: make the vector with record=True"));
        }
        let vector = &mut this.vector;
        let played = slf.py().detach(|| vector.pop_finished());
        Ok(Trajectories::new(this.game.bind(slf.py()), played))
    }

    /// Return a copy of the state of one environment.
    ///
    /// Parameters
    /// ----------
    /// index : int
    ///     The environment. Negative numbers count from the end.
    ///
    /// Returns
    /// -------
    /// State
    ///     The state. Its record begins at this position.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If there is no such environment.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> pg.vector("english-draughts", 4).state(-1).legal_steps()[:2]
    /// ['10-14', '10-15']
    fn state(slf: &Bound<'_, Self>, index: &Bound<'_, PyAny>) -> PyResult<State> {
        let this = borrow(slf)?;
        let at = index_of(index, this.envs)?;
        Ok(State::new(this.game.clone_ref(slf.py()), this.vector.state(at)))
    }

    /// Returns `_restore_vector(game, JSON, observations of games that have ended)`.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), borrow(slf)?);
        let vector = &this.vector;
        let (saved, seen) = py.detach(|| vector.saved());
        let shapes = this.game.get().any().shapes();
        let seen = shapes.observations_of(&seen, saved.ended()).map(|seen| match seen {
            ObservationsView::F32(view) => view.to_pyarray(py).into_any(),
            ObservationsView::F16(view) => view.to_pyarray(py).into_any(),
            ObservationsView::U8(view) => view.to_pyarray(py).into_any(),
        });
        let parts = (&this.game, json(&saved)?, seen);
        Ok((restorer(py, "_restore_vector")?, parts.into_pyobject(py)?))
    }

    fn __len__(slf: &Bound<'_, Self>) -> PyResult<usize> {
        Ok(borrow_settings(slf)?.envs)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let this = borrow_settings(slf)?;
        Ok(format!("<Vector of {} environments of {}>", this.envs, this.game.get().spec().id))
    }
}

/// Restores a pickled vector.
#[guarded]
#[pyfunction]
pub(super) fn _restore_vector(
    game: &Bound<'_, Game>,
    saved: &str,
    seen: Option<&Bound<'_, PyUntypedArray>>,
) -> PyResult<Vector> {
    let refused = |error: serde_json::Error| {
        PyValueError::new_err(format!("the data is not a pickled vector: {error}"))
    };
    let saved: SavedVector = serde_json::from_str(saved).map_err(refused)?;
    let any = game.get().any();
    let seen = seen.map_or(Ok(Observations::Off), |array| {
        user_arrays::copy_observations(array, saved.ended(), any.shapes())
    })?;
    let vector = game.py().detach(|| any.restored(&saved, &seen)).map_py_err()?;
    Ok(Vector::new(game.clone().unbind(), vector, &saved.settings(), Vec::new()))
}
