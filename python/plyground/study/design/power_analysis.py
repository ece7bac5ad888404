"""How many games show an effect, and which effect a number of games shows."""

import math
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Final

from ...optional_deps import optional_imports
from ..statistics.intervals import check_confidence, elo_from_score, round_means, score_from_elo

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MIN_EFFECT: Final = 0.000001
"""The smallest effect in Elo points. Rounding would hide a smaller one."""


def score_std(values: "NDArray[np.float64]", games_per_round: int = 1) -> float:
    """Return the standard deviation of a game's score, computed from rounds, with one won and one lost round added."""
    import numpy as np

    rounds = round_means(values, games_per_round)
    return min(0.5, float(np.append(rounds, [0.0, 1.0]).std()) * math.sqrt(len(values) / len(rounds)))


@dataclass(frozen=True, slots=True)
class PowerAnalysis:
    """The relation between the size of an effect, the number of games, and the chance that a study detects it.

    An effect is detected if the interval of the score excludes the fair score. With two teams this is the case if ``p_fair``
    is below 1 - ``confidence``.

    Parameters
    ----------
    draw_rate : float
        The share of draws, at least 0 and below 1.
    teams : int
        The number of teams.
    num_comparisons : int
        The number of games in the same report. Holm's correction for all of them is included.
    confidence : float
        The confidence level of the interval.
    power : float
        The chance of detecting an effect that exists.
    score_std : float or None
        The standard deviation of a game's score, at most 0.5. If agents exchange seats: the standard deviation of a round's
        mean score times the square root of the games in a round. None: computed from wins and draws.

    Raises
    ------
    ValueError
        If an argument is not valid.

    Examples
    --------
    >>> import plyground as pg
    >>> analysis = pg.study.PowerAnalysis(draw_rate=0.4)
    >>> analysis.games_needed(elo=20)
    1422
    >>> round(analysis.power_for(elo=20, games=1_422), 3)
    0.8
    >>> round(analysis.detectable_elo(games=1_422), 1)
    20.0
    """

    draw_rate: float = 0.0
    teams: int = 2
    num_comparisons: int = 1
    confidence: float = 0.95
    power: float = 0.8
    score_std: float | None = None

    def __post_init__(self) -> None:
        check_confidence(self.confidence)
        if not isinstance(self.draw_rate, Real) or not 0 <= self.draw_rate < 1:
            raise ValueError(f"draw_rate must be a number from 0 to below 1, got {self.draw_rate!r}")
        if not isinstance(self.power, Real) or not 0 < self.power < 1:
            raise ValueError(f"power must be a number between 0 and 1, got {self.power!r}")
        for name, count, least in (("teams", self.teams, 2), ("num_comparisons", self.num_comparisons, 1)):
            if isinstance(count, bool) or not isinstance(count, int) or count < least:
                raise ValueError(f"{name} must be an integer of at least {least}, got {count!r}")
        if self.score_std is not None and not (isinstance(self.score_std, Real) and 0 < self.score_std <= 0.5):
            raise ValueError(f"score_std must be above 0 and at most 0.5, got {self.score_std!r}")

    def games_needed(self, elo: float) -> int:
        """Return the number of games that detect an advantage of the first seat.

        Parameters
        ----------
        elo : float
            The advantage in Elo points. A negative one means that the first seat is behind.

        Returns
        -------
        int
            The number of games.

        Raises
        ------
        ValueError
            If ``elo`` is 0 or not finite.
        """
        if not isinstance(elo, Real) or not MIN_EFFECT <= abs(elo) < math.inf:
            raise ValueError(
                f"elo must be a finite number other than 0, at least {MIN_EFFECT:f} in absolute value, got {elo!r}"
            )
        fair, score = 1 / self.teams, score_from_elo(elo, self.teams)
        reach = self._critical_value * self._std_at(fair) + _normal_quantile(self.power) * self._std_at(score)
        return max(1, math.ceil((max(0.0, reach) / (score - fair)) ** 2))

    def power_for(self, elo: float, games: int) -> float:
        """Return the chance that this number of games detects an advantage of ``elo`` points."""
        with optional_imports("plyground[study]"):
            from scipy.stats import norm

        fair, score = 1 / self.teams, score_from_elo(elo, self.teams)
        off = math.sqrt(games) * abs(score - fair)
        # The chance of a rejection in the wrong direction is not included.
        return float(norm.cdf((off - self._critical_value * self._std_at(fair)) / self._std_at(score)))

    def detectable_elo(self, games: int) -> float:
        """Return the smallest advantage in Elo points that this number of games detects; infinity if there is none."""
        with optional_imports("plyground[study]"):
            from scipy.optimize import brentq

        if games < 1:
            raise ValueError(f"games must be a positive integer, got {games!r}")
        most = elo_from_score(1 - (self.teams - 1) / self.teams * max(self.draw_rate, 1e-9), self.teams)
        if self.power_for(most, games) < self.power:
            return math.inf
        return float(brentq(lambda elo: self.power_for(elo, games) - self.power, 0.0, most))

    @property
    def _critical_value(self) -> float:
        return _normal_quantile(1 - (1 - self.confidence) / self.num_comparisons / 2)

    def _std_at(self, score: float) -> float:
        """The standard deviation of the score of a game. A draw is shared evenly."""
        if self.score_std is not None:
            return self.score_std
        share = 1 / self.teams
        return math.sqrt(max(1e-12, score - self.draw_rate * share + self.draw_rate * share**2 - score**2))


def _normal_quantile(share: float) -> float:
    with optional_imports("plyground[study]"):
        from scipy.stats import norm

    return float(norm.ppf(share))
