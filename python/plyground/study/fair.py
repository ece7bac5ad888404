"""Tests of fairness: how often a fair game would look as uneven as this one, or more so."""

from collections.abc import Sequence
from itertools import combinations, permutations
from math import comb, log
from typing import TYPE_CHECKING, Final, Literal

from .intervals import paired

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

RESAMPLES: Final = 9_999
"""Fair studies that are drawn where no formula will do."""

FEW: Final = 200
"""Below this number of games the limit distribution is not trusted."""

RARE: Final = 0.001
"""What the limit distribution finds rarer than this is counted."""

SIDES, DRAWS = 256, 12
"""To so many sides sums are tilted, and so often they are drawn for each."""

STRONGEST: Final = 1_000.0
"""The strongest tilt, for sides to which sums do not reach so far."""

OUTCOMES: Final = 200_000
"""Outcomes are counted out one by one up to this number."""


def sign(wins: int, losses: int) -> float:
    """The exact sign test of two sides: whether wins are as many as losses. Draws say nothing of it.

    >>> round(sign(60, 40), 4)
    0.0569
    """
    from scipy.stats import binomtest

    return 1.0 if wins + losses == 0 else float(binomtest(wins, wins + losses).pvalue)


def multinomial(wins: Sequence[int], shares: Sequence[float] | None = None, *, seed: int = 0) -> float:
    """Tests whether each side wins as often as its share says (by default all equally often).

    Exact where all tables of wins can be counted out, by the chi-squared distribution where many wins are expected of every
    side, and else by drawing tables at random.

    >>> round(multinomial([5, 0, 1]), 4), round(multinomial([400, 300, 300]), 6)
    (0.0535, 4.5e-05)
    """
    import numpy as np
    from scipy import stats

    counts = np.asarray(wins)
    if counts.ndim != 1 or len(counts) < 2 or counts.min() < 0 or counts.dtype.kind not in "iu":
        raise ValueError(f"name the wins of two sides at least, not {list(wins)}")
    p = np.full(len(counts), 1 / len(counts)) if shares is None else np.asarray(shares, dtype=np.float64)
    if p.shape != counts.shape or p.min() <= 0 or abs(p.sum() - 1) > 1e-9:
        raise ValueError(f"name a share for each of {len(counts)} sides that add up to 1, not {list(p)}")
    n = int(counts.sum())
    if n == 0:
        return 1.0
    if len(counts) == 2:
        return float(stats.binomtest(int(counts[0]), n, p[0]).pvalue)
    law = stats.multinomial(n, p)
    seen = float(law.logpmf(counts))
    if comb(n + len(counts) - 1, len(counts) - 1) <= OUTCOMES:
        chances = law.logpmf(_tables(n, len(counts)))
        # A table counts as unlikely as the one seen if only rounding sets them apart.
        return min(1.0, float(np.exp(chances[chances <= seen + 1e-7]).sum()))
    if n * p.min() >= 5:
        return float(stats.chisquare(counts, n * p).pvalue)
    drawn = law.logpmf(law.rvs(RESAMPLES, random_state=np.random.default_rng(seed)))
    found = (1 + np.count_nonzero(drawn <= seen + 1e-7)) / (1 + RESAMPLES)
    # No table that is as unlikely is likelier than the one seen: that bounds what is too rare to be drawn.
    return float(min(found, np.exp(min(0.0, seen + log(comb(n + len(counts) - 1, len(counts) - 1))))))


def _tables(n: int, sides: int) -> "NDArray[np.int64]":
    """All ways in which n wins can fall to so many sides: bars between stars."""
    import numpy as np

    bars = np.array(list(combinations(range(n + sides - 1), sides - 1)), dtype=np.int64)
    edges = np.hstack([np.full((len(bars), 1), -1), bars, np.full((len(bars), 1), n + sides - 1)])
    return np.diff(edges, axis=1) - 1


