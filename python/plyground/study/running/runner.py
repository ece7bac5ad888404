"""Plays the games of a plan in chunks: in this process or on a cluster, with or without a store."""

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from time import perf_counter
from typing import Final

from ...optional_deps import import_packages
from ...progress import BAR_SECONDS, progress_bar
from ..design.study_design import StudyDesign
from .game_plan import GamePlan
from .games import Games, are_same_games, concatenate
from .store import BadStore, Store

CHUNK_SECONDS: Final = 1.0
"""The time that a chunk takes. A killed study loses at most this much."""

GROWTH: Final = 8
"""The largest ratio of the sizes of consecutive chunks."""

MAX_CHUNK: Final = 2**17
"""The largest number of games in a chunk."""

StopRule = Callable[[Games], int | None]
"""Takes all games up to the first that is missing, and returns how many decide the question, or None."""


class Runner:
    """Plays plans with the threads, engine, store and progress function of a study."""

    def __init__(self, design: StudyDesign, report_progress: Callable[[str, int], None]) -> None:
        self.design = design
        self.store = None if design.store is None else Store(design.store)
        self.report_progress = report_progress

    def play(
        self,
        plan: GamePlan,
        count: int,
        stop_rule: StopRule | None = None,
        *,
        seconds: float | None = None,
        min_games: int = 1,
        first_chunk: int | None = None,
    ) -> Games:
        """Return games of a plan from the first of the study on, from the store and by playing.

        Parameters
        ----------
        plan
            The plan.
        count
            The largest number of games.
        stop_rule
            Called after each chunk; the games end when it returns a number.
        seconds
            A time budget, in which the time of stored games counts.
        min_games
            The number of games that are played even if they exceed the time budget.
        first_chunk
            The number of games that are played first, for slow games with a time budget. Later chunks have about as many
            games as the budget allows.
        """
        if self.store is not None and (nameless := [one.name for one in plan.named_agents if not one.has_stable_name]):
            raise ValueError(
                f"a store needs names for functions and networks: write {{'mine': …}} instead of {nameless[0]}"
            )
        start = self.design.offset
        if start % plan.games_per_round:
            raise ValueError(
                f"offset must be a multiple of {plan.games_per_round}, the number of games of a round, got {start}"
            )
        stop = start + count
        done: dict[int, Games] = {}
        spent = 0.0
        if self.store is not None:
            spent = self.store.seconds(plan, start)
            for first, games in self.store.games(plan, count, start):
                before = max(0, start - first)
                own = games[before : stop - first]
                if len(own) > len(done.get(first + before, ())):
                    done[first + before] = own
                self.report_progress(plan.game.id, len(own))
            _check_functions(plan, done, self.store)
        if (found := _decided(done, start, stop_rule)) is not None:
            return found
        if _is_over(done, start, seconds, spent, min_games):
            return _unbroken(done, start)[:count]
        began = perf_counter()
        left = None if seconds is None or first_chunk is None else seconds - spent
        with closing(self._chunks(plan, _gaps(done, start, stop), first_chunk, left)) as chunks:
            for first, games in chunks:
                took, began = perf_counter() - began, perf_counter()
                spent += took
                if self.store is not None:
                    self.store.add(plan, first, games, took)
                done[first] = games
                self.report_progress(plan.game.id, len(games))
                if (found := _decided(done, start, stop_rule)) is not None:
                    return found
                if _is_over(done, start, seconds, spent, min_games):
                    break
        return _unbroken(done, start)[:count]

    def _chunks(
        self, plan: GamePlan, gaps: Iterable[tuple[int, int]], first_chunk: int | None, seconds: float | None
    ) -> Generator[tuple[int, Games], None, None]:
        """Play the games that are missing."""
        if self.design.engine == "ray":
            from .cluster import chunks

            return chunks(plan, gaps)
        return _local_chunks(plan, gaps, self.design.threads, first_chunk, seconds)

    def close(self) -> None:
        """Close the store."""
        if self.store is not None:
            self.store.close()


@contextmanager
def open_runner(design: StudyDesign, total: int) -> Iterator[Runner]:
    """Yield a runner for a study with this total number of games, if the packages for its statistics are installed."""
    import_packages("plyground[study]", "scipy", "statsmodels")
    own, shown = (design.progress, False) if callable(design.progress) else (None, design.progress)
    with progress_bar("games", total, shown=shown, delay=BAR_SECONDS) as advance:
        runner = Runner(design, own or advance)
        try:
            yield runner
        finally:
            runner.close()


def _local_chunks(
    plan: GamePlan,
    gaps: Iterable[tuple[int, int]],
    threads: int | None,
    first_chunk: int | None,
    seconds: float | None,
) -> Generator[tuple[int, Games], None, None]:
    """Play in chunks of about a second each, or as long as the time that is left."""
    workers = 1 if plan.has_functions or plan.has_networks else threads or os.cpu_count() or 1
    # Enough for every thread, in whole rounds.
    least = first_chunk or 4 * workers * plan.games_per_round
    size, end = least, None if seconds is None else perf_counter() + seconds
    for start, stop in gaps:
        at = start
        while at < stop:
            count = min(size, stop - at)
            began = perf_counter()
            games = plan.play(at, count, threads)
            rate = count / max(perf_counter() - began, 1e-6)
            yield at, games
            at += count
            duration = CHUNK_SECONDS if end is None else end - perf_counter()
            size = max(least, min(int(rate * duration), size * GROWTH, MAX_CHUNK))


def _check_functions(plan: GamePlan, done: dict[int, Games], store: Store) -> None:
    """Raise BadStore if a function has changed: one game is played again. Networks are identified by their names."""
    if not (done and plan.has_functions):
        return
    first = min(done)
    if not are_same_games(plan.play(first, 1), done[first][:1]):
        mine = " and ".join(repr(one.name) for one in plan.named_agents if one.is_function)
        raise BadStore(
            f"{store.path} has games in which {mine} played differently: game {first} has changed. "
            "Give a changed agent a new name. A function that chooses at random must use the random generator that it receives"
        )


def _is_over(done: dict[int, Games], start: int, seconds: float | None, spent: float, min_games: int) -> bool:
    """Whether the time budget is spent and there are enough games."""
    return seconds is not None and spent >= seconds and bool(done) and len(_unbroken(done, start)) >= min_games


def _gaps(done: dict[int, Games], start: int, stop: int) -> list[tuple[int, int]]:
    """The ranges of games that are missing."""
    gaps, at = [], start
    for first in sorted(done):
        if first > at:
            gaps.append((at, first))
        at = max(at, first + len(done[first]))
    if at < stop:
        gaps.append((at, stop))
    return gaps


def _unbroken(done: dict[int, Games], start: int) -> Games:
    """All games from the first of the study up to the first that is missing."""
    parts, at = [], start
    for first in sorted(done):
        if first > at:
            break
        # Chunks may overlap if two processes have filled one store.
        if first + len(done[first]) > at:
            parts.append(done[first][at - first :])
            at = first + len(done[first])
    return concatenate(parts)


def _decided(done: dict[int, Games], start: int, stop_rule: StopRule | None) -> Games | None:
    """The games that decide the question, if there are enough."""
    if stop_rule is None or start not in done:
        return None
    games = _unbroken(done, start)
    enough = stop_rule(games)
    return None if enough is None else games[:enough]
