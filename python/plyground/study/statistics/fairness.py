"""Tests of a game's fairness: whether it is fair, and whether it is nearly fair."""

from numbers import Real
from typing import TYPE_CHECKING, Final

from .hypothesis_tests import friedman_test
from .intervals import value_counts
from .saddlepoint import equivalence_p_value, p_value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

MARGIN: Final = 0.05
"""Scores that differ by less than this are equivalent, unless a study has another margin."""


def fairness_test(scores: "ArrayLike", games_per_round: int = 1) -> float:
    """Return the p-value of the hypothesis that a game is fair to all its teams.

    With two teams, this is the test that `score_interval` inverts: the p-value is below 5 % if and only if the 95 % interval
    of a team's score excludes 0.5. It assumes no distribution, and the probability of exactly the observed score counts half
    (mid-p). With more teams, it is `friedman_test`.

    Parameters
    ----------
    scores : array_like
        One row for each game and one column for each team.
    games_per_round : int
        The number of consecutive games in which agents exchange seats. Such a round counts as one observation.

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
    >>> import numpy as np
    >>> round(fairness_test(np.array([[1.0, 0.0]] * 60 + [[0.0, 1.0]] * 40)), 4)
    0.0453
    """
    table = _checked(scores)
    if table.shape[1] > 2:
        return friedman_test(table, games_per_round if len(table) >= games_per_round else 1)
    support, counts = value_counts(_first_of_two(table), games_per_round)
    return p_value(counts, support, 0.5)


def unfairness_test(scores: "ArrayLike", margin: float, games_per_round: int = 1) -> float:
    """Return the p-value of the hypothesis that a game is not nearly fair: a team's score differs from the fair one by `margin`.

    It is the other side of `fairness_test`, which cannot show that a game is fair. The fair score is 1 divided by the number
    of teams. Two one-sided tests are made for each team. As the scores of all teams have to be near, the largest p-value
    needs no adjustment.

    Parameters
    ----------
    scores : array_like
        One row for each game and one column for each team.
    margin : float
        The smallest difference that matters.
    games_per_round : int
        The number of consecutive games in which agents exchange seats. Such a round counts as one observation.

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
    >>> import numpy as np
    >>> scores = np.array([[1.0, 0.0], [0.0, 1.0]] * 800)
    >>> round(unfairness_test(scores, 0.05), 5), round(unfairness_test(scores, 0.01), 2)
    (3e-05, 0.21)
    """
    table = _checked(scores)
    if not isinstance(margin, Real) or not 0 < margin < 1:
        raise ValueError(f"margin must be a number between 0 and 1, got {margin!r}")
    teams = table.shape[1]
    columns = [_first_of_two(table)] if teams == 2 else list(table.T)
    p_values = []
    for column in columns:
        support, counts = value_counts(column, games_per_round)
        p_values.append(equivalence_p_value(counts, support, 1 / teams, margin))
    return max(p_values)


def _checked(scores: "ArrayLike") -> "NDArray[np.float64]":
    """Return scores as an array, if they have a row for each game and a column for each team."""
    import numpy as np

    table = np.asarray(scores, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] < 2:
        raise ValueError(
            f"scores must have a row for each game and a column for each of two teams or more, got shape {table.shape}"
        )
    return table


def _first_of_two(scores: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Return the scores of the first of two teams, on a scale on which those of both add up to 1."""
    import numpy as np

    return np.clip((1 + scores[:, 0] - scores[:, 1]) / 2, 0.0, 1.0)
