"""The Balance Atlas: every variant as random players and two kinds of searchers play it, on one sorted page."""

from collections.abc import Mapping, Sequence
from html import escape
from numbers import Real
from os import PathLike
from typing import Any, Final, Literal

from .._core import Game
from ..options import resolve_game
from .balance import together
from .behaviour import behaviour
from .findings import machine
from .games import Games
from .intervals import check_confidence, gain, signed
from .measuring import measured
from .plan import Plan, plans, variant
from .players import Agent, several
from .playing import Progress, table
from .reckoning import check_games, check_room
from .report import Report
from .rows import Disagreement, Row
from .scoring import need_wins, win_shares
from .starts import AT_START, Start, starts_of
from .writing import write

AGENTS: Final = ("random", "ab:2", "mcts:100,cut=1")
"""Random players, and two kinds of searchers that are about as strong as each other: see `docs/agents.md`."""

TURNS: Final = 4
"""Searchers would play much the same game again and again if it did not begin at another place each time."""


def atlas(
    *variants: str | Game,
    agents: Sequence[Agent] | Mapping[str, Agent] = AGENTS,
    games: int | Sequence[Sequence[int]] = 10_000,
    least: int = 1,
    seconds: float | None = None,
    seed: int = 0,
    confidence: float = 0.95,
    start: Start = None,
    openings: int = TURNS,
    balanced: bool | None = None,
    threads: int | None = None,
    store: "str | PathLike[str] | None" = None,
    engine: Literal["ray"] | None = None,
    progress: Progress = False,
    **options: Any,
) -> Report[Row]:
    """Studies variants as played by several kinds of agents, within a budget of games and of seconds for each.

    The last two agents, if there are two that are not ``random``, are compared: `Report.disagreements` says by how much they
    differ in what each team scores, and flags what is more than chance. Such a figure tells of an agent's horizon rather than
    of the game. All but random players begin after so many random turns as ``openings`` says, which are ``balanced`` if that is
    not False.

    ``seconds`` is for each agent in each variant; ``least`` games are played however long they take. A ``store`` goes on
    where it was stopped, and knows how long its games took. The report says how many games of each there was time for
    (``study["games"]``, a list for each variant); whoever says the same numbers finds the same figures. Other options are those
    of `plyground.game`, of every variant that is named.
    """
    if seconds is not None and not (isinstance(seconds, Real) and seconds > 0):
        raise ValueError(f"a budget is more than 0 seconds, not {seconds!r}")
    players = several(agents)
    check_confidence(confidence)
    check_games(least)
    rules = [resolve_game(variant, options) for variant in variants]
    for one in rules:
        need_wins(one, "advantage to sort games by", "plyground.study.strength measures its score at several strengths")
    starts = starts_of(start, openings, bool(openings) if balanced is None else balanced)
    places = [AT_START if player.agent == "random" else starts for player in players]
    asked = list(
        zip(
            *(
                plans(rules, [player], seed, measures=True, starts=place)
                for player, place in zip(players, places, strict=True)
            ),
            strict=True,
        )
    )
    counts = [[games] * len(players) for _ in asked] if isinstance(games, int) else games
    lists = isinstance(counts, Sequence) and all(isinstance(line, Sequence) for line in counts)
    if not lists or [len(line) for line in counts] != [len(players)] * len(asked):
        raise ValueError(f"say one number of games, or for each of {len(asked)} variants one for each agent")
    for count in (count for line in counts for count in line):
        check_games(count)
    check_room(pair for line, most in zip(asked, counts, strict=True) for pair in zip(line, most, strict=True))
    rows: list[Row] = []
    disagreements: list[Disagreement] = []
    with table(progress, sum(map(sum, counts)), threads=threads, store=store, engine=engine) as at:
        for line, most in zip(asked, counts, strict=True):
            played = [
                at.play(plan, count, seconds=seconds, least=min(least, count))
                for plan, count in zip(line, most, strict=True)
            ]
            # A tree of openings for each of hundreds of rows would be most of the report.
            rows += [measured(plan, of, confidence, tree=False) for plan, of in zip(line, played, strict=True)]
            if len(line) > 1 and "random" not in (line[-2].names[0], line[-1].names[0]):
                disagreements.append(_disagreement(line[-2:], played[-2:], rows[-1].options, confidence))
    found = [row.games for row in rows]
    study = {
        "study": "atlas",
        "variants": [variant(one) for one in rules],
        "agents": [plan.names[0] for plan in asked[0]],
        "games": [found[at : at + len(players)] for at in range(0, len(found), len(players))],
        "seed": seed,
        "confidence": confidence,
        **starts.told,
        "behaviour": behaviour(rules, players),
    }
    return Report(together(rows), seed, confidence, study=study, machine=machine(), disagreements=tuple(disagreements))


