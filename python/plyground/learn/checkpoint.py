"""The training state as arrays in a file, validated against a new state of the same network."""

from typing import Any, Final

import jax
import numpy as np
from numpy.typing import NDArray

from .archive import Archive, Header
from .errors import BadRun
from .learner import TrainState
from .record import ENTRY

STEPS: Final = "steps"
"""Name of the array that holds the number of training steps."""


def to_arrays(state: TrainState) -> dict[str, NDArray[Any]]:
    """Return a training state as arrays by name."""
    arrays = {f"params/{name}": np.asarray(array) for name, array in state.params.items()}
    arrays |= {f"ema_params/{name}": np.asarray(array) for name, array in state.ema_params.items()}
    arrays |= {f"playing_params/{name}": np.asarray(array) for name, array in (state.playing_params or {}).items()}
    leaves = jax.tree_util.tree_leaves(state.optimizer_state)
    arrays |= {f"optimizer/{place}": np.asarray(leaf) for place, leaf in enumerate(leaves)}
    return {**arrays, STEPS: np.array(state.steps, np.int64)}


def read(archive: Archive, template: TrainState) -> TrainState:
    """Read the training state in a file.

    Parameters
    ----------
    archive : Archive
        The file.
    template : TrainState
        A state of the same network, whose arrays have the names, types and shapes that the file must have.

    Returns
    -------
    TrainState
        The state.

    Raises
    ------
    BadRun
        If an array is missing, has another type or shape, or holds a number that is not finite or a negative count.
    """
    expected = {name: Header.of(array) for name, array in to_arrays(template).items()}
    archive.check_names([*expected, ENTRY])
    # All headers are checked before the first array is read.
    for name, header in expected.items():
        if (found := archive.header(name)) != header:
            raise BadRun(f"{name} of the state must be {header}, got {found}")
    arrays = {name: archive.read(name, header) for name, header in expected.items()}
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise BadRun(f"{name} of the state has numbers that are not finite")
        if array.dtype.kind == "i" and (array < 0).any():
            raise BadRun(f"{name} of the state has a negative count")
    leaves, structure = jax.tree_util.tree_flatten(template.optimizer_state)
    return TrainState(
        {name: jax.numpy.asarray(arrays[f"params/{name}"]) for name in template.params},
        {name: jax.numpy.asarray(arrays[f"ema_params/{name}"]) for name in template.ema_params},
        jax.tree_util.tree_unflatten(
            structure, [jax.numpy.asarray(arrays[f"optimizer/{place}"]) for place in range(len(leaves))]
        ),
        int(arrays[STEPS]),
        None
        if template.playing_params is None
        else {name: jax.numpy.asarray(arrays[f"playing_params/{name}"]) for name in template.playing_params},
    )
