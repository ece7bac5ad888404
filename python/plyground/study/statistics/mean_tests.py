"""Tests of the mean difference between paired samples: whether it is 0, and whether it is smaller than a margin."""

from typing import TYPE_CHECKING, NamedTuple

from .saddlepoint import equivalence_p_value, p_value

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class PairedTests(NamedTuple):
    """The p-values of two hypotheses."""

    p_equal: float
    """The hypothesis that the means are equal, against a difference of either sign."""
    p_equivalent: float
    """The hypothesis that the means differ by the margin or more, against a smaller difference (two one-sided tests)."""


def paired_tests(a: "ArrayLike", b: "ArrayLike", margin: float) -> PairedTests:
    """Test the mean difference between two paired samples of values from 0 to 1.

    The tests agree with the interval of `paired_difference_interval`: at the level 0.05, the means are different if the
    95 % interval excludes 0, and equivalent if the 90 % interval lies within the margin.

    Parameters
    ----------
    a, b : array_like
        The samples, with the values of a pair at the same place.
    margin : float
        The smallest difference that matters, between 0 and 1.

    Returns
    -------
    PairedTests
        The p-values.

    Raises
    ------
    ValueError
        If an argument is not valid.

    Examples
    --------
    >>> tests = paired_tests([1, 1, 0, 0] * 100, [1, 0, 1, 0] * 100, margin=0.1)
    >>> round(tests.p_equal, 2), round(tests.p_equivalent, 4)
    (1.0, 0.0024)
    """
    import numpy as np

    ours, theirs = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    if ours.shape != theirs.shape or ours.ndim != 1 or len(ours) == 0:
        raise ValueError(
            f"a and b must have the same number of values, at least one, got {ours.shape} and {theirs.shape}"
        )
    if not 0 < margin < 1:
        raise ValueError(f"margin must be between 0 and 1, got {margin!r}")
    if min(ours.min(), theirs.min()) < 0 or max(ours.max(), theirs.max()) > 1:
        raise ValueError("a and b must be from 0 to 1")
    support, counts = np.unique((ours - theirs + 1) / 2, return_counts=True)
    table = counts.astype(np.float64)
    return PairedTests(p_value(table, support, 0.5), equivalence_p_value(table, support, 0.5, margin / 2))
