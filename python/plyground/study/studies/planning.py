"""The plan of a study: how many games it needs, measured by playing a few."""

import math
from numbers import Real
from time import perf_counter
from typing import Any, Final

from ..._core import Game
from ..design.agents import Agents
from ..design.num_games import MAX_GAMES
from ..design.power_analysis import PowerAnalysis, score_std
from ..design.study_design import Progress, StudyDesign
from ..report.rows import PlanRow
from ..report.text_tables import Plans
from ..running.game_plan import game_plans
from ..running.runner import open_runner
from ..statistics.scoring import game_scores, is_drawn, num_teams, require_wins

MAX_PILOT_GAMES: Final = 10_000_000
"""The largest number of games of a pilot, which normally ends after its time."""


def plan(
    *variants: str | Game,
    seconds: float,
    agents: Agents = "random",
    elo: float = 20.0,
    power: float = 0.8,
    num_comparisons: int | None = None,
    confidence: float = 0.95,
    pilot_seconds: float = 1.0,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = None,
    **options: Any,
) -> Plans:
    """Return how many games detect an advantage, and which advantage a time budget detects.

    A pilot of each variant measures its speed and the variance of its scores.

    Parameters
    ----------
    *variants : str or Game
        The variants.
    seconds : float
        The time budget for each variant.
    agents : agent, sequence of agents or mapping of str to agent
        The agents, as in `balance`.
    elo : float
        The advantage to detect, in Elo points.
    power : float
        The chance of detecting it.
    num_comparisons : int or None
        The number of variants in the report, for Holm's correction. None: the number of variants here.
    confidence : float
        The confidence level of the intervals.
    pilot_seconds : float
        The duration of each pilot.
    seed : int
        The seed of the pilots.
    threads : int or None
        The number of threads. None: one for each processor.
    progress : bool, callable or None
        As in `StudyDesign`.
    **options
        Options of all variants.

    Returns
    -------
    Plans
        A tuple with one `PlanRow` for each variant, which ``print`` shows as a table.

    Raises
    ------
    ValueError
        If an argument is not valid, or a game has no winners.

    Examples
    --------
    >>> import plyground as pg
    >>> row = pg.study.plan("stax", seconds=60, elo=10, pilot_seconds=0.05)[0]
    >>> row.games_needed > 1_000, row.games_in_budget > row.pilot_games
    (True, True)
    """
    for name, time in (("seconds", seconds), ("pilot_seconds", pilot_seconds)):
        if not (isinstance(time, Real) and 0 < time < math.inf):
            raise ValueError(f"{name} must be a positive finite number, got {time!r}")
    design = StudyDesign(seed=seed, confidence=confidence, threads=threads, progress=progress)
    plans = game_plans(variants, agents, seed, options=options)
    for one in plans:
        require_wins(one.game, "advantage of the first move", "plyground.study.scores measures its score")
    found = []
    with open_runner(design, 0) as runner:
        for one in plans:
            began = perf_counter()
            games = runner.play(one, MAX_PILOT_GAMES, seconds=pilot_seconds)
            speed = len(games) / max(perf_counter() - began, 1e-6)
            analysis = PowerAnalysis(
                draw_rate=float(is_drawn(games.returns).mean()) if len(games) > 1 else 0.0,
                teams=num_teams(one.game),
                num_comparisons=len(plans) if num_comparisons is None else num_comparisons,
                confidence=confidence,
                power=power,
                score_std=score_std(game_scores(one.game, games.returns), one.games_per_round),
            )
            in_budget = max(1, min(MAX_GAMES, int(speed * seconds)))
            needed = analysis.games_needed(elo)
            found.append(
                PlanRow(
                    id=one.game.id,
                    agents=" ".join(one.names),
                    pilot_games=len(games),
                    games_per_second=speed,
                    draw_rate=analysis.draw_rate,
                    games_in_budget=in_budget,
                    detectable_elo=analysis.detectable_elo(in_budget),
                    games_needed=needed,
                    seconds_needed=needed / speed,
                )
            )
    return Plans(found)
