"""What it takes to show an effect, and what a budget can show: before a study is begun."""

import math
from dataclasses import dataclass
from numbers import Real
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from .._core import Game
from .intervals import check_confidence, elo, paired, score_of
from .measuring import teams_of
from .plan import plans
from .players import Agents
from .playing import Progress, table
from .reckoning import MOST_GAMES
from .rows import Prospect
from .scoring import drawn, figures, need_wins

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PILOT: Final = 10_000_000
"""A pilot ends by the clock, not by this many games."""


def spread(values: "NDArray[np.float64]", rotation: int = 1) -> float:
    """The standard deviation of a game's score, reckoned by rounds; one more round is taken to have been won, and one lost."""
    import numpy as np

    rounds = paired(values, rotation)
    return min(0.5, float(np.append(rounds, [0.0, 1.0]).std()) * math.sqrt(len(values) / len(rounds)))


LEAST_EFFECT: Final = 0.000001
"""The smallest effect in Elo points: a smaller one is lost in rounding."""


@dataclass(frozen=True, slots=True)
class Question:
    """Which effect is looked for, in what kind of games, and how sure one wants to be.

    >>> question = Question(draws=0.4)
    >>> question.games(20)
    1422
    >>> round(question.power(20, 1_422), 3), round(question.elo(1_422), 1)
    (0.8, 20.0)

    An effect is shown when the interval of the score leaves out a fair share; in games of two teams, that is when `p_fair` is
    below 1 - ``confidence``.
    """

    draws: float = 0.0
    """The share of draws."""
    teams: int = 2
    """How many teams there are."""
    among: int = 1
    """So many games are in the same report, and Holm's correction is to let the effect pass."""
    confidence: float = 0.95
    """The confidence of the interval."""
    chance: float = 0.8
    """How likely it shall be that the effect is shown, if it is there: the power."""
    deviation: float | None = None
    """The standard deviation of a game's score, if it is known. Where agents change places: that of a round's mean score, times
    the root of the games in it. By default what follows from wins and draws."""

    def __post_init__(self) -> None:
        check_confidence(self.confidence)
        for name, value, top in (("draws", self.draws, False), ("chance", self.chance, True)):
            if not isinstance(value, Real) or not 0 <= value < 1 or (top and value <= 0):
                raise ValueError(f"{name} is a share below 1, not {value!r}")
        for name, count, least in (("teams", self.teams, 2), ("among", self.among, 1)):
            if isinstance(count, bool) or not isinstance(count, int) or count < least:
                raise ValueError(f"{name} is a whole number from {least} on, not {count!r}")
        if self.deviation is not None and not (isinstance(self.deviation, Real) and 0 < self.deviation <= 0.5):
            raise ValueError(f"scores from 0 to 1 deviate by more than 0 and at most 0.5, not {self.deviation!r}")

    def games(self, points: float) -> int:
        """How many games it takes to show that the first seat is so many Elo points ahead, or behind."""
        if not isinstance(points, Real) or not LEAST_EFFECT <= abs(points) < math.inf:
            least = f"{LEAST_EFFECT:f}"
            raise ValueError(
                f"an effect is a number of Elo points other than 0, at least {least} in size, not {points!r}"
            )
        fair, score = 1 / self.teams, score_of(points, self.teams)
        reach = self._reach * self._spread(fair) + self._quantile(self.chance) * self._spread(score)
        return max(1, math.ceil((max(0.0, reach) / (score - fair)) ** 2))

    def power(self, points: float, games: int) -> float:
        """How likely an effect is shown by so many games, if it is there."""
        from scipy.stats import norm

        fair, score = 1 / self.teams, score_of(points, self.teams)
        off = math.sqrt(games) * abs(score - fair)
        # That it is shown on the wrong side counts for nothing.
        return float(norm.cdf((off - self._reach * self._spread(fair)) / self._spread(score)))

    def elo(self, games: int) -> float:
        """The smallest advantage that so many games show with this chance, in Elo points; infinite if there is none."""
        from scipy.optimize import brentq

        if games < 1:
            raise ValueError(f"a study needs at least one game, not {games!r}")
        most = elo(1 - (self.teams - 1) / self.teams * max(self.draws, 1e-9), self.teams)
        if self.power(most, games) < self.chance:
            return math.inf
        return float(brentq(lambda points: self.power(points, games) - self.chance, 0.0, most))

    @property
    def _reach(self) -> float:
        return self._quantile(1 - (1 - self.confidence) / self.among / 2)

    def _spread(self, score: float) -> float:
        """The standard deviation of the score of a game; who draws shares the point with all others."""
        if self.deviation is not None:
            return self.deviation
        share = 1 / self.teams
        return math.sqrt(max(1e-12, score - self.draws * share + self.draws * share**2 - score**2))

    @staticmethod
    def _quantile(share: float) -> float:
        from scipy.stats import norm

        return float(norm.ppf(share))


def prospects(
    *variants: str | Game,
    seconds: float,
    agent: Agents = "random",
    points: float = 20.0,
    chance: float = 0.8,
    among: int | None = None,
    confidence: float = 0.95,
    pilot: float = 1.0,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = False,
    **options: Any,
) -> tuple[Prospect, ...]:
    """What so many ``seconds`` of play can show of each variant, and how long it takes to show ``points`` of advantage.

    Each is played for ``pilot`` seconds, which tells its speed and how much its scores spread. ``among`` is how many
    games one report shall have, to be corrected for by Holm's method: by default those that are named. Other options are those
    of `plyground.game`.
    """
    for name, time in (("seconds", seconds), ("pilot", pilot)):
        if not (isinstance(time, Real) and 0 < time < math.inf):
            raise ValueError(f"{name}, a time, is more than 0 seconds, not {time!r}")
    asked = plans(variants, agent, seed, options=options)
    for plan in asked:
        need_wins(plan.game, "advantage to look for", "plyground.study.scores measures its score")
    found = []
    with table(progress, 0, threads=threads) as at:
        for plan in asked:
            began = perf_counter()
            games = at.play(plan, PILOT, seconds=pilot)
            rate = len(games) / max(perf_counter() - began, 1e-6)
            question = Question(
                draws=float(drawn(games.returns).mean()) if len(games) > 1 else 0.0,
                teams=teams_of(plan.game),
                among=len(asked) if among is None else among,
                confidence=confidence,
                chance=chance,
                deviation=spread(figures(plan.game, games.returns), plan.rotation),
            )
            most = max(1, min(MOST_GAMES, int(rate * seconds)))
            needed = question.games(points)
            found.append(
                Prospect(
                    id=plan.game.id,
                    agents=" ".join(plan.names),
                    pilot=len(games),
                    rate=rate,
                    draw_rate=question.draws,
                    games=most,
                    elo=question.elo(most),
                    needed=needed,
                    seconds=needed / rate,
                )
            )
    return tuple(found)
