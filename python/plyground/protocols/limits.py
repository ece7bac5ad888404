"""The limits that a program sets for a search, and the agent that keeps them."""

from dataclasses import dataclass
from typing import Final

from ..agents import agent

DEPTH_AGENT: Final = "ab"
"""The agent whose first setting is a depth."""
SIMULATIONS_AGENT: Final = "mcts"
"""The agent whose first setting is a number of simulations."""
MOVES_TO_GO: Final = 30
"""The number of moves that the rest of the time is divided by, if the program does not give it."""
OVERHEAD: Final = 0.05
"""The seconds of a move that are kept back, since searches look at the clock about 20 times per second."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What may end a search. A limit that is None does not."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    is_infinite: bool = False
    """Whether the search goes on until the program stops it."""

    def agent_spec(self, configured: str) -> str:
        """Return the text of the configured agent with the limits in place of its own.

        Parameters
        ----------
        configured : str
            The text of an agent.

        Returns
        -------
        str
            The text with the first limit that the agent can keep, or ``configured`` if it can keep none.
        """
        name, _, settings = configured.partition(":")
        options = [option for option in settings.split(",")[1:] if option.partition("=")[0] not in ("ms", "nodes")]
        candidates = []
        if self.depth is not None and name == DEPTH_AGENT:
            candidates.append(str(self.depth))
        if self.nodes is not None and name in (DEPTH_AGENT, SIMULATIONS_AGENT):
            candidates.append(f"nodes={self.nodes}" if name == DEPTH_AGENT else str(self.nodes))
        if self.seconds is not None and name in (DEPTH_AGENT, SIMULATIONS_AGENT):
            candidates.append(f"ms={max(1, round(1000 * (self.seconds - OVERHEAD)))}")
        specs = (":".join((name, ",".join((first, *options)))) for first in candidates)
        return next(filter(_is_agent, specs), configured)


def seconds_for_move(remaining: float, increment: float, moves_to_go: int | None) -> float:
    """Return the time for one move, given the clock of the player.

    Parameters
    ----------
    remaining : float
        The seconds on the clock.
    increment : float
        The seconds that are added after each move.
    moves_to_go : int or None
        The number of moves until time is added.

    Returns
    -------
    float
        The seconds to use, less than what is on the clock.
    """
    share = remaining / max(1, moves_to_go or MOVES_TO_GO) + 0.8 * increment
    return max(0.0, min(share, 0.9 * remaining - OVERHEAD))


def _is_agent(spec: str) -> bool:
    """Whether a text describes an agent."""
    try:
        agent(spec)
    except ValueError:
        return False
    return True
