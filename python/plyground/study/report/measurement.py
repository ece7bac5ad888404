"""Computes the rows of a report from games."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...optional_deps import optional_imports
from ...options import changed_options
from ..running.duplicates import Repeats, repeats_of
from ..running.game_plan import GamePlan
from ..running.games import Games
from ..statistics.anytime import anytime_interval
from ..statistics.fairness import MARGIN, fairness_test, unfairness_test
from ..statistics.hypothesis_tests import adjust_p_values
from ..statistics.intervals import (
    Interval,
    bounded_mean_intervals,
    column_intervals,
    elo_from_score,
    quantile_interval,
    round_means,
)
from ..statistics.scoring import bounds, game_scores, is_drawn, is_won, num_teams, reported_scores, win_shares
from ..statistics.sequential import Sprt
from .notable_games import notable_games
from .openings import build_opening_tree
from .rows import Row, ScoreRow, SprtPath

if TYPE_CHECKING:
    from numpy.typing import NDArray

BINS = 40
"""The largest number of bins of a histogram."""

POINTS = 500
"""The number of points of a sequential test's path that are kept."""


def win_row(plan: GamePlan, games: Games, confidence: float, sprt: Sprt | None = None, tree: bool = True) -> Row:
    """Return all results for a game with winners, with its openings if ``tree`` is set.

    p-values are not adjusted yet.
    """
    import numpy as np

    rules, n = plan.game, len(games)
    sides = rules.info.seat_teams
    teams = num_teams(rules)
    first = rules.info.turn_order[0]
    table = win_shares(rules, games.returns)
    own, nobody = table[:, first], is_drawn(games.returns)
    wins, draws = int(np.count_nonzero(own == 1.0)), int(np.count_nonzero(nobody))
    shares = np.column_stack([table, nobody])
    repeats = repeats_of(plan, games, warn=True)
    kept = slice(None) if repeats is None or not repeats.any else repeats.kept_games(plan.games_per_round)
    # Estimates use all games, which have the same weights as distinct ones if all were repeated equally often.
    seen = shares[kept]
    *seats, draw_rate = map(
        _around, column_intervals(seen, confidence, plan.games_per_round), shares.mean(axis=0).tolist()
    )
    score, always = (
        seats[first],
        _around(anytime_interval(seen[:, first], confidence, plan.games_per_round), seats[first].value),
    )
    course = None if sprt is None else sprt.path(round_means(seen[:, first], plan.games_per_round), teams)
    is_one_game = repeats is not None and repeats.any and len(repeats.kept) == 1
    of_teams = seen[:, [sides.index(team) for team in sorted(set(sides))]]
    p_fair = None if is_one_game else fairness_test(of_teams, plan.games_per_round)
    p_unfair = None if is_one_game else unfairness_test(of_teams, MARGIN, plan.games_per_round)
    return Row(
        **_common(plan, games, repeats),
        opening_tree=build_opening_tree(plan, games, confidence, repeats) if tree else (),
        first_seat=first,
        wins=wins,
        draws=draws,
        losses=n - wins - draws,
        score=score.value,
        score_low=score.low,
        score_high=score.high,
        anytime_low=always.low,
        anytime_high=always.high,
        fair_score=1 / teams,
        elo=elo_from_score(score.value, teams),
        elo_low=elo_from_score(score.low, teams),
        elo_high=elo_from_score(score.high, teams),
        p_fair=p_fair,
        p_holm=p_fair,
        p_bh=p_fair,
        p_unfair=p_unfair,
        p_unfair_bh=p_unfair,
        verdict="" if course is None else "duplicates" if is_one_game else course.verdict,
        draw_rate=draw_rate.value,
        draw_rate_low=draw_rate.low,
        draw_rate_high=draw_rate.high,
        decisive_rate=1 - draw_rate.value,
        lead_changes=_mean(games.lead_changes),
        drama=_mean(games.drama),
        seats=tuple(seats),
        sprt_path=None if course is None else _thinned(course, plan.games_per_round, repeats),
    )


def _around(interval: Interval, value: float) -> Interval:
    """Return an interval widened to contain an estimate."""
    return Interval(min(interval.low, value), value, max(interval.high, value))


