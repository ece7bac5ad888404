"""Estimates with their uncertainty."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING

from .tails import bounds

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate between the bounds of its confidence interval."""

    low: float
    value: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.4f} [{self.low:.4f}, {self.high:.4f}]"


def check_confidence(confidence: float) -> None:
    """Refuses what is no confidence."""
    if not isinstance(confidence, Real) or not 0.0 < confidence < 1.0:
        raise ValueError(f"confidence lies between 0 and 1, as 0.95 does; {confidence!r} does not")


def interval(values: "ArrayLike", confidence: float = 0.95, rotation: int = 1) -> Interval:
    """The interval of the mean of values from 0 to 1, such as the scores of games, in the order in which they were played.

    >>> print(interval([1] * 60 + [0] * 40))
    0.6000 [0.5021, 0.6922]
    >>> print(interval([1] * 6 + [0.5] * 90 + [0] * 4))
    0.5100 [0.4765, 0.5447]

    It knows of draws: the less values spread, the narrower it is. Where agents change places, the games of a round, which are
    ``rotation`` in a row, hang together and count as one value. See `plyground.study.tails.bounds` for how it is made.
    """
    return intervals(_column(values)[:, None], confidence, rotation)[0]


def intervals(table: "NDArray[np.float64]", confidence: float = 0.95, rotation: int = 1) -> tuple[Interval, ...]:
    """The interval of every column of a table that has a row a game."""
    return each([(column, rotation) for column in table.T], confidence)


def each(samples: "Sequence[tuple[NDArray[np.float64], int]]", confidence: float = 0.95) -> tuple[Interval, ...]:
    """The interval of each of many samples, which are values with the length of their rounds: all are looked for at once."""
    import numpy as np

    check_confidence(confidence)
    for values, rotation in samples:
        _check_shares(values, rotation)
    rounds = [paired(values, rotation) for values, rotation in samples]
    support, places = np.unique(np.concatenate(rounds), return_inverse=True)
    ends = np.cumsum([len(one) for one in rounds])[:-1]
    counts = [np.bincount(one, minlength=len(support)) for one in np.split(places, ends)]
    lows, highs = bounds(np.array(counts, dtype=np.float64), support, confidence)
    # Neither rounding nor the games of a last round that is not whole must push an estimate out of its own interval.
    return tuple(
        Interval(max(0.0, min(value, low)), value, min(1.0, max(value, high)))
        for low, value, high in zip(
            lows.tolist(), [float(values.mean()) for values, _ in samples], highs.tolist(), strict=True
        )
    )


def counted(values: "ArrayLike", rotation: int = 1) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    """Which values rounds have, and how many have each."""
    import numpy as np

    column = _column(values)
    _check_shares(column, rotation)
    support, counts = np.unique(paired(column, rotation), return_counts=True)
    return support, counts.astype(np.float64)


def _column(values: "ArrayLike") -> "NDArray[np.float64]":
    import numpy as np

    column = np.asarray(values, dtype=np.float64)
    if column.ndim != 1:
        raise ValueError(f"values are numbers in a row, one a game, not an array of shape {column.shape}")
    return column


def _check_shares(table: "NDArray[np.float64]", rotation: int) -> None:
    """Refuses what has no interval."""
    if rotation < 1:
        raise ValueError(f"a round has at least one game, not {rotation}")
    if len(table) == 0:
        raise ValueError("an interval needs at least one game, not 0")
    if not (table.min() >= 0 and table.max() <= 1):
        raise ValueError(f"scores lie between 0 and 1; those from {table.min()} to {table.max()} do not")


def signed(points: float) -> str:
    """Elo points as they are written: no point of them is neither ahead nor behind.

    >>> signed(-0.3), signed(-12.6), signed(float("inf"))
    ('+0', '-13', '+inf')
    """
    text = f"{points:+.0f}"
    return "+0" if text == "-0" else text


def mean(values: "ArrayLike", confidence: float = 0.95) -> Interval:
    """Student's interval of the mean of many values of any kind.

    >>> print(mean([4, 5, 6, 5]))
    5.0000 [3.7008, 6.2992]
    """
    import numpy as np
    from statsmodels.stats.weightstats import DescrStatsW

    check_confidence(confidence)
    array = np.asarray(values, dtype=np.float64)
    if len(array) == 0:
        raise ValueError("an interval needs at least one game, not 0")
    value = float(array.mean())
    if len(array) == 1:
        return Interval(-math.inf, value, math.inf)
    low, high = DescrStatsW(array).tconfint_mean(alpha=1 - confidence)
    return Interval(float(low), value, float(high))


