"""`plyground playouts`."""

from argparse import Namespace
from collections import Counter
from contextlib import nullcontext
from time import perf_counter
from typing import TYPE_CHECKING

from .. import Game
from ..progress import progress_bar
from ..row_writer import RowWriter
from .selection import game_with_options
from .terminal import print_table
from .variant_info import score_name

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK = 4_096
"""Games that are played between two updates of the progress bar."""


def playouts(arguments: Namespace) -> None:
    """Play random games and print a summary of their results."""
    import numpy as np

    rules = game_with_options(arguments, arguments.id)
    total = arguments.games
    output = RowWriter(arguments.out, overwrite=arguments.overwrite) if arguments.out is not None else nullcontext()
    reasons: Counter[str] = Counter()
    # Only counts are kept, so memory does not grow with the number of games.
    outcomes: Counter[tuple[float, ...]] = Counter()
    num_steps, shortest, longest = 0, rules.info.max_steps, 0
    seconds = 0.0
    with progress_bar("games", total) as advance, output as writer:
        for offset in range(0, total, CHUNK):
            count = min(CHUNK, total - offset)
            began = perf_counter()
            run = rules.playouts(count, arguments.seed, threads=arguments.threads, start=arguments.start, offset=offset)
            seconds += perf_counter() - began
            reasons.update(run.reason_counts)
            outcomes.update(zip(*run.returns.T.tolist(), strict=True))
            num_steps += int(run.steps.sum(dtype=np.uint64))
            shortest, longest = min(shortest, int(run.steps.min())), max(longest, int(run.steps.max()))
            if writer is not None:
                writer.write(run.to_pandas())
            advance(rules.id, count)
    returns, counts = np.array(list(outcomes)), np.array(list(outcomes.values()))

    if rules.info.scoring.kind == "win":
        _print_wins(returns, counts)
    else:
        _print_scores(rules, returns, counts)
    by_count = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    print_table(
        ("reason", "#games", "#share"),
        ((reason, f"{count:,}", f"{count / total:.2%}") for reason, count in by_count),
    )
    print(
        f"{total:,} games, {num_steps:,} steps; steps per game: mean {num_steps / total:.1f}, {shortest:,} to {longest:,}"
    )
    print(f"{seconds:.2f} s, {num_steps / seconds:,.0f} steps per second")
    if arguments.out is not None:
        print(f"wrote {arguments.out}, one row per game")


def _print_wins(returns: "NDArray[np.float64]", counts: "NDArray[np.int64]") -> None:
    """Print the results of each seat in games with winners, given the distinct returns and their counts."""
    total, draws = int(counts.sum()), int(counts[returns.max(axis=1) < 1.0].sum())
    wins, means = counts @ (returns == 1.0), counts @ returns / total
    print_table(
        ("seat", "#mean return", "#wins", "#draws", "#losses"),
        (
            (str(seat), f"{means[seat]:+.4f}", f"{won:,}", f"{draws:,}", f"{total - won - draws:,}")
            for seat, won in enumerate(wins)
        ),
    )


def _print_scores(rules: Game, returns: "NDArray[np.float64]", counts: "NDArray[np.int64]") -> None:
    """Print the distribution of scores in games without winners, given the distinct returns and their counts."""
    import numpy as np

    total = int(counts.sum())
    scores = rules.info.scoring
    name, sign = score_name(scores), -1 if scores.better == "lower" else 1
    # A shared score is the same for all seats.
    columns = returns[:, :1] if scores.kind == "shared" else returns
    headings = ("games",) if columns.shape[1] == 1 else tuple(f"seat {seat}" for seat in range(rules.num_seats))
    values = sorted({float(value) for value in columns.ravel()}, reverse=sign < 0)
    print_table(
        (f"#{name}", *(f"#{heading}" for heading in headings), "#share"),
        (
            (
                f"{sign * value:g}",
                *(f"{count:,}" for count in counts @ (columns == value)),
                f"{(counts @ (columns == value)).mean() / total:.2%}",
            )
            for value in values
        ),
    )
    for heading, column in zip(headings, columns.T, strict=True):
        prefix = "" if len(headings) == 1 else f"{heading}: "
        mean = float(counts @ column) / total
        deviation = float(np.sqrt(counts @ (column - mean) ** 2 / total))
        print(f"{prefix}mean {name} {sign * mean:.4f}, standard deviation {deviation:.4f}")
