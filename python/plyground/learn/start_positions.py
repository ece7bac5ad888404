"""Start positions that fork from earlier games.

The better a network plays, the fewer different positions its games visit. Games that start in positions of earlier games
(Trudeau and Bowling 2023) after one random step (Wu 2019) visit more of them. The rarest of several candidates is chosen.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .._core import State, Trajectories

CANDIDATES: Final = 16
"""Number of positions of which the one that was visited least is chosen."""

CHUNK: Final = 4096
"""Number of positions that are observed in one call."""


@dataclass(slots=True)
class ForkSampler:
    """Samples start positions next to earlier games, and counts which positions these games visited."""

    hashes: dict[int, NDArray[np.uint64]] = field(default_factory=dict)
    """Hashes of the positions of each generation. Positions with equal boards have equal hashes."""

    def sample(
        self, generations: list[tuple[int, Trajectories]], count: int, rng: np.random.Generator
    ) -> list[str | None]:
        """Sample start positions.

        Parameters
        ----------
        generations : list of (int, Trajectories)
            Numbers and games of the generations to fork from.
        count : int
            Number of positions.
        rng : numpy.random.Generator
            Source of random numbers.

        Returns
        -------
        list of str or None
            Position strings; None where no candidate can be played.
        """
        self.hashes = {
            number: self.hashes[number] if number in self.hashes else _visited(games) for number, games in generations
        }
        hashes = np.concatenate([np.zeros(0, np.uint64), *self.hashes.values()])
        visits = dict(zip(*(array.tolist() for array in np.unique(hashes, return_counts=True)), strict=True))
        if not len(hashes):
            return [None] * count
        ends = np.cumsum([len(games.actions) for _, games in generations])
        return [_rarest([games for _, games in generations], ends, visits, rng) for _ in range(count)]


def _rarest(
    games: list[Trajectories], ends: NDArray[np.int64], visits: dict[int, int], rng: np.random.Generator
) -> str | None:
    """Return the candidate with the fewest visits, and count one more visit for it."""
    best: tuple[int, int, State] | None = None
    for _ in range(CANDIDATES):
        step = int(rng.integers(ends[-1]))
        part = int(np.searchsorted(ends, step, side="right"))
        state = _fork(games[part], step - int(ends[part]) + len(games[part].actions), rng)
        if state is None:
            continue
        key = int(_hashes(state.observe()[None])[0])
        count = visits.get(key, 0)
        if best is None or count < best[0]:
            best = (count, key, state)
        if not count:
            break
    if best is None:
        return None
    visits[best[1]] = best[0] + 1
    return best[2].fen


def _fork(games: Trajectories, step: int, rng: np.random.Generator) -> State | None:
    """Return the state after a random step instead of a recorded one; None if no seat acts there."""
    game = int(np.searchsorted(games.offsets, step, side="right")) - 1
    state = games.game.from_fen(games.starts[game])
    for action in games.actions[games.offsets[game] : step]:
        state.apply(action)
    legal = state.legal_actions()
    state.apply(legal[rng.integers(len(legal))])
    return state if state.current_player >= 0 else None


def _visited(games: Trajectories) -> NDArray[np.uint64]:
    """Return the hash of each position in which a seat acted."""
    steps = np.flatnonzero(games.current_players >= 0)
    chunks = [steps[start : start + CHUNK] for start in range(0, len(steps), CHUNK)]
    hashes = [_hashes(games.examples(chunk, action_masks=False).observations) for chunk in chunks]
    return np.concatenate([np.zeros(0, np.uint64), *hashes])


def _hashes(observations: Any) -> NDArray[np.uint64]:
    """Return hashes of the boards of observations. Planes with one value, such as counters, are ignored."""
    planes = np.ascontiguousarray(observations, np.float32).reshape(*observations.shape[:2], -1)
    planes = np.where((planes == planes[:, :, :1]).all(axis=2, keepdims=True), np.float32(0), planes)
    bits = planes.reshape(len(planes), -1).view(np.uint32).astype(np.uint64)
    return bits @ _factors(bits.shape[1])


@lru_cache(maxsize=4)
def _factors(count: int) -> NDArray[np.uint64]:
    """Return fixed random odd numbers."""
    return np.random.default_rng(0).integers(2**63, size=count, dtype=np.uint64) | np.uint64(1)
