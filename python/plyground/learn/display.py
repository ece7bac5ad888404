"""Progress of a training run at the terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, Final, Protocol, TextIO

from rich import box
from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from .status import Status, clock_time

LINE_SECONDS: Final = 15.0
"""Longest time between two lines where standard error is not a terminal."""

REFRESHES_PER_SECOND: Final = 4
"""How often the live table is drawn at a terminal."""

BAR_WIDTH: Final = 40
"""Width of the bar in characters."""

MAX_ROWS: Final = 12
"""Number of latest generations that the table shows."""

COLUMNS: Final = {
    "generation": ("generation", "{:.0f}"),
    "minutes": ("minutes", "{:.1f}"),
    "total_games": ("games", "{:,.0f}"),
    "mean_steps": ("steps", "{:.0f}"),
    "evaluations_per_second": ("evals/s", "{:,.0f}"),
    "network_time_fraction": ("in network", "{:.0%}"),
    "cache_hit_rate": ("cached", "{:.0%}"),
    "policy_loss": ("policy loss", "{:.3f}"),
    "value_loss": ("value loss", "{:.3f}"),
    "elo": ("Elo", "{:+.0f}"),
    "mean_score": ("score", "{:.2f}"),
}
"""Labels and formats of the columns of the log that are shown."""

ESTIMATES: Final = ("elo", "mean_score")
"""Columns with an interval, which lines show."""


class Reporter(Protocol):
    """Receives the progress of a run."""

    def note(self, text: str) -> None:
        """Receive a sentence."""

    def row(self, row: dict[str, Any]) -> None:
        """Receive the row of a generation."""


class RowReporter:
    """Calls a function with each row.

    Parameters
    ----------
    function : callable
        The function.
    """

    def __init__(self, function: Callable[[dict[str, Any]], None]) -> None:
        self._function = function

    def note(self, text: str) -> None:
        """Ignore a sentence."""

    def row(self, row: dict[str, Any]) -> None:
        """Call the function."""
        self._function(row)


class LineReporter:
    """Prints lines: each sentence, each row, and the status if nothing else was printed for a while.

    Parameters
    ----------
    status : Status
        What the run is doing.
    file : text file
        Where lines are printed. They are flushed.
    clock : callable, optional
        Returns the time in seconds.
    """

    def __init__(self, status: Status, file: TextIO, clock: Callable[[], float] = monotonic) -> None:
        self._status, self._file, self._clock = status, file, clock
        self._printed = clock()
        self._lock = Lock()

    def note(self, text: str) -> None:
        """Print a sentence."""
        with self._lock:
            self._printed = self._clock()
            print(f"[{clock_time(self._status.elapsed())}] {text}", file=self._file, flush=True)

    def row(self, row: dict[str, Any]) -> None:
        """Print a row."""
        self.note(progress_line(row, self._status.generations, self._status.par))

    def tick(self) -> None:
        """Print the status if it is time."""
        if self._clock() - self._printed >= LINE_SECONDS:
            self.note(str(self._status))


class LiveReporter:
    """Shows a table of the latest rows with a bar below it.

    Parameters
    ----------
    title : str
        Title of the table.
    status : Status
        What the run is doing.
    console : Console
        The terminal.
    """

    def __init__(self, title: str, status: Status, console: Console) -> None:
        self._title, self._status, self._console = title, status, console
        self._rows: list[dict[str, Any]] = []

    def __rich__(self) -> Group:
        status = self._status
        bar = Table.grid(padding=(0, 1))
        duration = clock_time(status.elapsed())
        bar.add_row(ProgressBar(1.0, status.fraction, width=BAR_WIDTH), f"{status.fraction:.0%}", duration)
        table = [_table(self._title, self._rows, status.par)] if self._rows else [Text(self._title)]
        return Group(*table, bar, Text(str(status)))

    def note(self, text: str) -> None:
        """Print a sentence above the table."""
        self._console.print(text, highlight=False, markup=False)

    def row(self, row: dict[str, Any]) -> None:
        """Add a row to the table."""
        self._rows.append(row)


@contextmanager
def live_progress(title: str, status: Status) -> Iterator[Reporter]:
    """Show the progress of a run on standard error: a live table with a bar at a terminal, lines elsewhere.

    Parameters
    ----------
    title : str
        Title of the table.
    status : Status
        What the run is doing.

    Yields
    ------
    Reporter
        Shows sentences and rows.
    """
    if sys.stderr.isatty():
        console = Console(stderr=True)
        live = LiveReporter(title, status, console)
        with Live(live, console=console, refresh_per_second=REFRESHES_PER_SECOND):
            yield live
        return
    lines, ended = LineReporter(status, sys.stderr), Event()

    def print_lines() -> None:
        while not ended.wait(1.0):
            lines.tick()

    thread = Thread(target=print_lines, daemon=True)
    thread.start()
    try:
        lines.note(title)
        yield lines
    finally:
        ended.set()
        thread.join()


def progress_line(row: dict[str, Any], generations: int | None = None, par: float | None = None) -> str:
    """Return a row of the log as a line of text.

    Parameters
    ----------
    row : dict
        The row.
    generations : int, optional
        Number of generations that the run will have.
    par : float, optional
        Score of equally strong agents. It is shown after scores against opponents.

    Returns
    -------
    str
        The line.

    Examples
    --------
    >>> row = {"generation": 3, "policy_loss": 0.25, "score_vs_ab:3": 0.5, "score_vs_ab:3_low": 0.36, "score_vs_ab:3_high": 0.64}
    >>> progress_line(row, 40, par=1 / 3)
    'generation 3 of 40, policy loss 0.250, score 0.50 [0.36, 0.64] against ab:3, par 0.33'
    """
    shown = {
        name: f"{label} {number.format(row[name])}"
        for name, (label, number) in COLUMNS.items()
        if name not in ESTIMATES and row.get(name) is not None
    }
    if generations is not None:
        shown["generation"] += f" of {generations}"
    return ", ".join([*shown.values(), *_evaluation(row, par)])


def _evaluation(row: dict[str, Any], par: float | None) -> list[str]:
    """Return the results of an evaluation with their intervals."""

    def estimate(name: str, number: str) -> str:
        value, low, high = (number.format(row[column]) for column in (name, f"{name}_low", f"{name}_high"))
        return f"{value} [{low}, {high}]"

    prefix, bounds = "score_vs_", ("_low", "_high")
    opponents = [name.removeprefix(prefix) for name in row if name.startswith(prefix) and not name.endswith(bounds)]
    results = [f"{COLUMNS[name][0]} {estimate(name, COLUMNS[name][1])}" for name in ESTIMATES if name in row]
    results += [f"score {estimate(prefix + name, '{:.2f}')} against {name}" for name in opponents]
    return [*results, f"par {par:.2f}"] if results and par is not None else results


def _table(title: str, rows: list[dict[str, Any]], par: float | None = None) -> Table:
    """Return a table of the latest rows, with the results of the latest evaluation below it."""
    results = next((results for row in reversed(rows) if (results := _evaluation(row, par))), [])
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), title=title, title_justify="left")
    table.caption = ", ".join(results) or "no evaluation yet"
    # Columns without values are left out: a game has ratings or a mean score, and a run may have no evaluations.
    columns = {name: column for name, column in COLUMNS.items() if any(row.get(name) is not None for row in rows)}
    for name, (label, _) in columns.items():
        table.add_column("gen." if name == "generation" else label, justify="right")
    for row in rows[-MAX_ROWS:]:
        table.add_row(
            *("" if row.get(name) is None else number.format(row[name]) for name, (_, number) in columns.items())
        )
    return table
