"""Reports from their files, and studies once more."""

from collections.abc import Mapping
from dataclasses import fields
from os import PathLike
from types import MappingProxyType
from typing import Any, Final

from .atlas import atlas
from .balance import balance
from .comparing import restricted, strength
from .findings import BadReport, Findings, built, read
from .intervals import Interval
from .plan import game_of
from .players import Agent, again_as
from .ratings import Ratings, match
from .report import Report
from .rows import Change, Course, ScoreRow
from .scored import scores
from .sequential import Sprt
from .values import Values, pieces

KINDS: Final[dict[str, type[Findings]]] = {kind.__name__: kind for kind in (Report, Ratings, Values)}
STUDIES: Final = {
    "atlas": atlas,
    "balance": balance,
    "match": match,
    "pieces": pieces,
    "restricted": restricted,
    "scores": scores,
    "strength": strength,
}
FREE: Final = {"threads", "store", "engine", "progress"}
"""What the figures do not depend on."""


def load(path: "str | PathLike[str]") -> Any:
    """A `Report`, `Ratings` or `Values` from the file that its `save` wrote."""
    found = read(path)
    kind = KINDS.get(str(found.pop("kind", None)))
    if kind is None or set(found) != {field.name for field in fields(kind)}:
        raise BadReport(f"{path} is not a whole report of a study")
    for one in found["study"].get("variants", ()):
        # Reports say so since there are studies of other frames.
        one.setdefault("frame", "seat")
    try:
        found["rows"] = tuple(_row(kind, row) for row in found["rows"])
        if kind is Report:
            found["changes"] = tuple(built(Change, change) for change in found["changes"])
        if kind is Ratings:
            found["first_move"] = built(Interval, found["first_move"])
            found["duels"] = tuple(map(tuple, found["duels"]))
    except (AttributeError, KeyError, TypeError) as error:
        raise BadReport(f"{path} is not a whole report of a study: {error!r}") from error
    return kind(**found)


def _row(kind: type[Findings], row: Any) -> Any:
    """A row: of a game that comes to a score, or else what is usual in the report, with the course of a test if it had one."""
    if kind is Report and "deviation" in row:
        return built(ScoreRow, row)
    return built(kind.ROW, {**row, "path": built(Course, row["path"])} if row.get("path") is not None else row)


def repeat(
    report: "Findings | str | PathLike[str]", *, agents: Mapping[str, Agent] = MappingProxyType({}), **more: Any
) -> Any:
    """Does the study of a report, or of the file of one, once more: it finds the same.

    ``agents`` are the functions and networks that played in it, by their names: the report has no more of them. What does
    not change the figures may be said anew: ``threads``, ``store``, ``engine``, ``progress``.
    """
    asked: dict[str, Any] = dict((report if isinstance(report, Findings) else load(report)).study)
    if extra := set(more) - FREE:
        raise TypeError(f"a repeated study takes agents, {', '.join(sorted(FREE))}, not {', '.join(sorted(extra))}")
    study = STUDIES.get(str(asked.pop("study", None)))
    variants = asked.pop("variants", None)
    if study is None or not isinstance(variants, list):
        raise BadReport("the report does not say what study it is of")
    if asked.get("sprt"):
        asked["sprt"] = Sprt(*asked["sprt"])
    who = "agents" if "agents" in asked else "agent"
    asked[who] = again_as(asked.get(who, []), agents)
    rules = [game_of(one) for one in variants]
    changes: list[Mapping[str, Any]] = asked.pop("changes", [])
    again: Any = study
    return again(*rules, *changes, **asked, **more)
