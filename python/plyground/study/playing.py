"""Plays the games of a plan piece by piece: on this machine or on many, into a store or not."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from os import PathLike
from time import perf_counter
from typing import Any, Final, Literal, TypeAlias

from ..progress import progress_bar
from .games import Games, join, same
from .plan import Plan
from .store import BadStore, Store

Progress: TypeAlias = "bool | Callable[[str, int], None]"
"""Whether a bar is shown, or what is called with an id and the number of games that were just played."""

PIECE_SECONDS: Final = 1.0
"""Games are played in pieces that take about as long as this: what is lost when a study is killed."""

GROWTH: Final = 8
"""A piece has at most so many times the games of the one before."""

LARGEST: Final = 2**17
"""No piece has more games than this."""


class Table:
    """Where games are played: how many threads, which engine, which store, and who is told of progress."""

    def __init__(
        self,
        *,
        threads: int | None = None,
        engine: Literal["ray"] | None = None,
        store: "str | PathLike[str] | None" = None,
        told: Callable[[str, int], None] | None = None,
    ) -> None:
        if engine not in (None, "ray"):
            raise ValueError(f"the engine is 'ray' or None, not {engine!r}")
        if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int) or threads < 1):
            raise ValueError(f"at least one thread must play, not {threads!r}")
        self.threads = threads
        self.engine = engine
        self.store = None if store is None else Store(store)
        self.told = told

    def play(
        self,
        plan: Plan,
        count: int,
        decided: Callable[[Games], int | None] | None = None,
        *,
        seconds: float | None = None,
        least: int = 1,
    ) -> Games:
        """The first ``count`` games of a plan, those that the store has and those that are played now.

        ``decided`` is shown all games up to the first that is missing, again and again; once it says how many it takes to decide
        what is asked, those are the games. After so many ``seconds``, no more are begun once there are so many as ``least``; what
        the games of the store took counts.
        """
        if self.store is not None and (nameless := [one.name for one in plan.players if not one.lasting]):
            raise ValueError(
                f"a store knows functions and networks by names that you give them; say {{'mine': …}} instead of {nameless[0]}"
            )
        done: dict[int, Games] = {}
        spent = 0.0
        if self.store is not None:
            spent = self.store.seconds(plan)
            for first, games in self.store.games(plan, count):
                done[first] = games
                self._tell(plan, len(games[: count - first]))
            _check(plan, done, self.store)
        if (found := _settled(done, decided)) is not None:
            return found
        if _enough(done, seconds, spent, least):
            return _unbroken(done)[:count]
        began = perf_counter()
        with closing(self._pieces(plan, _gaps(done, count))) as pieces:
            for first, games in pieces:
                took, began = perf_counter() - began, perf_counter()
                spent += took
                if self.store is not None:
                    self.store.add(plan, first, games, took)
                done[first] = games
                self._tell(plan, len(games))
                if (found := _settled(done, decided)) is not None:
                    return found
                if _enough(done, seconds, spent, least):
                    break
        return _unbroken(done)[:count]

    def _pieces(self, plan: Plan, gaps: Iterable[tuple[int, int]]) -> Generator[tuple[int, Games], None, None]:
        """Plays what is missing."""
        if self.engine == "ray":
            from .cluster import pieces

            return pieces(plan, gaps)
        return _here(plan, gaps, self.threads)

    def _tell(self, plan: Plan, games: int) -> None:
        if self.told is not None:
            self.told(plan.game.id, games)

    def close(self) -> None:
        """Lets go of the store."""
        if self.store is not None:
            self.store.close()


@contextmanager
def table(progress: Progress, total: int, **places: Any) -> Iterator[Table]:
    """A table at which so many games are to be played."""
    if not (isinstance(progress, bool) or callable(progress)):
        raise TypeError(f"progress is True, False or a function of an id and a number of games, not {progress!r}")
    with progress_bar("games", total, shown=progress is True) as advance:
        at = Table(told=progress if callable(progress) else advance, **places)
        try:
            yield at
        finally:
            at.close()


def _here(plan: Plan, gaps: Iterable[tuple[int, int]], threads: int | None) -> Generator[tuple[int, Games], None, None]:
    """Plays in pieces that take about a second each, for as long as more are asked for."""
    workers = 1 if plan.by_functions or plan.by_networks else threads or os.cpu_count() or 1
    # Enough for every thread, in whole rotations.
    least = 4 * workers * plan.rotation
    size = least
    for start, stop in gaps:
        at = start
        while at < stop:
            count = min(size, stop - at)
            began = perf_counter()
            games = plan.play(at, count, threads)
            rate = count / max(perf_counter() - began, 1e-6)
            yield at, games
            at += count
            size = max(least, min(int(rate * PIECE_SECONDS), size * GROWTH, LARGEST))


def _check(plan: Plan, done: dict[int, Games], store: Store) -> None:
    """Refuses games of a function that has changed: the first one is played again. A network is taken at its name."""
    if not (done and plan.by_functions):
        return
    first = min(done)
    if not same(plan.play(first, 1), done[first][:1]):
        mine = " and ".join(repr(one.name) for one in plan.players if one.function)
        raise BadStore(
            f"{store.path} has games in which {mine} played otherwise: game {first} is another one now. "
            "Give an agent that has changed another name; one that draws, draws from the generator that it is given"
        )


def _enough(done: dict[int, Games], seconds: float | None, spent: float, least: int) -> bool:
    """Whether the time for a plan is spent, and there are as many games as there must be."""
    return seconds is not None and spent >= seconds and bool(done) and len(_unbroken(done)) >= least


def _gaps(done: dict[int, Games], count: int) -> list[tuple[int, int]]:
    """The ranges of games that are missing."""
    gaps, at = [], 0
    for first in sorted(done):
        if first > at:
            gaps.append((at, first))
        at = max(at, first + len(done[first]))
    if at < count:
        gaps.append((at, count))
    return gaps


def _unbroken(done: dict[int, Games]) -> Games:
    """All games up to the first that is missing."""
    parts, at = [], 0
    for first in sorted(done):
        if first > at:
            break
        # Pieces may overlap where two processes have filled one store.
        if first + len(done[first]) > at:
            parts.append(done[first][at - first :])
            at = first + len(done[first])
    return join(parts)


def _settled(done: dict[int, Games], decided: Callable[[Games], int | None] | None) -> Games | None:
    """The games that decide what was asked, if there are enough."""
    if decided is None or 0 not in done:
        return None
    games = _unbroken(done)
    enough = decided(games)
    return None if enough is None else games[:enough]