def score_row(plan: GamePlan, games: Games, confidence: float) -> ScoreRow:
    """Return all results for a game without winners."""
    import numpy as np

    rules, scores = plan.game, plan.game.info.scoring
    own = game_scores(rules, games.returns)
    least, most = bounds(scores)

    repeats = repeats_of(plan, games, warn=True)
    kept = slice(None) if repeats is None or not repeats.any else repeats.kept_games(plan.games_per_round)

    # The means are those of all games, with the intervals of the rounds that are no repetitions.
    columns = [own, *reported_scores(scores, games.returns).T]
    rounds = [round_means(column[kept], plan.games_per_round) for column in columns]
    found = bounded_mean_intervals(rounds, confidence, (least, most))
    score, *seats = (_around(interval, float(column.mean())) for interval, column in zip(found, columns, strict=True))
    median = quantile_interval(own[kept], 0.5, confidence)
    median = Interval(max(least, median.low), median.value, min(most, median.high))
    low, high = (float(score) for score in np.quantile(own, [0.05, 0.95], method="inverted_cdf"))
    values, counts = np.unique(own, return_counts=True)
    return ScoreRow(
        **_common(plan, games, repeats),
        opening_tree=build_opening_tree(plan, games, confidence, repeats),
        kind=scores.kind,
        better=scores.better,
        score=score.value,
        score_low=score.low,
        score_high=score.high,
        score_std=float(own.std(ddof=1)) if len(own) > 1 else 0.0,
        score_p5=low,
        score_p50=median.value,
        score_p50_low=median.low,
        score_p50_high=median.high,
        score_p95=high,
        min_score=float(values[0]),
        max_score=float(values[-1]),
        min_possible=least,
        max_possible=most,
        seats=tuple(seats),
        score_histogram=(tuple(map(float, values)), tuple(map(int, counts))),
    )


def row_of_kind(plan: GamePlan, games: Games, confidence: float) -> Row | ScoreRow:
    """Return all results for a game with or without winners."""
    return win_row(plan, games, confidence) if is_won(plan.game) else score_row(plan, games, confidence)


def _common(plan: GamePlan, games: Games, repeats: Repeats | None) -> dict[str, Any]:
    """Return the results that do not depend on the kind of game."""
    import numpy as np

    with optional_imports("plyground[study]"):
        from scipy.stats import entropy

    short, median, long = (float(steps) for steps in np.quantile(games.steps, [0.05, 0.5, 0.95], method="inverted_cdf"))
    _, opened = np.unique(games.first_action, return_counts=True)
    bits = float(entropy(opened, base=2))
    counts, edges = np.histogram(games.steps, bins=min(BINS, int(np.ptp(games.steps)) + 1))
    return {
        "id": plan.game.id,
        "options": changed_options(plan.game),
        "title": plan.game.info.title,
        "agents": " ".join(plan.names),
        "start": plan.starts.text,
        "games": len(games),
        "mean_steps": float(games.steps.mean()),
        "steps_p5": short,
        "steps_p50": median,
        "steps_p95": long,
        "opening_entropy": bits,
        "effective_openings": 2**bits,
        "distinct_games": None if repeats is None else repeats.distinct,
        "branching": _mean(games.branching),
        "length_histogram": (tuple(map(float, edges)), tuple(map(int, counts))),
        "notable_games": notable_games(plan, games),
    }


def _mean(array: "NDArray[Any] | None") -> float | None:
    return None if array is None else float(array.mean(dtype=float))


def _thinned(course: Any, games_per_round: int, repeats: Repeats | None) -> SprtPath:
    """Return the path of a test with at most `POINTS` points, up to its end."""
    import numpy as np

    end = len(course.ahead) if course.end is None else course.end[0]
    at = np.unique(np.linspace(0, end - 1, min(end, POINTS)).astype(int))
    numbers = at if repeats is None else repeats.kept[at]
    return SprtPath(
        games=tuple(int(number + 1) * games_per_round for number in numbers),
        ahead=tuple(map(float, course.ahead[at])),
        behind=tuple(map(float, course.behind[at])),
        low=course.low,
        high=course.high,
    )


def with_adjusted_p_values(rows: Sequence[Row | ScoreRow]) -> tuple[Any, ...]:
    """Return the rows of one report, with p-values adjusted for their number."""
    tested = [row for row in rows if isinstance(row, Row)]
    fair = [row.p_fair for row in tested if row.p_fair is not None]
    unfair = [row.p_unfair for row in tested if row.p_unfair is not None]
    holm, bh, near = map(iter, (adjust_p_values(fair), adjust_p_values(fair, "bh"), adjust_p_values(unfair, "bh")))

    def adjusted(row: Row | ScoreRow) -> Row | ScoreRow:
        if not isinstance(row, Row):
            return row
        if row.p_fair is not None:
            row = replace(row, p_holm=next(holm), p_bh=next(bh))
        return row if row.p_unfair is None else replace(row, p_unfair_bh=next(near))

    return tuple(map(adjusted, rows))
