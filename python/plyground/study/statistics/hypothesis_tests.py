"""Tests of fairness: how probable results as uneven as the observed ones are in a fair game."""

from collections.abc import Sequence
from itertools import combinations, permutations
from math import comb, log
from typing import TYPE_CHECKING, Final, Literal

from ...optional_deps import optional_imports

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

RESAMPLES: Final = 9_999
"""The number of fair studies that are drawn if there is no formula."""

FEW: Final = 200
"""The limit distribution is used from this number of rounds on."""

RARE: Final = 0.001
"""Smaller p-values are computed by importance sampling instead of the limit distribution."""

SIDES, DRAWS = 256, 12
"""Importance sampling: the number of random directions, and the number of draws for each."""

STRONGEST: Final = 1_000.0
"""The strongest tilt, for directions in which sums cannot reach the observed distance."""

OUTCOMES: Final = 200_000
"""The largest number of outcomes that are enumerated."""


def sign_test(wins: int, losses: int) -> float:
    """Return the p-value of the two-sided sign test that wins and losses are equally probable (mid-p).

    The distribution is binomial, and the probability of exactly the observed numbers counts half, as in `score_interval`.

    Parameters
    ----------
    wins, losses : int
        The numbers of games. Draws do not count.

    Returns
    -------
    float
        The p-value.

    Examples
    --------
    >>> round(sign_test(60, 40), 4)
    0.046
    """
    with optional_imports("plyground[study]"):
        from scipy.stats import binom

    more, law = max(wins, losses), binom(wins + losses, 0.5)
    return min(1.0, float(2 * law.sf(more) + law.pmf(more)))


def multinomial_test(counts: Sequence[int], probabilities: Sequence[float] | None = None, *, seed: int = 0) -> float:
    """Return the p-value of the multinomial test that each side wins with the given probability.

    The test enumerates all tables if there are few, uses the chi-squared distribution if many wins are expected for each
    side, and otherwise draws tables at random.

    Parameters
    ----------
    counts : sequence of int
        The wins of each side.
    probabilities : sequence of float or None
        The probability that each side wins. None: all sides equally.
    seed : int
        The seed for drawing tables.

    Returns
    -------
    float
        The p-value.

    Raises
    ------
    ValueError
        If an argument is not valid.

    Examples
    --------
    >>> round(multinomial_test([5, 0, 1]), 4), round(multinomial_test([400, 300, 300]), 6)
    (0.0535, 4.5e-05)
    """
    import numpy as np

    with optional_imports("plyground[study]"):
        from scipy import stats

    observed = np.asarray(counts)
    if observed.ndim != 1 or len(observed) < 2 or observed.min() < 0 or observed.dtype.kind not in "iu":
        raise ValueError(f"observed must be non-negative integers for at least two sides, got {list(counts)}")
    p = (
        np.full(len(observed), 1 / len(observed))
        if probabilities is None
        else np.asarray(probabilities, dtype=np.float64)
    )
    if p.shape != observed.shape or p.min() <= 0 or abs(p.sum() - 1) > 1e-9:
        raise ValueError(f"probabilities must be {len(observed)} positive numbers that add up to 1, got {list(p)}")
    n = int(observed.sum())
    if n == 0:
        return 1.0
    if len(observed) == 2:
        return float(stats.binomtest(int(observed[0]), n, p[0]).pvalue)
    law = stats.multinomial(n, p)
    seen = float(law.logpmf(observed))
    if comb(n + len(observed) - 1, len(observed) - 1) <= OUTCOMES:
        chances = law.logpmf(_tables(n, len(observed)))
        # Tables that differ by rounding only count as equally likely.
        return min(1.0, float(np.exp(chances[chances <= seen + 1e-7]).sum()))
    if n * p.min() >= 5:
        return float(stats.chisquare(observed, n * p).pvalue)
    drawn = law.logpmf(law.rvs(RESAMPLES, random_state=np.random.default_rng(seed)))
    found = (1 + np.count_nonzero(drawn <= seen + 1e-7)) / (1 + RESAMPLES)
    # The number of tables times the probability of the observed one bounds p-values that are too small to sample.
    return float(min(found, np.exp(min(0.0, seen + log(comb(n + len(observed) - 1, len(observed) - 1))))))


