"""Estimates with confidence intervals."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING

from ...optional_deps import optional_imports
from .saddlepoint import bounds

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with the bounds of its confidence interval.

    Examples
    --------
    >>> interval = Interval(low=0.4, value=0.5, high=0.6)
    >>> print(interval)
    0.5000 [0.4000, 0.6000]
    """

    low: float
    """The lower bound."""
    value: float
    """The estimate."""
    high: float
    """The upper bound."""

    def __str__(self) -> str:
        # Adding 0 removes the sign of a rounded 0.
        value, low, high = (round(end, 4) + 0.0 for end in (self.value, self.low, self.high))
        return f"{value:.4f} [{low:.4f}, {high:.4f}]"


def check_confidence(confidence: float) -> None:
    """Raise ValueError unless this is a confidence level."""
    if not isinstance(confidence, Real) or not 0.0 < confidence < 1.0:
        raise ValueError(f"confidence must be a number between 0 and 1, got {confidence!r}")


def score_interval(values: "ArrayLike", confidence: float = 0.95, games_per_round: int = 1) -> Interval:
    """Return the confidence interval of the mean of values from 0 to 1, such as the scores of games.

    The interval inverts a saddlepoint test under empirical likelihood, and assumes no distribution. It takes account of
    draws: the smaller the variance of the values, the narrower it is.

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
    >>> print(score_interval([1] * 60 + [0] * 40))
    0.6000 [0.5021, 0.6922]
    >>> print(score_interval([1] * 6 + [0.5] * 90 + [0] * 4))
    0.5100 [0.4765, 0.5447]
    """
    return column_intervals(_column(values)[:, None], confidence, games_per_round)[0]


def column_intervals(
    table: "NDArray[np.float64]", confidence: float = 0.95, games_per_round: int = 1
) -> tuple[Interval, ...]:
    """Return the interval of every column of a table with one row for each game."""
    return score_intervals([(column, games_per_round) for column in table.T], confidence)


def score_intervals(
    samples: "Sequence[tuple[NDArray[np.float64], int]]", confidence: float = 0.95
) -> tuple[Interval, ...]:
    """Return the intervals of many samples, each with its number of games per round, in one computation."""
    import numpy as np

    check_confidence(confidence)
    for values, games_per_round in samples:
        _check_shares(values, games_per_round)
    rounds = [round_means(values, games_per_round) for values, games_per_round in samples]
    support, places = np.unique(np.concatenate(rounds), return_inverse=True)
    ends = np.cumsum([len(one) for one in rounds])[:-1]
    counts = [np.bincount(one, minlength=len(support)) for one in np.split(places, ends)]
    lows, highs = bounds(np.array(counts, dtype=np.float64), support, confidence)
    # Rounding and an incomplete last round must not push an estimate out of its own interval.
    return tuple(
        Interval(max(0.0, min(value, low)), value, min(1.0, max(value, high)))
        for low, value, high in zip(
            lows.tolist(), [float(values.mean()) for values, _ in samples], highs.tolist(), strict=True
        )
    )


def value_counts(values: "ArrayLike", games_per_round: int = 1) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    """Return the different values of rounds, and how often each occurs."""
    import numpy as np

    column = _column(values)
    _check_shares(column, games_per_round)
    support, counts = np.unique(round_means(column, games_per_round), return_counts=True)
    return support, counts.astype(np.float64)


def _column(values: "ArrayLike") -> "NDArray[np.float64]":
    import numpy as np

    column = np.asarray(values, dtype=np.float64)
    if column.ndim != 1:
        raise ValueError(f"values must be one-dimensional, one number for each game, got shape {column.shape}")
    return column


def _check_shares(table: "NDArray[np.float64]", games_per_round: int) -> None:
    """Raise ValueError for values that have no interval."""
    if games_per_round < 1:
        raise ValueError(f"games_per_round must be a positive integer, got {games_per_round}")
    if len(table) == 0:
        raise ValueError("values must have at least one game, got 0")
    if not (table.min() >= 0 and table.max() <= 1):
        raise ValueError(f"values must be between 0 and 1, got values from {table.min()} to {table.max()}")


