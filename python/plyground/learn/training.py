"""The training loop: self-play, training, evaluation and checkpoints."""

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
from ..agents import ENGINE_PREFIXES
from ..atomic_files import write
from ..nets import Description
from ..truncate import truncated
from . import checkpoint, game_file
from .architecture import Architecture
from .archive import Archive
from .display import live_progress
from .errors import BadRun
from .evaluation import check_opponents, evaluate
from .export import to_onnx
from .learner import Learner
from .lock import locked
from .memory import BATCHES_PER_SAMPLE, check_memory
from .plot import write_plot
from .replay_buffer import ReplayBuffer
from .run import PLOT, STATE, Run, check_run_exists, create_run, open_run
from .self_play import GeneratedGames, play_generation
from .settings import Settings
from .start_positions import ForkSampler
from .teacher import make_teacher, play_teacher_games

LIMIT: Final = 1_000_000_000
"""Bound of the minutes and generations of a run."""

CHANGEABLE: Final = frozenset({"learning_rate"})
"""Settings that may be changed when a run is resumed. A run that diverges needs a lower learning rate."""


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
            raise ValueError(f"{name} must be {what} above 0 and below {LIMIT}, got {truncated(limit)}")
    if minutes is None and generations is None:
        raise ValueError("minutes or generations must be given, such as minutes=60 or generations=100")
    if engine not in (None, "ray"):
        raise ValueError(f"engine must be 'ray' or None, got {truncated(engine)}")
    if not (isinstance(progress, bool) or callable(progress)):
        raise TypeError(f"progress must be True, False or a function of a row, got {progress!r}")
    folder = Path(out)
    if resume:
        # No lock file is written to a folder without a run.
        check_run_exists(folder)
    else:
        # A run that cannot start leaves no folder.
        _check_settings(rules, Settings.from_dict(settings), 0)
        folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        loop = (_TrainingLoop.resume if resume else _TrainingLoop.start)(rules, folder, settings)
        loop.limits = (minutes, generations)
        with _reporter(progress, rules, generations) as report:
            loop.train(threads, engine, report)
    return loop.run


def _check_settings(rules: Game, settings: Settings, generation: int) -> None:
    """Check the memory that settings need, and that all agents that will be needed play the game."""
    check_memory(Architecture.for_game(rules, settings.size), settings)
    check_opponents(rules, settings)
    if settings.teacher and generation < settings.teacher_generations:
        make_teacher(rules, settings)


