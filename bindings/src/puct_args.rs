//! Arguments of functions that search with PUCT.

use super::args::U64Arg;
use super::errors::{MapPyErr, wrong_type};
use plyground::agents::{Gumbel, MAX_CONCURRENT_BATCHES, MAX_MS, MAX_SIMULATIONS, Root};
use plyground::truncate::truncate;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The values of the argument `root`.
pub(super) const GUMBEL: &str = "gumbel";
pub(super) const PUCT: &str = "puct";

/// Returns the argument `evaluate` if it is callable.
pub(super) fn callable(evaluate: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    if evaluate.is_callable() {
        return Ok(evaluate.clone().unbind());
    }
    Err(wrong_type("evaluate", "a function of observations and action masks", evaluate))
}

/// Rejects a setting that is outside of this range.
pub(super) fn check_range(name: &str, value: f64, least: f64, most: f64) -> PyResult<()> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{name} must be from {least} to {most}, got {value}")))
}

/// Returns the settings of a root with sequential halving.
pub(super) fn gumbel_of(
    max_considered_actions: U64Arg,
    maxvisit_init: f64,
    value_scale: f64,
    interior: &str,
) -> PyResult<Gumbel> {
    check_range("maxvisit_init", maxvisit_init, 0.0, 1e6)?;
    check_range("value_scale", value_scale, 0.0, 1e6)?;
    if max_considered_actions.0 < 2 {
        return Err(PyValueError::new_err(format!(
            "max_considered_actions must be at least 2, got {}",
            max_considered_actions.0
        )));
    }
    let max_considered_actions = max_considered_actions.up_to("max_considered_actions", 1 << 16)?;
    Ok(Gumbel {
        max_considered_actions,
        maxvisit_init,
        value_scale,
        interior: interior.parse().map_py_err()?,
    })
}

/// Returns the kind of root that a name selects.
pub(super) fn root_of(name: &str, gumbel: Gumbel) -> PyResult<Root> {
    match name {
        GUMBEL => Ok(Root::Gumbel(gumbel)),
        PUCT => Ok(Root::Puct),
        _ => Err(PyValueError::new_err(format!(
            "root must be '{GUMBEL}' or '{PUCT}', got '{}'",
            truncate(name)
        ))),
    }
}

/// Returns a number of simulations if it is in the valid range.
pub(super) fn simulations_of(name: &str, simulations: U64Arg) -> PyResult<u32> {
    if (1..=u64::from(MAX_SIMULATIONS)).contains(&simulations.0) {
        return Ok(simulations.0 as u32);
    }
    let message = format!("{name} must be from 1 to {MAX_SIMULATIONS}, got {}", simulations.0);
    Err(PyValueError::new_err(message))
}

/// Returns the argument `ms` if it is in the valid range.
pub(super) fn ms_of(ms: U64Arg) -> PyResult<u32> {
    if (1..=u64::from(MAX_MS)).contains(&ms.0) {
        return Ok(ms.0 as u32);
    }
    Err(PyValueError::new_err(format!("ms must be from 1 to {MAX_MS}, got {}", ms.0)))
}

/// Returns the argument `max_concurrent_batches` if it is in the valid range.
pub(super) fn max_concurrent_batches_of(max_concurrent_batches: U64Arg) -> PyResult<usize> {
    if (1..=MAX_CONCURRENT_BATCHES).contains(&max_concurrent_batches.0) {
        return Ok(max_concurrent_batches.to_usize());
    }
    Err(PyValueError::new_err(format!(
        "max_concurrent_batches must be from 1 to {MAX_CONCURRENT_BATCHES}, got {}",
        max_concurrent_batches.0
    )))
}