def signed_elo(points: float) -> str:
    """Return Elo points as text with a sign, rounded to whole points.

    >>> signed_elo(-0.3), signed_elo(-12.6), signed_elo(float("inf"))
    ('+0', '-13', '+inf')
    """
    text = f"{points:+.0f}"
    return "+0" if text == "-0" else text


def mean_interval(
    values: "ArrayLike", confidence: float = 0.95, bounds: tuple[float, float] = (-math.inf, math.inf)
) -> Interval:
    """Return the interval of the mean of values of any range.

    With finite ``bounds`` it is that of `score_interval`, scaled to them. It allows for rare extreme values that did not
    occur, so it holds for small samples of skewed values too. Otherwise, it is Student's interval.

    Parameters
    ----------
    values : array_like
        The observations.
    confidence : float
        The confidence level.
    bounds : tuple of two floats
        The lowest and the highest possible value.

    Returns
    -------
    Interval
        The mean with its bounds, which are infinite for one observation.

    Raises
    ------
    ValueError
        If there are no values, or values outside the bounds.

    Examples
    --------
    >>> print(mean_interval([4, 5, 6, 5]))
    5.0000 [3.7008, 6.2992]
    >>> print(mean_interval([5] * 20, bounds=(0, 10)))
    5.0000 [4.3045, 5.6955]
    """
    import numpy as np

    with optional_imports("plyground[study]"):
        from statsmodels.stats.weightstats import DescrStatsW

    check_confidence(confidence)
    array = np.asarray(values, dtype=np.float64)
    if len(array) == 0:
        raise ValueError("values must have at least one game, got 0")
    value = float(array.mean())
    if all(map(math.isfinite, bounds)):
        return bounded_mean_intervals([array], confidence, bounds)[0]
    if len(array) == 1:
        return Interval(-math.inf, value, math.inf)
    low, high = DescrStatsW(array).tconfint_mean(alpha=1 - confidence)
    return Interval(float(low), value, float(high))


def bounded_mean_intervals(
    samples: "Sequence[NDArray[np.float64]]", confidence: float, bounds: tuple[float, float]
) -> tuple[Interval, ...]:
    """Return the intervals of `mean_interval` for many samples with finite bounds, in one computation."""
    least, most = bounds
    for array in samples:
        if array.min() < least or array.max() > most:
            raise ValueError(f"values must be from {least} to {most}, got values from {array.min()} to {array.max()}")
    width = (most - least) or 1.0
    shares = score_intervals([((array - least) / width, 1) for array in samples], confidence)
    return tuple(
        Interval(min(least + width * share.low, value), value, max(least + width * share.high, value))
        for share, value in zip(shares, [float(array.mean()) for array in samples], strict=True)
    )


def quantile_interval(values: "ArrayLike", q: float = 0.5, confidence: float = 0.95) -> Interval:
    """Return a quantile with its confidence interval from order statistics.

    Parameters
    ----------
    values : array_like
        The observations.
    q : float
        The probability of the quantile, between 0 and 1.
    confidence : float
        The confidence level.

    Returns
    -------
    Interval
        The quantile with its bounds, which are observed values. A bound is infinite if there are too few values for this
        confidence.

    Raises
    ------
    ValueError
        If there are no values, or ``q`` is not between 0 and 1.

    Examples
    --------
    >>> print(quantile_interval([2, 3, 3, 4, 4, 4, 5, 5, 6, 7, 9, 9]))
    4.0000 [3.0000, 7.0000]
    """
    import numpy as np

    with optional_imports("plyground[study]"):
        from scipy.stats import quantile_test

    check_confidence(confidence)
    if not 0.0 < q < 1.0:
        raise ValueError(f"q must be between 0 and 1, got {q}")
    array = np.asarray(values, dtype=np.float64)
    if len(array) == 0:
        raise ValueError("values must have at least one game, got 0")
    value = float(np.quantile(array, q, method="inverted_cdf"))
    low, high = quantile_test(array, p=q).confidence_interval(confidence_level=confidence)
    return Interval(
        -math.inf if math.isnan(low) else min(value, float(low)),
        value,
        math.inf if math.isnan(high) else max(value, float(high)),
    )


