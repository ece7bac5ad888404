//! `Trajectories`: games that were written down.

use super::args::{Whole, element_of, marks_of, patiently};
use super::data::{attributes, json};
use super::errors::Raised;
use super::examples::Examples;
use super::fits::Fit;
use super::game::{Game, same};
use super::vector::{listed, shown};
use numpy::{PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use plyground::game::shortened;
use plyground::sim::{self, Recipe, Turned, Wanted};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde::{Deserialize, Serialize};

/// Games written down from start to end, one after the other.
///
/// The steps of game ``i`` are those from ``offsets[i]`` up to ``offsets[i + 1]``.
///
/// >>> import plyground as pg
/// >>> games = pg.vector("english-draughts", 8, record=True)
/// >>> while len(played := games.pop_finished()) == 0:
/// ...     games.step(games.sample())
/// >>> state = games.game.from_fen(played.starts[0])
/// >>> for action in played.actions[: played.offsets[1]]:
/// ...     state.apply(action)
/// >>> state.is_terminal, (state.returns == played.returns[0]).all()
/// (True, np.True_)
///
/// They can be pickled, and written as JSON and read from it. Either way they are played again, so that what
/// is read could have been played.
///
/// >>> again = pg.Trajectories.from_json(played.to_json())
/// >>> again == played, again.game
/// (True, Game('english-draughts'))
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct Trajectories {
    /// The game that was played.
    #[pyo3(get)]
    game: Py<Game>,
    played: sim::Trajectories,
}

impl Trajectories {
    pub fn new(game: &Bound<'_, Game>, played: sim::Trajectories) -> Trajectories {
        Trajectories { game: game.clone().unbind(), played }
    }

    /// How many games there are.
    pub fn count(&self) -> usize {
        self.played.starts.len()
    }

    /// Games of some game, if they could have been played.
    fn checked(game: &Bound<'_, Game>, played: sim::Trajectories) -> PyResult<Trajectories> {
        let any = game.get().any();
        game.py().detach(|| played.check(&**any)).raised()?;
        Ok(Trajectories::new(game, played))
    }

    fn searched(&self) -> Option<&sim::Searched> {
        self.played.searched.as_ref()
    }

    /// The steps that examples are wanted of: by default all but those of chance.
    fn steps(&self, steps: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<usize>> {
        let current_players = &self.played.current_players;
        let Some(steps) = steps else {
            return Ok((0..current_players.len()).filter(|&step| current_players[step] >= 0).collect());
        };
        let (array, kind) = listed(steps, "steps")?;
        if !matches!(kind, b'i' | b'u') {
            return Err(PyTypeError::new_err(format!("steps must be integers, not {}", array.dtype())));
        }
        let wide = array.call_method1("astype", ("int64",))?;
        let wide: PyReadonlyArray1<'_, i64> = wide.extract()?;
        let read = |&step: &i64| match usize::try_from(step)
            .ok()
            .and_then(|at| Some((at, *current_players.get(at)?)))
        {
            None => Err(PyIndexError::new_err(format!(
                "there is no step {step}: the games have {} steps in all",
                current_players.len()
            ))),
            Some((_, actor)) if actor < 0 => {
                Err(PyValueError::new_err(format!("step {step} is one of chance: see current_players")))
            }
            Some((at, _)) => Ok(at),
        };
        wide.as_array().iter().map(read).collect()
    }

    /// How examples are to be turned.
    fn turned(&self, symmetry: Option<&str>) -> PyResult<Turned> {
        let symmetries = self.game.get().any().symmetries();
        match symmetry {
            None => Ok(Turned::No),
            Some("random") => Ok(Turned::Random),
            Some(name) => match symmetries.iter().position(|known| known.name == name) {
                Some(at) => Ok(Turned::By(at)),
                None => {
                    let names: Vec<&str> = symmetries.iter().map(|known| known.name.as_str()).collect();
                    Err(PyValueError::new_err(format!(
                        "there is no symmetry '{}'; there are: random{}{}",
                        shortened(name),
                        if names.is_empty() { "" } else { ", " },
                        names.join(", ")
                    )))
                }
            },
        }
    }
}

#[pymethods]
impl Trajectories {
    /// Checks the arrays by playing the games again.
    #[new]
    #[pyo3(signature = (
        game,
        offsets,
        actions,
        current_players,
        envs,
        returns,
        reasons,
        starts,
        policy_offsets=None,
        policy_actions=None,
        policy_weights=None,
        root_values=None,
        weights=None,
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new_checked(
        game: &Bound<'_, Game>,
        offsets: PyReadonlyArray1<'_, i64>,
        actions: PyReadonlyArray1<'_, i32>,
        current_players: PyReadonlyArray1<'_, i8>,
        envs: PyReadonlyArray1<'_, i32>,
        returns: PyReadonlyArray2<'_, f32>,
        reasons: PyReadonlyArray1<'_, u8>,
        starts: Vec<String>,
        policy_offsets: Option<PyReadonlyArray1<'_, i64>>,
        policy_actions: Option<PyReadonlyArray1<'_, i32>>,
        policy_weights: Option<PyReadonlyArray1<'_, f32>>,
        root_values: Option<PyReadonlyArray2<'_, f32>>,
        weights: Option<PyReadonlyArray1<'_, f32>>,
    ) -> PyResult<Trajectories> {
        let parts = (policy_offsets, policy_actions, policy_weights, root_values, weights);
        let searched = match &parts {
            (None, None, None, None, None) => None,
            (Some(offsets), Some(actions), Some(shares), Some(values), Some(weights)) => {
                Some(sim::Searched {
                    policy_offsets: offsets.as_array().to_vec(),
                    policy_actions: actions.as_array().to_vec(),
                    policy_weights: shares.as_array().to_vec(),
                    root_values: values.as_array().iter().copied().collect(),
                    weights: weights.as_array().to_vec(),
                })
            }
            _ => return Err(PyValueError::new_err("of what searches found either all is given or nothing")),
        };
        let played = sim::Trajectories {
            seats: returns.as_array().ncols(),
            offsets: offsets.as_array().to_vec(),
            actions: actions.as_array().to_vec(),
            current_players: current_players.as_array().to_vec(),
            envs: envs.as_array().to_vec(),
            returns: returns.as_array().iter().copied().collect(),
            reasons: reasons.as_array().to_vec(),
            starts,
            searched,
        };
        Trajectories::checked(game, played)
    }

    /// Where the steps of each game begin, and the end: n + 1 numbers.
    #[getter]
    fn offsets<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<i64>> {
        shown(slf, &slf.get().played.offsets[..].into())
    }

    /// The actions of all games, those of chance steps among them.
    #[getter]
    fn actions<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<i32>> {
        shown(slf, &slf.get().played.actions[..].into())
    }

    /// Who made each step: a seat, or -2 for chance.
    #[getter]
    fn current_players<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<i8>> {
        shown(slf, &slf.get().played.current_players[..].into())
    }

    /// In which environment each game was played.
    #[getter]
    fn envs<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<i32>> {
        shown(slf, &slf.get().played.envs[..].into())
    }

    /// What each seat got, shape (n, seats); ``scores.cut_off`` where the game was cut off.
    #[getter]
    fn returns<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray2<f32>> {
        let this = slf.get();
        shown(slf, &this.game.get().any().shapes().seats_of(&this.played.returns))
    }

    /// How each game ended, as an index to `REASONS`; 255 where it was cut off.
    #[getter]
    fn reasons<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyArray1<u8>> {
        shown(slf, &slf.get().played.reasons[..].into())
    }

    /// The position string that each game began with.
    #[getter]
    fn starts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.played.starts)
    }

    /// Where the policy of each step begins, and the end, if the games were played by searches; else none.
    ///
    /// What the search of step ``i`` says of its legal actions is in `policy_actions` and `policy_weights`
    /// from ``policy_offsets[i]`` up to ``policy_offsets[i + 1]``; of steps of chance, nothing.
    #[getter]
    fn policy_offsets<'py>(slf: &Bound<'py, Self>) -> Option<Bound<'py, PyArray1<i64>>> {
        slf.get().searched().map(|searched| shown(slf, &searched.policy_offsets[..].into()))
    }

    /// The actions that policies tell of, if the games were played by searches.
    #[getter]
    fn policy_actions<'py>(slf: &Bound<'py, Self>) -> Option<Bound<'py, PyArray1<i32>>> {
        slf.get().searched().map(|searched| shown(slf, &searched.policy_actions[..].into()))
    }

    /// How good each of them is, if the games were played by searches: those of a step are 1 together.
    #[getter]
    fn policy_weights<'py>(slf: &Bound<'py, Self>) -> Option<Bound<'py, PyArray1<f32>>> {
        slf.get().searched().map(|searched| shown(slf, &searched.policy_weights[..].into()))
    }

    /// What each seat gets by the search, shape (steps, seats), if the games were played by searches; zeros
    /// for steps of chance.
    #[getter]
    fn root_values<'py>(slf: &Bound<'py, Self>) -> Option<Bound<'py, PyArray2<f32>>> {
        let this = slf.get();
        let shapes = this.game.get().any().shapes();
        this.searched().map(|searched| shown(slf, &shapes.seats_of(&searched.root_values)))
    }

    /// How much each step counts for who learns from it, if the games were played by searches: 0 where the
    /// search was cut short, and for chance.
    #[getter]
    fn weights<'py>(slf: &Bound<'py, Self>) -> Option<Bound<'py, PyArray1<f32>>> {
        slf.get().searched().map(|searched| shown(slf, &searched.weights[..].into()))
    }

    /// All of it as JSON, by the names that it has here, and `game` by its id, options and frame.
    fn to_json(&self) -> PyResult<String> {
        json(&Written { game: Recipe::of(self.game.get().spec()), played: &self.played })
    }

    /// Games that were written as JSON. They are played again: what cannot have been played is refused.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: Fit<&str>) -> PyResult<Trajectories> {
        let refused = |error: serde_json::Error| PyValueError::new_err(format!("no trajectories: {error}"));
        let of: Of = serde_json::from_str(&text).map_err(refused)?;
        let played: sim::Trajectories = serde_json::from_str(&text).map_err(refused)?;
        Trajectories::checked(&Bound::new(py, Game::again(py, of.game)?)?, played)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Trajectories>();
        other.is_ok_and(|other| self.played == other.get().played && same(&self.game, &other.get().game))
    }

    /// `Trajectories(game, offsets, actions, …)`.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let names = [
            "game",
            "offsets",
            "actions",
            "current_players",
            "envs",
            "returns",
            "reasons",
            "starts",
            "policy_offsets",
            "policy_actions",
            "policy_weights",
            "root_values",
            "weights",
        ];
        Ok((slf.get_type().into_any(), attributes(slf, &names)?))
    }

    /// What was seen and done at some steps, by their places in `actions`; by default at all but those of
    /// chance.
    ///
    /// The games are played again for it. ``observations`` and ``action_masks`` are as for `vector`. ``symmetry``
    /// turns the examples: by the one of that name, or ``random`` by any or none, drawn by ``seed`` for each;
    /// what cannot be turned, as the board of chess while castling is possible, stays as it is. With
    /// ``policies`` they say how good each action is by the search, turned as actions are, where the games
    /// were played by searches.
    #[pyo3(
        signature = (
            steps=None, *, observations=None, action_masks=None, policies=Fit(false), symmetry=None, seed=Whole(0)
        ),
        text_signature = "($self, steps=None, *, observations=True, action_masks=True, policies=False, \
                          symmetry=None, seed=0)"
    )]
    #[allow(clippy::too_many_arguments)]
    fn examples(
        &self,
        py: Python<'_>,
        steps: Option<&Bound<'_, PyAny>>,
        observations: Option<&Bound<'_, PyAny>>,
        action_masks: Option<&Bound<'_, PyAny>>,
        policies: Fit<bool>,
        symmetry: Option<Fit<&str>>,
        seed: Whole,
    ) -> PyResult<Examples> {
        if *policies && self.searched().is_none() {
            let message =
                "there are no policies: these games were not played by searches, as those of self_play are";
            return Err(PyValueError::new_err(message));
        }
        let steps = self.steps(steps)?;
        let wanted = Wanted {
            steps: &steps,
            observations: element_of(observations)?,
            action_masks: marks_of(action_masks)?,
            policies: *policies,
            turned: self.turned(symmetry.as_deref().copied())?,
            seed: seed.0,
        };
        let (game, played) = (self.game.get().any(), &self.played);
        let made = patiently(py, |go_on| sim::examples(&**game, played, &wanted, go_on))?.raised()?;
        let made = made.ok_or_else(|| PyRuntimeError::new_err("the examples were not made to the end"))?;
        Ok(Examples::new(self.game.clone_ref(py), made))
    }

    fn __len__(&self) -> usize {
        self.count()
    }

    fn __repr__(&self) -> String {
        format!("<{} games of {}, written down>", self.played.starts.len(), self.game.get().spec().id)
    }
}

/// Games as they are written.
#[derive(Serialize)]
struct Written<'a> {
    game: Recipe,
    #[serde(flatten)]
    played: &'a sim::Trajectories,
}

/// Which game they are of.
#[derive(Deserialize)]
struct Of {
    game: Recipe,
}
