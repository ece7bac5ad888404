//! `Matches`: what came of games between agents, and where such games begin.

use super::agents::players_of;
use super::args::{Whole, patiently};
use super::data::{Run, by_seat, copied, framed, json, restorer, rows_of};
use super::errors::{Fault, Raised, wrong_type};
use super::fits::Fit;
use super::functions::game_of;
use super::game::{Game, same, steps_of};
use super::judges::Asking;
use super::scores::{means_tuple, scores_dict};
use super::state::State;
use numpy::{
    PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyReadonlyArray3,
};
use plyground::agents::{self, AgentSpec, MatchError, MatchRequest, Starts};
use plyground::sim::{Play, Recipe, Tally};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyString, PyTuple};

impl Fault for MatchError {
    fn exception(self) -> PyErr {
        match self {
            MatchError::Limit(limit) => limit.exception(),
            MatchError::Agents { .. } | MatchError::NothingToBalance | MatchError::NoBalance { .. } => {
                PyValueError::new_err(self.to_string())
            }
        }
    }
}

/// Games between agents: one row a game.
///
/// >>> import plyground as pg
/// >>> run = pg.matches("english-draughts", ["ab:2", "random"], 100, seed=0)
/// >>> run.returns.shape, run.agents[:3].tolist()
/// ((100, 2), [[0, 1], [1, 0], [0, 1]])
/// >>> run.mean_returns[0] > 0.5
/// True
///
/// They can be pickled, and are JSON under the same names:
///
/// >>> import json, pickle
/// >>> pickle.loads(pickle.dumps(run)) == run
/// True
/// >>> data = json.loads(run.to_json())
/// >>> data["specs"], data["agents"] == run.agents.tolist()
/// (['ab:2', 'random'], True)
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct Matches {
    /// The game that was played.
    #[pyo3(get)]
    game: Py<Game>,
    /// The texts of the agents.
    #[pyo3(get)]
    agent_specs: Py<PyTuple>,
    /// The seed that it was played from.
    #[pyo3(get)]
    seed: u64,
    /// The number of the first game.
    #[pyo3(get)]
    offset: u64,
    /// What each seat got, shape (n, seats); ``scores.cut_off`` where the game was cut off.
    #[pyo3(get)]
    returns: Py<PyArray2<f64>>,
    /// The number of steps.
    #[pyo3(get)]
    steps: Py<PyArray1<u32>>,
    /// How it ended, as an index to `REASONS`; 255 where it was cut off.
    #[pyo3(get)]
    reasons: Py<PyArray1<u8>>,
    /// The first action; -1 where there was none.
    #[pyo3(get)]
    first_action: Py<PyArray1<i32>>,
    /// The first eight actions, those of its opening and of chance among them, shape (n, 8); -1 where there
    /// are no more.
    #[pyo3(get)]
    opening_actions: Py<PyArray2<i32>>,
    /// Which agent sat where, as an index to `specs`, shape (n, seats).
    #[pyo3(get)]
    agents: Py<PyArray2<u8>>,
    /// The mean number of legal steps that seats chose from.
    #[pyo3(get)]
    branching: Py<PyArray1<f32>>,
    /// How often the side with most material gave way to another.
    #[pyo3(get)]
    lead_changes: Py<PyArray1<u16>>,
    /// How far the winner was behind in material, while it was behind: after each such turn the root of the
    /// difference between the leader's share of all material and its own, on average; 0 where it never was,
    /// or nobody won.
    #[pyo3(get)]
    drama: Py<PyArray1<f32>>,
    /// The kinds of pieces in `pieces`; those under a piece of another seat are ``captive``.
    #[pyo3(get)]
    piece_kinds: Vec<String>,
    /// How many pieces each seat had of each kind before one step drawn at random, shape (n, seats, kinds).
    #[pyo3(get)]
    pieces: Py<PyArray3<u8>>,
    /// How many steps had been made then; -1 where no seat made any.
    #[pyo3(get)]
    piece_step: Py<PyArray1<i32>>,
    /// The endings with their numbers, the commonest first.
    endings: Vec<(&'static str, usize)>,
    tally: Tally,
}

impl Matches {
    fn new(
        game: &Bound<'_, Game>,
        specs: &[String],
        seed: u64,
        offset: u64,
        played: agents::Matches,
    ) -> PyResult<Matches> {
        let (py, games, seats) = (game.py(), played.steps.len(), game.get().spec().seats.into());
        let shape = [games, seats, played.piece_kinds.len()];
        let (endings, tally) = (played.endings(), played.tally(specs.len()));
        Ok(Matches {
            game: game.clone().unbind(),
            agent_specs: PyTuple::new(py, specs)?.unbind(),
            seed,
            offset,
            returns: PyArray1::from_vec(py, played.returns).reshape([games, seats])?.unbind(),
            steps: PyArray1::from_vec(py, played.steps).unbind(),
            reasons: PyArray1::from_vec(py, played.reasons).unbind(),
            first_action: PyArray1::from_vec(py, played.first_action).unbind(),
            opening_actions: PyArray1::from_vec(py, played.opening_actions)
                .reshape([games, agents::LINE])?
                .unbind(),
            agents: PyArray1::from_vec(py, played.agents).reshape([games, seats])?.unbind(),
            branching: PyArray1::from_vec(py, played.branching).unbind(),
            lead_changes: PyArray1::from_vec(py, played.lead_changes).unbind(),
            drama: PyArray1::from_vec(py, played.drama).unbind(),
            piece_kinds: played.piece_kinds,
            pieces: PyArray1::from_vec(py, played.pieces).reshape(shape)?.unbind(),
            piece_step: PyArray1::from_vec(py, played.piece_step).unbind(),
            endings,
            tally,
        })
    }

    /// What the arrays say now. They can be written to: a refusal if that left no possible games.
    fn played(&self, py: Python<'_>) -> PyResult<agents::Matches> {
        let spec = self.game.get().spec();
        let played = agents::Matches {
            seats: spec.seats.into(),
            returns: copied(py, &self.returns),
            steps: copied(py, &self.steps),
            reasons: copied(py, &self.reasons),
            first_action: copied(py, &self.first_action),
            opening_actions: copied(py, &self.opening_actions),
            agents: copied(py, &self.agents),
            branching: copied(py, &self.branching),
            lead_changes: copied(py, &self.lead_changes),
            drama: copied(py, &self.drama),
            piece_kinds: self.piece_kinds.clone(),
            pieces: copied(py, &self.pieces),
            piece_step: copied(py, &self.piece_step),
        };
        played.check(spec, self.agent_specs.bind(py).len()).raised()?;
        Ok(played)
    }

    fn texts(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.agent_specs.bind(py).extract()
    }
}

#[pymethods]
impl Matches {
    /// How many games ended how, the commonest first; ``truncated`` counts those cut off.
    #[getter]
    fn reason_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.endings.iter().copied().into_py_dict(py)
    }

    /// Each score that somebody got with how often each of the `specs` got it, the lowest first; one that has
    /// several seats gets something for each. Games that were cut off have none.
    #[getter]
    fn score_counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        scores_dict(py, &self.tally)
    }

    /// What each of the `specs` got on average, in the games that were not cut off; ``nan`` if all were.
    #[getter]
    fn mean_returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        means_tuple(py, &self.tally)
    }

    /// A table of pandas, a row a game: its number, the reason of its end in a word, `steps`, the `first`
    /// action, what each seat got and which agent sat there, and the measures.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let columns = rows_of(py, self.offset, &self.reasons)?;
        columns.set_item("steps", &self.steps)?;
        columns.set_item("first_action", &self.first_action)?;
        by_seat(&columns, "return", self.returns.bind(py))?;
        let specs = PyArray1::from_vec(py, self.agent_specs.bind(py).iter().map(Bound::unbind).collect());
        by_seat(&columns, "agent", &specs.get_item(&self.agents)?)?;
        columns.set_item("branching", &self.branching)?;
        columns.set_item("lead_changes", &self.lead_changes)?;
        columns.set_item("drama", &self.drama)?;
        framed(&columns)
    }

    /// All of it as JSON, by the names that it has here, and `game` by its id, options and frame.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        let (game, played) = (Recipe::of(self.game.get().spec()), &self.played(py)?);
        json(&Run { game, agent_specs: Some(self.texts(py)?), seed: self.seed, offset: self.offset, played })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        let Ok(other) = other.cast::<Matches>() else { return Ok(false) };
        let other = other.get();
        Ok((self.seed, self.offset, self.texts(py)?) == (other.seed, other.offset, other.texts(py)?)
            && same(&self.game, &other.game)
            && self.played(py)? == other.played(py)?)
    }

    /// `_restore_matches(game, specs, seed, offset, arrays, piece_kinds)`.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let seats = (
            &self.returns,
            &self.steps,
            &self.reasons,
            &self.first_action,
            &self.opening_actions,
            &self.agents,
        );
        let measures = (&self.branching, &self.lead_changes, &self.drama, &self.pieces, &self.piece_step);
        let parts =
            (&self.game, &self.agent_specs, self.seed, self.offset, seats, measures, &self.piece_kinds);
        Ok((restorer(py, "_restore_matches")?, parts.into_pyobject(py)?))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.steps.bind(py).len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (games, id) = (self.__len__(py)?, &self.game.get().spec().id);
        Ok(format!("<{games} games of {id} between {}, seed {}>", self.texts(py)?.join(", "), self.seed))
    }
}

