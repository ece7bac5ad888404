"""Values of the 960 start positions of Chess960: by Stockfish and by alpha-beta."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import plyground as pg
from plyground import _core
from plyground.study.statistics.intervals import Interval

PATH = Path(__file__).resolve().parent.parent / "docs" / "checks" / "chess960.csv"
COLUMNS = ("position", "stockfish", "alpha_beta")
NODES = 20_000
"""Positions that Stockfish and alpha-beta visit for each start position."""
STANDARD = 518
"""The number of the start position of chess."""


class Values(NamedTuple):
    """One value in centipawns for each start position, from the side of White."""

    stockfish: NDArray[np.float64]
    alpha_beta: NDArray[np.float64]


def measure() -> Iterator[tuple[int, int, int]]:
    """Yield the row of each start position. Stockfish must be installed."""
    agents = [_core.agent(f"uci:stockfish,nodes={NODES}"), _core.agent(f"ab:nodes={NODES}")]
    game = pg.game("chess960")
    for position in range(960):
        # States of one game, so that Stockfish is started only once.
        start = game.from_fen(pg.game("chess960", position=position).start().fen)
        stockfish, alpha_beta = (centipawns(agent.analyze(start).value or 0.0) for agent in agents)
        yield position, stockfish, alpha_beta


def centipawns(value: float) -> int:
    """Return the centipawns that `Agent.analyze` has converted to a value from -0.9 to 0.9.

    Examples
    --------
    >>> centipawns(0.9 * np.tanh(25 / 400))
    25
    """
    return round(400 * float(np.arctanh(value / 0.9)))


def write(path: Path = PATH) -> None:
    """Measure all start positions, and write them to a file."""
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        for row in measure():
            rows.writerow(row)
            file.flush()


def read(path: Path = PATH) -> Values:
    """Return the values in the file of :func:`write`."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["position"]) for row in rows] == list(range(960))
    return Values(*(np.array([float(row[name]) for row in rows]) for name in COLUMNS[1:]))


def mean(values: NDArray[np.float64]) -> Interval:
    """Return the mean with the 95 % interval of the normal approximation.

    Examples
    --------
    >>> print(mean(np.arange(100.0)))
    49.5000 [43.8137, 55.1863]
    """
    found, margin = float(values.mean()), 1.96 * float(values.std(ddof=1)) / np.sqrt(len(values))
    return Interval(float(found - margin), found, float(found + margin))


def correlation(a: NDArray[np.float64], b: NDArray[np.float64]) -> Interval:
    """Return Pearson's correlation with the 95 % interval of Fisher's transformation.

    Examples
    --------
    >>> interval = correlation(np.arange(50.0), np.arange(50.0) % 7)
    >>> print(f"{interval.value:.2f} [{interval.low:.2f}, {interval.high:.2f}]")
    0.08 [-0.20, 0.35]
    """
    found = float(np.corrcoef(a, b)[0, 1])
    margin = 1.96 / np.sqrt(len(a) - 3)
    low, high = np.tanh(np.arctanh(found) + np.array([-margin, margin]))
    return Interval(float(low), found, float(high))
