"""A server of the Model Context Protocol: language-model programs play games by calling tools."""

import io
import sys
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Final

from anyio import from_thread
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from .. import __version__
from ..arena.open_games import OpenGames
from .well_formed_input import WellFormedInput

INSTRUCTIONS: Final = """\
Play board games: variants of chess and checkers. list_variants and rules describe them. new_game starts a game and shows the \
position. Then call step with one legal step at a time: the other seats act after it, and the answer shows the new position."""

Options = dict[str, bool | int | str]
GameName = Annotated[str, Field(description="The name of the game that new_game returned, such as game-1.")]
VariantId = Annotated[str, Field(description="The id of a variant, such as chess or tri-stax-3.")]
VariantOptions = Annotated[
    Options | None, Field(description="Options of the variant that differ from its defaults; rules lists them.")
]
FullRules = Annotated[bool, Field(description="Whether to return the whole rule document, which is long.")]


def serve(games: OpenGames) -> None:
    """Serve games on standard input and output, until the end of the input.

    Parameters
    ----------
    games : OpenGames
        The games.
    """
    games.should_stop = _stop_if_cancelled
    server = make_server(games)
    sys.stdin = io.TextIOWrapper(io.BufferedReader(WellFormedInput(sys.stdin.buffer)), encoding="utf-8")
    server.run("stdio")


def make_server(games: OpenGames) -> MCPServer:
    """Return a server with tools for games.

    Parameters
    ----------
    games : OpenGames
        The games that the tools open and change.

    Returns
    -------
    MCPServer
        The server. ``run("stdio")`` serves standard input and output.
    """
    server: MCPServer = MCPServer("plyground", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING")

    def add(tool: Callable[..., str], *, reads: bool = False) -> None:
        annotations = ToolAnnotations(read_only_hint=reads, destructive_hint=False, open_world_hint=False)
        server.add_tool(_with_tool_errors(tool), annotations=annotations, structured_output=False)

    def list_variants(
        family: Annotated[str | None, Field(description="Only variants of this family, such as draughts.")] = None,
        seats: Annotated[int | None, Field(description="Only variants with this number of seats.")] = None,
    ) -> str:
        """List the variants: id, title, family, seats and properties."""
        return games.list_variants(family, seats)

    def rules(id: VariantId, options: VariantOptions = None, full: FullRules = False) -> str:
        """Return the rules of a variant and its options."""
        return games.rules(id, options, full)

    def new_game(
        id: VariantId,
        seat: Annotated[int, Field(description="The seat that you play, from 0.")] = 0,
        opponent: Annotated[
            str | None, Field(description=f"The agent at all other seats: {', '.join(games.agents)}.")
        ] = None,
        seed: Annotated[
            int | None,
            Field(
                description="The seed of the agent; random by default, and in games with hidden information or chance."
            ),
        ] = None,
        options: VariantOptions = None,
    ) -> str:
        """Start a game against an agent. Returns its name, the rules, and the position with your legal steps."""
        return games.new_game(id, seat, opponent, seed, options)

    def position(game: GameName) -> str:
        """Return the position as your seat sees it, with the steps since your last one and your legal steps."""
        return games.position(game)

    def legal_steps(game: GameName) -> str:
        """List all your legal steps."""
        return games.legal_steps(game)

    def step(
        game: GameName, step: Annotated[str, Field(description="One legal step, as legal_steps writes it.")]
    ) -> str:
        """Make one step. The other seats act, and the new position is returned. An illegal step changes nothing."""
        return games.step(game, step)

    def resign(game: GameName) -> str:
        """Forfeit a game, and return its result."""
        return games.resign(game)

    def result(game: GameName) -> str:
        """Return the result of a game, or that it is not over."""
        return games.result(game)

    add(list_variants, reads=True)
    add(rules, reads=True)
    add(new_game)
    add(position, reads=True)
    add(legal_steps, reads=True)
    add(step)
    add(resign)
    add(result, reads=True)
    return server


def _with_tool_errors(tool: Callable[..., str]) -> Callable[..., str]:
    """Return a tool whose errors are results that the program reads."""

    @wraps(tool)
    def call(*arguments: object, **named: object) -> str:
        try:
            return tool(*arguments, **named)
        except (ImportError, OSError, OverflowError, TypeError, ValueError) as error:
            raise ToolError(str(error)) from error

    return call


def _stop_if_cancelled() -> bool:
    """Raise an exception if the tool call on this thread was cancelled by the program, or by the end of the input."""
    from_thread.check_cancelled()
    return False