def symmetry(differences: "ArrayLike") -> float:
    """Tests whether differences, one a round, are as often for one side as for the other, counting how large they are.

    Each size is given either sign with the same chance; exact while that can be counted out, and then by the saddlepoint. For
    differences of one size it is the sign test.

    >>> round(symmetry([1] * 9 + [-1] + [0] * 90), 4), round(symmetry([2, 2, 1, 1, 1, -1]), 4)
    (0.0215, 0.1562)
    """
    import numpy as np
    from scipy.stats import binom

    values = np.asarray(differences, dtype=np.float64)
    # Means over rounds are the same but for rounding.
    sizes, counts = np.unique(np.round(np.abs(values[values != 0]), 12), return_counts=True)
    if len(sizes) <= 1:
        return sign(int(np.count_nonzero(values > 0)), int(np.count_nonzero(values < 0)))
    seen = abs(float(values.sum())) - 1e-9
    if np.prod(counts + 1.0) > OUTCOMES:
        return min(1.0, 2 * _far(sizes, counts, seen))
    sums, chances = np.zeros(1), np.ones(1)
    for size, n in zip(sizes, counts, strict=True):
        plus = np.arange(n + 1)
        sums = np.add.outer(sums, size * (2 * plus - n)).ravel()
        chances = np.multiply.outer(chances, binom.pmf(plus, n, 0.5)).ravel()
    return min(1.0, float(chances[np.abs(sums) >= seen].sum()))


def _far(sizes: "NDArray[np.float64]", counts: "NDArray[np.int64]", seen: float) -> float:
    """How often a sum of these sizes, each with a sign of its own, is as large as this, by the saddlepoint."""
    import numpy as np
    from scipy.optimize import brentq
    from scipy.stats import norm

    weights = sizes * counts
    spread = float(np.sqrt(weights @ sizes))
    if seen < 0.1 * spread:
        return float(norm.sf(seen / spread))
    # All on one side: no tilt is strong enough.
    if seen > weights.sum() - sizes[0]:
        return float(0.5 ** counts.sum())
    s = brentq(lambda s: float(weights @ np.tanh(s * sizes)) - seen, 0.0, 800 / sizes[0])
    grown = s * sizes
    height = float(counts @ (np.logaddexp(grown, -grown) - np.log(2)))
    root = np.sqrt(2 * (s * seen - height))
    tilted = np.sqrt(weights @ (sizes / np.cosh(np.minimum(grown, 300)) ** 2))
    return float(norm.sf(root + np.log(s * tilted / root) / root))


def ranks(scores: "ArrayLike", rotation: int = 1, *, seed: int = 0) -> float:
    """Friedman's test: whether it matters on which team one plays. A row a game, a column a team; equal scores are ties.

    Where agents change places, a round is ``rotation`` games in a row, and the ranks of a team are added up over it: if places do
    not matter, what happened to the agents of a round may as well have happened in other games of it. Where there are no rounds,
    the ranks of a game are dealt out anew. With few games, or where the limit distribution finds it rare, what is dealt is
    counted by importance sampling, which knows chances of any size to some parts in a hundred.
    """
    import numpy as np
    from scipy import stats

    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] < 3:
        raise ValueError("Friedman's test compares three teams or more, a column each")
    whole = len(table) // rotation * rotation
    ranked = stats.rankdata(table[:whole], axis=1) - (table.shape[1] + 1) / 2
    kinds, counts = np.unique(ranked.reshape(-1, rotation * table.shape[1]), axis=0, return_counts=True)
    dealt = [_dealt(kind.reshape(rotation, -1)) for kind in kinds]
    # A game in which all get the same says nothing, nor does a single one: somebody had to win it.
    telling = [at for at, each in enumerate(dealt) if np.ptp(each, axis=0).max() > 1e-9]
    if counts[telling].sum() < 2:
        return 1.0
    spread = sum(counts[at] * np.cov(dealt[at].T, bias=True) for at in telling)
    sizes, axes = np.linalg.eigh(spread)
    kept = sizes > 1e-9 * sizes[-1]
    scaled = axes[:, kept] / np.sqrt(sizes[kept])
    total = (counts[telling] @ np.array([dealt[at][0] for at in telling])) @ scaled
    far = float(total @ total)
    limit = float(stats.chi2.sf(far, len(total)))
    if counts[telling].sum() >= FEW and limit > RARE:
        return limit
    found = _chance([(int(counts[at]), dealt[at] @ scaled) for at in telling], far, np.random.default_rng(seed))
    return min(1.0, found)


