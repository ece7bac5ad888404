"""`plyground serve`: the playing page in a browser."""

from argparse import Namespace

from ..optional_deps import require_module


def serve(arguments: Namespace) -> None:
    """Serve the playing page until Ctrl-C."""
    if arguments.port > 65535:
        raise ValueError(f"--port must be from 0 to 65535, got {arguments.port}")
    require_module("ui.server").serve(
        arguments.port, games=arguments.ids, agents=arguments.agent, open_browser=not arguments.no_browser
    )
