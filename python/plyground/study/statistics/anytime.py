"""Confidence sequences: intervals that hold for all numbers of games at the same time."""

import math
from typing import TYPE_CHECKING, Final

from ...optional_deps import optional_imports
from .intervals import Interval, check_confidence, value_counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

STAKES: Final = 40
"""The number of stakes on each side. Each is smaller than the one before by the square root of 2."""


def anytime_interval(values: "ArrayLike", confidence: float = 0.95, games_per_round: int = 1) -> Interval:
    """Return a confidence sequence for the mean of values from 0 to 1: an interval that you may check after every game.

    With probability ``confidence`` it contains the mean after every game of a growing study. So a study may stop at any
    time. It is about twice as wide as `score_interval`, which holds for a number of games that is fixed in advance. The
    bounds come from betting (Waudby-Smith and Ramdas 2024).

    Parameters
    ----------
    values : array_like
        One number for each game, in the order in which they were played.
    confidence : float
        The confidence level.
    games_per_round : int
        The number of consecutive games in which agents exchange seats. Such a round counts as one observation.

    Returns
    -------
    Interval
        The mean with its bounds.

    Raises
    ------
    ValueError
        If there are no values, or values outside 0 to 1.

    Examples
    --------
    >>> print(anytime_interval([1] * 60 + [0] * 40))
    0.6000 [0.4197, 0.7624]
    """
    with optional_imports("plyground[study]"):
        from scipy.optimize import brentq

    check_confidence(confidence)
    support, counts = value_counts(values, games_per_round)
    value = float(counts @ support / counts.sum())
    enough = -math.log1p(-confidence)
    ends = []
    for end in (0.0, 1.0):
        near = value + (end - value) * (1 - 1e-12)
        made = log_wealth(counts[None], support, near)[0]
        reached = value == end or made < enough
        ends.append(
            end if reached else brentq(lambda at: log_wealth(counts[None], support, at)[0] - enough, value, near)
        )
    return Interval(ends[0], value, ends[1])


def log_wealth(counts: "NDArray[np.float64]", support: "NDArray[np.float64]", mean: float) -> "NDArray[np.float64]":
    """Return the log of the wealth of a bettor against a mean that started with 1, for each row of counts of values."""
    import numpy as np

    shares = 2 ** (-np.arange(1, STAKES + 1) / 2)
    # No bet can lose more than the whole wealth.
    stakes = np.concatenate([shares / max(mean, 1e-300), -shares / max(1 - mean, 1e-300)])
    won = counts @ np.log1p(stakes[:, None] * (support - mean)).T
    found: NDArray[np.float64] = np.logaddexp.reduce(won, axis=1) - math.log(len(stakes))
    return found