def _dealt(ranks: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """The sums that each team might have had in a round, those it had being the first."""
    import numpy as np

    games, teams = ranks.shape
    if games == 1:
        alone: NDArray[np.float64] = ranks[0][np.array(list(permutations(range(teams))))]
        return alone
    orders = np.array(list(permutations(range(games))))
    # Who sat at team t in game h sits, in game g, at team t + h - g.
    shifts = np.arange(games) - orders
    columns = (np.arange(teams) + shifts[:, :, None]) % teams
    sums: NDArray[np.float64] = ranks[orders[:, :, None], columns].sum(axis=1)
    return sums


def _chance(dealt: "list[tuple[int, NDArray[np.float64]]]", far: float, rng: "np.random.Generator") -> float:
    """How often sums are so far from nothing, of which each part is drawn so many times from its rows.

    They are drawn tilted towards random sides, as strongly as it takes to be so far half of the time, and count the less for it.
    """
    import numpy as np
    from scipy.special import logsumexp, softmax

    sides = rng.normal(size=(SIDES, dealt[0][1].shape[1]))
    sides /= np.linalg.norm(sides, axis=1, keepdims=True)
    parts = []
    for n, rows in dealt:
        # Rows that are the same are one that is drawn more often.
        _, which, many = np.unique(np.round(rows, 9), axis=0, return_index=True, return_counts=True)
        parts.append((n, rows[which], rows[which] @ sides.T, np.log(many / len(rows))[:, None]))
    low, high = np.zeros(SIDES), np.full(SIDES, STRONGEST)
    for _ in range(30):
        tilt = (low + high) / 2
        reached = sum(n * (softmax(tilt * along + logs, axis=0) * along).sum(axis=0) for n, _, along, logs in parts)
        near = reached < far**0.5
        low, high = np.where(near, tilt, low), np.where(near, high, tilt)
    heights = np.sum([n * logsumexp(low * along + logs, axis=0) for n, _, along, logs in parts], axis=0)
    found = 0.0
    for _ in range(DRAWS):
        sums = np.zeros(sides.shape)
        for n, rows, along, logs in parts:
            sums += rng.multinomial(n, softmax(low * along + logs, axis=0).T) @ rows
        weights = logsumexp(low * (sums @ sides.T) - heights, axis=1) - np.log(SIDES)
        found += float(np.exp(-weights)[(sums**2).sum(axis=1) >= far * (1 - 1e-9)].sum())
    return found / (SIDES * DRAWS)


def fairness(scores: "NDArray[np.float64]", rotation: int = 1) -> float:
    """How often a game that is fair to all its teams would look as uneven: a row a game, a column a team.

    Where agents change places, ``rotation`` games in a row are a round, and are not taken for games on their own.
    """
    if scores.shape[1] > 2:
        return ranks(scores, rotation if len(scores) >= rotation else 1)
    return symmetry(paired(scores[:, 0] - scores[:, 1], rotation))


def corrected(chances: Sequence[float], method: Literal["holm", "bh"] = "holm") -> list[float]:
    """The same for many games at once: who looks at twenty fair games will find one that looks unfair at the level 0.05.

    ``holm`` keeps the chance that any fair game is called unfair below the level; ``bh`` (Benjamini and Hochberg) keeps the share
    of fair games among those called unfair below it, and finds more.

    >>> [round(p, 3) for p in corrected([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    >>> [round(p, 3) for p in corrected([0.01, 0.04, 0.03], "bh")]
    [0.03, 0.04, 0.04]
    """
    import numpy as np
    from scipy.stats import false_discovery_control

    if method not in ("holm", "bh"):
        raise ValueError(f"the correction is 'holm' or 'bh', not {method!r}")
    if not len(chances):
        return []
    if method == "bh":
        return list(map(float, false_discovery_control(chances)))
    # Holm's: the rarest of n is worth n times as much, the next n - 1 times, and none less than those before it. (To load
    # statsmodels for this would take every study a second.)
    order = np.argsort(chances)
    worth = np.maximum.accumulate(np.asarray(chances)[order] * np.arange(len(chances), 0, -1))
    found = np.empty(len(chances))
    found[order] = np.minimum(worth, 1)
    return list(map(float, found))
