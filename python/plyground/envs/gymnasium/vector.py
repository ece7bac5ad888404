"""A Gymnasium vector environment of self-play games."""

from functools import partial
from typing import Any, Final, Literal

import gymnasium
import numpy as np
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..._core import Game, Vector
from ...checks import check_choice
from ...options import resolve_game
from ..base import CLOSED, NO_RENDER_MODE, NOT_RESET, ConcurrentUseGuard, check_reset_options
from ..rendering import RENDER_FPS, RENDER_MODES, RenderMode, check_render_mode, render_state

AUTORESET_MODES: Final[dict[AutoresetMode, Literal["same-step", "next-step", "disabled"]]] = {
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.DISABLED: "disabled",
}
"""The name of each mode in `plyground.vector`."""


class GymVectorEnv(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """A Gymnasium vector environment for self-play: the agent acts for every seat, and the core steps all games together.

    `plyground.make_vec` creates it. Each row of the observations is that of the seat to act in that game. A reward is that
    of the seat that made the step. ``infos`` has, for each game:

    - ``action_mask``: 1 for legal actions;
    - ``current_player``: the seat to act;
    - ``rewards``: the rewards of all seats, one column each (a seat usually loses by a step of another seat);
    - ``reason``: how the last step ended the game, as an index to `plyground.REASONS`; 255 if it did not;
    - ``final_obs`` and ``final_player``, with the autoreset mode "SameStep": the last observation of a game that ended, and
      the seat that it belongs to.

    Parameters
    ----------
    game : Game or str
        The game, or its id.
    num_envs : int, default 1
        The number of games.
    autoreset_mode : gymnasium.vector.AutoresetMode or str, default "NextStep"
        When the next game starts: "NextStep", "SameStep", or "Disabled" to call ``reset(options={"reset_mask": mask})``.
    observations : {"float32", "float16", "uint8"}, default "float32"
        The type of observations. uint8 has the range 0 to 255.
    max_steps : int, optional
        Truncates games after this number of steps, chance steps included.
    threads : int, optional
        The number of threads; by default one for each processor.
    copy : bool, default True
        Whether to return copies. If False, arrays are read-only views of the core's memory, which the next call overwrites.
    render_mode : {"human", "ansi", "svg", "rgb_array"}, optional
        What `render` returns for each game.
    **options : bool, int or str
        Options of `plyground.game`.

    Raises
    ------
    TypeError, ValueError
        If an argument is not valid.
    ImportError
        If ``render_mode`` is "rgb_array" and its optional packages are missing.

    Examples
    --------
    >>> import plyground as pg
    >>> envs = pg.make_vec("chess", num_envs=8)
    >>> observations, infos = envs.reset(seed=0)
    >>> infos["current_player"], infos["action_mask"].sum(axis=1)
    (array([0, 0, 0, 0, 0, 0, 0, 0], dtype=int8), array([20, 20, 20, 20, 20, 20, 20, 20]))
    >>> observations, rewards, terminations, truncations, infos = envs.step(envs.sample())
    """

    game: Game
    """The game that is played."""

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        observations: Literal["float32", "float16", "uint8"] = "float32",
        max_steps: int | None = None,
        threads: int | None = None,
        copy: bool = True,
        render_mode: RenderMode | None = None,
        **options: Any,
    ) -> None:
        check_choice("observations", observations, ("float32", "float16", "uint8"))
        check_render_mode(render_mode)
        if not isinstance(autoreset_mode, AutoresetMode):
            check_choice("autoreset_mode", autoreset_mode, tuple(mode.value for mode in AUTORESET_MODES))
        mode = AutoresetMode(autoreset_mode)
        self.game = resolve_game(game, options, type(self))
        self._arrays: VectorArrays | None = VectorArrays(
            self.game.vector(
                num_envs,
                observations=observations,
                autoreset=AUTORESET_MODES[mode],
                max_steps=max_steps,
                threads=threads,
            ),
            has_final=mode is AutoresetMode.SAME_STEP,
            can_truncate=max_steps is not None,
        )
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS, "autoreset_mode": mode}
        high = 255 if observations == "uint8" else 1.0
        self.single_observation_space = gymnasium.spaces.Box(
            0, high, self.game.observation_shape, np.dtype(observations).type
        )
        self.single_action_space = gymnasium.spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._is_reset = False
        self._guard = ConcurrentUseGuard()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Restart all games, or start the next game in some environments.

        Parameters
        ----------
        seed : int, optional
            The games are those of ``plyground.vector(…, seed=seed)``. Without it, the random sequence continues.
        options : dict, optional
            ``{"reset_mask": mask}`` starts the next game where the mask is True.

        Returns
        -------
        observations : numpy.ndarray
            The observations of the seats to act.
        infos : dict
            See the class.

        Raises
        ------
        ClosedEnvironmentError
            If the environment is closed.
        ResetNeeded
            If there is a mask, but the games have never been started.
        TypeError, ValueError
            If the options are not valid.
        """
        arrays = self._open_arrays()
        options = check_reset_options(options)
        mask = options.pop("reset_mask", None)
        if options:
            raise ValueError(f"options of reset may have reset_mask, got {', '.join(map(str, options))}")
        with self._guard:
            if mask is not None:
                if not self._is_reset:
                    raise ResetNeeded("no game has begun: call reset() without a reset_mask first")
                if seed is not None:
                    raise ValueError(
                        "give either a seed, which restarts all games, or a reset_mask, which restarts some"
                    )
                arrays.vector.reset(mask=mask)
            else:
                super().reset(seed=seed)
                arrays.vector.reset(self.np_random.bit_generator.random_raw() if seed is None else seed)
                self._is_reset = True
            return self._output(arrays.observations), self._infos(arrays)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Make one step in every game.

        Parameters
        ----------
        actions : numpy.ndarray
            An action for each game.

        Returns
        -------
        observations : numpy.ndarray
            The observations of the seats to act.
        rewards : numpy.ndarray
            The rewards of the seats that made the steps.
        terminations, truncations : numpy.ndarray
            Where the game ended, and where ``max_steps`` cut it off.
        infos : dict
            See the class.

        Raises
        ------
        ResetNeeded
            If the games have never been started.
        IllegalStep
            If an action is illegal. No game is changed.
        """
        arrays = self._arrays_after_reset()
        with self._guard:
            arrays.vector.step(actions)
            infos = self._infos(arrays)
            if arrays.has_final:
                self._add_final(arrays, infos)
            if not self._copy:
                return arrays.observations, arrays.gains, arrays.terminated, arrays.truncated, infos
            ends = arrays.terminated.copy(), arrays.truncated.copy()
            return arrays.observations.copy(), arrays.gains.copy(), *ends, infos

    def sample(self) -> NDArray[np.int32]:
        """Return a uniformly random legal action for every game; -1 where the game is over."""
        return self._output(self._arrays_after_reset().vector.sample())

    def action_masks(self) -> NDArray[np.bool_]:
        """Return an array of shape (num_envs, actions) that is True for legal actions."""
        arrays = self._arrays_after_reset()
        with self._guard:
            return self._output(arrays.masks)

    def render(self) -> tuple[Any, ...] | None:
        """Render every game as the seat to act may see it, or after its end the last seat that acted.

        The side of seat 0 is at the bottom. The last turn is not marked, because vectors keep no records.

        Returns
        -------
        tuple or None
            A frame for each game, as `GymEnv.render` returns it.
        """
        if self.render_mode is None:
            gymnasium.logger.warn(f"{NO_RENDER_MODE} {', '.join(RENDER_MODES)}")
            return None
        vector = self._arrays_after_reset().vector
        seats = np.where(vector.current_players < 0, vector.final_players, vector.current_players).tolist()
        return tuple(render_state(vector.state(i), seat, self.render_mode, near=0) for i, seat in enumerate(seats))

    def close_extras(self) -> None:
        """Release the games."""
        self._arrays = None

    def _infos(self, arrays: "VectorArrays") -> dict[str, Any]:
        return {name: array.copy() for name, array in arrays.infos.items()} if self._copy else arrays.infos.copy()

    def _add_final(self, arrays: "VectorArrays", infos: dict[str, Any]) -> None:
        """Add the last observations of games that ended in a step that also started the next ones."""
        where = arrays.terminated | arrays.truncated if arrays.can_truncate else arrays.terminated
        if not where.any():
            return
        ended = where.nonzero()[0]
        final = np.empty(self.num_envs, np.object_)
        if self._copy:
            for row, observation in zip(ended.tolist(), arrays.final_observations[ended], strict=True):
                final[row] = observation
        else:
            final[ended] = arrays.final_rows[ended]
        infos["final_obs"] = final
        infos["final_player"] = self._output(arrays.final_actors)
        infos["_final_obs"], infos["_final_player"] = self._output(where), self._output(where)

    def _output(self, array: NDArray[Any]) -> NDArray[Any]:
        """Return a copy of an array, or the array itself if ``copy`` is False."""
        return array.copy() if self._copy else array

    def _open_arrays(self) -> "VectorArrays":
        if self._arrays is None:
            raise ClosedEnvironmentError(CLOSED)
        return self._arrays

    def _arrays_after_reset(self) -> "VectorArrays":
        arrays = self._open_arrays()
        if not self._is_reset:
            raise ResetNeeded(NOT_RESET)
        return arrays


