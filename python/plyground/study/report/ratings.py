"""Ratings of agents from the games between them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from ..._core import Game, State
from ..design.agents import Agent
from ..design.starts import STANDARD_START, Starts
from ..running.duplicates import repeated_rounds
from ..running.games import Games
from ..statistics.bradley_terry import ELO, BradleyTerry
from ..statistics.intervals import Interval, score_interval
from ..statistics.pairwise import pairwise_results
from .base_report import BaseReport, machine
from .notable_games import NO_AGENTS, NotableGames, Which, play_again
from .replayed_games import ReplayedGroup, check_ratings
from .rows import Rating
from .text_tables import match_notes, ratings_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, repr=False)
class Ratings(BaseReport):
    """The ratings of agents, the strongest first.

    `match` returns them.

    Examples
    --------
    >>> import plyground as pg
    >>> ratings = pg.study.match("stax", ["random", "greedy"], games=100)
    >>> ratings.rows[0].agent
    'greedy'
    >>> ratings.first_move.low < ratings.first_move.high
    True
    """

    rows: tuple[Rating, ...]
    """The agents."""
    first_move: Interval
    """The advantage of the first move in Elo points."""
    pairwise_scores: tuple[tuple[float | None, ...], ...] = field(default=())
    """The mean score of each agent against each other, both in the order of the rows."""
    superiority: tuple[tuple[float | None, ...], ...] = field(default=())
    """The one-sided confidence that each agent is stronger than each other, both in the order of the rows."""
    draw_rate_of_equals: Interval | None = None
    """The share of draws between equal agents, by Davidson's model."""
    p_fit: float | None = None
    """The p-value of the hypothesis that the ratings and the first move explain all results."""
    p_intransitive: float | None = None
    """The p-value of the hypothesis that strength is transitive. It is small if a beats b, b beats c, and c beats a."""
    verdict: str = ""
    """The result of the sequential test, or an empty string."""
    title: str = ""
    """The name of the variant."""
    start: str = "start"
    """Where the games began, as in `BaseRow`."""
    confidence: float = 0.95
    """The confidence level of all intervals."""
    notable_games: tuple[NotableGames, ...] = ()
    """The longest and the most dramatic game of each group of agents. `games` plays them again."""

    ROW: ClassVar[type] = Rating
    PICTURE: ClassVar[str] = "ratings"

    @property
    def notes(self) -> list[str]:
        """What the match found besides ratings, one sentence each."""
        return match_notes(self.first_move, self.draw_rate_of_equals, self.p_fit, self.p_intransitive)

    def __str__(self) -> str:
        head = f"{self.title}, games from: {self.start}, intervals at {self.confidence:.0%} confidence"
        verdict = [f"{self.verdict}, after {self.rows[0].games:,} games"] if self.verdict else []
        return "\n".join([head, ratings_text(self.rows, self.superiority), *verdict, *self.notes])

    def games(self, which: Which = "longest", group: int = 0, *, agents: Mapping[str, Agent] = NO_AGENTS) -> State:
        """Play a game of the match again and return its last state, with its record.

        Parameters
        ----------
        which : {"longest", "most dramatic"} or int, default "longest"
            The longest game, the one with the largest ``drama``, or the number of a game, which counts from the ``offset``
            of the study. Negative numbers count from the end.
        group : int, default 0
            The agents that play each other: the number of the pair or group, in the order of the agents in the study. For
            agents a, b and c, group 0 is a against b, group 1 is a against c and group 2 is b against c.
        agents : mapping of str to agent
            The functions, engines and agents with files of the study by their names. The report contains the names only.

        Returns
        -------
        State
            The state. `plyground.replay` shows the game.

        Raises
        ------
        IndexError
            If there is no such game or group.
        ValueError
            If ``which`` is another word, or an agent is missing.
        BadReport
            If the game or an agent behaves differently in this build.

        Examples
        --------
        >>> import plyground as pg
        >>> ratings = pg.study.match("stax", ["random", "greedy"], games=100)
        >>> state = ratings.games("longest")
        >>> state.is_terminal
        True
        """
        if not -len(self.notable_games) <= group < len(self.notable_games):
            raise IndexError(f"group must be from 0 to {len(self.notable_games) - 1}, got {group}")
        return play_again(self.notable_games[group], which, agents, self.study)

    def _played(self) -> Sequence[tuple[Mapping[str, Any], int]]:
        return [(found.plan, found.count) for found in self.notable_games]

    def _check_results(self, groups: Sequence[ReplayedGroup]) -> None:
        check_ratings(groups, self.rows)


