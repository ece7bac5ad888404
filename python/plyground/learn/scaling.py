"""Settings that fit a game into the time of a run. Settings that were given are never changed."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from .settings import Settings
from .timing import Timing

PLAYING_FRACTION: Final = 0.5
"""Fraction of the time for which self-play is planned. Training has the rest."""

MIN_GENERATIONS: Final = 6
"""Number of generations that should fit into the run."""

ENOUGH_GAMES: Final = 64
"""Number of games for which searches are made smaller."""

FEWEST_GAMES: Final = 16
"""Number of games for which games are cut off earlier."""

ENOUGH_STEPS: Final = 200
"""Number of training steps for which batches are made smaller."""

SMALL_BATCH_COST: Final = 3.0
"""How many times longer a simulation takes with few games in parallel, as in an evaluation."""

LEAST: Final = {"games_per_generation": 4, "simulations": 8, "max_steps": 50, "batch_size": 64, "eval_simulations": 8}
"""Smallest values of settings that are chosen."""


def fit_playing(settings: Settings, given: Collection[str], timing: Timing, seconds: float) -> Settings:
    """Return settings of self-play, batches and evaluation for which enough games fit into the time.

    Parameters
    ----------
    settings : Settings
        The settings, with defaults for those that were not given.
    given : collection of str
        Names of the settings that were given.
    timing : Timing
        The speed of self-play.
    seconds : float
        The time that is left.

    Returns
    -------
    Settings
        The settings. Each one that differs is smaller by a power of two.
    """
    evaluation = settings.eval_time_fraction * seconds if settings.eval_games else 0.0
    playing = PLAYING_FRACTION * (seconds - evaluation)

    def num_games() -> float:
        return playing / timing.game_seconds(settings)

    def can_halve(name: str) -> bool:
        return name not in given and getattr(settings, name) >= 2 * LEAST[name]

    def halved(name: str) -> Settings:
        return replace(settings, **{name: getattr(settings, name) // 2})

    while num_games() < ENOUGH_GAMES and can_halve("simulations"):
        settings = halved("simulations")
    while num_games() < FEWEST_GAMES and can_halve("max_steps"):
        settings = halved("max_steps")
    while num_games() < MIN_GENERATIONS * settings.games_per_generation and can_halve("games_per_generation"):
        settings = halved("games_per_generation")
    steps = timing.mean_steps(settings.max_steps)
    examples = settings.samples_per_position * num_games() * steps * settings.full_search_prob
    while examples < ENOUGH_STEPS * settings.batch_size and can_halve("batch_size"):
        settings = halved("batch_size")
    pairing = evaluation / 2 / (len(settings.eval_opponents) + 1)
    # In a round of two games the network plays one.
    simulation = SMALL_BATCH_COST * timing.simulation * steps
    while evaluation and simulation * settings.eval_simulations > pairing and can_halve("eval_simulations"):
        settings = halved("eval_simulations")
    return settings


def fit_training(settings: Settings, given: Collection[str], timing: Timing, step_seconds: float) -> Settings:
    """Return settings for which training takes no longer than self-play, down to one sample for each position.

    Parameters
    ----------
    settings, given, timing
        As for `fit_playing`.
    step_seconds : float
        Seconds of a training step.

    Returns
    -------
    Settings
        The settings.
    """
    if "samples_per_position" in given:
        return settings
    positions = timing.mean_steps(settings.max_steps) * settings.full_search_prob
    once = positions * step_seconds / settings.batch_size
    balanced = max(1.0, round(timing.game_seconds(settings) / once, 1))
    return replace(settings, samples_per_position=min(settings.samples_per_position, balanced))


def changes(before: Settings, after: Settings) -> str:
    """Return the settings that differ, as text.

    Examples
    --------
    >>> changes(Settings(), Settings(simulations=8, max_steps=300))
    'simulations=8, max_steps=300'
    """
    values = after.to_dict()
    return ", ".join(f"{name}={values[name]}" for name, value in before.to_dict().items() if values[name] != value)
