"""Progress of a training run at the terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.live import Live
from rich.table import Table

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


@contextmanager
def live_progress(title: str, generations: int | None) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Show rows of the log on standard error: a live table at a terminal, lines elsewhere.

    Parameters
    ----------
    title : str
        Title of the table.
    generations : int or None
        Number of generations that the run will have, if that is known.

    Yields
    ------
    callable
        A function that shows a row.
    """
    rows: list[dict[str, Any]] = []
    if not sys.stderr.isatty():
        yield lambda row: print(progress_line(row, generations), file=sys.stderr, flush=True)
        return
    with Live(_table(title, rows), console=Console(stderr=True), auto_refresh=False) as live:

        def show(row: dict[str, Any]) -> None:
            rows.append(row)
            live.update(_table(title, rows), refresh=True)

        yield show


def progress_line(row: dict[str, Any], generations: int | None = None) -> str:
    """Return a row of the log as a line of text.

    Parameters
    ----------
    row : dict
        The row.
    generations : int, optional
        Number of generations that the run will have.

    Returns
    -------
    str
        The line.

    Examples
    --------
    >>> progress_line({"generation": 3, "total_games": 1536, "policy_loss": 0.25, "score_vs_mcts:200": 0.5}, 40)
    'generation 3 of 40, games 1,536, policy loss 0.250, score 0.50 against mcts:200'
    """
    shown = {
        name: f"{label} {number.format(row[name])}"
        for name, (label, number) in COLUMNS.items()
        if row.get(name) is not None
    }
    if generations is not None:
        shown["generation"] += f" of {generations}"
    return ", ".join([*shown.values(), *(f"score {score}" for score in _scores(row))])


def _scores(row: dict[str, Any]) -> list[str]:
    """Return the scores against opponents."""
    prefix = "score_vs_"
    names = [name.removeprefix(prefix) for name in row if name.startswith(prefix)]
    return [f"{row[prefix + name]:.2f} against {name}" for name in names if not name.endswith(("_low", "_high"))]


def _table(title: str, rows: list[dict[str, Any]]) -> Table:
    """Return a table of the latest rows, with the latest scores below it."""
    scores = next((_scores(row) for row in reversed(rows) if _scores(row)), [])
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), title=title, title_justify="left")
    table.caption = "scores: " + ", ".join(scores) if scores else "no evaluation yet"
    # Columns without values are left out: a game has ratings or a mean score, and a run may have no evaluations.
    columns = {name: column for name, column in COLUMNS.items() if any(row.get(name) is not None for row in rows)}
    for name, (label, _) in columns.items():
        table.add_column("gen." if name == "generation" else label, justify="right")
    for row in rows[-MAX_ROWS:]:
        table.add_row(
            *("" if row.get(name) is None else number.format(row[name]) for name, (_, number) in columns.items())
        )
    return table
