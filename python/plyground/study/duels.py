"""Games as comparisons of two sides each: what ratings and piece values are fitted to."""

import warnings
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from .._core import Game
from .games import Games

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Duels:
    """Every two teams of every game: a game of two is one duel, one of three is three."""

    game: "NDArray[np.int64]"
    """The row of the game."""
    ours: "NDArray[np.int64]"
    """The first seat of one side."""
    theirs: "NDArray[np.int64]"
    """The first seat of the other side."""
    result: "NDArray[np.float64]"
    """1 if we got more than they, 0 if less, one half if the same."""
    first: "NDArray[np.int64]"
    """1 where we made the first move of the game, -1 where they did, else 0."""


def duels(rules: Game, games: Games) -> Duels:
    """All duels of these games."""
    import numpy as np

    teams = rules.info.teams
    heads = [teams.index(team) for team in sorted(set(teams))]
    mover = teams[rules.info.turn_order[0]]
    pairs = list(combinations(heads, 2))
    n = len(games)
    ours, theirs = (np.repeat([pair[side] for pair in pairs], n) for side in (0, 1))
    game = np.tile(np.arange(n), len(pairs))
    return Duels(
        game=game,
        ours=ours,
        theirs=theirs,
        result=(np.sign(games.returns[game, ours] - games.returns[game, theirs]) + 1) / 2,
        first=np.repeat([(teams[a] == mover) - (teams[b] == mover) for a, b in pairs], n).astype(np.int64),
    )


def fit(
    results: "NDArray[np.float64]", design: "NDArray[np.float64]", groups: "NDArray[np.int64]"
) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    """Logistic regression: the coefficients and their covariances, which allow for results of one group hanging together."""
    import numpy as np
    from statsmodels.genmod.families import Binomial
    from statsmodels.genmod.generalized_linear_model import GLM
    from statsmodels.tools.sm_exceptions import PerfectSeparationWarning

    _, numbers = np.unique(groups, return_inverse=True)
    how: dict[str, Any] = {"cov_type": "cluster", "cov_kwds": {"groups": numbers}}
    with warnings.catch_warnings():
        # Results that are all the same are fitted perfectly; who asks knows what to make of that.
        warnings.simplefilter("ignore", PerfectSeparationWarning)
        found = GLM(results, design, family=Binomial()).fit(**how)
    return np.asarray(found.params), np.asarray(found.cov_params())


def reach(confidence: float) -> float:
    """How many standard errors an interval reaches to either side."""
    from scipy.stats import norm

    return float(norm.ppf((1 + confidence) / 2))
