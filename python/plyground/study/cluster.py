"""Plays the games of a plan on a Ray cluster, or on the processors of this machine as if they were one."""

import logging
from collections.abc import Generator, Iterable, Iterator
from typing import Any, Final

from .games import Games
from .plan import Plan

PIECES: Final = 32
"""Into how many pieces the games of each processor are cut."""

LARGEST: Final = 2**14
"""No piece has more games than this."""

ABREAST: Final = 256
"""A network is asked for so many games at once, if there are enough for every processor."""


def pieces(plan: Plan, gaps: Iterable[tuple[int, int]]) -> Generator[tuple[int, Games], None, None]:
    """Plays what is missing; pieces come as they are done, in any order.

    A cluster that this process is connected to is used; else the one that the environment names (``RAY_ADDRESS``), or a
    new one here.
    """
    try:
        import ray
    except ImportError as error:
        raise ImportError("engine='ray' needs Ray: pip install 'plyground[ray]'") from error

    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    # Sent once, however large the networks are that play.
    sent = _sent(plan)
    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    workers = max(1, int(resources.get("CPU", 1)))
    remote: Any = ray.remote(num_cpus=1, max_retries=3)(_play)
    ranges = _cut(list(gaps), workers, plan)
    flying: dict[Any, int] = {}
    try:
        while True:
            # Two pieces a processor, so that none waits for its next one.
            while len(flying) < 2 * workers and (piece := next(ranges, None)) is not None:
                flying[remote.remote(sent, *piece)] = piece[0]
            if not flying:
                return
            (done,), _ = ray.wait(list(flying), num_returns=1)
            yield flying.pop(done), ray.get(done)
    finally:
        for left in flying:
            ray.cancel(left, force=True)


def _sent(plan: Plan) -> Any:
    """The plan where all processes of the cluster find it."""
    import ray

    try:
        return ray.put(plan)
    except TypeError as error:
        own = " and ".join(repr(player.name) for player in plan.players if player.foreign)
        raise TypeError(
            f"engine='ray' sends {own} to other processes, and that cannot be pickled: {error.__cause__ or error}"
        ) from error


def _play(plan: Plan, first: int, count: int) -> Games:
    return plan.play(first, count, threads=1)


def _cut(gaps: list[tuple[int, int]], workers: int, plan: Plan) -> Iterator[tuple[int, int]]:
    """Cuts ranges of games into pieces: where each begins, and how many games it has."""
    total = sum(stop - start for start, stop in gaps)
    least = min(ABREAST, total // workers) if plan.by_networks else plan.rotation
    size = max(1, least, min(LARGEST, total // (workers * PIECES)))
    for start, stop in gaps:
        for at in range(start, stop, size):
            yield at, min(size, stop - at)
