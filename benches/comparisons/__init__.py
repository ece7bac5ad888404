"""Comparisons of plyground with other libraries, by the module that they need."""

from collections.abc import Callable, Iterator
from functools import partial

from measure import Comparison

from . import chess_libraries, draughts_libraries, environments, imports, jax_games, self_play, spiel

Make = Callable[[], Iterator[Comparison]]

ONE_THREAD: dict[str, Make] = {
    "pyspiel": spiel.states,
    "open_spiel": spiel.environments,
    "chess": chess_libraries.python_chess,
    "cozy_chess": chess_libraries.cozy_chess_py,
    "draughts": draughts_libraries.py_draughts,
    "dame": draughts_libraries.dame,
    "kish": draughts_libraries.kish,
    "gymnasium": environments.gymnasium,
    "pettingzoo": environments.pettingzoo,
    "jax": jax_games.scans,
    "alpha_zero": self_play.open_spiel,
    "mctx": self_play.mctx,
    "import": imports.imports,
}
"""Comparisons that use one thread."""

ANY_THREADS: dict[str, Callable[[int], Iterator[Comparison]]] = {
    "envpool": environments.envpool,
    "pgx": jax_games.batches,
}
"""Comparisons of batches, by the number of threads."""

NAMES = (*ONE_THREAD, *ANY_THREADS)


def makers(threads: int) -> dict[str, Make]:
    """Return the comparisons for a number of threads, by module."""
    batches: dict[str, Make] = {name: partial(make, threads) for name, make in ANY_THREADS.items()}
    return {**ONE_THREAD, **batches} if threads == 1 else batches
