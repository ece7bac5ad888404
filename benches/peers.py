"""Compare the speed of plyground with the libraries that are installed: rates and their ratio.

    python benches/peers.py [--seconds 0.5] [--rounds 5] [--all-cores] [--only chess] [--write docs/benchmarks/results.json]

The two sides of a comparison take turns, so that a busy machine slows both. The best rate of each side is printed, with the
smallest and the largest ratio of a round. Libraries end games by different rules, so steps per second are compared and not games.

Jobs:

- ``random games``: games of random steps; plyground plays them in one call.
- ``single games``: a loop in Python over the states of one game.
- ``batches``: many games in one call, with observations and masks.
- ``environments``: a loop over one environment.
- ``interfaces``: plyground with and without the interface of Gymnasium.
- ``search``: tree search with 100 rollouts for each step.
- ``self-play``: AlphaZero with the same network in all libraries.
- ``perft``: the number of positions at a depth.
- ``records``: games in PGN that are read and played.
- ``import``: the start of a new Python that imports the library.
"""

import argparse
from pathlib import Path
from typing import Any

import results
from comparisons import NAMES, makers
from measure import ROUNDS, num_cores, rows, use_one_core


def main() -> None:
    """Print a table of all comparisons, and write it if a file is given."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.5, help="the duration of each measurement (default: 0.5)")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"measurements of each side (default: {ROUNDS})")
    parser.add_argument("--all-cores", action="store_true", help="compare batches only, on all cores")
    parser.add_argument("--only", choices=NAMES, help="compare with one module")
    parser.add_argument("--write", type=Path, help="the file of results to update")
    arguments = parser.parse_args()
    threads = num_cores() if arguments.all_cores else 1
    if threads == 1:
        use_one_core()
    print(f"{'job':<14}{'game':<24}{'batch':>6}{'plyground/s':>14}{'peer/s':>14}{'ratio':>10}{'range':>18}  peer")
    measured, missing = compare(threads, arguments.only, arguments.seconds, arguments.rounds)
    if missing:
        print(f"not installed: {', '.join(missing)}")
    if arguments.write is not None:
        results.write(
            arguments.write, f"peers, {'all cores' if arguments.all_cores else '1 thread'}", measured, missing
        )


def compare(threads: int, only: str | None, seconds: float, rounds: int) -> tuple[list[dict[str, Any]], list[str]]:
    """Measure and print comparisons. Returns the rows and the modules that are not installed."""
    measured: list[dict[str, Any]] = []
    missing = []
    for module, comparisons in makers(threads).items():
        if only not in (None, module):
            continue
        try:
            for comparison in comparisons():
                pair = rows(comparison, seconds, rounds)
                measured += pair
                print(_line(*pair), flush=True)
        except ImportError as error:
            missing.append(error.name or module)
    return measured, missing


def _line(mine: dict[str, Any], theirs: dict[str, Any]) -> str:
    span = f"{theirs['ratio_min']:.2f} to {theirs['ratio_max']:.2f}"
    numbers = f"{mine['value']:>14,.0f}{theirs['value']:>14,.0f}{theirs['ratio']:>10,.2f}{span:>18}"
    return f"{mine['job']:<14}{mine['game']:<24}{mine['batch']:>6}{numbers}  {theirs['library']}, {theirs['how']}"


if __name__ == "__main__":
    main()
