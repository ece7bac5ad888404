"""Tables, at a terminal or into a pipe."""

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

PIPE_WIDTH = 300
"""Columns to use where nothing says how many there are: in files and pipes."""

EDGES, GAP = 2, 3
"""What lines and spaces take: beside a table, and between two of its columns."""


def console() -> Console:
    """Where tables are printed."""
    known = sys.stdout.isatty() or "COLUMNS" in os.environ
    return Console(width=None if known else PIPE_WIDTH, highlight=False)


@dataclass(frozen=True)
class Column:
    """A column of a table: its heading, behind marks, and what stands below."""

    marked: str
    cells: tuple[str, ...]

    @property
    def heading(self) -> str:
        """The name, without marks."""
        return self.marked.lstrip("#?~!")

    def marked_by(self, mark: str) -> bool:
        """Whether this mark stands before the name."""
        return mark in self.marked[: len(self.marked) - len(self.heading)]

    @cached_property
    def widest(self) -> int:
        """With all of it on one line."""
        return max(map(len, (self.heading, *self.cells)))

    @cached_property
    def least(self) -> int:
        """With the heading in several lines, and cells only if they are sentences."""
        cells = [word for cell in self.cells for word in cell.split()] if self.marked_by("~") else self.cells
        return max(map(len, (*self.heading.split(), *cells)), default=0)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str | None = None) -> None:
    """Prints a table with light lines, each row of it on one line.

    Where that is too wide, headings take several lines. Then columns with ``?`` before their names are left out, the
    widest first, and that is said. Then what does not fit stands in tables below, beside the first column again, which
    says what a row is of, and those with ``!`` before their names, which say more of that. If not even that leaves room
    for each of the others, each row is a list of its own.

    A column with ``#`` before its name holds numbers; one with ``~`` holds sentences, which may take several lines.
    """
    rows = list(rows)
    table = [Column(column, tuple(row[at] for row in rows)) for at, column in enumerate(columns)]
    screen = console()
    if title is not None:
        screen.print(title, style="table.title", markup=False)
    kept = _kept(table, screen.width)
    blocks = _blocks(kept, screen.width)
    if blocks is None:
        _print_lists(table)
        return
    for block in blocks:
        screen.print(_drawn(block, _widths(block, screen.width)))
    if len(kept) < len(table):
        left_out = ", ".join(column.heading for column in table if column not in kept)
        print(f"left out, for which {screen.width} columns are too few: {left_out}")


def _least(columns: Sequence[Column]) -> int:
    """How wide a table of these must be."""
    return EDGES + GAP * (len(columns) - 1) + sum(column.least for column in columns)


def _kept(table: Sequence[Column], width: int) -> list[Column]:
    """The columns without those that give way."""
    kept = list(table)
    while _least(kept) > width and (spare := [column for column in kept if column.marked_by("?")]):
        kept.remove(max(spare, key=lambda column: column.least))
    return kept


def _blocks(table: Sequence[Column], width: int) -> list[list[Column]] | None:
    """Tables that are narrow enough, each of which says what its rows are of; None if there are none."""
    names = [column for column in table if column is table[0] or column.marked_by("!")]
    blocks = [names]
    for column in table:
        if column in names:
            continue
        if _least([*blocks[-1], column]) > width and len(blocks[-1]) > len(names):
            blocks.append(names)
        blocks[-1] = [*blocks[-1], column]
    return blocks if all(_least(block) <= width for block in blocks) else None


def _widths(block: Sequence[Column], width: int) -> list[int]:
    """How wide columns are, after the widest have given way where they can."""
    widths = [column.widest for column in block]
    for _ in range(EDGES + GAP * (len(block) - 1) + sum(widths) - width):
        _, at = max((widths[at], at) for at, column in enumerate(block) if widths[at] > column.least)
        widths[at] -= 1
    return widths


def _drawn(block: Sequence[Column], widths: Sequence[int]) -> Table:
    """A table."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column, width in zip(block, widths, strict=True):
        table.add_column(column.heading, justify="right" if column.marked_by("#") else "left", width=width)
    for row in zip(*(column.cells for column in block), strict=True):
        table.add_row(*map(escape, row))
    return table


def _print_lists(table: Sequence[Column]) -> None:
    """Each row as a list of its own."""
    first, *others = table
    for at, name in enumerate(first.cells):
        print(name)
        for column in others:
            if column.cells[at]:
                print(f"  {column.heading}: {column.cells[at]}")
