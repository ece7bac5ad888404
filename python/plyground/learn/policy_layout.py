"""The layout of a policy on the grid of observations, which lets the policy head be a convolution."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._core import Game


@dataclass(frozen=True, slots=True)
class PolicyLayout:
    """Planes of action logits on the grid, and the actions that are not on the grid.

    Attributes
    ----------
    num_planes : int
        Number of planes. A plane has one action for each cell.
    num_off_grid : int
        Number of actions that have no cell: promotions to lesser pieces, cards, passes.
    indices : ndarray of int64
        Index of each action among all logits, those of the planes first, then those off the grid. There is one row, or one
        for each seat.
    seat_plane : int or None
        If there is a row for each seat: the plane of the observation that has the number of the seat.
    """

    num_planes: int
    num_off_grid: int
    indices: NDArray[np.int64]
    seat_plane: int | None

    @property
    def is_identity(self) -> bool:
        """Whether actions have the order of the logits."""
        return np.array_equal(self.indices, [np.arange(self.indices.shape[1])])

    @staticmethod
    def for_game(rules: Game) -> "PolicyLayout":
        """Return the layout of a game's actions, from `Info.action_planes`.

        Raises
        ------
        ValueError
            If places depend on the seat and the observation does not show the seat.
        """
        info = rules.info
        _, rows, columns = info.observation_shape
        indices = info.action_planes.astype(np.int64)
        off_grid = np.flatnonzero(indices[0] < 0)
        indices[:, off_grid] = info.num_action_planes * rows * columns + np.arange(len(off_grid))
        differ = bool((indices != indices[0]).any())
        if differ and "seat" not in info.plane_names:
            raise ValueError(
                f"{rules.id} must have a plane named 'seat', with the number of the seat divided by that of the last seat, "
                "because the places of its actions depend on the seat"
            )
        return PolicyLayout(
            num_planes=info.num_action_planes,
            num_off_grid=len(off_grid),
            indices=indices if differ else indices[:1],
            seat_plane=info.plane_names.index("seat") if differ else None,
        )