class _TrainingLoop:
    """A run in progress."""

    def __init__(self, rules: Game, run: Run, settings: Settings) -> None:
        self.rules = rules
        self.run = run
        self.settings = settings
        self.learner = Learner(rules, settings)
        self.buffer = ReplayBuffer(settings.replay_buffer_size, settings.value_search_weight)
        self.forks = ForkSampler()
        self.limits: tuple[float | None, int | None] = (None, None)
        self._evaluation_seconds = 0.0

    @staticmethod
    def start(rules: Game, folder: Path, given: dict[str, Any]) -> "_TrainingLoop":
        """Start a run."""
        settings = Settings.from_dict(given)
        config = {
            "game": json.loads(rules.to_json()),
            "fingerprint": rules.fingerprint,
            "settings": settings.to_dict(),
        }
        return _TrainingLoop(rules, create_run(folder, json.loads(json.dumps(config))), settings)

    @staticmethod
    def resume(rules: Game, folder: Path, given: dict[str, Any]) -> "_TrainingLoop":
        """Continue a run after its last complete generation."""
        run = open_run(folder)
        game, fingerprint, stored = (run.config[name] for name in ("game", "fingerprint", "settings"))
        if game != json.loads(rules.to_json()):
            raise BadRun(
                f"{run.path} is a run of {str(game.get('id'))[:40]} with other options, or of another game than {rules.id}"
            )
        if fingerprint != rules.fingerprint:
            raise BadRun(f"{rules.id} behaves differently in this build and in the one that started {run.path}")
        asked = json.loads(json.dumps(Settings.from_dict(given).to_dict()))
        if other := [name for name in given if name not in CHANGEABLE and asked[name] != stored.get(name)]:
            raise BadRun(
                f"{run.path} was started with {other[0]}={truncated(stored.get(other[0]))}, which cannot be changed; "
                f"only {', '.join(sorted(CHANGEABLE))} can"
            )
        try:
            settings = Settings.from_dict({**stored, **{name: asked[name] for name in given}})
        except ValueError as error:
            raise BadRun(f"{run.path} has settings that are not valid: {error}") from None
        for name, agents in (("teacher", [settings.teacher]), ("eval_opponents", settings.eval_opponents)):
            engine = next((one for one in agents if one.startswith(ENGINE_PREFIXES)), None)
            if engine is not None and name not in given:
                raise BadRun(
                    f"{run.path} names the engine {truncated(engine)}, a program on this machine: to start it, give {name} again"
                )
        if run.games_played != run.generation * settings.games_per_generation:
            raise BadRun(f"{run.path} cannot have {run.games_played} games in {run.generation} generations")
        _check_settings(rules, settings, run.generation)
        stored.update((name, asked[name]) for name in given if name in CHANGEABLE)
        loop = _TrainingLoop(rules, run, settings)
        with Archive(run.path / STATE) as archive:
            loop.learner.state = checkpoint.read(archive, loop.learner.state)
        loop.buffer.positions_seen = run.positions_seen
        loop.buffer.generations = [
            (number, game_file.load(run.games(number), rules, settings.games_per_generation, settings.max_steps))
            for number in run.buffered_generations
        ]
        write(run.model, loop.model())
        return loop

    def model(self) -> bytes:
        """Return the network that plays as an ONNX file."""
        run = self.run
        training = {**run.config["settings"], "generation": run.generation, "games_played": run.games_played}
        description = Description.for_game(self.rules, training)
        return to_onnx(self.learner.state.ema_params, self.learner.architecture, description)

    def train(
        self, threads: int | None, engine: Literal["ray"] | None, report: Callable[[dict[str, Any]], None]
    ) -> None:
        """Play and learn until a limit is reached."""
        model = self.model()
        while self._progress() < 1:
            started = perf_counter()
            games = self._play(model, threads, engine)
            row = self._learn(games)
            self.run.generation += 1
            self.run.games_played += len(games.games)
            model = self.model()
            self.run.seconds += perf_counter() - started
            if self._is_evaluation_due():
                row.update(self._evaluate(model, threads))
            self._save({"generation": self.run.generation, "minutes": self.run.seconds / 60, **row}, model)
            report(self.run.rows[-1])

    def _play(self, model: bytes, threads: int | None, engine: Literal["ray"] | None) -> GeneratedGames:
        """Play the games of the next generation."""
        run, settings = self.run, self.settings
        if settings.teacher and run.generation < settings.teacher_generations:
            return play_teacher_games(self.rules, settings, run.games_played, threads or os.cpu_count() or 1)
        return play_generation(self.rules, model, settings, run.games_played, threads, engine, self._starts())

    def _starts(self) -> list[str] | None:
        """Return the start positions of the next generation; None if no game forks."""
        settings, number = self.settings, self.run.generation + 1
        if not settings.fork_fraction:
            return None
        count = settings.games_per_generation
        rng = np.random.default_rng([settings.seed, number, 1])
        starts = [state.fen for state in openings(self.rules, count, settings.seed, offset=self.run.games_played)]
        places = np.flatnonzero(rng.random(count) < settings.fork_fraction)
        forks = self.forks.sample(self.buffer.generations, len(places), rng)
        for place, fork in zip(places, forks, strict=True):
            starts[place] = fork or starts[place]
        return starts

    def _progress(self) -> float:
        """Return how much of the run is over; at 1 it ends."""
        minutes, generations = self.limits
        return max(
            self.run.seconds / 60 / minutes if minutes is not None else 0.0,
            self.run.generation / generations if generations is not None else 0.0,
        )

    def _learn(self, games: GeneratedGames) -> dict[str, Any]:
        """Add games to the replay buffer and train on it; return columns of the log."""
        run, settings = self.run, self.settings
        number = run.generation + 1
        added = self.buffer.add(number, games.games)
        game_file.save(run.games(number), games.games)
        rng = np.random.default_rng([settings.seed, number])
        left = max(1, round(settings.samples_per_position * added / settings.batch_size))
        losses, progress = [], self._progress()
        started = perf_counter()
        while left:
            batches = min(left, BATCHES_PER_SAMPLE)
            examples = self.buffer.sample(batches * settings.batch_size, rng)
            losses.append((batches, self.learner.learn(examples, progress)))
            left -= batches
        policy, value = np.average([loss for _, loss in losses], axis=0, weights=[count for count, _ in losses])
        lengths = np.diff(games.games.offsets)
        return {
            "total_games": run.games_played + len(games.games),
            "total_positions": self.buffer.positions_seen,
            "replay_buffer_steps": sum(len(one.actions) for _, one in self.buffer.generations),
            "mean_steps": float(lengths.mean()),
            "evaluations": games.evaluations,
            "evaluations_per_second": games.evaluations / max(games.seconds, 1e-9),
            "network_time_fraction": games.network_time_fraction,
            "cache_hit_rate": games.cache_hits / max(games.evaluations + games.cache_hits, 1),
            "playing_seconds": games.seconds,
            "training_seconds": perf_counter() - started,
            "training_steps": self.learner.state.steps,
            "policy_loss": float(policy),
            "value_loss": float(value),
        }

    def _is_evaluation_due(self) -> bool:
        """Return whether to evaluate: after the first and the last generation, and as often between as time allows."""
        if not self.settings.eval_games:
            return False
        fraction = self._evaluation_seconds / max(self.run.seconds, 1e-9)
        is_first = not self.run.evaluated_generations
        return self._progress() >= 1 or is_first or fraction < self.settings.eval_time_fraction / 2

    def _evaluate(self, model: bytes, threads: int | None) -> dict[str, float]:
        """Evaluate the network; return columns of the log."""
        started = perf_counter()
        self.run.evaluated_generations.append(self.run.generation)
        write(self.run.snapshot(self.run.generation), model)
        row = evaluate(self.run, self.rules, self.settings, threads)
        seconds = perf_counter() - started
        self._evaluation_seconds += seconds
        self.run.seconds += seconds
        return row

    def _save(self, row: dict[str, Any], model: bytes) -> None:
        """Complete the generation: write the state, the log, the model and the plot."""
        run = self.run
        run.rows.append(row)
        run.positions_seen = self.buffer.positions_seen
        run.buffered_generations = [number for number, _ in self.buffer.generations]
        run.save(checkpoint.to_arrays(self.learner.state))
        write(run.model, model)
        if row.get("elo") is not None:
            write_plot(run.path / PLOT, f"{self.rules.info.title}, generation {run.generation}", run.rows)


@contextmanager
def _reporter(
    progress: "bool | Callable[[dict[str, Any]], None]", rules: Game, generations: int | None
) -> Iterator[Callable[[dict[str, Any]], None]]:
    """Provide the function that receives the row of each generation."""
    if callable(progress):
        yield progress
    elif progress:
        with live_progress(f"Training {rules.info.title}", generations) as report:
            yield report
    else:
        yield lambda _: None
