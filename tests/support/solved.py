"""Solutions of small games: all reachable positions, their values, and their distances from the end."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import plyground as pg


def key(state: pg.State) -> str:
    """Return the position string without its counters. Values do not depend on them, since wins are faster than draws by rule."""
    return " ".join(state.fen.split(" ")[:3])


@dataclass(frozen=True, slots=True)
class Solution:
    """The solution of a game. A value is the result of the seat to act under perfect play: 1, 0 or -1.

    Attributes
    ----------
    game : Game
        The game.
    start : str
        Key of the start position.
    successors : dict of str to list of (str, int)
        For each position the key after each legal step, in their order, and a sign: -1 if another seat acts there.
    values : dict of str to int
        The value of each position.
    distances : dict of str to int
        Number of steps to the end under perfect play, for positions that are not draws.
    """

    game: pg.Game
    start: str
    successors: dict[str, list[tuple[str, int]]]
    values: dict[str, int]
    distances: dict[str, int]

    @property
    def positions(self) -> list[str]:
        """The positions in which the game is not over."""
        return [text for text, successors in self.successors.items() if successors]

    def state(self, text: str) -> pg.State:
        """Return the state of a position with its counters at 0."""
        return self.game.from_fen(f"{text} 0 0 -")

    def correct_steps(self, text: str) -> list[int]:
        """Return the indices of the steps that keep the value of a position."""
        return [
            index
            for index, (successor, sign) in enumerate(self.successors[text])
            if sign * self.values[successor] == self.values[text]
        ]

    def best_steps(self, text: str) -> list[int]:
        """Return the indices of the steps of perfect play, which wins as fast and loses as slowly as possible."""
        value, correct = self.values[text], self.correct_steps(text)
        if not value:
            return correct
        costs = {index: value * self.distances[self.successors[text][index][0]] for index in correct}
        return [index for index in correct if costs[index] == min(costs.values())]


@lru_cache
def solve(game: pg.Game) -> Solution:
    """Solve checkers or Stax on a small board."""
    successors = _successors(game)
    distances: dict[str, int] = {}
    previous: dict[str, int] = {}
    for depth, values in enumerate(_values_by_depth(successors)):
        distances |= {text: depth for text, value in values.items() if value and text not in distances}
        # Values that do not change from one depth to the next are final.
        if values == previous:
            break
        previous = values
    return Solution(game, key(game.start()), successors, previous, distances)


def _successors(game: pg.Game) -> dict[str, list[tuple[str, int]]]:
    """Return the successors of all positions that can be reached."""
    successors: dict[str, list[tuple[str, int]]] = {}
    frontier = [key(game.start())]
    while frontier:
        text = frontier.pop()
        if text in successors:
            continue
        successors[text] = []
        state = game.from_fen(f"{text} 0 0 -")
        for step in state.legal_steps():
            after = state.copy()
            after.apply(step)
            seat = key(after).split(" ")[1]
            successors[text].append((key(after), 1 if seat == text.split(" ")[1] else -1))
            frontier.append(key(after))
    return successors


def _values_by_depth(successors: dict[str, list[tuple[str, int]]]) -> Iterator[dict[str, int]]:
    """Yield the values of all positions if the game is cut off as a draw after 0, 1, 2, … steps."""
    values = {text: 0 if after else -1 for text, after in successors.items()}
    while True:
        yield values
        values = {
            text: max((sign * values[successor] for successor, sign in after), default=-1)
            for text, after in successors.items()
        }
