"""Joins stores of games that several machines filled."""

import json
from os import PathLike
from pathlib import Path

from .games import are_same_games
from .store import BadStore, Store
from .stored_plans import StoredChunk, StoredPlan


def merge(*stores: "str | PathLike[str]", into: "str | PathLike[str]") -> tuple[StoredPlan, ...]:
    """Copy the games of several stores into one.

    A study with the merged store equals the study that one machine makes. Machines play different games of a study with the
    setting ``offset``. Reports cannot be merged, as they hold results and not games.

    Parameters
    ----------
    *stores : path
        The files of at least one store. They stay as they are.
    into : path
        The file of the merged store. If it exists, it must be a store, and games are added to it.

    Returns
    -------
    tuple of StoredPlan
        What the merged store contains: for each plan the variant, the agents, the seed and the numbers of its games.

    Raises
    ------
    BadStore
        If a file is not a store or is damaged, if two builds played a plan that behaves differently in them, or if two stores
        have different games under one number. ``into`` stays as it was.
    FileNotFoundError
        If a store does not exist.
    ValueError
        If there is no store, or one of the stores is ``into``.

    Examples
    --------
    >>> import plyground as pg, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> for name, offset in (("a", 0), ("b", 500)):      # on two machines
    ...     part = pg.study.balance("stax", games=500, offset=offset, store=f"{folder}/{name}.db")
    >>> [found] = pg.study.merge(f"{folder}/a.db", f"{folder}/b.db", into=f"{folder}/whole.db")
    >>> found.id, found.agents, found.ranges
    ('stax', ('random',), ((0, 1000),))
    >>> pg.study.balance("stax", games=1_000, store=f"{folder}/whole.db") == pg.study.balance("stax", games=1_000)
    True
    """
    sources, target = [Path(path) for path in stores], Path(into)
    if not sources:
        raise ValueError("name at least one store to merge, such as 'games.db'")
    for path in sources:
        if not path.is_file():
            raise FileNotFoundError(2, "no such store", str(path))
        if target.exists() and path.samefile(target):
            raise ValueError(
                f"into must not be one of the merged stores, got {str(into)!r}: games are added to it anyway"
            )
    is_new = not target.exists()
    origins: dict[tuple[str, int], Path] = {}
    try:
        with Store(target) as whole:
            with whole.transaction():
                for path in sources:
                    with Store(path) as store:
                        _copy(store, whole, origins)
            return whole.plans()
    except BaseException:
        if is_new:
            target.unlink(missing_ok=True)
        raise


def _copy(store: Store, whole: Store, origins: dict[tuple[str, int], Path]) -> None:
    """Add the games of a store to another one, in which a transaction is in progress.

    ``origins`` has the store from which each chunk was copied, by the key of its plan and the number of its first game.
    """
    for key, fingerprints in store.plan_keys():
        if whole.add_plan(key, fingerprints) != fingerprints:
            raise BadStore(
                f"{store.path} has games of {_described(key)} that the build of the other stores plays differently: their "
                "fingerprints differ. Play one part again with the other build"
            )
        for chunk in store.chunks(key):
            others = list(whole.chunks(key, chunk.first, chunk.stop))
            for other in others:
                _check_overlap(store, whole, key, chunk, other, origins.get((key, other.first), whole.path))
            if not any(other.first <= chunk.first and chunk.stop <= other.stop for other in others):
                whole.add_chunk(key, chunk)
                origins[key, chunk.first] = store.path


def _check_overlap(store: Store, whole: Store, key: str, chunk: StoredChunk, other: StoredChunk, origin: Path) -> None:
    """Raise BadStore unless two chunks agree where they overlap."""
    first, stop = max(chunk.first, other.first), min(chunk.stop, other.stop)
    ours, theirs = (
        of.read(key, one)[first - one.first : stop - one.first] for of, one in ((store, chunk), (whole, other))
    )
    if not are_same_games(ours, theirs):
        raise BadStore(
            f"{store.path} and {origin} contradict each other: games {first} to {stop - 1} of {_described(key)} differ. Agents "
            "that are limited by time, and functions that changed, play a game differently each time: merge stores with other "
            "numbers"
        )


def _described(key: str) -> str:
    """A plan in words."""
    plan = StoredPlan(json.loads(key), ())
    return f"{plan.id} by {' and '.join(dict.fromkeys(plan.agents))} with seed {plan.seed}"
