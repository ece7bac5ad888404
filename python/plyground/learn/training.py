"""The loop: play, learn, measure, and keep it all."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from numbers import Real
from os import PathLike
from time import perf_counter
from typing import Any, Final, Literal

import jax
import numpy as np

from .._core import Game, openings
from .._core import game as game_named
from ..nets import Description
from ..study.writing import write
from .display import shown
from .export import to_onnx
from .forks import Forks
from .learner import Learned, Learner
from .lessons import taught, teacher_of
from .picture import draw
from .playing import Played, played
from .run import PICTURE, BadRun, Run, begun, found
from .settings import Settings
from .strength import check, measured
from .window import Window

CHUNK: Final = 16
"""So many batches are drawn at a time."""

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
        if limit is not None and (isinstance(limit, bool) or not isinstance(limit, kind) or not limit > 0):
            raise ValueError(f"{name} is a number above 0, not {limit!r}")
    if minutes is None and generations is None:
        raise ValueError("say how long it may learn: minutes=60, or generations=100")
    if engine not in (None, "ray"):
        raise ValueError(f"the engine is 'ray' or None, not {engine!r}")
    if not (isinstance(progress, bool) or callable(progress)):
        raise TypeError(f"progress is True, False or a function of a row, not {progress!r}")
    loop = _Loop.again(rules, out, settings) if resume else _Loop.new(rules, out, settings)
    loop.limits = (minutes, generations)
    with _told(progress, rules) as tell:
        loop.go(threads, engine, tell)
    return loop.run


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
    def new(rules: Game, out: "str | PathLike[str]", given: dict[str, Any]) -> "_Loop":
        """A run that begins."""
        settings = Settings.of(given)
        check(rules, settings)
        if settings.teacher:
            teacher_of(rules, settings)
        told = {"game": json.loads(rules.to_json()), "fingerprint": rules.fingerprint, "settings": settings.told()}
        return _Loop(rules, begun(out, json.loads(json.dumps(told))), settings)

    @staticmethod
    def again(rules: Game, out: "str | PathLike[str]", given: dict[str, Any]) -> "_Loop":
        """A run that goes on where it was."""
        run, arrays = found(out)
        try:
            told, print, kept = run.told["game"], run.told["fingerprint"], run.told["settings"]
        except KeyError as error:
            raise BadRun(f"{run.path} does not say what it was asked for: {error}") from None
        if told != json.loads(rules.to_json()):
            raise BadRun(f"{run.path} learns {told['id']} with its own options, and not this game")
        if print != rules.fingerprint:
            raise BadRun(f"{rules.id} behaves otherwise in this build than in the one that {run.path} was begun with")
        asked = json.loads(json.dumps(Settings.of(given).told()))
        if other := [name for name in given if name not in CHANGEABLE and asked[name] != kept.get(name)]:
            raise BadRun(f"{run.path} was begun with {other[0]}={kept.get(other[0])!r}, and goes on so")
        kept.update((name, asked[name]) for name in given if name in CHANGEABLE)
        loop = _Loop(rules, run, Settings.of(kept))
        loop.learner.state = _unflat(loop.learner.state, arrays)
        loop.window.seen = run.seen
        loop.window.games = [(number, run.load_games(number, rules)) for number in run.kept]
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
        run.save_games(number, games.games)
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
        run.save(_flat(self.learner.state))
        write(run.model, model)
        if row.get("elo") is not None:
            draw(run.path / PICTURE, f"{self.rules.info.title}, generation {run.generation}", run.rows)


def _flat(state: Learned) -> dict[str, Any]:
    """All that learning goes on from, as arrays by name."""
    arrays = {f"weights/{name}": np.asarray(array) for name, array in state.weights.items()}
    arrays |= {f"mean/{name}": np.asarray(array) for name, array in state.mean.items()}
    leaves = jax.tree_util.tree_leaves(state.moments)
    arrays |= {f"moments/{place}": np.asarray(leaf) for place, leaf in enumerate(leaves)}
    return {**arrays, "steps": np.array(state.steps)}


def _unflat(new: Learned, arrays: dict[str, Any]) -> Learned:
    """What `_flat` made, in the form of a state that is new."""
    leaves, form = jax.tree_util.tree_flatten(new.moments)
    try:
        return Learned(
            {name: jax.numpy.asarray(arrays[f"weights/{name}"]) for name in new.weights},
            {name: jax.numpy.asarray(arrays[f"mean/{name}"]) for name in new.mean},
            jax.tree_util.tree_unflatten(
                form, [jax.numpy.asarray(arrays[f"moments/{place}"]) for place in range(len(leaves))]
            ),
            int(arrays["steps"]),
        )
    except KeyError as error:
        raise BadRun(f"the state of the run lacks {error}") from None


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
