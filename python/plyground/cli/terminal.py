"""Tables, at a terminal or into a pipe."""

import os
import sys
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

PIPE_WIDTH = 300
"""Columns to use where nothing says how many there are: in files and pipes."""


def console() -> Console:
    """Where tables are printed."""
    known = sys.stdout.isatty() or "COLUMNS" in os.environ
    return Console(width=None if known else PIPE_WIDTH, highlight=False)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str | None = None) -> None:
    """Prints a table with light lines, or where it is too wide for that, each row as a list of its own.

    A column with ``#`` before its name holds numbers.
    """
    rows = list(rows)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=title, title_justify="left")
    for column in columns:
        table.add_column(column.lstrip("#"), justify="right" if column.startswith("#") else "left")
    for row in rows:
        table.add_row(*map(escape, row))
    screen = console()
    if screen.measure(table, options=screen.options.update(width=10_000)).maximum <= screen.width:
        screen.print(table)
        return
    for line in [] if title is None else [title, ""]:
        print(line)
    for first, *others in rows:
        print(first)
        for column, cell in zip(columns[1:], others, strict=True):
            if cell:
                print(f"  {column.lstrip('#')}: {cell}")
