"""The games of a generation, played by the network on this machine or by the workers of a Ray cluster."""

import os
from collections.abc import Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, Literal

import numpy as np

from .._core import Game, SelfPlay, Trajectories, self_play
from ..nets.model import Model
from ..ray_cluster import connect_to_ray
from .game_file import TYPES
from .settings import Settings
from .status import UNWATCHED, Watch

TASKS_PER_WORKER: Final = 2
"""Number of tasks into which the games are divided for each processor of a cluster."""

POLL_SECONDS: Final = 0.5
"""Longest time after which a stop is noticed while a cluster plays."""


@dataclass(frozen=True, slots=True)
class GeneratedGames:
    """The games of a generation and how they were made.

    Attributes
    ----------
    games : Trajectories
        The games.
    evaluations : int
        Number of positions that the network evaluated.
    cache_hits : int
        Number of evaluations that the cache saved.
    seconds : float
        Duration.
    network_time_fraction : float
        Fraction of the processor time that was spent in the network.
    """

    games: Trajectories
    evaluations: int
    cache_hits: int
    seconds: float
    network_time_fraction: float


def play_generation(
    rules: Game,
    model: bytes,
    settings: Settings,
    offset: int,
    threads: int | None,
    engine: Literal["ray"] | None,
    starts: Sequence[str] | None = None,
    watch: Watch = UNWATCHED,
) -> GeneratedGames:
    """Play the games of a generation.

    Parameters
    ----------
    rules : Game
        The game.
    model : bytes
        The ONNX file of the network.
    settings : Settings
        The settings of the run.
    offset : int
        Number of the first game.
    threads : int or None
        Number of threads, None for all processors.
    engine : {"ray"} or None
        Where the games are played.
    starts : sequence of str, optional
        A start position for each game.
    watch : Watch, optional
        Sees the progress, and can stop the games.

    Returns
    -------
    GeneratedGames
        The games. They do not depend on ``threads`` and ``engine``.

    Raises
    ------
    CancelledError
        If ``watch`` stopped the games.
    """
    if engine == "ray":
        return _play_on_ray(rules, model, settings, offset, starts, watch)
    workers = threads or os.cpu_count() or 1
    played = _play(rules, model, settings, settings.games_per_generation, offset, workers, starts, watch)
    return GeneratedGames(
        played.trajectories,
        played.evaluations,
        played.cache_hits,
        played.seconds,
        played.evaluation_seconds / max(played.seconds * workers, 1e-9),
    )


def _play(
    rules: Game,
    model: bytes,
    settings: Settings,
    games: int,
    offset: int,
    workers: int,
    starts: Sequence[str] | None,
    watch: Watch = UNWATCHED,
) -> SelfPlay:
    """Play games on this machine. Here the settings become arguments of the core."""
    network = _model(model)

    def evaluate(observations: Any, masks: Any) -> Any:
        watch.check()
        watch.add_evaluations(len(observations))
        return network.evaluate(observations, masks)

    # The core assigns start positions by the number of a game, and these numbers start at `offset`.
    first = offset % games
    return self_play(
        rules,
        evaluate,
        games,
        settings.seed,
        offset=offset,
        simulations=settings.simulations,
        full_search_prob=settings.full_search_prob,
        fast_simulations=settings.fast_simulations,
        root=settings.root,
        max_considered_actions=settings.max_considered_actions,
        temperature=settings.temperature,
        temperature_steps=settings.temperature_steps,
        max_steps=settings.max_steps,
        start=None if starts is None else [*starts[games - first :], *starts[: games - first]],
        num_parallel_games=min(settings.num_parallel_games, games),
        threads=workers,
        max_concurrent_batches=workers,
        logits=True,
        relative_values=True,
    )


@lru_cache(maxsize=1)
def _model(data: bytes) -> Model:
    return Model(data)


def _play_on_ray(
    rules: Game,
    model: bytes,
    settings: Settings,
    offset: int,
    starts: Sequence[str] | None,
    watch: Watch,
) -> GeneratedGames:
    """Play games as tasks of a cluster; return them in the order of their numbers."""
    from time import perf_counter

    ray = connect_to_ray()
    resources: dict[str, float] = ray.cluster_resources()
    workers = max(1, int(resources.get("CPU", 1)))
    started = perf_counter()
    shared = ray.put((rules, model, settings))
    remote: Any = ray.remote(num_cpus=1, max_retries=3)(_ray_task)
    count = settings.games_per_generation
    ends = np.linspace(0, count, min(count, workers * TASKS_PER_WORKER) + 1).astype(int)
    tasks = [
        remote.remote(shared, int(stop - start), offset + int(start), None if starts is None else starts[start:stop])
        for start, stop in pairwise(ends)
    ]
    waiting = tasks
    while waiting:
        if watch.should_stop():
            for task in waiting:
                ray.cancel(task)
            raise CancelledError("self-play was stopped")
        done, waiting = ray.wait(waiting, timeout=POLL_SECONDS)
        watch.add_games(sum(len(games) for games, *_ in ray.get(done)))
    parts = ray.get(tasks)
    seconds = perf_counter() - started
    evaluations, cache_hits, network_seconds = (sum(part[place] for part in parts) for place in (1, 2, 3))
    return GeneratedGames(
        join([games for games, *_ in parts]),
        evaluations,
        cache_hits,
        seconds,
        network_seconds / max(seconds * workers, 1e-9),
    )


def _ray_task(
    shared: tuple[Game, bytes, Settings], games: int, offset: int, starts: Sequence[str] | None
) -> tuple[Trajectories, int, int, float]:
    """Play some games; return them, the number of evaluations and of cache hits, and the seconds in the network."""
    rules, model, settings = shared
    played = _play(rules, model, settings, games, offset, 1, starts)
    return played.trajectories, played.evaluations, played.cache_hits, played.evaluation_seconds


def join(parts: Sequence[Trajectories]) -> Trajectories:
    """Concatenate games of one game.

    Parameters
    ----------
    parts : sequence of Trajectories
        The games, at least one part.

    Returns
    -------
    Trajectories
        All games in their order.
    """
    if len(parts) == 1:
        return parts[0]
    arrays: dict[str, Any] = {name: [getattr(part, name) for part in parts] for name in TYPES}
    for name in ("offsets", "policy_offsets"):
        starts = np.cumsum([0, *(one[-1] for one in arrays[name][:-1])])
        shifted = [one + start for one, start in zip(arrays[name], starts, strict=True)]
        arrays[name] = [shifted[0], *(one[1:] for one in shifted[1:])]
    joined = {name: np.concatenate(arrays[name]) for name in TYPES}
    return Trajectories(parts[0].game, starts=[start for part in parts for start in part.starts], **joined)
