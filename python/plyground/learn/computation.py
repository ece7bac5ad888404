"""The computation of a network, defined once for JAX (`network`) and for ONNX (`export`)."""

from typing import Protocol, TypeVar

from .architecture import Architecture

T = TypeVar("T")
"""A tensor: an array in JAX, the name of a tensor in ONNX."""


class Operations(Protocol[T]):
    """The operations of a network. A layer is the prefix of the names of its parameters."""

    def conv(self, x: T, layer: str) -> T:
        """Apply a convolution that keeps the size of the grid."""

    def dense(self, x: T, layer: str) -> T:
        """Apply a fully connected layer."""

    def add(self, x: T, y: T) -> T:
        """Add tensors of equal shapes."""

    def add_everywhere(self, x: T, vector: T) -> T:
        """Add a vector of channels at each cell."""

    def relu(self, x: T) -> T:
        """Apply a rectified linear unit."""

    def relu_on_board(self, x: T) -> T:
        """Apply a rectified linear unit, and set cells off the board to 0."""

    def pool(self, x: T) -> T:
        """Return the mean and the maximum of each channel over the board."""

    def policy(self, planes: T | None, off_grid: T | None) -> T:
        """Return logits in the order of the actions. At least one of both is given."""

    def values(self, x: T) -> T:
        """Return values from -1 to 1."""


def compute(operations: Operations[T], observations: T, architecture: Architecture) -> tuple[T, T]:
    """Compute a network: a residual tower with a policy head and a value head.

    Parameters
    ----------
    operations : Operations
        The operations of JAX or of ONNX.
    observations : tensor
        The input.
    architecture : Architecture
        The architecture.

    Returns
    -------
    policy, values : tensor
        Logits of all actions, and values of all seats.
    """
    ops = operations
    x = ops.relu_on_board(ops.conv(observations, "stem"))
    for block in range(architecture.blocks):
        y = ops.conv(x, f"block{block}.first")
        if architecture.has_pooling(block):
            y = ops.add_everywhere(y, ops.dense(ops.pool(ops.relu_on_board(y)), f"block{block}.pool"))
        x = ops.relu_on_board(ops.add(x, ops.conv(ops.relu_on_board(y), f"block{block}.second")))
    pooled = ops.dense(ops.pool(x), "policy.pool")
    y = ops.relu_on_board(ops.add_everywhere(ops.conv(x, "policy.board"), pooled))
    layout = architecture.layout
    planes = ops.conv(y, "policy.planes") if layout.num_planes else None
    off_grid = ops.dense(ops.pool(y), "policy.off_grid") if layout.num_off_grid else None
    hidden = ops.relu(ops.dense(ops.pool(ops.relu_on_board(ops.conv(x, "value.board"))), "value.pool"))
    return ops.policy(planes, off_grid), ops.values(ops.dense(hidden, "value.seats"))
