"""The Bradley-Terry model of agents' strengths, with a term for the first move."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ...optional_deps import optional_imports

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ELO: Final = 400 / math.log(10)
"""Elo points for one unit of log odds."""

STEPS: Final = 100
"""The largest number of iterations. Newton's method takes about six."""

FARTHEST: Final = 40.0
"""The largest log odds that are searched."""


def _solved(square: "NDArray[np.float64]", right: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Solve linear equations; the solution of least norm if the matrix is singular."""
    import numpy as np

    return np.asarray(np.linalg.lstsq(square, right, rcond=1e-14)[0], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class BradleyTerry:
    """The model, fitted to results, in log odds.

    The likelihood has Jeffreys' prior of the strengths (Firth 1993). It removes the first-order bias and keeps the rating of
    an agent that wins all games finite. For two agents it adds half a win and half a loss. The first move gets the same, as
    a pairing of its own. A draw is half a win. Intervals come from the profile likelihood, scaled by the variance between
    rounds relative to that of independent wins and losses.
    """

    num_agents: int
    """The number of agents."""
    pairs: "NDArray[np.int64]"
    """The kinds of pairings, one in each row: the first agent, the second, and 1 or -1 if the first or the second moved first."""
    games: "NDArray[np.float64]"
    """The number of results of each kind."""
    total_scores: "NDArray[np.float64]"
    """The first agent's total score in each kind; a draw is one half."""
    results: "NDArray[np.float64]"
    """The first agent's score in each result."""
    kinds: "NDArray[np.int64]"
    """The row of ``pairs`` of each result."""
    rounds: "NDArray[np.int64]"
    """The round of each result."""

    @staticmethod
    def of(
        ours: "NDArray[np.int64]",
        theirs: "NDArray[np.int64]",
        results: "NDArray[np.float64]",
        first: "NDArray[np.int64]",
        groups: "NDArray[np.int64]",
        count: int,
    ) -> "BradleyTerry":
        """Fit the model to results: two agents, the first one's score, who moved first (1, -1 or 0), and the round."""
        import numpy as np

        turned = ours > theirs
        met = np.column_stack([np.minimum(ours, theirs), np.maximum(ours, theirs), np.where(turned, -first, first)])
        own = np.where(turned, 1 - results, results)
        pairs, which = np.unique(met, axis=0, return_inverse=True)
        kinds = which.reshape(-1)
        _, rounds = np.unique(groups, return_inverse=True)
        games = np.bincount(kinds, minlength=len(pairs)).astype(np.float64)
        won = np.bincount(kinds, weights=own, minlength=len(pairs)).astype(np.float64)
        return BradleyTerry(count, pairs, games, won, own, kinds, rounds)

    @cached_property
    def design(self) -> "NDArray[np.float64]":
        """One row for each kind of pairing, one column for each agent, and one for the first move."""
        import numpy as np

        found, rows = np.zeros((len(self.pairs), self.num_agents + 1)), np.arange(len(self.pairs))
        found[rows, self.pairs[:, 0]] += 1
        found[rows, self.pairs[:, 1]] -= 1
        found[:, -1] = self.pairs[:, 2]
        return found

    @cached_property
    def axes(self) -> "NDArray[np.float64]":
        """The directions that the results identify: differences between agents that met, and last the first move."""
        import numpy as np

        of_agents = self.design[:, :-1] * np.sqrt(self.games)[:, None]
        _, sizes, directions = np.linalg.svd(of_agents, full_matrices=False)
        kept = directions[sizes > 1e-9 * sizes.max()].T
        found = np.zeros((self.num_agents + 1, kept.shape[1] + 1))
        found[:-1, :-1], found[-1, -1] = kept, 1.0
        return found

    @cached_property
    def design_along_axes(self) -> "NDArray[np.float64]":
        """The design along `axes`."""
        found: NDArray[np.float64] = self.design @ self.axes
        return found

    def expected_scores(self, at: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Return the first agent's expected score in each kind of pairing."""
        with optional_imports("plyground[study]"):
            from scipy.special import expit

        found: NDArray[np.float64] = expit(self.design @ at)
        return found

    def information(self, at: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Return the Fisher information along `axes`."""
        p, q = self.expected_scores(at), 1 / (1 + math.exp(-at[-1]))
        found: NDArray[np.float64] = self.design_along_axes.T @ (
            self.design_along_axes * (self.games * p * (1 - p))[:, None]
        )
        found[-1, -1] += q * (1 - q)
        return found

    def likelihood(self, at: "NDArray[np.float64]") -> float:
        """Return the penalized log-likelihood."""
        import numpy as np

        odds = self.design @ at
        plain = -self.total_scores @ np.logaddexp(0, -odds) - (self.games - self.total_scores) @ np.logaddexp(0, odds)
        given = -(np.logaddexp(0, -at[-1]) + np.logaddexp(0, at[-1])) / 2
        sign, size = np.linalg.slogdet(self.information(at)[:-1, :-1])
        return float(plain + given + size / 2) if sign > 0 else -math.inf

    def leverages(self, at: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Return the leverage of each kind of pairing: the number of results that the prior adds, half of them won."""
        import numpy as np

        p, agents = self.expected_scores(at), self.design_along_axes[:, :-1]
        settled = (agents * _solved(self.information(at)[:-1, :-1], agents.T).T).sum(axis=1)
        found: NDArray[np.float64] = self.games * p * (1 - p) * settled
        return found

    def best(self, start: "NDArray[np.float64]", axes: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Return the most likely strengths that differ from ``start`` along these axes."""
        import numpy as np

        at, height = start, self.likelihood(start)
        if axes.shape[1] == 0:
            return at
        inside = self.axes.T @ axes
        for _ in range(STEPS):
            p = self.expected_scores(at)
            slope = self.design_along_axes.T @ (self.total_scores - self.games * p + self.leverages(at) * (0.5 - p))
            slope[-1] += 0.5 - 1 / (1 + math.exp(-at[-1]))
            step = axes @ _solved(inside.T @ self.information(at) @ inside, inside.T @ slope)
            step *= min(1.0, 5.0 / max(np.abs(step).max(), 1e-12))
            while (tried := self.likelihood(at + step)) < height - 1e-12 and np.abs(step).max() > 1e-9:
                step = step / 2
            at, height = at + step, tried
            if np.abs(step).max() < 1e-7:
                break
        return at

    @cached_property
    def strengths(self) -> "NDArray[np.float64]":
        """The most likely strengths: of the agents, relative to their mean, and of the first move."""
        import numpy as np

        at = self.best(np.zeros(self.num_agents + 1), self.axes)
        at[:-1] -= at[:-1].mean()
        return at

    @cached_property
    def max_likelihood(self) -> float:
        """The largest log-likelihood."""
        return self.likelihood(self.strengths)

    @cached_property
    def residual_covariances(self) -> "NDArray[np.float64]":
        """The covariances of residuals between kinds of pairings, from sums over rounds."""
        with optional_imports("plyground[study]"):
            from scipy.sparse import csr_array

        off = self.results - self.expected_scores(self.strengths)[self.kinds]
        of_rounds = csr_array((off, (self.rounds, self.kinds)), shape=(self.num_rounds, len(self.pairs)))
        found: NDArray[np.float64] = (of_rounds.T @ of_rounds).toarray()
        return found * (self.num_rounds / max(1, self.num_rounds - 1))

    @cached_property
    def num_rounds(self) -> int:
        """The number of rounds."""
        return int(self.rounds.max()) + 1

    @cached_property
    def score_variance(self) -> "NDArray[np.float64]":
        """The variance of the score function between rounds, along `axes`. The results of the prior count as rounds."""
        import numpy as np

        p, q = self.expected_scores(self.strengths), 1 / (1 + math.exp(-self.strengths[-1]))
        given = self.leverages(self.strengths) / 2 * ((1 - p) ** 2 + p**2)
        # If all results were draws, a win and a loss may come next.
        given[np.bincount(self.kinds, weights=self.results != 0.5, minlength=len(given)) == 0] += 0.5
        found: NDArray[np.float64] = self.design_along_axes.T @ self.residual_covariances @ self.design_along_axes
        found += self.design_along_axes.T @ (self.design_along_axes * given[:, None])
        found[-1, -1] += ((1 - q) ** 2 + q**2) / 2
        return found

    def variance_ratio(self, contrast: "NDArray[np.float64]") -> float:
        """Return the variance of a contrast relative to that of independent wins and losses."""
        import numpy as np

        inverse = _solved(self.information(self.strengths), np.eye(self.axes.shape[1]))
        own = contrast @ self.axes
        return float(own @ inverse @ self.score_variance @ inverse @ own / (own @ inverse @ own))

    def is_identified(self, contrast: "NDArray[np.float64]") -> bool:
        """Return whether the results identify a contrast."""
        import numpy as np

        return bool(np.allclose(self.axes @ (self.axes.T @ contrast), contrast, atol=1e-8))

    def root(self, contrast: "NDArray[np.float64]", value: float, stretch: float) -> float:
        """Return the signed root of the likelihood ratio: how many standard errors the contrast is above a value."""
        import numpy as np

        length = contrast @ contrast
        own = self.axes.T @ contrast
        # All directions that leave the contrast unchanged.
        _, _, directions = np.linalg.svd(own[None])
        at = self.best(contrast * value / length, self.axes @ directions[1:].T)
        ratio = max(0.0, 2 * (self.max_likelihood - self.likelihood(at)) / stretch)
        return math.copysign(math.sqrt(ratio), float(contrast @ self.strengths) - value)

    def superiority(self, contrast: "NDArray[np.float64]") -> float:
        """Return the one-sided confidence that a contrast is above 0."""
        with optional_imports("plyground[study]"):
            from scipy.stats import t

        if not self.is_identified(contrast) or self.num_rounds < 2:
            return 0.5
        return float(t.cdf(self.root(contrast, 0.0, self.variance_ratio(contrast)), self.num_rounds - 1))

    def bounds(self, contrast: "NDArray[np.float64]", confidence: float) -> tuple[float, float]:
        """Return the confidence interval of a contrast."""
        with optional_imports("plyground[study]"):
            from scipy.optimize import brentq
            from scipy.stats import t

        if not self.is_identified(contrast) or self.num_rounds < 2:
            return -math.inf, math.inf
        # The variance between rounds is itself an estimate from this number of rounds.
        reach = float(t.ppf((1 + confidence) / 2, self.num_rounds - 1))
        value, stretch = float(contrast @ self.strengths), self.variance_ratio(contrast)
        own = contrast @ self.axes
        step = reach * math.sqrt(stretch * float(own @ _solved(self.information(self.strengths), own)))
        ends = []
        for side in (-1.0, 1.0):
            far = step

            def beyond(at: float, side: float = side) -> float:
                return side * self.root(contrast, at, stretch) + reach

            while beyond(value + side * far) > 0 and far < FARTHEST:
                far *= 2
            out = math.copysign(math.inf, side)
            ends.append(out if far >= FARTHEST else brentq(beyond, value, value + side * far, xtol=1e-4))
        return ends[0], ends[1]

    @property
    def _residuals(self) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
        """The residuals by kind of pairing, and their covariances."""
        import numpy as np

        p = self.expected_scores(self.strengths)
        sure = self.games * p * (1 - p)
        spread = self.residual_covariances.copy()
        # Results that are all equal give no estimate of their variance.
        alike = np.flatnonzero((self.total_scores == 0) | (self.total_scores == self.games))
        spread[alike, alike] = np.maximum(spread[alike, alike], sure[alike])
        fitted = (self.design_along_axes * sure[:, None]) @ _solved(
            self.information(self.strengths), self.design_along_axes.T
        )
        rest = np.eye(len(self.pairs)) - fitted
        return self.total_scores - self.games * p, rest @ spread @ rest.T

    def misfit(self) -> float | None:
        """Return the p-value of the hypothesis that ratings and the first move explain all results; None if there is no test."""
        return self._p_value(*self._residuals, len(self.pairs) - self.axes.shape[1])

    def intransitivity(self) -> float | None:
        """Return the p-value of the hypothesis that strength is transitive; None if there are too few pairings."""
        import numpy as np

        met, which = np.unique(self.pairs[:, :2], axis=0, return_inverse=True)
        summed = (which.reshape(-1) == np.arange(len(met))[:, None]).astype(np.float64)
        off, spread = self._residuals
        return self._p_value(summed @ off, summed @ spread @ summed.T, len(met) - (self.axes.shape[1] - 1))

    def _p_value(self, off: "NDArray[np.float64]", spread: "NDArray[np.float64]", free: int) -> float | None:
        """Return the p-value of Hotelling's test of residuals with this many degrees of freedom."""
        import numpy as np

        with optional_imports("plyground[study]"):
            from scipy.stats import f

        rounds = self.num_rounds
        if free < 1 or rounds <= free + 1:
            return None
        sizes, axes = np.linalg.eigh(spread)
        along = axes[:, -free:].T @ off
        size = float((along**2 / np.maximum(sizes[-free:], 1e-12)).sum())
        return float(f.sf(size * (rounds - free) / (free * (rounds - 1)), free, rounds - free))

    def draw_rate_of_equals(self, confidence: float) -> tuple[float, float, float]:
        """Return the draw rate between equal agents by Davidson's model (1970), as lower bound, estimate and upper bound.

        A win, a draw and a loss have the weights exp(x / 2), v and exp(-x / 2), where x is the log odds. Equal agents draw a
        share v / (2 + v). The prior adds half a win and half a loss for every two agents that met, and half a draw and half
        a decisive game between equals. The variance is that between rounds, because games of a round share their opening,
        or that of independent games if it is larger.
        """
        import numpy as np

        with optional_imports("plyground[study]"):
            from scipy.special import expit
            from scipy.stats import t

        met = np.unique(self.pairs[:, :2], axis=0)
        extra = np.zeros((len(met) + 2, self.num_agents + 1))
        extra[np.arange(len(met)), met[:, 0]] = 1.0
        extra[np.arange(len(met)), met[:, 1]] = -1.0
        extra[len(met), -1] = 1.0
        design = np.vstack([self.design, extra]) @ self.axes
        seen = [
            np.bincount(self.kinds[self.results == result], minlength=len(self.pairs)) for result in (1.0, 0.5, 0.0)
        ]
        given = [np.r_[np.full(len(met) + 1, 0.5), 0.25], np.r_[np.zeros(len(met) + 1), 0.5]]
        wins, draws, losses = (np.r_[own, more] for own, more in zip(seen, (given[0], given[1], given[0]), strict=True))
        total, at = wins + draws + losses, np.zeros(design.shape[1] + 1)
        for _ in range(STEPS):
            half = design @ at[:-1] / 2
            logs = np.stack([half, np.full(len(half), at[-1]), -half])
            p, q, r = np.exp(logs - np.logaddexp.reduce(logs, axis=0))
            # The expected value and the covariances of each outcome's effect on the log odds, and of a draw.
            lean = (p - r) / 2
            slope = np.r_[design.T @ ((wins - losses) / 2 - total * lean), (draws - total * q).sum()]
            square = np.zeros((len(at), len(at)))
            square[:-1, :-1] = design.T @ (design * (total * ((p + r) / 4 - lean**2))[:, None])
            square[:-1, -1] = square[-1, :-1] = -design.T @ (total * q * lean)
            square[-1, -1] = (total * q * (1 - q)).sum()
            step = _solved(square, slope)
            at += step * min(1.0, 2.0 / max(np.abs(step).max(), 1e-12))
            if np.abs(step).max() < 1e-8:
                break
        inverse, rounds = np.linalg.inv(square), self.num_rounds
        off = np.c_[
            design[self.kinds] * (self.results - 0.5 - lean[self.kinds])[:, None], (self.results == 0.5) - q[self.kinds]
        ]
        of_rounds = np.zeros((rounds, len(at)))
        np.add.at(of_rounds, self.rounds, off)
        between = inverse @ (of_rounds.T @ of_rounds) @ inverse * rounds / max(1, rounds - 1)
        # Rounds with results that are all alike give no estimate of their variance.
        spread = math.sqrt(max(between[-1, -1], inverse[-1, -1]))
        wide = float(t.ppf((1 + confidence) / 2, max(1, rounds - 1))) * spread
        low, value, high = (float(expit(at[-1] + off - math.log(2))) for off in (-wide, 0.0, wide))
        return low, value, high
