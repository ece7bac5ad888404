"""Tables and texts that fit the width of the terminal."""

import os
import pydoc
import sys
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from .. import Info

PIPE_WIDTH = 300
"""Width in columns of output to files and pipes."""

EDGES, GAP = 2, 3
"""Columns that the edges of a table and the space between two of its columns take."""


def console() -> Console:
    """Return the console for standard output."""
    is_width_known = sys.stdout.isatty() or "COLUMNS" in os.environ
    return Console(width=None if is_width_known else PIPE_WIDTH, highlight=False)


MAX_LINE = 100
"""The greatest width in columns of lines of sentences."""


def print_summary(info: Info) -> None:
    """Print the summary of a game, if it has one, in lines that fit the terminal."""
    if info.summary:
        print(textwrap.fill(info.summary, min(console().width, MAX_LINE)))


def show_text(text: str) -> None:
    """Show a long text: in a pager at a terminal, and otherwise on standard output."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        pydoc.pager(text)
    else:
        print(text, end="")


@dataclass(frozen=True)
class Column:
    """A column of a table: a heading with marks in front (see `print_table`), and the cells."""

    marked_heading: str
    cells: tuple[str, ...]

    @property
    def heading(self) -> str:
        """The heading without marks."""
        return self.marked_heading.lstrip("#?~!")

    def has_mark(self, mark: str) -> bool:
        """Return whether the heading has this mark."""
        return mark in self.marked_heading[: len(self.marked_heading) - len(self.heading)]

    @cached_property
    def max_width(self) -> int:
        """Width with the heading and every cell on one line."""
        return max(map(len, (self.heading, *self.cells)))

    @cached_property
    def min_width(self) -> int:
        """Width with a wrapped heading. Cells are wrapped only in columns of sentences."""
        cells = [word for cell in self.cells for word in cell.split()] if self.has_mark("~") else self.cells
        return max(map(len, (*self.heading.split(), *cells)), default=0)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str | None = None) -> None:
    """Print a table whose rows take one line each.

    A table that is too wide for the terminal is changed in this order until it fits:

    1. Headings are wrapped.
    2. Optional columns are left out, the widest first. A line below the table names them.
    3. The table is split into several. Each repeats the first column and the key columns.
    4. Each row is printed as a list.

    Parameters
    ----------
    columns : sequence of str
        The headings. Marks in front of a heading state the kind of column: ``#`` numbers, ``?`` optional, ``!`` key,
        ``~`` sentences, which may be wrapped.
    rows : iterable of sequences of str
        The cells of each row.
    title : str, optional
        A line above the table.
    """
    rows = list(rows)
    table = [Column(column, tuple(row[at] for row in rows)) for at, column in enumerate(columns)]
    screen = console()
    if title is not None:
        screen.print(title, style="table.title", markup=False)
    kept = _without_optional(table, screen.width)
    blocks = _split(kept, screen.width)
    if blocks is None:
        _print_lists(table)
        return
    for block in blocks:
        screen.print(_rich_table(block, _widths(block, screen.width)))
    if len(kept) < len(table):
        left_out = ", ".join(column.heading for column in table if column not in kept)
        print(f"columns left out to fit a width of {screen.width}: {left_out}")


def _min_width(columns: Sequence[Column]) -> int:
    """Return the smallest width of a table."""
    return EDGES + GAP * (len(columns) - 1) + sum(column.min_width for column in columns)


def _without_optional(table: Sequence[Column], width: int) -> list[Column]:
    """Return the columns without the optional ones that do not fit."""
    kept = list(table)
    while _min_width(kept) > width and (optional := [column for column in kept if column.has_mark("?")]):
        kept.remove(max(optional, key=lambda column: column.min_width))
    return kept


def _split(table: Sequence[Column], width: int) -> list[list[Column]] | None:
    """Split a table into tables that fit, each with the key columns. Return None if a column is too wide."""
    keys = [column for column in table if column is table[0] or column.has_mark("!")]
    blocks = [keys]
    for column in table:
        if column in keys:
            continue
        if _min_width([*blocks[-1], column]) > width and len(blocks[-1]) > len(keys):
            blocks.append(keys)
        blocks[-1] = [*blocks[-1], column]
    return blocks if all(_min_width(block) <= width for block in blocks) else None


def _widths(block: Sequence[Column], width: int) -> list[int]:
    """Return the widths of columns after narrowing the widest until the table fits."""
    widths = [column.max_width for column in block]
    for _ in range(EDGES + GAP * (len(block) - 1) + sum(widths) - width):
        _, at = max((widths[at], at) for at, column in enumerate(block) if widths[at] > column.min_width)
        widths[at] -= 1
    return widths


def _rich_table(block: Sequence[Column], widths: Sequence[int]) -> Table:
    """Return a table for the console."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column, width in zip(block, widths, strict=True):
        table.add_column(column.heading, justify="right" if column.has_mark("#") else "left", width=width)
    for row in zip(*(column.cells for column in block), strict=True):
        table.add_row(*map(escape, row))
    return table


def _print_lists(table: Sequence[Column]) -> None:
    """Print each row as a list."""
    first, *others = table
    for at, name in enumerate(first.cells):
        print(name)
        for column in others:
            if column.cells[at]:
                print(f"  {column.heading}: {column.cells[at]}")
