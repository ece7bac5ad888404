"""The network as JAX computes it: a residual tower over the grid, with a policy for actions and a value for each seat."""

from typing import Any, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np

from .shape import LEAST, Shape

Weights: TypeAlias = dict[str, Any]
"""The arrays of a network by name."""


def born(shape: Shape, seed: int) -> Weights:
    """Weights to begin with: every block passes on what it gets, and all actions are as good."""
    rng = np.random.default_rng(seed)
    found: Weights = {}
    # What is added to what a block gets, and what the first policy is made of.
    added = [f"block{block}.{layer}" for block in range(shape.blocks) for layer in ("second", "pool")]
    zero = {*added, "policy.pool", "policy.ways", "policy.rest"}
    for name, size in shape.arrays().items():
        array = np.zeros(size, np.float32)
        layer = name.removesuffix(".weights")
        if layer != name and layer not in zero:
            array = rng.standard_normal(size, np.float32) * np.float32((2 / np.prod(size[:-1])) ** 0.5)
        if layer == "value.seats":
            array *= np.float32(0.1)
        found[name] = jnp.asarray(array)
    return found


def forward(weights: Weights, observations: Any, shape: Shape) -> tuple[Any, Any]:
    """The logits of actions, and what each seat will get, from -1 to 1: first the one that observes."""
    x = jnp.transpose(observations, (0, 2, 3, 1))
    board = _board(x, shape)

    def on_board(x: Any) -> Any:
        x = jax.nn.relu(x)
        return x if board is None else x * board

    def conv(x: Any, layer: str) -> Any:
        kernel = weights[f"{layer}.weights"].astype(x.dtype)
        if kernel.shape[:2] == (1, 1):
            found = x @ kernel[0, 0]
        else:
            found = jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        return found + weights[f"{layer}.bias"].astype(x.dtype)

    def dense(x: Any, layer: str) -> Any:
        return x @ weights[f"{layer}.weights"].astype(x.dtype) + weights[f"{layer}.bias"].astype(x.dtype)

    def pooled(x: Any) -> Any:
        mean = x.mean((1, 2))
        if board is not None:
            mean = mean / jnp.maximum(board.mean((1, 2)), LEAST)
        return jnp.concatenate([mean, x.max((1, 2))], axis=1)

    def everywhere(x: Any) -> Any:
        return x[:, None, None, :]

    x = on_board(conv(x, "stem"))
    for block in range(shape.blocks):
        y = conv(x, f"block{block}.first")
        if shape.pools(block):
            y = y + everywhere(dense(pooled(on_board(y)), f"block{block}.pool"))
        x = on_board(x + conv(on_board(y), f"block{block}.second"))
    seen = pooled(x)
    y = on_board(conv(x, "policy.board") + everywhere(dense(seen, "policy.pool")))
    logits = jnp.transpose(conv(y, "policy.ways"), (0, 3, 1, 2)).reshape(len(x), -1)
    if shape.layout.rest:
        logits = jnp.concatenate([logits, dense(pooled(y), "policy.rest")], axis=1)
    logits = _as_numbered(logits, observations, shape)
    hidden = jax.nn.relu(dense(pooled(on_board(conv(x, "value.board"))), "value.pool"))
    values = jnp.tanh(dense(hidden, "value.seats").astype(jnp.float32))
    return logits.astype(jnp.float32), values


def _as_numbered(logits: Any, observations: Any, shape: Shape) -> Any:
    """The logits of places and of the rest as those of actions, whichever seat looks."""
    layout = shape.layout
    if layout.is_plain:
        return logits
    if layout.seat is None:
        return logits[:, layout.places[0]]
    # (What is told is the number of the seat, of the last one's.)
    seats = jnp.rint(observations[:, layout.seat, 0, 0] * (len(layout.places) - 1)).astype(int)
    return jnp.take_along_axis(logits, jnp.asarray(layout.places)[seats], axis=1)


def _board(x: Any, shape: Shape) -> Any:
    """1 where the board is, if it does not fill the grid."""
    if shape.on_board is None:
        return None
    if isinstance(shape.on_board, int):
        return x[..., shape.on_board, None]
    return jnp.asarray(shape.on_board, x.dtype)[None, :, :, None]
