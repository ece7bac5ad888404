"""Where actions stand on the board, so that a policy can be a convolution: a way to step, and a cell."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from .._core import Game, Info

CHESS_WAYS: Final = 16
"""So many planes of arrivals has chess on 8x8: eight directions and eight hops of knights."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Planes of the grid for actions, and what has none."""

    ways: int
    """How many planes there are: actions are numbered plane by plane."""
    cells: NDArray[np.int64]
    """Which places of a plane have actions, in their order: row times columns, plus column."""
    rest: int
    """How many actions there are behind those: promotions to lesser pieces, cards, passes."""


def layout_of(rules: Game) -> Layout:
    """Where the actions of a game stand on the grid of its observations.

    All games number them by a way and a cell: the cell of arrival in chess and draughts, that of departure in checkers. Draughts
    and checkers leave out cells that nothing can stand on.
    """
    info = rules.info
    _, rows, columns = info.observation_shape
    area = rows * columns
    if info.family in ("adams_checkers", "tri_checkers"):
        cells = _used(rules)
    elif info.family == "draughts":
        cells = _grid(info)
        if 0 not in cells:
            # Boards with a light corner at the near left are numbered as mirrors of the others.
            cells = cells[np.lexsort((-(cells % columns), cells // columns))]
    else:
        cells = np.arange(area)
    ways = info.num_actions // len(cells)
    if rows == columns == 8 and info.family in ("adams_chess", "chesskit_a", "chesskit_b"):
        # Behind the planes of arrivals stand promotions, and behind those what a variant has beyond chess.
        ways = CHESS_WAYS
    return Layout(ways, cells, info.num_actions - ways * len(cells))


def _grid(info: Info) -> NDArray[np.int64]:
    """The cells of a board by their places in a plane, row by row."""
    rows, columns = info.grid.astype(np.int64).T
    return np.sort(rows * info.observation_shape[2] + columns)


def _used(rules: Game) -> NDArray[np.int64]:
    """The cells that are numbered: those of the colour that seat 0's men stand on, if all seats see theirs there."""
    info = rules.info
    cells, columns = _grid(info), info.observation_shape[2]
    first = int(np.flatnonzero(rules.start().observe(0)[0])[0])
    parity = (cells // columns + cells % columns) % 2
    own = cells[parity == (first // columns + first % columns) % 2]
    directions = (4 if info.shape == "squares" else 6) * (2 if "queens" in info.id else 1)
    return own if info.num_actions == directions * len(own) else cells