def _disagreement(line: Sequence[Plan], played: Sequence[Games], options: str, confidence: float) -> Disagreement:
    """How two agents differ in what they make of a game: in games of one number, which begin at the same place."""
    rules = line[0].game
    sides = rules.info.teams
    heads = [sides.index(team) for team in sorted(set(sides))]
    # Of two teams, one loses what the other wins.
    heads = heads[:1] if len(heads) == 2 else heads
    of_each = 1 - (1 - confidence) / len(heads)
    both = min(map(len, played))
    before, after = (win_shares(rules, games.returns[:both]) for games in played)
    seats = tuple(gain(after[:, seat], before[:, seat], of_each, shares=True) for seat in heads)
    return Disagreement(
        id=rules.id,
        options=options,
        agents=(line[0].names[0], line[1].names[0]),
        seats=seats,
        flagged=any(not one.low <= 0 <= one.high for one in seats),
    )


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
"""What marks a game of which two kinds of agents do not agree."""

WIDTH, HEIGHT = 120, 14
"""The size of the picture of an interval, in pixels."""


def write_page(report: Report[Row], path: "str | PathLike[str]") -> None:
    """Writes an atlas as a page: the games that all who search find least even come first."""
    if not report.rows or not all(isinstance(row, Row) for row in report.rows):
        raise ValueError("a page is of games that are won or drawn, as in a report of plyground.study.atlas")
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
<p>What the first move is worth in {len(lines)} games, as played by {escape(" and by ".join(agents))}: the Elo points by
which the seat that moves first is ahead, its score, and the {report.confidence:.0%} interval of that as a bar from 0 to 1, the
line being a fair share.
Red: that the game is fair to all its seats is rejected at {1 - report.confidence:.0%}, corrected by Holm's method for
{len(report.rows)} studies. The games whose first seat is surest to be far ahead or behind, whoever searches, come first.</p>
{_of_flags(report, flags)}
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


def _of_flags(report: Report[Row], flags: int) -> str:
    """What the flags mean, if two kinds of agents were compared."""
    if not report.disagreements:
        return ""
    one, other = (escape(agent) for agent in report.disagreements[0].agents)
    chance = 1 - report.confidence
    return f"""<p><b>{FLAG}</b>: {other} and {one} do not agree on what the game gives to its teams, in {flags} of
{len(report.disagreements)} games: the {report.confidence:.0%} interval of the difference, for all teams together, leaves out 0.
In one game of {1 / chance:.0f} that is chance; else it tells of what an agent does not see rather than of the game, and such
figures say little of its balance. The number is by how much the first team scores more by {other}.</p>"""


def _unevenness(rows: Sequence[Row]) -> tuple[float, float]:
    """How far from fair a game is for sure, and how far it seems to be: to those searchers who find it most even."""
    searched = [row for row in rows if row.agents != "random"] or rows
    return (
        min(max(row.elo_low, -row.elo_high, 0.0) for row in searched),
        min(abs(row.elo) for row in searched),
    )


def _line(rows: Sequence[Row], differ: Mapping[tuple[str, str], Disagreement], confidence: float) -> str:
    """A game in the table."""
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
    """The figures of a game at one strength."""
    uneven = " uneven" if row.uneven(confidence) else ""
    return (
        f'<td class="begin{uneven}">{signed(row.elo)}</td><td>{row.score:.3f}</td>'
        f'<td>{_bar(row, confidence)}</td><td class="id">{_seats(row)}</td>'
        f"<td>{row.draw_rate:.0%}</td><td>{row.steps:.0f}</td><td>{row.games:,}</td>"
    )


def _seats(row: Row) -> str:
    """The scores of all seats, where there are more than two."""
    return " ".join(f"{seat.value:.2f}" for seat in row.seats) if len(row.seats) > 2 else ""


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
