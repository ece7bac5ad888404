"""Tests of fairness: how often a fair game would look as uneven as this one, or more so."""

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

RESAMPLES: Final = 9_999
"""Fair studies that are drawn where no formula will do."""

FEW: Final = 200
"""Games are permuted below this number; above it the limit distribution is good."""

OUTCOMES: Final = 200_000
"""Tables of wins are counted out one by one up to this number."""


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
    return float((1 + np.count_nonzero(drawn <= seen + 1e-7)) / (1 + RESAMPLES))


def _tables(n: int, sides: int) -> "NDArray[np.int64]":
    """All ways in which n wins can fall to so many sides: bars between stars."""
    import numpy as np

    bars = np.array(list(combinations(range(n + sides - 1), sides - 1)), dtype=np.int64)
    edges = np.hstack([np.full((len(bars), 1), -1), bars, np.full((len(bars), 1), n + sides - 1)])
    return np.diff(edges, axis=1) - 1


def ranks(scores: "ArrayLike", *, seed: int = 0) -> float:
    """Friedman's test: whether it matters on which team one plays. A row a game, a column a team; equal scores are ties.

    With few games, seats are permuted within games instead of trusting the limit.
    """
    import numpy as np
    from scipy import stats

    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] < 3:
        raise ValueError("Friedman's test compares three teams or more, a column each")
    # A game in which all get the same says nothing, nor does a single one: somebody had to win it.
    table = table[table.min(axis=1) < table.max(axis=1)]
    if len(table) < 2:
        return 1.0
    if len(table) >= FEW:
        return float(stats.friedmanchisquare(*table.T).pvalue)
    found = stats.permutation_test(
        tuple(stats.rankdata(table, axis=1).T),
        lambda *columns, axis: np.var([column.sum(axis=axis) for column in columns], axis=0),
        permutation_type="samples",
        vectorized=True,
        n_resamples=RESAMPLES,
        alternative="greater",
        rng=np.random.default_rng(seed),
    )
    return float(found.pvalue)


def fairness(scores: "NDArray[np.float64]") -> float:
    """How often a game that is fair to all its teams would look as uneven: a row a game, a column a team."""
    import numpy as np

    if scores.shape[1] > 2:
        return ranks(scores)
    return sign(int(np.count_nonzero(scores[:, 0] > scores[:, 1])), int(np.count_nonzero(scores[:, 0] < scores[:, 1])))


def corrected(chances: Sequence[float], method: Literal["holm", "bh"] = "holm") -> list[float]:
    """The same for many games at once: who looks at twenty fair games will find one that looks unfair at the level 0.05.

    ``holm`` keeps the chance that any fair game is called unfair below the level; ``bh`` (Benjamini and Hochberg) keeps the share
    of fair games among those called unfair below it, and finds more.

    >>> [round(p, 3) for p in corrected([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    >>> [round(p, 3) for p in corrected([0.01, 0.04, 0.03], "bh")]
    [0.03, 0.04, 0.04]
    """
    from scipy.stats import false_discovery_control
    from statsmodels.stats.multitest import multipletests

    if method not in ("holm", "bh"):
        raise ValueError(f"the correction is 'holm' or 'bh', not {method!r}")
    # One alone needs no correction; statsmodels would take a tenth of a second over it.
    if len(chances) < 2:
        return list(chances)
    return list(
        map(float, false_discovery_control(chances) if method == "bh" else multipletests(chances, method="holm")[1])
    )
