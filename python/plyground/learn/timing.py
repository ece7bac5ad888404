"""The speed of self-play of a game on this machine, measured before the first generation."""

from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from .._core import Game
from .self_play import play_generation
from .settings import Settings

RANDOM_GAMES: Final = 32
"""Number of random games whose lengths are measured."""

SAMPLE_GAMES: Final = 32
"""Largest number of games that are played in parallel to measure the speed of a simulation."""

SAMPLE_SIMULATIONS: Final = 8
"""Simulations of a search in the sample."""

SAMPLE_SECONDS: Final = 0.3
"""Shortest duration of the sample that counts."""

MAX_SAMPLE_STEPS: Final = 16
"""Largest number of steps of a game of the sample."""


@dataclass(frozen=True, slots=True)
class Timing:
    """The speed of self-play.

    Attributes
    ----------
    lengths : ndarray of int
        Lengths of random games in steps. Games of an untrained network are about as long.
    simulation : float
        Seconds of a simulation, with everything that a step needs.
    """

    lengths: NDArray[np.int64]
    simulation: float

    def mean_steps(self, max_steps: int) -> float:
        """Return the mean number of steps of a game that is cut off after ``max_steps``."""
        return float(np.minimum(self.lengths, max_steps).mean())

    def evaluations(self, settings: Settings) -> float:
        """Return the number of simulations in a game."""
        full = settings.full_search_prob
        simulations = full * settings.simulations + (1 - full) * settings.fast_simulations
        return self.mean_steps(settings.max_steps) * simulations

    def game_seconds(self, settings: Settings) -> float:
        """Return the seconds of a game of self-play."""
        return self.evaluations(settings) * self.simulation


def time_playing(
    rules: Game, model: bytes, settings: Settings, threads: int | None, engine: Literal["ray"] | None
) -> Timing:
    """Measure the speed of self-play in about a second.

    Parameters
    ----------
    rules : Game
        The game.
    model : bytes
        The ONNX file of the network.
    settings : Settings
        The settings of the run.
    threads : int or None
        Number of threads, None for all processors.
    engine : {"ray"} or None
        Where the games are played.

    Returns
    -------
    Timing
        The speed.
    """
    games = min(SAMPLE_GAMES, settings.num_parallel_games)
    sample = replace(
        settings,
        games_per_generation=games,
        simulations=SAMPLE_SIMULATIONS,
        full_search_prob=1.0,
        max_steps=1,
    )
    while True:
        played = play_generation(rules, model, sample, 0, threads, engine)
        if played.seconds >= SAMPLE_SECONDS or sample.max_steps >= MAX_SAMPLE_STEPS:
            break
        sample = replace(sample, max_steps=2 * sample.max_steps)
    simulation = played.seconds / max(len(played.games.actions) * SAMPLE_SIMULATIONS, 1)
    lengths = rules.playouts(RANDOM_GAMES, settings.seed, threads=threads, max_steps=settings.max_steps).steps
    return Timing(np.maximum(np.asarray(lengths, np.int64), 1), simulation)
