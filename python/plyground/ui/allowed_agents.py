"""The agents that the page may choose."""

from collections.abc import Mapping, Sequence
from typing import Any

from .._core import Game
from ..agents import AnyAgent, agent, outside_part, resolve_agent
from .commands import CommandError

__all__ = ["AllowedAgents"]


class AllowedAgents:
    """The agents that the page may choose: those that need only this package, and those that were named at the start.

    Otherwise the token of the page would be enough to start programs and to read files.

    Parameters
    ----------
    specs : sequence of str
        The agents that may start a program or read a file.

    Raises
    ------
    TypeError, ValueError
        If a text describes no agent.
    OSError
        If a file cannot be read.
    """

    def __init__(self, specs: Sequence[str] = ()) -> None:
        if isinstance(specs, str):
            raise TypeError(f"agents must be a sequence of agents, such as ['ab:3'], got the text {specs!r:.80}")
        self._named = {spec: agent(spec) for spec in specs}
        # Frames and saved players have the settings in the order of `Agent.spec`.
        self._allowed = {*self._named, *(named.spec for named in self._named.values())}

    def of_game(self, game: Game) -> list[str]:
        """Return the named agents that play a game."""
        return [spec for spec, named in self._named.items() if _plays(named, game)]

    def check(self, command: Mapping[str, Any]) -> None:
        """Raise `CommandError` if the ``agent`` or one of the ``players`` of a command is not allowed."""
        players = command.get("players")
        for spec in (command.get("agent"), *(players if isinstance(players, list) else ())):
            if isinstance(spec, str) and spec not in self._allowed and (what := outside_part(spec)) is not None:
                raise CommandError(
                    f"the page may not use {what}, unless it is named at the start: start the server with --agent {spec!r:.300}"
                )


def _plays(named: AnyAgent, game: Game) -> bool:
    try:
        resolve_agent(named, game)
    except ValueError:
        return False
    return True
