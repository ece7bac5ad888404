"""Sequential probability ratio tests, which stop as soon as the question is answered."""

import math
from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from .intervals import score_from_elo
from .saddlepoint import STEPS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

Verdict: TypeAlias = Literal["fair", "first ahead", "first behind", "undecided"]

PRIOR: Final = 0.5
"""The number that is added to the count of each outcome, so that no estimate is at its limit."""

MAX_ELO: Final = 1_000
"""The largest effect. Beyond it the prior outweighs the observations."""

NEAR: Final = 1e-12
"""The tolerance for the root of a likelihood, relative to the length of the bracket."""


@dataclass(frozen=True)
class Sprt:
    """A sequential test of whether the first seat's advantage is 0, or at least ``elo`` points in either direction.

    A fair variant is called unfair with a probability of at most ``alpha``. A variant with an advantage of ``elo`` is called
    fair with a probability of at most ``beta``. Variants in between can get either verdict, and take the most games.

    Two one-sided tests run in parallel, each at level ``alpha / 2``. Each is the generalized SPRT (Van den Bergh) that chess
    engines are tested with: it compares the likelihoods of all outcomes under two hypotheses on their mean.

    Parameters
    ----------
    elo : float
        The smallest advantage that matters, in Elo points.
    alpha : float
        The largest share of fair games that are called unfair.
    beta : float
        The largest share of games with this advantage that are called fair.

    Raises
    ------
    ValueError
        If an argument is not valid.

    Examples
    --------
    >>> import plyground as pg
    >>> test = pg.study.Sprt(elo=40, alpha=0.01)
    >>> test.path([1.0] * 200).verdict
    'first ahead'
    >>> row = pg.study.balance("universal-queens", games=200_000, sprt=test).rows[0]
    >>> row.verdict, row.games < 200_000
    ('first ahead', True)
    """

    elo: float = 20.0
    """The smallest advantage that matters."""
    alpha: float = 0.05
    """The largest share of fair games that are called unfair."""
    beta: float = 0.05
    """The largest share of unfair games that are called fair."""

    def __post_init__(self) -> None:
        if not (isinstance(self.elo, Real) and 0 < self.elo <= MAX_ELO):
            raise ValueError(f"elo must be above 0 and at most {MAX_ELO}, got {self.elo!r}")
        _check_rates(self.alpha, self.beta)

    @cached_property
    def bounds(self) -> tuple[float, float]:
        """The bounds of the log-likelihood ratio: "fair" below the first, "not fair" above the second."""
        # Wald's bounds without the factors 1 - beta and 1 - alpha / 2, which is conservative.
        return math.log(self.beta), math.log(2 / self.alpha)

    def path(self, values: "ArrayLike", teams: int = 2) -> "SprtEvidence":
        """Return the log-likelihood ratios after each score of the first seat, one for each game or round."""
        fair, low, high = (score_from_elo(points, teams) for points in (0.0, -self.elo, self.elo))
        seen, support = _grown(values)
        at_fair = max_log_likelihood(seen, support, fair)
        ahead, behind = (
            max_log_likelihood(seen, support, high) - at_fair,
            max_log_likelihood(seen, support, low) - at_fair,
        )
        return SprtEvidence(ahead, behind, *self.bounds)


@dataclass(frozen=True)
class MatchSprt:
    """A sequential test of whether one agent is stronger than another: by at least ``elo1`` points, or by at most ``elo0``.

    An agent that is ``elo0`` points ahead is called stronger with a probability of at most ``alpha``. An agent that is ``elo1``
    points ahead is called not stronger with a probability of at most ``beta``. `Sprt` consists of two tests of this kind.

    Parameters
    ----------
    elo0, elo1 : float
        The advantages of the two hypotheses, in Elo points.
    alpha, beta : float
        The error rates.

    Raises
    ------
    ValueError
        If an argument is not valid.

    Examples
    --------
    >>> import plyground as pg
    >>> test = pg.study.MatchSprt(0, 100)
    >>> test.path([1.0] * 100).verdict
    'stronger'
    """

    elo0: float = 0.0
    """An agent this far ahead is not stronger."""
    elo1: float = 20.0
    """An agent this far ahead is stronger."""
    alpha: float = 0.05
    """The largest share of agents ``elo0`` ahead that are called stronger."""
    beta: float = 0.05
    """The largest share of agents ``elo1`` ahead that are called not stronger."""

    def __post_init__(self) -> None:
        points = (self.elo0, self.elo1)
        if not all(isinstance(each, Real) and abs(each) <= MAX_ELO for each in points) or self.elo0 >= self.elo1:
            raise ValueError(f"elo0 must be less than elo1, both from -{MAX_ELO} to {MAX_ELO}, got {points!r}")
        _check_rates(self.alpha, self.beta)

    def path(self, values: "ArrayLike") -> "MatchSprtEvidence":
        """Return the log-likelihood ratios after each result of the first agent, one for each game or round."""
        seen, support = _grown(values)
        better, same = (max_log_likelihood(seen, support, score_from_elo(points)) for points in (self.elo1, self.elo0))
        return MatchSprtEvidence(better - same, math.log(self.beta), -math.log(self.alpha))


