"""`plyground bench`."""

import random
from argparse import Namespace
from collections.abc import Callable
from time import perf_counter

from .. import Game, variants
from ..progress import progress_bar
from .selection import game_with_options
from .terminal import print_table

NUM_ENVS = 1024
"""Games in the vector that is measured."""


def bench(arguments: Namespace) -> None:
    """Measure the steps per second of this build on one thread."""
    if not 0.0 < arguments.seconds <= 3600.0:
        raise ValueError(f"--seconds must be above 0 and at most 3600, got {arguments.seconds}")
    ids = arguments.ids or variants()
    rows = []
    with progress_bar("variants", len(ids)) as advance:
        for id in ids:
            rules = game_with_options(arguments, id)
            rates = (
                _steps_per_second(arguments.seconds, _playouts(rules)),
                _steps_per_second(arguments.seconds, _vector(rules, arrays=False)),
                _steps_per_second(arguments.seconds, _vector(rules, arrays=True)),
                _steps_per_second(arguments.seconds, _single_states(rules)),
            )
            rows.append((id, *(f"{rate / 1000:,.0f}" for rate in rates)))
            advance(id, 1)
    print_table(
        ("variant", "#playouts", "#vector, no arrays", "#vector", "#single state"),
        rows,
        title="Thousand steps per second on one thread",
    )
    print(f"vector: {NUM_ENVS} games, with observations and masks, or with no arrays")
    print("single state: State.legal_actions and State.apply from Python")


def _steps_per_second(seconds: float, work: Callable[[], int]) -> float:
    """Repeat work that returns its number of steps, and return the steps per second."""
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
    games = rules.vector(NUM_ENVS, threads=1, observations=arrays, action_masks=arrays)

    def work() -> int:
        games.step(games.sample())
        return len(games)

    return work


def _single_states(rules: Game) -> Callable[[], int]:
    rng = random.Random(0)

    def work() -> int:
        state, steps = rules.start(), 0
        while not state.is_terminal:
            actions = state.legal_actions()
            state.apply(actions[int(rng.random() * len(actions))])
            steps += 1
        return steps

    return work
