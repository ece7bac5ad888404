"""The page of the Balance Atlas."""

import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib import resources
from os import PathLike
from typing import Any, Final

from ...atomic_files import write
from ..statistics.fairness import MARGIN
from .atlas_findings import atlas_findings, elo_per_doubling, kind_of, pairs_of, placed_rows
from .atlas_rows import DIFFERENT, EQUIVALENT, SYMMETRIC, AgentComparison, Place, strongest_rows
from .report import Report
from .rows import NEARLY_FAIR, UNFAIR, UNKNOWN, Row

VERDICTS: Final = (EQUIVALENT, DIFFERENT, UNKNOWN)

BALANCES: Final = (NEARLY_FAIR, UNFAIR, UNKNOWN)

Pair = tuple[str, str]


def write_atlas(report: Report[Row], path: "str | PathLike[str]") -> None:
    """Write an atlas as an HTML page: the findings, and a table to sort and filter.

    Parameters
    ----------
    report : Report
        A report of `atlas`.
    path : path
        The file to write.

    Raises
    ------
    ValueError
        If the report is not one of `atlas`.

    Examples
    --------
    >>> import plyground as pg, tempfile
    >>> report = pg.study.atlas("stax", "checkers", agents=["random", "greedy"], games=20)
    >>> pg.study.write_atlas(report, tempfile.mkdtemp() + "/atlas.html")
    """
    if report.study.get("study") != "atlas":
        raise ValueError("report must be a report of plyground.study.atlas")
    template = (resources.files(__package__) / "atlas.html").read_text(encoding="utf-8")
    machine = ", ".join(f"{name} {value}" for name, value in report.machine.items())
    content = {
        "findings": "\n".join(f"<li>{_with_code(line)}</li>" for line in atlas_findings(report)),
        "confidence": f"{report.confidence:.0%}",
        "num_rows": str(len(report.rows)),
        "margin": str(MARGIN),
        "seed": escape(str(report.seed)),
        "machine": escape(machine),
        # No text may end the script element.
        "data": json.dumps(_data(report), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    }
    write(path, re.sub(r"\{\{(\w+)\}\}", lambda name: content[name[1]], template))


def _with_code(line: str) -> str:
    """Return a line as HTML, with the words between backquotes as code."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(line))


def _data(report: Report[Row]) -> dict[str, Any]:
    """Return the content of the table."""
    agents = list(dict.fromkeys(row.agents for row in report.rows))
    pairs = pairs_of(report)
    rows: dict[tuple[str, str], list[Row]] = {}
    for row in report.rows:
        rows.setdefault((row.id, row.options), []).append(row)
    placed = {(place.id, place.options): place for place in report.places}
    others = [row for row in report.rows if (row.id, row.options) not in placed]
    compared: dict[tuple[str, str], dict[Pair, AgentComparison]] = {}
    for one in report.comparisons:
        compared.setdefault((one.id, one.options), {})[one.agents] = one
    return {
        "agents": agents,
        "starts": ["start", "balanced random turns" if report.study.get("balanced") else "random turns"],
        "verdicts": VERDICTS,
        "balances": BALANCES,
        "views": _views(agents, {pair: len(found) for pair, found in pairs.items()}),
        "games": [
            _game(
                rows[row.id, row.options],
                row,
                placed.get((row.id, row.options)),
                agents,
                [compared.get((row.id, row.options), {}).get(pair) for pair in pairs],
                report.confidence,
            )
            for row in (*placed_rows(report), *strongest_rows(others, report.comparisons))
        ],
    }


def _views(agents: Sequence[str], counts: Mapping[Pair, int]) -> list[dict[str, Any]]:
    """Return the choices of agents to show, given the number of games of each pair.

    Pairs of different kinds come first, and among them those with the most games, then the strongest.
    """
    pairs = list(counts)
    order = sorted(
        range(len(pairs)), key=lambda at: (kind_of(pairs[at][0]) == kind_of(pairs[at][1]), -counts[pairs[at]], -at)
    )
    views: list[dict[str, Any]] = [
        {"title": " and ".join(pairs[at]), "agents": [agents.index(name) for name in pairs[at]], "pair": at}
        for at in order
    ]
    if not views and len(agents) > 1:
        views.append({"title": "all", "agents": list(range(len(agents))), "pair": None})
    shown = {at for view in views for at in view["agents"] if view["pair"] is not None}
    return views + [{"title": name, "agents": [at], "pair": None} for at, name in enumerate(agents) if at not in shown]


def _game(
    rows: Sequence[Row],
    strongest: Row,
    place: Place | None,
    agents: Sequence[str],
    comparisons: Sequence[AgentComparison | None],
    confidence: float,
) -> dict[str, Any]:
    """Return a line of the table. Measures are those of the row that decides the place.

    A game without a place has no verdicts.
    """

    def verdict(row: Row) -> int | None:
        return None if place is None else BALANCES.index(row.balance(confidence))

    cells: list[list[Any]] = [[None, None] for _ in agents]
    for row in rows:
        shares = (round(share, 3) for share in (row.score, row.score_low, row.score_high))
        cells[agents.index(row.agents)][int("random turn" in row.start)] = [*shares, row.games, verdict(row)]
    gains = [
        gain
        for one in comparisons
        if one is not None and strongest.agents in one.agents and (gain := elo_per_doubling(one)) is not None
    ]
    return {
        "title": strongest.title,
        "id": strongest.id,
        "options": strongest.options,
        "seats": len(strongest.seats),
        "fair": strongest.fair_score,
        "balance": verdict(strongest),
        "best": None if place is None else place.best,
        "worst": None if place is None else place.worst,
        "symmetric": strongest.id in SYMMETRIC,
        "cells": cells,
        "pairs": [None if one is None else _pair(one) for one in comparisons],
        "doubling": round(gains[0]) if gains else None,
        "draws": round(strongest.draw_rate, 3),
        "steps": round(strongest.mean_steps, 1),
        "branching": _rounded(strongest.branching, 1),
        "leads": _rounded(strongest.lead_changes, 2),
        "drama": _rounded(strongest.drama, 3),
    }


def _pair(one: AgentComparison) -> list[Any]:
    """Return what the table says about two agents: the largest difference, the verdict, and the score of the match."""
    largest = max((seat.value for seat in one.seats), key=abs)
    return [round(largest, 3), VERDICTS.index(one.verdict), round(one.match_score.value, 3)]


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)
