"""Policies of Stable-Baselines3 as opponents."""

from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.utils import get_device

__all__ = ["Sb3Policy"]


class Sb3Policy:
    """A frozen copy of the policy of a ``MaskablePPO`` model, as an opponent and as a member of a pool.

    It is a `plyground.envs.BatchPolicy`: it chooses in many games with one evaluation of its network. Training of the model
    does not change it.

    Parameters
    ----------
    model : sb3_contrib.MaskablePPO
        The model. It may have been trained with one more action than the game has, the pass of `plyground.envs.Sb3VecEnv`.
    deterministic : bool, default False
        Whether to choose the most probable action instead of drawing one.

    Attributes
    ----------
    deterministic : bool
        Whether it chooses the most probable action.

    Raises
    ------
    TypeError
        If the policy of the model takes no action masks.

    Examples
    --------
    >>> import plyground as pg
    >>> from sb3_contrib import MaskablePPO
    >>> model = MaskablePPO("MlpPolicy", pg.make("checkers", size=6), n_steps=8, batch_size=8)
    >>> pool = pg.envs.OpponentPool("checkers", size=6)
    >>> pool.add(Sb3Policy(model), "start")
    'start'
    >>> env = pg.make("checkers", opponent=pool, size=6)
    """

    def __init__(self, model: Any, *, deterministic: bool = False) -> None:
        policy = getattr(model, "policy", None)
        if not isinstance(policy, MaskableActorCriticPolicy):
            raise TypeError(f"model must be a MaskablePPO, got {type(model).__name__}")
        self._policy = _restored(_data(policy), policy.device)
        self.deterministic = deterministic

    def choose_batch(
        self, observations: NDArray[np.float32], action_masks: NDArray[np.bool_], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Choose an action for each game.

        Parameters
        ----------
        observations : numpy.ndarray
            The observations of the seats to act.
        action_masks : numpy.ndarray
            True for legal actions.
        rng : numpy.random.Generator
            The source of random numbers.

        Returns
        -------
        numpy.ndarray
            The actions.
        """
        num_actions = action_masks.shape[1]
        masks = action_masks
        if self._policy.action_space.n == num_actions + 1:
            masks = np.concatenate([action_masks, np.zeros((len(action_masks), 1), np.bool_)], axis=1)
        with torch.no_grad():
            tensor, _ = self._policy.obs_to_tensor(observations)
            logits = self._policy.get_distribution(tensor, masks).distribution.logits.cpu().numpy()
        values = np.where(masks, logits.astype(np.float64), -np.inf)
        if not self.deterministic:
            # The largest of logits with Gumbel noise is a draw from their distribution.
            values += rng.gumbel(size=values.shape)
        actions: NDArray[np.int64] = values.argmax(axis=1)
        return actions

    def save(self, path: "str | PathLike[str]") -> None:
        """Write the policy to a file."""
        torch.save({**_data(self._policy), "deterministic": self.deterministic}, Path(path))

    @staticmethod
    def load(path: "str | PathLike[str]", device: str = "auto") -> "Sb3Policy":
        """Read the policy from a file that `save` wrote.

        The file contains pickled Python objects, which can run any code. Load only files that you trust.

        Parameters
        ----------
        path : str or path-like
            The file.
        device : str, default "auto"
            The device of PyTorch.

        Returns
        -------
        Sb3Policy
            The policy.
        """
        data = torch.load(path, map_location="cpu", weights_only=False)
        loaded = Sb3Policy.__new__(Sb3Policy)
        loaded._policy = _restored(data, get_device(device))
        loaded.deterministic = data["deterministic"]
        return loaded


def _data(policy: Any) -> dict[str, Any]:
    """Return what determines a policy: its class, the arguments of its constructor, and its weights."""
    # The schedule of the policy itself is a method, with which the whole policy would be saved again.
    arguments = policy._get_constructor_parameters() | {"lr_schedule": _no_learning}
    return {"class": type(policy), "arguments": arguments, "weights": policy.state_dict()}


def _restored(data: dict[str, Any], device: Any) -> Any:
    """Return a policy for evaluation from the data of `_data`."""
    policy = data["class"](**data["arguments"])
    policy.load_state_dict(data["weights"])
    policy.set_training_mode(False)
    return policy.to(device)


def _no_learning(_: float) -> float:
    """Return the learning rate of a policy that is not trained."""
    return 0.0
