//! Conversion of what a search found out to `plyground.analysis.Analysis`.

use super::errors::MapPyErr;
use super::state::State;
use plyground::agents::{ActionAnalysis, Analysis};
use plyground::game::Seat;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::cmp::Ordering;

/// A choice, and what the search for it found out.
pub(super) struct Explained {
    pub action: u32,
    pub analysis: Analysis,
    pub seconds: f64,
}

impl Explained {
    /// Returns the object for Python. `candidates` are the actions that the agent could choose.
    pub fn to_python<'py>(
        &self,
        state: &Bound<'py, State>,
        agent: &str,
        candidates: &[u32],
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = state.py();
        let module = py.import("plyground.analysis")?;
        let row_class = module.getattr("StepAnalysis")?;
        let state = state.try_borrow()?;
        let state = state.parts().1;
        let text = |action: u32| state.text(i64::from(action)).map_py_err();
        let row = |step: &ActionAnalysis| {
            let ActionAnalysis { action, value, is_upper_bound, visits, prior } = *step;
            row_class.call1((text(action)?, action, value, is_upper_bound, visits, prior))
        };
        let ranked = self.ranked(candidates);
        let steps = ranked.iter().map(row).collect::<PyResult<Vec<_>>>()?;
        let Analysis { values, variation, depth, simulations, nodes, .. } = &self.analysis;
        // With hidden information, some simulations can begin with steps that only a sampled state has.
        let simulations = simulations.map(|_| ranked.iter().filter_map(|step| step.visits).sum::<u32>());
        let step = text(self.action)?;
        // A sampled state need not have the chosen step.
        let variation = match &variation[..] {
            [] if nodes.is_some() => std::slice::from_ref(&step),
            other => other,
        };
        let seats = state.spec().seats;
        let data = PyDict::new(py);
        data.set_item("agent", agent)?;
        data.set_item("seat", Seat::from_code(state.actor().code()).map(|seat| seat.index()))?;
        data.set_item("step", &step)?;
        data.set_item("action", self.action)?;
        data.set_item("values", values.map(|all| PyTuple::new(py, all.seats(seats))).transpose()?)?;
        data.set_item("steps", PyTuple::new(py, steps)?)?;
        data.set_item("pv", (!variation.is_empty()).then(|| PyTuple::new(py, variation)).transpose()?)?;
        data.set_item("depth", depth)?;
        data.set_item("simulations", simulations)?;
        data.set_item("nodes", nodes)?;
        data.set_item("seconds", self.seconds)?;
        module.getattr("Analysis")?.call((), Some(&data))
    }

    /// Returns the analysis of each candidate, the best first. The choice is first among equals.
    fn ranked(&self, candidates: &[u32]) -> Vec<ActionAnalysis> {
        let mut all: Vec<ActionAnalysis> = candidates
            .iter()
            .map(|&action| {
                let found = self.analysis.actions.iter().find(|found| found.action == action);
                found.copied().unwrap_or(ActionAnalysis::unknown(action))
            })
            .collect();
        all.sort_by(|one, other| {
            let rank = |step: &ActionAnalysis| {
                (step.visits, step.value, !step.is_upper_bound, step.action == self.action)
            };
            rank(other).partial_cmp(&rank(one)).unwrap_or(Ordering::Equal)
        });
        all
    }
}
