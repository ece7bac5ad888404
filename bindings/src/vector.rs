//! `Vector`: many games stepped together.

use super::args::Whole;
use super::data::{json, restorer};
use super::errors::{self, Raised, wrong_type};
use super::game::Game;
use super::given;
use super::lease::Watched;
use super::state::State;
use super::trajectories::Trajectories;
use numpy::ndarray::{ArrayView, Dimension};
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1,
    PyUntypedArray, PyUntypedArrayMethods, ToPyArray,
};
use plyground::sim::{self, Autoreset, MasksView, Planes, PlanesView, Saved, Settings};
use pyo3::PyClass;
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Many games stepped together.
///
/// The arrays are made once and written again by `reset`, `step` and `sample`: copy what is to be kept. They
/// are read-only. Chance steps are played inside; an environment always waits for a seat. Environment ``i``
/// plays the same games for any number of environments and threads, if it is given the same actions.
///
/// When a game ends, or is cut off after ``max_steps`` steps (those of chance included), its environment
/// starts the next game within the same step (``same-step``), or within the next step, which ignores its
/// action (``next-step``), or when `reset` is called with a mask (``disabled``; until then its action is -1).
/// `terminated`, `truncated`, `rewards`,
/// `reasons`, `steps` and `final_observations` tell of the game that ended.
///
/// >>> import plyground as pg
/// >>> games = pg.vector("chess", 8, seed=0)
/// >>> games.observations.dtype, games.action_masks.sum(axis=1)
/// (dtype('float32'), array([20, 20, 20, 20, 20, 20, 20, 20]))
/// >>> games.step(games.action_masks.argmax(axis=1))
/// >>> games.current_players
/// array([1, 1, 1, 1, 1, 1, 1, 1], dtype=int8)
///
/// It can be pickled in the middle of its games, with all that it draws from, and then goes on as it would
/// have, with arrays of its own.
///
/// >>> import pickle
/// >>> again = pickle.loads(pickle.dumps(games))
/// >>> again.step(again.sample()), games.step(games.sample())
/// (None, None)
/// >>> [again.state(i) == games.state(i) for i in (0, 7)]
/// [True, True]
#[pyclass(module = "plyground._core")]
pub(super) struct Vector {
    /// The game that is played.
    #[pyo3(get)]
    game: Py<Game>,
    /// The seed of the last reset.
    #[pyo3(get)]
    seed: u64,
    envs: usize,
    recorded: bool,
    mode: Autoreset,
    vector: sim::Vector,
    /// The actions of a step, of the type that the core takes.
    actions: Vec<i32>,
    /// The arrays of the user's that it writes to.
    watched: Vec<Watched>,
}

impl Vector {
    pub fn new(
        game: Py<Game>,
        vector: sim::Vector,
        settings: &Settings<'_>,
        watched: Vec<Watched>,
    ) -> Vector {
        let (seed, envs, mode) = (settings.seed, settings.envs, settings.autoreset);
        let recorded = settings.recorded;
        Vector { game, seed, envs, recorded, mode, vector, actions: Vec::with_capacity(envs), watched }
    }
}

/// The vector to read from; an error while another thread works on it, which is without the interpreter's
/// lock.
fn looked_at<'py>(vector: &Bound<'py, Vector>) -> PyResult<PyRef<'py, Vector>> {
    let held = vector.try_borrow().map_err(|_| busy())?;
    held.watched.iter().try_for_each(|watched| watched.check(vector.py()))?;
    Ok(held)
}

/// The vector to work on.
fn worked_on<'py>(vector: &Bound<'py, Vector>) -> PyResult<PyRefMut<'py, Vector>> {
    let held = vector.try_borrow_mut().map_err(|_| busy())?;
    held.watched.iter().try_for_each(|watched| watched.check(vector.py()))?;
    Ok(held)
}

fn busy() -> PyErr {
    PyRuntimeError::new_err("another thread is at work on this vector: give each thread one of its own")
}

