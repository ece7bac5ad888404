"""How strong agents are, by games among them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, cycle, islice
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from .._core import Game
from .behaviour import behaviour
from .copies import copied, originals, warn_of_copies
from .duels import duels
from .findings import Findings, machine
from .games import Games
from .intervals import Interval, check_confidence, interval, paired
from .measuring import teams_of
from .plan import Plan, plans, variant
from .players import Agent, several
from .playing import Progress, table
from .reckoning import TEST_BYTES, check_games, check_room, fit_bytes
from .rows import Rating
from .scoring import need_wins
from .sequential import Contest
from .starts import Start, starts_of
from .strengths import ELO, Strengths

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Ratings(Findings):
    """What games among agents say about their strength, the strongest first."""

    rows: tuple[Rating, ...]
    """The agents."""
    first_move: Interval
    """What the first move is worth, in Elo points."""
    duels: tuple[tuple[float | None, ...], ...] = field(default=())
    """The mean result of each agent against each other, both in the order of the rows."""
    superior: tuple[tuple[float | None, ...], ...] = field(default=())
    """The likelihood that each agent is stronger than each other, both in the order of the rows."""
    draws: Interval | None = None
    """The share of draws among equals, by Davidson's model."""
    p_fit: float | None = None
    """How often results would differ so much from what the ratings and the first move make of them, if that were all there is."""
    p_circles: float | None = None
    """How often the results of each two would differ so much from their ratings: small where a beats b, b beats c, and c a."""
    verdict: str = ""
    """What a sequential test says, if one was asked for."""
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
    sprt: "Contest | tuple[float, float] | None" = None,
    start: Start = None,
    openings: int = 0,
    balanced: bool = False,
    threads: int | None = None,
    store: "str | PathLike[str] | None" = None,
    engine: Literal["ray"] | None = None,
    progress: Progress = False,
    **options: Any,
) -> Ratings:
    """Lets agents play each other and rates them by the model of Bradley and Terry, the first move having a worth of its own.

    As many agents as there are teams meet at a time, every such group ``games`` times, each in every place equally often,
    with the same draws of chance. Where there are fewer agents than teams, two meet at a time and share the places.

    With ``sprt``, two numbers of Elo points or a `Contest`, ``games`` is the most that are played by two agents: they end when it
    is clear that the first of them is ahead of the other by the second of these numbers, or by no more than the first. Other
    options are those of `plyground.game`.
    """
    check_games(games)
    check_confidence(confidence)
    players = several(agents, 2)
    starts = starts_of(start, openings, balanced)
    (alone,) = plans([rules], players[:1], seed, starts=starts, options=options)
    need_wins(
        alone.game, "strength of one against another", "plyground.study.strength measures the score of each agent"
    )
    if sprt is not None and len(players) != 2:
        raise ValueError(f"a sequential test is between two agents, not {len(players)}")
    test = sprt if sprt is None or isinstance(sprt, Contest) else Contest(*sprt)
    teams = teams_of(alone.game)
    meeting = teams if len(players) >= teams else 2
    groups = [tuple(islice(cycle(group), teams)) for group in combinations(range(len(players)), meeting)]
    asked = [Plan(alone.game, [players[who] for who in group], seed, starts=starts) for group in groups]
    check_room(
        ((plan, games) for plan in asked),
        more=fit_bytes(alone.game, len(players)) + (TEST_BYTES if test else 0),
        together=True,
    )
    with table(progress, games * len(asked), threads=threads, store=store, engine=engine) as at:
        played = [at.play(plan, games, _decided(plan, test)) for plan in asked]
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
        "sprt": None if test is None else [test.elo0, test.elo1, test.alpha, test.beta],
    }
    found = rated(alone.game, names, groups, played, confidence, study)
    if test is None:
        return found
    verdict = test.path(_rounds(asked[0], played[0])).verdict
    return replace(found, verdict=verdict if verdict == "undecided" else f"{names[0]} is {verdict}")


def _rounds(plan: Plan, games: Games) -> "NDArray[np.float64]":
    """The mean results of the first of two agents in each round."""
    import numpy as np

    one = duels(plan.game, games)
    ours, theirs = games.agents[one.game, one.ours] == 0, games.agents[one.game, one.theirs] == 0
    own = np.where(ours, one.result, 1 - one.result)[ours != theirs]
    game = one.game[ours != theirs]
    return paired(np.bincount(game, weights=own) / np.bincount(game), plan.rotation)


