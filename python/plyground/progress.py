"""A bar that shows how far long work has come."""

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn


@contextmanager
def counted(what: str, total: int, *, shown: bool | None = None) -> Iterator[Callable[[str, int], None]]:
    """Shows how much of a total is done and how long the rest will take; by default if anyone watches.

    Yields the function that is told what is being done and how much more of it. In a notebook the bar is a widget.
    """
    console = Console(stderr=True)
    wanted = sys.stderr.isatty() if shown is None else shown
    if wanted and console.is_jupyter and find_spec("ipywidgets") is None:
        warnings.warn("a bar in a notebook needs ipywidgets: pip install 'plyground[notebook]'", stacklevel=2)
        wanted = False
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(what),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not wanted,
    )
    with bar:
        task = bar.add_task("", total=total)
        yield lambda name, more: bar.update(task, advance=more, description=name)