def _tables(n: int, sides: int) -> "NDArray[np.int64]":
    """Return all distributions of n wins over this number of sides (stars and bars)."""
    import numpy as np

    bars = np.array(list(combinations(range(n + sides - 1), sides - 1)), dtype=np.int64)
    edges = np.hstack([np.full((len(bars), 1), -1), bars, np.full((len(bars), 1), n + sides - 1)])
    return np.diff(edges, axis=1) - 1


def symmetry_test(differences: "ArrayLike") -> float:
    """Return the p-value of the sign-flip test that differences are symmetric about 0 (mid-p).

    Each nonzero difference gets either sign with the same probability. The test enumerates all signs if there are few, and
    otherwise uses the saddlepoint approximation. The probability of exactly the observed sum counts half. For differences of
    one size it is `sign_test`.

    Parameters
    ----------
    differences : array_like
        One difference for each round.

    Returns
    -------
    float
        The two-sided p-value.

    Examples
    --------
    >>> round(symmetry_test([1] * 9 + [-1] + [0] * 90), 4), round(symmetry_test([2, 2, 1, 1, 1, -1]), 4)
    (0.0117, 0.0938)
    """
    import numpy as np

    with optional_imports("plyground[study]"):
        from scipy.stats import binom

    values = np.asarray(differences, dtype=np.float64)
    # Means over rounds may differ by rounding.
    sizes, counts = np.unique(np.round(np.abs(values[values != 0]), 12), return_counts=True)
    if len(sizes) <= 1:
        return sign_test(int(np.count_nonzero(values > 0)), int(np.count_nonzero(values < 0)))
    seen = abs(float(values.sum()))
    if np.prod(counts + 1.0) > OUTCOMES:
        return min(1.0, 2 * _far(sizes, counts, seen))
    sums, chances = np.zeros(1), np.ones(1)
    for size, n in zip(sizes, counts, strict=True):
        plus = np.arange(n + 1)
        sums = np.add.outer(sums, size * (2 * plus - n)).ravel()
        chances = np.multiply.outer(chances, binom.pmf(plus, n, 0.5)).ravel()
    equal = np.abs(sums - seen) <= 1e-9
    return min(1.0, float(2 * chances[~equal & (sums > seen)].sum() + chances[equal].sum()))


def _far(sizes: "NDArray[np.float64]", counts: "NDArray[np.int64]", seen: float) -> float:
    """Return the probability of a larger sum under random signs plus half of that of this sum, by the saddlepoint."""
    import numpy as np

    with optional_imports("plyground[study]"):
        from scipy.optimize import brentq
        from scipy.stats import norm

    weights = sizes * counts
    spread = float(np.sqrt(weights @ sizes))
    if seen < 0.1 * spread:
        return float(norm.sf(seen / spread))
    # All differences have one sign: no tilt is strong enough.
    if seen > weights.sum() - sizes[0]:
        return float(0.5 ** (counts.sum() + 1))
    s = brentq(lambda s: float(weights @ np.tanh(s * sizes)) - seen, 0.0, 800 / sizes[0])
    grown = s * sizes
    height = float(counts @ (np.logaddexp(grown, -grown) - np.log(2)))
    root = np.sqrt(2 * (s * seen - height))
    tilted = np.sqrt(weights @ (sizes / np.cosh(np.minimum(grown, 300)) ** 2))
    return float(norm.sf(root + np.log(s * tilted / root) / root))


