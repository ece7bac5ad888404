"""How much memory a run takes, estimated before it starts."""

from math import prod
from typing import Final

from ..study.design.resource_limits import check_bytes
from .settings import Settings
from .shape import Shape

CHUNK: Final = 16
"""Number of batches that are drawn in one call."""

MOST_BYTES: Final = 256 << 30
"""Largest estimate of memory that a run may have."""

COPIES: Final = 8
"""How often the weights are in memory: weights, mean, two moments, gradients, and new ones of the first four."""

POSITION: Final = 100
"""What a position of a game takes in memory, with its policy, for games with few legal steps."""


def check_memory(shape: Shape, settings: Settings) -> None:
    """Refuses settings that take more memory than a run may have, or than there is.

    The estimate is a lower bound: every run that would fit passes.
    """
    what = "; choose a smaller batch, size, games, abreast or window"
    check_bytes(learning_bytes(shape, settings), MOST_BYTES, "this run", what)


def learning_bytes(shape: Shape, settings: Settings) -> int:
    """About how many bytes a run takes."""
    rows, columns = shape.grid
    cells = rows * columns
    actions: int = shape.layout.places.shape[1]
    weights = 4 * COPIES * sum(prod(size) for size in shape.arrays().values())
    example = 4 * shape.planes * cells + 5 * actions + 4 * shape.seats
    activations = 4 * cells * shape.channels * (2 * shape.blocks + 1)
    # Examples are put into a random order by copying them. What layers pass on is kept until the gradient is known.
    learning = settings.batch * (2 * CHUNK * example + activations)
    playing = min(settings.abreast, settings.games) * (example + 8 * cells * shape.channels)
    return weights + max(learning, playing) + POSITION * settings.window
