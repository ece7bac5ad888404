//! The class `SelfPlay`: games that a function plays against itself, as training data.

use super::args::{U64Arg, count, run_interruptible};
use super::errors::MapPyErr;
use super::evaluators::{Evaluators, PyEvaluator};
use super::extract::Checked;
use super::functions::game_with_options;
use super::game::{Game, max_steps_of};
use super::openings::positions_of;
use super::puct_args::{
    callable, check_range, gumbel_of, max_concurrent_batches_of, root_of, simulations_of,
};
use super::trajectories::Trajectories;
use plyground::agents::{self, Exploration, OutputFormat, Puct, Starts};
use plyground_python_macros::guarded;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Games that a function played against itself, and how they were made; made by `self_play`.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import plyground as pg
/// >>> def evaluate(observations, action_masks):
/// ...     return action_masks, np.zeros(len(action_masks))
/// >>> run = pg.self_play("stax", evaluate, 4, simulations=8, max_steps=30)
/// >>> run
/// <4 games of stax by self-play, seed 0>
/// >>> len(run.trajectories), run.evaluations > 100, 0 < run.evaluation_seconds < run.seconds
/// (4, True, True)
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct SelfPlay {
    /// Games with the results of their searches, `Trajectories`.
    ///
    /// They have the order of their numbers, which are ``trajectories.envs``.
    #[pyo3(get)]
    trajectories: Py<Trajectories>,
    /// Seed of the games.
    #[pyo3(get)]
    seed: u64,
    /// Number of positions that the function evaluated.
    #[pyo3(get)]
    evaluations: u64,
    /// Number of evaluations that were read from the cache, or shared within a batch.
    #[pyo3(get)]
    cache_hits: u64,
    /// Number of calls of the function.
    #[pyo3(get)]
    batches: u64,
    /// Duration of the self-play in seconds.
    #[pyo3(get)]
    seconds: f64,
    /// Sum of the durations of all calls in seconds. Concurrent calls can make it larger than `seconds`.
    #[pyo3(get)]
    evaluation_seconds: f64,
    game: Py<Game>,
}

#[guarded]
#[pymethods]
impl SelfPlay {
    fn __len__(&self) -> usize {
        self.trajectories.get().count()
    }

    fn __repr__(&self) -> String {
        let (games, id) = (self.trajectories.get().count(), &self.game.get().spec().id);
        format!("<{games} games of {id} by self-play, seed {}>", self.seed)
    }
}

