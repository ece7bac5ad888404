"""A vector environment of self-play games for Stable-Baselines3."""

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ..._core import Game
from ..seat_vector import RowPer, SeatVector
from .base import SharedVecEnv

__all__ = ["Sb3VecEnv"]


class Sb3VecEnv(SharedVecEnv):
    """A vector environment of self-play games for Stable-Baselines3. The core steps all games together.

    Each seat of each game is an environment, so that every seat receives its reward: see `plyground.envs.SeatVector`.
    Use an algorithm that calls `action_masks`, such as ``MaskablePPO`` of sb3-contrib: illegal actions raise an error.
    At the end of a game, infos have ``terminal_observation``, ``TimeLimit.truncated`` and the ``reason``.

    Parameters
    ----------
    game : Game or str
        The game, or its id.
    num_games : int
        The number of games. The number of environments is ``num_games`` times the number of seats.
    row_per : {"seat", "game"}, default "seat"
        ``"game"`` makes each game one environment, that of the seat to act.
    max_steps : int, optional
        Truncates games after this number of steps, chance steps included.
    threads : int, optional
        The number of threads; by default one for each processor.
    **options : bool, int or str
        Options of `plyground.game`.

    Attributes
    ----------
    games : plyground.envs.SeatVector
        The games.
    game : Game
        The game that is played.

    Raises
    ------
    TypeError, ValueError
        If an argument is not valid.
    """

    def __init__(
        self,
        game: Game | str,
        num_games: int,
        *,
        row_per: RowPer = "seat",
        max_steps: int | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self.games = SeatVector(game, num_games, row_per=row_per, max_steps=max_steps, threads=threads, **options)
        self.game = self.games.game
        self.render_mode = None
        self._actions: NDArray[Any] | None = None
        super().__init__(
            self.games.num_rows,
            gymnasium.spaces.Box(0.0, 1.0, self.game.observation_shape, np.float32),
            gymnasium.spaces.Discrete(self.games.num_actions),
        )

    def reset(self) -> NDArray[np.float32]:
        """Restart all games, with the seed that ``seed()`` has set since the last reset, and return the observations."""
        seed = self._seeds[0]
        self._reset_seeds()
        self._reset_options()
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return self.games.reset(seed)

    def step_async(self, actions: NDArray[Any]) -> None:
        """Store the actions of all environments for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Make the stored actions.

        Returns
        -------
        observations, rewards, dones : numpy.ndarray
            One entry for each environment.
        infos : list of dict
            ``terminal_observation``, ``TimeLimit.truncated`` and ``reason`` for games that ended.

        Raises
        ------
        ValueError, IllegalStep
            If an action is illegal. No game is changed.
        """
        assert self._actions is not None
        result = self.games.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row, observation in result.final_observations.items():
            infos[row] = {
                "terminal_observation": observation,
                "TimeLimit.truncated": bool(result.truncated[row]),
                "reason": result.reasons[row],
            }
        return result.observations, result.rewards, result.terminated | result.truncated, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return an array of shape (num_envs, actions) that is True for legal actions."""
        return self.games.action_masks()

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
