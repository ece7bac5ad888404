"""The advantage of the first move, and the balance between seats."""

from typing import Any, Final

from ..._core import Game
from ..design.record import study_record
from ..design.study_design import StudyDesign, merged, study_signature
from ..report.base_report import machine
from ..report.measurement import win_row, with_adjusted_p_values
from ..report.report import Report
from ..report.rows import Row
from ..running.duplicates import repeats_of
from ..running.game_plan import GamePlan, game_plans
from ..running.games import Games
from ..running.resource_limits import SPRT_BYTES, check_memory
from ..running.runner import StopRule, open_runner
from ..running.selected_openings import warn_of_measured_judge
from ..statistics.intervals import round_means
from ..statistics.scoring import game_scores, num_teams, require_wins
from ..statistics.sequential import Sprt

DEFAULTS: Final = StudyDesign(games=20_000, agents="random", openings=0, balanced=False)


@study_signature(DEFAULTS)
def balance(
    *variants: str | Game,
    sprt: float | Sprt | None = None,
    measures: bool = False,
    design: StudyDesign | None = None,
    **settings: Any,
) -> Report[Row]:
    """Measure the advantage of the first move, the scores of all seats, draws, lengths and openings.

    Parameters
    ----------
    *variants : str or Game
        The variants.
    sprt : float, Sprt or None
        A number of Elo points or an `Sprt`. The games of a variant end as soon as this sequential test is decided, and
        ``games`` is the largest number.
    measures : bool
        Whether to measure lead changes and drama in random games too, which takes longer.
    design : StudyDesign or None
        The settings of the study.
    **settings
        Fields of `StudyDesign`, which replace those of ``design``, and options of all variants.

    Returns
    -------
    Report
        One `Row` for each variant. The figures do not depend on ``threads``, ``engine`` and ``store``.

    Raises
    ------
    ValueError
        If a setting is not valid, or a game has no winners.

    Examples
    --------
    >>> import plyground as pg
    >>> row = pg.study.balance("universal-queens", games=2_000).rows[0]
    >>> row.fair_score < row.score_low < row.score
    True
    >>> pg.study.balance("checkers", "stax", size=6, games=100, agents="greedy").rows[1].options
    'size=6'
    """
    design, options = merged(DEFAULTS, design, settings)
    assert design.agents is not None
    games = design.num_games
    plans = game_plans(variants, design.agents, design.seed, measures, design.starts, options)
    for plan in plans:
        instead = f"measure its score with plyground.study.scores({plan.game.id!r})"
        require_wins(plan.game, "advantage of the first move", instead)
    warn_of_measured_judge(plans)
    test = sprt if sprt is None or isinstance(sprt, Sprt) else Sprt(sprt)
    check_memory(((plan, games) for plan in plans), more=0 if test is None else SPRT_BYTES)
    with open_runner(design, games * len(plans)) as runner:
        rows = [
            win_row(plan, runner.play(plan, games, _stop_rule(plan, test)), design.confidence, test) for plan in plans
        ]
    study = study_record(
        "balance",
        [plan.game for plan in plans],
        plans[0].named_agents,
        games,
        design,
        sprt=None if test is None else [test.elo, test.alpha, test.beta],
        measures=measures,
    )
    return Report(with_adjusted_p_values(rows), design.seed, design.confidence, study=study, machine=machine())


def _stop_rule(plan: GamePlan, test: Sprt | None) -> StopRule | None:
    """The rule that ends the games as soon as the test is decided."""
    if test is None:
        return None
    import numpy as np

    teams = num_teams(plan.game)

    def decided(games: Games) -> int | None:
        if len(games) < plan.games_per_round:
            return None
        scores = round_means(game_scores(plan.game, games.returns), plan.games_per_round)
        repeats = repeats_of(plan, games)
        kept = np.arange(len(scores)) if repeats is None else repeats.kept
        end = test.path(scores[kept], teams).end
        return None if end is None else int(kept[end[0] - 1] + 1) * plan.games_per_round

    return decided
