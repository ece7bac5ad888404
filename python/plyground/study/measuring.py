"""From games to figures."""

from typing import TYPE_CHECKING, Any

from .._core import Game, info
from .fair import fairness
from .games import Games
from .intervals import bootstrap, elo, paired, wilson
from .plan import Plan
from .report import Course, Row
from .sequential import Sprt

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BINS = 40
"""Bars of a histogram."""

POINTS = 500
"""Points of the course of a sequential test that are kept."""


def scores(rules: Game, returns: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """The scores of all seats: those who got most share 1, team by team; all others have 0.

    A win is 1, a loss 0, a draw of two one half. Who is out before others draw has lost (Conventions, 'Endings').
    """
    import numpy as np

    teams = rules.info.teams
    best = returns == returns.max(axis=1, keepdims=True)
    sides = best[:, [teams.index(team) for team in set(teams)]].sum(axis=1, keepdims=True)
    return np.where(best, 1.0 / sides, 0.0)


def drawn(returns: "NDArray[np.float64]") -> "NDArray[np.bool_]":
    """Which games nobody won."""
    found: NDArray[np.bool_] = returns.max(axis=1) < 1.0
    return found


def teams_of(rules: Game) -> int:
    """How many teams there are."""
    return len(set(rules.info.teams))


def measured(plan: Plan, games: Games, confidence: float, sprt: Sprt | None = None) -> Row:
    """All figures of one game; those corrected for many games are yet to come."""
    import numpy as np
    from scipy.stats import entropy

    rules, n = plan.game, len(games)
    sides = rules.info.teams
    teams = teams_of(rules)
    first = rules.info.sequence[0]
    table = scores(rules, games.returns)
    own, nobody = table[:, first], drawn(games.returns)
    wins, draws = int(np.count_nonzero(own == 1.0)), int(np.count_nonzero(nobody))
    score = wilson(float(own.mean()), n, confidence)
    boot = bootstrap(paired(own, plan.rotation), confidence)
    draw_rate = wilson(draws / n, n, confidence)
    short, median, long = (float(steps) for steps in np.quantile(games.steps, [0.05, 0.5, 0.95], method="inverted_cdf"))
    _, opened = np.unique(games.first, return_counts=True)
    bits = float(entropy(opened, base=2))
    counts, edges = np.histogram(games.steps, bins=min(BINS, int(np.ptp(games.steps)) + 1))
    course = None if sprt is None else sprt.path(paired(own, plan.rotation), teams)
    p_fair = fairness(table[:, [sides.index(team) for team in sorted(set(sides))]])
    return Row(
        id=rules.id,
        options=changed(rules),
        title=rules.info.title,
        agents=" ".join(plan.names),
        games=n,
        first_seat=first,
        wins=wins,
        draws=draws,
        losses=n - wins - draws,
        score=score.value,
        score_low=score.low,
        score_high=score.high,
        boot_low=boot.low,
        boot_high=boot.high,
        fair=1 / teams,
        elo=elo(score.value, teams),
        elo_low=elo(score.low, teams),
        elo_high=elo(score.high, teams),
        p_fair=p_fair,
        p_holm=p_fair,
        p_bh=p_fair,
        verdict="" if course is None else course.verdict,
        draw_rate=draw_rate.value,
        draw_rate_low=draw_rate.low,
        draw_rate_high=draw_rate.high,
        decisive=1 - draw_rate.value,
        steps=float(games.steps.mean()),
        steps_5=short,
        steps_50=median,
        steps_95=long,
        opening_bits=bits,
        openings=2**bits,
        branching=_mean(games.branching),
        lead_changes=_mean(games.lead_changes),
        drama=_mean(games.drama),
        seats=tuple(wilson(float(column.mean()), n, confidence) for column in table.T),
        lengths=(tuple(map(float, edges)), tuple(map(int, counts))),
        path=None if course is None else _thinned(course, plan.rotation),
    )


def _mean(array: "NDArray[Any] | None") -> float | None:
    return None if array is None else float(array.mean(dtype=float))


def _thinned(course: Any, rotation: int) -> Course:
    """The course of a test in some hundred points, up to its end."""
    import numpy as np

    end = len(course.ahead) if course.end is None else course.end[0]
    at = np.unique(np.linspace(0, end - 1, min(end, POINTS)).astype(int))
    return Course(
        games=tuple(int(place + 1) * rotation for place in at),
        ahead=tuple(map(float, course.ahead[at])),
        behind=tuple(map(float, course.behind[at])),
        low=course.low,
        high=course.high,
    )


def changed(rules: Game) -> str:
    """The options in which a game differs from its id."""
    plain = info(rules.id).options
    return " ".join(f"{name}={value}" for name, value in rules.options.items() if plain.get(name) != value)
