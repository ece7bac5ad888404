"""Saddlepoint approximations of tail probabilities, accurate for small probabilities."""

import math
from typing import TYPE_CHECKING, Final

from ...optional_deps import optional_imports

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

UNSEEN: Final = 1e-12
"""The weight of an end of the scale that was not observed."""

FARTHEST: Final = 60.0
"""The largest tilt. Practically all weight is then at an end of the scale."""

NEAREST: Final = 0.1
"""The search for a bound begins at this fraction of a standard error."""

NEGLIGIBLE: Final = 1e-3
"""A mean this near to the estimate, in standard errors, has the p-value 1. The saddlepoint is not defined at the estimate."""

STEPS: Final = 80
"""The largest number of iterations. Newton's method takes about six."""


def signed_root(
    log_shares: "NDArray[np.float64]",
    support: "NDArray[np.float64]",
    mean: "NDArray[np.float64]",
    n: "NDArray[np.float64]",
) -> "NDArray[np.float64]":
    """Return Barndorff-Nielsen's r*, which is normal, for the mean of n draws from each row of shares.

    The mean must lie between the values with a positive share and below the expected value. On a lattice, half of the
    probability of exactly this mean is counted.
    """
    import numpy as np

    s, spread, height = _saddle(log_shares, support, mean)
    root = -np.sqrt(np.maximum(2 * n * (s * mean - height), 1e-300))
    found: NDArray[np.float64] = root + np.log(s * np.sqrt(n * spread) / root) / root
    return found


def _saddle(
    log_shares: "NDArray[np.float64]", support: "NDArray[np.float64]", mean: "NDArray[np.float64]"
) -> "tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]":
    """Return the tilt under which each row has this mean, the variance, and the cumulant generating function there."""
    import numpy as np

    low, high = np.full(len(mean), -800.0), np.zeros(len(mean))
    s = np.full(len(mean), -1.0)
    for _ in range(STEPS):
        tilted = log_shares + s[:, None] * support
        top = tilted.max(axis=1)
        weights = np.exp(tilted - top[:, None])
        total = weights.sum(axis=1)
        at = (weights * support).sum(axis=1) / total
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
    """Return the bounds of the mean of values from 0 to 1, for each row of counts.

    A mean is within the bounds unless a sum as extreme as the observed one has less than half of the remaining probability
    under the most likely distribution on the scale with this mean (Owen's empirical likelihood). There are no assumptions on
    the distribution: the values themselves show the effect of draws and rounds on the variance.

    Parameters
    ----------
    counts
        One row for each sample: how often each value occurs.
    support
        The values in ascending order.
    confidence
        The confidence level.
    """
    import numpy as np

    # Lower bounds are upper bounds of mirrored rows. All rows are solved together, since the overhead of SciPy prevails.
    mirrored = np.broadcast_to(1 - support[::-1], counts.shape)
    supports = np.vstack([np.broadcast_to(support, counts.shape), mirrored])
    high, low = np.split(_upper(np.vstack([counts, counts[:, ::-1]]), supports, (1 - confidence) / 2), 2)
    return 1 - low, high


def p_value(counts: "NDArray[np.float64]", support: "NDArray[np.float64]", mean: float) -> float:
    """Return the two-sided p-value of a mean of values from 0 to 1: 1 minus the confidence at which `bounds` end there."""
    import numpy as np

    with optional_imports("plyground[study]"):
        from scipy.optimize import brentq
        from scipy.special import ndtr

    seen = float(counts @ support / counts.sum())
    if seen > mean:
        counts, support, mean, seen = counts[::-1], 1 - support[::-1], 1 - mean, 1 - seen
    values, logs = _likelihood(counts[None], support[None])
    n = counts.sum(keepdims=True)
    off = mean - seen
    if np.count_nonzero(counts) == 1:
        return float(((1 - mean) / (1 - seen)) ** n[0]) if off > 0 else 1.0
    if off <= NEGLIGIBLE * np.sqrt(counts @ (support - seen) ** 2) / n[0]:
        return 1.0

    shares = np.exp(logs[0])

    def above(a: float) -> float:
        tilted = shares / (1 - values[0] + math.exp(a) * values[0])
        return float(tilted @ values[0] / tilted.sum()) - mean

    at = np.array([brentq(above, -FARTHEST, 0.0, xtol=1e-13)])
    root = signed_root(_tilted(at, values, logs), values, np.array([seen]), n)
    return min(1.0, 2 * float(ndtr(root[0])))


