"""The section on observation planes of a reference page: tables of rows, with a column for each observation."""

from collections.abc import Sequence
from dataclasses import dataclass

from game_planes import TOTAL, Layout, Row, merged

_COLUMNS = 6
"""Tables with more observations are split."""
_SHARED = 4
"""Tables refer to an earlier one for this number of rows or more at their start."""


@dataclass(frozen=True)
class Observation:
    """The planes of some games with the same options."""

    name: str
    seats: int
    options: tuple[str, ...]
    layout: Layout


def planes_section(observations: Sequence[Observation]) -> list[str]:
    """Return the lines that list the planes of a family."""
    lines: list[str] = []
    shown: list[Observation] = []
    for group in _tables(observations):
        lines += [*_table(group, shown), ""]
        shown += group
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


def _table(observations: Sequence[Observation], shown: Sequence[Observation]) -> list[str]:
    names = [each.name for each in observations]
    lines = [f"| {' | '.join(names)} | name | shows | encoding |", f"|{'---|' * (len(names) + 3)}"]
    rows = merged([each.layout for each in observations])
    earlier = next((each for each in shown if _shared(observations, each) >= _SHARED), None)
    if earlier:
        count = _shared(observations, earlier)
        stop = str(earlier.layout.rows[count - 1][1]).split("-")[-1]
        lines.append(f"| 0-{stop} | as in {earlier.name} | | |")
        rows = rows[count:]
    for row in rows:
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


def _shared(observations: Sequence[Observation], earlier: Observation) -> int:
    """How many first rows of a single observation are those of an earlier one."""
    if len(observations) > 1:
        return 0
    pairs = zip(observations[0].layout.rows, earlier.layout.rows, strict=False)
    return next((at for at, (one, two) in enumerate(pairs) if one != two), 0)
