//! Functions of Python that judge positions, being asked for many at once.

use super::errors::wrong_type;
use super::info::observation_shape;
use super::vector::shown;
use numpy::ndarray::ArrayView;
use numpy::{PyArray2, PyArray4, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use plyground::agents::{Answer, Batch, Form, InferenceBuffer};
use plyground::sim::AnyGame;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice};
use std::sync::{Arc, Mutex, PoisonError};

/// A function that judges positions.
pub(super) struct Judge {
    pub evaluate: Py<PyAny>,
    /// How its numbers are meant.
    pub form: Form,
    /// How many times at once it can be called.
    pub max_concurrent_batches: usize,
}

/// What owns the memory of arrays that a function is given.
#[pyclass(frozen, module = "plyground._core")]
struct Lent {
    _buffer: Arc<InferenceBuffer>,
}

/// A buffer as arrays of all its rows.
struct Shown {
    buffer: Arc<InferenceBuffer>,
    observations: Py<PyArray4<f32>>,
    action_masks: Py<PyArray2<bool>>,
}

/// The functions of a match's agents, being asked.
pub(super) struct Asking {
    judges: Vec<Option<Judge>>,
    shape: [usize; 3],
    seats: usize,
    shown: Mutex<Vec<Shown>>,
    failure: Mutex<Option<PyErr>>,
}

impl Asking {
    pub fn new(game: &dyn AnyGame, judges: Vec<Option<Judge>>) -> Asking {
        let (planes, rows, columns) = observation_shape(game);
        let seats = game.spec().seats as usize;
        let (shown, failure) = (Mutex::default(), Mutex::default());
        Asking { judges, shape: [planes, rows, columns], seats, shown, failure }
    }

    /// How many times at once all of them can be called.
    pub fn max_concurrent_batches(&self) -> usize {
        self.judges.iter().flatten().map(|judge| judge.max_concurrent_batches).min().unwrap_or(1)
    }

    /// Has a batch judged; says no if that fails.
    pub fn judge(&self, batch: &mut Batch<'_>) -> bool {
        let judged = Python::attach(|py| self.call(py, batch));
        let Err(error) = judged else { return true };
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        false
    }

    /// What came of it, unless a function has failed.
    pub fn answered<T>(self, value: T) -> PyResult<T> {
        self.failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(value), Err)
    }

    fn call(&self, py: Python<'_>, batch: &mut Batch<'_>) -> PyResult<()> {
        let Some(judge) = self.judges.get(batch.agent).and_then(Option::as_ref) else {
            return Err(PyRuntimeError::new_err("an agent without a function asks for one"));
        };
        let answer = judge.evaluate.bind(py).call1(self.questions(py, batch)?)?;
        let Ok((policy, value)) = answer.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
            return Err(wrong_type("what evaluate returns", "a pair of policy and value", &answer));
        };
        let policy = floats("the policy", &policy)?;
        let expected = [batch.size, batch.buffer().actions()];
        if policy.shape() != expected {
            return Err(PyValueError::new_err(format!(
                "the policy must have the shape {expected:?}, not {:?}",
                policy.shape()
            )));
        }
        let value = floats("the value", &value)?;
        let (one, each) = ([batch.size], [batch.size, self.seats]);
        if value.shape() != one && value.shape() != each && value.shape() != [batch.size, 1] {
            let message =
                format!("the value must have the shape {one:?} or {each:?}, not {:?}", value.shape());
            return Err(PyValueError::new_err(message));
        }
        let answer = Answer { policies: policy.as_slice()?, values: value.as_slice()?, form: judge.form };
        batch.answer(&answer).map_err(|unfit| PyValueError::new_err(unfit.to_string()))
    }

    /// The questions of a batch, as arrays over the memory that they were written to.
    fn questions<'py>(
        &self,
        py: Python<'py>,
        batch: &Batch<'_>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (observations, action_masks) = self.arrays(py, batch)?;
        if batch.size == batch.buffer().rows() {
            return Ok((observations, action_masks));
        }
        let first = PySlice::new(py, 0, batch.size as isize, 1);
        Ok((observations.get_item(&first)?, action_masks.get_item(&first)?))
    }

    /// The arrays over the buffer of a batch, made when it is first shown.
    fn arrays<'py>(
        &self,
        py: Python<'py>,
        batch: &Batch<'_>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        // Nothing that may run Python is done under this lock, for other threads come here as well.
        let lock = || self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock()
            .iter()
            .find(|shown| Arc::ptr_eq(&shown.buffer, batch.buffer()))
            .map(|shown| (shown.observations.clone_ref(py), shown.action_masks.clone_ref(py)));
        let (observations, action_masks) = match known {
            Some(known) => known,
            None => {
                let shown = self.show(py, batch)?;
                let known = (shown.observations.clone_ref(py), shown.action_masks.clone_ref(py));
                lock().push(shown);
                known
            }
        };
        Ok((observations.into_bound(py).into_any(), action_masks.into_bound(py).into_any()))
    }

    fn show(&self, py: Python<'_>, batch: &Batch<'_>) -> PyResult<Shown> {
        let buffer = batch.buffer();
        let owner = Bound::new(py, Lent { _buffer: buffer.clone() })?;
        let [planes, rows, columns] = self.shape;
        // SAFETY: the buffer has this many elements, and no thread writes them while `batch` lives, which is
        // longer than these views.
        let (observations, action_masks) = unsafe {
            (
                ArrayView::from_shape_ptr(
                    (buffer.rows(), planes, rows, columns),
                    buffer.observations_pointer().as_ptr(),
                ),
                ArrayView::from_shape_ptr((buffer.rows(), buffer.actions()), buffer.masks_pointer().as_ptr()),
            )
        };
        // Both arrays keep the buffer alive. It is written again between calls, so a function that keeps them
        // sees later positions, half written perhaps, as with any NumPy array that another thread writes.
        let (observations, action_masks) = (shown(&owner, &observations), shown(&owner, &action_masks));
        Ok(Shown {
            buffer: buffer.clone(),
            observations: observations.unbind(),
            action_masks: action_masks.unbind(),
        })
    }
}

/// What NumPy can make an array of numbers of, without a copy if it is one.
fn floats<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArrayDyn<'py, f32>> {
    let right = value.cast::<PyArrayDyn<f32>>().ok().filter(|array| array.is_c_contiguous());
    if let Some(array) = right {
        return Ok(array.try_readonly()?);
    }
    let numpy = value.py().import("numpy")?;
    let keywords = PyDict::new(value.py());
    keywords.set_item("dtype", numpy.getattr("float32")?)?;
    let array = numpy.call_method("ascontiguousarray", (value,), Some(&keywords))?;
    let array = array
        .cast_into::<PyArrayDyn<f32>>()
        .map_err(|error| PyTypeError::new_err(format!("{name} must be an array of numbers: {error}")))?;
    Ok(array.try_readonly()?)
}
