"""The record of a run: the JSON in its state file, and its validation."""

import json
import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

import numpy as np

from .archive import Archive
from .errors import BadRun

FORMAT_VERSION: Final = 3
"""Version of the format of a run's folder."""

ENTRY: Final = "run"
"""Name of the array that holds the record."""

MAX_LENGTH: Final = 1 << 26
"""Largest number of characters of a record."""

FIELDS: Final = (
    "config",
    "generation",
    "seconds",
    "games_played",
    "positions_seen",
    "buffered_generations",
    "evaluated_generations",
    "rows",
)
"""The fields of a record: those of `Run` without its path."""

CONFIG: Final = {"game": dict, "fingerprint": str, "settings": dict}
"""The fields of a run's configuration and their types."""

COLUMNS: Final = ("generation", "minutes", "total_games", "policy_loss", "value_loss")
"""Columns that every row of the log has."""

MAX_COUNT: Final = 2**53
"""Largest valid count."""


def to_array(record: Mapping[str, Any]) -> "np.ndarray[Any, Any]":
    """Return a record as an array of text."""
    return np.array(json.dumps({"format_version": FORMAT_VERSION, **record}))


def read(archive: Archive) -> dict[str, Any]:
    """Read the record in a state file.

    Parameters
    ----------
    archive : Archive
        The state file.

    Returns
    -------
    dict
        The fields.

    Raises
    ------
    BadRun
        If the record has another format version or is not valid.
    """
    header = archive.header(ENTRY)
    if header.shape != () or not header.dtype.startswith("<U") or header.size > 4 * MAX_LENGTH:
        raise BadRun(f"its record must be a text of at most {MAX_LENGTH} characters, got {header}")
    [text] = archive.read_texts(ENTRY, header)
    try:
        record = json.loads(text)
    except RecursionError:
        raise BadRun("its record is nested too deeply") from None
    except ValueError as error:
        raise BadRun(f"its record is not JSON: {error}") from None
    if not isinstance(record, dict):
        raise BadRun("its record must be a JSON object")
    # Version 1 was called "layout".
    if (version := record.pop("format_version", record.get("layout"))) != FORMAT_VERSION:
        raise BadRun(
            f"its format version is {str(version)[:20]} and this build reads version {FORMAT_VERSION}; "
            "continue the run with the version of plyground that started it, or start a new run"
        )
    if set(record) != set(FIELDS):
        raise BadRun(f"its record must have the fields {', '.join(FIELDS)}")
    _check(record)
    return record


def _check(record: dict[str, Any]) -> None:
    """Check the type and range of every field."""
    config, generation, rows = record["config"], record["generation"], record["rows"]
    _require(isinstance(config, dict) and config.keys() == CONFIG.keys(), f"config must have {', '.join(CONFIG)}")
    for name, kind in CONFIG.items():
        _require(isinstance(config[name], kind), f"{name} must be {'text' if kind is str else 'an object'}")
    for name in ("generation", "games_played", "positions_seen"):
        _require(_is_count(record[name], 0), f"{name} must be an integer from 0 to {MAX_COUNT}")
    _require(_is_number(record["seconds"]) and record["seconds"] >= 0, "seconds must be a non-negative number")
    for name in ("buffered_generations", "evaluated_generations", "rows"):
        _require(isinstance(record[name], list), f"{name} must be a list")
    for name in ("buffered_generations", "evaluated_generations"):
        numbers = record[name]
        _require(
            all(_is_count(number, 1) and number <= generation for number in numbers)
            and all(one < other for one, other in pairwise(numbers)),
            f"{name} must be ascending numbers from 1 to {generation}",
        )
    buffered = record["buffered_generations"]
    _require(
        buffered == list(range(generation + 1 - len(buffered), generation + 1)) and (bool(buffered) or not generation),
        "buffered_generations must be consecutive and end with the latest generation",
    )
    _require(len(rows) == generation, f"there must be a row for each of {generation} generations, got {len(rows)}")
    _require(
        all(_is_row(row) and row["generation"] == number for number, row in enumerate(rows, 1)),
        f"rows must have numbers, {', '.join(COLUMNS)} among them, and be in the order of generations",
    )
    totals = [0, *(row["total_games"] for row in rows)]
    _require(
        all(_is_count(total, 0) for total in totals)
        and all(one < other for one, other in pairwise(totals))
        and totals[-1] == record["games_played"],
        "total_games must be ascending counts that end with games_played",
    )


def _require(condition: bool, rule: str) -> None:
    if not condition:
        raise BadRun(rule)


def _is_row(value: Any) -> bool:
    """Return whether a value is a row of numbers. Other columns than `COLUMNS` may be infinite or NaN."""
    return (
        isinstance(value, dict)
        and all(type(number) is float or _is_number(number) for number in value.values())
        and all(_is_number(value.get(name)) for name in COLUMNS)
        and ("elo" not in value or ("elo_low" in value and "elo_high" in value))
    )


def _is_count(value: Any, min_count: int) -> bool:
    return type(value) is int and min_count <= value <= MAX_COUNT


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) <= MAX_COUNT and math.isfinite(value)
