"""The Balance Atlas: every variant at two strengths of play, on one sorted page."""

from collections.abc import Mapping, Sequence
from html import escape
from numbers import Real
from os import PathLike
from typing import Final, Literal

from .._core import Game
from .balance import together
from .findings import machine
from .intervals import check_confidence, signed
from .measuring import measured
from .plan import plans, variant
from .players import Agent, several
from .playing import Progress, table
from .reckoning import check_games, check_room
from .report import Report
from .rows import Row
from .scoring import need_wins
from .writing import write


def atlas(
    *variants: str | Game,
    agents: Sequence[Agent] | Mapping[str, Agent] = ("random", "ab:2"),
    games: int | Sequence[Sequence[int]] = 10_000,
    seconds: float | None = None,
    seed: int = 0,
    confidence: float = 0.95,
    threads: int | None = None,
    store: "str | PathLike[str] | None" = None,
    engine: Literal["ray"] | None = None,
    progress: Progress = False,
) -> Report[Row]:
    """Studies variants at several strengths of play within a budget of games and of seconds for each.

    The report says how many games of each there was time for (``study["games"]``, a list for each variant); whoever
    says the same numbers finds the same figures.
    """
    if seconds is not None and not (isinstance(seconds, Real) and seconds > 0):
        raise ValueError(f"a budget is more than 0 seconds, not {seconds!r}")
    players = several(agents)
    check_confidence(confidence)
    asked = list(zip(*(plans(variants, [player], seed, measures=True) for player in players), strict=True))
    for line in asked:
        need_wins(
            line[0].game,
            "advantage to sort games by",
            "plyground.study.strength measures its score at several strengths",
        )
    counts = [[games] * len(players) for _ in asked] if isinstance(games, int) else games
    lists = isinstance(counts, Sequence) and all(isinstance(line, Sequence) for line in counts)
    if not lists or [len(line) for line in counts] != [len(players)] * len(asked):
        raise ValueError(f"say one number of games, or for each of {len(asked)} variants one for each agent")
    for count in (count for line in counts for count in line):
        check_games(count)
    check_room(pair for line, most in zip(asked, counts, strict=True) for pair in zip(line, most, strict=True))
    rows: list[Row] = []
    with table(progress, sum(map(sum, counts)), threads=threads, store=store, engine=engine) as at:
        for line, most in zip(asked, counts, strict=True):
            for plan, count in zip(line, most, strict=True):
                rows.append(measured(plan, at.play(plan, count, seconds=seconds), confidence))
    found = [row.games for row in rows]
    study = {
        "study": "atlas",
        "variants": [variant(line[0].game) for line in asked],
        "agents": [plan.names[0] for plan in asked[0]],
        "games": [found[at : at + len(players)] for at in range(0, len(found), len(players))],
        "seed": seed,
        "confidence": confidence,
    }
    return Report(together(rows), seed, confidence, study=study, machine=machine())


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

WIDTH, HEIGHT = 120, 14
"""The size of the picture of an interval, in pixels."""


def write_page(report: Report[Row], path: "str | PathLike[str]") -> None:
    """Writes an atlas as a page: the least even games, at the last strength, come first."""
    if not report.rows or not all(isinstance(row, Row) for row in report.rows):
        raise ValueError("a page is of games that are won or drawn, as in a report of plyground.study.atlas")
    agents = list(dict.fromkeys(row.agents for row in report.rows))
    games: dict[tuple[str, str], list[Row]] = {}
    for row in report.rows:
        games.setdefault((row.id, row.options), []).append(row)
    lines = sorted(games.values(), key=lambda rows: _unevenness(rows[-1]), reverse=True)
    heads = "".join(f'<th class="group" colspan="6">{escape(agent)}</th>' for agent in agents)
    names = ("Elo", "score", "", "draws", "steps", "games")
    columns = "".join(f"<th>{name}</th>" for name in names)
    body = "\n".join(_line(rows, report.confidence) for rows in lines)
    told = ", ".join(f"{name} {value}" for name, value in report.machine.items())
    page = f"""<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Balance Atlas</title>
<style>{STYLE}</style>
<h1>Balance Atlas</h1>
<p>What the first move is worth in {len(lines)} games, as played by {escape(" and by ".join(agents))}: the Elo points by
which the seat that moves first is ahead, its score, and the {report.confidence:.0%} interval of that as a bar from 0 to 1, the
line being a fair share.
Red: that the game is fair to all its seats is rejected at {1 - report.confidence:.0%}, corrected by Holm's method for
{len(report.rows)} studies. The games whose first seat is surest to be far ahead or behind by {escape(agents[-1])}
come first.</p>
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


def _unevenness(row: Row) -> tuple[float, float]:
    """How far from fair a game is for sure, and how far it seems to be."""
    sure = max(row.elo_low, -row.elo_high, 0.0)
    return sure, abs(row.elo)


def _line(rows: Sequence[Row], confidence: float) -> str:
    """A game in the table."""
    first = rows[0]
    cells = "".join(_cells(row, confidence) for row in rows)
    options = f" {escape(first.options)}" if first.options else ""
    return (
        f'<tr><td>{escape(first.title)} <span class="id">{escape(first.id)}{options}</span></td>'
        f"<td>{len(first.seats)}</td>{cells}</tr>"
    )


def _cells(row: Row, confidence: float) -> str:
    """The figures of a game at one strength."""
    uneven = " uneven" if row.uneven(confidence) else ""
    return (
        f'<td class="begin{uneven}">{signed(row.elo)}</td><td>{row.score:.3f}</td>'
        f"<td>{_bar(row, confidence)}</td><td>{row.draw_rate:.0%}</td><td>{row.steps:.0f}</td><td>{row.games:,}</td>"
    )


def _bar(row: Row, confidence: float) -> str:
    """The interval of a score as a picture."""
    color = "#b3261e" if row.uneven(confidence) else "#2563a8"
    low, value, high, fair = (WIDTH * share for share in (row.score_low, row.score, row.score_high, row.fair))
    return (
        f'<svg width="{WIDTH}" height="{HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="#f2f2f2"/>'
        f'<line x1="{fair:.1f}" x2="{fair:.1f}" y2="{HEIGHT}" stroke="#888"/>'
        f'<rect x="{low:.1f}" y="5" width="{max(1.0, high - low):.1f}" height="4" fill="{color}"/>'
        f'<circle cx="{value:.1f}" cy="7" r="3" fill="{color}"/></svg>'
    )
