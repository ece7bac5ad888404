"""Reads reports from files."""

from collections.abc import Mapping
from os import PathLike
from typing import Any, Final

from .base_report import FORMAT, BaseReport
from .compensations import Compensations
from .piece_values import PieceValues
from .ratings import Ratings
from .report import Report
from .rows import Row, ScoreRow
from .typed_json import BadReport, checked_fields, checked_value, read_json

KINDS: Final[dict[str, type[BaseReport]]] = {
    kind.__name__: kind for kind in (Report, Ratings, PieceValues, Compensations)
}


def load(path: "str | PathLike[str]") -> Any:
    """Read a report that `BaseReport.save` wrote.

    Parameters
    ----------
    path : path
        The file.

    Returns
    -------
    Report, Ratings, PieceValues or Compensations
        The report.

    Raises
    ------
    BadReport
        If the file is not a report, is damaged, or has another format.

    Examples
    --------
    >>> import plyground as pg, tempfile
    >>> path = tempfile.mkdtemp() + "/report.json"
    >>> pg.study.match("stax", games=10).save(path)
    >>> type(pg.study.load(path)).__name__
    'Ratings'
    """
    found = read_json(path)
    if not isinstance(found, dict) or "plyground study" not in found:
        raise BadReport(f"{path} is not a report of a study")
    version = found.pop("plyground study")
    if version != FORMAT:
        age = "an older" if isinstance(version, int) and version < FORMAT else "another"
        raise BadReport(
            f"{path} was written by {age} version of plyground (format {version!r:.20}); this one reads format {FORMAT}: "
            "run the study again"
        )
    kind = KINDS.get(str(found.pop("kind", None)))
    if kind is None:
        raise BadReport(f"{path} is not a report of a study")
    try:
        report = _report(kind, found)
    except BadReport as error:
        raise BadReport(f"{path} is not a complete report of a study: {error}") from error
    return report


def _report(kind: type[BaseReport], found: dict[str, Any]) -> BaseReport:
    """A report from the content of a file."""
    values = checked_fields(kind, found, kind.__name__)
    if not values["rows"]:
        raise BadReport("it has no rows")
    if kind is Report:
        first = values["rows"][0]
        row_type = ScoreRow if isinstance(first, dict) and "score_std" in first else Row
        values["rows"] = tuple(
            checked_value(row_type, row, f"Report.rows[{at}]") for at, row in enumerate(values["rows"])
        )
    study = values["study"]
    if "variants" in study:
        recorded_variants(study)
    return kind(**values)


def recorded_variants(study: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the games in the record of a study, as `game_dict` describes them. Raise BadReport if they are not valid."""
    found = study.get("variants")
    if not isinstance(found, list):
        raise BadReport("the record of the study has no list of variants")
    for one in found:
        if not (isinstance(one, dict) and isinstance(one.get("id"), str) and is_options(one.get("options"))):
            raise BadReport(f"a variant must have an id and options, got {str(one)[:80]}")
        if not isinstance(one.get("frame"), str):
            raise BadReport(f"the frame of a variant must be 'seat' or 'board', got {str(one.get('frame'))[:80]}")
    return found


def is_options(found: object) -> bool:
    """Return whether this is a dictionary of options."""
    return isinstance(found, dict) and all(isinstance(value, bool | int | str) for value in found.values())