/// Play games of a function against itself in parallel, and record them with the results of each search.
///
/// One search plays all seats. Use the games as training data: their `Trajectories` contain an improved
/// policy, the expected return of each seat and a weight for each step.
///
/// Parameters
/// ----------
/// game : str or Game
///     An id, or a game.
/// evaluate : callable
///     A function as for `neural_agent`.
/// games : int
///     The number of games.
/// seed : int, default 0
///     The seed of the games.
/// simulations : int, default 32
///     The number of simulations for each step.
/// root : {"gumbel", "puct"}, default "gumbel"
///     How the root is searched. ``"gumbel"`` is the root of Gumbel AlphaZero, which learns from few
///     simulations. ``"puct"`` is that of AlphaZero with Dirichlet noise and forced playouts.
/// max_considered_actions : int, default 16
///     With ``root="gumbel"``, the number of actions that the root considers first, at least 2. Sequential
///     halving then discards the worse half repeatedly.
/// maxvisit_init : float, default 50.0
///     With ``root="gumbel"``, part of the weight of values against the logarithm of the policy, which is
///     ``value_scale * (maxvisit_init + n)``. ``n`` is the largest visit count of the actions.
/// value_scale : float, default 1.0
///     With ``root="gumbel"``, the factor of this weight.
/// interior : {"improved", "puct"}, default "improved"
///     With ``root="gumbel"``, how steps are chosen below the root: by the improved policy of Gumbel
///     AlphaZero, or by PUCT.
/// c_puct : float, default 1.5
///     The weight of the policy in the PUCT formula.
/// fpu_reduction : float or None, default 0.25
///     First-play urgency reduction: see `neural_agent`.
/// dirichlet_fraction : float, default 0.25
///     With ``root="puct"``, the share of noise in the policy of the root, from 0 to 1.
/// dirichlet_concentration : float, default 10.0
///     With ``root="puct"``, the sum of the parameters of the Dirichlet distribution. Small numbers
///     concentrate the noise on few actions.
/// forced_playouts : float, default 2.0
///     With ``root="puct"``, the factor ``k`` of forced playouts: a visited action gets at least ``sqrt(k *
///     prior * visits)`` visits. They are removed from the recorded policy. 0 forces none.
/// temperature : float, default 1.0
///     The temperature at which the first actions of a game are drawn, from the improved policy or the shares
///     of visits.
/// temperature_steps : int, default 30
///     The number of choices at the start of a game that are drawn. After them the best action is played.
///     Every step of a seat is a choice.
/// full_search_prob : float, default 1.0
///     The share of full searches (playout cap randomization). Other searches are fast: they have
///     ``fast_simulations`` simulations, no noise and a weight of 0.
/// fast_simulations : int, default 8
///     The number of simulations of fast searches.
/// logits : bool, default False
///     Whether the function returns logits as the policy. Otherwise the policy is non-negative weights, which
///     need not be normalized.
/// relative_values : bool, default False
///     Whether values of shape (b, seats) begin with the seat to act, followed by the seats after it.
///     Otherwise they begin with seat 0.
/// max_concurrent_batches : int, default 1
///     The number of calls that can be in progress at the same time. With 1, one thread calls the function,
///     while other games are searched. With more, the threads that search call it. That is faster if one call
///     uses one thread and releases the GIL, such as a session of ONNX Runtime.
/// offset : int, default 0
///     The number of the first game. The seed and its number determine a game.
/// threads : int, optional
///     The number of threads. By default all processors are used. The games do not depend on it.
/// num_parallel_games : int, default 256
///     The number of games that are searched in parallel. They form two groups: the function evaluates the
///     positions of one group while the other is searched. With ``max_concurrent_batches`` above 1, they form
///     that number of groups.
/// cache_mib : int, default 64
///     The size of the cache of evaluations in MiB. It is emptied at the end of the call.
/// max_steps : int, optional
///     The number of steps after which a game is cut off. The default is ``info(id).max_steps``.
/// start : str or list of str, optional
///     A position string from which all games start, or a list of them that is used cyclically.
/// openings : int, default 0
///     The number of random turns at the start of each game.
/// balanced : bool, default False
///     Whether to choose openings after which ``ab:2`` finds a lead of at most half a man.
/// **options
///     Options of the variant and ``frame``, if ``game`` is an id: see `game`.
///
/// Returns
/// -------
/// SelfPlay
///     The games and the number of evaluations.
///
/// Raises
/// ------
/// ValueError
///     If a number is out of its range, or the function returns arrays of the wrong shape.
/// BadPosition
///     If ``start`` contains a text that is not a position string of the game.
/// TypeError
///     If an argument has the wrong type, or a `Game` is given with options.
///
/// Notes
/// -----
/// The content of a batch depends on ``num_parallel_games`` and ``max_concurrent_batches``, but not on
/// ``threads``. If the function's results depend on the rest of the batch, such as by rounding, these two
/// arguments can change the games.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import plyground as pg
/// >>> def evaluate(observations, action_masks):
/// ...     return action_masks, np.zeros(len(action_masks))
/// >>> run = pg.self_play("english-draughts", evaluate, 2, simulations=16, seed=1)
/// >>> played = run.trajectories
/// >>> played.root_values.shape == (len(played.actions), 2)
/// True
/// >>> rows = played.examples(symmetry="random", seed=3, policies=True)
/// >>> rows.policies.shape == rows.action_masks.shape
/// True
#[guarded]
#[pyfunction]
#[pyo3(
    signature = (game, evaluate, games, seed=U64Arg(0), *, simulations=U64Arg(32), root=Checked("gumbel"), max_considered_actions=U64Arg(16), maxvisit_init=Checked(50.0), value_scale=Checked(1.0), interior=Checked("improved"), c_puct=Checked(1.5), fpu_reduction=Some(Checked(0.25)), dirichlet_fraction=Checked(0.25), dirichlet_concentration=Checked(10.0), forced_playouts=Checked(2.0), temperature=Checked(1.0), temperature_steps=U64Arg(30), full_search_prob=Checked(1.0), fast_simulations=U64Arg(8), logits=Checked(false), relative_values=Checked(false), max_concurrent_batches=U64Arg(1), offset=U64Arg(0), threads=None, num_parallel_games=U64Arg(256), cache_mib=U64Arg(64), max_steps=None, start=None, openings=U64Arg(0), balanced=Checked(false), **options),
    text_signature = "(game, evaluate, games, seed=0, *, simulations=32, root='gumbel', max_considered_actions=16, maxvisit_init=50.0, value_scale=1.0, interior='improved', c_puct=1.5, fpu_reduction=0.25, dirichlet_fraction=0.25, dirichlet_concentration=10.0, forced_playouts=2.0, temperature=1.0, temperature_steps=30, full_search_prob=1.0, fast_simulations=8, logits=False, relative_values=False, max_concurrent_batches=1, offset=0, threads=None, num_parallel_games=256, cache_mib=64, max_steps=None, start=None, openings=0, balanced=False, **options)"
)]
#[allow(clippy::too_many_arguments)]
pub(super) fn self_play(
    game: &Bound<'_, PyAny>,
    evaluate: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = count)] games: U64Arg,
    seed: U64Arg,
    simulations: U64Arg,
    root: Checked<&str>,
    max_considered_actions: U64Arg,
    maxvisit_init: Checked<f64>,
    value_scale: Checked<f64>,
    interior: Checked<&str>,
    c_puct: Checked<f64>,
    fpu_reduction: Option<Checked<f64>>,
    dirichlet_fraction: Checked<f64>,
    dirichlet_concentration: Checked<f64>,
    forced_playouts: Checked<f64>,
    temperature: Checked<f64>,
    temperature_steps: U64Arg,
    full_search_prob: Checked<f64>,
    fast_simulations: U64Arg,
    logits: Checked<bool>,
    relative_values: Checked<bool>,
    max_concurrent_batches: U64Arg,
    offset: U64Arg,
    threads: Option<U64Arg>,
    num_parallel_games: U64Arg,
    cache_mib: U64Arg,
    max_steps: Option<U64Arg>,
    start: Option<&Bound<'_, PyAny>>,
    openings: U64Arg,
    balanced: Checked<bool>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<SelfPlay> {
    let (py, game) = (game.py(), game_with_options(game, options, "self_play")?);
    let evaluate = callable(evaluate)?;
    let evaluator = PyEvaluator {
        evaluate,
        format: OutputFormat { logits: *logits, relative_values: *relative_values },
        max_concurrent_batches: max_concurrent_batches_of(max_concurrent_batches)?,
    };
    let fpu_reduction = fpu_reduction.as_deref().copied();
    for (name, value, least, most) in [
        ("c_puct", *c_puct, 0.0, 100.0),
        ("fpu_reduction", fpu_reduction.unwrap_or(0.0), 0.0, 100.0),
        ("dirichlet_fraction", *dirichlet_fraction, 0.0, 1.0),
        ("dirichlet_concentration", *dirichlet_concentration, 1e-3, 1e6),
        ("forced_playouts", *forced_playouts, 0.0, 100.0),
        ("temperature", *temperature, 0.0, 100.0),
        ("full_search_prob", *full_search_prob, 0.0, 1.0),
    ] {
        check_range(name, value, least, most)?;
    }
    let root = root_of(&root, gumbel_of(max_considered_actions, *maxvisit_init, *value_scale, &interior)?)?;
    let (positions, random) = (positions_of(start)?, openings.up_to("openings", u32::MAX)?);
    let positions: Vec<&str> = positions.iter().map(String::as_str).collect();
    let any = game.get().any().clone();
    let request = agents::SelfPlayRequest {
        settings: Puct {
            simulations: simulations_of("simulations", simulations)?,
            ms: None,
            c_puct: *c_puct,
            temperature: *temperature,
            fpu_reduction,
            root,
        },
        exploration: Exploration {
            dirichlet_fraction: *dirichlet_fraction,
            dirichlet_concentration: *dirichlet_concentration,
            forced_playouts: *forced_playouts,
            temperature_steps: temperature_steps.up_to("temperature_steps", u32::MAX)?,
            full_search_prob: *full_search_prob,
            fast_simulations: simulations_of("fast_simulations", fast_simulations)?,
        },
        games: games.0,
        seed: seed.0,
        offset: offset.0,
        threads: threads.map(U64Arg::to_usize),
        max_steps: max_steps_of(max_steps),
        starts: Starts { positions: &positions, turns: random, balanced: *balanced },
        num_parallel_games: num_parallel_games.to_usize(),
        max_concurrent_batches: evaluator.max_concurrent_batches,
        cache_bytes: cache_mib.0.saturating_mul(1 << 20),
    };
    let evaluators = Evaluators::new(&*any, vec![Some(evaluator)]);
    let played = run_interruptible(py, |go_on| {
        agents::self_play(&*any, &request, &|batch| evaluators.evaluate(batch), go_on)
    })?
    .map_py_err()?;
    let played = evaluators.finish(played)?.unwrap_or_default();
    let trajectories = Py::new(py, Trajectories::new(&game, played.games))?;
    Ok(SelfPlay {
        trajectories,
        seed: seed.0,
        evaluations: played.counts.evaluations,
        cache_hits: played.counts.cache_hits,
        batches: played.counts.batches,
        seconds: played.elapsed.as_secs_f64(),
        evaluation_seconds: played.evaluation_time.as_secs_f64(),
        game: game.unbind(),
    })
}
