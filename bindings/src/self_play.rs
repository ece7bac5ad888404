//! `SelfPlay`: games of a function that judges positions against itself, to learn from.

use super::args::{Whole, patiently};
use super::errors::Raised;
use super::fits::Fit;
use super::functions::game_of;
use super::game::{Game, steps_of};
use super::judges::{Asking, Judge};
use super::matches::positions_of;
use super::neural::{at_once, gumbel_of, judging, root_of, simulations_of, within};
use super::trajectories::Trajectories;
use plyground::agents::{self, Explore, Form, Puct, Starts};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Games of a function against itself, made by `self_play`, and how they were made.
///
/// >>> import numpy as np
/// >>> import plyground as pg
/// >>> def even(observations, masks):
/// ...     return masks, np.zeros(len(masks))
/// >>> run = pg.self_play("stax", even, 4, simulations=8, max_steps=30)
/// >>> run
/// <4 games of stax by self-play, seed 0>
/// >>> len(run.trajectories), run.evaluations > 100, 0 < run.evaluation_seconds < run.seconds
/// (4, True, True)
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct SelfPlay {
    /// The games, in the order of their numbers, which are their `envs`; with what the searches found.
    #[pyo3(get)]
    trajectories: Py<Trajectories>,
    /// The seed that they were played from.
    #[pyo3(get)]
    seed: u64,
    /// How many positions the function judged.
    #[pyo3(get)]
    evaluations: u64,
    /// How many it would have judged again: what it had said of them was remembered, or they were met twice
    /// in one batch.
    #[pyo3(get)]
    cache_hits: u64,
    /// How many times the function was called.
    #[pyo3(get)]
    batches: u64,
    /// How long it all took.
    #[pyo3(get)]
    seconds: f64,
    /// How many seconds the calls took, all together; more than `seconds` where they are made several at
    /// once.
    #[pyo3(get)]
    evaluation_seconds: f64,
    game: Py<Game>,
}

#[pymethods]
impl SelfPlay {
    fn __len__(&self) -> usize {
        self.trajectories.get().count()
    }

    fn __repr__(&self) -> String {
        let (games, id) = (self.__len__(), &self.game.get().spec().id);
        format!("<{games} games of {id} by self-play, seed {}>", self.seed)
    }
}

