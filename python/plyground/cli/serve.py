"""`plyground serve`: the playing page in a browser."""

from argparse import Namespace

from ..optional_deps import require_module
from .selection import search_current_folder


def serve(arguments: Namespace) -> None:
    """Serve the playing page until Ctrl-C."""
    if arguments.port > 65535:
        raise ValueError(f"--port must be from 0 to 65535, got {arguments.port}")
    for id in arguments.ids:
        search_current_folder(id)
    require_module("ui.server").serve(
        arguments.port, games=arguments.ids, agents=arguments.agent, open_browser=not arguments.no_browser
    )
