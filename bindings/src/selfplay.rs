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

/// Games of a function against itself, made by `selfplay`, and how they were made.
///
/// >>> import numpy as np
/// >>> import plyground as pg
/// >>> def even(observations, masks):
/// ...     return masks, np.zeros(len(masks))
/// >>> run = pg.selfplay("stax", even, 4, simulations=8, max_steps=30)
/// >>> run
/// <4 games of stax by self-play, seed 0>
/// >>> len(run.trajectories), run.judged > 100, 0 < run.judging < run.seconds
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
    judged: u64,
    /// How many it would have judged again: what it had said of them was remembered, or they were met twice
    /// in one batch.
    #[pyo3(get)]
    known: u64,
    /// How many times the function was called.
    #[pyo3(get)]
    batches: u64,
    /// How long it all took.
    #[pyo3(get)]
    seconds: f64,
    /// How many seconds the calls took, all together; more than `seconds` where they are made several at
    /// once.
    #[pyo3(get)]
    judging: f64,
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
/// ``evaluate`` is a function as for `neural`, and so are ``logits``, ``relative`` and ``together``. One
/// search plays all seats. What it finds at each step is in the trajectories: a better policy than the
/// function's own, what each seat gets, and a weight: 0 where a search was cut short, or no seat is to act.
///
/// >>> import numpy as np
/// >>> import plyground as pg
/// >>> def even(observations, masks):
/// ...     return masks, np.zeros(len(masks))
/// >>> run = pg.selfplay("english-draughts", even, 2, simulations=16, seed=1)
/// >>> played = run.trajectories
/// >>> played.root_values.shape == (len(played.actions), 2)
/// True
/// >>> rows = played.examples(symmetry="random", seed=3, policies=True)
/// >>> rows.policies.shape == rows.masks.shape
/// True
///
/// ``root`` says how a search is made at its root. With ``gumbel``, so many steps are ``considered``, and the
/// worse half of them gets no more of the ``simulations``, again and again, so that few are enough to learn
/// from; ``visit`` and ``scale`` are how much what is found weighs against the policy, and ``inside`` the
/// tree it is ``improved`` by what was found, or ``puct`` goes on. With ``puct`` the root is as the rest:
/// ``c`` is the weight of the policy, ``reduction`` by how much a step that was never tried is thought to be
/// worse than the others, ``noise`` the share of noise in the policy at the root, which favours few steps if
/// ``concentration`` is little, and ``forced`` how often what the noise likes must be tried, which is not
/// learned.
///
/// The first so many ``turns`` of a game are drawn, with this ``temperature``; after them the best step is
/// made. ``full`` is the share of searches that are made in full; the others have ``fast`` simulations, and
/// are there to play games to their ends.
///
/// ``abreast`` games are played side by side, in two groups: the function judges the positions of one while
/// the other is searched; or in as many groups as it judges ``together``. Towards the end fewer are left to
/// ask about: many games in one call take less time each. What the function says is remembered in so many MiB
/// of ``cache``, and at the end of the call forgotten. What is in a batch does not depend on ``threads``, but
/// on ``abreast`` and ``together``: where what a function says of a position depends on the rest of the
/// batch, in its last digits say, so do the games. Other arguments are those of `matches`, and other options
/// those of `game`.
#[pyfunction]
#[pyo3(
    signature = (game, evaluate, games, seed=Whole(0), *, simulations=Whole(32), root=Fit("gumbel"), considered=Whole(16), visit=Fit(50.0), scale=Fit(1.0), inside=Fit("improved"), c=Fit(1.5), reduction=Some(Fit(0.25)), noise=Fit(0.25), concentration=Fit(10.0), forced=Fit(2.0), temperature=Fit(1.0), turns=Whole(30), full=Fit(1.0), fast=Whole(8), logits=Fit(false), relative=Fit(false), together=Whole(1), offset=Whole(0), threads=None, abreast=Whole(256), cache=Whole(64), max_steps=None, start=None, openings=Whole(0), balanced=Fit(false), **options),
    text_signature = "(game, evaluate, games, seed=0, *, simulations=32, root='gumbel', considered=16, visit=50.0, scale=1.0, inside='improved', c=1.5, reduction=0.25, noise=0.25, concentration=10.0, forced=2.0, temperature=1.0, turns=30, full=1.0, fast=8, logits=False, relative=False, together=1, offset=0, threads=None, abreast=256, cache=64, max_steps=None, start=None, openings=0, balanced=False, **options)"
)]
#[allow(clippy::too_many_arguments)]
pub(super) fn selfplay(
    game: &Bound<'_, PyAny>,
    evaluate: &Bound<'_, PyAny>,
    games: Whole,
    seed: Whole,
    simulations: Whole,
    root: Fit<&str>,
    considered: Whole,
    visit: Fit<f64>,
    scale: Fit<f64>,
    inside: Fit<&str>,
    c: Fit<f64>,
    reduction: Option<Fit<f64>>,
    noise: Fit<f64>,
    concentration: Fit<f64>,
    forced: Fit<f64>,
    temperature: Fit<f64>,
    turns: Whole,
    full: Fit<f64>,
    fast: Whole,
    logits: Fit<bool>,
    relative: Fit<bool>,
    together: Whole,
    offset: Whole,
    threads: Option<Whole>,
    abreast: Whole,
    cache: Whole,
    max_steps: Option<Whole>,
    start: Option<&Bound<'_, PyAny>>,
    openings: Whole,
    balanced: Fit<bool>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<SelfPlay> {
    let (py, game) = (game.py(), game_of(game, options)?);
    let evaluate = judging(evaluate)?;
    let judge =
        Judge { evaluate, form: Form { logits: *logits, relative: *relative }, together: at_once(together)? };
    let reduction = reduction.as_deref().copied();
    for (name, value, least, most) in [
        ("c", *c, 0.0, 100.0),
        ("reduction", reduction.unwrap_or(0.0), 0.0, 100.0),
        ("noise", *noise, 0.0, 1.0),
        ("concentration", *concentration, 1e-3, 1e6),
        ("forced", *forced, 0.0, 100.0),
        ("temperature", *temperature, 0.0, 100.0),
        ("full", *full, 0.0, 1.0),
    ] {
        within(name, value, least, most)?;
    }
    let root = root_of(&root, gumbel_of(considered, *visit, *scale, &inside)?)?;
    let (positions, random) = (positions_of(start)?, openings.up_to("openings", u32::MAX)?);
    let positions: Vec<&str> = positions.iter().map(String::as_str).collect();
    let any = game.get().any().clone();
    let request = agents::SelfPlay {
        settings: Puct {
            simulations: simulations_of("simulations", simulations)?,
            c: *c,
            temperature: *temperature,
            reduction,
            root,
        },
        explore: Explore {
            noise: *noise,
            concentration: *concentration,
            forced: *forced,
            turns: turns.up_to("turns", u32::MAX)?,
            full: *full,
            fast: simulations_of("fast", fast)?,
        },
        games: games.0,
        seed: seed.0,
        offset: offset.0,
        threads: threads.map(Whole::size),
        max_steps: steps_of(max_steps),
        starts: Starts { positions: &positions, turns: random, balanced: *balanced },
        abreast: abreast.size(),
        together: judge.together,
        cache: cache.0.saturating_mul(1 << 20),
    };
    let asking = Asking::new(&*any, vec![Some(judge)]);
    let played =
        patiently(py, |go_on| agents::selfplay(&*any, &request, &|batch| asking.judge(batch), go_on))?
            .raised()?;
    let played = asking.answered(played)?.unwrap_or_default();
    let trajectories = Py::new(py, Trajectories::new(&game, played.games))?;
    Ok(SelfPlay {
        trajectories,
        seed: seed.0,
        judged: played.counts.judged,
        known: played.counts.known,
        batches: played.counts.batches,
        seconds: played.took.as_secs_f64(),
        judging: played.judging.as_secs_f64(),
        game: game.unbind(),
    })
}
