"""The page of the Balance Atlas."""

from collections.abc import Mapping, Sequence
from html import escape
from os import PathLike
from typing import Final

from ...atomic_files import write
from ..statistics.intervals import signed_elo
from .report import Report
from .rows import Disagreement, Row

STYLE: Final = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em; color: #222; }
p { max-width: 60em; }
table { border-collapse: collapse; }
th, td { padding: .25em .6em; text-align: right; white-space: nowrap; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; }
thead th { position: sticky; top: 0; background: #fff; vertical-align: bottom; font-weight: 600; }
.group { text-align: center; border-left: 1px solid #bbb; }
.begin { border-left: 1px solid #bbb; }
.id { color: #777; font-size: 85%; }
.uneven { color: #b3261e; }
svg { vertical-align: middle; }
"""

FLAG: Final = "≠"
"""Marks a game in which two kinds of agents differ."""

WIDTH, HEIGHT = 120, 14
"""The size of an interval's drawing, in pixels."""


def write_atlas(report: Report[Row], path: "str | PathLike[str]") -> None:
    """Write an atlas as an HTML page, sorted by the advantage of the first seat.

    A game's place depends on the searching agent that finds it most even.

    Parameters
    ----------
    report : Report
        A report of `atlas`.
    path : path
        The file to write.

    Raises
    ------
    ValueError
        If the report is not of games with winners.

    Examples
    --------
    >>> import plyground as pg, tempfile
    >>> report = pg.study.atlas("stax", "checkers", agents=["random", "greedy"], games=20)
    >>> pg.study.write_atlas(report, tempfile.mkdtemp() + "/atlas.html")
    """
    if not report.rows or not all(isinstance(row, Row) for row in report.rows):
        raise ValueError("report must be a report of plyground.study.atlas, of games with winners")
    agents = list(dict.fromkeys(row.agents for row in report.rows))
    games: dict[tuple[str, str], list[Row]] = {}
    for row in report.rows:
        games.setdefault((row.id, row.options), []).append(row)
    lines = sorted(games.values(), key=_unevenness, reverse=True)
    differ = {(one.id, one.options): one for one in report.disagreements}
    heads = "".join(f'<th class="group" colspan="7">{escape(agent)}</th>' for agent in agents)
    heads += '<th class="group" rowspan="2">differ</th>' if differ else ""
    names = ("Elo", "score", "", "all seats", "draws", "steps", "games")
    columns = "".join(f"<th>{name}</th>" for name in names)
    body = "\n".join(_line(rows, differ, report.confidence) for rows in lines)
    flags = sum(one.flagged for one in report.disagreements)
    told = ", ".join(f"{name} {value}" for name, value in report.machine.items())
    page = f"""<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Balance Atlas</title>
<style>{STYLE}</style>
<h1>Balance Atlas</h1>
<p>The advantage of the first move in {len(lines)} games, as played by {escape(" and by ".join(agents))}. The columns show the
first seat's advantage in Elo points, its score, and the {report.confidence:.0%} confidence interval of the score as a bar from 0
to 1, in which the line is the fair score. Red: the hypothesis that the game is fair to all seats is rejected at the
{1 - report.confidence:.0%} level, adjusted by Holm's method for {len(report.rows)} rows. Games in which all searching agents find
a large advantage come first.</p>
{_flag_note(report, flags)}
<table>
<thead><tr><th rowspan="2">game</th><th rowspan="2">seats</th>{heads}</tr>
<tr>{columns * len(agents)}</tr></thead>
<tbody>
{body}
</tbody>
</table>
<p class="id">seed {escape(str(report.seed))}; {escape(told)}</p>
</html>
"""
    write(path, page)


def _flag_note(report: Report[Row], flags: int) -> str:
    """The explanation of the flags, if two kinds of agents were compared."""
    if not report.disagreements:
        return ""
    one, other = (escape(agent) for agent in report.disagreements[0].agents)
    chance = 1 - report.confidence
    return f"""<p><b>{FLAG}</b>: {other} and {one} give different scores to the teams, in {flags} of
{len(report.disagreements)} games. The {report.confidence:.0%} interval of the difference, for all teams together, excludes
0. One game in {1 / chance:.0f} is flagged by chance. Otherwise, an agent misses something in this game, and its figures say
little
about the balance. The number is the first team's score with {other} minus that with {one}.</p>"""


def _unevenness(rows: Sequence[Row]) -> tuple[float, float]:
    """The advantage that is certain, and the estimate, with the searching agent that finds the game most even."""
    searched = [row for row in rows if row.agents != "random"] or rows
    return (
        min(max(row.elo_low, -row.elo_high, 0.0) for row in searched),
        min(abs(row.elo) for row in searched),
    )


def _line(rows: Sequence[Row], differ: Mapping[tuple[str, str], Disagreement], confidence: float) -> str:
    """A game as a row of the table."""
    first = rows[0]
    cells = "".join(_cells(row, confidence) for row in rows)
    if differ:
        one = differ.get((first.id, first.options))
        mark = f"{one.seats[0].value:+.2f}{FLAG if one.flagged else ''}" if one else ""
        cells += f'<td class="begin{" uneven" if one and one.flagged else ""}">{mark}</td>'
    options = f" {escape(first.options)}" if first.options else ""
    return (
        f'<tr><td>{escape(first.title)} <span class="id">{escape(first.id)}{options}</span></td>'
        f"<td>{len(first.seats)}</td>{cells}</tr>"
    )


def _cells(row: Row, confidence: float) -> str:
    """The cells for one agent."""
    uneven = " uneven" if row.is_unfair(confidence) else ""
    return (
        f'<td class="begin{uneven}">{signed_elo(row.elo)}</td><td>{row.score:.3f}</td>'
        f'<td>{_bar(row, confidence)}</td><td class="id">{_seats(row)}</td>'
        f"<td>{row.draw_rate:.0%}</td><td>{row.mean_steps:.0f}</td><td>{row.games:,}</td>"
    )


def _seats(row: Row) -> str:
    """The scores of all seats, if there are more than two."""
    return " ".join(f"{seat.value:.2f}" for seat in row.seats) if len(row.seats) > 2 else ""


def _bar(row: Row, confidence: float) -> str:
    """The interval of a score as a drawing."""
    color = "#b3261e" if row.is_unfair(confidence) else "#2563a8"
    low, value, high, fair = (WIDTH * share for share in (row.score_low, row.score, row.score_high, row.fair_score))
    return (
        f'<svg width="{WIDTH}" height="{HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="#f2f2f2"/>'
        f'<line x1="{fair:.1f}" x2="{fair:.1f}" y2="{HEIGHT}" stroke="#888"/>'
        f'<rect x="{low:.1f}" y="5" width="{max(1.0, high - low):.1f}" height="4" fill="{color}"/>'
        f'<circle cx="{value:.1f}" cy="7" r="3" fill="{color}"/></svg>'
    )
