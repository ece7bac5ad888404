//! The roles `Observation` and `Symmetries` of a game in Python.

use super::{PythonGame, PythonState};
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use plyground::game::roles::{Observation, Rules, SearchHints, Symmetries};
use plyground::game::{Canvas, Seat};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::IntoPyDict;

impl Observation for PythonGame {
    fn observe(&self, state: &PythonState, seat: Seat, canvas: &mut Canvas) {
        let (rows, columns) = self.board.grid();
        let shape = [self.spec().planes.len(), rows, columns];
        let values: Vec<f32> = self.with(|rules| {
            let found = self.call(rules, "observe", state, (seat.number(),))?;
            let py = rules.py();
            let keywords = [("dtype", "float32"), ("order", "C")].into_py_dict(py)?;
            let array = py.import("numpy")?.call_method("asarray", (found,), Some(&keywords))?;
            let array = array.cast_into::<PyArrayDyn<f32>>()?;
            if array.shape() != shape {
                return Err(PyValueError::new_err(format!(
                    "observe must return an array of shape {shape:?}, got {:?}",
                    array.shape()
                )));
            }
            let values = array.readonly().as_slice()?.to_vec();
            match values.iter().find(|value| !(0.0..=1.0).contains(*value)) {
                None => Ok(values),
                Some(value) => Err(PyValueError::new_err(format!(
                    "observe must return numbers from 0 to 1, got {value}"
                ))),
            }
        });
        let first = canvas.blank(shape[0]);
        for (at, &value) in values.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            canvas.value(first + at / (rows * columns), at % (rows * columns), value);
        }
    }
}

impl Symmetries for PythonGame {}

impl SearchHints for PythonGame {}