/// An array of `owner` as a read-only NumPy array over the same memory.
pub(super) fn shown<'py, O: PyClass, T: Element, D: Dimension>(
    owner: &Bound<'py, O>,
    view: &ArrayView<'_, T, D>,
) -> Bound<'py, PyArray<T, D>> {
    // SAFETY: the array keeps `owner` alive, which owns the buffer, or what owns it, and never moves, frees
    // or shortens it (`Memory`; others are never changed at all). It is written only by methods that hold the
    // owner exclusively; who reads the array from another thread meanwhile reads numbers half old and half
    // new, as from any array that another thread writes.
    let array = unsafe { PyArray::borrow_from_array(view, owner.clone().into_any()) };
    array.readwrite().make_nonwriteable();
    array
}

/// Observations, of whichever type.
pub(super) fn shown_planes<'py, O: PyClass>(
    owner: &Bound<'py, O>,
    planes: Option<PlanesView<'_>>,
) -> Option<Bound<'py, PyAny>> {
    Some(match planes? {
        PlanesView::F32(view) => shown(owner, &view).into_any(),
        PlanesView::F16(view) => shown(owner, &view).into_any(),
        PlanesView::U8(view) => shown(owner, &view).into_any(),
    })
}

/// Masks, of flags or bits.
pub(super) fn shown_masks<'py, O: PyClass>(
    owner: &Bound<'py, O>,
    action_masks: Option<MasksView<'_>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    Ok(match action_masks {
        None => None,
        // NumPy, not Rust, calls these bytes bool: for NumPy every byte is one.
        Some(MasksView::Flags(view)) => {
            let bytes = shown(owner, &view);
            Some(bytes.call_method1(intern!(owner.py(), "view"), (bool::get_dtype(owner.py()),))?)
        }
        Some(MasksView::Bits(view)) => Some(shown(owner, &view).into_any()),
    })
}

/// A Python value as an array of one dimension of integers or booleans, with the kind of its elements.
pub(super) fn listed<'py>(
    value: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<(Bound<'py, PyUntypedArray>, u8)> {
    let array = match value.cast::<PyUntypedArray>() {
        Ok(array) => array.clone(),
        Err(_) => {
            let array = value.py().import("numpy")?.call_method1("asarray", (value,))?;
            array.cast_into::<PyUntypedArray>().map_err(|_| wrong_type(name, "an array", value))?
        }
    };
    let kind = array.dtype().kind();
    if array.ndim() != 1 {
        let message = format!(
            "{name} must have one dimension: {} has the shape {:?}",
            errors::shown(value),
            array.shape()
        );
        return Err(PyValueError::new_err(message));
    }
    Ok((array, kind))
}

