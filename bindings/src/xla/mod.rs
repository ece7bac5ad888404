//! Stepping inside computations of XLA, such as functions under `jax.jit`.

mod c_api;
mod call;
mod handlers;
mod registry;

use super::args::{U64Arg, element_of, marks_of, parse_or_default};
use super::errors::MapPyErr;
use super::extract::Checked;
use super::game::{Game, max_steps_of};
use super::state::State;
use plyground::catalog::Recipe;
use plyground::sim::PackedEnvs;
use plyground_python_macros::guarded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use registry::EnvSpec;

/// Return the settings of environments as a text that names them in computations, and their size in bytes.
#[guarded]
#[pyfunction]
#[pyo3(signature = (game, observations, action_masks, autoreset, max_steps, start, threads))]
pub(super) fn _packed_envs(
    game: &Bound<'_, Game>,
    observations: Option<&Bound<'_, PyAny>>,
    action_masks: Option<&Bound<'_, PyAny>>,
    autoreset: Option<Checked<&str>>,
    max_steps: Option<U64Arg>,
    start: Option<Checked<&str>>,
    threads: Option<U64Arg>,
) -> PyResult<(String, usize)> {
    let any = game.get().any();
    let spec = EnvSpec {
        game: Recipe::of(any.spec()),
        observations: element_of(observations)?,
        action_masks: marks_of(action_masks)?,
        autoreset: parse_or_default(autoreset)?,
        max_steps: max_steps_of(max_steps),
        start: start.map(|start| start.to_string()),
        threads: threads.map(U64Arg::to_usize),
    };
    let envs = game.py().detach(|| PackedEnvs::new(&**any, &spec.settings())).map_py_err()?;
    let (text, bytes) = (super::data::json(&spec)?, envs.bytes());
    registry::add(&text, envs);
    Ok((text, bytes))
}

/// Return the state of a packed environment.
#[guarded]
#[pyfunction]
pub(super) fn _packed_state(game: &Bound<'_, Game>, spec: &str, packed: &[u8]) -> PyResult<State> {
    let envs = registry::find(spec).map_err(PyValueError::new_err)?;
    let state = envs.state(packed).ok_or_else(|| {
        PyValueError::new_err(
            "the data must be that of a state of the same game from this process, unchanged",
        )
    })?;
    Ok(State::new(game.clone().unbind(), state))
}

/// Return the addresses of the functions for XLA by the names of their targets.
#[guarded]
#[pyfunction]
pub(super) fn _xla_handlers(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let addresses = PyDict::new(py);
    for (name, handler) in handlers::HANDLERS {
        addresses.set_item(name, handler as usize)?;
    }
    Ok(addresses)
}
