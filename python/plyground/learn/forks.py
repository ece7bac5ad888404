"""Games that begin where games before them went, and a step aside.

Who plays ever better goes through ever fewer positions, and of the others its network knows ever less. Games that begin where
others went (Trudeau and Bowling 2023) with a step by chance (Wu 2019) go through more, and through nearly all there are if they
begin where few have been.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .._core import State, Trajectories

TRIES: Final = 16
"""Of so many positions the one is taken that was met least."""

PIECE: Final = 4096
"""So many positions are looked at together."""


@dataclass(slots=True)
class Forks:
    """Where games have been."""

    known: dict[int, NDArray[np.uint64]] = field(default_factory=dict)
    """For each generation the numbers of its positions, those of equal boards the same."""

    def drawn(self, games: list[tuple[int, Trajectories]], count: int, rng: np.random.Generator) -> list[str | None]:
        """So many positions to begin at, off the games of some generations; none where there is nothing to begin at."""
        self.known = {number: self.known[number] if number in self.known else _numbers(of) for number, of in games}
        numbers = np.concatenate([np.zeros(0, np.uint64), *self.known.values()])
        met = dict(zip(*(array.tolist() for array in np.unique(numbers, return_counts=True)), strict=True))
        if not len(numbers):
            return [None] * count
        ends = np.cumsum([len(of.actions) for _, of in games])
        return [self._drawn([of for _, of in games], ends, met, rng) for _ in range(count)]

    def _drawn(
        self, games: list[Trajectories], ends: NDArray[np.int64], met: dict[int, int], rng: np.random.Generator
    ) -> str | None:
        """The rarest of some positions; from now on it was met once more."""
        rarest: tuple[int, int, State] | None = None
        for _ in range(TRIES):
            place = int(rng.integers(ends[-1]))
            at = int(np.searchsorted(ends, place, side="right"))
            state = _beside(games[at], place - int(ends[at]) + len(games[at].actions), rng)
            if state is None:
                continue
            number = int(_numbered(state.observe()[None])[0])
            times = met.get(number, 0)
            if rarest is None or times < rarest[0]:
                rarest = (times, number, state)
            if not times:
                break
        if rarest is None:
            return None
        met[rarest[1]] = rarest[0] + 1
        return rarest[2].fen


def _beside(games: Trajectories, place: int, rng: np.random.Generator) -> State | None:
    """The position after a step by chance in place of the one that was made; none where no seat is to act then."""
    game = int(np.searchsorted(games.offsets, place, side="right")) - 1
    state = games.game.from_fen(games.starts[game])
    for action in games.actions[games.offsets[game] : place]:
        state.apply(action)
    legal = state.legal_actions()
    state.apply(legal[rng.integers(len(legal))])
    return state if state.current_player >= 0 else None


def _numbers(games: Trajectories) -> NDArray[np.uint64]:
    """A number for each position in which a seat was to act."""
    places = np.flatnonzero(games.current_players >= 0)
    pieces = [places[start : start + PIECE] for start in range(0, len(places), PIECE)]
    found = [_numbered(games.examples(piece, action_masks=False).observations) for piece in pieces]
    return np.concatenate([np.zeros(0, np.uint64), *found])


def _numbered(observations: Any) -> NDArray[np.uint64]:
    """A number for what is seen of each board, whatever is counted beside it: planes that are one number are left out."""
    seen = np.ascontiguousarray(observations, np.float32).reshape(*observations.shape[:2], -1)
    seen = np.where((seen == seen[:, :, :1]).all(axis=2, keepdims=True), np.float32(0), seen)
    bits = seen.reshape(len(seen), -1).view(np.uint32).astype(np.uint64)
    return bits @ _factors(bits.shape[1])


@lru_cache(maxsize=4)
def _factors(count: int) -> NDArray[np.uint64]:
    """Odd numbers by chance, always the same."""
    return np.random.default_rng(0).integers(2**63, size=count, dtype=np.uint64) | np.uint64(1)
