"""A bar that shows how far long work has come."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn


@contextmanager
def counted(what: str, total: int, *, shown: bool | None = None) -> Iterator[Callable[[str, int], None]]:
    """Shows how much of a total is done and how long the rest will take; by default if anyone watches.

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
        disable=not sys.stderr.isatty() if shown is None else not shown,
    )
    with bar:
        task = bar.add_task("", total=total)
        yield lambda name, more: bar.update(task, advance=more, description=name)
