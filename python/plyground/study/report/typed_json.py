"""Reads JSON into dataclasses, with checks of all types."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from itertools import repeat
from os import PathLike
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

PLAIN: Final = {bool: "true or false", float: "a number", int: "an integer", str: "a text"}
"""The JSON types in words."""


class BadReport(ValueError):
    """A file is not a report of a study, or it is damaged or of another version."""


def read_json(path: "str | PathLike[str]") -> Any:
    """Return the content of a file, in which an object stands for an infinity."""
    text = Path(path).read_text(encoding="utf-8", errors="replace")
    try:
        return json.loads(text, object_hook=_revived, parse_constant=_no_number)
    except ValueError as error:
        raise BadReport(f"{path} is not a report: {error}") from error
    except RecursionError as error:
        raise BadReport(f"{path} is not a report: it is nested too deep") from error


def _revived(found: dict[str, Any]) -> Any:
    """Return the infinity that an object stands for."""
    if set(found) != {"float"}:
        return found
    if found["float"] not in ("inf", "-inf", "nan"):
        raise ValueError(f"a named float must be inf, -inf or nan, got {str(found['float'])[:40]!r}")
    return float(found["float"])


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def checked_value(hint: Any, found: Any, where: str) -> Any:
    """Return a value as its type requires: lists become tuples, and objects become rows. ``where`` is its place, for messages."""
    origin, inside = get_origin(hint), get_args(hint)
    if hint is Any or isinstance(hint, TypeVar):
        return found
    if origin in (Union, UnionType):
        (other,) = (one for one in inside if one is not NoneType)
        return None if found is None else checked_value(other, found, where)
    if origin is tuple:
        kinds = repeat(inside[0]) if inside[-1] is Ellipsis else inside
        if not isinstance(found, list) or (inside[-1] is not Ellipsis and len(found) != len(inside)):
            raise _wrong(where, "a list" if inside[-1] is Ellipsis else f"a list of {len(inside)}", found)
        return tuple(checked_value(kind, each, f"{where}[{at}]") for at, (kind, each) in enumerate(zip(kinds, found)))  # noqa: B905
    if is_dataclass(hint):
        row: Any = hint
        return row(**checked_fields(row, found, where))
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(found, dict):
            raise _wrong(where, "an object", found)
        return found
    if isinstance(found, bool) != (hint is bool) or not isinstance(found, (int, float) if hint is float else hint):
        raise _wrong(where, PLAIN[hint], found)
    return found


def checked_fields(kind: Any, found: Any, where: str) -> dict[str, Any]:
    """Return the fields of a class from an object that must have exactly these."""
    names = {one.name for one in fields(kind)}
    if not isinstance(found, dict) or set(found) != names:
        raise _wrong(where, f"an object with the fields of {kind.__name__}", found)
    hints = get_type_hints(kind)
    return {name: checked_value(hints[name], value, f"{where}.{name}") for name, value in found.items()}


def _wrong(where: str, wanted: str, found: Any) -> BadReport:
    return BadReport(f"{where} is not {wanted}: {str(found)[:80]}")
