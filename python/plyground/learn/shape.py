"""What a network looks like, which follows from its game and its size."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .._core import Game
from .layout import Layout, layout_of
from .size import blocks_and_channels

HIDDEN: Final = 64
"""How many numbers lie between the pooled board and what each seat gets."""

LEAST: Final = 1e-3
"""The board is at least this share of the grid; only of an observation that is none it is not."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A network for a game."""

    planes: int
    """How many planes it reads."""
    grid: tuple[int, int]
    """Rows and columns."""
    layout: Layout
    """Where its actions stand."""
    seats: int
    """For how many seats it says what they get."""
    kernel: tuple[int, int]
    """How far a cell sees in one convolution, in rows and columns: as far as one step on the board goes."""
    on_board: "int | NDArray[np.float32] | None"
    """The plane that says where the board is, or where it is for all seats; nothing where it fills the grid."""
    blocks: int
    """How many residual blocks it has; every second one looks at the whole board."""
    channels: int
    """How many numbers it has for each cell."""

    @staticmethod
    def of(rules: Game, size: "str | tuple[int, int]" = "tiny") -> "Shape":
        """A network of that size for a game."""
        blocks, channels = blocks_and_channels(size)
        info = rules.info
        planes, rows, columns = info.observation_shape
        on_board: int | NDArray[np.float32] | None = None
        if "on board" in info.plane_names:
            on_board = info.plane_names.index("on board")
        # Of boards where every second cell is empty for good, all of the grid is used.
        elif len(info.cells) not in (rows * columns, rows * columns // 2):
            on_board = np.zeros((rows, columns), np.float32)
            on_board[info.grid[:, 0], info.grid[:, 1]] = 1
        return Shape(
            planes=planes,
            grid=(rows, columns),
            layout=layout_of(rules),
            seats=rules.num_seats,
            # On triangles a step goes over two columns: see docs/triangles.md.
            kernel=(3, 5) if info.board == "triangles" else (3, 3),
            on_board=on_board,
            blocks=blocks,
            channels=channels,
        )

    def pools(self, block: int) -> bool:
        """Whether a block looks at the whole board."""
        return block % 2 == 1

    def arrays(self) -> dict[str, tuple[int, ...]]:
        """The shapes of its weights by their names: kernels as rows, columns, from, to."""
        near, far, channels = self.kernel, (1, 1), self.channels
        found: dict[str, tuple[int, ...]] = {}

        def layer(name: str, *shape: int) -> None:
            found[f"{name}.weights"] = shape
            found[f"{name}.bias"] = shape[-1:]

        layer("stem", *near, self.planes, channels)
        for block in range(self.blocks):
            layer(f"block{block}.first", *near, channels, channels)
            if self.pools(block):
                layer(f"block{block}.pool", 2 * channels, channels)
            layer(f"block{block}.second", *near, channels, channels)
        layer("policy.board", *far, channels, channels)
        layer("policy.pool", 2 * channels, channels)
        layer("policy.ways", *far, channels, self.layout.ways)
        if self.layout.rest:
            layer("policy.rest", 2 * channels, self.layout.rest)
        layer("value.board", *far, channels, channels)
        layer("value.pool", 2 * channels, HIDDEN)
        layer("value.seats", HIDDEN, self.seats)
        return found
