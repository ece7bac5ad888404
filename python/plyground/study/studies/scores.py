"""The scores of games without winners."""

from typing import Any, Final

from ..._core import Game
from ..design.record import study_record
from ..design.study_design import StudyDesign, merged, study_signature
from ..report.base_report import machine
from ..report.measurement import score_row
from ..report.report import Report
from ..report.rows import ScoreRow
from ..running.game_plan import game_plans
from ..running.resource_limits import check_memory
from ..running.runner import open_runner
from ..statistics.scoring import require_scores

DEFAULTS: Final = StudyDesign(games=20_000, agents="random", openings=0, balanced=False)


@study_signature(DEFAULTS)
def scores(
    *variants: str | Game, measures: bool = False, design: StudyDesign | None = None, **settings: Any
) -> Report[ScoreRow]:
    """Measure the scores of games whose seats share a score or count their strokes.

    Parameters
    ----------
    *variants : str or Game
        The variants.
    measures : bool
        Whether to measure the number of legal steps in random games too, which takes longer.
    design : StudyDesign or None
        The settings of the study.
    **settings
        Fields of `StudyDesign`, which replace those of ``design``, and options of all variants.

    Returns
    -------
    Report
        One `ScoreRow` for each variant.

    Raises
    ------
    ValueError
        If a setting is not valid, or a game is played for a win.

    Examples
    --------
    >>> import plyground as pg
    >>> row = pg.study.scores("cooperative-chess", games=100).rows[0]
    >>> row.kind, row.better
    ('shared', 'higher')
    >>> row.min_possible <= row.min_score <= row.score_p50 <= row.max_score <= row.max_possible
    True
    """
    design, options = merged(DEFAULTS, design, settings)
    assert design.agents is not None
    games = design.num_games
    plans = game_plans(variants, design.agents, design.seed, measures, design.starts, options)
    for plan in plans:
        require_scores(plan.game)
    check_memory((plan, games) for plan in plans)
    with open_runner(design, games * len(plans)) as runner:
        rows = tuple(score_row(plan, runner.play(plan, games), design.confidence) for plan in plans)
    study = study_record(
        "scores", [plan.game for plan in plans], plans[0].named_agents, games, design, measures=measures
    )
    return Report(rows, design.seed, design.confidence, study=study, machine=machine())
