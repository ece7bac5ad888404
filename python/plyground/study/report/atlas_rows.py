"""What an atlas says about pairs of agents and about the order of games."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...options import changed_options
from ..running.game_plan import GamePlan
from ..running.games import Games
from ..statistics.fairness import MARGIN
from ..statistics.hypothesis_tests import adjust_p_values
from ..statistics.intervals import Interval, paired_difference_interval
from ..statistics.mean_tests import paired_tests
from ..statistics.scoring import win_shares
from .ratings import rate_agents
from .rows import UNKNOWN, Row

DIFFERENT, EQUIVALENT = "different", "equivalent"

SYMMETRIC: Final = ("synchronous-chess", "chess-golf")
"""Games whose rules treat both seats alike, which act at the same time. An advantage in them is that of the agent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentComparison:
    """The scores of a game under two agents, and the match between them.

    Where the scores differ, at least one agent misses something in this game.
    """

    id: str
    """The id of the variant."""
    options: str
    """The options that differ from those of the id."""
    agents: tuple[str, str]
    """The two agents."""
    start: str
    """Where the games began."""
    games: int
    """The number of games of each agent alone that were compared."""
    seats: tuple[Interval, ...]
    """The score of each team's first seat under the first agent minus that under the second."""
    p_equal: float
    """The p-value of the hypothesis that the scores are equal."""
    p_equal_bh: float
    """The same, adjusted for the number of comparisons by the method of Benjamini and Hochberg."""
    p_equivalent: float
    """The p-value of the hypothesis that a score differs by 0.05 or more: small if the scores are equivalent."""
    p_equivalent_bh: float
    """The same, adjusted."""
    verdict: str
    """``equivalent``, ``different`` or ``not known yet``, at the report's confidence. Differences that are certain and
    certainly below 0.05 are equivalent."""
    match_games: int
    """The number of games between the two agents."""
    match_score: Interval
    """The mean score of the first agent against the second."""
    match_elo: Interval
    """How much stronger the first agent is than the second, in Elo points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The place of a game in the order of the first seat's advantage, by its strongest agent.

    The agent plays after random turns, if the atlas has such games, and otherwise from the start. Games with simultaneous
    choices have no place: agents may treat the seats differently there, even where the rules do not.
    """

    id: str
    """The id of the variant."""
    options: str
    """The options that differ from those of the id."""
    agents: str
    """The agent whose games decide the place: the one that won the match of the last pair of equal effort."""
    best: int
    """One more than the number of games whose advantage is certainly larger."""
    worst: int
    """The number of games, minus those whose advantage is certainly smaller."""


def compare_agents(plans: Sequence[GamePlan], played: Sequence[Games], confidence: float) -> AgentComparison:
    """Compare two agents in games with the same number, which begin at the same position, and by their match.

    Parameters
    ----------
    plans
        The plans of the first agent alone, of the second alone and of the match.
    played
        Their games.
    confidence
        The confidence level of the intervals, for all teams together.
    """
    rules = plans[0].game
    sides = rules.info.seat_teams
    heads = [sides.index(team) for team in sorted(set(sides))]
    # With two teams, the second score follows from the first.
    heads = heads[:1] if len(heads) == 2 else heads
    both = min(map(len, played[:2]))
    ours, theirs = (win_shares(rules, games.returns[:both]) for games in played[:2])
    tests = [paired_tests(ours[:, seat], theirs[:, seat], MARGIN) for seat in heads]
    each = 1 - (1 - confidence) / len(heads)
    equal = min(1.0, len(heads) * min(test.p_equal for test in tests))
    # All scores must be equivalent, so the largest p-value holds without an adjustment.
    equivalent = max(test.p_equivalent for test in tests)
    names = (plans[0].names[0], plans[1].names[0])
    group = [names.index(name) for name in plans[2].names]
    ratings = rate_agents(rules, names, [group], [played[2]], confidence, {})
    first = next(row for row in ratings.rows if row.agent == names[0])
    return AgentComparison(
        id=rules.id,
        options=changed_options(rules),
        agents=names,
        start=plans[0].starts.text,
        games=both,
        seats=tuple(paired_difference_interval(ours[:, seat], theirs[:, seat], each, shares=True) for seat in heads),
        p_equal=equal,
        p_equal_bh=equal,
        p_equivalent=equivalent,
        p_equivalent_bh=equivalent,
        verdict=UNKNOWN,
        match_games=len(played[2]),
        match_score=Interval(first.score_low, first.score, first.score_high),
        # Ratings are relative to the mean of both agents.
        match_elo=Interval(2 * first.elo_low, 2 * first.elo, 2 * first.elo_high),
    )


def with_verdicts(comparisons: Sequence[AgentComparison], confidence: float) -> tuple[AgentComparison, ...]:
    """Return the comparisons of one report, with p-values adjusted for their number, and their verdicts."""
    equal = adjust_p_values([one.p_equal for one in comparisons], "bh")
    equivalent = adjust_p_values([one.p_equivalent for one in comparisons], "bh")
    return tuple(
        replace(
            one,
            p_equal_bh=p,
            p_equivalent_bh=q,
            verdict=EQUIVALENT if q < 1 - confidence else DIFFERENT if p < 1 - confidence else UNKNOWN,
        )
        for one, p, q in zip(comparisons, equal, equivalent, strict=True)
    )


def places_of(rows: Sequence[Row], comparisons: Sequence[AgentComparison]) -> tuple[Place, ...]:
    """Return the places of all games, the largest advantage first. Games whose intervals overlap share places.

    The advantage is that of the first seat or, if it is negative, of the others.
    """
    chosen = strongest_rows(rows, comparisons)
    low, high = (list(bound) for bound in zip(*map(_advantage, chosen), strict=True)) if chosen else ([], [])
    places = [
        Place(
            id=row.id,
            options=row.options,
            agents=row.agents,
            best=1 + sum(other > high[at] for other in low),
            worst=len(chosen) - sum(other < low[at] for other in high),
        )
        for at, row in enumerate(chosen)
    ]
    sizes = {(row.id, row.options): abs(row.elo) for row in chosen}
    return tuple(sorted(places, key=lambda place: (place.best, place.worst, -sizes[place.id, place.options])))


def strongest_rows(rows: Sequence[Row], comparisons: Sequence[AgentComparison]) -> list[Row]:
    """Return the row of each game by its strongest agent, after random turns if it was played from there.

    From the start, some agents repeat a few games. Their score there says little about the game.
    """
    by_game: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        by_game.setdefault((row.id, row.options), []).append(row)
    strongest = {key: _strongest(found, comparisons) for key, found in by_game.items()}
    return [[row for row in found if row.agents == strongest[key]][-1] for key, found in by_game.items()]


def _strongest(rows: Sequence[Row], comparisons: Sequence[AgentComparison]) -> str:
    """Return the agent of a game that no other agent beat in a match; of several, the last."""
    names = list(dict.fromkeys(row.agents for row in rows))
    beaten = {
        one.agents[one.match_score.value >= 0.5]
        for one in comparisons
        if (one.id, one.options) == (rows[0].id, rows[0].options)
    }
    return [name for name in names if name not in beaten][-1] if set(names) - beaten else names[-1]


def _advantage(row: Row) -> tuple[float, float]:
    """Return the bounds of the advantage without its sign."""
    if row.elo_low <= 0 <= row.elo_high:
        return 0.0, max(-row.elo_low, row.elo_high)
    return min(abs(row.elo_low), abs(row.elo_high)), max(abs(row.elo_low), abs(row.elo_high))
