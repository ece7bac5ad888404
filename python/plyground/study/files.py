"""Reports from their files, and studies once more."""

from os import PathLike
from typing import Any

from .._core import Game, game
from .balance import balance
from .findings import BadReport, Findings, built, read
from .report import Change, Course, Report, Row
from .sequential import Sprt


def load(path: "str | PathLike[str]") -> Report:
    """A report from the file that its `save` wrote."""
    found = read(path)
    try:
        kind = found.pop("kind")
        if kind != "Report":
            raise BadReport(f"{path} holds a report of an unknown kind, {kind!r}")
        rows = tuple(
            built(Row, row | {"path": row["path"] and built(Course, row["path"])}) for row in found.pop("rows")
        )
        changes = tuple(built(Change, change) for change in found.pop("changes"))
        return Report(rows, changes=changes, **found)
    except (AttributeError, KeyError, TypeError) as error:
        raise BadReport(f"{path} is not a whole report: {error!r}") from error


def repeat(report: "Findings | str | PathLike[str]", **more: Any) -> Report:
    """Does the study of a report, or of the file of one, once more: it finds the same.

    What does not change the figures may be said anew: ``threads``, ``store``, ``engine``, ``progress``.
    """
    asked = dict((report if isinstance(report, Findings) else load(report)).study)
    if extra := set(more) - {"threads", "store", "engine", "progress"}:
        raise TypeError(f"a repeated study takes threads, store, engine and progress, not {', '.join(sorted(extra))}")
    if asked.pop("study", None) != "balance":
        raise BadReport("the report does not say what study it is of")
    variants = [_game(one) for one in asked.pop("variants")]
    sprt = asked.pop("sprt")
    return balance(*variants, sprt=sprt and Sprt(*sprt), **asked, **more)


def _game(found: dict[str, Any]) -> Game:
    return game(found["id"], **found["options"])
