"""Tables and progress bars, at a terminal or into a pipe."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

PIPE_WIDTH = 160
"""Columns to use where nothing says how many there are: in files and pipes."""


def console() -> Console:
    """Where tables are printed."""
    known = sys.stdout.isatty() or "COLUMNS" in os.environ
    return Console(width=None if known else PIPE_WIDTH, highlight=False)


def plain_table(*columns: str) -> Table:
    """A table with light lines; a column whose name begins with ``#`` holds numbers."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(column.lstrip("#"), justify="right" if column.startswith("#") else "left", overflow="fold")
    return table


@contextmanager
def counted(what: str, total: int) -> Iterator[Callable[[str, int], None]]:
    """Shows how much of a total is done, if anyone watches.

    Yields the function that is told what is being done and how much more of it.
    """
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(what),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task("", total=total)
        yield lambda name, more: bar.update(task, advance=more, description=name)
