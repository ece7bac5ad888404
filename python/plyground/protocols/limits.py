"""The limits that a program sets for a search, and the agent that keeps them."""

from collections.abc import Iterator
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
"""The seconds of a clock that are kept back, since searches look at the time about 20 times per second."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What may end a search. A limit that is None does not."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    is_infinite: bool = False
    """Whether the search goes on until the program stops it."""

    def apply_to(self, configured: str) -> tuple[str, float | None]:
        """Return the text of an agent that keeps the limits, and the seconds after which it has to be stopped.

        Parameters
        ----------
        configured : str
            The text of an agent.

        Returns
        -------
        spec : str
            The text with the first limit that the agent can keep, or ``configured`` if it can keep none.
        seconds : float or None
            The limit of the time, or None if there is none or the agent keeps it.
        """
        name, _, settings = configured.partition(":")
        options = [option for option in settings.split(",")[1:] if option.partition("=")[0] not in ("ms", "nodes")]
        for first, seconds in self._settings_of(name):
            spec = f"{name}:{','.join((first, *options))}"
            if _is_agent(spec):
                return spec, seconds
        return configured, self.seconds

    def _settings_of(self, name: str) -> Iterator[tuple[str, float | None]]:
        """Yield first settings of an agent, with the seconds after which it has to be stopped."""
        if self.depth is not None and name == DEPTH_AGENT:
            yield str(self.depth), self.seconds
        if self.nodes is not None and name == DEPTH_AGENT:
            yield f"nodes={self.nodes}", self.seconds
        if self.nodes is not None and name == SIMULATIONS_AGENT:
            yield str(self.nodes), self.seconds
        if self.seconds is not None and name in (DEPTH_AGENT, SIMULATIONS_AGENT):
            yield f"ms={max(1, round(1000 * self.seconds))}", None


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
