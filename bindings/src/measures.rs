//! `_Measures`: what the core measures of games that it does not play itself.

use super::game::Game;
use plyground::agents;
use plyground::game::Returns;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// What is measured of one game while Python functions play it.
#[pyclass(name = "_Measures", module = "plyground._core")]
pub(super) struct Measures(agents::Measures);

#[pymethods]
impl Measures {
    #[new]
    fn new(game: &Bound<'_, Game>) -> Measures {
        Measures(agents::Measures::new(game.get().spec()))
    }

    /// A seat is to choose from so many steps.
    fn choice(&mut self, legal: usize) {
        self.0.choice(legal);
    }

    /// A turn has led to a position in which each seat has so much material.
    fn position(&mut self, material: Vec<f32>) {
        self.0.position(|seat| material.get(usize::from(seat)).copied().unwrap_or(0.0));
    }

    /// The mean number of legal steps of a choice.
    #[getter]
    fn branching(&self) -> f32 {
        self.0.branching()
    }

    /// How often the side with most material gave way to another.
    #[getter]
    fn lead_changes(&self) -> u16 {
        self.0.lead_changes()
    }

    /// How far behind the winners were while they were behind.
    fn drama(&self, returns: Vec<f64>) -> PyResult<f32> {
        if returns.len() > plyground::game::MAX_SEATS {
            return Err(PyValueError::new_err("more returns than there can be seats"));
        }
        Ok(self.0.drama(&Returns::of(&returns)))
    }
}
