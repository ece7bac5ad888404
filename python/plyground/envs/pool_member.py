"""A member of a pool of opponents."""

from dataclasses import dataclass

from ..agents import AnyAgent
from .opponents import BatchPolicy, Policy


@dataclass(slots=True)
class PoolMember:
    """A member of an `OpponentPool`, and the learner's results against it."""

    name: str
    """The name of the member, the only one with this name."""
    opponent: AnyAgent | Policy | BatchPolicy
    """The agent or policy."""
    games: int = 0
    """The number of games that the learner has played against it."""
    recent_games: float = 0.0
    """The sum of the weights of these games. The latest has the weight 1."""
    recent_points: float = 0.0
    """The learner's weighted points in these games: 1 for a win, 0 for a loss."""

    @property
    def score(self) -> float:
        """The learner's mean score, from 0 to 1, with half a win and half a loss added: 0.5 before the first game."""
        return (self.recent_points + 0.5) / (self.recent_games + 1)
