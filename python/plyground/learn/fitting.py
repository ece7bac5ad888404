"""Training of a network on given games."""

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Final

import numpy as np

from .._core import Trajectories
from ..atomic_files import write
from ..nets import Description
from ..truncate import truncated
from .architecture import Architecture
from .export import to_onnx
from .learner import Learner
from .memory import BATCHES_PER_SAMPLE, check_memory
from .recording import cloning_targets
from .replay_buffer import ReplayBuffer
from .settings import Settings

SETTINGS: Final = (
    "size",
    "seed",
    "batch_size",
    "samples_per_position",
    "learning_rate",
    "weight_decay",
    "ema_decay",
    "value_search_weight",
)
"""The fields of `Settings` that `fit` uses."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A network that was trained on given games.

    Attributes
    ----------
    model : Path
        The file of the network, an agent as ``f"net:{fit.model}"``.
    positions : int
        Number of training positions.
    training_steps : int
        Number of training steps.
    policy_losses : tuple of float
        Mean Kullback-Leibler divergence of up to 16 consecutive batches each, before their training steps.
    value_losses : tuple of float
        The mean squared errors of values, likewise.
    """

    model: Path
    positions: int
    training_steps: int
    policy_losses: tuple[float, ...]
    value_losses: tuple[float, ...]


def fit(games: "Trajectories | Sequence[Trajectories]", *, out: "str | PathLike[str]", given: dict[str, Any]) -> Fit:
    """See `plyground.learn.fit`."""
    if unused := [name for name in given if name in Settings.__slots__ and name not in SETTINGS]:
        raise ValueError(f"fit does not use the setting {unused[0]}; it uses {', '.join(SETTINGS)}")
    settings = Settings.from_dict(given)
    parts = [games] if isinstance(games, Trajectories) else list(games)
    if not parts or not all(isinstance(part, Trajectories) for part in parts):
        raise TypeError(f"games must be Trajectories, or a non-empty sequence of them, got {truncated(games)}")
    rules = parts[0].game
    if other := next((part.game for part in parts if part.game != rules), None):
        raise ValueError(f"games must be of one game, got {rules!r} and {other!r}")
    check_memory(Architecture.for_game(rules, settings.size), settings)
    learner, buffer = Learner(rules, settings), ReplayBuffer(2**53, settings.value_search_weight)
    for number, part in enumerate(parts):
        buffer.add(number, cloning_targets(part))
    steps = max(1, round(settings.samples_per_position * buffer.positions_seen / settings.batch_size))
    rng = np.random.default_rng(settings.seed)
    losses = []
    while (made := learner.state.steps) < steps:
        batches = min(steps - made, BATCHES_PER_SAMPLE)
        losses.append(learner.learn(buffer.sample(batches * settings.batch_size, rng), made / steps).mean(axis=0))
    used = {name: value for name, value in settings.to_dict().items() if name in SETTINGS}
    description = Description.for_game(rules, {**used, "positions": buffer.positions_seen})
    path = Path(out)
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, to_onnx(learner.state.ema_params, learner.architecture, description))
    policy_losses, value_losses = np.asarray(losses).T.tolist()
    return Fit(path, buffer.positions_seen, steps, tuple(policy_losses), tuple(value_losses))