/// Games that a function plays against itself, to learn from: the same for any number of threads.
///
/// ``evaluate`` is a function as for `neural`, and so are ``logits``, ``relative_values`` and ``max_concurrent_batches``. One
/// search plays all seats. What it finds at each step is in the trajectories: a better policy than the
/// function's own, what each seat gets, and a weight: 0 where a search was cut short, or no seat is to act.
///
/// >>> import numpy as np
/// >>> import plyground as pg
/// >>> def even(observations, masks):
/// ...     return masks, np.zeros(len(masks))
/// >>> run = pg.self_play("english-draughts", even, 2, simulations=16, seed=1)
/// >>> played = run.trajectories
/// >>> played.root_values.shape == (len(played.actions), 2)
/// True
/// >>> rows = played.examples(symmetry="random", seed=3, policies=True)
/// >>> rows.policies.shape == rows.action_masks.shape
/// True
///
/// ``root`` says how a search is made at its root. With ``gumbel``, so many steps are ``max_considered_actions``, and the
/// worse half of them gets no more of the ``simulations``, again and again, so that few are enough to learn
/// from; ``maxvisit_init`` and ``value_scale`` are how much what is found weighs against the policy, and ``interior`` the
/// tree it is ``improved`` by what was found, or ``puct`` goes on. With ``puct`` the root is as the rest:
/// ``c_puct`` is the weight of the policy, ``fpu_reduction`` by how much a step that was never tried is thought to be
/// worse than the others, ``dirichlet_fraction`` the share of noise in the policy at the root, which favours few steps if
/// ``dirichlet_concentration`` is little, and ``forced_playouts`` how often what the noise likes must be tried, which is not
/// learned.
///
/// The first so many ``temperature_turns`` of a game are drawn, with this ``temperature``; after them the best step is
/// made. ``full_search_prob`` is the share of searches that are made in full; the others have ``fast_simulations`` simulations, and
/// are there to play games to their ends.
///
/// ``num_parallel_games`` games are played side by side, in two groups: the function judges the positions of one while
/// the other is searched; or in as many groups as it judges ``max_concurrent_batches``. Towards the end fewer are left to
/// ask about: many games in one call take less time each. What the function says is remembered in so many MiB
/// of ``cache_mib``, and at the end of the call forgotten. What is in a batch does not depend on ``threads``, but
/// on ``num_parallel_games`` and ``max_concurrent_batches``: where what a function says of a position depends on the rest of the
/// batch, in its last digits say, so do the games. Other arguments are those of `matches`, and other options
/// those of `game`.
#[pyfunction]
#[pyo3(
    signature = (game, evaluate, games, seed=Whole(0), *, simulations=Whole(32), root=Fit("gumbel"), max_considered_actions=Whole(16), maxvisit_init=Fit(50.0), value_scale=Fit(1.0), interior=Fit("improved"), c_puct=Fit(1.5), fpu_reduction=Some(Fit(0.25)), dirichlet_fraction=Fit(0.25), dirichlet_concentration=Fit(10.0), forced_playouts=Fit(2.0), temperature=Fit(1.0), temperature_turns=Whole(30), full_search_prob=Fit(1.0), fast_simulations=Whole(8), logits=Fit(false), relative_values=Fit(false), max_concurrent_batches=Whole(1), offset=Whole(0), threads=None, num_parallel_games=Whole(256), cache_mib=Whole(64), max_steps=None, start=None, openings=Whole(0), balanced=Fit(false), **options),
    text_signature = "(game, evaluate, games, seed=0, *, simulations=32, root='gumbel', max_considered_actions=16, maxvisit_init=50.0, value_scale=1.0, interior='improved', c_puct=1.5, fpu_reduction=0.25, dirichlet_fraction=0.25, dirichlet_concentration=10.0, forced_playouts=2.0, temperature=1.0, temperature_turns=30, full_search_prob=1.0, fast_simulations=8, logits=False, relative_values=False, max_concurrent_batches=1, offset=0, threads=None, num_parallel_games=256, cache_mib=64, max_steps=None, start=None, openings=0, balanced=False, **options)"
)]
#[allow(clippy::too_many_arguments)]
pub(super) fn self_play(
    game: &Bound<'_, PyAny>,
    evaluate: &Bound<'_, PyAny>,
    games: Whole,
    seed: Whole,
    simulations: Whole,
    root: Fit<&str>,
    max_considered_actions: Whole,
    maxvisit_init: Fit<f64>,
    value_scale: Fit<f64>,
    interior: Fit<&str>,
    c_puct: Fit<f64>,
    fpu_reduction: Option<Fit<f64>>,
    dirichlet_fraction: Fit<f64>,
    dirichlet_concentration: Fit<f64>,
    forced_playouts: Fit<f64>,
    temperature: Fit<f64>,
    temperature_turns: Whole,
    full_search_prob: Fit<f64>,
    fast_simulations: Whole,
    logits: Fit<bool>,
    relative_values: Fit<bool>,
    max_concurrent_batches: Whole,
    offset: Whole,
    threads: Option<Whole>,
    num_parallel_games: Whole,
    cache_mib: Whole,
    max_steps: Option<Whole>,
    start: Option<&Bound<'_, PyAny>>,
    openings: Whole,
    balanced: Fit<bool>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<SelfPlay> {
    let (py, game) = (game.py(), game_of(game, options)?);
    let evaluate = judging(evaluate)?;
    let judge = Judge {
        evaluate,
        form: Form { logits: *logits, relative_values: *relative_values },
        max_concurrent_batches: at_once(max_concurrent_batches)?,
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
        within(name, value, least, most)?;
    }
    let root = root_of(&root, gumbel_of(max_considered_actions, *maxvisit_init, *value_scale, &interior)?)?;
    let (positions, random) = (positions_of(start)?, openings.up_to("openings", u32::MAX)?);
    let positions: Vec<&str> = positions.iter().map(String::as_str).collect();
    let any = game.get().any().clone();
    let request = agents::SelfPlay {
        settings: Puct {
            simulations: simulations_of("simulations", simulations)?,
            c_puct: *c_puct,
            temperature: *temperature,
            fpu_reduction,
            root,
        },
        explore: Explore {
            dirichlet_fraction: *dirichlet_fraction,
            dirichlet_concentration: *dirichlet_concentration,
            forced_playouts: *forced_playouts,
            temperature_turns: temperature_turns.up_to("temperature_turns", u32::MAX)?,
            full_search_prob: *full_search_prob,
            fast_simulations: simulations_of("fast_simulations", fast_simulations)?,
        },
        games: games.0,
        seed: seed.0,
        offset: offset.0,
        threads: threads.map(Whole::size),
        max_steps: steps_of(max_steps),
        starts: Starts { positions: &positions, turns: random, balanced: *balanced },
        num_parallel_games: num_parallel_games.size(),
        max_concurrent_batches: judge.max_concurrent_batches,
        cache_bytes: cache_mib.0.saturating_mul(1 << 20),
    };
    let asking = Asking::new(&*any, vec![Some(judge)]);
    let played =
        patiently(py, |go_on| agents::self_play(&*any, &request, &|batch| asking.judge(batch), go_on))?
            .raised()?;
    let played = asking.answered(played)?.unwrap_or_default();
    let trajectories = Py::new(py, Trajectories::new(&game, played.games))?;
    Ok(SelfPlay {
        trajectories,
        seed: seed.0,
        evaluations: played.counts.evaluations,
        cache_hits: played.counts.cache_hits,
        batches: played.counts.batches,
        seconds: played.took.as_secs_f64(),
        evaluation_seconds: played.evaluation_time.as_secs_f64(),
        game: game.unbind(),
    })
}
