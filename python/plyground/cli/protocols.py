"""`plyground uci` and `plyground hub`: agents as engines for other programs. `plyground mcp`: games for language models."""

import signal
import sys
from argparse import Namespace

from ..agents import DEFAULT_AGENTS
from ..arena.open_games import OpenGames
from ..optional_deps import require_module
from ..protocols.hub import HubServer
from ..protocols.search import Searcher
from ..protocols.uci import UciServer
from .selection import game_with_options


def uci(arguments: Namespace) -> None:
    """Answer commands of UCI until ``quit`` or the end of the input."""
    rules = game_with_options(arguments, arguments.game)
    UciServer(rules, Searcher(arguments.agent, arguments.seed), sys.stdout).run(sys.stdin)


def hub(arguments: Namespace) -> None:
    """Answer commands of Hub until ``quit`` or the end of the input."""
    HubServer(Searcher(arguments.agent, arguments.seed), sys.stdout).run(sys.stdin)


def mcp(arguments: Namespace) -> None:
    """Serve games by the Model Context Protocol until the end of the input, or Ctrl-C."""
    games = OpenGames(arguments.agent or DEFAULT_AGENTS, arguments.max_games)
    server = require_module("protocols.mcp_server")
    # Threads that read the input or search with a network cannot be interrupted. Open games are not kept, so nothing is lost.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    server.serve(games)
