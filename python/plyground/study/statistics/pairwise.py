"""Games as pairwise results, to which ratings and piece values are fitted."""

import math
import warnings
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ..._core import Game
from ...optional_deps import optional_imports
from .intervals import Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..running.games import Games


@dataclass(frozen=True, slots=True, eq=False)
class PairwiseResults:
    """The results between every two teams of every game. A game of three teams has three."""

    game: "NDArray[np.int64]"
    """The index of the game."""
    ours: "NDArray[np.int64]"
    """The first seat of one team."""
    theirs: "NDArray[np.int64]"
    """The first seat of the other team."""
    result: "NDArray[np.float64]"
    """1 if the first team got more, 0 if it got less, and 0.5 if both got the same."""
    first: "NDArray[np.int64]"
    """1 if the first team made the first move of the game, -1 if the second team did, and otherwise 0."""


def pairwise_results(rules: Game, games: "Games") -> PairwiseResults:
    """Return the results between every two teams of these games."""
    import numpy as np

    teams = rules.info.seat_teams
    heads = [teams.index(team) for team in sorted(set(teams))]
    mover = teams[rules.info.turn_order[0]]
    pairs = list(combinations(heads, 2))
    n = len(games)
    ours, theirs = (np.repeat([pair[side] for pair in pairs], n) for side in (0, 1))
    game = np.tile(np.arange(n), len(pairs))
    return PairwiseResults(
        game=game,
        ours=ours,
        theirs=theirs,
        result=(np.sign(games.returns[game, ours] - games.returns[game, theirs]) + 1) / 2,
        first=np.repeat([(teams[a] == mover) - (teams[b] == mover) for a, b in pairs], n).astype(np.int64),
    )


def fit_logistic(
    results: "NDArray[np.float64]", design: "NDArray[np.float64]", groups: "NDArray[np.int64]"
) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    """Fit a logistic regression. Return the coefficients and their covariances, clustered by group."""
    import numpy as np

    with optional_imports("plyground[study]"):
        from statsmodels.genmod.families import Binomial
        from statsmodels.genmod.generalized_linear_model import GLM
        from statsmodels.tools.sm_exceptions import PerfectSeparationWarning

    _, numbers = np.unique(groups, return_inverse=True)
    how: dict[str, Any] = {"cov_type": "cluster", "cov_kwds": {"groups": numbers}}
    with warnings.catch_warnings():
        # Callers handle results that are all equal.
        warnings.simplefilter("ignore", PerfectSeparationWarning)
        found = GLM(results, design, family=Binomial()).fit(**how)
    return np.asarray(found.params), np.asarray(found.cov_params())


def z_value(confidence: float) -> float:
    """Return the quantile of the normal distribution for a two-sided interval."""
    with optional_imports("plyground[study]"):
        from scipy.stats import norm

    return float(norm.ppf((1 + confidence) / 2))


def ratio_interval(
    found: "NDArray[np.float64]", covariances: "NDArray[np.float64]", kind: int, unit: int, z: float
) -> Interval | None:
    """Return the ratio of two coefficients with Fieller's interval.

    The interval has all ratios r for which the difference between one coefficient and r times the other is at most z standard
    errors from 0. There is none if the unit's coefficient is itself no more than z standard errors from 0.
    """
    variance, both, of_unit = (float(covariances[at]) for at in ((kind, kind), (kind, unit), (unit, unit)))
    # a r^2 - 2 b r + c <= 0
    a, b, c = (
        float(product) - z**2 * spread
        for product, spread in (
            (found[unit] ** 2, of_unit),
            (found[kind] * found[unit], both),
            (found[kind] ** 2, variance),
        )
    )
    if a <= 0:
        return None
    if kind == unit:
        return Interval(1.0, 1.0, 1.0)
    reach = math.sqrt(max(0.0, b * b - a * c))
    return Interval((b - reach) / a, float(found[kind] / found[unit]), (b + reach) / a)
