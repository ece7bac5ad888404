"""Measure the speed of two libraries in turns."""

import os
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import plyground as pg

Work = Callable[[], int]
"""Works for a while and returns how much it did, in the unit of the comparison."""

ROUNDS: Final = 5
"""Measurements of each side."""


@dataclass(frozen=True)
class Side:
    """One library that does a job."""

    library: str
    """The name of the library, with the version if it is not plyground."""
    how: str
    """The functions that do the work."""
    work: Work
    batch: int = 1
    """The games in one call."""


@dataclass(frozen=True)
class Comparison:
    """One job that plyground and a peer do."""

    job: str
    game: str
    ours: Side
    theirs: Side
    unit: str = "steps"
    threads: int = 1
    wall: bool = False
    """Whether to measure elapsed time instead of processor time, for work in several threads, processes or on a GPU."""


def ours(how: str, work: Work, batch: int = 1) -> Side:
    """Return the side of plyground."""
    return Side("plyground", how, work, batch)


def rate(work: Work, seconds: float, *, wall: bool = False) -> float:
    """Return the amount of work per second, of processor time or of elapsed time.

    Other programs on the machine affect processor time less than elapsed time.
    """
    clock = time.perf_counter if wall else time.process_time
    began = clock()
    done, elapsed = work(), clock() - began
    while elapsed < seconds:
        done += work()
        elapsed = clock() - began
    return done / elapsed


def measure(comparison: Comparison, seconds: float, rounds: int) -> tuple[list[float], list[float]]:
    """Return the rates of plyground and of the peer, which take turns, after a call of each."""
    sides = (comparison.ours, comparison.theirs)
    for side in sides:
        side.work()
    both = [[rate(side.work, seconds, wall=comparison.wall) for side in sides] for _ in range(rounds)]
    return [first for first, _ in both], [second for _, second in both]


def row(
    job: str, game: str, side: Side, rates: Sequence[float], *, unit: str, threads: int, wall: bool, peer: str | None
) -> dict[str, Any]:
    """Return the row of a table of results."""
    return {
        "job": job,
        "family": pg.info(game).family,
        "game": game,
        "library": side.library,
        "peer": peer,
        "how": side.how,
        "batch": side.batch,
        "threads": threads,
        "unit": f"{unit}/s",
        "clock": "elapsed" if wall else "processor",
        "value": digits(max(rates)),
        "median": digits(statistics.median(rates)),
        "min": digits(min(rates)),
        "repeats": len(rates),
    }


def digits(value: float) -> float:
    """Return a value with five significant digits."""
    return float(f"{value:.5g}")


def rows(comparison: Comparison, seconds: float, rounds: int) -> list[dict[str, Any]]:
    """Measure a comparison and return two rows: plyground, and the peer with the ratios of all rounds."""
    rates = measure(comparison, seconds, rounds)
    peer = comparison.theirs.library
    first, second = (
        row(
            comparison.job,
            comparison.game,
            side,
            values,
            unit=comparison.unit,
            threads=comparison.threads,
            wall=comparison.wall,
            peer=peer,
        )
        for side, values in zip((comparison.ours, comparison.theirs), rates, strict=True)
    )
    ratios = [mine / other for mine, other in zip(*rates, strict=True)]
    second["ratio"] = digits(first["value"] / second["value"])
    second["ratio_min"], second["ratio_max"] = digits(min(ratios)), digits(max(ratios))
    return [first, second]


def use_one_core() -> None:
    """Restrict this process and the threads that it starts to one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def num_cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
