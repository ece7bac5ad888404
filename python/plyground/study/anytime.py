"""Intervals that hold at all times at once, for who looks at a study as it grows."""

import math
from typing import TYPE_CHECKING, Final

from .intervals import Interval, check_confidence, counted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

STAKES: Final = 40
"""So many stakes are bet on either side, each smaller than the one before by the root of two."""


def anytime(values: "ArrayLike", confidence: float = 0.95, rotation: int = 1) -> Interval:
    """An interval of the mean of values from 0 to 1 that holds however often one looks while they grow in number.

    >>> print(anytime([1] * 60 + [0] * 40))
    0.6000 [0.4197, 0.7624]

    With the chance of its confidence, it holds after every game of a study at once, so that one may stop when one likes: it is
    about twice as wide as `plyground.study.interval`, which holds for a number of games that was said beforehand. The bounds
    are by betting (Waudby-Smith and Ramdas 2024): a mean is left out once who bets against it, by stakes of all sizes,
    would have made 1 into 20.
    """
    from scipy.optimize import brentq

    check_confidence(confidence)
    support, counts = counted(values, rotation)
    value = float(counts @ support / counts.sum())
    enough = -math.log1p(-confidence)
    ends = []
    for end in (0.0, 1.0):
        near = value + (end - value) * (1 - 1e-12)
        made = capital(counts[None], support, near)[0]
        reached = value == end or made < enough
        ends.append(end if reached else brentq(lambda at: capital(counts[None], support, at)[0] - enough, value, near))
    return Interval(ends[0], value, ends[1])


def capital(counts: "NDArray[np.float64]", support: "NDArray[np.float64]", mean: float) -> "NDArray[np.float64]":
    """The logarithm of what who bets against a mean has made of 1, for each row of counts of values from 0 to 1."""
    import numpy as np

    shares = 2 ** (-np.arange(1, STAKES + 1) / 2)
    # No bet can lose more than all that there is.
    stakes = np.concatenate([shares / max(mean, 1e-300), -shares / max(1 - mean, 1e-300)])
    won = counts @ np.log1p(stakes[:, None] * (support - mean)).T
    found: NDArray[np.float64] = np.logaddexp.reduce(won, axis=1) - math.log(len(stakes))
    return found
