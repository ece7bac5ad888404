"""A test that stops when the question is answered (Wald's sequential probability ratio test)."""

import math
from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from .intervals import score_of
from .tails import STEPS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

Verdict: TypeAlias = Literal["fair", "first ahead", "first behind", "undecided"]

PRIOR: Final = 0.5
"""How much more often than it was each outcome is taken to have been seen, so that no estimate is at its limit."""

MOST_ELO: Final = 1_000
"""Beyond this, what `PRIOR` adds outweighs what is seen: a single game would look fair."""

NEAR: Final = 1e-12
"""How near, as a part of the way between the ends, the root of a likelihood is found."""


@dataclass(frozen=True)
class Sprt:
    """Tests whether the first seat's advantage is nothing or ``elo`` points or more, one way or the other.

    At most a share ``alpha`` of fair games is called unfair, and at most a share ``beta`` of games that are unfair by
    ``elo`` is called fair; games in between may be called either, and take the longest.

    Two one-sided tests run side by side, each at ``alpha / 2``. Each compares the likelihood of all outcomes (win, draw,
    loss; with paired games, the five of a pair) under two hypotheses on their mean, everything else being chosen in
    favour of the hypothesis: the generalised test of Van den Bergh, which chess engines are tested by.
    """

    elo: float = 20.0
    """The smallest advantage that matters."""
    alpha: float = 0.05
    """How often a fair game may be called unfair."""
    beta: float = 0.05
    """How often an unfair game may be called fair."""

    def __post_init__(self) -> None:
        if not (isinstance(self.elo, Real) and 0 < self.elo <= MOST_ELO):
            raise ValueError(
                f"an advantage that matters is more than 0 and at most {MOST_ELO} Elo points, not {self.elo!r}"
            )
        _check_rates(self.alpha, self.beta)

    @cached_property
    def bounds(self) -> tuple[float, float]:
        """Below the first a game is fair, above the second it is not."""
        # Wald's bounds on the safe side: without (1 - beta) and (1 - alpha / 2), which make up for nothing when paths overshoot.
        return math.log(self.beta), math.log(2 / self.alpha)

    def path(self, values: "ArrayLike", teams: int = 2) -> "Evidence":
        """How the evidence grows with the scores of the first seat, one a game or one a pair."""
        fair, low, high = (score_of(points, teams) for points in (0.0, -self.elo, self.elo))
        seen, support = _grown(values)
        at_fair = likelihood(seen, support, fair)
        ahead, behind = likelihood(seen, support, high) - at_fair, likelihood(seen, support, low) - at_fair
        return Evidence(ahead, behind, *self.bounds)


@dataclass(frozen=True)
class Contest:
    """Tests whether one agent is stronger than another: by ``elo1`` points or more, or by ``elo0`` or less.

    At most a share ``alpha`` of agents that are ``elo0`` ahead is called stronger, and at most a share ``beta`` of those that are
    ``elo1`` ahead is not. It is one of the tests that `Sprt` consists of.
    """

    elo0: float = 0.0
    """So many points ahead is not stronger."""
    elo1: float = 20.0
    """So many points ahead is stronger."""
    alpha: float = 0.05
    """How often who is no more than ``elo0`` ahead may be called stronger."""
    beta: float = 0.05
    """How often who is ``elo1`` ahead may be called not stronger."""

    def __post_init__(self) -> None:
        points = (self.elo0, self.elo1)
        if not all(isinstance(each, Real) and abs(each) <= MOST_ELO for each in points) or self.elo0 >= self.elo1:
            raise ValueError(
                f"elo0 is less than elo1, and both are Elo points between -{MOST_ELO} and {MOST_ELO}, not {points!r}"
            )
        _check_rates(self.alpha, self.beta)

    def path(self, values: "ArrayLike") -> "Lead":
        """How the evidence grows with the results of the one agent, one a game or one a pair."""
        seen, support = _grown(values)
        better, same = (likelihood(seen, support, score_of(points)) for points in (self.elo1, self.elo0))
        return Lead(better - same, math.log(self.beta), -math.log(self.alpha))


def _check_rates(alpha: float, beta: float) -> None:
    for name, rate in (("alpha", alpha), ("beta", beta)):
        if not (isinstance(rate, Real) and 0 < rate < 0.5):
            raise ValueError(f"{name}, an error rate, lies between 0 and 0.5, as 0.05 does; {rate!r} does not")


def _grown(values: "ArrayLike") -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    """How often each value had been seen after so many games, and the values."""
    import numpy as np

    scores = np.asarray(values, dtype=np.float64)
    found, which = np.unique(scores, return_inverse=True)
    counts = np.cumsum(which[:, None] == np.arange(len(found)), axis=0, dtype=np.float64)
    # The ends of the scale belong to what might have been seen, too.
    support = np.union1d(found, [0.0, 1.0])
    seen = np.zeros((len(scores), len(support)))
    seen[:, np.searchsorted(support, found)] = counts
    return seen + PRIOR, support


def likelihood(counts: "NDArray[np.float64]", support: "NDArray[np.float64]", mean: float) -> "NDArray[np.float64]":
    """The greatest log likelihood of each row of counts among the distributions that have this mean.

    It belongs to p = n / N / (1 + t (v - mean)), t being such that these add up to 1 (Owen's empirical likelihood).
    """
    import numpy as np

    off = support - mean
    shares = counts / counts.sum(axis=1, keepdims=True)
    best: NDArray[np.float64] = (counts * np.log(shares / (1 + _tilt(shares, off)[:, None] * off))).sum(axis=1)
    return best


def _tilt(shares: "NDArray[np.float64]", off: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """The t of each row at which the sum of shares / (1 + t off) is 1, by Newton's method, kept in brackets."""
    import numpy as np

    # All p are positive between these ends, where what vanishes at the right t goes to infinity; times the distance
    # from both it is nearly a line.
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
class Evidence:
    """The log likelihood ratios after each game, or pair of games."""

    ahead: "NDArray[np.float64]"
    """Of 'the first seat is ahead' against 'fair'."""
    behind: "NDArray[np.float64]"
    """Of 'the first seat is behind' against 'fair'."""
    low: float
    """Below this, fair."""
    high: float
    """Above this, unfair."""

    @cached_property
    def end(self) -> tuple[int, Verdict] | None:
        """How many games or pairs it took, and what they say; None while nothing is decided."""
        # A one-sided test is over once it has crossed either bound; the game is fair when both have said so.
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
        """What the games say."""
        return "undecided" if self.end is None else self.end[1]


@dataclass(frozen=True, eq=False)
class Lead:
    """The log likelihood ratios of 'stronger' against 'not stronger' after each game, or pair of games."""

    ratios: "NDArray[np.float64]"
    """The ratios."""
    low: float
    """Below this, not stronger."""
    high: float
    """Above this, stronger."""

    @cached_property
    def end(self) -> tuple[int, Literal["stronger", "not stronger"]] | None:
        """How many games or pairs it took, and what they say; None while nothing is decided."""
        above, below = _reached(self.ratios >= self.high), _reached(self.ratios <= self.low)
        if min(above, below) > len(self.ratios):
            return None
        return (above, "stronger") if above < below else (below, "not stronger")

    @property
    def verdict(self) -> Literal["stronger", "not stronger", "undecided"]:
        """What the games say."""
        return "undecided" if self.end is None else self.end[1]


def _reached(condition: "NDArray[np.bool_]") -> int:
    """After how many games something first held; one more than there are if it never did."""
    import numpy as np

    return int(np.argmax(condition)) + 1 if condition.any() else len(condition) + 1