/// Plays games between agents; the same for any number of threads.
///
/// ``agents`` is one agent for all seats, or a sequence of one for each seat or one for each team. With
/// ``rotate`` they change seats: of ``R`` agents, games ``R*p`` to ``R*p + R-1`` begin alike, have the same
/// draws of chance, and seat the agents one seat further on each time.
///
/// The seed and the number of a game determine it; the first one here is number ``offset``, so that a long
/// match may be played in pieces. Games longer than ``max_steps`` are cut off. ``threads=None`` uses all
/// processors. ``abreast`` games are played side by side for a `Neural`, which is asked for half of them at
/// once, while the others are searched; or for as many as are asked about by one of so many threads, where it
/// may be called `together`. Other options are those of `game`.
///
/// ``start`` is a position string to play from, or a list of them that are taken in turns; ``openings`` is
/// how many turns are made at random before the agents play, and with ``balanced`` such are looked for after
/// which ``ab:2`` is ahead or behind by at most half a man. The games of a rotation begin alike, and so do
/// those of other agents under the same seed: see `openings`.
#[pyfunction]
#[pyo3(
    signature = (game, agents, games, seed=Whole(0), *, offset=Whole(0), threads=None, rotate=Fit(true), max_steps=None, start=None, openings=Whole(0), balanced=Fit(false), num_parallel_games=Whole(256), **options),
    text_signature = "(game, agents, games, seed=0, *, offset=0, threads=None, rotate=True, max_steps=None, start=None, openings=0, balanced=False, num_parallel_games=256, **options)"
)]
#[allow(clippy::too_many_arguments)]
pub(super) fn matches(
    game: &Bound<'_, PyAny>,
    agents: &Bound<'_, PyAny>,
    games: Whole,
    seed: Whole,
    offset: Whole,
    threads: Option<Whole>,
    rotate: Fit<bool>,
    max_steps: Option<Whole>,
    start: Option<&Bound<'_, PyAny>>,
    openings: Whole,
    balanced: Fit<bool>,
    num_parallel_games: Whole,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Matches> {
    let (py, game) = (game.py(), game_of(game, options)?);
    let (positions, turns) = (positions_of(start)?, openings.up_to("openings", u32::MAX)?);
    let positions: Vec<&str> = positions.iter().map(String::as_str).collect();
    let (specs, judges): (Vec<AgentSpec>, Vec<_>) = players_of(agents)?.into_iter().unzip();
    let any = game.get().any().clone();
    let asking = Asking::new(&*any, judges);
    let request = MatchRequest {
        agents: &specs,
        games: games.0,
        seed: seed.0,
        offset: offset.0,
        threads: threads.map(Whole::size),
        rotate: *rotate,
        max_steps: steps_of(max_steps),
        starts: Starts { positions: &positions, turns, balanced: *balanced },
        num_parallel_games: num_parallel_games.size(),
        max_concurrent_batches: asking.max_concurrent_batches(),
    };
    let played =
        patiently(py, |go_on| agents::matches(&*any, &request, &|batch| asking.judge(batch), go_on))?
            .raised()?;
    let played = asking.answered(played)?.unwrap_or_default();
    let specs: Vec<String> = specs.iter().map(AgentSpec::to_string).collect();
    Matches::new(&game, &specs, seed.0, offset.0, played)
}

/// One position string, or a list of them that has some.
pub(super) fn positions_of(start: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    let Some(start) = start else { return Ok(Vec::new()) };
    if let Ok(text) = start.cast::<PyString>() {
        return Ok(vec![text.to_str()?.into()]);
    }
    let wrong = |_| wrong_type("start", "a position string or a list of position strings", start);
    let positions: Vec<String> = start.extract().map_err(wrong)?;
    if positions.is_empty() {
        return Err(PyValueError::new_err("start must name at least one position, or be None"));
    }
    Ok(positions)
}

/// Where the games of a match begin, or the rounds in which agents change seats: states whose records have
/// the random turns.
///
/// >>> import plyground as pg
/// >>> for state in pg.openings("chess", 2, turns=4, balanced=True):
/// ...     print(" ".join(state.steps))
/// g1h3 b7b6 c2c3 b6b5
/// c2c4 g8h6 g1f3 b8c6
///
/// ``n`` of them are drawn from a seed, the first one being number ``offset``; ``start`` is where they begin,
/// in turns if it is a list. With ``balanced`` such are looked for after which ``ab:2`` is ahead or behind by
/// at most half a man; if there are none among 32, the most even is taken. None ends the game. Other options
/// are those of `game`.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
#[pyo3(
    signature = (game, n, seed=Whole(0), *, turns=Whole(0), balanced=Fit(false), start=None, offset=Whole(0), **options),
    text_signature = "(game, n, seed=0, *, turns=0, balanced=False, start=None, offset=0, **options)"
)]
pub(super) fn openings(
    game: &Bound<'_, PyAny>,
    n: Whole,
    seed: Whole,
    turns: Whole,
    balanced: Fit<bool>,
    start: Option<&Bound<'_, PyAny>>,
    offset: Whole,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<State>> {
    let (py, game) = (game.py(), game_of(game, options)?);
    let (positions, turns) = (positions_of(start)?, turns.up_to("turns", u32::MAX)?);
    let positions: Vec<&str> = positions.iter().map(String::as_str).collect();
    let any = game.get().any().clone();
    let starts = Starts { positions: &positions, turns, balanced: *balanced };
    let states: Vec<Play> = patiently(py, |go_on| {
        let found = agents::openings(&*any, starts, n.0, seed.0, offset.0, go_on).raised()?;
        let state = |opening: agents::Opening| {
            let mut state = any.read_fen(&opening.start, 0).raised()?;
            for action in opening.actions {
                state.apply_action(action.into()).raised()?;
            }
            Ok(state)
        };
        found.unwrap_or_default().into_iter().take_while(|_| go_on()).map(state).collect::<PyResult<_>>()
    })??;
    Ok(states.into_iter().map(|state| State::new(game.clone().unbind(), state)).collect())
}

/// Matches that were pickled.
#[pyfunction]
#[allow(clippy::type_complexity)]
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
    };
    played.check(game.get().spec(), agent_specs.len()).raised()?;
    Matches::new(game, &agent_specs, seed, offset, played)
}
