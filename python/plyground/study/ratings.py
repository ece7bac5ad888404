"""How strong agents are, by games among them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, cycle, islice
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from .._core import Game
from .behaviour import behaviour
from .duels import duels, fit, reach
from .findings import Findings, machine
from .games import Games
from .intervals import Interval, check_confidence
from .measuring import teams_of
from .plan import Plan, plans, variant
from .players import Agent, several
from .playing import Progress, table
from .reckoning import check_games, check_room, fit_bytes
from .rows import Rating
from .scoring import need_wins
from .starts import Start, starts_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ELO: Final = 400 / math.log(10)
"""Elo points in a natural unit of log odds."""

ONE_SIDED: Final = 0.99
"""Where an agent scores more than this against another, the spread that was seen says too little."""


@dataclass(frozen=True, slots=True)
class Ratings(Findings):
    """What games among agents say about their strength, the strongest first."""

    rows: tuple[Rating, ...]
    """The agents."""
    first_move: Interval
    """What the first move is worth, in Elo points."""
    duels: tuple[tuple[float | None, ...], ...] = field(default=())
    """The mean result of each agent against each other, both in the order of the rows."""
    title: str = ""
    """The game that was played."""
    confidence: float = 0.95
    """The confidence of all intervals."""

    ROW: ClassVar[type] = Rating
    PICTURE: ClassVar[str] = "ratings"


def match(
    rules: str | Game,
    agents: Sequence[Agent] | Mapping[str, Agent] = ("random", "greedy"),
    *,
    games: int = 200,
    seed: int = 0,
    confidence: float = 0.95,
    start: Start = None,
    openings: int = 0,
    balanced: bool = False,
    threads: int | None = None,
    store: "str | PathLike[str] | None" = None,
    engine: Literal["ray"] | None = None,
    progress: Progress = False,
) -> Ratings:
    """Lets agents play each other and rates them by the model of Bradley and Terry, the first move having a worth of its own.

    As many agents as there are teams meet at a time, every such group ``games`` times, each in every place equally often,
    with the same draws of chance. Where there are fewer agents than teams, two meet at a time and share the places.
    """
    check_games(games)
    check_confidence(confidence)
    players = several(agents, 2)
    starts = starts_of(start, openings, balanced)
    (alone,) = plans([rules], players[:1], seed, starts=starts)
    need_wins(
        alone.game, "strength of one against another", "plyground.study.strength measures the score of each agent"
    )
    teams = teams_of(alone.game)
    meeting = teams if len(players) >= teams else 2
    groups = [tuple(islice(cycle(group), teams)) for group in combinations(range(len(players)), meeting)]
    asked = [Plan(alone.game, [players[who] for who in group], seed, starts=starts) for group in groups]
    check_room(((plan, games) for plan in asked), more=fit_bytes(alone.game, len(players)), together=True)
    with table(progress, games * len(asked), threads=threads, store=store, engine=engine) as at:
        played = [at.play(plan, games) for plan in asked]
    names = [player.name for player in players]
    study = {
        "study": "match",
        "variants": [variant(alone.game)],
        "agents": names,
        "games": games,
        "seed": seed,
        "confidence": confidence,
        **starts.told,
        "behaviour": behaviour([alone.game], players),
    }
    return rated(alone.game, names, groups, played, confidence, study)


def rated(
    rules: Game,
    names: Sequence[str],
    groups: Sequence[Sequence[int]],
    played: Sequence[Games],
    confidence: float,
    study: dict[str, Any],
) -> Ratings:
    """Ratings from games: those of each group of agents, who are numbered as they are named."""
    import numpy as np

    ours, theirs, results, first, rows = (
        np.concatenate(parts) for parts in zip(*_meetings(rules, groups, played), strict=True)
    )
    elo, covariances = bradley_terry(ours, theirs, results, first, rows, len(names))
    wide = reach(confidence) * np.sqrt(np.diag(covariances))
    tables = np.array(
        [
            [_mean(results, (ours == a) & (theirs == b), (ours == b) & (theirs == a)) for b in range(len(names))]
            for a in range(len(names))
        ]
    )
    order = sorted(range(len(names)), key=lambda who: -elo[who])
    ratings = tuple(
        Rating(
            agent=names[who],
            elo=float(elo[who]),
            elo_low=float(elo[who] - wide[who]),
            elo_high=float(elo[who] + wide[who]),
            games=sum(len(games) for group, games in zip(groups, played, strict=True) if who in group),
            score=_mean(results, ours == who, theirs == who),
        )
        for who in order
    )
    shares = tuple(tuple(None if math.isnan(tables[a, b]) else float(tables[a, b]) for b in order) for a in order)
    first_move = Interval(*(float(elo[-1] + sign * wide[-1]) for sign in (-1, 0, 1)))
    return Ratings(ratings, first_move, shares, rules.info.title, confidence, study=study, machine=machine())


def _meetings(
    rules: Game, groups: Sequence[Sequence[int]], played: Sequence[Games]
) -> "Sequence[tuple[NDArray[Any], ...]]":
    """Who met whom with what result, who moved first, and what hangs together: the games of a rotation."""
    import numpy as np

    found, before = [], 0
    for group, games in zip(groups, played, strict=True):
        one = duels(rules, games)
        seated = np.asarray(group)[games.agents]
        ours, theirs = seated[one.game, one.ours], seated[one.game, one.theirs]
        differ = ours != theirs
        rows = before + one.game // len(group)
        before += len(games)
        found.append((ours[differ], theirs[differ], one.result[differ], one.first[differ], rows[differ]))
    return found


def _mean(results: "NDArray[np.float64]", ours: "NDArray[np.bool_]", theirs: "NDArray[np.bool_]") -> float:
    """The mean result of those who are ours in some duels and theirs in others."""
    count = int(ours.sum() + theirs.sum())
    return float((results[ours].sum() + (1 - results[theirs]).sum()) / count) if count else math.nan


def bradley_terry(
    ours: "NDArray[np.int64]",
    theirs: "NDArray[np.int64]",
    results: "NDArray[np.float64]",
    first: "NDArray[np.int64]",
    groups: "NDArray[np.int64]",
    count: int,
) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    """The Elo points of all agents, about their mean, and of the first move; and the covariances of these.

    Every two agents that met are taken to have drawn twice more, once from either side: then no rating is infinite.
    """
    import numpy as np

    met = np.unique(np.sort(np.column_stack([ours, theirs]), axis=1), axis=0)
    # Nor do results tell of their spread that are all the same.
    one_sided = results.std() == 0 or any(
        not 1 - ONE_SIDED < _mean(results, (ours == a) & (theirs == b), (ours == b) & (theirs == a)) < ONE_SIDED
        for a, b in met
    )
    ours, theirs = np.concatenate([ours, met[:, 0], met[:, 1]]), np.concatenate([theirs, met[:, 1], met[:, 0]])
    results = np.concatenate([results, np.full(2 * len(met), 0.5)])
    first = np.concatenate([first, np.ones(2 * len(met), np.int64)])
    groups = np.concatenate([groups, groups.max() + 1 + np.arange(2 * len(met))])
    design = np.zeros((len(results), count + 1))
    rows = np.arange(len(results))
    design[rows, ours] += 1
    design[rows, theirs] -= 1
    design[:, count] = first
    # Only differences count: the first agent stands still, and the mean is taken off afterwards.
    found, covariances = fit(results, design[:, 1:], groups, robust=not one_sided)
    whole = np.zeros((count + 1, count))
    whole[1:] = np.eye(count)
    whole[:count] -= whole[:count].mean(axis=0)
    return ELO * whole @ found, ELO**2 * whole @ covariances @ whole.T
