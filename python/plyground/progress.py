"""A progress bar for long work."""

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from .optional_deps import missing_message


@contextmanager
def progress_bar(unit: str, total: int, *, shown: bool | None = None) -> Iterator[Callable[[str, int], None]]:
    """Show a progress bar on standard error, or as a widget in notebooks.

    Parameters
    ----------
    unit : str
        What is counted, such as ``games``.
    total : int
        The count at which the work is done.
    shown : bool, optional
        Whether to show the bar. By default it is shown if standard error is a terminal.

    Yields
    ------
    callable
        ``advance(description, count)``, which adds to the count.
    """
    console = Console(stderr=True)
    enabled = sys.stderr.isatty() if shown is None else shown
    if enabled and console.is_jupyter and find_spec("ipywidgets") is None:
        warnings.warn(missing_message("ipywidgets", "plyground[notebook]"), stacklevel=2)
        enabled = False
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not enabled,
    )
    with bar:
        task = bar.add_task("", total=total)
        yield lambda description, count: bar.update(task, advance=count, description=description)
