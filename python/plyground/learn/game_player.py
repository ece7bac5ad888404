"""Plays the games of generations: in a thread of its own while the network trains, or in turn with training."""

import os
from collections.abc import Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import Event
from typing import Literal

from .._core import Game
from ..ray_cluster import connect_to_ray
from .self_play import GeneratedGames, join, play_generation
from .settings import Settings
from .status import Status, Watch
from .teacher import play_teacher_games
from .time_limit import TimeLimit


@dataclass(frozen=True, slots=True)
class GameRequest:
    """What the games of a generation depend on.

    Attributes
    ----------
    generation : int
        Number of the generation.
    offset : int
        Number of its first game.
    model : bytes
        The ONNX file of the network that plays.
    starts : list of str or None
        A start position for each game.
    """

    generation: int
    offset: int
    model: bytes
    starts: list[str] | None


class PlayWatch(Watch):
    """Counts games of a generation, and stops them at the end of the run or of its time.

    Parameters
    ----------
    status : Status
        Where games and evaluations are counted.
    limit : TimeLimit
        The time limit.
    stop : Event
        Set when the run ends.
    """

    def __init__(self, status: Status, limit: TimeLimit, stop: Event) -> None:
        self._status, self._limit, self._stop = status, limit, stop

    def should_stop(self) -> bool:
        """Return whether the run or its time has ended."""
        return self._stop.is_set() or self._limit.must_close

    def add_evaluations(self, count: int) -> None:
        """Count positions that the network evaluates."""
        self._status.evaluations += count

    def add_games(self, count: int) -> None:
        """Count games that have ended."""
        self._status.games += count


class GamePlayer:
    """Plays generations, opened as a context manager. Games that are not finished at its end are stopped.

    Parameters
    ----------
    rules : Game
        The game.
    settings : Settings
        The settings of the run. With ``overlap``, games are played in a thread of their own.
    threads : int or None
        Number of threads, None for all processors. One thread plays and trains in turn, also with ``overlap``.
    engine : {"ray"} or None
        Where the games are played.
    limit : TimeLimit
        The time limit, which can end a generation before it has all of its games.
    status : Status, optional
        Where games and evaluations are counted.
    game_evaluations : float, default 0
        Evaluations that a game of self-play is predicted to need; 0 if that is not known.
    """

    def __init__(
        self,
        rules: Game,
        settings: Settings,
        threads: int | None,
        engine: Literal["ray"] | None,
        limit: TimeLimit,
        status: Status | None = None,
        game_evaluations: float = 0.0,
    ) -> None:
        self._rules = rules
        self._settings = settings
        self._threads = threads or os.cpu_count() or 1
        self._engine = engine
        self._limit = limit
        self._status = status or Status(limit.elapsed)
        self._game_evaluations = game_evaluations
        self._self_play_seconds = limit.playing
        self._stop = Event()
        self._watch = PlayWatch(self._status, limit, self._stop)
        self._pool = ThreadPoolExecutor(1) if settings.overlap and (self._threads > 1 or engine) else None

    def __enter__(self) -> "GamePlayer":
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        if self._pool is not None:
            self._pool.shutdown()

    def start(self, request: GameRequest) -> "Future[GeneratedGames | None]":
        """Play the games of a generation; return where they will be, or None if not one of them ends in time."""
        if self._engine == "ray" and not self._is_teacher(request):
            # Ray starts in the main thread, since it sets signal handlers.
            connect_to_ray()
        if self._pool is not None:
            return self._pool.submit(self._play, request)
        played: Future[GeneratedGames | None] = Future()
        played.set_result(self._play(request))
        return played

    def _play(self, request: GameRequest) -> GeneratedGames | None:
        """Play the games of a generation, in parts if the time limit is near."""
        count, played = self._settings.games_per_generation, 0
        parts: list[GeneratedGames] = []
        self._prepare(request)
        self._status.start_games("self-play", count, count * self._game_evaluations)
        while played < count:
            size = self._limit.next_games(count - played, played)
            if parts and not size:
                break
            try:
                part = self._play_part(request, played, max(size, 1))
            except CancelledError:
                if self._stop.is_set():
                    raise
                break
            parts.append(part)
            played += len(part.games)
            self._limit.measure_playing(len(part.games), part.seconds)
            self._status.games = played
            self._game_evaluations = self._status.evaluations / played
            self._status.expected_evaluations = count * self._game_evaluations
        return _joined(parts) if parts else None

    def _prepare(self, request: GameRequest) -> None:
        """Predict the speed of the first games, and of those after the last of the teacher."""
        generations = self._settings.teacher_generations if self._settings.teacher else 0
        if self._is_teacher(request):
            if not self._limit.is_measured:
                # The prediction is that of self-play.
                self._limit.playing = None
        elif generations and request.generation == generations + 1:
            self._limit.playing, self._limit.is_measured = self._self_play_seconds, False

    def _play_part(self, request: GameRequest, first: int, count: int) -> GeneratedGames:
        """Play some games of a generation."""
        settings, offset = replace(self._settings, games_per_generation=count), request.offset + first
        if self._is_teacher(request):
            return play_teacher_games(self._rules, settings, offset, self._threads, self._watch)
        starts = None if request.starts is None else request.starts[first : first + count]
        return play_generation(
            self._rules, request.model, settings, offset, self._threads, self._engine, starts, self._watch
        )

    def _is_teacher(self, request: GameRequest) -> bool:
        """Return whether the teacher plays a generation."""
        return bool(self._settings.teacher) and request.generation <= self._settings.teacher_generations


def _joined(parts: Sequence[GeneratedGames]) -> GeneratedGames:
    """Return the games of all parts."""
    seconds = sum(part.seconds for part in parts)
    return GeneratedGames(
        join([part.games for part in parts]),
        sum(part.evaluations for part in parts),
        sum(part.cache_hits for part in parts),
        seconds,
        sum(part.network_time_fraction * part.seconds for part in parts) / max(seconds, 1e-9),
    )
