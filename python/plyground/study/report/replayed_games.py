"""Plays all games of a report again, and checks that their results are those of the report."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from ..._core import State
from ..running.game_plan import GamePlan
from ..running.games import Games
from ..statistics.pairwise import pairwise_results
from ..statistics.scoring import game_scores, is_drawn, is_won, win_shares
from .typed_json import BadReport

if TYPE_CHECKING:
    from .rows import BaseRow, Rating

CHUNK: Final = 1024
"""The number of games that are played again together."""


@dataclass(slots=True)
class ReplayedGroup:
    """The games of one row of a report, or of one group of agents in a match, with the sums of their results."""

    plan: GamePlan
    """What determines the games."""
    first: int
    """The number of the first game."""
    count: int
    """The number of games."""
    steps: int = 0
    """The number of steps in all games."""
    wins: int = 0
    """The number of games that the first seat won."""
    draws: int = 0
    """The number of games that no seat won."""
    scores: Counter[float] = field(default_factory=Counter)
    """For games without winners, the number of games with each score."""
    points: dict[str, float] = field(default_factory=dict)
    """The points of each agent against other agents: 1 for a better result, and 0.5 for an equal one."""
    pairings: Counter[str] = field(default_factory=Counter)
    """The number of results of each agent against other agents."""

    def play(self, threads: int | None) -> Iterator[tuple[Games, Iterator[State]]]:
        """Play the games in chunks, with their last states."""
        size = max(1, CHUNK // self.plan.games_per_round) * self.plan.games_per_round
        for offset in range(self.first, self.first + self.count, size):
            count = min(size, self.first + self.count - offset)
            games, states = self.plan.play_with_states(offset, count, threads)
            self._add(games)
            yield games, states

    def _add(self, games: Games) -> None:
        """Add the results of games to the sums."""
        import numpy as np

        rules = self.plan.game
        self.steps += int(games.steps.sum(dtype=np.int64))
        if not is_won(rules):
            self.scores.update(game_scores(rules, games.returns).tolist())
            return
        own = win_shares(rules, games.returns)[:, rules.info.turn_order[0]]
        self.wins += int(np.count_nonzero(own == 1.0))
        self.draws += int(np.count_nonzero(is_drawn(games.returns)))
        one = pairwise_results(rules, games)
        names = np.asarray(self.plan.names)
        ours, theirs = (names[games.agents[one.game, seats]] for seats in (one.ours, one.theirs))
        for name in set(self.plan.names):
            won, lost = (ours == name) & (ours != theirs), (theirs == name) & (ours != theirs)
            points = float(one.result[won].sum() + (1 - one.result[lost]).sum())
            self.points[name] = self.points.get(name, 0.0) + points
            self.pairings[name] += int(np.count_nonzero(won) + np.count_nonzero(lost))


def check_row(found: ReplayedGroup, row: "BaseRow") -> None:
    """Raise BadReport if the results of the games are not those of a row."""
    results: dict[str, float] = {"games": found.count, "mean_steps": found.steps / found.count}
    if is_won(found.plan.game):
        losses = found.count - found.wins - found.draws
        results |= {"wins": found.wins, "draws": found.draws, "losses": losses}
    else:
        total = sum(score * count for score, count in found.scores.items())
        results |= {"score": total / found.count, "min_score": min(found.scores), "max_score": max(found.scores)}
    _compare(f"{row.id} by {row.agents}", results, {name: getattr(row, name) for name in results})


def check_ratings(found: Sequence[ReplayedGroup], rows: "Sequence[Rating]") -> None:
    """Raise BadReport if the scores of the agents are not those of their ratings."""
    for row in rows:
        own = [group for group in found if row.agent in group.points]
        points = sum(group.points[row.agent] for group in own)
        pairings = sum(group.pairings[row.agent] for group in own)
        results = {"games": sum(group.count for group in own), "score": points / pairings}
        _compare(row.agent, results, {name: getattr(row, name) for name in results})


def _compare(what: str, found: Mapping[str, float], recorded: Mapping[str, Any]) -> None:
    for name, value in found.items():
        if not math.isclose(value, recorded[name], rel_tol=1e-9, abs_tol=1e-9):
            raise BadReport(
                f"the games cannot be written: played again, {what} has {name} {value:g}, and {recorded[name]:g} in the "
                "report. Agents that are limited by time, and functions with randomness of their own, play differently each time"
            )
