//! Training examples of recorded games: the method `Trajectories.examples`.

use super::args::{U64Arg, element_of, marks_of, run_interruptible};
use super::arrays::array_1d;
use super::errors::MapPyErr;
use super::examples::Examples;
use super::extract::Checked;
use super::trajectories::Trajectories;
use numpy::{PyReadonlyArray1, PyUntypedArrayMethods};
use plyground::sim::{self, Augmentation, ExampleRequest};
use plyground::truncate::truncate;
use plyground_python_macros::guarded;
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

impl Trajectories {
    /// Returns the steps of which examples are requested: by default all except chance steps.
    fn steps(&self, steps: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<usize>> {
        let current_players = &self.played.current_players;
        let Some(steps) = steps else {
            return Ok((0..current_players.len()).filter(|&step| current_players[step] >= 0).collect());
        };
        let (array, kind) = array_1d(steps, "steps")?;
        if !matches!(kind, b'i' | b'u') {
            return Err(PyTypeError::new_err(format!("steps must be integers, got {}", array.dtype())));
        }
        let wide = array.call_method1("astype", ("int64",))?;
        let wide: PyReadonlyArray1<'_, i64> = wide.extract()?;
        let read = |&step: &i64| match usize::try_from(step)
            .ok()
            .and_then(|at| Some((at, *current_players.get(at)?)))
        {
            None => Err(PyIndexError::new_err(format!(
                "steps must be at least 0 and below {}, got {step}",
                current_players.len()
            ))),
            Some((_, actor)) if actor < 0 => Err(PyValueError::new_err(format!(
                "steps must not contain chance steps, got {step} (current_players is negative there)"
            ))),
            Some((at, _)) => Ok(at),
        };
        wide.as_array().iter().map(read).collect()
    }

    /// Returns the transformation of examples that `symmetry` names.
    fn augmentation(&self, symmetry: Option<&str>) -> PyResult<Augmentation> {
        let symmetries = self.game.get().any().symmetries();
        match symmetry {
            None => Ok(Augmentation::Off),
            Some("random") => Ok(Augmentation::Random),
            Some(name) => match symmetries.iter().position(|known| known.name == name) {
                Some(at) => Ok(Augmentation::By(at)),
                None => {
                    let names: Vec<&str> = symmetries.iter().map(|known| known.name.as_str()).collect();
                    Err(PyValueError::new_err(format!(
                        "symmetry must be one of random{}{}, got '{}'",
                        if names.is_empty() { "" } else { ", " },
                        names.join(", "),
                        truncate(name)
                    )))
                }
            },
        }
    }
}

#[guarded]
#[pymethods]
impl Trajectories {
    /// Return training examples of some steps: observations, masks and targets.
    ///
    /// The games are replayed, since trajectories contain actions only.
    ///
    /// Parameters
    /// ----------
    /// steps : sequence of int, optional
    ///     Indices to `actions`, in the order of the examples. By default all steps except chance steps.
    /// observations : bool or str, default True
    ///     The type of observations: ``"float32"`` (True), ``"float16"``, ``"uint8"``, or False for none. See
    ///     `vector`.
    /// action_masks : bool or str, default True
    ///     The type of masks: ``"bool"`` (True), ``"bits"``, or False for none. See `vector`.
    /// policies : bool, default False
    ///     Whether to return the search's weights of all actions.
    /// symmetry : str, optional
    ///     A name from ``game.symmetries`` by which to transform all examples, or ``"random"`` to draw a
    ///     symmetry or none for each. An example without this symmetry stays as it is, such as a chess
    ///     position with castling rights.
    /// seed : int, default 0
    ///     The seed of ``symmetry="random"``.
    ///
    /// Returns
    /// -------
    /// rows : Examples
    ///     One row for each step.
    ///
    /// Raises
    /// ------
    /// IndexError
    ///     If a step is out of range.
    /// ValueError
    ///     If a step is a chance step, the symmetry does not exist, or ``policies`` is True for games without
    ///     searches.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> games = pg.vector("stax", 8, record=True, max_steps=20)
    /// >>> for _ in range(20):
    /// ...     games.step(games.sample())
    /// >>> examples = games.pop_finished().examples([0, 5], observations="uint8", action_masks="bits")
    /// >>> examples.observations.dtype, examples.action_masks.dtype, len(examples)
    /// (dtype('uint8'), dtype('uint8'), 2)
    #[pyo3(
        signature = (
            steps=None, *, observations=None, action_masks=None, policies=Checked(false), symmetry=None, seed=U64Arg(0)
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
        policies: Checked<bool>,
        symmetry: Option<Checked<&str>>,
        seed: U64Arg,
    ) -> PyResult<Examples> {
        if *policies && self.search_targets().is_none() {
            return Err(PyValueError::new_err(
                "policies must be False, got True: only games with search results, such as those of \
                 self_play, have policies",
            ));
        }
        let steps = self.steps(steps)?;
        let wanted = ExampleRequest {
            steps: &steps,
            observations: element_of(observations)?,
            action_masks: marks_of(action_masks)?,
            policies: *policies,
            augmentation: self.augmentation(symmetry.as_deref().copied())?,
            seed: seed.0,
        };
        let (game, played) = (self.game.get().any(), &self.played);
        let made =
            run_interruptible(py, |go_on| sim::examples(&**game, played, &wanted, go_on))?.map_py_err()?;
        let made =
            made.ok_or_else(|| PyRuntimeError::new_err("the computation of examples was interrupted"))?;
        Ok(Examples::new(self.game.clone_ref(py), made))
    }
}
