"""Stable-Baselines3: many games of self-play as one of its vector environments."""

from collections.abc import Iterable
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ._core import Game
from .seats import LearnerRewards, Seats

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise ImportError("this needs Stable-Baselines3: pip install sb3-contrib", name=error.name) from error

__all__ = ["Sb3Vec"]

Indices = int | Iterable[int] | None


class Sb3Vec(VecEnv):  # type: ignore[misc]  # installed where it is wanted, and not where types are checked
    """Many games of self-play for Stable-Baselines3, stepped together by the core.

    Each seat of each game is an environment, so that every seat gets its reward: see `plyground.seats.Seats`, which also
    explains ``learner_rewards``. ``MaskablePPO`` of sb3-contrib asks for `action_masks`; an algorithm that does not would make
    illegal steps, which are refused.

    At the end of a game infos have ``terminal_observation``, ``TimeLimit.truncated`` and the ``reason``.
    """

    def __init__(
        self,
        game: Game | str,
        num_games: int,
        *,
        learner_rewards: LearnerRewards = "all",
        max_steps: int | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self.games = Seats(
            game, num_games, learner_rewards=learner_rewards, max_steps=max_steps, threads=threads, **options
        )
        self.game = self.games.game
        self.render_mode = None
        self._actions: NDArray[Any] | None = None
        super().__init__(
            self.games.rows,
            gymnasium.spaces.Box(0.0, 1.0, self.game.observation_shape, np.float32),
            gymnasium.spaces.Discrete(self.games.num_actions),
        )

    def reset(self) -> NDArray[np.float32]:
        """Begins all games anew, under the seed if one was given since the last reset."""
        seed = self._seeds[0]
        self._reset_seeds()
        self._reset_options()
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return self.games.reset(seed)

    def step_async(self, actions: NDArray[Any]) -> None:
        """Takes the actions of all environments."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Makes them."""
        assert self._actions is not None
        told = self.games.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row, seen in told.final.items():
            cut = bool(told.truncated[row])
            infos[row] = {"terminal_observation": seen, "TimeLimit.truncated": cut, "reason": told.reasons[row]}
        return told.observations, told.rewards, told.terminated | told.truncated, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """True for legal actions, a row an environment."""
        return self.games.action_masks()

    def close(self) -> None:
        """Does nothing: the games go with it."""

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """An attribute, which all environments share."""
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Refuses: environments of one batch have no attributes of their own."""
        del value, indices
        raise AttributeError(f"the games of a batch share all they have: {attr_name} cannot be set for some")

    def env_method(self, method_name: str, *args: Any, indices: Indices = None, **kwargs: Any) -> list[Any]:
        """Calls a method that answers with a row for each environment, such as `action_masks`."""
        answers = getattr(self, method_name)(*args, **kwargs)
        return [answers[row] for row in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:
        """No environment of a batch is wrapped."""
        del wrapper_class
        return [False] * len(list(self._get_indices(indices)))
