//! Planes of observations in Python: what each of them shows.

use plyground::game::{self, Spec};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A plane of observations: what it shows, and in which numbers.
///
/// >>> import plyground as pg
/// >>> clock = pg.game("chess").planes()[14]
/// >>> clock.index, clock.name, clock.shows
/// (14, 'clock', 'the turns without progress, divided by 100')
/// >>> clock.area, clock.of, clock.scale
/// ('whole', 100, '0 to 1 everywhere, in steps of 1/100')
#[pyclass(frozen, eq, module = "plyground._core")]
#[derive(PartialEq)]
pub(super) struct Plane {
    index: usize,
    plane: game::Plane,
}

/// Those of a game.
pub(super) fn planes_of<'py>(py: Python<'py>, spec: &Spec) -> PyResult<Bound<'py, PyTuple>> {
    let planes = spec.planes.iter().enumerate();
    let planes = planes.map(|(index, plane)| Bound::new(py, Plane { index, plane: plane.clone() }));
    PyTuple::new(py, planes.collect::<PyResult<Vec<_>>>()?)
}

#[pymethods]
impl Plane {
    /// Its place among the planes.
    #[getter]
    fn index(&self) -> usize {
        self.index
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.plane.name
    }

    /// What it shows.
    #[getter]
    fn shows(&self) -> &str {
        &self.plane.shows
    }

    /// Of what it has numbers: ``"cells"`` if each cell has its own, ``"whole"`` if one stands everywhere,
    /// ``"table"`` if they are a table in the near left corner, whose places are no cells.
    #[getter]
    fn area(&self) -> &str {
        self.plane.area.as_str()
    }

    /// The number that 1 stands for where something is counted; 1 if there is nothing but 0 and 1; None if it
    /// is not the same in all states.
    #[getter]
    fn of(&self) -> Option<u16> {
        self.plane.of
    }

    /// Its numbers in words.
    #[getter]
    fn scale(&self) -> String {
        self.plane.scale()
    }

    fn __hash__(&self) -> u64 {
        self.index as u64
    }

    fn __repr__(&self) -> String {
        format!("Plane({}, '{}', {})", self.index, self.plane.name, self.plane.scale())
    }
}
