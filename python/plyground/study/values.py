"""What pieces are worth, by what having them does to results."""

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from .._core import Game
from .behaviour import behaviour
from .duels import duels, fit, reach
from .findings import Findings, machine
from .games import Games
from .intervals import check_confidence
from .plan import plans, variant
from .players import Agents
from .playing import Progress, table
from .reckoning import KINDS, check_games, check_room, fit_bytes
from .rows import Value
from .scoring import need_wins
from .starts import Start, starts_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

UNITS: Final = ("pawn", "man", "checker")
"""The piece that others are measured in is the first of these that the game has, or else the one that is seen most."""


@dataclass(frozen=True, slots=True)
class Values(Findings):
    """What the pieces of a game are worth to those who played it, the most valuable first."""

    rows: tuple[Value, ...]
    """The kinds of pieces."""
    unit: str
    """The piece in which values are given."""
    games: int
    """How many games were played."""
    title: str = ""
    """The game that was played."""
    confidence: float = 0.95
    """The confidence of all intervals."""

    ROW: ClassVar[type] = Value
    PICTURE: ClassVar[str] = "values"


def pieces(
    rules: str | Game,
    *,
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
) -> Values:
    """Measures what pieces are worth: logistic regression of results on the difference in pieces before a step drawn at random.

    What a piece is worth depends on who plays: random players hardly use what a queen can do. Other options
    are those of `plyground.game`.
    """
    check_games(games)
    check_confidence(confidence)
    starts = starts_of(start, openings, balanced)
    (plan,) = plans([rules], agent, seed, measures=True, starts=starts, options=options)
    need_wins(
        plan.game, "piece that brings it nearer", f"measure its score by plyground.study.scores({plan.game.id!r})"
    )
    if plan.by_functions:
        raise ValueError(
            "pieces are counted in games of agents such as 'random' and of networks, not of Python functions"
        )
    check_room([(plan, games)], more=fit_bytes(plan.game, KINDS + plan.rotation))
    with table(progress, games, threads=threads, store=store, engine=engine) as at:
        played = at.play(plan, games)
    kinds, found, covariances = regression(plan.game, played, plan.rotation)
    unit = next((kind for kind in UNITS if kind in kinds), kinds[0])
    at_unit = kinds.index(unit)
    z = reach(confidence)
    rows = []
    for place, kind in enumerate(kinds):
        value, spread = _ratio(found, covariances, place, at_unit)
        odds, error = float(found[place]), float(covariances[place, place]) ** 0.5
        rows.append(
            Value(
                kind=kind,
                value=value,
                value_low=value - z * spread,
                value_high=value + z * spread,
                log_odds=odds,
                log_odds_low=odds - z * error,
                log_odds_high=odds + z * error,
            )
        )
    rows.sort(key=lambda row: -row.value)
    study = {
        "study": "pieces",
        "variants": [variant(plan.game)],
        "games": games,
        "agent": list(plan.names),
        "seed": seed,
        "confidence": confidence,
        **starts.told,
        "behaviour": behaviour([plan.game], plan.players),
    }
    title = plan.game.info.title
    return Values(tuple(rows), unit, games, title, confidence, study=study, machine=machine())


def regression(
    rules: Game, games: Games, rotation: int = 1
) -> "tuple[list[str], NDArray[np.float64], NDArray[np.float64]]":
    """The kinds of pieces, most seen first, their coefficients, and the covariances of these.

    Who moves first has a term of its own, and so has each agent: else a piece would be worth what those are who have it. What
    hangs together are the games of a round.
    """
    import numpy as np

    assert games.pieces is not None
    teams = rules.info.teams
    one = duels(rules, games)

    def more(counts: "NDArray[np.float64]") -> "NDArray[np.float64]":
        """How much more one side has than the other; what partners have counts for both."""
        sides = np.stack(
            [counts[:, [seat for seat, of in enumerate(teams) if of == team]].sum(axis=1) for team in teams], axis=1
        )
        return np.asarray(sides[one.game, one.ours] - sides[one.game, one.theirs])

    ahead = more(games.pieces.astype(np.float64))
    # All agents but one, for only differences tell.
    who = more((games.agents[:, :, None] == np.arange(1, rotation)).astype(np.float64))
    seen = _telling(games.piece_kinds, ahead)
    if not seen or len(games) < 10 * (len(seen) + rotation):
        raise ValueError(f"{len(games)} games are too few to tell what pieces are worth; play some thousands")
    pieces = len(seen)
    found, covariances = fit(one.result, np.column_stack([ahead[:, seen], one.first, who]), one.game // rotation)
    return [games.piece_kinds[kind] for kind in seen], found[:pieces], covariances[:pieces, :pieces]


def _telling(kinds: Sequence[str], ahead: "NDArray[np.float64]") -> list[int]:
    """The kinds whose worth can be seen, those seen most first.

    Both sides always have as many kings in chess; and where pieces are taken captive and never leave the board, free and
    captive ones add up to the same, and the worth of a free one is what it has more than a captive one.
    """
    import numpy as np

    square = ahead.T @ ahead
    order = sorted(range(len(kinds)), key=lambda kind: (kinds[kind].startswith("captive"), -square[kind, kind]))
    found: list[int] = []
    for kind in order:
        tried = [*found, kind]
        if np.linalg.matrix_rank(square[np.ix_(tried, tried)]) == len(tried):
            found = tried
    return found


def _ratio(
    found: "NDArray[np.float64]", covariances: "NDArray[np.float64]", kind: int, unit: int
) -> tuple[float, float]:
    """How many units a kind is worth, and the standard error of that by the delta method."""
    if kind == unit:
        return 1.0, 0.0
    ratio = float(found[kind] / found[unit])
    variance = covariances[kind, kind] - 2 * ratio * covariances[kind, unit] + ratio**2 * covariances[unit, unit]
    return ratio, float(max(0.0, variance) ** 0.5 / abs(found[unit]))
