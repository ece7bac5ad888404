//! NumPy arrays: read-only arrays over memory of the core, and arrays that users pass.

use super::errors::{self, wrong_type};
use numpy::ndarray::{ArrayView, Dimension};
use numpy::{Element, PyArray, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use plyground::sim::{MasksView, ObservationsView};
use pyo3::PyClass;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;

/// Returns an array of `owner` as a read-only NumPy array over the same memory.
pub(super) fn readonly_array<'py, O: PyClass, T: Element, D: Dimension>(
    owner: &Bound<'py, O>,
    view: &ArrayView<'_, T, D>,
) -> Bound<'py, PyArray<T, D>> {
    // SAFETY: the array keeps `owner` alive. `owner` owns the buffer or keeps its owner alive, and never
    // moves, frees or shortens it (`Memory`; other buffers are never changed). Only methods that hold the
    // owner exclusively write to it. Code that reads the array from another thread meanwhile can see a mix of
    // old and new numbers, as with any array that another thread writes.
    let array = unsafe { PyArray::borrow_from_array(view, owner.clone().into_any()) };
    array.readwrite().make_nonwriteable();
    array
}

/// Returns observations of any type as a NumPy array.
pub(super) fn observations_array<'py, O: PyClass>(
    owner: &Bound<'py, O>,
    planes: Option<ObservationsView<'_>>,
) -> Option<Bound<'py, PyAny>> {
    Some(match planes? {
        ObservationsView::F32(view) => readonly_array(owner, &view).into_any(),
        ObservationsView::F16(view) => readonly_array(owner, &view).into_any(),
        ObservationsView::U8(view) => readonly_array(owner, &view).into_any(),
    })
}

/// Returns masks of flags or bits as a NumPy array.
pub(super) fn masks_array<'py, O: PyClass>(
    owner: &Bound<'py, O>,
    action_masks: Option<MasksView<'_>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    Ok(match action_masks {
        None => None,
        // Rust sees bytes and only NumPy sees bool, because NumPy permits any byte in an array of bool.
        Some(MasksView::Flags(view)) => {
            let bytes = readonly_array(owner, &view);
            Some(bytes.call_method1(intern!(owner.py(), "view"), (bool::get_dtype(owner.py()),))?)
        }
        Some(MasksView::Bits(view)) => Some(readonly_array(owner, &view).into_any()),
    })
}

/// Returns a Python value as a one-dimensional array, and the kind of its elements.
pub(super) fn array_1d<'py>(
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
            "{name} must have one dimension, got {} of shape {:?}",
            errors::short_repr(value),
            array.shape()
        );
        return Err(PyValueError::new_err(message));
    }
    Ok((array, kind))
}
