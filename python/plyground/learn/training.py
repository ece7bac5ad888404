"""The loop: play, learn, measure, and keep it all."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from numbers import Real
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import Any, Final, Literal

import numpy as np

from .._core import Game, openings
from .._core import game as game_named
from ..atomic_files import write
from ..nets import Description
from ..truncate import truncated
from . import checkpoint, game_file
from .archive import Archive
from .display import shown
from .errors import BadRun
from .export import to_onnx
from .forks import Forks
from .learner import Learner
from .lessons import taught, teacher_of
from .lock import locked
from .memory import CHUNK, check_memory
from .picture import draw
from .playing import Played, played
from .run import PICTURE, STATE, Run, begun, check_found, found
from .settings import Settings
from .shape import Shape
from .strength import check, measured
from .window import Window

LIMIT: Final = 1_000_000_000
"""Bound of the minutes and generations of a run."""

CHANGEABLE: Final = frozenset({"rate"})
"""What a run that goes on may be told anew: with steps too large for it, it comes to nothing."""


def train(
    game: str | Game,
    *,
    out: "str | PathLike[str]",
    minutes: float | None,
    generations: int | None,
    resume: bool,
    threads: int | None,
    engine: Literal["ray"] | None,
    progress: "bool | Callable[[dict[str, Any]], None]",
    settings: dict[str, Any],
) -> Run:
    """See `plyground.learn.train`."""
    rules = game_named(game) if isinstance(game, str) else game
    for name, limit, kind in (("minutes", minutes, Real), ("generations", generations, int)):
        if limit is not None and (isinstance(limit, bool) or not isinstance(limit, kind) or not 0 < limit < LIMIT):
            what = "an integer" if kind is int else "a number"
            raise ValueError(f"{name} must be {what} above 0 and below {LIMIT}, not {truncated(limit)}")
    if minutes is None and generations is None:
        raise ValueError("say how long it may learn: minutes=60, or generations=100")
    if engine not in (None, "ray"):
        raise ValueError(f"the engine is 'ray' or None, not {truncated(engine)}")
    if not (isinstance(progress, bool) or callable(progress)):
        raise TypeError(f"progress is True, False or a function of a row, not {progress!r}")
    folder = Path(out)
    if resume:
        # A folder without a run gets no lock file.
        check_found(folder)
    else:
        # A run that cannot start leaves no folder.
        _check_settings(rules, Settings.of(settings), 0)
        folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        loop = _Loop.again(rules, folder, settings) if resume else _Loop.new(rules, folder, settings)
        loop.limits = (minutes, generations)
        with _told(progress, rules) as tell:
            loop.go(threads, engine, tell)
    return loop.run


def _check_settings(rules: Game, settings: Settings, generation: int) -> None:
    """Refuses settings that take too much memory, and agents that do not play the game, where they are still needed."""
    check_memory(Shape.of(rules, settings.size), settings)
    check(rules, settings)
    if settings.teacher and generation < settings.lessons:
        teacher_of(rules, settings)


class _Loop:
    """A run in the middle of its work."""

    def __init__(self, rules: Game, run: Run, settings: Settings) -> None:
        self.rules = rules
        self.run = run
        self.settings = settings
        self.learner = Learner(rules, settings)
        self.window = Window(settings.window, settings.search)
        self.forks = Forks()
        self.limits: tuple[float | None, int | None] = (None, None)
        self._measuring = 0.0

    @staticmethod
    def new(rules: Game, folder: Path, given: dict[str, Any]) -> "_Loop":
        """A run that begins."""
        settings = Settings.of(given)
        told = {"game": json.loads(rules.to_json()), "fingerprint": rules.fingerprint, "settings": settings.told()}
        return _Loop(rules, begun(folder, json.loads(json.dumps(told))), settings)

    @staticmethod
    def again(rules: Game, folder: Path, given: dict[str, Any]) -> "_Loop":
        """A run that goes on where it was."""
        run = found(folder)
        told, print, kept = (run.told[name] for name in ("game", "fingerprint", "settings"))
        if told != json.loads(rules.to_json()):
            raise BadRun(f"{run.path} learns {str(told.get('id'))[:40]} with its own options, and not this game")
        if print != rules.fingerprint:
            raise BadRun(f"{rules.id} behaves differently in this build than in the one that {run.path} was begun with")
        asked = json.loads(json.dumps(Settings.of(given).told()))
        if other := [name for name in given if name not in CHANGEABLE and asked[name] != kept.get(name)]:
            raise BadRun(f"{run.path} was begun with {other[0]}={truncated(kept.get(other[0]))}, and goes on so")
        try:
            settings = Settings.of({**kept, **{name: asked[name] for name in given}})
        except ValueError as error:
            raise BadRun(f"{run.path} has settings that no run has: {error}") from None
        if run.played != run.generation * settings.games:
            raise BadRun(f"{run.path} cannot have played {run.played} games in {run.generation} generations")
        _check_settings(rules, settings, run.generation)
        kept.update((name, asked[name]) for name in given if name in CHANGEABLE)
        loop = _Loop(rules, run, settings)
        with Archive(run.path / STATE) as archive:
            loop.learner.state = checkpoint.read(archive, loop.learner.state)
        loop.window.seen = run.seen
        loop.window.games = [
            (number, game_file.load(run.games(number), rules, settings.games, settings.max_steps))
            for number in run.kept
        ]
        write(run.model, loop.model())
        return loop

    def model(self) -> bytes:
        """The network that plays, as a file."""
        run = self.run
        training = {**run.told["settings"], "generation": run.generation, "games_played": run.played}
        return to_onnx(self.learner.state.mean, self.learner.shape, Description.of(self.rules, training))

    def go(self, threads: int | None, engine: Literal["ray"] | None, tell: Callable[[dict[str, Any]], None]) -> None:
        """Plays and learns until the time is over."""
        model = self.model()
        while self._progress() < 1:
            began = perf_counter()
            games = self._played(model, threads, engine)
            row = self._learned(games)
            self.run.generation += 1
            self.run.played += len(games.games)
            model = self.model()
            took = perf_counter() - began
            self.run.seconds += took
            if self._is_due():
                row.update(self._measured(model, threads))
            self._keep({"generation": self.run.generation, "minutes": self.run.seconds / 60, **row}, model)
            tell(self.run.rows[-1])

    def _played(self, model: bytes, threads: int | None, engine: Literal["ray"] | None) -> Played:
        """The games of the next generation."""
        if self.settings.teacher and self.run.generation < self.settings.lessons:
            return taught(self.rules, self.settings, self.run.played, threads or os.cpu_count() or 1)
        return played(self.rules, model, self.settings, self.run.played, threads, engine, self._starts())

    def _starts(self) -> list[str] | None:
        """Where the games of the next generation begin, if not all of them at the start."""
        if not self.settings.forks:
            return None
        settings, number = self.settings, self.run.generation + 1
        rng = np.random.default_rng([settings.seed, number, 1])
        starts = [state.fen for state in openings(self.rules, settings.games, settings.seed, offset=self.run.played)]
        places = np.flatnonzero(rng.random(settings.games) < settings.forks)
        for place, fork in zip(places, self.forks.drawn(self.window.games, len(places), rng), strict=True):
            starts[place] = fork or starts[place]
        return starts

    def _progress(self) -> float:
        """How much of the run is over."""
        minutes, generations = self.limits
        return max(
            self.run.seconds / 60 / minutes if minutes is not None else 0.0,
            self.run.generation / generations if generations is not None else 0.0,
        )

    def _learned(self, games: Played) -> dict[str, Any]:
        """Learns from games that were just played, and those before; a row of what came of it."""
        run, settings = self.run, self.settings
        number = run.generation + 1
        fresh = self.window.add(number, games.games)
        game_file.save(run.games(number), games.games)
        rng = np.random.default_rng([settings.seed, number])
        left = max(1, round(settings.reuse * fresh / settings.batch))
        losses, at = [], self._progress()
        began = perf_counter()
        while left:
            batches = min(left, CHUNK)
            losses.append((batches, self.learner.learn(self.window.drawn(batches * settings.batch, rng), at)))
            left -= batches
        policy, value = np.average([loss for _, loss in losses], axis=0, weights=[count for count, _ in losses])
        lengths = np.diff(games.games.offsets)
        return {
            "games": run.played + len(games.games),
            "positions": self.window.seen,
            "window": sum(len(one.actions) for _, one in self.window.games),
            "length": float(lengths.mean()),
            "judged": games.judged,
            "rate": games.judged / max(games.seconds, 1e-9),
            "judging": games.judging,
            "known": games.known / max(games.judged + games.known, 1),
            "playing_seconds": games.seconds,
            "learning_seconds": perf_counter() - began,
            "steps": self.learner.state.steps,
            "policy": float(policy),
            "value": float(value),
        }

    def _is_due(self) -> bool:
        """Whether strength is to be measured: at the end, and as often before as there is time for."""
        if not self.settings.measure:
            return False
        share = self._measuring / max(self.run.seconds, 1e-9)
        return self._progress() >= 1 or not self.run.measured or share < self.settings.share / 2

    def _measured(self, model: bytes, threads: int | None) -> dict[str, Any]:
        """How strong it is now."""
        began = perf_counter()
        self.run.measured.append(self.run.generation)
        write(self.run.past(self.run.generation), model)
        row = measured(self.run, self.rules, self.settings, threads)
        took = perf_counter() - began
        self._measuring += took
        self.run.seconds += took
        return row

    def _keep(self, row: dict[str, Any], model: bytes) -> None:
        """Makes the generation whole."""
        run = self.run
        run.rows.append(row)
        run.seen = self.window.seen
        run.kept = [number for number, _ in self.window.games]
        run.save(checkpoint.to_arrays(self.learner.state))
        write(run.model, model)
        if row.get("elo") is not None:
            draw(run.path / PICTURE, f"{self.rules.info.title}, generation {run.generation}", run.rows)


@contextmanager
def _told(
    progress: "bool | Callable[[dict[str, Any]], None]", rules: Game
) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Who is told of each generation."""
    if callable(progress):
        yield progress
    elif progress:
        with shown(f"{rules.info.title} learns") as tell:
            yield tell
    else:
        yield lambda _: None
