"""The same game at several strengths of play."""

from collections.abc import Sequence
from typing import Any, Final

from ..._core import Game
from ..design.agents import distinct_agents
from ..design.num_games import check_games
from ..design.record import study_record
from ..design.study_design import StudyDesign, merged, study_signature
from ..report.base_report import machine
from ..report.measurement import row_of_kind, with_adjusted_p_values
from ..report.report import Report
from ..running.game_plan import game_plans
from ..running.resource_limits import check_memory
from ..running.runner import open_runner
from ..running.selected_openings import warn_of_measured_judge
from ..statistics.scoring import require_one_kind

DEFAULTS: Final = StudyDesign(games=1_000, agents=("random", "greedy", "ab:2", "mcts:100"), openings=0, balanced=False)


@study_signature(DEFAULTS)
def strength(*variants: str | Game, design: StudyDesign | None = None, **settings: Any) -> Report[Any]:
    """Measure how the advantage of the first move, or the score of a game, depends on the strength of play.

    Each agent plays all seats.

    Parameters
    ----------
    *variants : str or Game
        The variants.
    design : StudyDesign or None
        The settings of the study.
    **settings
        Fields of `StudyDesign`, which replace those of ``design``, and options of all variants. ``games`` is one number or
        one for each agent.

    Returns
    -------
    Report
        One row for each variant and agent.

    Raises
    ------
    ValueError
        If a setting is not valid, or the variants have different kinds of scores.

    Examples
    --------
    >>> import plyground as pg
    >>> report = pg.study.strength("stax", agents=["random", "greedy"], games=[60, 40])
    >>> [(row.agents, row.games) for row in report.rows]
    [('random', 60), ('greedy', 40)]
    """
    design, options = merged(DEFAULTS, design, settings)
    agents = distinct_agents(design.agents)
    counts = [design.games] * len(agents) if isinstance(design.games, int) else design.games
    if not isinstance(counts, Sequence) or len(counts) != len(agents):
        raise ValueError(f"games must be one integer, or one for each of {len(agents)} agents, got {counts!r}")
    for count in counts:
        check_games(count)
    plans = [
        game_plans(variants, [agent], design.seed, measures=True, starts=design.starts, options=options)
        for agent in agents
    ]
    warn_of_measured_judge([own[0] for own in plans])
    rules = [plan.game for plan in plans[0]]
    require_one_kind(rules)
    check_memory((plan, count) for own, count in zip(plans, counts, strict=True) for plan in own)
    with open_runner(design, sum(counts) * len(variants)) as runner:
        found = [
            [row_of_kind(plan, runner.play(plan, count), design.confidence) for plan in own]
            for own, count in zip(plans, counts, strict=True)
        ]
    study = study_record("strength", rules, agents, list(counts), design)
    rows = [row for of_variant in zip(*found, strict=True) for row in of_variant]
    return Report(with_adjusted_p_values(rows), design.seed, design.confidence, study=study, machine=machine())
