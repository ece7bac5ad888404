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
    """Prints a table with light lines, its cells in several lines where it would be too wide, or each row as a list of its own.

    A column with ``#`` before its name holds numbers.
    """
    rows = list(rows)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=title, title_justify="left")
    for column in columns:
        table.add_column(column.lstrip("#"), justify="right" if column.startswith("#") else "left")
    for row in rows:
        table.add_row(*map(escape, row))
    screen = console()
    surplus = screen.measure(table, options=screen.options.update(width=10_000)).maximum - screen.width
    if surplus <= 0 or _squeezed(table, surplus):
        screen.print(table)
        return
    for line in [] if title is None else [title, ""]:
        print(line)
    for first, *others in rows:
        print(first)
        for column, cell in zip(columns[1:], others, strict=True):
            if cell:
                print(f"  {column.lstrip('#')}: {cell}")


def _squeezed(table: Table, surplus: int) -> bool:
    """Makes columns narrower, the widest first, by as much as is too wide; words stay whole. False if that cannot be."""
    texts = [[str(column.header), *map(str, column.cells)] for column in table.columns]
    widths = [max(map(len, cells)) for cells in texts]
    least = [max(len(word) for cell in cells for word in cell.split() or [""]) for cells in texts]
    if sum(widths) - sum(least) < surplus:
        return False
    for _ in range(surplus):
        _, at = max((widths[at], at) for at in range(len(widths)) if widths[at] > least[at])
        widths[at] -= 1
    for column, width in zip(table.columns, widths, strict=True):
        column.width = width
    return True
