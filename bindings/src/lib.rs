//! The extension module `plyground._core`, on which the package `plyground` is built. It only converts
//! between Python and the core.

// Docstrings of Python objects have examples in the format of `doctest`, which is not Markdown.
#![allow(clippy::doc_lazy_continuation)]

mod agent_choices;
mod agents;
mod analysis;
mod args;
mod arrays;
mod borrowed;
mod build_facts;
mod chess;
mod data;
mod described;
mod errors;
mod evaluators;
mod examples;
mod extract;
mod functions;
mod game;
mod game_records;
mod golf;
mod info;
mod matches;
mod measures;
mod neural;
mod neural_function;
mod notation;
mod openings;
mod options;
mod pictures;
mod planes;
mod play_matches;
mod playouts;
mod puct_args;
mod python_game;
mod recorded;
mod scores;
mod self_play;
mod state;
mod trajectories;
mod trajectory_examples;
mod tuning;
mod user_arrays;
mod vector;
mod xla;

use plyground::game::Reason;
use pyo3::PyClass;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Adds a class. Python allocates objects at multiples of 16 bytes, so larger alignments are rejected.
fn add_class<C: PyClass>(module: &Bound<'_, PyModule>) -> PyResult<()> {
    const { assert!(align_of::<C>() <= 16, "fields that need a larger alignment must be boxed") };
    module.add_class::<C>()
}

/// The Rust core of plyground: games, states, playouts, vectors, agents and matches.
#[pymodule(gil_used = false)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    // This fails without harm in a second interpreter, because the logger is already installed.
    let _ = pyo3_log::try_init();
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("REASONS", PyTuple::new(py, Reason::ALL.iter().map(|reason| reason.as_str()))?)?;
    errors::add_to(module)?;
    golf::add_to(module)?;
    game_records::add_to(module)?;
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
    module.add_function(wrap_pyfunction!(build_facts::_build_facts, module)?)?;
    module.add_function(wrap_pyfunction!(functions::variants, module)?)?;
    module.add_function(wrap_pyfunction!(functions::info, module)?)?;
    module.add_function(wrap_pyfunction!(functions::game, module)?)?;
    module.add_function(wrap_pyfunction!(functions::rules, module)?)?;
    module.add_function(wrap_pyfunction!(functions::_register, module)?)?;
    module.add_function(wrap_pyfunction!(functions::_names, module)?)?;
    module.add_function(wrap_pyfunction!(functions::playouts, module)?)?;
    module.add_function(wrap_pyfunction!(functions::vector, module)?)?;
    module.add_function(wrap_pyfunction!(described::_describe, module)?)?;
    module.add_function(wrap_pyfunction!(described::_description_keys, module)?)?;
    module.add_function(wrap_pyfunction!(described::_library, module)?)?;
    module.add_function(wrap_pyfunction!(python_game::_register_game, module)?)?;
    module.add_function(wrap_pyfunction!(python_game::_check_game, module)?)?;
    module.add_function(wrap_pyfunction!(agents::agent, module)?)?;
    module.add_function(wrap_pyfunction!(agents::_allowed_actions, module)?)?;
    module.add_function(wrap_pyfunction!(agents::_turns_begun, module)?)?;
    module.add_function(wrap_pyfunction!(play_matches::matches, module)?)?;
    module.add_function(wrap_pyfunction!(openings::openings, module)?)?;
    module.add_function(wrap_pyfunction!(tuning::tune, module)?)?;
    module.add_function(wrap_pyfunction!(neural_function::neural_agent, module)?)?;
    module.add_function(wrap_pyfunction!(self_play::self_play, module)?)?;
    module.add_function(wrap_pyfunction!(state::_restore, module)?)?;
    module.add_function(wrap_pyfunction!(play_matches::_restore_matches, module)?)?;
    module.add_function(wrap_pyfunction!(playouts::_restore_playouts, module)?)?;
    module.add_function(wrap_pyfunction!(examples::_restore_examples, module)?)?;
    module.add_function(wrap_pyfunction!(vector::_restore_vector, module)?)?;
    module.add_function(wrap_pyfunction!(xla::_packed_envs, module)?)?;
    module.add_function(wrap_pyfunction!(xla::_packed_state, module)?)?;
    module.add_function(wrap_pyfunction!(xla::_xla_handlers, module)?)
}
