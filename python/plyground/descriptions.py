"""Games by description: a board, pieces that move, a set-up and ends, as a TOML text."""

import json
from collections.abc import Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from ._core import Game, _describe, _description_keys
from .truncate import truncated

__all__ = ["describe", "description_schema"]


def describe(description: "str | PathLike[str] | Mapping[str, Any]", *, frame: str = "seat") -> Game:
    """Return the game of a description, and register its id and those of its variants.

    An id can be used wherever an id can, until the program ends. The game plays at the speed of the others and has
    everything that they have: agents, studies, environments, pictures, the playing page.

    Parameters
    ----------
    description : str, path or mapping
        A TOML text, the path of a TOML file, or the same as nested dicts.
    frame : {"seat", "board"}, default "seat"
        The side from which observations and actions show the board: see `game`.

    Returns
    -------
    Game
        The game.

    Raises
    ------
    BadDescription
        If the description is not valid. The message names the line, the key and what is valid.
    BadOption
        If the id is that of a built-in variant.
    TypeError
        If the description has another type.

    Examples
    --------
    >>> import plyground as pg
    >>> game = pg.describe('''
    ... id = "chess-with-camels"
    ... board = { files = 8, ranks = 8 }
    ...
    ... [pieces]
    ... P = { moves = "mfW cfF imfW2", promotes = { to = "QRBC" }, en-passant = true }
    ... C = { name = "camel", moves = "C" }
    ... B = { moves = "B" }
    ... R = { moves = "R" }
    ... Q = { moves = "Q" }
    ... K = { moves = "K", royal = true, castles = { with = "R", steps = 2 } }
    ...
    ... [setup.white]
    ... K = "e1"
    ... Q = "d1"
    ... R = "a1 h1"
    ... B = "c1 f1"
    ... C = "b1 g1"
    ... P = "a2 b2 c2 d2 e2 f2 g2 h2"
    ... ''')
    >>> game.start().legal_steps()[:4]
    ['a2a3', 'a2a4', 'b1a4', 'b1c4']
    >>> pg.playouts("chess-with-camels", games=100, seed=1).returns.shape
    (100, 2)
    """
    if isinstance(description, Mapping):
        return _describe(toml_text(description), frame)
    if isinstance(description, str) and ("\n" in description or not description.endswith(".toml")):
        return _describe(description, frame)
    if not isinstance(description, (str, PathLike)):
        raise TypeError(f"description must be a text, a path or a mapping, got {truncated(description)}")
    path = fspath(description)
    return _describe(Path(path).read_text(encoding="utf-8"), frame, path)


def description_schema() -> dict[str, Any]:
    """Return the JSON Schema of descriptions, which editors use to complete and check a file.

    Returns
    -------
    dict
        The schema.

    Examples
    --------
    >>> import plyground as pg
    >>> sorted(pg.description_schema()["properties"]["board"]["properties"])
    ['edge', 'files', 'joined', 'lengths', 'missing', 'ranks', 'shape']
    """
    schema = _table(json.loads(_description_keys()))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A game of plyground", **schema}


def _table(keys: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the schema of a table with these keys."""
    properties = {key["name"]: {"description": key["meaning"], **_value(key["holds"])} for key in keys}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _value(holds: Any) -> dict[str, Any]:
    """Return the schema of what a key holds."""
    cells = {"type": "object", "patternProperties": {r"^\+?[A-Z]$": {"type": "string"}}, "additionalProperties": False}
    plain: dict[str, dict[str, Any]] = {
        "text": {"type": "string"},
        "flag": {"type": "boolean"},
        "texts": {"type": "array", "items": {"type": "string"}},
        "by-color": {"type": "object", "additionalProperties": cells},
        "text-by-color": {"type": "object", "additionalProperties": {"type": "string"}},
        "variants": {"type": "object", "additionalProperties": {"$ref": "#"}},
    }
    if isinstance(holds, str):
        return plain[holds]
    ((kind, detail),) = holds.items()
    if kind == "word":
        return {"enum": detail}
    if kind in ("integer", "number"):
        return {"type": kind, "minimum": detail[0], "maximum": detail[1]}
    if kind == "integers":
        return {"type": "array", "items": {"type": "integer", "minimum": detail[0], "maximum": detail[1]}}
    if kind == "table":
        return _table(detail)
    if kind == "tables":
        return {"type": "array", "items": _table(detail)}
    return {"type": "object", "patternProperties": {r"^\+?[A-Z]$": _table(detail)}, "additionalProperties": False}


def toml_text(description: Mapping[str, Any]) -> str:
    """Return a description as a TOML text."""
    return "\n".join(f"{json.dumps(key)} = {_toml_value(value, key)}" for key, value in description.items())


def _toml_value(value: Any, path: str) -> str:
    """Return a value as TOML, which writes texts and numbers as JSON does."""
    if isinstance(value, Mapping):
        return (
            "{"
            + ", ".join(f"{json.dumps(key)} = {_toml_value(item, f'{path}.{key}')}" for key, item in value.items())
            + "}"
        )
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml_value(item, f"{path}[{at}]") for at, item in enumerate(value)) + "]"
    if isinstance(value, (str, bool, int, float)):
        return json.dumps(value, ensure_ascii=False)
    raise TypeError(f"{path} must be a text, a number, a bool, a list or a dict, got {type(value).__name__}")
