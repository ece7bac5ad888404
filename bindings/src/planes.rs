//! `Plane`: the description of an observation plane.

use plyground::game::{self, Spec};
use plyground_python_macros::guarded;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Description of an observation plane: what it shows, and how it is encoded.
///
/// `Info.planes` lists the planes of a game.
///
/// Examples
/// --------
/// >>> import plyground as pg
/// >>> pawns, clock = pg.info("chess").planes[0], pg.info("chess").planes[14]
/// >>> pawns.index, pawns.name, pawns.encoding
/// (0, 'own pawns', '0 or 1 on each cell')
/// >>> clock.name, clock.area, clock.divisor
/// ('clock', 'whole', 100)
#[pyclass(frozen, eq, module = "plyground._core")]
#[derive(PartialEq)]
pub(super) struct Plane {
    index: usize,
    plane: game::Plane,
}

/// Returns the observation planes of a game.
pub(super) fn planes_of<'py>(py: Python<'py>, spec: &Spec) -> PyResult<Bound<'py, PyTuple>> {
    let planes = spec.planes.iter().enumerate();
    let planes = planes.map(|(index, plane)| Bound::new(py, Plane { index, plane: plane.clone() }));
    PyTuple::new(py, planes.collect::<PyResult<Vec<_>>>()?)
}

#[guarded]
#[pymethods]
impl Plane {
    /// Index of the plane in observations, as an int.
    #[getter]
    fn index(&self) -> usize {
        self.index
    }

    /// Name of the plane, such as ``"own pawns"``.
    #[getter]
    fn name(&self) -> &str {
        &self.plane.name
    }

    /// What the plane shows, in words.
    #[getter]
    fn description(&self) -> &str {
        &self.plane.description
    }

    /// Part of the plane that carries information: ``"cells"``, ``"whole"`` or ``"table"``.
    ///
    /// - ``"cells"``: each cell has its own value.
    /// - ``"whole"``: all entries have the same value.
    /// - ``"table"``: a small table starts in the near left corner. Its entries do not refer to cells.
    #[getter]
    fn area(&self) -> &str {
        self.plane.area.as_str()
    }

    /// Number by which counts are divided, as an int: the count that an entry of 1.0 stands for.
    ///
    /// It is 1 if the entries are 0 or 1 only. It is None if the number is not the same in all states.
    #[getter]
    fn divisor(&self) -> Option<u16> {
        self.plane.divisor
    }

    /// Values of the entries, in words, such as ``"0 or 1 on each cell"``.
    #[getter]
    fn encoding(&self) -> String {
        self.plane.encoding()
    }

    fn __hash__(&self) -> u64 {
        self.index as u64
    }

    fn __repr__(&self) -> String {
        format!("Plane({}, '{}', {})", self.index, self.plane.name, self.plane.encoding())
    }
}
