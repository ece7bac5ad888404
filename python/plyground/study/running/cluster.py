"""Plays games on a Ray cluster, or on the processors of this machine in the same way."""

from collections.abc import Generator, Iterable, Iterator
from typing import Any, Final

from ...ray_cluster import connect_to_ray
from .game_plan import GamePlan
from .games import Games

CHUNKS: Final = 32
"""The number of chunks for each processor."""

MAX_CHUNK: Final = 2**14
"""The largest number of games in a chunk."""

BATCH: Final = 256
"""The number of games that share the batches of a network, if there are enough for all processors."""


def chunks(plan: GamePlan, gaps: Iterable[tuple[int, int]]) -> Generator[tuple[int, Games], None, None]:
    """Play the games that are missing. Chunks come in any order.

    The cluster to which this process is connected is used; otherwise the one that ``RAY_ADDRESS`` names, or a new one on
    this machine.
    """
    ray = connect_to_ray()
    # The plan is sent once, with its networks.
    sent = _sent(ray, plan)
    resources: dict[str, float] = ray.cluster_resources()
    workers = max(1, int(resources.get("CPU", 1)))
    remote: Any = ray.remote(num_cpus=1, max_retries=3)(_play)
    ranges = _cut(list(gaps), workers, plan)
    pending: dict[Any, int] = {}
    try:
        while True:
            # Two chunks for each processor, so that none is idle.
            while len(pending) < 2 * workers and (chunk := next(ranges, None)) is not None:
                pending[remote.remote(sent, *chunk)] = chunk[0]
            if not pending:
                return
            (done,), _ = ray.wait(list(pending), num_returns=1)
            yield pending.pop(done), ray.get(done)
    finally:
        for left in pending:
            ray.cancel(left, force=True)


def _sent(ray: Any, plan: GamePlan) -> Any:
    """The plan as an object that all processes of the cluster can read."""
    try:
        return ray.put(plan)
    except TypeError as error:
        own = " and ".join(repr(agent.name) for agent in plan.named_agents if agent.is_python)
        raise TypeError(
            f"engine='ray' sends {own} to other processes, and that cannot be pickled: {error.__cause__ or error}"
        ) from error


def _play(plan: GamePlan, first: int, count: int) -> Games:
    return plan.play(first, count, threads=1)


def _cut(gaps: list[tuple[int, int]], workers: int, plan: GamePlan) -> Iterator[tuple[int, int]]:
    """Divide ranges of games into chunks: the first game and the number of games."""
    total = sum(stop - start for start, stop in gaps)
    least = min(BATCH, total // workers) if plan.has_networks else plan.games_per_round
    size = max(1, least, min(MAX_CHUNK, total // (workers * CHUNKS)))
    for start, stop in gaps:
        for at in range(start, stop, size):
            yield at, min(size, stop - at)