def quantile(values: "ArrayLike", share: float = 0.5, confidence: float = 0.95) -> Interval:
    """The value that this share of all values does not exceed, with its interval by order statistics.

    >>> print(quantile([2, 3, 3, 4, 4, 4, 5, 5, 6, 7, 9, 9]))
    4.0000 [3.0000, 7.0000]

    The bounds are values that were seen, and hold whatever their distribution is. Where there are too few of them for this
    confidence, a bound is infinite.
    """
    import numpy as np
    from scipy.stats import quantile_test

    check_confidence(confidence)
    if not 0.0 < share < 1.0:
        raise ValueError(f"the share of a quantile lies between 0 and 1; {share} does not")
    array = np.asarray(values, dtype=np.float64)
    if len(array) == 0:
        raise ValueError("an interval needs at least one game, not 0")
    value = float(np.quantile(array, share, method="inverted_cdf"))
    low, high = quantile_test(array, p=share).confidence_interval(confidence_level=confidence)
    return Interval(
        -math.inf if math.isnan(low) else min(value, float(low)),
        value,
        math.inf if math.isnan(high) else max(value, float(high)),
    )


def difference(ours: "ArrayLike", theirs: "ArrayLike", confidence: float = 0.95) -> Interval:
    """Welch's interval of the difference of two means: how much larger ours is.

    >>> print(difference([3, 4, 5], [1, 2, 3]))
    2.0000 [-0.2670, 4.2670]
    """
    import numpy as np
    from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

    check_confidence(confidence)
    a, b = np.asarray(ours, dtype=np.float64), np.asarray(theirs, dtype=np.float64)
    value = float(a.mean() - b.mean())
    if min(len(a), len(b)) < 2:
        return Interval(-math.inf, value, math.inf)
    if a.std() == b.std() == 0:
        return Interval(value, value, value)
    low, high = CompareMeans(DescrStatsW(a), DescrStatsW(b)).tconfint_diff(alpha=1 - confidence, usevar="unequal")
    return Interval(float(low), value, float(high))


def gain(ours: "ArrayLike", theirs: "ArrayLike", confidence: float = 0.95, *, shares: bool = False) -> Interval:
    """The interval of the mean of differences, one a row, between what belongs together: how much larger ours is.

    >>> print(gain([3, 4, 5, 7], [1, 2, 3, 4]))
    2.2500 [1.4544, 3.0456]

    What the rows have in common is in both and drops out, so that it is narrower than that of `difference`. It is Student's; of
    ``shares``, which lie between 0 and 1, it is that of `interval`.
    """
    import numpy as np

    off = np.asarray(ours, dtype=np.float64) - np.asarray(theirs, dtype=np.float64)
    if not shares:
        return mean(off, confidence)
    found = interval((off + 1) / 2, confidence)
    value = float(off.mean())
    return Interval(min(2 * found.low - 1, value), value, max(2 * found.high - 1, value))


def elo(score: float, teams: int = 2) -> float:
    """The Elo points by which a team is ahead that has this score against others who are equal among themselves.

    >>> round(elo(0.75)), round(elo(0.5)), elo(1.0)
    (191, 0, inf)
    >>> round(elo(1 / 3, teams=3)), round(elo(0.4, teams=3))
    (0, 50)
    """
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    # Luce's choice axiom: a team of strength s wins with s / (s + teams - 1), and its Elo points are 400 log10(s).
    return 400 * math.log10(score * (teams - 1) / (1 - score))


def score_of(points: float, teams: int = 2) -> float:
    """The score of a team that is so many Elo points ahead: what `elo` undoes.

    >>> round(score_of(191), 2), score_of(0, teams=4)
    (0.75, 0.25)
    """
    strength = 10 ** (points / 400)
    return float(strength / (strength + teams - 1))


def paired(values: "NDArray[np.float64]", rotation: int) -> "NDArray[np.float64]":
    """The means over games that share their chance draws, which are drawn together and not one by one; a row a game."""
    if rotation == 1 or len(values) < rotation:
        return values
    whole = len(values) // rotation * rotation
    means: NDArray[np.float64] = values[:whole].reshape(-1, rotation, *values.shape[1:]).mean(axis=1)
    return means
