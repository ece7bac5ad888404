"""What score is reached, in games that nobody wins."""

from os import PathLike
from typing import Any, Literal

from .._core import Game
from .behaviour import behaviour
from .findings import machine
from .intervals import check_confidence
from .measuring import scored
from .plan import plans, variant
from .players import Agents
from .playing import Progress, table
from .reckoning import check_games, check_room
from .report import Report
from .rows import ScoreRow
from .scoring import need_scores
from .starts import Start, starts_of


def scores(
    *variants: str | Game,
    games: int = 20_000,
    agent: Agents = "random",
    seed: int = 0,
    confidence: float = 0.95,
    measures: bool = False,
    start: Start = None,
    openings: int = 0,
    balanced: bool = False,
    threads: int | None = None,
    store: "str | PathLike[str] | None" = None,
    engine: Literal["ray"] | None = None,
    progress: Progress = False,
    **options: Any,
) -> Report[ScoreRow]:
    """Plays games whose seats share a score, or count their strokes, and measures the scores that they come to.

    ``agent`` plays all seats; several agents, one for each seat, change places from game to game. ``measures=True`` measures the
    number of legal steps of random games as well, which takes longer. All else is as in `balance`.
    """
    starts = starts_of(start, openings, balanced)
    asked = plans(variants, agent, seed, measures, starts, options)
    for plan in asked:
        need_scores(plan.game)
    check_games(games)
    check_confidence(confidence)
    check_room((plan, games) for plan in asked)
    with table(progress, games * len(asked), threads=threads, store=store, engine=engine) as at:
        rows = tuple(scored(plan, at.play(plan, games), confidence) for plan in asked)
    study: dict[str, Any] = {
        "study": "scores",
        "variants": [variant(plan.game) for plan in asked],
        "games": games,
        "agent": list(asked[0].names),
        "seed": seed,
        "confidence": confidence,
        **starts.told,
        "behaviour": behaviour([plan.game for plan in asked], asked[0].players),
        "measures": measures,
    }
    return Report(rows, seed, confidence, study=study, machine=machine())
