"""The record of a run: the JSON in its state file, and its validation."""

import json
import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

import numpy as np

from .archive import Archive
from .errors import BadRun

LAYOUT: Final = 1
"""Version of the folder's format."""

ENTRY: Final = "run"
"""The name of the array that holds the record."""

LONGEST: Final = 1 << 26
"""Largest number of characters of a record."""

FIELDS: Final = ("told", "generation", "seconds", "played", "seen", "kept", "measured", "rows")
"""The fields of a record."""

TOLD: Final = {"game": dict, "fingerprint": str, "settings": dict}
"""What a run was asked for."""

COLUMNS: Final = ("generation", "minutes", "games", "policy", "value")
"""Numbers that every row has."""

MOST: Final = 2**53
"""Largest valid count."""


def to_array(record: Mapping[str, Any]) -> "np.ndarray[Any, Any]":
    """A record as an array of text."""
    return np.array(json.dumps({"layout": LAYOUT, **record}))


def read(archive: Archive) -> dict[str, Any]:
    """The record in a state file.

    Raises
    ------
    BadRun
        If it was written by another version, or is not what a run writes.

    """
    header = archive.header(ENTRY)
    if header.shape != () or not header.dtype.startswith("<U") or header.size > 4 * LONGEST:
        raise BadRun(f"it must be a text of at most {LONGEST} characters, not {header}")
    [text] = archive.read_texts(ENTRY, header)
    try:
        found = json.loads(text)
    except RecursionError:
        raise BadRun("it is nested too deep") from None
    except ValueError as error:
        raise BadRun(f"it is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise BadRun("it is not an object")
    if (layout := found.pop("layout", None)) != LAYOUT:
        raise BadRun(f"it was written by another version of plyground (layout {str(layout)[:20]}, not {LAYOUT})")
    if set(found) != set(FIELDS):
        raise BadRun(f"it must have the fields {', '.join(FIELDS)}")
    _check(found)
    return found


def _check(record: dict[str, Any]) -> None:
    """Refuses values that no run writes."""
    told, generation, rows = record["told"], record["generation"], record["rows"]
    _need(isinstance(told, dict) and told.keys() == TOLD.keys(), f"told must have the fields {', '.join(TOLD)}")
    for name, kind in TOLD.items():
        _need(isinstance(told[name], kind), f"{name} must be {'text' if kind is str else 'an object'}")
    for name, least in (("generation", 1), ("played", 1), ("seen", 0)):
        _need(_is_count(record[name], least), f"{name} must be an integer from {least} to {MOST}")
    _need(_is_number(record["seconds"]) and record["seconds"] >= 0, "seconds must be a number from 0 on")
    for name in ("kept", "measured", "rows"):
        _need(isinstance(record[name], list), f"{name} must be a list")
    for name in ("kept", "measured"):
        numbers = record[name]
        _need(
            all(_is_count(number, 1) and number <= generation for number in numbers)
            and all(one < other for one, other in pairwise(numbers)),
            f"{name} must be ascending numbers of generations from 1 to {generation}",
        )
    kept = record["kept"]
    _need(bool(kept) and kept[-1] - kept[0] == generation - kept[0] == len(kept) - 1, "kept must end with the latest")
    _need(len(rows) == generation, f"there must be a row for each of {generation} generations, not {len(rows)}")
    _need(
        all(_is_row(row) and row["generation"] == number for number, row in enumerate(rows, 1)),
        f"rows must have numbers, {', '.join(COLUMNS)} among them, and be in the order of generations",
    )


def _need(holds: bool, rule: str) -> None:
    if not holds:
        raise BadRun(rule)


def _is_row(found: Any) -> bool:
    """Whether this is a row of numbers. Measures may be infinite, or none at all."""
    return (
        isinstance(found, dict)
        and all(type(value) is float or _is_number(value) for value in found.values())
        and all(_is_number(found.get(name)) for name in COLUMNS)
        and ("elo" not in found or ("elo low" in found and "elo high" in found))
    )


def _is_count(found: Any, least: int) -> bool:
    return type(found) is int and least <= found <= MOST


def _is_number(found: Any) -> bool:
    return type(found) in (int, float) and abs(found) <= MOST and math.isfinite(found)