def _decided(plan: Plan, test: Contest | None) -> "Callable[[Games], int | None] | None":
    """Says how many games it took to tell who is stronger, once it is told."""
    if test is None:
        return None

    def decided(games: Games) -> int | None:
        if len(games) < plan.rotation:
            return None
        end = test.path(_rounds(plan, games)).end
        return None if end is None else end[0] * plan.rotation

    return decided


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
        np.concatenate(parts) for parts in zip(*_meetings(rules, names, groups, played), strict=True)
    )
    strengths = Strengths.of(ours, theirs, results, first, rows, len(names))
    everyone = range(len(names))
    units = np.eye(len(names) + 1)
    contrasts = units.copy()
    contrasts[:-1, :-1] -= 1 / len(names)
    points = [
        Interval(*(ELO * each for each in (low, at, high)))
        for at, (low, high) in (
            (float(contrast @ strengths.found), strengths.bounds(contrast, confidence)) for contrast in contrasts
        )
    ]
    above = [[None if a == b else strengths.superior(units[a] - units[b]) for b in everyone] for a in everyone]
    tables = np.array(
        [
            [_mean(results, (ours == a) & (theirs == b), (ours == b) & (theirs == a)) for b in range(len(names))]
            for a in range(len(names))
        ]
    )
    order = sorted(range(len(names)), key=lambda who: -points[who].value)
    scores = [_score(who, ours, theirs, results, rows, confidence) for who in everyone]
    ratings = tuple(
        Rating(
            agent=names[who],
            elo=points[who].value,
            elo_low=points[who].low,
            elo_high=points[who].high,
            games=sum(len(games) for group, games in zip(groups, played, strict=True) if who in group),
            score=scores[who].value,
            score_low=scores[who].low,
            score_high=scores[who].high,
        )
        for who in order
    )
    shares = tuple(tuple(None if math.isnan(tables[a, b]) else float(tables[a, b]) for b in order) for a in order)
    return Ratings(
        ratings,
        points[-1],
        shares,
        tuple(tuple(above[a][b] for b in order) for a in order),
        Interval(*strengths.draws(confidence)),
        strengths.misfit(),
        strengths.circles(),
        title=rules.info.title,
        confidence=confidence,
        study=study,
        machine=machine(),
    )


def _meetings(
    rules: Game, names: Sequence[str], groups: Sequence[Sequence[int]], played: Sequence[Games]
) -> "Sequence[tuple[NDArray[Any], ...]]":
    """Who met whom with what result, who moved first, and what hangs together: the games of a rotation."""
    import numpy as np

    found, before = [], 0
    for group, games in zip(groups, played, strict=True):
        one = duels(rules, games)
        seated = np.asarray(group)[games.agents]
        ours, theirs = seated[one.game, one.ours], seated[one.game, one.theirs]
        differ = ours != theirs
        numbers = np.arange(len(games) // len(group) + 1)
        if (like := originals(games, len(group))) is not None and copied(like):
            # Copies are one round, however often they were played.
            warn_of_copies(
                rules.id, [names[who] for who in dict.fromkeys(group)], len(games), len(np.unique(like)), len(group)
            )
            numbers[: len(like)] = like
        rows = before + numbers[one.game // len(group)]
        before += len(games)
        found.append((ours[differ], theirs[differ], one.result[differ], one.first[differ], rows[differ]))
    return found


def _score(
    who: int,
    ours: "NDArray[np.int64]",
    theirs: "NDArray[np.int64]",
    results: "NDArray[np.float64]",
    rows: "NDArray[np.int64]",
    confidence: float,
) -> Interval:
    """The mean result of an agent in its duels, with its interval, of rounds."""
    import numpy as np

    own = np.concatenate([results[ours == who], 1 - results[theirs == who]])
    _, rounds = np.unique(np.concatenate([rows[ours == who], rows[theirs == who]]), return_inverse=True)
    means = np.bincount(rounds, weights=own) / np.bincount(rounds)
    found = interval(np.clip(means, 0.0, 1.0), confidence)
    value = float(own.mean())
    return Interval(min(found.low, value), value, max(found.high, value))


def _mean(results: "NDArray[np.float64]", ours: "NDArray[np.bool_]", theirs: "NDArray[np.bool_]") -> float:
    """The mean result of those who are ours in some duels and theirs in others."""
    count = int(ours.sum() + theirs.sum())
    return float((results[ours].sum() + (1 - results[theirs]).sum()) / count) if count else math.nan
