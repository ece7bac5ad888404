"""The entry of training: arguments, the lock and the reports of progress."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from numbers import Real
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import Any, Final, Literal

from .._core import Game
from .._core import game as game_named
from ..study.statistics.scoring import is_won, num_teams
from ..truncate import truncated
from .display import Reporter, RowReporter, live_progress
from .lock import locked
from .run import Run, check_run_exists
from .settings import Settings
from .status import Status
from .training_loop import TrainingLoop, check_settings

LIMIT: Final = 1_000_000_000
"""Bound of the minutes and generations of a run."""


def train(
    game: str | Game,
    *,
    out: "str | PathLike[str]",
    minutes: float | None,
    generations: int | None,
    resume: bool,
    threads: int | None,
    engine: Literal["ray"] | None,
    progress: "bool | Callable[[dict[str, Any]], None]",
    settings: dict[str, Any],
    started: float,
) -> Run:
    """See `plyground.learn.train`. ``started`` is the reading of `perf_counter` at the start of this session."""
    rules = game_named(game) if isinstance(game, str) else game
    for name, limit, kind in (("minutes", minutes, Real), ("generations", generations, int)):
        if limit is not None and (isinstance(limit, bool) or not isinstance(limit, kind) or not 0 < limit < LIMIT):
            what = "an integer" if kind is int else "a number"
            raise ValueError(f"{name} must be {what} above 0 and below {LIMIT}, got {truncated(limit)}")
    if minutes is None and generations is None:
        raise ValueError("minutes or generations must be given, such as minutes=60 or generations=100")
    if engine not in (None, "ray"):
        raise ValueError(f"engine must be 'ray' or None, got {truncated(engine)}")
    if not (isinstance(progress, bool) or callable(progress)):
        raise TypeError(f"progress must be True, False or a function of a row, got {progress!r}")
    folder = Path(out)
    if resume:
        # No lock file is written to a folder without a run.
        check_run_exists(folder)
    else:
        # A run that cannot start leaves no folder.
        check_settings(rules, Settings.from_dict(settings), 0)
        folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        seconds = inf if minutes is None else 60 * minutes
        par = 1 / num_teams(rules) if is_won(rules) else None
        status = Status(lambda: perf_counter() - started, seconds, generations, par)
        with _reporter(progress, rules, status) as report:
            loop = (TrainingLoop.resume if resume else TrainingLoop.start)(rules, folder, settings, status)
            loop.train(threads, engine, report)
    return loop.run


@contextmanager
def _reporter(progress: "bool | Callable[[dict[str, Any]], None]", rules: Game, status: Status) -> Iterator[Reporter]:
    """Provide what receives the progress of the run."""
    if progress is True:
        with live_progress(f"Training {rules.info.title}", status) as report:
            yield report
    else:
        yield RowReporter(progress if callable(progress) else lambda _: None)