def equivalence_p_value(
    counts: "NDArray[np.float64]", support: "NDArray[np.float64]", mean: float, margin: float
) -> float:
    """Return the p-value of the hypothesis that the mean of values from 0 to 1 differs from `mean` by the margin or more.

    These are two one-sided tests: at the level 0.05, the hypothesis is rejected if the 90 % interval lies within the margin.
    """
    seen = float(counts @ support / counts.sum())

    def beyond(bound: float, sign: int) -> float:
        """The one-sided p-value of a mean on this side of the observed one, or farther."""
        if not 0 < bound < 1:
            return 0.0
        half = p_value(counts, support, bound) / 2
        return half if sign * (bound - seen) > 0 else 1 - half

    return max(beyond(mean + margin, 1), beyond(mean - margin, -1))


def _likelihood(
    counts: "NDArray[np.float64]", supports: "NDArray[np.float64]"
) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    """Return the possible values of each row, with the upper end of the scale, and the logs of their shares."""
    import numpy as np

    shares = counts / counts.sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore"):
        logs = np.log(np.column_stack([shares, np.full(len(shares), UNSEEN)]))
    return np.column_stack([supports, np.ones(len(supports))]), logs


def _tilted(
    a: "NDArray[np.float64]", values: "NDArray[np.float64]", logs: "NDArray[np.float64]"
) -> "NDArray[np.float64]":
    """Return the logs of the most likely shares for a mean, which decreases with a: w / (1 - v + v e^a), normalized."""
    import numpy as np

    raw = logs - np.log((1 - values) + np.exp(a)[:, None] * values)
    whole: NDArray[np.float64] = raw - np.logaddexp.reduce(raw, axis=1)[:, None]
    return whole


def _upper(counts: "NDArray[np.float64]", supports: "NDArray[np.float64]", tail: float) -> "NDArray[np.float64]":
    """Return the largest mean under which a sum as small as the observed one is not too rare, for each row."""
    import numpy as np

    with optional_imports("plyground[study]"):
        from scipy.optimize import elementwise
        from scipy.stats import norm

    n = counts.sum(axis=1)
    shares = counts / n[:, None]
    mean = (shares * supports).sum(axis=1)
    # If all values are equal, other values were not drawn in n draws.
    found: NDArray[np.float64] = mean + (1 - mean) * -np.expm1(np.log(2 * tail) / n)
    differ = np.flatnonzero((counts > 0).sum(axis=1) > 1)
    if len(differ) == 0:
        return found
    values, logs = _likelihood(counts, supports)
    reach = -float(norm.ppf(tail))
    spread = (shares * (supports - mean[:, None]) ** 2).sum(axis=1)

    def beyond(a: "NDArray[np.float64]", rows: "NDArray[np.int64]") -> "NDArray[np.float64]":
        rows = rows.astype(np.int64)
        return signed_root(_tilted(a, values[rows], logs[rows]), values[rows], mean[rows], n[rows]) + reach

    near = -np.minimum(NEAREST / np.sqrt((n * spread)[differ]), 0.05)
    # If rounding makes a value under a root negative, SciPy bisects instead.
    with np.errstate(invalid="ignore"):
        root = elementwise.find_root(beyond, (np.full(len(differ), -FARTHEST), near), args=(differ,)).x
    # At a very low confidence the bound is too close to the mean for the saddlepoint.
    a = np.where(np.isnan(root), near, root)
    found[differ] = (np.exp(_tilted(a, values[differ], logs[differ])) * values[differ]).sum(axis=1)
    return found
