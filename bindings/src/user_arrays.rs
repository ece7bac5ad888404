//! The user's NumPy arrays that a vector writes to, instead of arrays of its own.

use super::args::{element_of, marks_of, text_of};
use super::borrowed::{BorrowedMemory, TrackedArray};
use super::errors::{IntoPyErr, wrong_type};
use bytemuck::AnyBitPattern;
use half::f16;
use numpy::{PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use plyground::game::Spec;
use plyground::sim::{
    Element, ExternalArrays, MaskFormat, Masks, Memory, Observations, RequestError, Shapes,
};
use plyground::truncate::truncate;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ptr::NonNull;

/// The arrays that `out` names, and the element types of observations and masks.
///
/// The arrays select these types if the arguments do not.
pub(super) struct UserArrays {
    pub given: ExternalArrays,
    pub observations: Option<Element>,
    pub action_masks: Option<MaskFormat>,
    pub tracked: Vec<TrackedArray>,
}

/// The valid names in `out`.
const NAMES: [&str; 3] = ["observations", "final_observations", "action_masks"];

impl UserArrays {
    /// Reads the arguments `out`, `observations` and `action_masks` for `envs` environments.
    pub fn read(
        out: Option<&Bound<'_, PyDict>>,
        observations: Option<&Bound<'_, PyAny>>,
        action_masks: Option<&Bound<'_, PyAny>>,
        envs: usize,
        spec: &Spec,
        shape: (usize, usize, usize),
    ) -> PyResult<UserArrays> {
        let mut arrays: [Option<Bound<'_, PyUntypedArray>>; 3] = [None, None, None];
        for (name, array) in out.into_iter().flat_map(|out| out.iter()) {
            let name = text_of("each name in out", "a str", &name)?;
            let Some(at) = NAMES.iter().position(|known| *known == name) else {
                let message =
                    format!("each name in out must be one of {}, got '{}'", NAMES.join(", "), truncate(name));
                return Err(PyValueError::new_err(message));
            };
            let array = array.cast_into::<PyUntypedArray>().map_err(|error| {
                wrong_type(&format!("out['{name}']"), "a NumPy array", &error.into_inner())
            })?;
            arrays[at] = Some(array);
        }
        let [observations_out, final_out, masks_out] = &arrays;
        let element = match (observations, observations_out.as_ref().or(final_out.as_ref())) {
            (None, Some(array)) => Some(element_type(array)?),
            _ => element_of(observations)?,
        };
        let marks = match (action_masks, masks_out) {
            (None, Some(array)) if array.dtype().kind() == b'u' => Some(MaskFormat::Bits),
            _ => marks_of(action_masks)?,
        };
        let (planes, rows, columns) = shape;
        let shape = [envs, planes, rows, columns];
        check_disjoint(&arrays)?;
        let given = ExternalArrays {
            observations: planes_of(observations_out.as_ref(), element, "observations", &shape)?,
            final_observations: planes_of(final_out.as_ref(), element, "final_observations", &shape)?,
            action_masks: match (masks_out, marks) {
                (None, _) => None,
                (Some(array), Some(marks)) => Some(masks_of(array, marks, envs, spec.num_actions)?),
                (Some(_), None) => return Err(RequestError::Unwanted { name: "action_masks" }.into_py_err()),
            },
        };
        let named = NAMES.iter().zip(&arrays);
        let tracked =
            named.filter_map(|(name, array)| Some(TrackedArray::new(name, array.as_ref()?))).collect();
        Ok(UserArrays { given, observations: element, action_masks: marks, tracked })
    }
}

/// Returns the element type of observations in an array.
fn element_type(array: &Bound<'_, PyUntypedArray>) -> PyResult<Element> {
    match (array.dtype().kind(), array.dtype().itemsize()) {
        (b'f', 4) => Ok(Element::F32),
        (b'f', 2) => Ok(Element::F16),
        (b'u', 1) => Ok(Element::U8),
        _ => Err(PyTypeError::new_err(format!(
            "observations must be float32, float16 or uint8, got {}",
            array.dtype()
        ))),
    }
}

/// Returns observations with a copy of the elements of an array.
pub(super) fn copy_observations(
    array: &Bound<'_, PyUntypedArray>,
    rows: usize,
    shapes: Shapes,
) -> PyResult<Observations> {
    let [planes, height, width] = shapes.planes;
    let (name, shape) = ("observations", [rows, planes, height, width]);
    let copied = owned_copy(array)?;
    Ok(planes_of(Some(&copied), Some(element_type(&copied)?), name, &shape)?.unwrap_or(Observations::Off))
}

/// Returns masks with a copy of the elements of an array.
pub(super) fn copy_masks(array: &Bound<'_, PyUntypedArray>, rows: usize, shapes: Shapes) -> PyResult<Masks> {
    let copied = owned_copy(array)?;
    let marks = if copied.dtype().kind() == b'u' { MaskFormat::Bits } else { MaskFormat::Flags };
    masks_of(&copied, marks, rows, shapes.actions)
}

/// Returns a copy to which there is no other reference.
fn owned_copy<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<Bound<'py, PyUntypedArray>> {
    Ok(array.call_method1("copy", ("C",))?.cast_into::<PyUntypedArray>()?)
}

/// Returns masks that use the memory of an array.
fn masks_of(
    array: &Bound<'_, PyUntypedArray>,
    marks: MaskFormat,
    rows: usize,
    actions: usize,
) -> PyResult<Masks> {
    let shape = [rows, marks.width(actions)];
    Ok(match marks {
        // Bytes, because NumPy permits any byte in an array of bool.
        MaskFormat::Flags => Masks::Flags(memory_of::<bool, u8>(array, "action_masks", &shape)?),
        MaskFormat::Bits => Masks::Bits(memory_of::<u8, u8>(array, "action_masks", &shape)?),
    })
}

/// Returns observations that use the memory of an array, or None if there is no array.
fn planes_of(
    array: Option<&Bound<'_, PyUntypedArray>>,
    element: Option<Element>,
    name: &'static str,
    shape: &[usize],
) -> PyResult<Option<Observations>> {
    let Some(array) = array else { return Ok(None) };
    Ok(Some(match element {
        None => return Err(RequestError::Unwanted { name }.into_py_err()),
        Some(Element::F32) => Observations::F32(memory_of::<f32, f32>(array, name, shape)?),
        Some(Element::F16) => Observations::F16(memory_of::<f16, f16>(array, name, shape)?),
        Some(Element::U8) => Observations::U8(memory_of::<u8, u8>(array, name, shape)?),
    }))
}

/// Returns the memory of an array of `T` as elements of `M`. Every value of its bytes is valid for `M`.
fn memory_of<T: numpy::Element, M: AnyBitPattern>(
    array: &Bound<'_, PyUntypedArray>,
    name: &str,
    shape: &[usize],
) -> PyResult<Memory<M>> {
    const { assert!(size_of::<T>() == size_of::<M>() && align_of::<T>() == align_of::<M>()) }
    let Ok(array) = array.cast::<PyArrayDyn<T>>() else {
        let (expected, found) = (T::get_dtype(array.py()), array.dtype());
        return Err(PyTypeError::new_err(format!(
            "out['{name}'] must be an array of {expected}, got {found}"
        )));
    };
    if array.shape() != shape {
        let message = format!("out['{name}'] must have the shape {shape:?}, got {:?}", array.shape());
        return Err(PyValueError::new_err(message));
    }
    let flags = array.getattr("flags")?;
    for flag in ["writeable", "aligned", "c_contiguous"] {
        if !flags.getattr(flag)?.extract::<bool>()? {
            return Err(PyValueError::new_err(format!("out['{name}'] must be {flag}, see its flags")));
        }
    }
    let first = NonNull::new(array.data()).ok_or_else(|| {
        PyValueError::new_err(format!("out['{name}'] must have memory, got a null pointer"))
    })?;
    let borrowed = BorrowedMemory::new(array.as_untyped(), name)?;
    // SAFETY: the array is contiguous, aligned and writeable and has this number of elements, and elements of
    // `M` have the same layout. The borrow keeps the memory in place even if the array is freed. The vector
    // writes to it only while it is held exclusively, and no other vector writes to it (`BorrowedMemory`).
    // Python code can read and write it at any time, as with any array that threads share. All bytes that it
    // can write are valid values of `M`.
    Ok(unsafe { Memory::given(first.cast(), shape.iter().product(), Box::new(borrowed)) })
}

/// Returns an error if two of the arrays share memory.
fn check_disjoint(arrays: &[Option<Bound<'_, PyUntypedArray>>]) -> PyResult<()> {
    for (at, array) in arrays.iter().enumerate() {
        for (other, name) in arrays[..at].iter().zip(NAMES) {
            let (Some(array), Some(other)) = (array, other) else { continue };
            let shared = array.py().import("numpy")?.call_method1("may_share_memory", (array, other))?;
            if shared.extract()? {
                let message = format!("out['{name}'] and out['{}'] must not share memory", NAMES[at]);
                return Err(PyValueError::new_err(message));
            }
        }
    }
    Ok(())
}
