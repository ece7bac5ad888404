//! Checked arguments from Python.

use super::errors::{Raised, wrong_type};
use super::fits::Fit;
use plyground::game::{Seat, Spec, truncate};
use plyground::named::UnknownName;
use plyground::sim::{Element, MaskFormat};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// A non-negative integer of 64 bits: a seed or a count.
#[derive(Clone, Copy)]
pub(super) struct Whole(pub u64);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Whole> {
        object.extract().map(|Fit(number)| Whole(number))
    }
}

impl Whole {
    /// The number, if it is at most `most`; otherwise the exception for the argument `name`.
    pub fn up_to(self, name: &str, most: u32) -> PyResult<u32> {
        u32::try_from(self.0)
            .ok()
            .filter(|&number| number <= most)
            .ok_or_else(|| PyValueError::new_err(format!("{name} must be from 0 to {most}, got {}", self.0)))
    }

    /// The number as a size. Values above the range of `usize` exceed every limit, so they are clamped.
    pub fn size(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

/// Reads a text, such as an id.
pub(super) fn text_of<'a>(name: &str, expected: &str, text: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    text.cast::<PyString>().map_err(|_| wrong_type(name, expected, text))?.to_str()
}

/// Reads a seat of the game.
pub(super) fn seat_of(name: &str, seat: &Bound<'_, PyAny>, spec: &Spec) -> PyResult<Seat> {
    match seat.extract::<i64>() {
        Ok(number) if (0..i64::from(spec.seats)).contains(&number) => Ok(number as Seat),
        Err(error) if error.is_instance_of::<PyTypeError>(seat.py()) => {
            Err(wrong_type(name, "a seat number", seat))
        }
        _ => Err(PyValueError::new_err(format!(
            "{name} must be a seat of {}, from 0 to {}, got {seat}",
            spec.id,
            spec.seats - 1
        ))),
    }
}

/// Reads an action of the game. It need not be legal anywhere.
pub(super) fn action_among(action: &Bound<'_, PyAny>, spec: &Spec) -> PyResult<usize> {
    // `bool` is a subclass of `int` in Python. True as an action is a mistake.
    let number = if action.is_instance_of::<PyBool>() { None } else { Some(action.extract::<i64>()) };
    match number {
        Some(Ok(number)) if (0..spec.num_actions as i64).contains(&number) => Ok(number as usize),
        Some(Err(error)) if error.is_instance_of::<PyTypeError>(action.py()) => {
            Err(wrong_type("action", "an action number", action))
        }
        None => Err(wrong_type("action", "an action number", action)),
        _ => Err(PyValueError::new_err(format!(
            "action must be an action of {}, from 0 to {}, got {action}",
            spec.id,
            spec.num_actions - 1
        ))),
    }
}

/// The value of a word of a list.
fn one_of<T: Copy>(name: &str, found: &str, all: &[(&str, T)]) -> PyResult<T> {
    all.iter().find(|(word, _)| *word == found).map(|&(_, value)| value).ok_or_else(|| {
        let words: Vec<String> = all.iter().map(|(word, _)| format!("'{word}'")).collect();
        let found = truncate(found);
        PyValueError::new_err(format!("{name} must be {}, got '{found}'", words.join(" or ")))
    })
}

/// Parses an optional word; the default if there is none.
pub(super) fn named<T: FromStr<Err = UnknownName> + Default>(name: Option<Fit<&str>>) -> PyResult<T> {
    name.map_or(Ok(T::default()), |name| name.parse().raised())
}

/// Reads the element type of observations; None if they are switched off.
pub(super) fn element_of(observations: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Element>> {
    let Some(observations) = observations else { return Ok(Some(Element::F32)) };
    if let Ok(wanted) = observations.cast::<PyBool>() {
        return Ok(wanted.is_true().then_some(Element::F32));
    }
    let Ok(word) = observations.cast::<PyString>() else {
        return Err(wrong_type("observations", "True, False, 'float32', 'float16' or 'uint8'", observations));
    };
    let elements = [("float32", Element::F32), ("float16", Element::F16), ("uint8", Element::U8)];
    one_of("observations", word.to_str()?, &elements).map(Some)
}

/// Reads the element type of action masks; None if they are switched off.
pub(super) fn marks_of(action_masks: Option<&Bound<'_, PyAny>>) -> PyResult<Option<MaskFormat>> {
    let Some(action_masks) = action_masks else { return Ok(Some(MaskFormat::Flags)) };
    if let Ok(wanted) = action_masks.cast::<PyBool>() {
        return Ok(wanted.is_true().then_some(MaskFormat::Flags));
    }
    let Ok(word) = action_masks.cast::<PyString>() else {
        return Err(wrong_type("action_masks", "True, False, 'bool' or 'bits'", action_masks));
    };
    one_of("action_masks", word.to_str()?, &[("bool", MaskFormat::Flags), ("bits", MaskFormat::Bits)])
        .map(Some)
}

/// Runs long work without the GIL and checks for signals (Ctrl-C) every 50 ms.
///
/// `work` must call its argument regularly, and stop as soon as that returns false.
pub(super) fn patiently<R: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut dyn FnMut() -> bool) -> R + Send,
) -> PyResult<R> {
    let mut stop: Option<PyErr> = None;
    let mut asked = Instant::now();
    let done = py.detach(|| {
        work(&mut || {
            if stop.is_none() && asked.elapsed() >= Duration::from_millis(50) {
                asked = Instant::now();
                stop = Python::attach(|py| py.check_signals()).err();
            }
            stop.is_none()
        })
    });
    stop.map_or(Ok(done), Err)
}
