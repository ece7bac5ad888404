"""The games of a generation: played here, or by the workers of a Ray cluster."""

import os
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from .._core import Game, SelfPlay, Trajectories, self_play
from ..nets.model import Model
from .game_file import TYPES
from .settings import Settings

PIECES = 2
"""Into how many pieces a cluster's games are cut for each processor."""


@dataclass(frozen=True, slots=True)
class Played:
    """Games, and what they took."""

    games: Trajectories
    """The games."""
    judged: int
    """How many positions the network judged."""
    known: int
    """How many it would have judged again if nobody had remembered them."""
    seconds: float
    """How long it took."""
    judging: float
    """The share of that in which the processors were with the network."""


def played(
    rules: Game,
    model: bytes,
    settings: Settings,
    offset: int,
    threads: int | None,
    engine: Literal["ray"] | None,
    starts: Sequence[str] | None = None,
) -> Played:
    """The games of a generation by a model, the first of them game number ``offset``; from as many ``starts`` if there are."""
    if engine == "ray":
        return _by_ray(rules, model, settings, offset, starts)
    workers = threads or os.cpu_count() or 1
    found = _play(rules, model, settings, settings.games, offset, workers, starts)
    return Played(
        found.trajectories,
        found.evaluations,
        found.cache_hits,
        found.seconds,
        found.evaluation_seconds / max(found.seconds * workers, 1e-9),
    )


def _play(
    rules: Game,
    model: bytes,
    settings: Settings,
    games: int,
    offset: int,
    workers: int,
    starts: Sequence[str] | None,
) -> SelfPlay:
    # Games take positions by their numbers, which do not begin at 0.
    first = offset % games
    return self_play(
        rules,
        _opened(model).evaluate,
        games,
        settings.seed,
        offset=offset,
        simulations=settings.simulations,
        full_search_prob=settings.full,
        fast_simulations=settings.fast,
        root=settings.root,
        max_considered_actions=settings.considered,
        temperature=settings.temperature,
        temperature_steps=settings.turns,
        max_steps=settings.max_steps,
        start=None if starts is None else [*starts[games - first :], *starts[: games - first]],
        num_parallel_games=min(settings.abreast, games),
        threads=workers,
        max_concurrent_batches=workers,
        logits=True,
        relative_values=True,
    )


@lru_cache(maxsize=1)
def _opened(model: bytes) -> Model:
    return Model(model)


def _by_ray(rules: Game, model: bytes, settings: Settings, offset: int, starts: Sequence[str] | None) -> Played:
    """Pieces of the games on all processors of a cluster, put together in their order."""
    import logging
    from time import perf_counter

    try:
        import ray
    except ImportError as error:
        raise ImportError("engine='ray' needs Ray: pip install 'plyground[ray]'") from error
    if not ray.is_initialized():
        with warnings.catch_warnings():
            # JAX warns of forks, for locks that others hold; what Ray forks becomes another program at once.
            warnings.filterwarnings("ignore", "os.fork", RuntimeWarning)
            ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    workers = max(1, int(resources.get("CPU", 1)))
    began = perf_counter()
    sent = ray.put((rules, model, settings))
    remote: Any = ray.remote(num_cpus=1, max_retries=3)(_piece)
    ends = np.linspace(0, settings.games, min(settings.games, workers * PIECES) + 1).astype(int)
    flying = [
        remote.remote(sent, int(stop - start), offset + int(start), None if starts is None else starts[start:stop])
        for start, stop in pairwise(ends)
    ]
    parts = ray.get(flying)
    seconds = perf_counter() - began
    return Played(
        join([games for games, _ in parts]),
        sum(told["judged"] for _, told in parts),
        sum(told["known"] for _, told in parts),
        seconds,
        sum(told["judging"] for _, told in parts) / max(seconds * workers, 1e-9),
    )


def _piece(
    sent: tuple[Game, bytes, Settings], games: int, offset: int, starts: Sequence[str] | None
) -> tuple[Trajectories, dict[str, Any]]:
    rules, model, settings = sent
    found = _play(rules, model, settings, games, offset, 1, starts)
    return found.trajectories, {
        "judged": found.evaluations,
        "known": found.cache_hits,
        "judging": found.evaluation_seconds,
    }


def join(parts: Sequence[Trajectories]) -> Trajectories:
    """Games one after the other."""
    if len(parts) == 1:
        return parts[0]
    arrays: dict[str, Any] = {name: [getattr(part, name) for part in parts] for name in TYPES}
    for name in ("offsets", "policy_offsets"):
        before = np.cumsum([0, *(one[-1] for one in arrays[name][:-1])])
        shifted = [one + more for one, more in zip(arrays[name], before, strict=True)]
        arrays[name] = [shifted[0], *(one[1:] for one in shifted[1:])]
    whole = {name: np.concatenate(arrays[name]) for name in TYPES}
    return Trajectories(parts[0].game, starts=[start for part in parts for start in part.starts], **whole)
