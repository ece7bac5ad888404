"""An estimate of the memory that a training run takes, made before the run starts."""

from math import prod
from typing import Final

from ..study.running.resource_limits import check_bytes
from .architecture import Architecture
from .settings import Settings

BATCHES_PER_SAMPLE: Final = 16
"""Number of batches that are sampled from the replay buffer in one call."""

MAX_BYTES: Final = 256 << 30
"""Largest estimate of memory that a run may have."""

PARAM_COPIES: Final = 8
"""Copies of the parameters in memory: parameters, average, two moments, gradients, and new versions of the first four."""

POSITION_BYTES: Final = 100
"""Bytes of a position in the replay buffer, with its policy target, for a game with few legal steps."""


def check_memory(architecture: Architecture, settings: Settings) -> None:
    """Check that a run does not take more memory than is allowed or available.

    The estimate is a lower bound, so that every run that would fit passes.

    Raises
    ------
    ValueError
        If the estimate is larger than ``MAX_BYTES``.
    MemoryError
        If the machine does not have the memory.
    """
    advice = "; choose a smaller batch_size, size, games_per_generation, num_parallel_games or replay_buffer_size"
    check_bytes(estimated_bytes(architecture, settings), MAX_BYTES, "this run", advice)


def estimated_bytes(architecture: Architecture, settings: Settings) -> int:
    """Return an estimate of the bytes that a run takes."""
    rows, columns = architecture.grid
    cells = rows * columns
    actions: int = architecture.layout.indices.shape[1]
    params = 4 * PARAM_COPIES * sum(prod(shape) for shape in architecture.param_shapes().values())
    example = 4 * architecture.planes * cells + 5 * actions + 4 * architecture.num_seats
    activations = 4 * cells * architecture.channels * (2 * architecture.blocks + 1)
    # Examples are shuffled by copying them. Activations are kept until the gradient is computed.
    training = settings.batch_size * (2 * BATCHES_PER_SAMPLE * example + activations)
    playing = min(settings.num_parallel_games, settings.games_per_generation) * (
        example + 8 * cells * architecture.channels
    )
    # With `overlap` both happen at the same time.
    working = training + playing if settings.overlap else max(training, playing)
    return params + working + POSITION_BYTES * settings.replay_buffer_size
