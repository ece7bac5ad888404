"""`plyground perft`."""

from argparse import Namespace
from collections.abc import Iterator
from time import perf_counter

from .. import State
from ..progress import progress_bar
from .selection import game_with_options

BLOCK_SECONDS = 0.25
"""Approximate duration of one block of work. The bar advances, and Ctrl-C takes effect, after each block."""


def perft(arguments: Namespace) -> None:
    """Count the sequences of steps of each length up to a depth, and print each count when it is known."""
    rules = game_with_options(arguments, arguments.id)
    state = rules.start(arguments.seed) if arguments.start is None else rules.from_fen(arguments.start)
    if arguments.depth == 0:
        print("0 1")
    counts, block = [1], 0
    for depth in range(1, arguments.depth + 1):
        began = perf_counter()
        nodes = 0
        top = depth - max(1, block)
        with progress_bar("blocks", counts[top]) as advance:
            for inner in _states_at(state, top, arguments.turns):
                nodes += inner.perft(depth - top, turns=arguments.turns)
                advance(f"depth {depth}", 1)
        seconds = perf_counter() - began
        if seconds < BLOCK_SECONDS:
            block = depth
        counts.append(nodes)
        print(f"{depth} {nodes}", flush=True)
        if nodes == 0:
            break


def _states_at(state: State, depth: int, turns: bool) -> Iterator[State]:
    """Return every state that is reached by ``depth`` steps or turns."""
    stack = [(state, depth)]
    while stack:
        at, left = stack.pop()
        if left == 0:
            yield at
            continue
        for text in at.legal_turns() if turns else at.legal_steps():
            after = at.copy()
            if turns:
                after.apply_turn(text)
            else:
                after.apply(text)
            stack.append((after, left - 1))
