"""The fairest compensation for the advantage of the first move."""

import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..._core import Game
from ..design.handicaps import require_two_sides
from ..design.record import study_record
from ..design.study_design import StudyDesign, merged, study_signature
from ..report.base_report import machine
from ..report.compensations import Compensations
from ..report.measurement import win_row
from ..report.rows import NEARLY_FAIR, UNFAIR, UNKNOWN, CompensationRow
from ..running.candidates import FORMS, Candidate, candidate, default_candidates
from ..running.duplicates import DuplicateGamesWarning, repeats_of
from ..running.game_plan import GamePlan, game_plans
from ..running.games import Games
from ..running.resource_limits import check_memory
from ..running.runner import open_runner
from ..statistics.draw_share import fair_draw_share
from ..statistics.fairness import MARGIN, fairness_test
from ..statistics.hypothesis_tests import adjust_p_values
from ..statistics.intervals import Interval, elo_from_score, score_interval
from ..statistics.pie_rule import cut_and_choose
from ..statistics.scoring import game_scores, is_drawn, require_wins

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEFAULTS: Final = StudyDesign(games=20_000, agents="random", openings=0, balanced=False)


@study_signature(DEFAULTS)
def compensation(
    rules: str | Game,
    *,
    candidates: Sequence[str] | None = None,
    margin: float = MARGIN,
    design: StudyDesign | None = None,
    **settings: Any,
) -> Compensations:
    """Measure compensations for the advantage of the first move, to find the fairest one.

    Candidates are texts:

    - ``pie``: the pie rule. One side makes the first turn, and the other chooses its side. ``pie=8`` permits the eight first
      turns that a short search finds nearest to even.
    - ``draw-odds=1``: a draw counts as a win of the side of seat 1. The agents know the rule.
    - ``without=e2``, ``without=e2+d2``: a handicap, the pieces on these cells removed.
    - ``first=1``: seat 1 moves first, so the first side loses a turn.
    - ``start=POSITION``: another start position.
    - ``OPTION=VALUE``: an option of the game.

    The game without compensation (``none``) is always the first row. Games with the same number share their seed.

    Parameters
    ----------
    rules : str or Game
        A game of two sides that is played for a win.
    candidates : sequence of str or None
        The compensations. None: draw odds for the side that is behind without compensation, the pie rule, and each man of the
        cheapest kind of the other side removed, except where symmetries of the position exchange men. It omits what the game
        cannot express.
    margin : float
        The largest distance of a score from 1/2 that counts as nearly fair, between 0 and 0.5.
    design : StudyDesign or None
        The settings of the study. ``games`` is the number of games for each candidate. The pie rule divides them among all first
        turns.
    **settings
        Fields of `StudyDesign`, which replace those of ``design``, and options of the game. ``balanced`` must be False: even
        openings would hide the compensation.

    Returns
    -------
    Compensations
        One row for each candidate.

    Raises
    ------
    ValueError
        If a setting or a candidate is not valid, or the game has no winners or more than two sides.

    Examples
    --------
    >>> import plyground as pg
    >>> report = pg.study.compensation("stax", candidates=["draw-odds=0", "without=b6"], games=1_000)
    >>> for row in report.rows:
    ...     print(row.title, row.score_low < row.score < row.score_high)
    no compensation True
    draw odds for white True
    without the man on b6 True
    """
    design, options = merged(DEFAULTS, design, settings)
    assert design.agents is not None
    if isinstance(margin, bool) or not isinstance(margin, int | float) or not 0 < margin < 0.5:
        raise ValueError(f"margin must be a number between 0 and 0.5, got {margin!r}")
    if design.balanced:
        raise ValueError("balanced must be False in a study of compensation: even openings would hide it")
    if candidates is not None and (
        isinstance(candidates, str) or not isinstance(candidates, Sequence) or not candidates
    ):
        raise ValueError(f"candidates must be a list of texts or None, got {candidates!r}; the forms are {FORMS}")
    (plan,) = game_plans([rules], design.agents, design.seed, measures=True, starts=design.starts, options=options)
    require_wins(plan.game, "advantage of the first move", f"measure it with plyground.study.scores({plan.game.id!r})")
    require_two_sides(plan.game)
    games = design.num_games
    none = candidate("none", plan.game, plan.starts)
    others = None if candidates is None else _candidates(candidates, plan)
    check_memory([(plan, games)])
    with open_runner(design, games) as runner:
        played = [runner.play(plan, games)]
    scores, draws = game_scores(plan.game, played[0].returns), is_drawn(played[0].returns)
    if others is None:
        others = _candidates(default_candidates(plan.game, plan.starts, bool(scores.mean() > 0.5)), plan)
    found = [none, *others]
    plans = [
        plan,
        *(GamePlan(one.game, plan.named_agents, design.seed, measures=True, starts=one.starts) for one in others),
    ]
    counts = [one.games(games, plan.games_per_round) for one in found]
    pairs = list(zip(plans, counts, strict=True))
    check_memory(pairs, together=True)
    with open_runner(design, sum(counts[1:])) as runner:
        played += [runner.play(*pair) for pair in pairs[1:]]
    together = 1 - (1 - design.confidence) / len(found)
    rows = [
        _row(one, own, run, design.confidence, together, margin)
        for one, own, run in zip(found, plans, played, strict=True)
    ]
    share = None
    if rows[0].p_fair is not None:
        share = fair_draw_share((scores == 1.0) & ~draws, draws, design.confidence, plan.games_per_round)
    study = study_record(
        "compensation",
        [plan.game],
        plan.named_agents,
        games,
        design,
        candidates=[one.text for one in found],
        margin=margin,
    )
    return Compensations(
        _adjusted(rows),
        plan.game.info.title,
        " ".join(plan.names),
        margin,
        design.confidence,
        share,
        study=study,
        machine=machine(),
    )


