"""The state of learning as arrays in a file, checked against a state of the same network that is new."""

from typing import Any

import jax
import numpy as np
from numpy.typing import NDArray

from .archive import Archive, Header
from .errors import BadRun
from .learner import Learned
from .record import ENTRY

STEPS = "steps"
"""The name of the array that counts the steps of learning."""


def to_arrays(state: Learned) -> dict[str, NDArray[Any]]:
    """All that learning goes on from, as arrays by name."""
    arrays = {f"weights/{name}": np.asarray(array) for name, array in state.weights.items()}
    arrays |= {f"mean/{name}": np.asarray(array) for name, array in state.mean.items()}
    leaves = jax.tree_util.tree_leaves(state.moments)
    arrays |= {f"moments/{place}": np.asarray(leaf) for place, leaf in enumerate(leaves)}
    return {**arrays, STEPS: np.array(state.steps, np.int64)}


def read(archive: Archive, new: Learned) -> Learned:
    """The state in a file.

    Parameters
    ----------
    archive
        The file.
    new
        A new state of the same network, whose arrays have the names, types and shapes that those in the file must have.

    Raises
    ------
    BadRun
        If an array is missing, has another type or shape, or holds a number that is not finite or a negative count.

    """
    expected = {name: Header.of(array) for name, array in to_arrays(new).items()}
    archive.check_names([*expected, ENTRY])
    # All headers are checked before the first array is read.
    for name, header in expected.items():
        if (found := archive.header(name)) != header:
            raise BadRun(f"{name} of the state must be {header}, not {found}")
    arrays = {name: archive.read(name, header) for name, header in expected.items()}
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise BadRun(f"{name} of the state has numbers that are not finite")
        if array.dtype.kind == "i" and (array < 0).any():
            raise BadRun(f"{name} of the state has a negative count")
    leaves, form = jax.tree_util.tree_flatten(new.moments)
    return Learned(
        {name: jax.numpy.asarray(arrays[f"weights/{name}"]) for name in new.weights},
        {name: jax.numpy.asarray(arrays[f"mean/{name}"]) for name in new.mean},
        jax.tree_util.tree_unflatten(
            form, [jax.numpy.asarray(arrays[f"moments/{place}"]) for place in range(len(leaves))]
        ),
        int(arrays[STEPS]),
    )