def rate_agents(
    rules: Game,
    names: Sequence[str],
    groups: Sequence[Sequence[int]],
    played: Sequence[Games],
    confidence: float,
    study: dict[str, Any],
    starts: Starts = STANDARD_START,
) -> Ratings:
    """Fit the Bradley-Terry model to games.

    Rounds with the same number begin at the same position in all groups, so they are one cluster of dependent results.
    Repetitions of a round by deterministic agents are left out.

    Parameters
    ----------
    rules
        The game.
    names
        The names of the agents.
    groups
        Groups of agents that played each other, as indices into ``names``.
    played
        The games of each group.
    confidence
        The confidence level of the intervals.
    study
        The record of the study.
    starts
        Where the games begin.
    """
    import numpy as np

    ours, theirs, results, first, rounds = (
        np.concatenate(parts) for parts in zip(*_pairings(rules, names, groups, played, starts.positions), strict=True)
    )
    model = BradleyTerry.of(ours, theirs, results, first, rounds, len(names))
    agents = range(len(names))
    units = np.eye(len(names) + 1)
    contrasts = units.copy()
    contrasts[:-1, :-1] -= 1 / len(names)
    points = [
        Interval(*(ELO * each for each in (low, at, high)))
        for at, (low, high) in (
            (float(contrast @ model.strengths), model.bounds(contrast, confidence)) for contrast in contrasts
        )
    ]
    above = [[None if a == b else model.superiority(units[a] - units[b]) for b in agents] for a in agents]
    means = np.array(
        [
            [_mean_score(results, (ours == a) & (theirs == b), (ours == b) & (theirs == a)) for b in agents]
            for a in agents
        ]
    )
    order = sorted(agents, key=lambda agent: -points[agent].value)
    scores = [_score(agent, ours, theirs, results, rounds, confidence) for agent in agents]
    ratings = tuple(
        Rating(
            agent=names[agent],
            elo=points[agent].value,
            elo_low=points[agent].low,
            elo_high=points[agent].high,
            games=sum(len(games) for group, games in zip(groups, played, strict=True) if agent in group),
            score=scores[agent].value,
            score_low=scores[agent].low,
            score_high=scores[agent].high,
        )
        for agent in order
    )
    return Ratings(
        ratings,
        points[-1],
        tuple(tuple(None if math.isnan(means[a, b]) else float(means[a, b]) for b in order) for a in order),
        tuple(tuple(above[a][b] for b in order) for a in order),
        Interval(*model.draw_rate_of_equals(confidence)),
        model.misfit(),
        model.intransitivity(),
        title=rules.info.title,
        start=starts.text,
        confidence=confidence,
        study=study,
        machine=machine(),
    )


def _pairings(
    rules: Game,
    names: Sequence[str],
    groups: Sequence[Sequence[int]],
    played: Sequence[Games],
    positions: Sequence[str],
) -> "Sequence[tuple[NDArray[Any], ...]]":
    """For each group: the first agent, the second, the result, who moved first, and the round."""
    import numpy as np

    found = []
    for group, games in zip(groups, played, strict=True):
        one = pairwise_results(rules, games)
        seated = np.asarray(group)[games.agents]
        ours, theirs = seated[one.game, one.ours], seated[one.game, one.theirs]
        rounds = one.game // len(group)
        counted = ours != theirs
        repeats = repeated_rounds(games, len(group), positions)
        if repeats is not None:
            repeats.warn(rules.id, [names[agent] for agent in dict.fromkeys(group)], len(games), len(group))
            if repeats.any:
                counted &= np.isin(rounds, repeats.kept)
        found.append((ours[counted], theirs[counted], one.result[counted], one.first[counted], rounds[counted]))
    return found


def _score(
    agent: int,
    ours: "NDArray[np.int64]",
    theirs: "NDArray[np.int64]",
    results: "NDArray[np.float64]",
    rounds: "NDArray[np.int64]",
    confidence: float,
) -> Interval:
    """The mean score of an agent, with the interval from rounds."""
    import numpy as np

    own = np.concatenate([results[ours == agent], 1 - results[theirs == agent]])
    _, at = np.unique(np.concatenate([rounds[ours == agent], rounds[theirs == agent]]), return_inverse=True)
    means = np.bincount(at, weights=own) / np.bincount(at)
    found = score_interval(np.clip(means, 0.0, 1.0), confidence)
    value = float(own.mean())
    return Interval(min(found.low, value), value, max(found.high, value))


def _mean_score(results: "NDArray[np.float64]", as_first: "NDArray[np.bool_]", as_second: "NDArray[np.bool_]") -> float:
    """The mean score of an agent that is the first of some pairings and the second of others."""
    count = int(as_first.sum() + as_second.sum())
    return float((results[as_first].sum() + (1 - results[as_second]).sum()) / count) if count else math.nan
