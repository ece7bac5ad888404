"""Gymnasium vector environments in the form that Stable-Baselines3 expects."""

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from ...truncate import truncated
from ..base import reason_of_code
from .base import SharedVecEnv

__all__ = ["Sb3GymVecEnv"]


class Sb3GymVecEnv(SharedVecEnv):
    """A Gymnasium vector environment with action masks, in the form that Stable-Baselines3 expects.

    ``MaskablePPO`` of sb3-contrib finds the masks by `action_masks`, which returns ``infos["action_mask"]`` of the last step.
    The environment must start the next game in the step that ends one (the autoreset mode "SameStep"). At the end of a game,
    infos have ``terminal_observation``, ``TimeLimit.truncated`` and the ``reason``.

    Parameters
    ----------
    envs : gymnasium.vector.VectorEnv
        The environment: that of `plyground.make_vec` with an ``opponent``, or that of ``gymnasium.make_vec`` for one of the
        package's ids, with any ``vectorization_mode``. In an environment in which the agent has every seat, a row is
        that of the seat to act, so that losses are not rewards of any row: use `plyground.envs.Sb3VecEnv` instead.

    Attributes
    ----------
    envs : gymnasium.vector.VectorEnv
        The environment.

    Raises
    ------
    TypeError
        If ``envs`` is not a Gymnasium vector environment.
    ValueError
        If its autoreset mode is not "SameStep".

    Examples
    --------
    >>> import plyground as pg
    >>> envs = Sb3GymVecEnv(pg.make_vec("stax", 4, opponent="random", autoreset_mode="SameStep"))
    >>> envs.reset().shape, envs.action_masks().sum(axis=1)
    ((4, 18, 8, 8), array([7, 7, 7, 7]))
    """

    def __init__(self, envs: VectorEnv[Any, Any, Any]) -> None:
        if not isinstance(envs, VectorEnv):
            raise TypeError(f"envs must be a gymnasium.vector.VectorEnv, got {truncated(envs)}")
        mode = envs.metadata.get("autoreset_mode")
        if mode is not AutoresetMode.SAME_STEP:
            raise ValueError(
                "the autoreset mode of envs must be 'SameStep': pass autoreset_mode='SameStep' to plyground.make_vec, or "
                "vector_kwargs={'autoreset_mode': AutoresetMode.SAME_STEP} to gymnasium.make_vec with a "
                f"vectorization_mode, got {mode}"
            )
        self.envs = envs
        self.render_mode = None
        self._actions: NDArray[Any] | None = None
        self._masks: NDArray[np.bool_] | None = None
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> NDArray[Any]:
        """Restart all games, with the seed that ``seed()`` has set since the last reset, and return the observations."""
        observations: NDArray[Any]
        observations, infos = self.envs.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self._take_masks(infos)
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Store the actions of all environments for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Make the stored actions.

        Returns
        -------
        observations, rewards, dones : numpy.ndarray
            One entry for each environment.
        infos : list of dict
            ``terminal_observation``, ``TimeLimit.truncated`` and ``reason`` for games that ended.

        Raises
        ------
        IllegalStep
            If an action is illegal.
        """
        assert self._actions is not None
        observations, rewards, terminated, truncations, given = self.envs.step(self._actions)
        self._take_masks(given)
        dones = terminated | truncations
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if dones.any():
            # Gymnasium's own vector environments have the infos of the ended games in final_info.
            reasons = given.get("final_info", given)["reason"]
            for row in dones.nonzero()[0].tolist():
                infos[row] = {
                    "terminal_observation": given["final_obs"][row],
                    "TimeLimit.truncated": bool(truncations[row] and not terminated[row]),
                    "reason": reasons[row] if isinstance(reasons[row], str) else reason_of_code(int(reasons[row])),
                }
        return observations, np.asarray(rewards, np.float32), dones, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return an array of shape (num_envs, actions) that is True for legal actions."""
        if self._masks is None:
            raise ValueError("no game has begun: call reset() first")
        return self._masks

    def close(self) -> None:
        """Close the Gymnasium environment."""
        self.envs.close()

    def _take_masks(self, infos: dict[str, Any]) -> None:
        if "action_mask" not in infos:
            raise ValueError("infos of envs must have the action_mask, as those of the environments of plyground do")
        self._masks = np.array(infos["action_mask"], np.bool_)
