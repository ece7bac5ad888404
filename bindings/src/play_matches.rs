//! The functions that make `Matches`: by playing games, and from a pickle.

use super::agents::agents_of;
use super::args::{U64Arg, count, run_interruptible};
use super::errors::{IntoPyErr, MapPyErr};
use super::evaluators::Evaluators;
use super::extract::Checked;
use super::functions::game_with_options;
use super::game::{Game, max_steps_of};
use super::matches::Matches;
use super::openings::positions_of;
use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyReadonlyArray3};
use plyground::agents::{self, AgentSpec, MatchError, MatchGame, MatchRequest, Starts};
use plyground_python_macros::guarded;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

impl IntoPyErr for MatchError {
    fn into_py_err(self) -> PyErr {
        match self {
            MatchError::Request(limit) => limit.into_py_err(),
            MatchError::Unsupported(problem) => problem.into_py_err(),
            MatchError::Engine(failure) => failure.into_py_err(),
            MatchError::Agents { .. } | MatchError::NothingToBalance | MatchError::NoBalance { .. } => {
                PyValueError::new_err(self.to_string())
            }
        }
    }
}

/// Play games between agents of the core. `plyground.matches` also accepts networks in files.
#[guarded]
#[pyfunction]
#[pyo3(
    signature = (game, agents, games, seed=U64Arg(0), *, offset=U64Arg(0), threads=None, rotate=Checked(true), max_steps=None, start=None, openings=U64Arg(0), balanced=Checked(false), num_parallel_games=U64Arg(256), record=Checked(false), **options),
    text_signature = "(game, agents, games, seed=0, *, offset=0, threads=None, rotate=True, max_steps=None, start=None, openings=0, balanced=False, num_parallel_games=256, record=False, **options)"
)]
#[allow(clippy::too_many_arguments)]
pub(super) fn matches(
    game: &Bound<'_, PyAny>,
    agents: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = count)] games: U64Arg,
    seed: U64Arg,
    offset: U64Arg,
    threads: Option<U64Arg>,
    rotate: Checked<bool>,
    max_steps: Option<U64Arg>,
    start: Option<&Bound<'_, PyAny>>,
    openings: U64Arg,
    balanced: Checked<bool>,
    num_parallel_games: U64Arg,
    record: Checked<bool>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Matches> {
    let (py, game) = (game.py(), game_with_options(game, options, "matches")?);
    let (positions, turns) = (positions_of(start)?, openings.up_to("openings", u32::MAX)?);
    let positions: Vec<&str> = positions.iter().map(String::as_str).collect();
    let (specs, agent_evaluators): (Vec<AgentSpec>, Vec<_>) = agents_of(agents)?.into_iter().unzip();
    let any = game.get().any().clone();
    let evaluators = Evaluators::new(&*any, agent_evaluators);
    let request = MatchRequest {
        agents: &specs,
        games: games.0,
        seed: seed.0,
        offset: offset.0,
        threads: threads.map(U64Arg::to_usize),
        rotate: *rotate,
        max_steps: max_steps_of(max_steps),
        starts: Starts { positions: &positions, turns, balanced: *balanced },
        num_parallel_games: num_parallel_games.to_usize(),
        max_concurrent_batches: evaluators.max_concurrent_batches(),
        record: *record,
    };
    let played = run_interruptible(py, |go_on| {
        agents::matches(&*any, &request, &|batch| evaluators.evaluate(batch), go_on)
    })?
    .map_py_err()?;
    let played = evaluators.finish(played)?.unwrap_or_default();
    let specs: Vec<String> = specs.iter().map(AgentSpec::to_string).collect();
    Matches::new(&game, &specs, seed.0, offset.0, played)
}

/// Restores pickled matches.
#[guarded]
#[pyfunction]
#[allow(clippy::too_many_arguments, clippy::type_complexity)]
pub(super) fn _restore_matches(
    game: &Bound<'_, Game>,
    agent_specs: Vec<String>,
    seed: u64,
    offset: u64,
    games: (
        PyReadonlyArray2<'_, f64>,
        PyReadonlyArray1<'_, u32>,
        PyReadonlyArray1<'_, u8>,
        PyReadonlyArray1<'_, i32>,
        PyReadonlyArray2<'_, i32>,
        PyReadonlyArray2<'_, u8>,
    ),
    measures: (
        PyReadonlyArray1<'_, f32>,
        PyReadonlyArray1<'_, u16>,
        PyReadonlyArray1<'_, f32>,
        PyReadonlyArray3<'_, u8>,
        PyReadonlyArray1<'_, i32>,
    ),
    piece_kinds: Vec<String>,
    recorded: Vec<(String, Vec<u32>, Vec<Option<f32>>)>,
) -> PyResult<Matches> {
    let (returns, steps, reasons, first, line, agents) = games;
    let (branching, lead_changes, drama, pieces, piece_step) = measures;
    let played = agents::Matches {
        seats: returns.as_array().ncols(),
        returns: returns.as_array().iter().copied().collect(),
        steps: steps.as_array().to_vec(),
        reasons: reasons.as_array().to_vec(),
        first_action: first.as_array().to_vec(),
        opening_actions: line.as_array().iter().copied().collect(),
        agents: agents.as_array().iter().copied().collect(),
        branching: branching.as_array().to_vec(),
        lead_changes: lead_changes.as_array().to_vec(),
        drama: drama.as_array().to_vec(),
        piece_kinds,
        pieces: pieces.as_array().iter().copied().collect(),
        piece_step: piece_step.as_array().to_vec(),
        games: recorded
            .into_iter()
            .map(|(start, actions, values)| MatchGame { start, actions, values })
            .collect(),
    };
    played.check(game.get().spec(), agent_specs.len()).map_py_err()?;
    Matches::new(game, &agent_specs, seed, offset, played)
}
