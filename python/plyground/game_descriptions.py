"""Games in files: their id, frame and options."""

import json
import sys
from collections.abc import Mapping
from typing import Any

from ._core import Game, game
from .truncate import truncated

__all__ = ["game_dict", "game_from_dict"]


def game_dict(rules: Game) -> dict[str, Any]:
    """Return the id, frame and options of a game, for a file."""
    described: dict[str, Any] = json.loads(rules.to_json())
    return described


def game_from_dict(described: Mapping[str, Any]) -> Game:
    """Return the game that `game_dict` described in a file.

    An id such as ``my_module:nim`` imports a module, which runs its code. Every reader of files uses this function, because a
    file must not import a module that the user has not imported.

    Parameters
    ----------
    described : mapping
        The keys ``id``, ``frame`` and ``options``.

    Returns
    -------
    Game
        The game.

    Raises
    ------
    KeyError
        If a key is missing.
    TypeError, ValueError
        If there is no such game, or its module has not been imported.

    Examples
    --------
    >>> game_from_dict({"id": "stax", "frame": "seat", "options": {"size": 6}})
    Game('stax', size=6)
    """
    id, frame, options = described["id"], described["frame"], described["options"]
    if isinstance(id, str) and ":" in id:
        module, _, id = id.rpartition(":")
        if module not in sys.modules:
            raise ValueError(
                f"the file names a game of the module {truncated(module)}, and a file imports no modules: if you trust the "
                f"module, import it first, or on the command line write the ID {truncated(f'{module}:{id}')} too"
            )
    return game(id, **{"frame": frame, **options})
