"""The replay buffer: the latest games, from which training examples are sampled."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._core import Trajectories
from .game_recorder import CUT_OFF

EXPONENT, SLOPE = 0.75, 0.4
"""How the capacity grows with the number of positions seen, as in KataGo (Wu 2019)."""


@dataclass(slots=True)
class Batch:
    """Training examples, one in each row.

    Attributes
    ----------
    observations : ndarray of float32, shape (b, planes, rows, columns)
        Observations of the seat to act.
    masks : ndarray of bool, shape (b, num_actions)
        Legal actions.
    policies : ndarray of float32, shape (b, num_actions)
        Policy targets: probabilities of all actions.
    values : ndarray of float32, shape (b, num_seats)
        Value targets, scaled to -1 to 1: first that of the seat to act, then those of the seats after it.
    """

    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    policies: NDArray[np.float32]
    values: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, rows: slice) -> "Batch":
        return Batch(self.observations[rows], self.masks[rows], self.policies[rows], self.values[rows])


@dataclass(slots=True)
class ReplayBuffer:
    """The games of the latest generations.

    Attributes
    ----------
    min_capacity : int
        Capacity at first, in positions.
    value_search_weight : float
        Weight of the search value in value targets.
    positions_seen : int
        Number of positions that were ever added.
    generations : list of (int, Trajectories)
        The games of each generation that is kept, with its number, the oldest first.
    """

    min_capacity: int
    value_search_weight: float
    positions_seen: int = 0
    generations: list[tuple[int, Trajectories]] = field(default_factory=list)

    def add(self, generation: int, games: Trajectories) -> int:
        """Add the games of a generation and drop generations beyond the capacity; return the number of new positions."""
        added = len(_example_steps(games))
        self.positions_seen += added
        self.generations.append((generation, games))
        sizes = [len(_example_steps(one)) for _, one in self.generations]
        while len(self.generations) > 1 and sum(sizes) - sizes[0] >= self.capacity:
            self.generations.pop(0)
            sizes.pop(0)
        return added

    @property
    def capacity(self) -> int:
        """Number of positions to keep now. It grows more slowly than the number of positions seen."""
        if self.positions_seen <= self.min_capacity:
            return self.min_capacity
        growth = ((self.positions_seen / self.min_capacity) ** EXPONENT - 1) / EXPONENT
        return int(self.min_capacity * (1 + SLOPE * growth))

    def sample(self, count: int, rng: np.random.Generator) -> Batch:
        """Sample examples uniformly, each under a random symmetry of the game.

        Parameters
        ----------
        count : int
            Number of examples.
        rng : numpy.random.Generator
            Source of random numbers.

        Returns
        -------
        Batch
            The examples.

        Raises
        ------
        ValueError
            If no step of the games is a training example.
        """
        steps = [_example_steps(games) for _, games in self.generations]
        sizes = np.array([len(one) for one in steps], float)
        if not sizes.any():
            raise ValueError(
                "these games have no training examples, since the weights of all steps are 0; "
                "in self-play, choose a larger full_search_prob or games_per_generation"
            )
        counts = rng.multinomial(count, sizes / sizes.sum())
        parts = [
            self._examples(games, np.sort(rng.choice(candidates, number)), int(rng.integers(2**63)))
            for (_, games), candidates, number in zip(self.generations, steps, counts, strict=True)
            if number
        ]
        order = rng.permutation(count)
        return Batch(*(np.concatenate(arrays)[order] for arrays in zip(*parts, strict=True)))

    def _examples(self, games: Trajectories, steps: NDArray[np.int64], seed: int) -> tuple[NDArray[Any], ...]:
        """Return the arrays of a `Batch` for steps of games."""
        examples = games.examples(steps, policies=True, symmetry="random", seed=seed)
        returns, search_values = examples.returns, examples.root_values
        assert search_values is not None
        game = np.searchsorted(games.offsets, steps, side="right") - 1
        # A game that was cut off has no outcome, so that the search value is the whole target.
        weight = np.where(games.reasons[game] == CUT_OFF, 1.0, self.value_search_weight).astype(np.float32)[:, None]
        scores = games.game.info.scoring
        values = weight * search_values + (1 - weight) * returns
        scaled = (values - scores.min_return) * (2 / (scores.max_return - scores.min_return)) - 1
        observations, masks, policies = examples.observations, examples.action_masks, examples.policies
        assert observations is not None
        assert masks is not None
        assert policies is not None
        return observations, masks, policies, np.clip(scaled, -1, 1).astype(np.float32)


def _example_steps(games: Trajectories) -> NDArray[np.int64]:
    """Return the steps that are training examples: those of full searches and of the teacher."""
    weights = games.weights
    return np.flatnonzero(weights > 0) if weights is not None else np.zeros(0, np.int64)
