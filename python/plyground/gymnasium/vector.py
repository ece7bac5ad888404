"""Many games of self-play."""

from functools import partial
from typing import Any, Final, Literal

import gymnasium
import numpy as np
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .._core import Game, Vector
from ..acting import Alone, checked, one_of
from ..options import game_of
from ..rendering import RENDER_MODES, RenderMode, check_render_mode, picture

AUTORESETS: Final[dict[AutoresetMode, Literal["same-step", "next-step", "disabled"]]] = {
    AutoresetMode.SAME_STEP: "same-step",
    AutoresetMode.NEXT_STEP: "next-step",
    AutoresetMode.DISABLED: "disabled",
}


class GymVector(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """`Vector` as a `gymnasium.vector.VectorEnv`: every seat is the agent's, and the core steps all games together.

    >>> import plyground as pg
    >>> envs = pg.make_vec("chess", num_envs=8)
    >>> observations, infos = envs.reset(seed=0)
    >>> infos["actor"], infos["action_mask"].sum(axis=1)
    (array([0, 0, 0, 0, 0, 0, 0, 0], dtype=int8), array([20, 20, 20, 20, 20, 20, 20, 20]))
    >>> observations, rewards, terminations, truncations, infos = envs.step(envs.sample())

    A row of the observations is what the seat to act in that game may see; ``infos`` names it in ``actor``, and has the
    ``action_mask``. A reward is that of the seat that made the step. What the others got is in ``infos["rewards"]``, a column a
    seat: a loss mostly comes with another's step. ``infos["reason"]`` says how the last step ended a game, as an index to
    `REASONS`, and 255 where it did not.

    All three ways of Gymnasium to begin the next game are there. With ``SAME_STEP``, ``infos`` has ``final_obs``, what
    the seat ``final_actor`` saw when the game ended or was cut off by ``max_steps``. With ``DISABLED``, begin the next
    games by ``reset(options={"reset_mask": mask})``.

    With ``copy=False`` the arrays are read-only looks at the core's own, which the next call writes again.
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
        opponent: Literal["self"] = "self",
        **options: Any,
    ) -> None:
        if opponent != "self":
            raise ValueError(
                "in a vector every seat is the agent's: for opponents that move by themselves, ask gymnasium.make_vec "
                "for vectorization_mode='sync'"
            )
        one_of("observations", observations, ("float32", "float16", "uint8"))
        check_render_mode(render_mode)
        if not isinstance(autoreset_mode, AutoresetMode):
            one_of("autoreset_mode", autoreset_mode, tuple(mode.value for mode in AUTORESETS))
        mode = AutoresetMode(autoreset_mode)
        self.game = game_of(game, options)
        self._core: Core | None = Core(
            self.game.vector(
                num_envs, observations=observations, autoreset=AUTORESETS[mode], max_steps=max_steps, threads=threads
            ),
            tells_of_ends=mode is AutoresetMode.SAME_STEP,
            cuts_off=max_steps is not None,
        )
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4, "autoreset_mode": mode}
        high = 255 if observations == "uint8" else 1.0
        self.single_observation_space = gymnasium.spaces.Box(
            0, high, self.game.observation_shape, np.dtype(observations).type
        )
        self.single_action_space = gymnasium.spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._begun = False
        self._alone = Alone()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins all games anew, or with ``options={"reset_mask": mask}`` the next ones of some environments.

        A seed gives the games of ``plyground.vector(…, seed=seed)``.
        """
        core = self._open()
        options = checked(options)
        mask = options.pop("reset_mask", None)
        if options:
            raise ValueError(f"reset has the option reset_mask, not {', '.join(map(str, options))}")
        with self._alone:
            if mask is not None:
                if not self._begun:
                    raise ResetNeeded("no game has begun: reset all of them first")
                if seed is not None:
                    raise ValueError("give a seed to begin all games anew, or a reset_mask to begin some: not both")
                core.vector.reset(mask=mask)
            else:
                super().reset(seed=seed)
                core.vector.reset(self.np_random.bit_generator.random_raw() if seed is None else seed)
                self._begun = True
            return self._kept(core.observations), self._infos(core)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Makes one step in every game; nothing is changed if any action is illegal."""
        core = self._playing()
        with self._alone:
            core.vector.step(actions)
            infos = self._infos(core)
            if core.tells_of_ends:
                self._add_final(core, infos)
            if not self._copy:
                return core.observations, core.gains, core.terminated, core.truncated, infos
            ends = core.terminated.copy(), core.truncated.copy()
            return core.observations.copy(), core.gains.copy(), *ends, infos

    def sample(self) -> NDArray[np.int32]:
        """A uniformly random legal action for every game; -1 where the game is over."""
        return self._kept(self._playing().vector.sample())

    def action_masks(self) -> NDArray[np.bool_]:
        """True for legal actions, shape (num_envs, actions)."""
        core = self._playing()
        with self._alone:
            return self._kept(core.masks)

    def render(self) -> tuple[Any, ...] | None:
        """The boards as the seats to act may see them; those that are over, as the last to act did.

        Seat 0's side is below, whoever looks. Batches keep no records: the last turn is not shown.
        """
        if self.render_mode is None:
            gymnasium.logger.warn(f"nothing is rendered without a render_mode: {', '.join(RENDER_MODES)}")
            return None
        vector = self._playing().vector
        seats = np.where(vector.current_players < 0, vector.final_players, vector.current_players).tolist()
        return tuple(picture(vector.state(i), seat, self.render_mode, near=0) for i, seat in enumerate(seats))

    def close_extras(self) -> None:
        """Lets go of the games."""
        self._core = None

    def _infos(self, core: "Core") -> dict[str, Any]:
        return {name: array.copy() for name, array in core.told.items()} if self._copy else core.told.copy()

    def _add_final(self, core: "Core", infos: dict[str, Any]) -> None:
        """Adds what Gymnasium tells of games that ended in a step which also began the next ones."""
        where = core.terminated | core.truncated if core.cuts_off else core.terminated
        if not where.any():
            return
        ended = where.nonzero()[0]
        final = np.empty(self.num_envs, np.object_)
        if self._copy:
            for row, seen in zip(ended.tolist(), core.final_observations[ended], strict=True):
                final[row] = seen
        else:
            final[ended] = core.final_rows[ended]
        infos["final_obs"] = final
        infos["final_actor"] = self._kept(core.final_actors)
        infos["_final_obs"], infos["_final_actor"] = self._kept(where), self._kept(where)

    def _kept(self, array: NDArray[Any]) -> NDArray[Any]:
        """An array that the agent may keep, if it asked for such."""
        return array.copy() if self._copy else array

    def _open(self) -> "Core":
        if self._core is None:
            raise ClosedEnvironmentError("the environment is closed: make another")
        return self._core

    def _playing(self) -> "Core":
        core = self._open()
        if not self._begun:
            raise ResetNeeded("no game has begun: call reset() first")
        return core


class Core:
    """A vector with its arrays at hand: they stay where they are, and each step writes them anew."""

    __slots__ = (
        "cuts_off",
        "final_actors",
        "final_observations",
        "final_rows",
        "gains",
        "masks",
        "observations",
        "rewards",
        "tells_of_ends",
        "terminated",
        "told",
        "truncated",
        "vector",
    )

    def __init__(self, vector: Vector, *, tells_of_ends: bool, cuts_off: bool) -> None:
        observations, masks, final_observations = vector.observations, vector.action_masks, vector.final_observations
        # They are left out where that is asked for, and here it is not.
        assert observations is not None
        assert masks is not None
        assert final_observations is not None
        self.vector = vector
        self.tells_of_ends, self.cuts_off = tells_of_ends, cuts_off
        self.observations, self.masks = observations, masks
        self.rewards, self.gains = vector.rewards, vector.mover_rewards
        self.terminated, self.truncated = vector.terminated, vector.truncated
        self.final_observations, self.final_actors = final_observations, vector.final_players
        everywhere = np.ones(len(vector), np.bool_)
        everywhere.flags.writeable = False
        self.told: dict[str, NDArray[Any]] = {}
        for name, array in (
            ("action_mask", masks.view(np.int8)),
            ("actor", vector.current_players),
            ("rewards", self.rewards),
            ("reason", vector.reasons),
        ):
            self.told |= {name: array, f"_{name}": everywhere}
        self.final_rows = np.empty(len(vector), np.object_)
        if tells_of_ends:
            for row, seen in enumerate(final_observations):
                self.final_rows[row] = seen

    def __reduce__(self) -> tuple[Any, ...]:
        # The arrays of a copy are those of the copied vector.
        return partial(Core, tells_of_ends=self.tells_of_ends, cuts_off=self.cuts_off), (self.vector,)
