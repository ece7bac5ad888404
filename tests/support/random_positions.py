"""Positions of random games."""

import random
from collections.abc import Iterator

import plyground as pg


def is_special(step: str, castlings: tuple[str, ...]) -> bool:
    """Whether a step is a promotion, a drop or a castling, which random games rarely have."""
    return not step[-1].isdigit() or "@" in step or step in castlings


def positions(
    game: pg.Game, count: int, seed: int, castlings: tuple[str, ...] = (), longest: int = 160
) -> Iterator[tuple[list[str], pg.State]]:
    """Yield positions of random games, which prefer special steps, and the steps that lead to each from the start."""
    rng = random.Random(seed)
    while count > 0:
        state, steps = game.start(), list[str]()
        while count > 0 and len(steps) < longest:
            yield steps, state
            count -= 1
            legal = state.legal_steps()
            if not legal:
                break
            special = [step for step in legal if is_special(step, castlings)]
            step = rng.choice(special if special and rng.random() < 0.5 else legal)
            state.apply(step)
            steps.append(step)
