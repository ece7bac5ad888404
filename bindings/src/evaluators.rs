//! Python functions, such as neural networks, that evaluate batches of positions for searches.

use super::arrays::readonly_array;
use super::errors::wrong_type;
use super::info::observation_shape;
use numpy::ndarray::ArrayView;
use numpy::{PyArray2, PyArray4, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use plyground::agents::{Batch, EvalOutput, InferenceBuffer, OutputFormat};
use plyground::sim::DynGame;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice};
use std::sync::{Arc, Mutex, PoisonError};

/// A Python function that evaluates positions.
pub(super) struct PyEvaluator {
    pub evaluate: Py<PyAny>,
    /// How its outputs are encoded.
    pub format: OutputFormat,
    /// The number of calls that can be in progress at the same time.
    pub max_concurrent_batches: usize,
}

/// Owner of the memory of the arrays that a function gets.
#[pyclass(frozen, module = "plyground._core")]
struct BufferOwner {
    _buffer: Arc<InferenceBuffer>,
}

/// The NumPy arrays over all rows of a buffer.
struct BufferArrays {
    buffer: Arc<InferenceBuffer>,
    observations: Py<PyArray4<f32>>,
    action_masks: Py<PyArray2<bool>>,
}

/// The evaluators of the agents of a match, with the state that they need while it is played.
pub(super) struct Evaluators {
    evaluators: Vec<Option<PyEvaluator>>,
    shape: [usize; 3],
    seats: usize,
    arrays: Mutex<Vec<BufferArrays>>,
    failure: Mutex<Option<PyErr>>,
}

impl Evaluators {
    pub fn new(game: &dyn DynGame, evaluators: Vec<Option<PyEvaluator>>) -> Evaluators {
        let (planes, rows, columns) = observation_shape(game);
        let seats = game.spec().seats as usize;
        let (arrays, failure) = (Mutex::default(), Mutex::default());
        Evaluators { evaluators, shape: [planes, rows, columns], seats, arrays, failure }
    }

    /// Returns the number of calls that all functions permit at the same time.
    pub fn max_concurrent_batches(&self) -> usize {
        self.evaluators.iter().flatten().map(|evaluator| evaluator.max_concurrent_batches).min().unwrap_or(1)
    }

    /// Evaluates a batch. Returns false and keeps the error if that fails.
    pub fn evaluate(&self, batch: &mut Batch<'_>) -> bool {
        let result = Python::attach(|py| self.call(py, batch));
        let Err(error) = result else { return true };
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        false
    }

    /// Returns `value`, or the first error of an evaluation that failed.
    pub fn finish<T>(self, value: T) -> PyResult<T> {
        self.failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(value), Err)
    }

    /// Calls the function of the agent that requests the batch, and passes its outputs to the batch.
    fn call(&self, py: Python<'_>, batch: &mut Batch<'_>) -> PyResult<()> {
        let Some(evaluator) = self.evaluators.get(batch.agent).and_then(Option::as_ref) else {
            return Err(PyRuntimeError::new_err("an agent without a function requests an evaluation"));
        };
        let answer = evaluator.evaluate.bind(py).call1(self.inputs(py, batch)?)?;
        let Ok((policy, value)) = answer.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() else {
            return Err(wrong_type("the result of evaluate", "a pair of policy and value", &answer));
        };
        let policy = float32_array("the policy", &policy)?;
        let expected = [batch.size, batch.buffer().actions()];
        if policy.shape() != expected {
            return Err(PyValueError::new_err(format!(
                "the policy must have the shape {expected:?}, got {:?}",
                policy.shape()
            )));
        }
        let value = float32_array("the value", &value)?;
        let (by_mover, by_seat) = ([batch.size], [batch.size, self.seats]);
        if value.shape() != by_mover && value.shape() != by_seat && value.shape() != [batch.size, 1] {
            let message =
                format!("the value must have the shape {by_mover:?} or {by_seat:?}, got {:?}", value.shape());
            return Err(PyValueError::new_err(message));
        }
        let output =
            EvalOutput { policies: policy.as_slice()?, values: value.as_slice()?, format: evaluator.format };
        batch.set_output(&output).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Returns the inputs of a batch, as arrays over the memory of its buffer.
    fn inputs<'py>(
        &self,
        py: Python<'py>,
        batch: &Batch<'_>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (observations, action_masks) = self.buffer_arrays(py, batch)?;
        if batch.size == batch.buffer().rows() {
            return Ok((observations, action_masks));
        }
        let first = PySlice::new(py, 0, batch.size as isize, 1);
        Ok((observations.get_item(&first)?, action_masks.get_item(&first)?))
    }

    /// Returns the arrays over the buffer of a batch. They are made once for each buffer.
    fn buffer_arrays<'py>(
        &self,
        py: Python<'py>,
        batch: &Batch<'_>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        // No Python code may run while this lock is held, since other threads can wait for the lock with the
        // GIL.
        let lock = || self.arrays.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock()
            .iter()
            .find(|known| Arc::ptr_eq(&known.buffer, batch.buffer()))
            .map(|known| (known.observations.clone_ref(py), known.action_masks.clone_ref(py)));
        let (observations, action_masks) = match known {
            Some(known) => known,
            None => {
                let made = self.make_arrays(py, batch)?;
                let known = (made.observations.clone_ref(py), made.action_masks.clone_ref(py));
                lock().push(made);
                known
            }
        };
        Ok((observations.into_bound(py).into_any(), action_masks.into_bound(py).into_any()))
    }

    /// Makes the arrays over the buffer of a batch.
    fn make_arrays(&self, py: Python<'_>, batch: &Batch<'_>) -> PyResult<BufferArrays> {
        let buffer = batch.buffer();
        let owner = Bound::new(py, BufferOwner { _buffer: buffer.clone() })?;
        let [planes, rows, columns] = self.shape;
        // SAFETY: the buffer has this number of elements. No thread writes them while `batch` lives, and
        // `batch` outlives these views.
        let (observations, action_masks) = unsafe {
            (
                ArrayView::from_shape_ptr(
                    (buffer.rows(), planes, rows, columns),
                    buffer.observations_pointer().as_ptr(),
                ),
                ArrayView::from_shape_ptr((buffer.rows(), buffer.actions()), buffer.masks_pointer().as_ptr()),
            )
        };
        // Both arrays keep the buffer alive. It is overwritten between calls. A function that keeps them can
        // therefore see later positions or parts of them, as with any NumPy array that another thread writes.
        let (observations, action_masks) =
            (readonly_array(&owner, &observations), readonly_array(&owner, &action_masks));
        Ok(BufferArrays {
            buffer: buffer.clone(),
            observations: observations.unbind(),
            action_masks: action_masks.unbind(),
        })
    }
}

/// Returns a value as a C-contiguous array of float32, without a copy if it is one.
fn float32_array<'py>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArrayDyn<'py, f32>> {
    let suitable = value.cast::<PyArrayDyn<f32>>().ok().filter(|array| array.is_c_contiguous());
    if let Some(array) = suitable {
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
