"""Training runs that take seconds and learn little."""

from pathlib import Path
from typing import Any

import plyground as pg
from plyground.learn import game_file
from plyground.learn.run import Run

QUICK: dict[str, Any] = {
    "size": (1, 8),
    "games_per_generation": 8,
    "simulations": 4,
    "num_parallel_games": 8,
    "batch_size": 32,
    "replay_buffer_size": 400,
    "max_steps": 40,
    "samples_per_position": 1.0,
    "eval_games": 0,
}
"""Settings of a run that takes seconds and learns little."""


def learned(out: Path, generations: int, **changes: Any) -> Any:
    return pg.learn.train("stax", out=out, generations=generations, **{**QUICK, **changes})


def games_of(run: Run, generation: int) -> pg.Trajectories:
    return game_file.load(run.games(generation), pg.game("stax"), run.num_games(generation), QUICK["max_steps"])
