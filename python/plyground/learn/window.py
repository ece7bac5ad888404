"""The games that a network learns from: the latest, of which ever more are kept."""

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .._core import Trajectories

EXPONENT, SLOPE = 0.75, 0.4
"""How the window grows with the positions that were ever seen: as Wu (2019) has it for KataGo."""

CUT_OFF: Final = 255
"""The reason of a game that was cut off."""


@dataclass(slots=True)
class Batch:
    """Examples for a network: a row each."""

    observations: NDArray[np.float32]
    """What was seen."""
    masks: NDArray[np.bool_]
    """What was legal."""
    policies: NDArray[np.float32]
    """How good each action is by the search."""
    values: NDArray[np.float32]
    """What each seat gets, from -1 to 1, first the one that acts."""

    def __len__(self) -> int:
        return len(self.values)


@dataclass(slots=True)
class Window:
    """Games by generations, the latest last."""

    least: int
    """So many positions are kept at least."""
    search: float
    """The share of what the search found in what a value shall be."""
    seen: int = 0
    """How many positions there have ever been."""
    games: list[tuple[int, Trajectories]] = field(default_factory=list)
    """What there is to learn from, each with the number of its generation."""

    def add(self, generation: int, played: Trajectories) -> int:
        """Takes in the games of a generation and drops what is too old; says how many positions there are to learn from."""
        fresh = len(_steps(played))
        self.seen += fresh
        self.games.append((generation, played))
        sizes = [len(_steps(one)) for _, one in self.games]
        while len(self.games) > 1 and sum(sizes) - sizes[0] >= self.size:
            self.games.pop(0)
            sizes.pop(0)
        return fresh

    @property
    def size(self) -> int:
        """How many positions are to be kept now."""
        if self.seen <= self.least:
            return self.least
        grown = ((self.seen / self.least) ** EXPONENT - 1) / EXPONENT
        return int(self.least * (1 + SLOPE * grown))

    def drawn(self, rows: int, rng: np.random.Generator) -> Batch:
        """So many examples by chance, each turned by chance."""
        steps = [_steps(played) for _, played in self.games]
        counts = np.array([len(one) for one in steps], float)
        if not counts.any():
            raise ValueError("no step of these games was searched in full, and there is nothing to learn from")
        asked = rng.multinomial(rows, counts / counts.sum())
        parts = [
            self._examples(played, np.sort(rng.choice(of, count)), int(rng.integers(2**63)))
            for (_, played), of, count in zip(self.games, steps, asked, strict=True)
            if count
        ]
        order = rng.permutation(rows)
        return Batch(*(np.concatenate(arrays)[order] for arrays in zip(*parts, strict=True)))

    def _examples(self, played: Trajectories, steps: NDArray[np.int64], seed: int) -> tuple[NDArray[Any], ...]:
        found = played.examples(steps, policies=True, symmetry="random", seed=seed)
        returns, searched = found.returns, found.root_values
        assert searched is not None
        game = np.searchsorted(played.offsets, steps, side="right") - 1
        # A game that was cut off has come to nothing yet: what the search found is all there is.
        search = np.where(played.reasons[game] == CUT_OFF, 1.0, self.search).astype(np.float32)[:, None]
        scores = played.game.info.scores
        values = search * searched + (1 - search) * returns
        scaled = (values - scores.min_return) * (2 / (scores.max_return - scores.min_return)) - 1
        observations, masks, policies = found.observations, found.action_masks, found.policies
        assert observations is not None
        assert masks is not None
        assert policies is not None
        return observations, masks, policies, np.clip(scaled, -1, 1).astype(np.float32)


def _steps(played: Trajectories) -> NDArray[np.int64]:
    """The steps that are learned from: those that were searched in full."""
    weights = played.weights
    return np.flatnonzero(weights > 0) if weights is not None else np.zeros(0, np.int64)
