"""How far from its mean a sum may fall: tail probabilities by the saddlepoint, good however small they are."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

UNSEEN: Final = 1e-12
"""The weight of the ends of the scale, where none was seen there: next to nothing, unless the mean calls for them."""

FARTHEST: Final = 60.0
"""So far tilted, all weight is at an end."""

NEAREST: Final = 0.1
"""Bounds are looked for from this part of a standard error on."""

STEPS: Final = 80
"""Newton's method takes some six; halving takes no more than this."""


def signed_root(
    log_shares: "NDArray[np.float64]",
    support: "NDArray[np.float64]",
    mean: "NDArray[np.float64]",
    n: "NDArray[np.float64]",
) -> "NDArray[np.float64]":
    """What is normal where the mean of n draws from each row of shares is no larger than this: Barndorff-Nielsen's r*.

    The mean must lie between the values that have a share, and below what is expected. On a lattice, of the chance of
    exactly this mean one half is counted.
    """
    import numpy as np

    s, spread, height = _saddle(log_shares, support, mean)
    root = -np.sqrt(np.maximum(2 * n * (s * mean - height), 1e-300))
    found: NDArray[np.float64] = root + np.log(s * np.sqrt(n * spread) / root) / root
    return found


def _saddle(
    log_shares: "NDArray[np.float64]", support: "NDArray[np.float64]", mean: "NDArray[np.float64]"
) -> "tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]":
    """The tilt under which each row has this mean, its variance then, and the cumulant generating function there."""
    import numpy as np

    low, high = np.full(len(mean), -800.0), np.zeros(len(mean))
    s = np.full(len(mean), -1.0)
    for _ in range(STEPS):
        tilted = log_shares + s[:, None] * support
        top = tilted.max(axis=1)
        weights = np.exp(tilted - top[:, None])
        total = weights.sum(axis=1)
        at = weights @ support / total
        spread = (weights * (support - at[:, None]) ** 2).sum(axis=1) / total
        high, low = np.where(at > mean, s, high), np.where(at > mean, low, s)
        with np.errstate(divide="ignore", invalid="ignore"):
            step = (mean - at) / spread
        there = np.abs(step) < 1e-9 * (1 + np.abs(s))
        if there.all():
            break
        tried = s + step
        s = np.where(there, s, np.where((tried > low) & (tried < high), tried, (low + high) / 2))
    return s, spread, top + np.log(total)


def bounds(
    counts: "NDArray[np.float64]", support: "NDArray[np.float64]", confidence: float
) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    """The bounds of the mean of values from 0 to 1, for each row of counts of them; ``support`` says which, in order.

    A mean is within the bounds unless so extreme a sum has less than half of the remaining chance under the likeliest of
    all distributions on the scale that have this mean (Owen's empirical likelihood). Nothing is assumed of them: of games
    that are drawn, or hang together in rounds, it is known by the values themselves how little they spread.
    """
    tail = (1 - confidence) / 2
    return 1 - _upper(counts[:, ::-1], 1 - support[::-1], tail), _upper(counts, support, tail)


def _upper(counts: "NDArray[np.float64]", support: "NDArray[np.float64]", tail: float) -> "NDArray[np.float64]":
    """The largest mean under which so small a sum is not too rare."""
    import numpy as np
    from scipy.optimize import elementwise
    from scipy.stats import norm

    n = counts.sum(axis=1)
    shares = counts / n[:, None]
    mean = shares @ support
    # Where all values are the same, what else there may be was not drawn in n draws.
    found: NDArray[np.float64] = mean + (1 - mean) * -np.expm1(np.log(2 * tail) / n)
    differ = np.flatnonzero((counts > 0).sum(axis=1) > 1)
    if len(differ) == 0:
        return found
    values = np.append(support, 1.0)
    with np.errstate(divide="ignore"):
        logs = np.log(np.column_stack([shares, np.full(len(shares), UNSEEN)]))
    reach = -float(norm.ppf(tail))
    spread = (shares * (support - mean[:, None]) ** 2).sum(axis=1)

    def tilted(a: "NDArray[np.float64]", rows: "NDArray[np.int64]") -> "NDArray[np.float64]":
        """The likeliest shares of some mean, which falls with a: p = w / (1 - v + v e^a), made to add up to 1."""
        raw = logs[rows] - np.log((1 - values) + np.exp(a)[:, None] * values)
        whole: NDArray[np.float64] = raw - np.logaddexp.reduce(raw, axis=1)[:, None]
        return whole

    def beyond(a: "NDArray[np.float64]", rows: "NDArray[np.int64]") -> "NDArray[np.float64]":
        rows = rows.astype(np.int64)
        return signed_root(tilted(a, rows), values, mean[rows], n[rows]) + reach

    near = -np.minimum(NEAREST / np.sqrt((n * spread)[differ]), 0.05)
    # Where SciPy takes the root of what rounding has made negative, it halves the bracket, which is as good.
    with np.errstate(invalid="ignore"):
        root = elementwise.find_root(beyond, (np.full(len(differ), -FARTHEST), near), args=(differ,)).x
    # Intervals of hardly any confidence are nearer than the saddlepoint can be told from the mean.
    a = np.where(np.isnan(root), near, root)
    found[differ] = np.exp(tilted(a, differ)) @ values
    return found
