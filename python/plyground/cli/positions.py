"""The position that arguments select: the start of a variant, ``--start``, or a saved game with ``--load``."""

from argparse import Namespace
from pathlib import Path

from .. import State
from ..ui.session import state_from_json
from .selection import game_with_options, is_own_game


def initial_state(arguments: Namespace) -> State:
    """Return the start of a game, or a saved game."""
    if arguments.load is None:
        if arguments.id is None:
            raise ValueError("name a variant, or a saved game with --load FILE")
        rules = game_with_options(arguments, arguments.id)
        return rules.start(arguments.seed) if arguments.start is None else rules.from_fen(arguments.start)
    if (arguments.id is not None and not is_own_game(arguments.id)) or arguments.set or arguments.start is not None:
        raise ValueError(
            "--load cannot be combined with ID, --set or --start: the file contains the game and its record"
        )
    own = None if arguments.id is None else game_with_options(arguments, arguments.id)
    state = _load(arguments.load)
    if own is not None and state.game.id != own.id:
        raise ValueError(f"{arguments.load} is a game of {state.game.id}, not of {own.id}")
    return state


def _load(path: str) -> State:
    """Return a saved game."""
    try:
        return state_from_json(Path(path).read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not a saved game: {error}") from error
    except ValueError as error:
        raise ValueError(f"{path} is {error}") from error
