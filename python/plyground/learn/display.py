"""A run as it is seen at the terminal while it goes on."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.live import Live
from rich.table import Table

LATEST: Final = 12
"""So many generations are shown."""

COLUMNS: Final = {
    "generation": ("gen.", "{:.0f}"),
    "minutes": ("min", "{:.1f}"),
    "games": ("games", "{:,.0f}"),
    "length": ("steps", "{:.0f}"),
    "rate": ("judged/s", "{:,.0f}"),
    "judging": ("in net", "{:.0%}"),
    "known": ("cached", "{:.0%}"),
    "policy": ("policy", "{:.3f}"),
    "value": ("value", "{:.3f}"),
    "elo": ("Elo", "{:+.0f}"),
    "score": ("score", "{:.2f}"),
}
"""The columns, their heads and how their numbers are written."""


@contextmanager
def shown(title: str) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Shows the latest rows of a run, and its strength, as a table that changes; where nobody watches, as lines."""
    console = Console(stderr=True)
    rows: list[dict[str, Any]] = []
    if not sys.stderr.isatty():
        yield lambda row: print(line(row), file=sys.stderr, flush=True)
        return
    with Live(_table(title, rows), console=console, auto_refresh=False) as live:

        def tell(row: dict[str, Any]) -> None:
            rows.append(row)
            live.update(_table(title, rows), refresh=True)

        yield tell


def line(row: dict[str, Any]) -> str:
    """A row in words.

    >>> line({"generation": 3, "games": 1536, "policy": 0.25, "mcts:200": 0.5})
    'gen. 3, games 1,536, policy 0.250, 0.50 against mcts:200'
    """
    told = [f"{head} {how.format(row[name])}" for name, (head, how) in COLUMNS.items() if row.get(name) is not None]
    return ", ".join([*told, *_against(row)])


def _against(row: dict[str, Any]) -> list[str]:
    """The scores against opponents."""
    known = {name.removesuffix(" low") for name in row if name.endswith(" low")} - {"elo"}
    names = [name for name in row if name in known or ":" in name.partition(" ")[0]]
    return [f"{row[name]:.2f} against {name}" for name in names if not name.endswith((" low", " high"))]


def _table(title: str, rows: list[dict[str, Any]]) -> Table:
    """The latest rows, and below them what was last measured."""
    strength = next((_against(row) for row in reversed(rows) if _against(row)), [])
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=title, title_justify="left")
    table.caption = "scores " + ", ".join(strength) if strength else "the first generation is being played"
    for head, _ in COLUMNS.values():
        table.add_column(head, justify="right")
    for row in rows[-LATEST:]:
        table.add_row(*("" if row.get(name) is None else how.format(row[name]) for name, (_, how) in COLUMNS.items()))
    return table
