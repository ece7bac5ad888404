"""Many games of self-play."""

from typing import Any, Final, Literal

import gymnasium
import numpy as np
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .._core import Game, Vector
from ..environments import RENDER_MODES, RenderMode, check_render_mode, game_of, one_of, picture

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
        observations: Literal["float32", "uint8"] = "float32",
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
        one_of("observations", observations, ("float32", "uint8"))
        check_render_mode(render_mode)
        if not isinstance(autoreset_mode, AutoresetMode):
            one_of("autoreset_mode", autoreset_mode, tuple(mode.value for mode in AUTORESETS))
        mode = AutoresetMode(autoreset_mode)
        self.game = game_of(game, options)
        self._vector: Vector | None = self.game.vector(
            num_envs, observations=observations, autoreset=AUTORESETS[mode], max_steps=max_steps, threads=threads
        )
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4, "autoreset_mode": mode}
        high = 1.0 if observations == "float32" else 255
        self.single_observation_space = gymnasium.spaces.Box(
            0, high, self.game.observation_shape, np.dtype(observations).type
        )
        self.single_action_space = gymnasium.spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._same_step = mode is AutoresetMode.SAME_STEP
        self._copy = copy
        self._begun = False
        # Where the rewards of each game begin.
        self._rows = np.arange(num_envs) * self.game.seats
        self._nothing = np.full(num_envs, None, np.object_)
        self._all = np.ones(num_envs, np.bool_)
        self._all.flags.writeable = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins all games anew, or with ``options={"reset_mask": mask}`` the next ones of some environments.

        A seed gives the games of ``plyground.vector(…, seed=seed)``.
        """
        vector = self._open()
        options = dict(options or {})
        mask = options.pop("reset_mask", None)
        if options:
            raise ValueError(f"reset has the option reset_mask, not {', '.join(map(str, options))}")
        if mask is not None:
            if not self._begun:
                raise ResetNeeded("no game has begun: reset all of them first")
            if seed is not None:
                raise ValueError("give a seed to begin all games anew, or a reset_mask to begin some: not both")
            vector.reset(mask=mask)
        else:
            super().reset(seed=seed)
            vector.reset(self.np_random.bit_generator.random_raw() if seed is None else seed)
            self._begun = True
        return self._kept(vector.observations), self._infos(vector)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Makes one step in every game; nothing is changed if any action is illegal."""
        vector = self._playing()
        # Nobody moved where a game is over: there, seat 0 got nothing either.
        moved = self._rows + np.maximum(vector.actors, 0)
        vector.step(actions)
        rewards = vector.rewards.take(moved)
        terminated, truncated = self._kept(vector.terminated), self._kept(vector.truncated)
        infos = self._infos(vector)
        if self._same_step:
            self._add_final(vector, infos)
        return self._kept(vector.observations), rewards, terminated, truncated, infos

    def sample(self) -> NDArray[np.int32]:
        """A uniformly random legal action for every game; -1 where the game is over."""
        actions = self._playing().sample()
        return actions.copy() if self._copy else actions

    def action_masks(self) -> NDArray[np.bool_]:
        """True for legal actions, shape (num_envs, actions)."""
        masks = self._playing().masks
        assert masks is not None
        return masks.copy() if self._copy else masks

    def render(self) -> tuple[Any, ...] | None:
        """The boards as the seats to act may see them; those that are over, as the last to act did."""
        if self.render_mode is None:
            gymnasium.logger.warn(f"nothing is rendered without a render_mode: {', '.join(RENDER_MODES)}")
            return None
        vector = self._playing()
        seats = np.where(vector.actors < 0, vector.final_actors, vector.actors).tolist()
        return tuple(picture(vector.state(i), seat, self.render_mode) for i, seat in enumerate(seats))

    def close_extras(self) -> None:
        """Lets go of the games."""
        self._vector = None

    def _infos(self, vector: Vector) -> dict[str, Any]:
        masks = vector.masks
        assert masks is not None
        found = {
            "action_mask": masks.view(np.int8),
            "actor": vector.actors,
            "rewards": vector.rewards,
            "reason": vector.reasons,
        }
        infos: dict[str, Any] = {}
        for name, array in found.items():
            infos[name] = self._kept(array)
            infos[f"_{name}"] = self._kept(self._all)
        return infos

    def _add_final(self, vector: Vector, infos: dict[str, Any]) -> None:
        """Adds what Gymnasium tells of games that ended in a step which also began the next ones."""
        ended = vector.terminated | vector.truncated
        rows = np.flatnonzero(ended).tolist()
        if not rows:
            return
        seen = vector.final_observations
        assert seen is not None
        final = self._nothing.copy()
        for row in rows:
            final[row] = seen[row].copy()
        infos.update(
            final_obs=final, _final_obs=ended, final_actor=vector.final_actors.copy(), _final_actor=ended.copy()
        )

    def _kept(self, array: Any) -> Any:
        """An array that the agent may keep, if it asked for such."""
        return array.copy() if self._copy else array

    def _open(self) -> Vector:
        if self._vector is None:
            raise ClosedEnvironmentError("the environment is closed: make another")
        return self._vector

    def _playing(self) -> Vector:
        vector = self._open()
        if not self._begun:
            raise ResetNeeded("no game has begun: call reset() first")
        return vector
