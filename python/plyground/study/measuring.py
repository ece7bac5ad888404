"""From games to figures."""

from typing import TYPE_CHECKING, Any

from .._core import Game, info
from .anytime import anytime
from .copies import copied, originals, warn_of_copies
from .fair import fairness
from .games import Games
from .intervals import Interval, elo, intervals, mean, paired, quantile
from .openings import opening_tree
from .plan import Plan
from .rows import Course, Row, ScoreRow
from .scoring import bounds, drawn, figures, reported, win_shares, won
from .sequential import Sprt

if TYPE_CHECKING:
    from numpy.typing import NDArray

BINS = 40
"""Bars of a histogram."""

POINTS = 500
"""Points of the course of a sequential test that are kept."""


def teams_of(rules: Game) -> int:
    """How many teams there are."""
    return len(set(rules.info.teams))


def measured(plan: Plan, games: Games, confidence: float, sprt: Sprt | None = None, tree: bool = True) -> Row:
    """All figures of a game that is played for a win, and its openings if the ``tree`` is wanted.

    Those corrected for many games are yet to come.
    """
    import numpy as np

    rules, n = plan.game, len(games)
    sides = rules.info.teams
    teams = teams_of(rules)
    first = rules.info.turn_order[0]
    table = win_shares(rules, games.returns)
    own, nobody = table[:, first], drawn(games.returns)
    wins, draws = int(np.count_nonzero(own == 1.0)), int(np.count_nonzero(nobody))
    shares = np.column_stack([table, nobody])
    rounds = None if plan.names == ("random",) else originals(games, plan.rotation)
    distinct = None if rounds is None else np.unique(rounds)
    copies = rounds is not None and copied(rounds)
    seen = shares
    if distinct is not None and copies:
        warn_of_copies(rules.id, plan.names, n, len(distinct), plan.rotation)
        seen = shares[(distinct[:, None] * plan.rotation + np.arange(plan.rotation)).ravel()]
    # The figures are of all games; how sure they are, of those that are different.
    *seats, draw_rate = map(_around, intervals(seen, confidence, plan.rotation), shares.mean(axis=0).tolist())
    score, always = seats[first], _around(anytime(seen[:, first], confidence, plan.rotation), seats[first].value)
    course = None if sprt is None else sprt.path(paired(own, plan.rotation), teams)
    p_fair = None if copies else fairness(table[:, [sides.index(team) for team in sorted(set(sides))]], plan.rotation)
    return Row(
        **_of_any(plan, games, None if distinct is None else len(distinct)),
        tree=opening_tree(plan, games, confidence) if tree else (),
        first_seat=first,
        wins=wins,
        draws=draws,
        losses=n - wins - draws,
        score=score.value,
        score_low=score.low,
        score_high=score.high,
        any_low=always.low,
        any_high=always.high,
        fair=1 / teams,
        elo=elo(score.value, teams),
        elo_low=elo(score.low, teams),
        elo_high=elo(score.high, teams),
        p_fair=p_fair,
        p_holm=p_fair,
        p_bh=p_fair,
        verdict="" if course is None else "copies" if copies else course.verdict,
        draw_rate=draw_rate.value,
        draw_rate_low=draw_rate.low,
        draw_rate_high=draw_rate.high,
        decisive=1 - draw_rate.value,
        lead_changes=_mean(games.lead_changes),
        drama=_mean(games.drama),
        seats=tuple(seats),
        path=None if course is None else _thinned(course, plan.rotation),
    )


def _around(interval: Interval, value: float) -> Interval:
    """An interval that has this estimate in it."""
    return Interval(min(interval.low, value), value, max(interval.high, value))


def scored(plan: Plan, games: Games, confidence: float) -> ScoreRow:
    """All figures of a game that comes to a score."""
    import numpy as np

    rules, scores = plan.game, plan.game.info.scores
    own = figures(rules, games.returns)
    least, most = bounds(scores)

    def within(interval: Interval) -> Interval:
        """An interval of what cannot be beyond the ends of the scale."""
        return Interval(max(least, interval.low), interval.value, min(most, interval.high))

    score = within(mean(paired(own, plan.rotation), confidence))
    median = within(quantile(own, 0.5, confidence))
    low, high = (float(score) for score in np.quantile(own, [0.05, 0.95], method="inverted_cdf"))
    values, counts = np.unique(own, return_counts=True)
    table = reported(scores, games.returns)
    return ScoreRow(
        **_of_any(plan, games),
        tree=opening_tree(plan, games, confidence),
        kind=scores.kind,
        better=scores.better,
        score=float(own.mean()),
        score_low=score.low,
        score_high=score.high,
        deviation=float(own.std(ddof=1)) if len(own) > 1 else 0.0,
        score_5=low,
        score_50=median.value,
        score_50_low=median.low,
        score_50_high=median.high,
        score_95=high,
        lowest=float(values[0]),
        highest=float(values[-1]),
        least=least,
        most=most,
        seats=tuple(within(mean(paired(column, plan.rotation), confidence)) for column in table.T),
        scores=(tuple(map(float, values)), tuple(map(int, counts))),
    )


def measured_row(plan: Plan, games: Games, confidence: float) -> Row | ScoreRow:
    """All figures of a game, whatever it is played for."""
    return measured(plan, games, confidence) if won(plan.game) else scored(plan, games, confidence)


def _of_any(plan: Plan, games: Games, distinct: int | None = None) -> dict[str, Any]:
    """The figures that any game has."""
    import numpy as np
    from scipy.stats import entropy

    short, median, long = (float(steps) for steps in np.quantile(games.steps, [0.05, 0.5, 0.95], method="inverted_cdf"))
    _, opened = np.unique(games.first, return_counts=True)
    bits = float(entropy(opened, base=2))
    counts, edges = np.histogram(games.steps, bins=min(BINS, int(np.ptp(games.steps)) + 1))
    return {
        "id": plan.game.id,
        "options": changed(plan.game),
        "title": plan.game.info.title,
        "agents": " ".join(plan.names),
        "games": len(games),
        "steps": float(games.steps.mean()),
        "steps_5": short,
        "steps_50": median,
        "steps_95": long,
        "opening_bits": bits,
        "openings": 2**bits,
        "distinct": distinct,
        "branching": _mean(games.branching),
        "lengths": (tuple(map(float, edges)), tuple(map(int, counts))),
    }


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
    """The options in which a game differs from its id, the frame among them."""
    plain = {"frame": "seat", **info(rules.id).options}
    own = {"frame": rules.info.frame, **rules.options}
    return " ".join(f"{name}={value}" for name, value in own.items() if plain.get(name) != value)