class VectorArrays:
    """A vector and its arrays, whose memory every step overwrites."""

    __slots__ = (
        "can_truncate",
        "final_actors",
        "final_observations",
        "final_rows",
        "gains",
        "has_final",
        "infos",
        "masks",
        "observations",
        "rewards",
        "terminated",
        "truncated",
        "vector",
    )

    def __init__(self, vector: Vector, *, has_final: bool, can_truncate: bool) -> None:
        observations, masks, final_observations = vector.observations, vector.action_masks, vector.final_observations
        # They are None only for vectors that are made without them.
        assert observations is not None
        assert masks is not None
        assert final_observations is not None
        self.vector = vector
        self.has_final, self.can_truncate = has_final, can_truncate
        self.observations, self.masks = observations, masks
        self.rewards, self.gains = vector.rewards, vector.mover_rewards
        self.terminated, self.truncated = vector.terminated, vector.truncated
        self.final_observations, self.final_actors = final_observations, vector.final_players
        everywhere = np.ones(len(vector), np.bool_)
        everywhere.flags.writeable = False
        self.infos: dict[str, NDArray[Any]] = {}
        for name, array in (
            ("action_mask", masks.view(np.int8)),
            ("current_player", vector.current_players),
            ("rewards", self.rewards),
            ("reason", vector.reasons),
        ):
            self.infos |= {name: array, f"_{name}": everywhere}
        self.final_rows = np.empty(len(vector), np.object_)
        if has_final:
            for row, observation in enumerate(final_observations):
                self.final_rows[row] = observation

    def __reduce__(self) -> tuple[Any, ...]:
        # The arrays of a copy are those of the copied vector.
        return partial(VectorArrays, has_final=self.has_final, can_truncate=self.can_truncate), (self.vector,)
