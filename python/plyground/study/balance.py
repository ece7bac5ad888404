"""What the first move is worth, and whether the seats are equal."""

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal

from .._core import Game
from .behaviour import behaviour
from .fair import corrected
from .findings import machine
from .games import Games
from .intervals import check_confidence, paired
from .measuring import measured, teams_of
from .plan import Plan, plans, variant
from .players import Agents
from .playing import Progress, Table, table
from .reckoning import TEST_BYTES, check_games, check_room
from .report import Report
from .rows import Row
from .scoring import figures, need_wins
from .sequential import Sprt
from .starts import Start, starts_of

if TYPE_CHECKING:
    from collections.abc import Callable


def balance(
    *variants: str | Game,
    games: int = 20_000,
    agent: Agents = "random",
    seed: int = 0,
    confidence: float = 0.95,
    sprt: float | Sprt | None = None,
    measures: bool = False,
    start: Start = None,
    openings: int = 0,
    balanced: bool = False,
    threads: int | None = None,
    store: "str | PathLike[str] | None" = None,
    engine: Literal["ray"] | None = None,
    progress: Progress = False,
    **options: Any,
) -> Report[Row]:
    """Plays games and measures what the first move is worth in them, and much else.

    ``agent`` plays all seats; several agents, one for each seat or team, change places from game to game. Functions and
    networks may be given by name, as in ``{"mine": function}``; a ``store`` knows them by that. With ``sprt``,
    a number of Elo points, ``games`` is the most that are played: those of a variant end when it is clear that its first
    seat is ahead or behind by so much, or that it is not. ``measures=True`` measures lead changes and drama of random
    games as well, which takes longer.

    The same seed gives the same figures for any number of threads, with any engine, and however often the study was
    stopped and gone on with from its ``store``. ``progress`` is True for a bar, or is called with an id and the number
    of games that were just played. Other options are those of `plyground.game`, of every variant that is named.
    """
    starts = starts_of(start, openings, balanced)
    asked = plans(variants, agent, seed, measures, starts, options)
    for plan in asked:
        instead = f"measure its score by plyground.study.scores({plan.game.id!r})"
        need_wins(plan.game, "advantage of the first move", instead)
    check_games(games)
    check_confidence(confidence)
    test = sprt if sprt is None or isinstance(sprt, Sprt) else Sprt(sprt)
    check_room(((plan, games) for plan in asked), more=0 if test is None else TEST_BYTES)
    with table(progress, games * len(asked), threads=threads, store=store, engine=engine) as at:
        rows = [row_of(at, plan, games, confidence, test) for plan in asked]
    study: dict[str, Any] = {
        "study": "balance",
        "variants": [variant(plan.game) for plan in asked],
        "games": games,
        "agent": list(asked[0].names),
        "seed": seed,
        "confidence": confidence,
        **starts.told,
        "behaviour": behaviour([plan.game for plan in asked], asked[0].players),
        "sprt": None if test is None else [test.elo, test.alpha, test.beta],
        "measures": measures,
    }
    return Report(together(rows), seed, confidence, study=study, machine=machine())


def row_of(at: Table, plan: Plan, games: int, confidence: float, sprt: Sprt | None = None) -> Row:
    """Plays a plan and measures it."""
    return measured(plan, at.play(plan, games, _decided(plan, sprt)), confidence, sprt)


def together(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Rows of one report, each knowing how many others there are."""
    chances = [row.p_fair for row in rows if row.p_fair is not None]
    both = zip(corrected(chances), corrected(chances, "bh"), strict=True)
    return tuple(
        row if row.p_fair is None else replace(row, p_holm=holm, p_bh=bh)
        for row, (holm, bh) in ((row, (None, None) if row.p_fair is None else next(both)) for row in rows)
    )


def _decided(plan: Plan, sprt: Sprt | None) -> "Callable[[Games], int | None] | None":
    """Says how many games it took to answer the question, once it is answered."""
    if sprt is None:
        return None
    teams = teams_of(plan.game)

    def decided(games: Games) -> int | None:
        if len(games) < plan.rotation:
            return None
        end = sprt.path(paired(figures(plan.game, games.returns), plan.rotation), teams).end
        return None if end is None else end[0] * plan.rotation

    return decided
