"""Games in files: their id, frame and options."""

import json
import sys
from collections.abc import Mapping
from typing import Any

from ._core import Game, _describe, game
from .truncate import truncated

__all__ = ["game_dict", "game_from_dict", "imported_id"]


def game_dict(rules: Game) -> dict[str, Any]:
    """Return the id, frame and options of a game, for a file."""
    described: dict[str, Any] = json.loads(rules.to_json())
    return described


def game_from_dict(described: Mapping[str, Any]) -> Game:
    """Return the game that `game_dict` described in a file.

    Every reader of files uses this function, because a file must not import modules: see `imported_id`.

    Parameters
    ----------
    described : mapping
        The keys ``id``, ``frame`` and ``options``, and ``description`` for a described game.

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
    if (text := described.get("description")) is not None:
        return _describe(text, frame, id=id)
    if isinstance(id, str):
        id = imported_id(id, f", or on the command line write the ID {truncated(id)} too")
    return game(id, **{"frame": frame, **options})


def imported_id(id: str, remedy: str = "") -> str:
    """Return an id from a file, such as ``my_module:nim``, without its module.

    Importing a module runs its code, so a file must not name one that the user has not imported.

    Parameters
    ----------
    id : str
        The id.
    remedy : str, default ""
        What the user can do instead of importing the module, for the message.

    Returns
    -------
    str
        The id without the module.

    Raises
    ------
    ValueError
        If the module has not been imported.
    """
    module, colon, name = id.rpartition(":")
    if colon and module not in sys.modules:
        raise ValueError(
            f"the file names a game of the module {truncated(module)}, and a file imports no modules: if you trust the "
            f"module, import it first{remedy}"
        )
    return name
