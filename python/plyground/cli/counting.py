"""`plyground playouts`, `plyground perft` and `plyground bench`: numbers."""

from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from time import perf_counter
from typing import TYPE_CHECKING

from .. import Game, State, variants
from ..progress import counted
from .picking import asked
from .rows import Rows
from .showing import score_name
from .terminal import print_table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK = 4_096
"""Random games played between two looks at the progress bar."""

BLOCK_SECONDS = 0.25
"""Perft is counted in blocks that take about as long as this, so that it can be watched and interrupted."""


def playouts(arguments: Namespace) -> None:
    """Plays random games and prints how they end."""
    import numpy as np

    rules = asked(arguments, arguments.id)
    total = arguments.games
    rows = Rows(arguments.out, overwrite=arguments.force) if arguments.out is not None else nullcontext()
    reasons: Counter[str] = Counter()
    # Counted as they come, so that no number of games takes more memory.
    outcomes: Counter[tuple[float, ...]] = Counter()
    played, shortest, longest = 0, rules.info.max_steps, 0
    seconds = 0.0
    with counted("games", total) as advance, rows as written:
        for offset in range(0, total, CHUNK):
            count = min(CHUNK, total - offset)
            began = perf_counter()
            run = rules.playouts(count, arguments.seed, threads=arguments.threads, start=arguments.fen, offset=offset)
            seconds += perf_counter() - began
            reasons.update(run.reason_counts)
            outcomes.update(zip(*run.returns.T.tolist(), strict=True))
            played += int(run.steps.sum(dtype=np.uint64))
            shortest, longest = min(shortest, int(run.steps.min())), max(longest, int(run.steps.max()))
            if written is not None:
                written.add(run.to_pandas())
            advance(rules.id, count)
    gained, times = np.array(list(outcomes)), np.array(list(outcomes.values()))

    if rules.info.scores.kind == "win":
        _print_wins(gained, times)
    else:
        _print_scores(rules, gained, times)
    endings = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    print_table(
        ("ending", "#games", "#share"),
        ((reason, f"{count:,}", f"{count / total:.2%}") for reason, count in endings),
    )
    print(f"{total:,} games, {played:,} steps, {shortest:,} to {longest:,} a game, {played / total:.1f} in the mean")
    print(f"{seconds:.2f} s, {played / seconds:,.0f} steps a second")
    if arguments.out is not None:
        print(f"wrote {arguments.out}, a row a game")


def _print_wins(gained: "NDArray[np.float64]", times: "NDArray[np.int64]") -> None:
    """What each seat got, in games that are won or drawn: the outcomes, and how often each came up."""
    total, draws = int(times.sum()), int(times[gained.max(axis=1) < 1.0].sum())
    wins, means = times @ (gained == 1.0), times @ gained / total
    print_table(
        ("seat", "#mean return", "#wins", "#draws", "#losses"),
        (
            (str(seat), f"{means[seat]:+.4f}", f"{won:,}", f"{draws:,}", f"{total - won - draws:,}")
            for seat, won in enumerate(wins)
        ),
    )


def _print_scores(rules: Game, gained: "NDArray[np.float64]", times: "NDArray[np.int64]") -> None:
    """How often each score came up, and what that is in the mean: the outcomes, and how often each came up."""
    import numpy as np

    total = int(times.sum())
    scores = rules.info.scores
    name, sign = score_name(scores), -1 if scores.better == "lower" else 1
    # A shared score is that of all seats.
    columns = gained[:, :1] if scores.kind == "shared" else gained
    seats = ("games",) if columns.shape[1] == 1 else tuple(f"seat {seat}" for seat in range(rules.num_seats))
    values = sorted({float(value) for value in columns.ravel()}, reverse=sign < 0)
    print_table(
        (f"#{name}", *(f"#{seat}" for seat in seats), "#share"),
        (
            (
                f"{sign * value:g}",
                *(f"{count:,}" for count in times @ (columns == value)),
                f"{(times @ (columns == value)).mean() / total:.2%}",
            )
            for value in values
        ),
    )
    for seat, column in zip(seats, columns.T, strict=True):
        whose = "" if len(seats) == 1 else f"{seat}: "
        mean = float(times @ column) / total
        deviation = float(np.sqrt(times @ (column - mean) ** 2 / total))
        print(f"{whose}{name} {sign * mean:.4f} in the mean, standard deviation {deviation:.4f}")


