//! Arrays of the user's that a vector writes to.

use super::args::{element_of, marks_of, text_of};
use super::errors::{Fault, wrong_type};
use super::lease::{Lease, Watched};
use half::f16;
use numpy::{PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use plyground::game::{Spec, shortened};
use plyground::sim::{Element, Given, Limit, Marks, Masks, Memory, Planes, Shapes};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ptr::NonNull;

/// The arrays that `out` names, and the elements of observations and masks, which those arrays may tell.
pub(super) struct Arrays {
    pub given: Given,
    pub observations: Option<Element>,
    pub masks: Option<Marks>,
    pub watched: Vec<Watched>,
}

const NAMES: [&str; 3] = ["observations", "final_observations", "masks"];

impl Arrays {
    /// Reads the arguments `out`, `observations` and `masks` for so many environments.
    pub fn read(
        out: Option<&Bound<'_, PyDict>>,
        observations: Option<&Bound<'_, PyAny>>,
        masks: Option<&Bound<'_, PyAny>>,
        envs: usize,
        spec: &Spec,
        shape: (usize, usize, usize),
    ) -> PyResult<Arrays> {
        let mut arrays: [Option<Bound<'_, PyUntypedArray>>; 3] = [None, None, None];
        for (name, array) in out.into_iter().flat_map(|out| out.iter()) {
            let name = text_of("each name in out", "a text", &name)?;
            let Some(at) = NAMES.iter().position(|known| *known == name) else {
                let message = format!("out may name {}, not '{}'", NAMES.join(", "), shortened(name));
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
        let marks = match (masks, marked) {
            (None, Some(array)) if array.dtype().kind() == b'u' => Some(Marks::Bits),
            _ => marks_of(masks)?,
        };
        let (planes, rows, columns) = shape;
        let shape = [envs, planes, rows, columns];
        disjoint(&arrays)?;
        let given = Given {
            observations: planes_of(seen.as_ref(), element, "observations", &shape)?,
            final_observations: planes_of(last.as_ref(), element, "final_observations", &shape)?,
            masks: match (marked, marks) {
                (None, _) => None,
                (Some(array), Some(marks)) => Some(masks_of(array, marks, envs, spec.num_actions)?),
                (Some(_), None) => return Err(Limit::Unwanted { name: "masks" }.exception()),
            },
        };
        let named = NAMES.iter().zip(&arrays);
        let watched = named.filter_map(|(name, array)| Some(Watched::new(name, array.as_ref()?))).collect();
        Ok(Arrays { given, observations: element, masks: marks, watched })
    }
}

/// The type of observations that an array holds.
fn element(array: &Bound<'_, PyUntypedArray>) -> PyResult<Element> {
    match (array.dtype().kind(), array.dtype().itemsize()) {
        (b'f', 4) => Ok(Element::F32),
        (b'f', 2) => Ok(Element::F16),
        (b'u', 1) => Ok(Element::U8),
        _ => Err(PyTypeError::new_err(format!(
            "observations are float32, float16 or uint8, not {}",
            array.dtype()
        ))),
    }
}

/// Observations out of an array: a copy.
pub(super) fn planes_like(
    array: &Bound<'_, PyUntypedArray>,
    rows: usize,
    shapes: Shapes,
) -> PyResult<Planes> {
    let [planes, height, width] = shapes.planes;
    let (name, shape) = ("observations", [rows, planes, height, width]);
    let copied = copy(array)?;
    Ok(planes_of(Some(&copied), Some(element(&copied)?), name, &shape)?.unwrap_or(Planes::Off))
}

/// Masks out of an array: a copy.
pub(super) fn masks_like(array: &Bound<'_, PyUntypedArray>, rows: usize, shapes: Shapes) -> PyResult<Masks> {
    let copied = copy(array)?;
    let marks = if copied.dtype().kind() == b'u' { Marks::Bits } else { Marks::Flags };
    masks_of(&copied, marks, rows, shapes.actions)
}

/// A copy that nobody else has.
fn copy<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<Bound<'py, PyUntypedArray>> {
    Ok(array.call_method1("copy", ("C",))?.cast_into::<PyUntypedArray>()?)
}

/// Masks in an array.
fn masks_of(array: &Bound<'_, PyUntypedArray>, marks: Marks, rows: usize, actions: usize) -> PyResult<Masks> {
    let shape = [rows, marks.width(actions)];
    Ok(match marks {
        Marks::Flags => Masks::Flags(memory(array, "masks", &shape)?),
        Marks::Bits => Masks::Bits(memory(array, "masks", &shape)?),
    })
}

fn planes_of(
    array: Option<&Bound<'_, PyUntypedArray>>,
    element: Option<Element>,
    name: &'static str,
    shape: &[usize],
) -> PyResult<Option<Planes>> {
    let Some(array) = array else { return Ok(None) };
    Ok(Some(match element {
        None => return Err(Limit::Unwanted { name }.exception()),
        Some(Element::F32) => Planes::F32(memory::<f32>(array, name, shape)?),
        Some(Element::F16) => Planes::F16(memory::<f16>(array, name, shape)?),
        Some(Element::U8) => Planes::U8(memory::<u8>(array, name, shape)?),
    }))
}

/// The memory of an array, if it can be written to as an array of `T` of that shape.
fn memory<T: numpy::Element + 'static>(
    array: &Bound<'_, PyUntypedArray>,
    name: &str,
    shape: &[usize],
) -> PyResult<Memory<T>> {
    let Ok(array) = array.cast::<PyArrayDyn<T>>() else {
        let (wanted, found) = (T::get_dtype(array.py()), array.dtype());
        return Err(PyTypeError::new_err(format!("out['{name}'] must be an array of {wanted}, not {found}")));
    };
    if array.shape() != shape {
        let message = format!("out['{name}'] must have the shape {shape:?}, not {:?}", array.shape());
        return Err(PyValueError::new_err(message));
    }
    let flags = array.getattr("flags")?;
    for flag in ["writeable", "aligned", "c_contiguous"] {
        if !flags.getattr(flag)?.extract::<bool>()? {
            return Err(PyValueError::new_err(format!("out['{name}'] must be {flag}: see its flags")));
        }
    }
    let first = NonNull::new(array.data())
        .ok_or_else(|| PyValueError::new_err(format!("out['{name}'] has no memory")))?;
    let lease = Lease::take(array.as_untyped(), name)?;
    // SAFETY: the array has so many elements of this type one after the other, aligned and writeable, and
    // NumPy does not move them while the lease lasts; that nothing else did is asked before each use
    // (`Watched`). The vector writes them only while it is held exclusively, and no other vector writes any
    // of them (`Lease`). That its user reads memory that may change is what NumPy arrays over foreign memory
    // are.
    Ok(unsafe { Memory::given(first, shape.iter().product(), Box::new(lease)) })
}

/// Refuses arrays that lie in the same memory.
fn disjoint(arrays: &[Option<Bound<'_, PyUntypedArray>>]) -> PyResult<()> {
    for (at, array) in arrays.iter().enumerate() {
        for (other, name) in arrays[..at].iter().zip(NAMES) {
            let (Some(array), Some(other)) = (array, other) else { continue };
            let shared = array.py().import("numpy")?.call_method1("may_share_memory", (array, other))?;
            if shared.extract()? {
                let message = format!("out['{name}'] and out['{}'] lie in the same memory", NAMES[at]);
                return Err(PyValueError::new_err(message));
            }
        }
    }
    Ok(())
}
