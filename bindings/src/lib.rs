//! The extension module `plyground._core`: conversions, and nothing else. The package `plyground` is built on
//! it.

// What is shown to Python is written for Python: examples stand in the text as `doctest` reads them.
#![allow(clippy::doc_lazy_continuation)]

mod agents;
mod args;
mod chess;
mod data;
mod errors;
mod examples;
mod fits;
mod functions;
mod game;
mod given;
mod golf;
mod info;
mod judges;
mod lease;
mod matches;
mod measures;
mod neural;
mod notation;
mod options;
mod pictures;
mod planes;
mod playouts;
mod portable;
mod scores;
mod self_play;
mod state;
mod trajectories;
mod vector;

use plyground::game::Reason;
use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Adds a class whose objects can lie where Python puts them: at a multiple of 16 bytes, whatever they hold.
fn add_class<C: PyClass>(module: &Bound<'_, PyModule>) -> PyResult<()> {
    const { assert!(align_of::<C>() <= 16, "what must lie at a cache line belongs into a box") };
    module.add_class::<C>()
}

/// The Rust core of plyground: games, states, playouts, vector environments, agents and matches.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // A second interpreter finds the logger installed; that is no fault.
    let _ = pyo3_log::try_init();
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("REASONS", PyTuple::new(py, Reason::ALL.iter().map(|reason| reason.as_str()))?)?;
    errors::add_to(module)?;
    golf::add_to(module)?;
    portable::add_to(module)?;
    add_class::<agents::Agent>(module)?;
    add_class::<matches::Matches>(module)?;
    add_class::<measures::Measures>(module)?;
    add_class::<neural::NeuralAgent>(module)?;
    add_class::<game::Game>(module)?;
    add_class::<info::Info>(module)?;
    add_class::<options::OptionSpec>(module)?;
    add_class::<planes::Plane>(module)?;
    add_class::<playouts::Playouts>(module)?;
    add_class::<scores::Scores>(module)?;
    add_class::<self_play::SelfPlay>(module)?;
    add_class::<state::State>(module)?;
    add_class::<examples::Examples>(module)?;
    add_class::<trajectories::Trajectories>(module)?;
    add_class::<vector::Vector>(module)?;
    module.add_function(wrap_pyfunction!(functions::variants, module)?)?;
    module.add_function(wrap_pyfunction!(functions::info, module)?)?;
    module.add_function(wrap_pyfunction!(functions::game, module)?)?;
    module.add_function(wrap_pyfunction!(functions::_register, module)?)?;
    module.add_function(wrap_pyfunction!(functions::_names, module)?)?;
    module.add_function(wrap_pyfunction!(functions::playouts, module)?)?;
    module.add_function(wrap_pyfunction!(functions::vector, module)?)?;
    module.add_function(wrap_pyfunction!(agents::agent, module)?)?;
    module.add_function(wrap_pyfunction!(matches::matches, module)?)?;
    module.add_function(wrap_pyfunction!(matches::openings, module)?)?;
    module.add_function(wrap_pyfunction!(neural::neural_agent, module)?)?;
    module.add_function(wrap_pyfunction!(self_play::self_play, module)?)?;
    module.add_function(wrap_pyfunction!(state::_restore, module)?)?;
    module.add_function(wrap_pyfunction!(matches::_restore_matches, module)?)?;
    module.add_function(wrap_pyfunction!(playouts::_restore_playouts, module)?)?;
    module.add_function(wrap_pyfunction!(examples::_restore_examples, module)?)?;
    module.add_function(wrap_pyfunction!(vector::_restore_vector, module)?)
}
