//! Arguments that several functions have in common, and work that signals can interrupt.

use super::errors::{MapPyErr, wrong_type};
use super::extract::Checked;
use plyground::game::{Seat, Spec};
use plyground::named::UnknownName;
use plyground::sim::{Element, MaskFormat};
use plyground::truncate::truncate;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyString};
use std::str::FromStr;
use std::time::{Duration, Instant};

/// A checked argument of the type `u64`: a seed or a count.
#[derive(Clone, Copy)]
pub(super) struct U64Arg(pub u64);

impl<'py> FromPyObject<'_, 'py> for U64Arg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<U64Arg> {
        object.extract().map(|Checked(number)| U64Arg(number))
    }
}

impl U64Arg {
    /// Returns the number if it is at most `most`, otherwise the exception for the argument `name`.
    pub fn up_to(self, name: &str, most: u32) -> PyResult<u32> {
        u32::try_from(self.0)
            .ok()
            .filter(|&number| number <= most)
            .ok_or_else(|| PyValueError::new_err(format!("{name} must be from 0 to {most}, got {}", self.0)))
    }

    /// Returns the number as `usize`. Values above the range of `usize` exceed every limit, so they are
    /// clamped.
    pub fn to_usize(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

/// Reads a number of games, which can be a float such as `1e6` if it is whole.
pub(super) fn count(object: &Bound<'_, PyAny>) -> PyResult<U64Arg> {
    match object.cast::<PyFloat>().map(|float| float.value()) {
        Ok(number) if number.fract() == 0.0 && (0.0..=MAX_FLOAT_COUNT).contains(&number) => {
            Ok(U64Arg(number as u64))
        }
        _ => object.extract(),
    }
}

/// The number up to which floats represent all integers.
const MAX_FLOAT_COUNT: f64 = (1u64 << 53) as f64;

/// Reads a text, such as an id.
pub(super) fn text_of<'a>(name: &str, expected: &str, text: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    text.cast::<PyString>().map_err(|_| wrong_type(name, expected, text))?.to_str()
}

/// Reads a seat of the game.
pub(super) fn seat_of(name: &str, seat: &Bound<'_, PyAny>, spec: &Spec) -> PyResult<Seat> {
    match seat.extract::<i64>() {
        Ok(number) if (0..i64::from(spec.seats)).contains(&number) => Ok(Seat::new(number as u8)),
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

/// Reads an index of a sequence of `len` elements. Negative ones count from the end.
pub(super) fn index_of(index: &Bound<'_, PyAny>, len: usize) -> PyResult<usize> {
    let len = len as i64;
    let number: i64 = match index.extract() {
        Ok(number) => number,
        Err(error) if error.is_instance_of::<PyTypeError>(index.py()) => {
            return Err(wrong_type("index", "an integer", index));
        }
        Err(_) => len,
    };
    let at = if number < 0 { number + len } else { number };
    if (0..len).contains(&at) {
        Ok(at as usize)
    } else {
        Err(PyIndexError::new_err(format!("index must be from {} to {}, got {index}", -len, len - 1)))
    }
}

/// Reads an action of the game. It need not be legal anywhere.
pub(super) fn action_index_of(action: &Bound<'_, PyAny>, spec: &Spec) -> PyResult<usize> {
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

/// Returns the value of a word from a list of words.
fn one_of<T: Copy>(name: &str, found: &str, all: &[(&str, T)]) -> PyResult<T> {
    all.iter().find(|(word, _)| *word == found).map(|&(_, value)| value).ok_or_else(|| {
        let words: Vec<String> = all.iter().map(|(word, _)| format!("'{word}'")).collect();
        let found = truncate(found);
        PyValueError::new_err(format!("{name} must be {}, got '{found}'", words.join(" or ")))
    })
}

/// Parses an optional word. Without a word it returns the default.
pub(super) fn parse_or_default<T: FromStr<Err = UnknownName> + Default>(
    name: Option<Checked<&str>>,
) -> PyResult<T> {
    name.map_or(Ok(T::default()), |name| name.parse().map_py_err())
}

/// Reads the element type of observations; None if they are switched off.
pub(super) fn element_of(observations: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Element>> {
    let Some(observations) = observations else { return Ok(Some(Element::F32)) };
    if let Ok(enabled) = observations.cast::<PyBool>() {
        return Ok(enabled.is_true().then_some(Element::F32));
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
    if let Ok(enabled) = action_masks.cast::<PyBool>() {
        return Ok(enabled.is_true().then_some(MaskFormat::Flags));
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
pub(super) fn run_interruptible<R: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut dyn FnMut() -> bool) -> R + Send,
) -> PyResult<R> {
    run_until(py, None, work)
}

/// Same as [`run_interruptible`]. Work also stops when `should_stop`, a function of Python, returns true.
pub(super) fn run_until<R: Send>(
    py: Python<'_>,
    should_stop: Option<Py<PyAny>>,
    work: impl FnOnce(&mut dyn FnMut() -> bool) -> R + Send,
) -> PyResult<R> {
    let mut stopped = false;
    let mut interrupt: Option<PyErr> = None;
    let mut last_check = Instant::now();
    let result = py.detach(|| {
        work(&mut || {
            if interrupt.is_none() && !stopped && last_check.elapsed() >= Duration::from_millis(50) {
                last_check = Instant::now();
                let checked = Python::attach(|py| {
                    py.check_signals()?;
                    should_stop.as_ref().map_or(Ok(false), |function| function.call0(py)?.is_truthy(py))
                });
                match checked {
                    Ok(stop) => stopped = stop,
                    Err(error) => interrupt = Some(error),
                }
            }
            interrupt.is_none() && !stopped
        })
    });
    interrupt.map_or(Ok(result), Err)
}