def _candidates(texts: Sequence[str], plan: GamePlan) -> list[Candidate]:
    """The candidates besides none."""
    return [candidate(text, plan.game, plan.starts) for text in dict.fromkeys(texts) if text != "none"]


def _row(
    one: Candidate, plan: GamePlan, games: Games, confidence: float, together: float, margin: float
) -> CompensationRow:
    if one.turns:
        return _pie_row(one, plan, games, confidence, together, margin)
    row = win_row(plan, games, confidence, tree=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DuplicateGamesWarning)
        wide = win_row(plan, games, together, tree=False)
    score = Interval(row.score_low, row.score, row.score_high)
    wider = Interval(wide.score_low, wide.score, wide.score_high)
    return _made(one, plan, len(games), len(games), score, wider, row.draw_rate, row.p_fair, margin, row.distinct_games)


def _pie_row(
    one: Candidate, plan: GamePlan, games: Games, confidence: float, together: float, margin: float
) -> CompensationRow:
    """The score that remains for the side that makes the first turn."""
    import numpy as np

    size = plan.games_per_round
    cut = cut_and_choose(game_scores(plan.game, games.returns), len(one.turns), size)
    distinct, seen = None, cut.scores
    if (repeats := repeats_of(plan, games, warn=True)) is not None:
        # Repeated rounds count once, as in other studies.
        _, places = np.unique(repeats.first[cut.games[::size] // size], return_index=True)
        distinct, seen = len(places), cut.scores.reshape(-1, size)[np.sort(places)].ravel()
    value = float(cut.scores.mean())
    turn = one.turns[cut.turn]
    return _made(
        one,
        plan,
        len(games),
        len(cut.games),
        _interval(seen, value, confidence, size),
        _interval(seen, value, together, size),
        float(is_drawn(games.returns[cut.games]).mean()),
        None if distinct == 1 else _p_fair(seen, size),
        margin,
        distinct,
        f"the first turn is {turn}, and the other side {'swaps' if cut.swaps else 'does not swap'}",
    )


def _interval(scores: "NDArray[np.float64]", value: float, confidence: float, games_per_round: int) -> Interval:
    found = score_interval(scores, confidence, games_per_round)
    return Interval(min(found.low, value), value, max(found.high, value))


def _p_fair(scores: "NDArray[np.float64]", games_per_round: int) -> float:
    import numpy as np

    return fairness_test(np.column_stack([scores, 1 - scores]), games_per_round)


def _made(
    one: Candidate,
    plan: GamePlan,
    games: int,
    measured: int,
    score: Interval,
    wide: Interval,
    draw_rate: float,
    p_fair: float | None,
    margin: float,
    distinct: int | None,
    choice: str = "",
) -> CompensationRow:
    sides = abs(wide.low - 0.5), abs(wide.high - 0.5)
    low, high = 0.0 if wide.low <= 0.5 <= wide.high else min(sides), max(sides)
    return CompensationRow(
        candidate=one.text,
        title=one.title,
        id=plan.game.id,
        games=games,
        measured_games=measured,
        score=score.value,
        score_low=score.low,
        score_high=score.high,
        elo=elo_from_score(score.value),
        elo_low=elo_from_score(score.low),
        elo_high=elo_from_score(score.high),
        draw_rate=draw_rate,
        p_fair=p_fair,
        p_holm=p_fair,
        distance=abs(score.value - 0.5),
        distance_low=low,
        distance_high=high,
        verdict=NEARLY_FAIR if high <= margin else UNFAIR if low > 0 else UNKNOWN,
        distinct_games=distinct,
        choice=choice,
    )


def _adjusted(rows: Sequence[CompensationRow]) -> tuple[CompensationRow, ...]:
    """Rows with p-values that are adjusted for their number."""
    known = [row.p_fair for row in rows if row.p_fair is not None]
    adjusted = iter(adjust_p_values(known, "holm") if known else ())
    return tuple(row if row.p_fair is None else replace(row, p_holm=float(next(adjusted))) for row in rows)
