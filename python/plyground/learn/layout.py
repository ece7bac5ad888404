"""Where actions stand on the board, so that a policy can be a convolution: a way to step, and a cell."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._core import Game


@dataclass(frozen=True, slots=True)
class Layout:
    """Planes of the grid for actions, and what has none."""

    ways: int
    """How many planes there are."""
    rest: int
    """How many actions have no place in them: promotions to lesser pieces, cards, passes."""
    places: NDArray[np.int64]
    """Where each action stands among all places of the planes and, behind them, the rest: one row, or one for each seat."""
    seat: int | None
    """Where there are more rows, the plane of the observation that tells which seat looks."""

    @property
    def is_plain(self) -> bool:
        """Whether actions are numbered as they stand."""
        return np.array_equal(self.places, [np.arange(self.places.shape[1])])


def layout_of(rules: Game) -> Layout:
    """Where the actions of a game stand on the grid of its observations, as the game says."""
    info = rules.info
    _, rows, columns = info.observation_shape
    places = info.action_planes.astype(np.int64)
    nowhere = np.flatnonzero(places[0] < 0)
    places[:, nowhere] = info.num_action_planes * rows * columns + np.arange(len(nowhere))
    differ = bool((places != places[0]).any())
    return Layout(
        ways=info.num_action_planes,
        rest=len(nowhere),
        places=places if differ else places[:1],
        seat=info.plane_names.index("seat") if differ else None,
    )
