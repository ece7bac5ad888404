"""A progress bar for long work."""

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Timer
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from .optional_deps import missing_message

BAR_SECONDS: Final = 3.0
"""The time after which long work shows a progress bar by itself."""


@contextmanager
def progress_bar(
    unit: str, total: int, *, shown: bool | None = None, delay: float = 0.0
) -> Iterator[Callable[[str, int], None]]:
    """Show a progress bar on standard error, or as a widget in notebooks.

    Parameters
    ----------
    unit : str
        What is counted, such as ``games``.
    total : int
        The count at which the work is done.
    shown : bool, optional
        Whether to show the bar. By default it is shown if standard error is a terminal, and in notebooks with ipywidgets, unless
        the environment variable ``TTY_INTERACTIVE``, which Rich reads too, is 0.
    delay : float, default 0
        The number of seconds after which the bar appears by default, so that short work shows none. It appears
        immediately if ``shown`` is True.

    Yields
    ------
    callable
        ``advance(description, count)``, which adds to the count.
    """
    console = Console(stderr=True)
    has_widgets = console.is_jupyter and find_spec("ipywidgets") is not None
    if shown is None:
        is_interactive = has_widgets if console.is_jupyter else sys.stderr.isatty()
        shown = is_interactive and os.environ.get("TTY_INTERACTIVE") != "0"
    else:
        delay = 0.0
    if shown and console.is_jupyter and not has_widgets:
        warnings.warn(missing_message("ipywidgets", "plyground[notebook]"), stacklevel=2)
        shown = False
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not shown,
    )
    task = bar.add_task("", total=total)
    timer = Timer(delay, bar.start)
    timer.daemon = True
    if delay:
        timer.start()
    else:
        bar.start()
    try:
        yield lambda description, count: bar.update(task, advance=count, description=description)
    finally:
        timer.cancel()
        if delay:
            timer.join()
        if bar.live.is_started:
            bar.stop()
