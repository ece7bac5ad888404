//! `Trajectories`: games that were written down; `Examples`: what can be learned from them.

use super::args::{Whole, element_of, marks_of, patiently};
use super::errors::Raised;
use super::game::Game;
use super::vector::{listed, shown, shown_masks, shown_planes};
use numpy::{PyArray1, PyArray2, PyReadonlyArray1, PyUntypedArrayMethods};
use plyground::sim::{self, Turned, Wanted};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Games written down from start to end, one after the other.
///
/// The steps of game ``i`` are those from ``offsets[i]`` up to ``offsets[i + 1]``.
///
/// >>> import plyground as pg
/// >>> games = pg.vector("english-draughts", 8, record=True)
/// >>> while len(played := games.finished()) == 0:
/// ...     games.step(games.sample())
/// >>> state = games.game.from_fen(played.starts[0])
/// >>> for action in played.actions[: played.offsets[1]]:
/// ...     state.apply(action)
/// >>> state.over, (state.returns == played.returns[0]).all()
/// (True, np.True_)
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

    /// The steps that examples are wanted of: by default all but those of chance.
    fn steps(&self, steps: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<usize>> {
        let actors = &self.played.actors;
        let Some(steps) = steps else {
            return Ok((0..actors.len()).filter(|&step| actors[step] >= 0).collect());
        };
        let (array, kind) = listed(steps, "steps")?;
        if !matches!(kind, b'i' | b'u') {
            return Err(PyTypeError::new_err(format!("steps must be integers, not {}", array.dtype())));
        }
        let wide = array.call_method1("astype", ("int64",))?;
        let wide: PyReadonlyArray1<'_, i64> = wide.extract()?;
        let read = |&step: &i64| match usize::try_from(step).ok().and_then(|at| Some((at, *actors.get(at)?)))
        {
            None => Err(PyIndexError::new_err(format!(
                "there is no step {step}: the games have {} steps in all",
                actors.len()
            ))),
            Some((_, actor)) if actor < 0 => {
                Err(PyValueError::new_err(format!("step {step} is one of chance: see actors")))
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
                    let shown: String = name.chars().take(40).collect();
                    Err(PyValueError::new_err(format!(
                        "there is no symmetry '{shown}'; there are: random{}{}",
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
    /// Where the steps of each game begin, and the end: n + 1 numbers.
    #[getter]
    fn offsets<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let offsets = &slf.get().played.offsets;
        shown(slf, offsets, offsets.len())
    }

    /// The actions of all games, those of chance steps among them.
    #[getter]
    fn actions<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let actions = &slf.get().played.actions;
        shown(slf, actions, actions.len())
    }

    /// Who made each step: a seat, or -2 for chance.
    #[getter]
    fn actors<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let actors = &slf.get().played.actors;
        shown(slf, actors, actors.len())
    }

    /// In which environment each game was played.
    #[getter]
    fn envs<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let envs = &slf.get().played.envs;
        shown(slf, envs, envs.len())
    }

    /// What each seat got, shape (n, seats); zeros where the game was cut off.
    #[getter]
    fn returns<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let this = slf.get();
        let shape = [this.played.starts.len(), this.game.get().spec().seats as usize];
        shown(slf, &this.played.returns, shape)
    }

    /// How each game ended, as an index to `REASONS`; 255 where it was cut off.
    #[getter]
    fn reasons<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let reasons = &slf.get().played.reasons;
        shown(slf, reasons, reasons.len())
    }

    /// The position string that each game began with.
    #[getter]
    fn starts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.played.starts)
    }

    /// What was seen and done at some steps, by their places in `actions`; by default at all but those of chance.
    ///
    /// The games are played again for it. ``observations`` and ``masks`` are as for `vector`. ``symmetry`` turns the examples: by the one of that name, or ``random`` by any or
    /// none, drawn by ``seed`` for each; what cannot be turned, as the board of chess while castling is possible, stays as it is.
    #[pyo3(
        signature = (steps=None, *, observations=None, masks=None, symmetry=None, seed=Whole(0)),
        text_signature = "($self, steps=None, *, observations=True, masks=True, symmetry=None, seed=0)"
    )]
    fn examples(
        &self,
        py: Python<'_>,
        steps: Option<&Bound<'_, PyAny>>,
        observations: Option<&Bound<'_, PyAny>>,
        masks: Option<&Bound<'_, PyAny>>,
        symmetry: Option<&str>,
        seed: Whole,
    ) -> PyResult<Examples> {
        let steps = self.steps(steps)?;
        let wanted = Wanted {
            steps: &steps,
            observations: element_of(observations)?,
            masks: marks_of(masks)?,
            turned: self.turned(symmetry)?,
            seed: seed.0,
        };
        let (game, played) = (self.game.get().any(), &self.played);
        let made = patiently(py, |go_on| sim::examples(&**game, played, &wanted, go_on))?.raised()?;
        let made = made.ok_or_else(|| PyRuntimeError::new_err("the examples were not made to the end"))?;
        Ok(Examples { game: self.game.clone_ref(py), made })
    }

    fn __len__(&self) -> usize {
        self.played.starts.len()
    }

    fn __repr__(&self) -> String {
        format!("<{} games of {}, written down>", self.played.starts.len(), self.game.get().spec().id)
    }
}

/// What was seen and done at some steps: a row each.
///
/// >>> import plyground as pg
/// >>> games = pg.vector("chess", 8, record=True, max_steps=40)
/// >>> while len(played := games.finished()) == 0:
/// ...     games.step(games.sample())
/// >>> examples = played.examples([3, 5], symmetry="random")
/// >>> examples.observations.shape, examples.masks[[0, 1], examples.actions]
/// ((2, 16, 8, 8), array([ True,  True]))
#[pyclass(frozen, module = "plyground._core")]
pub(super) struct Examples {
    /// The game that was played.
    #[pyo3(get)]
    game: Py<Game>,
    made: sim::Examples,
}

#[pymethods]
impl Examples {
    /// What the acting seat saw, shape (n, planes, rows, columns).
    #[getter]
    fn observations<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let this = slf.get();
        shown_planes(slf, &this.made.observations, this.made.actions.len(), this.game.get())
    }

    /// True for actions that were legal, shape (n, num_actions); or bits.
    #[getter]
    fn masks<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let this = slf.get();
        shown_masks(slf, &this.made.masks, this.made.actions.len(), this.game.get())
    }

    /// The action that was made.
    #[getter]
    fn actions<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let actions = &slf.get().made.actions;
        shown(slf, actions, actions.len())
    }

    /// Who made it: in an example that is turned, who stands there after the turn.
    #[getter]
    fn actors<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let actors = &slf.get().made.actors;
        shown(slf, actors, actors.len())
    }

    /// What that seat got in the end; 0 where the game was cut off.
    #[getter]
    fn values<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let values = &slf.get().made.values;
        shown(slf, values, values.len())
    }

    /// The place of the symmetry that turned the example among the game's; -1 where none did.
    #[getter]
    fn symmetries<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let symmetries = &slf.get().made.symmetries;
        shown(slf, symmetries, symmetries.len())
    }

    fn __len__(&self) -> usize {
        self.made.actions.len()
    }

    fn __repr__(&self) -> String {
        format!("<{} examples of {}>", self.made.actions.len(), self.game.get().spec().id)
    }
}
