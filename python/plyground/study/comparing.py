"""Studies that compare: the same game at several strengths of play, the same agents with and without a rule."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal

from .._core import Game
from .balance import together
from .behaviour import behaviour
from .findings import machine
from .games import Games
from .intervals import check_confidence, gain, paired
from .measuring import changed, measured_row
from .plan import Plan, changed_by, plans, variant
from .players import Agent, Agents, several
from .playing import Progress, table
from .reckoning import check_games, check_room
from .report import Report
from .rows import Change, Row, ScoreRow
from .scoring import drawn, figures, need_one_kind, need_same_aim, won
from .starts import Start, starts_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


def strength(
    *variants: str | Game,
    agents: Sequence[Agent] | Mapping[str, Agent] = ("random", "greedy", "ab:2", "mcts:100"),
    games: int | Sequence[int] = 1_000,
    seed: int = 0,
    confidence: float = 0.95,
    start: Start = None,
    openings: int = 0,
    balanced: bool = False,
    threads: int | None = None,
    store: "str | PathLike[str] | None" = None,
    engine: Literal["ray"] | None = None,
    progress: Progress = False,
    **options: Any,
) -> Report[Any]:
    """Measures how the advantage of the first move grows with strength: each agent plays all seats, a row an agent.

    Of games that come to a score, such as few strokes, it measures how the score does.
    ``games`` is how many each agent plays, or one number for each: stronger agents take longer. Other options are those of
    `plyground.game`.
    """
    players = several(agents)
    counts = [games] * len(players) if isinstance(games, int) else games
    if not isinstance(counts, Sequence) or len(counts) != len(players):
        raise ValueError(f"say one number of games, or one for each of {len(players)} agents, not {str(games)[:80]}")
    for count in counts:
        check_games(count)
    check_confidence(confidence)
    starts = starts_of(start, openings, balanced)
    asked = [
        (plans(variants, [player], seed, measures=True, starts=starts, options=options), count)
        for player, count in zip(players, counts, strict=True)
    ]
    need_one_kind([plan.game for plan in asked[0][0]])
    check_room((plan, count) for of, count in asked for plan in of)
    with table(progress, sum(counts) * len(variants), threads=threads, store=store, engine=engine) as at:
        found = [[measured_row(plan, at.play(plan, count), confidence) for plan in of] for of, count in asked]
    study = {
        "study": "strength",
        "variants": [variant(plan.game) for plan in asked[0][0]],
        "agents": [of[0].names[0] for of, _ in asked],
        "games": list(counts),
        "seed": seed,
        "confidence": confidence,
        **starts.told,
        "behaviour": behaviour([plan.game for plan in asked[0][0]], players),
    }
    rows = [row for of_variant in zip(*found, strict=True) for row in of_variant]
    return Report(_together(rows), seed, confidence, study=study, machine=machine())


def restricted(
    rules: str | Game,
    *changes: Mapping[str, Any],
    games: int = 20_000,
    agent: Agents = "random",
    seed: int = 0,
    confidence: float = 0.95,
    start: Start = None,
    openings: int = 0,
    balanced: bool = False,
    threads: int | None = None,
    store: "str | PathLike[str] | None" = None,
    engine: Literal["ray"] | None = None,
    progress: Progress = False,
    **options: Any,
) -> Report[Any]:
    """Measures what rules are worth: the same agents with and without them.

    Each change names options of the game as they shall be instead, as in ``{"men_back": True}``. The first row of the
    report is the game as it is, under other options of `plyground.game`; `Report.changes` tells by how much each other differs
    from it.
    """
    check_games(games)
    check_confidence(confidence)
    starts = starts_of(start, openings, balanced)
    (plain,) = plans([rules], agent, seed, measures=True, starts=starts, options=options)
    if not changes:
        there = ", ".join(f"{name}={value}" for name, value in plain.game.options.items())
        raise ValueError(f"name what to change; {plain.game.id} has {there or 'no options'}")
    for change in changes:
        if not isinstance(change, Mapping):
            raise TypeError(f"a change is a dict of options, as {{'flying': True}} is, not {change!r}")
    others = [changed_by(plain.game, change) for change in changes]
    asked = [plain, *(Plan(other, plain.players, seed, measures=True, starts=starts) for other in others)]
    for other in others:
        need_same_aim(plain.game, other)
    check_room(((plan, games) for plan in asked), together=True)
    with table(progress, games * len(asked), threads=threads, store=store, engine=engine) as at:
        played = [at.play(plan, games) for plan in asked]
    rows = [measured_row(plan, of, confidence) for plan, of in zip(asked, played, strict=True)]
    pairs = list(zip(asked, played, strict=True))
    study = {
        "study": "restricted",
        "variants": [variant(plain.game)],
        "changes": [dict(change) for change in changes],
        "games": games,
        "agent": list(plain.names),
        "seed": seed,
        "confidence": confidence,
        **starts.told,
        "behaviour": behaviour([plan.game for plan in asked], plain.players),
    }
    differences = tuple(
        _change(pairs[0], pair, dict(change), confidence) for pair, change in zip(pairs[1:], changes, strict=True)
    )
    return Report(_together(rows), seed, confidence, study=study, machine=machine(), changes=differences)


def _together(rows: Sequence[Row | ScoreRow]) -> tuple[Row | ScoreRow, ...]:
    """Rows of one report; those of games that are won, which all are or none, are tested for fairness together."""
    return together([row for row in rows if isinstance(row, Row)]) or tuple(rows)


def _change(before: tuple[Plan, Games], after: tuple[Plan, Games], what: dict[str, Any], confidence: float) -> Change:
    """How two games differ: game by game, for those of one number share their seed, or round by round."""

    def own(values: Callable[[Plan, Games], Any]) -> "tuple[NDArray[Any], NDArray[Any]]":
        of_after, of_before = (paired(values(plan, games), plan.rotation) for plan, games in (after, before))
        return of_after, of_before

    wins = won(after[0].game)
    text = " ".join(f"{name}={value}" for name, value in what.items())
    return Change(
        what=text or changed(after[0].game),
        score=gain(*own(lambda plan, games: figures(plan.game, games.returns)), confidence, shares=wins),
        draw_rate=gain(*own(lambda _, games: drawn(games.returns)), confidence, shares=True) if wins else None,
        steps=gain(*own(lambda _, games: games.steps), confidence),
    )
