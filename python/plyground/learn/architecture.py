"""The architecture of a network, which follows from its game and its size."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .._core import Game
from .network_size import blocks_and_channels
from .policy_layout import PolicyLayout

HIDDEN: Final = 64
"""Number of hidden units of the value head."""

MIN_BOARD_FRACTION: Final = 1e-3
"""Lower bound of the fraction of the grid that the board covers. It keeps means finite for observations without a board."""


@dataclass(frozen=True, slots=True)
class Architecture:
    """The architecture of a network for a game: a residual tower with a policy head and a value head.

    Attributes
    ----------
    planes : int
        Number of planes of the observation.
    grid : tuple of int
        Rows and columns of the observation.
    layout : PolicyLayout
        Layout of the action logits.
    num_seats : int
        Number of values.
    kernel : tuple of int
        Rows and columns of a convolution. It covers the neighbors of a cell.
    on_board : int, ndarray of float32 or None
        The plane that marks the cells of the board, or a fixed mask of them, or None if the board fills the grid.
    blocks : int
        Number of residual blocks. Every second block pools over the whole board.
    channels : int
        Number of channels.
    """

    planes: int
    grid: tuple[int, int]
    layout: PolicyLayout
    num_seats: int
    kernel: tuple[int, int]
    on_board: "int | NDArray[np.float32] | None"
    blocks: int
    channels: int

    @staticmethod
    def for_game(rules: Game, size: "str | tuple[int, int]" = "tiny") -> "Architecture":
        """Return the architecture of a network of a size for a game.

        Parameters
        ----------
        rules : Game
            The game.
        size : str or tuple of int, default "tiny"
            The size, as in `blocks_and_channels`.

        Returns
        -------
        Architecture
            The architecture.

        Raises
        ------
        ValueError
            If the size is not valid.
        """
        blocks, channels = blocks_and_channels(size)
        info = rules.info
        planes, rows, columns = info.observation_shape
        on_board: int | NDArray[np.float32] | None = None
        if "on board" in info.plane_names:
            on_board = info.plane_names.index("on board")
        # A board that uses every second square of the grid, as in draughts, needs no mask.
        elif len(info.cells) not in (rows * columns, rows * columns // 2 if info.board == "squares" else 0):
            on_board = np.zeros((rows, columns), np.float32)
            on_board[info.grid[:, 0], info.grid[:, 1]] = 1
        return Architecture(
            planes=planes,
            grid=(rows, columns),
            layout=PolicyLayout.for_game(rules),
            num_seats=rules.num_seats,
            # Neighbors on a triangular board are up to two columns apart: see docs/triangles.md. Those of hexagons
            # through sides are in adjacent rows and columns, as on squares.
            kernel=(3, 5) if info.board == "triangles" else (3, 3),
            on_board=on_board,
            blocks=blocks,
            channels=channels,
        )

    def has_pooling(self, block: int) -> bool:
        """Return whether a block pools over the whole board."""
        return block % 2 == 1

    def param_shapes(self) -> dict[str, tuple[int, ...]]:
        """Return the shapes of the parameters by their names; kernels have the axes rows, columns, inputs, outputs."""
        near, far, channels = self.kernel, (1, 1), self.channels
        shapes: dict[str, tuple[int, ...]] = {}

        def layer(name: str, *shape: int) -> None:
            shapes[f"{name}.weights"] = shape
            shapes[f"{name}.bias"] = shape[-1:]

        layer("stem", *near, self.planes, channels)
        for block in range(self.blocks):
            layer(f"block{block}.first", *near, channels, channels)
            if self.has_pooling(block):
                layer(f"block{block}.pool", 2 * channels, channels)
            layer(f"block{block}.second", *near, channels, channels)
        layer("policy.board", *far, channels, channels)
        layer("policy.pool", 2 * channels, channels)
        if self.layout.num_planes:
            layer("policy.planes", *far, channels, self.layout.num_planes)
        if self.layout.num_off_grid:
            layer("policy.off_grid", 2 * channels, self.layout.num_off_grid)
        layer("value.board", *far, channels, channels)
        layer("value.pool", 2 * channels, HIDDEN)
        layer("value.seats", HIDDEN, self.num_seats)
        return shapes
