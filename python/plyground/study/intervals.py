"""Estimates with their uncertainty."""

import math
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING

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


def wilson(share: float, n: int, confidence: float = 0.95) -> Interval:
    """The Wilson score interval of a share that was seen in ``n`` games.

    >>> interval = wilson(0.5, 100)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.4038, 0.5962)

    It is made for games that are won or lost. Where some are drawn, a mean score spreads less than a share of wins of the
    same size, and the interval is wider than it need be: it errs on the side of caution.
    """
    from statsmodels.stats.proportion import proportion_confint

    if n <= 0:
        raise ValueError(f"an interval needs at least one game, not {n}")
    if not 0.0 <= share <= 1.0:
        raise ValueError(f"a share lies between 0 and 1; {share} does not")
    check_confidence(confidence)
    low, high = proportion_confint(share * n, n, alpha=1 - confidence, method="wilson")
    # Rounding must not push the estimate out of its own interval at 0 and 1.
    return Interval(max(0.0, min(share, float(low))), share, min(1.0, max(share, float(high))))


def signed(points: float) -> str:
    """Elo points as they are written: no point of them is neither ahead nor behind.

    >>> signed(-0.3), signed(-12.6), signed(float("inf"))
    ('+0', '-13', '+inf')
    """
    text = f"{points:+.0f}"
    return "+0" if text == "-0" else text


def bootstrap(values: "ArrayLike", confidence: float = 0.95, *, resamples: int = 10_000, seed: int = 0) -> Interval:
    """The percentile bootstrap interval of a mean.

    >>> bootstrap([0, 0.5, 1, 1] * 25)
    Interval(low=0.545, value=0.625, high=0.705)

    Scores take few different values, and it is enough to draw how often each of them comes up: that is what drawing all
    games again amounts to, at a cost that does not grow with their number.
    """
    import numpy as np

    check_confidence(confidence)
    found, counts = np.unique(np.asarray(values, dtype=np.float64), return_counts=True)
    n = int(counts.sum())
    if n == 0:
        raise ValueError("an interval needs at least one game, not 0")
    drawn = np.random.default_rng(seed).multinomial(n, counts / n, size=resamples)
    means = drawn @ found / n
    mean = float(counts @ found / n)
    low, high = np.quantile(means, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(min(mean, float(low)), mean, max(mean, float(high)))


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
    """The means over games that share their chance draws, which are drawn together and not one by one."""
    if rotation == 1 or len(values) < rotation:
        return values
    whole = len(values) // rotation * rotation
    means: NDArray[np.float64] = values[:whole].reshape(-1, rotation).mean(axis=1)
    return means
