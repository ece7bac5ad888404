//! The user's arrays that a vector writes to.

use super::args::{element_of, marks_of, text_of};
use super::errors::{Fault, wrong_type};
use super::lease::{Lease, Watched};
use bytemuck::AnyBitPattern;
use half::f16;
use numpy::{PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use plyground::game::{Spec, truncate};
use plyground::sim::{
    Element, ExternalArrays, MaskFormat, Masks, Memory, Observations, RequestError, Shapes,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ptr::NonNull;

/// The arrays that `out` names, and the element types of observations and masks.
///
/// The arrays select these types if the arguments do not.
pub(super) struct Arrays {
    pub given: ExternalArrays,
    pub observations: Option<Element>,
    pub action_masks: Option<MaskFormat>,
    pub watched: Vec<Watched>,
}

const NAMES: [&str; 3] = ["observations", "final_observations", "action_masks"];

impl Arrays {
    /// Reads the arguments `out`, `observations` and `action_masks` for `envs` environments.
    pub fn read(
        out: Option<&Bound<'_, PyDict>>,
        observations: Option<&Bound<'_, PyAny>>,
        action_masks: Option<&Bound<'_, PyAny>>,
        envs: usize,
        spec: &Spec,
        shape: (usize, usize, usize),
    ) -> PyResult<Arrays> {
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
        let [seen, last, marked] = &arrays;
        let element = match (observations, seen.as_ref().or(last.as_ref())) {
            (None, Some(array)) => Some(element(array)?),
            _ => element_of(observations)?,
        };
        let marks = match (action_masks, marked) {
            (None, Some(array)) if array.dtype().kind() == b'u' => Some(MaskFormat::Bits),
            _ => marks_of(action_masks)?,
        };
        let (planes, rows, columns) = shape;
        let shape = [envs, planes, rows, columns];
        disjoint(&arrays)?;
        let given = ExternalArrays {
            observations: observations_of(seen.as_ref(), element, "observations", &shape)?,
            final_observations: observations_of(last.as_ref(), element, "final_observations", &shape)?,
            action_masks: match (marked, marks) {
                (None, _) => None,
                (Some(array), Some(marks)) => Some(masks_of(array, marks, envs, spec.num_actions)?),
                (Some(_), None) => return Err(RequestError::Unwanted { name: "action_masks" }.exception()),
            },
        };
        let named = NAMES.iter().zip(&arrays);
        let watched = named.filter_map(|(name, array)| Some(Watched::new(name, array.as_ref()?))).collect();
        Ok(Arrays { given, observations: element, action_masks: marks, watched })
    }
}

/// Returns the element type of observations in an array.
fn element(array: &Bound<'_, PyUntypedArray>) -> PyResult<Element> {
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

/// Copies observations from an array.
pub(super) fn observations_like(
    array: &Bound<'_, PyUntypedArray>,
    rows: usize,
    shapes: Shapes,
) -> PyResult<Observations> {
    let [planes, height, width] = shapes.planes;
    let (name, shape) = ("observations", [rows, planes, height, width]);
    let copied = copy(array)?;
    Ok(observations_of(Some(&copied), Some(element(&copied)?), name, &shape)?.unwrap_or(Observations::Off))
}

/// Copies masks from an array.
pub(super) fn masks_like(array: &Bound<'_, PyUntypedArray>, rows: usize, shapes: Shapes) -> PyResult<Masks> {
    let copied = copy(array)?;
    let marks = if copied.dtype().kind() == b'u' { MaskFormat::Bits } else { MaskFormat::Flags };
    masks_of(&copied, marks, rows, shapes.actions)
}

/// Returns a copy to which there is no other reference.
fn copy<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<Bound<'py, PyUntypedArray>> {
    Ok(array.call_method1("copy", ("C",))?.cast_into::<PyUntypedArray>()?)
}

/// Returns masks in the memory of an array.
fn masks_of(
    array: &Bound<'_, PyUntypedArray>,
    marks: MaskFormat,
    rows: usize,
    actions: usize,
) -> PyResult<Masks> {
    let shape = [rows, marks.width(actions)];
    Ok(match marks {
        // Bytes, because NumPy permits any byte in an array of bool.
        MaskFormat::Flags => Masks::Flags(memory::<bool, u8>(array, "action_masks", &shape)?),
        MaskFormat::Bits => Masks::Bits(memory::<u8, u8>(array, "action_masks", &shape)?),
    })
}

fn observations_of(
    array: Option<&Bound<'_, PyUntypedArray>>,
    element: Option<Element>,
    name: &'static str,
    shape: &[usize],
) -> PyResult<Option<Observations>> {
    let Some(array) = array else { return Ok(None) };
    Ok(Some(match element {
        None => return Err(RequestError::Unwanted { name }.exception()),
        Some(Element::F32) => Observations::F32(memory::<f32, f32>(array, name, shape)?),
        Some(Element::F16) => Observations::F16(memory::<f16, f16>(array, name, shape)?),
        Some(Element::U8) => Observations::U8(memory::<u8, u8>(array, name, shape)?),
    }))
}

/// Returns the memory of an array of `T` as elements of `M`. Every value of its bytes is valid for `M`.
fn memory<T: numpy::Element, M: AnyBitPattern>(
    array: &Bound<'_, PyUntypedArray>,
    name: &str,
    shape: &[usize],
) -> PyResult<Memory<M>> {
    const { assert!(size_of::<T>() == size_of::<M>() && align_of::<T>() == align_of::<M>()) }
    let Ok(array) = array.cast::<PyArrayDyn<T>>() else {
        let (wanted, found) = (T::get_dtype(array.py()), array.dtype());
        return Err(PyTypeError::new_err(format!("out['{name}'] must be an array of {wanted}, got {found}")));
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
    let lease = Lease::take(array.as_untyped(), name)?;
    // SAFETY: the array is contiguous, aligned and writeable and has this number of elements, and elements of
    // `M` have the same layout. The lease keeps the memory in place even if the array is freed. The vector
    // writes to it only while it is held exclusively, and no other vector writes to it (`Lease`). Python code
    // can read and write it at any time, as with any array that threads share. All bytes that it can write
    // are valid values of `M`.
    Ok(unsafe { Memory::given(first.cast(), shape.iter().product(), Box::new(lease)) })
}

/// Rejects arrays that share memory.
fn disjoint(arrays: &[Option<Bound<'_, PyUntypedArray>>]) -> PyResult<()> {
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
