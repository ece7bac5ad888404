"""The network in JAX: initial parameters and the forward pass."""

from typing import Any, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np

from .architecture import MIN_BOARD_FRACTION, Architecture
from .computation import compute

Params: TypeAlias = dict[str, Any]
"""The parameters of a network: arrays by name."""


def init_params(architecture: Architecture, seed: int) -> Params:
    """Return initial parameters: residual blocks are the identity, and the policy is uniform.

    Parameters
    ----------
    architecture : Architecture
        The architecture.
    seed : int
        Seed of the random weights.

    Returns
    -------
    dict of str to array
        The parameters.
    """
    rng = np.random.default_rng(seed)
    params: Params = {}
    residual = [f"block{block}.{layer}" for block in range(architecture.blocks) for layer in ("second", "pool")]
    zero = {*residual, "policy.pool", "policy.planes", "policy.off_grid"}
    for name, shape in architecture.param_shapes().items():
        array = np.zeros(shape, np.float32)
        layer = name.removesuffix(".weights")
        if layer != name and layer not in zero:
            array = rng.standard_normal(shape, np.float32) * np.float32((2 / np.prod(shape[:-1])) ** 0.5)
        if layer == "value.seats":
            array *= np.float32(0.1)
        params[name] = jnp.asarray(array)
    return params


def forward(params: Params, observations: Any, architecture: Architecture) -> tuple[Any, Any]:
    """Compute the network.

    Parameters
    ----------
    params : dict of str to array
        The parameters.
    observations : array, shape (b, planes, rows, columns)
        The observations.
    architecture : Architecture
        The architecture.

    Returns
    -------
    logits : array of float32, shape (b, num_actions)
        Logits of all actions.
    values : array of float32, shape (b, num_seats)
        Expected returns, scaled to -1 to 1: first that of the seat that observes, then those of the seats after it.
    """
    x = jnp.transpose(observations, (0, 2, 3, 1))
    return compute(_JaxOperations(params, observations, architecture), x, architecture)


class _JaxOperations:
    """The operations in JAX. Tensors have the axes batch, rows, columns, channels."""

    def __init__(self, params: Params, observations: Any, architecture: Architecture) -> None:
        self._params = params
        self._observations = observations
        self._layout = architecture.layout
        self._board = _board_mask(observations, architecture)

    def conv(self, x: Any, layer: str) -> Any:
        kernel = self._params[f"{layer}.weights"].astype(x.dtype)
        if kernel.shape[:2] == (1, 1):
            y = x @ kernel[0, 0]
        else:
            y = jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        return y + self._params[f"{layer}.bias"].astype(x.dtype)

    def dense(self, x: Any, layer: str) -> Any:
        return x @ self._params[f"{layer}.weights"].astype(x.dtype) + self._params[f"{layer}.bias"].astype(x.dtype)

    def add(self, x: Any, y: Any) -> Any:
        return x + y

    def add_everywhere(self, x: Any, vector: Any) -> Any:
        return x + vector[:, None, None, :]

    def relu(self, x: Any) -> Any:
        return jax.nn.relu(x)

    def relu_on_board(self, x: Any) -> Any:
        x = jax.nn.relu(x)
        return x if self._board is None else x * self._board

    def pool(self, x: Any) -> Any:
        mean = x.mean((1, 2))
        if self._board is not None:
            mean = mean / jnp.maximum(self._board.mean((1, 2)), MIN_BOARD_FRACTION)
        return jnp.concatenate([mean, x.max((1, 2))], axis=1)

    def policy(self, planes: Any, off_grid: Any) -> Any:
        parts = [] if planes is None else [jnp.transpose(planes, (0, 3, 1, 2)).reshape(len(planes), -1)]
        parts += [] if off_grid is None else [off_grid]
        return self._in_action_order(jnp.concatenate(parts, axis=1)).astype(jnp.float32)

    def values(self, x: Any) -> Any:
        return jnp.tanh(x.astype(jnp.float32))

    def _in_action_order(self, logits: Any) -> Any:
        layout = self._layout
        if layout.is_identity:
            return logits
        if layout.seat_plane is None:
            return logits[:, layout.indices[0]]
        # The plane has the number of the seat divided by that of the last seat.
        seats = jnp.rint(self._observations[:, layout.seat_plane, 0, 0] * (len(layout.indices) - 1)).astype(int)
        return jnp.take_along_axis(logits, jnp.asarray(layout.indices)[seats], axis=1)


def _board_mask(observations: Any, architecture: Architecture) -> Any:
    """Return a mask of the cells of the board, or None if the board fills the grid."""
    if architecture.on_board is None:
        return None
    if isinstance(architecture.on_board, int):
        return observations[:, architecture.on_board, :, :, None]
    return jnp.asarray(architecture.on_board, observations.dtype)[None, :, :, None]