def difference_interval(a: "ArrayLike", b: "ArrayLike", confidence: float = 0.95) -> Interval:
    """Return Welch's interval of the difference between the means of two independent samples.

    Parameters
    ----------
    a, b : array_like
        The samples.
    confidence : float
        The confidence level.

    Returns
    -------
    Interval
        The mean of ``a`` minus the mean of ``b``, with its bounds.

    Examples
    --------
    >>> print(difference_interval([3, 4, 5], [1, 2, 3]))
    2.0000 [-0.2670, 4.2670]
    """
    import numpy as np

    with optional_imports("plyground[study]"):
        from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

    check_confidence(confidence)
    first, second = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    value = float(first.mean() - second.mean())
    if min(len(first), len(second)) < 2:
        return Interval(-math.inf, value, math.inf)
    if first.std() == second.std() == 0:
        return Interval(value, value, value)
    low, high = CompareMeans(DescrStatsW(first), DescrStatsW(second)).tconfint_diff(
        alpha=1 - confidence, usevar="unequal"
    )
    return Interval(float(low), value, float(high))


def paired_difference_interval(
    a: "ArrayLike",
    b: "ArrayLike",
    confidence: float = 0.95,
    *,
    shares: bool = False,
    bounds: tuple[float, float] = (-math.inf, math.inf),
) -> Interval:
    """Return the interval of the mean difference between two paired samples.

    What the values of a pair have in common cancels out, so that this interval is narrower than that of
    `difference_interval`.

    Parameters
    ----------
    a, b : array_like
        The samples, with the values of a pair at the same place.
    confidence : float
        The confidence level.
    shares : bool
        Whether all values are from 0 to 1: the same as ``bounds=(0, 1)``.
    bounds : tuple of two floats
        The lowest and the highest possible value, as in `mean_interval`.

    Returns
    -------
    Interval
        The mean of ``a - b`` with its bounds.

    Examples
    --------
    >>> print(paired_difference_interval([3, 4, 5, 7], [1, 2, 3, 4]))
    2.2500 [1.4544, 3.0456]
    """
    import numpy as np

    differences = np.asarray(a, dtype=np.float64) - np.asarray(b, dtype=np.float64)
    least, most = (0.0, 1.0) if shares else bounds
    return mean_interval(differences, confidence, (least - most, most - least))


def elo_from_score(score: float, teams: int = 2) -> float:
    """Return the advantage in Elo points of a team with this score against teams that are equal to each other.

    Parameters
    ----------
    score : float
        The mean score, from 0 to 1.
    teams : int
        The number of teams.

    Returns
    -------
    float
        The Elo points, infinite for scores of 0 and 1.

    Examples
    --------
    >>> round(elo_from_score(0.75)), round(elo_from_score(0.5)), elo_from_score(1.0)
    (191, 0, inf)
    >>> round(elo_from_score(1 / 3, teams=3)), round(elo_from_score(0.4, teams=3))
    (0, 50)
    """
    if score <= 0.0:
        return -math.inf
    if score >= 1.0:
        return math.inf
    # By Luce's choice axiom, a team of strength s wins with s / (s + teams - 1); its Elo points are 400 log10(s).
    return 400 * math.log10(score * (teams - 1) / (1 - score))


def score_from_elo(elo: float, teams: int = 2) -> float:
    """Return the score of a team with this advantage in Elo points, the inverse of `elo_from_score`.

    Parameters
    ----------
    elo : float
        The advantage in Elo points.
    teams : int
        The number of teams.

    Returns
    -------
    float
        The mean score.

    Examples
    --------
    >>> round(score_from_elo(191), 2), score_from_elo(0, teams=4)
    (0.75, 0.25)
    """
    strength = 10 ** (elo / 400)
    return float(strength / (strength + teams - 1))


def round_means(values: "NDArray[np.float64]", games_per_round: int) -> "NDArray[np.float64]":
    """Return the means over the games of each round, which share their random events. The games are rows."""
    if games_per_round == 1 or len(values) < games_per_round:
        return values
    whole = len(values) // games_per_round * games_per_round
    means: NDArray[np.float64] = values[:whole].reshape(-1, games_per_round, *values.shape[1:]).mean(axis=1)
    return means
