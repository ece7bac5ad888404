//! The methods of `Game` for many games: random games, and vectors.

use super::{Game, max_steps_of};
use crate::args::{U64Arg, count, parse_or_default, run_interruptible};
use crate::errors::MapPyErr;
use crate::extract::Checked;
use crate::info::observation_shape;
use crate::playouts::Playouts;
use crate::user_arrays::UserArrays;
use crate::vector::Vector;
use plyground::sim::{PlayoutRequest, VectorSettings};
use plyground_python_macros::guarded;
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[guarded]
#[pymethods]
impl Game {
    /// Play games by uniformly random steps.
    ///
    /// The function `playouts` does the same for an id. The results do not depend on the number of threads.
    ///
    /// Parameters
    /// ----------
    /// games : int
    ///     Number of games.
    /// seed : int, default 0
    ///     Seed of all games. The seed and the number of a game determine it.
    /// threads : int, optional
    ///     Number of threads. Default: one for each processor.
    /// max_steps : int, optional
    ///     Number of steps after which a game is cut off. Default: ``info.max_steps``.
    /// start : str, optional
    ///     Position string at which all games start. Default: the initial position.
    /// offset : int, default 0
    ///     Number of the first game. Use it to split a long run into parts.
    ///
    /// Returns
    /// -------
    /// Playouts
    ///     The results, with one row for each game.
    ///
    /// Raises
    /// ------
    /// BadPosition
    ///     If ``start`` is not a position string of this game.
    /// ValueError
    ///     If a number is out of range.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> game = pg.game("english-draughts")
    /// >>> runs = game.playouts(10, seed=1)
    /// >>> runs.returns.shape
    /// (10, 2)
    #[pyo3(
        signature = (games, seed=U64Arg(0), *, threads=None, max_steps=None, start=None, offset=U64Arg(0)),
        text_signature = "($self, games, seed=0, *, threads=None, max_steps=None, start=None, offset=0)"
    )]
    #[allow(clippy::too_many_arguments)]
    pub fn playouts(
        slf: &Bound<'_, Self>,
        #[pyo3(from_py_with = count)] games: U64Arg,
        seed: U64Arg,
        threads: Option<U64Arg>,
        max_steps: Option<U64Arg>,
        start: Option<Checked<&str>>,
        offset: U64Arg,
    ) -> PyResult<Playouts> {
        let request = PlayoutRequest {
            games: games.0,
            seed: seed.0,
            offset: offset.0,
            threads: threads.map(U64Arg::to_usize),
            max_steps: max_steps_of(max_steps),
            start: start.as_deref().copied(),
        };
        let game = slf.get().game.clone();
        let played = run_interruptible(slf.py(), |go_on| game.playouts(&request, go_on))?.map_py_err()?;
        let start = request.start.map(str::to_owned);
        Playouts::new(slf, seed.0, offset.0, start, played.unwrap_or_default())
    }

    /// Make a vector: many games of this kind that are stepped together.
    ///
    /// The function `vector` does the same for an id.
    ///
    /// Parameters
    /// ----------
    /// num_envs : int
    ///     Number of environments.
    /// seed : int, default 0
    ///     Seed of all set-ups, chance steps and samples.
    /// observations : bool or {"float32", "float16", "uint8"}, default True
    ///     Element type of observations. True means ``"float32"``; False computes none.
    /// action_masks : bool or {"bool", "bits"}, default True
    ///     Element type of action masks. True means ``"bool"``. With ``"bits"``, each byte holds eight
    ///     actions, the first in its lowest bit. False computes none.
    /// autoreset : {"same-step", "next-step", "disabled"}, default "same-step"
    ///     When environments whose game has ended start the next one.
    /// max_steps : int, optional
    ///     Number of steps after which a game is cut off. Default: ``info.max_steps``.
    /// start : str, optional
    ///     Position string at which all games start. Default: the initial position.
    /// threads : int, optional
    ///     Number of threads. Default: one for each processor.
    /// out : dict of str to numpy.ndarray, optional
    ///     Your own arrays to write to, such as pinned or shared memory. Keys: ``"observations"``,
    ///     ``"final_observations"`` and ``"action_masks"``.
    /// record : bool, default False
    ///     Whether to record the games, for `Vector.pop_finished`.
    ///
    /// Returns
    /// -------
    /// Vector
    ///     The environments.
    ///
    /// Raises
    /// ------
    /// BadPosition
    ///     If ``start`` is not a position string of this game.
    /// TypeError
    ///     If an array in ``out`` has the wrong element type.
    /// ValueError
    ///     If a number is out of range, or an array in ``out`` has the wrong shape.
    ///
    /// Examples
    /// --------
    /// >>> import plyground as pg
    /// >>> vector = pg.game("english-draughts").vector(3, seed=1)
    /// >>> vector.step(vector.sample())
    /// >>> vector.observations.shape, vector.action_masks.shape
    /// ((3, 8, 8, 8), (3, 128))
    #[pyo3(
        signature = (
            num_envs, seed=U64Arg(0), *, observations=None, action_masks=None, autoreset=None, max_steps=None, start=None, threads=None, out=None,
            record=Checked(false)
        ),
        text_signature = "($self, num_envs, seed=0, *, observations=True, action_masks=True, autoreset='same-step', max_steps=None, start=None, threads=None, out=None, record=False)"
    )]
    #[allow(clippy::too_many_arguments)]
    pub fn vector(
        slf: &Bound<'_, Self>,
        num_envs: U64Arg,
        seed: U64Arg,
        observations: Option<&Bound<'_, PyAny>>,
        action_masks: Option<&Bound<'_, PyAny>>,
        autoreset: Option<Checked<&str>>,
        max_steps: Option<U64Arg>,
        start: Option<Checked<&str>>,
        threads: Option<U64Arg>,
        out: Option<Checked<Bound<'_, PyDict>>>,
        record: Checked<bool>,
    ) -> PyResult<Vector> {
        let game = slf.get().game.clone();
        let shape = observation_shape(&*game);
        let arrays = UserArrays::read(
            out.as_deref(),
            observations,
            action_masks,
            num_envs.to_usize(),
            game.spec(),
            shape,
        )?;
        let settings = VectorSettings {
            envs: num_envs.to_usize(),
            seed: seed.0,
            threads: threads.map(U64Arg::to_usize),
            max_steps: max_steps_of(max_steps),
            start: start.as_deref().copied(),
            observations: arrays.observations,
            action_masks: arrays.action_masks,
            recorded: *record,
            autoreset: parse_or_default(autoreset)?,
        };
        let vector = slf.py().detach(|| game.vector(&settings, arrays.given)).map_py_err()?;
        Ok(Vector::new(slf.clone().unbind(), vector, &settings, arrays.tracked))
    }
}