def friedman_test(scores: "ArrayLike", games_per_round: int = 1, *, seed: int = 0) -> float:
    """Return the p-value of Friedman's test that the score does not depend on the team.

    If agents exchange seats, the ranks of a team are added over each round. Under the hypothesis, the results of the agents
    in a round could as well have occurred in other games of the round. With few games, or if the limit distribution gives a
    small p-value, importance sampling computes it with a relative error of a few percent.

    Parameters
    ----------
    scores : array_like
        One row for each game and one column for each team. Equal scores are ties.
    games_per_round : int
        The number of consecutive games in which agents exchange seats.
    seed : int
        The seed for importance sampling.

    Returns
    -------
    float
        The p-value.

    Raises
    ------
    ValueError
        If there are fewer than three teams.

    Examples
    --------
    >>> round(friedman_test([[1, 0, 0]] * 8 + [[0, 1, 0]] * 2 + [[0, 0, 1]] * 2), 2)
    0.07
    """
    import numpy as np

    with optional_imports("plyground[study]"):
        from scipy import stats

    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] < 3:
        raise ValueError(f"scores must have a column for each of at least three teams, got shape {table.shape}")
    whole = len(table) // games_per_round * games_per_round
    ranked = stats.rankdata(table[:whole], axis=1) - (table.shape[1] + 1) / 2
    kinds, counts = np.unique(ranked.reshape(-1, games_per_round * table.shape[1]), axis=0, return_counts=True)
    dealt = [_dealt(kind.reshape(games_per_round, -1)) for kind in kinds]
    # A game with equal scores carries no information, and neither does a single game.
    telling = [at for at, each in enumerate(dealt) if np.ptp(each, axis=0).max() > 1e-9]
    if counts[telling].sum() < 2:
        return 1.0
    spread = sum(counts[at] * np.cov(dealt[at].T, bias=True) for at in telling)
    sizes, axes = np.linalg.eigh(spread)
    kept = sizes > 1e-9 * sizes[-1]
    # Coordinates of teams, not of axes: these are not unique, and the draws must not depend on the machine.
    span = axes[:, kept] @ axes[:, kept].T
    scaled = (axes[:, kept] / np.sqrt(sizes[kept])) @ axes[:, kept].T
    total = (counts[telling] @ np.array([dealt[at][0] for at in telling])) @ scaled
    far = float(total @ total)
    limit = float(stats.chi2.sf(far, kept.sum()))
    if counts[telling].sum() >= FEW and limit > RARE:
        return limit
    parts = [(int(counts[at]), dealt[at] @ scaled) for at in telling]
    return min(1.0, _chance(parts, far, span, np.random.default_rng(seed)))


def _dealt(ranks: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Return the possible sums of each team in a round; the observed ones come first."""
    import numpy as np

    games, teams = ranks.shape
    if games == 1:
        alone: NDArray[np.float64] = ranks[0][np.array(list(permutations(range(teams))))]
        return alone
    orders = np.array(list(permutations(range(games))))
    # The agent of team t in game h plays for team t + h - g in game g.
    shifts = np.arange(games) - orders
    columns = (np.arange(teams) + shifts[:, :, None]) % teams
    sums: NDArray[np.float64] = ranks[orders[:, :, None], columns].sum(axis=1)
    return sums


def _chance(
    dealt: "list[tuple[int, NDArray[np.float64]]]", far: float, span: "NDArray[np.float64]", rng: "np.random.Generator"
) -> float:
    """Return the probability of sums at least this far from 0, where each part is drawn a number of times from its rows.

    `span` projects on the space of the rows. Draws are tilted towards random directions, so strongly that half of them are
    far enough, and weighted accordingly.
    """
    import numpy as np

    with optional_imports("plyground[study]"):
        from scipy.special import logsumexp, softmax

    sides = rng.normal(size=(SIDES, len(span))) @ span
    sides /= np.linalg.norm(sides, axis=1, keepdims=True)
    parts = []
    for n, rows in dealt:
        # Equal rows become one row with a higher probability.
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


def adjust_p_values(p_values: Sequence[float], method: Literal["holm", "bh"] = "holm") -> list[float]:
    """Adjust p-values for the number of tests.

    Parameters
    ----------
    p_values : sequence of float
        The p-values.
    method : 'holm' or 'bh'
        ``holm`` controls the probability of any false rejection. ``bh`` (Benjamini and Hochberg) controls the expected share
        of false rejections, and rejects more.

    Returns
    -------
    list of float
        The adjusted p-values in the same order.

    Raises
    ------
    ValueError
        If the method is unknown.

    Examples
    --------
    >>> [round(p, 3) for p in adjust_p_values([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    >>> [round(p, 3) for p in adjust_p_values([0.01, 0.04, 0.03], "bh")]
    [0.03, 0.04, 0.04]
    """
    import numpy as np

    with optional_imports("plyground[study]"):
        from scipy.stats import false_discovery_control

    if method not in ("holm", "bh"):
        raise ValueError(f"method must be 'holm' or 'bh', got {method!r}")
    if not len(p_values):
        return []
    if method == "bh":
        return list(map(float, false_discovery_control(p_values)))
    # Holm: the smallest of n p-values is multiplied by n, the next by n - 1, and so on, kept in ascending order.
    # Importing statsmodels for this would take a second.
    order = np.argsort(p_values)
    worth = np.maximum.accumulate(np.asarray(p_values)[order] * np.arange(len(p_values), 0, -1))
    found = np.empty(len(p_values))
    found[order] = np.minimum(worth, 1)
    return list(map(float, found))