#[pymethods]
impl Vector {
    /// When the next game begins.
    #[getter]
    fn autoreset(&self) -> &'static str {
        self.mode.as_str()
    }

    /// What the acting seat of each environment may see, shape (n, planes, rows, columns), float32, float16
    /// or uint8.
    #[getter]
    fn observations<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(shown_planes(slf, looked_at(slf)?.vector.views().observations))
    }

    /// True for legal actions, shape (n, num_actions); or bits, one byte for eight actions, the first the
    /// lowest.
    ///
    /// ``np.unpackbits(action_masks, axis=1, count=num_actions, bitorder="little")`` makes flags of bits.
    #[getter]
    fn action_masks<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        shown_masks(slf, looked_at(slf)?.vector.views().action_masks)
    }

    /// The seat to act; -1 where the game is over.
    #[getter]
    fn current_players<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        Ok(shown(slf, &looked_at(slf)?.vector.views().current_players))
    }

    /// What each seat got for the last step, shape (n, seats): its returns where a game ended, else zeros.
    #[getter]
    fn rewards<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        Ok(shown(slf, &looked_at(slf)?.vector.views().rewards))
    }

    /// What the seat that made the last step got; for a game that was cut off, ``scores.cut_off``.
    #[getter]
    fn mover_rewards<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        Ok(shown(slf, &looked_at(slf)?.vector.views().mover_rewards))
    }

    /// Where the last step ended a game.
    #[getter]
    fn terminated<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(shown(slf, &looked_at(slf)?.vector.views().terminated))
    }

    /// Where the last step reached ``max_steps``.
    #[getter]
    fn truncated<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(shown(slf, &looked_at(slf)?.vector.views().truncated))
    }

    /// Where the last step ended a game, how, as an index to `REASONS`; else 255.
    #[getter]
    fn reasons<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        Ok(shown(slf, &looked_at(slf)?.vector.views().reasons))
    }

    /// The steps made in the game, chance steps included: where the last step ended a game, in that one.
    #[getter]
    fn steps<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        Ok(shown(slf, &looked_at(slf)?.vector.views().steps))
    }

    /// Where the last step ended a game, how `final_players` saw its end; other rows are out of date.
    #[getter]
    fn final_observations<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let this = looked_at(slf)?;
        let views = this.vector.views();
        Ok(match this.mode {
            Autoreset::SameStep => shown_planes(slf, views.final_observations),
            // The finished game is still the one that is observed.
            Autoreset::NextStep | Autoreset::Disabled => shown_planes(slf, views.observations),
        })
    }

    /// The seat to act where a game was cut off, the seat that made the last step where it ended, -1
    /// elsewhere.
    ///
    /// Where a game was cut off with chance to act, it is the seat that made the last step.
    #[getter]
    fn final_players<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        Ok(shown(slf, &looked_at(slf)?.vector.views().final_players))
    }

    /// Starts anew under ``seed`` (by default the one before), or starts the next game of the environments in
    /// ``mask``.
    #[pyo3(signature = (seed=None, mask=None))]
    fn reset(slf: &Bound<'_, Self>, seed: Option<Whole>, mask: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let py = slf.py();
        let mut this = worked_on(slf)?;
        let Some(mask) = mask else {
            this.seed = seed.map_or(this.seed, |seed| seed.0);
            let seed = this.seed;
            let vector = &mut this.vector;
            py.detach(|| vector.reset(seed));
            return Ok(());
        };
        if seed.is_some() {
            return Err(PyValueError::new_err(
                "give a seed to start all anew, or a mask to start some: not both",
            ));
        }
        let (array, kind) = listed(mask, "mask")?;
        if kind != b'b' {
            return Err(PyTypeError::new_err(format!(
                "mask must be an array of bool, not {}",
                array.dtype()
            )));
        }
        // A copy: the mask may be shown to others, or written, while this thread does without the
        // interpreter.
        let which = array.as_any().extract::<PyReadonlyArray1<'_, bool>>()?.as_array().to_vec();
        let vector = &mut this.vector;
        py.detach(|| vector.reset_some(&which)).raised()
    }

    /// Makes one step in every environment; nothing is changed if any action is illegal.
    fn step(slf: &Bound<'_, Self>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut this = worked_on(slf)?;
        let Vector { vector, actions: read, .. } = &mut *this;
        let (array, kind) = listed(actions, "actions")?;
        if !matches!(kind, b'i' | b'u') {
            return Err(PyTypeError::new_err(format!("actions must be integers, not {}", array.dtype())));
        }
        read.clear();
        let plain = array.cast::<PyArray1<i32>>().ok().filter(|actions| actions.is_aligned());
        if let Some(actions) = plain.map(|actions| actions.readonly())
            && let Ok(actions) = actions.as_slice()
        {
            read.extend(actions);
        } else {
            let wide = array.call_method1("astype", ("int64",))?;
            let wide: PyReadonlyArray1<'_, i64> = wide.extract()?;
            // What does not fit is no action, and stays none.
            read.extend(wide.as_array().iter().map(|&action| {
                i32::try_from(action).unwrap_or(if action < 0 { i32::MIN } else { i32::MAX })
            }));
        }
        slf.py().detach(|| vector.step(read)).raised()
    }

    /// A uniformly random legal action for every environment (-1 where the game is over).
    ///
    /// The array is rewritten by the next call, and by `step` and `reset`: copy what you keep.
    fn sample<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        {
            let mut this = worked_on(slf)?;
            let vector = &mut this.vector;
            slf.py().detach(|| vector.sample());
        }
        Ok(shown(slf, &looked_at(slf)?.vector.views().sampled))
    }

    /// The legal actions of all environments, one after the other, and where those of each begin: n + 1
    /// offsets.
    #[allow(clippy::type_complexity)]
    fn legal_actions<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i64>>)> {
        let (py, this) = (slf.py(), looked_at(slf)?);
        let vector = &this.vector;
        let (actions, offsets) = py.detach(|| vector.legal());
        Ok((PyArray1::from_vec(py, actions), PyArray1::from_vec(py, offsets)))
    }

    /// The games that have ended, or been cut off, since this was last asked, in that order. Only with
    /// ``record=True``.
    fn pop_finished(slf: &Bound<'_, Self>) -> PyResult<Trajectories> {
        let mut this = worked_on(slf)?;
        if !this.recorded {
            return Err(PyValueError::new_err("no game is written down: make the vector with record=True"));
        }
        let vector = &mut this.vector;
        let played = slf.py().detach(|| vector.finished());
        Ok(Trajectories::new(this.game.bind(slf.py()), played))
    }

    /// A copy of the state of an environment. Its record begins there.
    fn state(slf: &Bound<'_, Self>, index: &Bound<'_, PyAny>) -> PyResult<State> {
        let this = looked_at(slf)?;
        let envs = this.envs as i64;
        let number: i64 = match index.extract() {
            Ok(number) => number,
            Err(error) if error.is_instance_of::<PyTypeError>(index.py()) => {
                return Err(wrong_type("index", "a whole number", index));
            }
            Err(_) => envs,
        };
        let at = if number < 0 { number + envs } else { number };
        if !(0..envs).contains(&at) {
            return Err(PyIndexError::new_err(format!(
                "index: there is no environment {index}; there are 0 to {}",
                envs - 1
            )));
        }
        Ok(State::new(this.game.clone_ref(slf.py()), this.vector.state(at as usize)))
    }

    /// `_restore_vector(game, JSON, what was seen of games that have ended)`.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, this) = (slf.py(), looked_at(slf)?);
        let vector = &this.vector;
        let (saved, seen) = py.detach(|| vector.saved());
        let shapes = this.game.get().any().shapes();
        let seen = shapes.planes_of(&seen, saved.ended()).map(|seen| match seen {
            PlanesView::F32(view) => view.to_pyarray(py).into_any(),
            PlanesView::F16(view) => view.to_pyarray(py).into_any(),
            PlanesView::U8(view) => view.to_pyarray(py).into_any(),
        });
        let parts = (&this.game, json(&saved)?, seen);
        Ok((restorer(py, "_restore_vector")?, parts.into_pyobject(py)?))
    }

    fn __len__(&self) -> usize {
        self.envs
    }

    fn __repr__(&self) -> String {
        format!("<Vector of {} environments of {}>", self.envs, self.game.get().spec().id)
    }
}

/// A vector that was pickled.
#[pyfunction]
pub(super) fn _restore_vector(
    game: &Bound<'_, Game>,
    saved: &str,
    seen: Option<&Bound<'_, PyUntypedArray>>,
) -> PyResult<Vector> {
    let refused = |error: serde_json::Error| PyValueError::new_err(format!("no vector: {error}"));
    let saved: Saved = serde_json::from_str(saved).map_err(refused)?;
    let any = game.get().any();
    let seen =
        seen.map_or(Ok(Planes::Off), |array| given::planes_like(array, saved.ended(), any.shapes()))?;
    let vector = game.py().detach(|| any.restored(&saved, &seen)).raised()?;
    Ok(Vector::new(game.clone().unbind(), vector, &saved.settings(), Vec::new()))
}
