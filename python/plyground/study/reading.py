"""What was read from a file, as what it should be."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from itertools import repeat
from os import PathLike
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

PLAIN: Final = {bool: "true or false", float: "a number", int: "a whole number", str: "a text"}
"""What stands for itself in a file, in words."""


class BadReport(ValueError):
    """A file is not a report of a study, or a damaged one."""


def read_json(path: "str | PathLike[str]") -> Any:
    """What is in a file, in which an infinity is an object with a name."""
    text = Path(path).read_text(encoding="utf-8", errors="replace")
    try:
        return json.loads(text, object_hook=_revived, parse_constant=_no_number)
    except ValueError as error:
        raise BadReport(f"{path} is not a report: {error}") from error
    except RecursionError as error:
        raise BadReport(f"{path} is not a report: it is nested too deep") from error


def _revived(found: dict[str, Any]) -> Any:
    """Makes infinities of what stands for them."""
    if set(found) != {"float"}:
        return found
    if found["float"] not in ("inf", "-inf", "nan"):
        raise ValueError(f"a float that has a name is inf, -inf or nan, not {str(found['float'])[:40]!r}")
    return float(found["float"])


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def typed(hint: Any, found: Any, where: str) -> Any:
    """What was read as what its type says: lists are tuples in it, and objects are rows. ``where`` it is from, for refusals."""
    origin, inside = get_origin(hint), get_args(hint)
    if hint is Any or isinstance(hint, TypeVar):
        return found
    if origin in (Union, UnionType):
        (other,) = (one for one in inside if one is not NoneType)
        return None if found is None else typed(other, found, where)
    if origin is tuple:
        kinds = repeat(inside[0]) if inside[-1] is Ellipsis else inside
        if not isinstance(found, list) or (inside[-1] is not Ellipsis and len(found) != len(inside)):
            raise _wrong(where, "a list" if inside[-1] is Ellipsis else f"a list of {len(inside)}", found)
        return tuple(typed(kind, each, f"{where}[{at}]") for at, (kind, each) in enumerate(zip(kinds, found)))  # noqa: B905
    if is_dataclass(hint):
        row: Any = hint
        return row(**typed_fields(row, found, where))
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(found, dict):
            raise _wrong(where, "an object", found)
        return found
    if isinstance(found, bool) != (hint is bool) or not isinstance(found, (int, float) if hint is float else hint):
        raise _wrong(where, PLAIN[hint], found)
    return found


def typed_fields(kind: Any, found: Any, where: str) -> dict[str, Any]:
    """The fields of a class from an object that has them all and no others."""
    names = {one.name for one in fields(kind)}
    if not isinstance(found, dict) or set(found) != names:
        raise _wrong(where, f"what a {kind.__name__} consists of", found)
    hints = get_type_hints(kind)
    return {name: typed(hints[name], value, f"{where}.{name}") for name, value in found.items()}


def _wrong(where: str, wanted: str, found: Any) -> BadReport:
    return BadReport(f"{where} is not {wanted}: {str(found)[:80]}")