def perft(arguments: Namespace) -> None:
    """Counts the sequences of steps of every length up to a depth, and prints each count as it is known."""
    rules = asked(arguments, arguments.id)
    state = rules.start(arguments.seed) if arguments.fen is None else rules.from_fen(arguments.fen)
    if arguments.depth == 0:
        print("0 1")
    counts, block = [1], 0
    for depth in range(1, arguments.depth + 1):
        began = perf_counter()
        nodes = 0
        top = depth - max(1, block)
        with counted("blocks", counts[top]) as advance:
            for inner in _after(state, top, arguments.turns):
                nodes += inner.perft(depth - top, turns=arguments.turns)
                advance(f"depth {depth}", 1)
        seconds = perf_counter() - began
        if seconds < BLOCK_SECONDS:
            block = depth
        counts.append(nodes)
        print(f"{depth} {nodes}", flush=True)
        if nodes == 0:
            break


def _after(state: State, depth: int, turns: bool) -> Iterator[State]:
    """Every state that is reached by so many steps or turns."""
    open_states = [(state, depth)]
    while open_states:
        at, left = open_states.pop()
        if left == 0:
            yield at
            continue
        for text in at.legal_turns() if turns else at.legal_steps():
            after = at.copy()
            if turns:
                after.apply_turn(text)
            else:
                after.apply(text)
            open_states.append((after, left - 1))


def bench(arguments: Namespace) -> None:
    """Measures what this build does in a second, on one thread."""
    if not 0.0 < arguments.seconds <= 3600.0:
        raise ValueError(f"measure for more than 0 and at most 3600 seconds, not {arguments.seconds}")
    rows = []
    with counted("games", len(arguments.ids or variants())) as advance:
        for id in arguments.ids or variants():
            rules = asked(arguments, id)
            measured = (
                _rate(arguments.seconds, _playouts(rules)),
                _rate(arguments.seconds, _vector(rules, arrays=False)),
                _rate(arguments.seconds, _vector(rules, arrays=True)),
                _rate(arguments.seconds, _states(rules)),
            )
            rows.append((id, *(f"{rate / 1000:,.0f}" for rate in measured)))
            advance(id, 1)
    print_table(("thousand steps a second", "#playouts", "#vector, no arrays", "#vector", "#state by state"), rows)
    print("one thread; the vector holds 1024 games; state by state: legal_actions and apply from Python")


def _rate(seconds: float, work: Callable[[], int]) -> float:
    """Steps a second of work that is done again and again, each time saying how many steps it did."""
    work()
    steps, began = 0, perf_counter()
    while perf_counter() - began < seconds:
        steps += work()
    return steps / (perf_counter() - began)


def _playouts(rules: Game) -> Callable[[], int]:
    offset = 0

    def work() -> int:
        nonlocal offset
        offset += 64
        return int(rules.playouts(64, threads=1, offset=offset).steps.sum())

    return work


def _vector(rules: Game, *, arrays: bool) -> Callable[[], int]:
    games = rules.vector(1024, threads=1, observations=arrays, action_masks=arrays)

    def work() -> int:
        games.step(games.sample())
        return len(games)

    return work


def _states(rules: Game) -> Callable[[], int]:
    import random

    rng = random.Random(0)

    def work() -> int:
        state, steps = rules.start(), 0
        while not state.is_terminal:
            actions = state.legal_actions()
            state.apply(actions[int(rng.random() * len(actions))])
            steps += 1
        return steps

    return work
