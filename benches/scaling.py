"""Measure random games and vectors of plyground by batch size and by number of threads, for one game of each family.

    python benches/scaling.py [--seconds 0.1] [--rounds 9] [--write docs/benchmarks/results.json] [id ...]

Rates are steps per second of elapsed time. All sizes and numbers of threads of one game take turns.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import own_work
import results
from measure import Side, num_cores, rate, row

GAMES = (
    "chess",
    "masquerade-chess",
    "crowded-house",
    "three-kings-chess",
    "tri-chess-3",
    "international-draughts",
    "stax",
    "tri-stax-3",
)
"""One game of each family."""

BATCHES = (1, 16, 256, 1024, 4096)
WARM_UP = 100
"""Steps of a vector before it is measured, so that its games are not all at their start."""


def main() -> None:
    """Print the rates of each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ids", nargs="*", default=GAMES, help="the variants (default: one of each family)")
    parser.add_argument("--seconds", type=float, default=0.1, help="the duration of each measurement (default: 0.1)")
    parser.add_argument("--rounds", type=int, default=9, help="measurements of each size (default: 9)")
    parser.add_argument("--write", type=Path, help="the file of results to update")
    arguments = parser.parse_args()
    measured = []
    print(f"{'job':<14}{'game':<24}{'threads':>8}" + "".join(f"{batch:>14}" for batch in BATCHES))
    for id in arguments.ids or GAMES:
        found = list(scaling(id, BATCHES, num_threads(), arguments.seconds, arguments.rounds))
        measured += found
        for job in ("random games", "batches"):
            for threads in num_threads():
                rates = [row["value"] for row in found if (row["job"], row["threads"]) == (job, threads)]
                print(f"{job:<14}{id:<24}{threads:>8}" + "".join(f"{value:>14,.0f}" for value in rates), flush=True)
    if arguments.write is not None:
        results.write(arguments.write, "scaling", measured)


def num_threads() -> list[int]:
    """Return the numbers of threads that are measured: 1, 2 and all."""
    cores = num_cores()
    return sorted({1, min(2, cores), cores})


def scaling(
    id: str, batches: Sequence[int], threads: Sequence[int], seconds: float, rounds: int
) -> Iterator[dict[str, Any]]:
    """Measure one game: rows for random games and vectors, each number of threads and each batch size."""
    sides: list[tuple[str, int, Side]] = []
    for number in threads:
        sides += [("random games", number, own_work.playouts(id, batch, number)) for batch in batches]
        sides += [("batches", number, own_work.vector(id, batch, number)) for batch in batches]
    for job, _, side in sides:
        for _ in range(WARM_UP if job == "batches" else 1):
            side.work()
    rates = [[rate(side.work, seconds, wall=True) for _, _, side in sides] for _ in range(rounds)]
    for (job, number, side), values in zip(sides, zip(*rates, strict=True), strict=True):
        yield row(job, id, side, values, unit="steps", threads=number, wall=True, peer=None)


if __name__ == "__main__":
    main()