def _check_rates(alpha: float, beta: float) -> None:
    for name, rate in (("alpha", alpha), ("beta", beta)):
        if not (isinstance(rate, Real) and 0 < rate < 0.5):
            raise ValueError(f"{name} must be an error rate between 0 and 0.5, got {rate!r}")


def _grown(values: "ArrayLike") -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    """Return how often each value had occurred after each game, and the values."""
    import numpy as np

    scores = np.asarray(values, dtype=np.float64)
    found, which = np.unique(scores, return_inverse=True)
    counts = np.cumsum(which[:, None] == np.arange(len(found)), axis=0, dtype=np.float64)
    # The ends of the scale are possible outcomes too.
    support = np.union1d(found, [0.0, 1.0])
    seen = np.zeros((len(scores), len(support)))
    seen[:, np.searchsorted(support, found)] = counts
    return seen + PRIOR, support


def max_log_likelihood(
    counts: "NDArray[np.float64]", support: "NDArray[np.float64]", mean: float
) -> "NDArray[np.float64]":
    """Return the largest log-likelihood of each row of counts among the distributions with this mean.

    The maximum is at p = n / N / (1 + t (v - mean)), with t such that these add up to 1 (Owen's empirical likelihood).
    """
    import numpy as np

    off = support - mean
    shares = counts / counts.sum(axis=1, keepdims=True)
    best: NDArray[np.float64] = (counts * np.log(shares / (1 + _tilt(shares, off)[:, None] * off))).sum(axis=1)
    return best


def _tilt(shares: "NDArray[np.float64]", off: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Return the t of each row at which the sum of shares / (1 + t off) is 1, by Newton's method with bisection."""
    import numpy as np

    # All p are positive between these ends. The function that vanishes at the solution goes to infinity at both; times the
    # distance from both it is nearly linear.
    low, high = -1 / off.max(), -1 / off.min()
    t = np.zeros(len(shares))
    below, above = np.full(len(shares), low), np.full(len(shares), high)
    for _ in range(STEPS):
        each = off / (1 + t[:, None] * off)
        sums, falls = np.einsum("ij,ij->i", shares, each), np.einsum("ij,ij->i", shares, each**2)
        ends = (t - low) * (high - t)
        step = sums * ends / (sums * (low + high - 2 * t) - falls * ends)
        there = np.abs(step) <= NEAR * (high - low)
        if there.all():
            break
        below, above = np.where(sums > 0, t, below), np.where(sums > 0, above, t)
        tried = t - step
        inside = (tried > below) & (tried < above)
        t = np.where(there, t, np.where(inside, tried, (below + above) / 2))
    return t


@dataclass(frozen=True, eq=False)
class SprtEvidence:
    """The log-likelihood ratios after each game or round."""

    ahead: "NDArray[np.float64]"
    """For "the first seat is ahead" against "fair"."""
    behind: "NDArray[np.float64]"
    """For "the first seat is behind" against "fair"."""
    low: float
    """The bound for "fair"."""
    high: float
    """The bound for "not fair"."""

    @cached_property
    def end(self) -> tuple[int, Verdict] | None:
        """The number of games or rounds at which the test ended, and its result; None while it is undecided."""
        # A one-sided test ends at either bound; the game is fair when both tests have accepted that.
        ends: list[tuple[int, Verdict]] = []
        fair = []
        for ratios, verdict in ((self.ahead, "first ahead"), (self.behind, "first behind")):
            above, below = _reached(ratios >= self.high), _reached(ratios <= self.low)
            fair.append(below if below < above else len(ratios) + 1)
            if above < below:
                ends.append((above, verdict))  # type: ignore[arg-type]
        ends.append((max(fair), "fair"))
        first = min(ends)
        return first if first[0] <= len(self.ahead) else None

    @property
    def verdict(self) -> Verdict:
        """The result of the test."""
        return "undecided" if self.end is None else self.end[1]


@dataclass(frozen=True, eq=False)
class MatchSprtEvidence:
    """The log-likelihood ratios for "stronger" against "not stronger" after each game or round."""

    ratios: "NDArray[np.float64]"
    """One ratio for each game or round."""
    low: float
    """The bound for "not stronger"."""
    high: float
    """The bound for "stronger"."""

    @cached_property
    def end(self) -> tuple[int, Literal["stronger", "not stronger"]] | None:
        """The number of games or rounds at which the test ended, and its result; None while it is undecided."""
        above, below = _reached(self.ratios >= self.high), _reached(self.ratios <= self.low)
        if min(above, below) > len(self.ratios):
            return None
        return (above, "stronger") if above < below else (below, "not stronger")

    @property
    def verdict(self) -> Literal["stronger", "not stronger", "undecided"]:
        """The result of the test."""
        return "undecided" if self.end is None else self.end[1]


def _reached(condition: "NDArray[np.bool_]") -> int:
    """Return the number of games after which a condition first holds, or one more than there are."""
    import numpy as np

    return int(np.argmax(condition)) + 1 if condition.any() else len(condition) + 1
