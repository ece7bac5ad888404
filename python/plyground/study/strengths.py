"""How strong agents are by the results of duels: Bradley and Terry's model, with a term for who moves first."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ELO: Final = 400 / math.log(10)
"""Elo points in a natural unit of log odds."""

STEPS: Final = 100
"""Newton's method takes some six."""

FARTHEST: Final = 40.0
"""No log odds beyond this are looked for."""


def _solved(square: "NDArray[np.float64]", right: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """What a matrix makes this of; the least such, where results are so sure that it is none."""
    import numpy as np

    return np.asarray(np.linalg.lstsq(square, right, rcond=1e-14)[0], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Strengths:
    """The model fitted to results, in log odds.

    The likelihood is that of Firth (1993): with Jeffreys' prior of the strengths, which takes the first order off the bias, and
    without which who wins all games would be infinitely strong. To two agents it gives half a win and half a loss more; and so
    much is given to the first move, in a duel of its own. A draw is half a win. Intervals are those of the profile of this
    likelihood, stretched by how much more or less results spread from round to round than wins and losses of games alone do;
    the halves that are given count as rounds.
    """

    count: int
    """How many agents there are."""
    pairs: "NDArray[np.int64]"
    """Who met whom, one row a kind of duel: the one, the other, and 1 if the one moved first, -1 if the other did."""
    games: "NDArray[np.float64]"
    """How many duels of each kind there were."""
    won: "NDArray[np.float64]"
    """What the one won in all, draws being halves."""
    results: "NDArray[np.float64]"
    """What the one won, duel by duel."""
    kinds: "NDArray[np.int64]"
    """Which row of ``pairs`` each duel is of."""
    rounds: "NDArray[np.int64]"
    """Which round each was in."""

    @staticmethod
    def of(
        ours: "NDArray[np.int64]",
        theirs: "NDArray[np.int64]",
        results: "NDArray[np.float64]",
        first: "NDArray[np.int64]",
        groups: "NDArray[np.int64]",
        count: int,
    ) -> "Strengths":
        """From duels one by one: who met whom, with what result, who moved first, and in which round."""
        import numpy as np

        turned = ours > theirs
        met = np.column_stack([np.minimum(ours, theirs), np.maximum(ours, theirs), np.where(turned, -first, first)])
        own = np.where(turned, 1 - results, results)
        pairs, which = np.unique(met, axis=0, return_inverse=True)
        kinds = which.reshape(-1)
        _, rounds = np.unique(groups, return_inverse=True)
        games = np.bincount(kinds, minlength=len(pairs)).astype(np.float64)
        won = np.bincount(kinds, weights=own, minlength=len(pairs)).astype(np.float64)
        return Strengths(count, pairs, games, won, own, kinds, rounds)

    @cached_property
    def design(self) -> "NDArray[np.float64]":
        """A row a kind of duel; a column an agent, and one for the first move."""
        import numpy as np

        found, rows = np.zeros((len(self.pairs), self.count + 1)), np.arange(len(self.pairs))
        found[rows, self.pairs[:, 0]] += 1
        found[rows, self.pairs[:, 1]] -= 1
        found[:, -1] = self.pairs[:, 2]
        return found

    @cached_property
    def axes(self) -> "NDArray[np.float64]":
        """The directions in which results tell anything: the differences of agents who met, and last the first move."""
        import numpy as np

        of_agents = self.design[:, :-1] * np.sqrt(self.games)[:, None]
        _, sizes, directions = np.linalg.svd(of_agents, full_matrices=False)
        kept = directions[sizes > 1e-9 * sizes.max()].T
        found = np.zeros((self.count + 1, kept.shape[1] + 1))
        found[:-1, :-1], found[-1, -1] = kept, 1.0
        return found

    @cached_property
    def along(self) -> "NDArray[np.float64]":
        """The design along `axes`."""
        found: NDArray[np.float64] = self.design @ self.axes
        return found

    def chances(self, at: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """What the one wins of each kind of duel on average."""
        from scipy.special import expit

        found: NDArray[np.float64] = expit(self.design @ at)
        return found

    def information(self, at: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """Fisher's, along `axes`."""
        p, q = self.chances(at), 1 / (1 + math.exp(-at[-1]))
        found: NDArray[np.float64] = self.along.T @ (self.along * (self.games * p * (1 - p))[:, None])
        found[-1, -1] += q * (1 - q)
        return found

    def likelihood(self, at: "NDArray[np.float64]") -> float:
        """The penalised log likelihood."""
        import numpy as np

        odds = self.design @ at
        plain = -self.won @ np.logaddexp(0, -odds) - (self.games - self.won) @ np.logaddexp(0, odds)
        given = -(np.logaddexp(0, -at[-1]) + np.logaddexp(0, at[-1])) / 2
        sign, size = np.linalg.slogdet(self.information(at)[:-1, :-1])
        return float(plain + given + size / 2) if sign > 0 else -math.inf

    def leverages(self, at: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """How many of the strengths each kind of duel settles: so many results it is given, half of them won."""
        import numpy as np

        p, agents = self.chances(at), self.along[:, :-1]
        settled = (agents * _solved(self.information(at)[:-1, :-1], agents.T).T).sum(axis=1)
        found: NDArray[np.float64] = self.games * p * (1 - p) * settled
        return found

    def best(self, start: "NDArray[np.float64]", axes: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """The likeliest strengths that differ from ``start`` along these axes."""
        import numpy as np

        at, height = start, self.likelihood(start)
        if axes.shape[1] == 0:
            return at
        inside = self.axes.T @ axes
        for _ in range(STEPS):
            p = self.chances(at)
            slope = self.along.T @ (self.won - self.games * p + self.leverages(at) * (0.5 - p))
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
    def found(self) -> "NDArray[np.float64]":
        """The likeliest strengths: of agents, about their mean, and of the first move."""
        import numpy as np

        at = self.best(np.zeros(self.count + 1), self.axes)
        at[:-1] -= at[:-1].mean()
        return at

    @cached_property
    def top(self) -> float:
        """The greatest likelihood."""
        return self.likelihood(self.found)

    @cached_property
    def crossed(self) -> "NDArray[np.float64]":
        """How much results differ from what is expected, round by round, and how that hangs together among kinds of duels."""
        from scipy.sparse import csr_array

        off = self.results - self.chances(self.found)[self.kinds]
        of_rounds = csr_array((off, (self.rounds, self.kinds)), shape=(self.count_rounds, len(self.pairs)))
        found: NDArray[np.float64] = (of_rounds.T @ of_rounds).toarray()
        return found * (self.count_rounds / max(1, self.count_rounds - 1))

    @cached_property
    def count_rounds(self) -> int:
        """How many rounds there were."""
        return int(self.rounds.max()) + 1

    @cached_property
    def spread(self) -> "NDArray[np.float64]":
        """How much scores spread from round to round, along `axes`; the halves that are given are rounds."""
        import numpy as np

        p, q = self.chances(self.found), 1 / (1 + math.exp(-self.found[-1]))
        given = self.leverages(self.found) / 2 * ((1 - p) ** 2 + p**2)
        # Where nothing but draws was seen, a win and a loss may have been next.
        given[np.bincount(self.kinds, weights=self.results != 0.5, minlength=len(given)) == 0] += 0.5
        found: NDArray[np.float64] = self.along.T @ self.crossed @ self.along
        found += self.along.T @ (self.along * given[:, None])
        found[-1, -1] += ((1 - q) ** 2 + q**2) / 2
        return found

    def stretch(self, contrast: "NDArray[np.float64]") -> float:
        """How much more a contrast varies than wins and losses of games alone would let it."""
        import numpy as np

        inverse = _solved(self.information(self.found), np.eye(self.axes.shape[1]))
        own = contrast @ self.axes
        return float(own @ inverse @ self.spread @ inverse @ own / (own @ inverse @ own))

    def told(self, contrast: "NDArray[np.float64]") -> bool:
        """Whether results tell anything of a contrast."""
        import numpy as np

        return bool(np.allclose(self.axes @ (self.axes.T @ contrast), contrast, atol=1e-8))

    def root(self, contrast: "NDArray[np.float64]", value: float, stretch: float) -> float:
        """How many standard errors the contrast is above a value: the signed root of the likelihood ratio."""
        import numpy as np

        length = contrast @ contrast
        own = self.axes.T @ contrast
        # All directions in which the contrast stays what it is.
        _, _, directions = np.linalg.svd(own[None])
        at = self.best(contrast * value / length, self.axes @ directions[1:].T)
        ratio = max(0.0, 2 * (self.top - self.likelihood(at)) / stretch)
        return math.copysign(math.sqrt(ratio), float(contrast @ self.found) - value)

    def superior(self, contrast: "NDArray[np.float64]") -> float:
        """The likelihood that a contrast is above nothing, as the confidence of its interval on that side."""
        from scipy.stats import t

        if not self.told(contrast) or self.count_rounds < 2:
            return 0.5
        return float(t.cdf(self.root(contrast, 0.0, self.stretch(contrast)), self.count_rounds - 1))

    def bounds(self, contrast: "NDArray[np.float64]", confidence: float) -> tuple[float, float]:
        """Between which values a contrast lies."""
        from scipy.optimize import brentq
        from scipy.stats import t

        if not self.told(contrast) or self.count_rounds < 2:
            return -math.inf, math.inf
        # How much rounds spread is itself seen in so many of them.
        reach = float(t.ppf((1 + confidence) / 2, self.count_rounds - 1))
        value, stretch = float(contrast @ self.found), self.stretch(contrast)
        own = contrast @ self.axes
        step = reach * math.sqrt(stretch * float(own @ _solved(self.information(self.found), own)))
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
    def _leftover(self) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
        """What results are beyond what the model expects, by kinds of duels, and its covariances."""
        import numpy as np

        p = self.chances(self.found)
        sure = self.games * p * (1 - p)
        spread = self.crossed.copy()
        # Where all results are the same they do not tell of their spread.
        alike = np.flatnonzero((self.won == 0) | (self.won == self.games))
        spread[alike, alike] = np.maximum(spread[alike, alike], sure[alike])
        fitted = (self.along * sure[:, None]) @ _solved(self.information(self.found), self.along.T)
        rest = np.eye(len(self.pairs)) - fitted
        return self.won - self.games * p, rest @ spread @ rest.T

    def misfit(self) -> float | None:
        """Tests whether one number an agent and one for the first move explain all results; None if they could not fail to."""
        return self._rejected(*self._leftover, len(self.pairs) - self.axes.shape[1])

    def circles(self) -> float | None:
        """Tests whether strength is transitive, by what each two agents score beyond it; None if they are too few to tell."""
        import numpy as np

        met, which = np.unique(self.pairs[:, :2], axis=0, return_inverse=True)
        summed = (which.reshape(-1) == np.arange(len(met))[:, None]).astype(np.float64)
        off, spread = self._leftover
        return self._rejected(summed @ off, summed @ spread @ summed.T, len(met) - (self.axes.shape[1] - 1))

    def _rejected(self, off: "NDArray[np.float64]", spread: "NDArray[np.float64]", free: int) -> float | None:
        """How often so much is left over by chance (Hotelling's test), where so many numbers of it are free."""
        import numpy as np
        from scipy.stats import f

        rounds = self.count_rounds
        if free < 1 or rounds <= free + 1:
            return None
        sizes, axes = np.linalg.eigh(spread)
        along = axes[:, -free:].T @ off
        size = float((along**2 / np.maximum(sizes[-free:], 1e-12)).sum())
        return float(f.sf(size * (rounds - free) / (free * (rounds - 1)), free, rounds - free))

    def draws(self, confidence: float) -> tuple[float, float, float]:
        """How likely draws are among equals, by Davidson's model (1970), between its bounds.

        In it a win, a draw and a loss are as exp(x / 2) to v to exp(-x / 2), x being the log odds; of equals a share
        v / (2 + v) is drawn. Every two agents who met are given half a win and half a loss more, and equals half a draw and
        half a decision.
        """
        import numpy as np
        from scipy.special import expit
        from scipy.stats import norm

        met = np.unique(self.pairs[:, :2], axis=0)
        extra = np.zeros((len(met) + 2, self.count + 1))
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
            # What each outcome adds to the log odds, and whether it is a draw: the expected and the covariances.
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
        wide = float(norm.ppf((1 + confidence) / 2)) * math.sqrt(np.linalg.inv(square)[-1, -1])
        low, value, high = (float(expit(at[-1] + off - math.log(2))) for off in (-wide, 0.0, wide))
        return low, value, high
