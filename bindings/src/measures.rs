//! `_Measures`: the measures of the core, for games that Python plays.

use super::game::Game;
use plyground::agents;
use plyground::game::Returns;
use plyground_python_macros::guarded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Measures of one game that Python functions play.
#[pyclass(name = "_Measures", module = "plyground._core")]
pub(super) struct Measures(agents::Measures);

#[guarded]
#[pymethods]
impl Measures {
    #[new]
    fn new(game: &Bound<'_, Game>) -> Measures {
        Measures(agents::Measures::new(game.get().spec()))
    }

    /// Record that a seat chooses from ``legal`` steps.
    fn choice(&mut self, legal: usize) {
        self.0.record_decision(legal);
    }

    /// Record the material of each seat after a turn.
    fn position(&mut self, material: Vec<f32>) {
        self.0.record_material(|seat| material.get(seat.index()).copied().unwrap_or(0.0));
    }

    /// Mean number of legal steps of the choices, as a float.
    #[getter]
    fn branching(&self) -> f32 {
        self.0.branching()
    }

    /// Number of times that another side took the lead in material.
    #[getter]
    fn lead_changes(&self) -> u16 {
        self.0.lead_changes()
    }

    /// Return how far behind in material the winners were, over the turns after which they were behind.
    fn drama(&self, returns: Vec<f64>) -> PyResult<f32> {
        if returns.len() > plyground::game::MAX_SEATS {
            return Err(PyValueError::new_err(format!(
                "returns must have at most {} elements, got {}",
                plyground::game::MAX_SEATS,
                returns.len()
            )));
        }
        Ok(self.0.drama(&Returns::of(&returns)))
    }
}
