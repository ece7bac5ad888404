"""The section on observation planes of a reference page: tables of rows, with a column for each observation."""

from collections.abc import Sequence
from dataclasses import dataclass

from game_planes import TOTAL, Layout, Row, merged

_COLUMNS = 6
"""Tables with more observations are split."""


@dataclass(frozen=True)
class Observation:
    """The planes of some games with the same options."""

    name: str
    seats: int
    options: tuple[str, ...]
    shape: tuple[int, ...]
    layout: Layout


def planes_section(observations: Sequence[Observation]) -> list[str]:
    """Return the lines that list the planes of a family."""
    lines: list[str] = []
    for group in _tables(observations):
        lines += [*_table(group), ""]
    return lines


def _tables(observations: Sequence[Observation]) -> list[list[Observation]]:
    """Group the observations of relatives; where these are many, by the rows that the number of seats does not decide."""
    groups: dict[object, list[Observation]] = {}
    for each in observations:
        groups.setdefault(each.options or each.name, []).append(each)
    tables = []
    for group in groups.values():
        if len(group) <= _COLUMNS:
            tables.append(group)
            continue
        by_rows: dict[object, list[Observation]] = {}
        for each in group:
            rows = [row for row, _ in each.layout.rows if not _is_by_seats(row, group)]
            by_rows.setdefault(tuple(rows), []).append(each)
        tables += by_rows.values()
    return tables


def _is_by_seats(row: Row, group: Sequence[Observation]) -> bool:
    """Whether the number of seats decides if games have a row."""
    having = {each.seats for each in group if row in dict(each.layout.rows)}
    lacking = {each.seats for each in group if row not in dict(each.layout.rows)}
    return bool(lacking) and not having & lacking


def _table(observations: Sequence[Observation]) -> list[str]:
    names = [each.name for each in observations]
    lines = [f"| {' | '.join(names)} | name | shows | encoding |", f"|{'---|' * (len(names) + 3)}"]
    for row in merged([each.layout for each in observations]):
        places = [dict(each.layout.rows).get(row) for each in observations]
        numbers = {place.number for place in places if place}
        if len(numbers) == 1:
            cells = [str(place or "") for place in places]
            shows, encoding = (text.replace(TOTAL, str(*numbers)) for text in (row.shows, row.encoding))
        else:
            cells = [f"{place}, *N* = {place.number}" if place else "" for place in places]
            shows, encoding = row.shows, row.encoding
        lines.append(f"| {' | '.join(cells)} | {row.name} | {shows} | {encoding} |")
    return lines
