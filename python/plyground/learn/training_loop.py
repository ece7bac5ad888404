"""The training loop: self-play, training, evaluation and checkpoints."""

import json
from concurrent.futures import wait
from math import inf
from pathlib import Path
from threading import Thread
from time import perf_counter
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from .._core import Game, openings
from ..agents import outside_part
from ..atomic_files import write
from ..nets import Description
from ..truncate import truncated
from . import checkpoint, game_file
from .architecture import Architecture
from .archive import Archive
from .display import Reporter
from .errors import BadRun
from .evaluation import check_opponents, evaluate, import_libraries
from .export import to_onnx
from .game_player import GamePlayer, GameRequest
from .game_recorder import CUT_OFF
from .learner import Learner
from .memory import BATCHES_PER_SAMPLE, check_memory
from .network import Params
from .plot import write_plot
from .replay_buffer import ReplayBuffer
from .run import PLOT, STATE, Run, create_run, open_run
from .scaling import changes, fit_playing, fit_training
from .self_play import GeneratedGames
from .settings import Settings
from .start_positions import ForkSampler
from .status import Status
from .teacher import make_teacher
from .time_limit import TimeLimit
from .timing import time_playing

CHANGEABLE: Final = frozenset({"learning_rate"})
"""Settings that may be changed when a run is resumed. A run that diverges needs a lower learning rate."""

GAMES_FRACTION: Final = 0.8
"""Fraction of the time of an evaluation that its games have. Ratings and intervals have the rest."""

CALL_SECONDS: Final = 0.25
"""Duration of the training steps after which the clock is read."""


def check_settings(rules: Game, settings: Settings, generation: int) -> None:
    """Check that the run fits into memory, and that every opponent and teacher can play the game."""
    check_memory(Architecture.for_game(rules, settings.size), settings)
    check_opponents(rules, settings)
    if settings.teacher and generation < settings.teacher_generations:
        make_teacher(rules, settings)


class TrainingLoop:
    """A run in progress."""

    def __init__(self, rules: Game, run: Run, settings: Settings, given: dict[str, Any], status: Status) -> None:
        self.rules = rules
        self.run = run
        self.settings = settings
        self.learner = Learner(rules, settings)
        self.buffer = ReplayBuffer(settings.replay_buffer_size, settings.value_search_weight)
        self.forks = ForkSampler()
        self.status = status
        self._given = frozenset(given)
        self._evaluation_seconds = sum(row.get("evaluation_seconds", 0.0) for row in run.rows)
        self._batches_per_call = 1
        self._has_warned = False

    @staticmethod
    def start(rules: Game, folder: Path, given: dict[str, Any], status: Status) -> "TrainingLoop":
        """Start a run."""
        settings = Settings.from_dict(given)
        config = {
            "game": json.loads(rules.to_json()),
            "fingerprint": rules.fingerprint,
            "settings": settings.to_dict(),
        }
        return TrainingLoop(rules, create_run(folder, json.loads(json.dumps(config))), settings, given, status)

    @staticmethod
    def resume(rules: Game, folder: Path, given: dict[str, Any], status: Status) -> "TrainingLoop":
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
            needed = next(filter(None, (outside_part(one, run.path) for one in agents)), None)
            if needed is not None and name not in given:
                raise BadRun(f"{run.path} names {needed}: to use it, give {name} again")
        counts = [run.num_games(generation) for generation in range(1, run.generation + 1)]
        if max(counts, default=0) > settings.games_per_generation:
            raise BadRun(f"{run.path} cannot have {max(counts)} games in a generation")
        check_settings(rules, settings, run.generation)
        stored.update((name, asked[name]) for name in given if name in CHANGEABLE)
        loop = TrainingLoop(rules, run, settings, given, status)
        status.earlier, status.generation, status.total_games = run.seconds, run.generation, run.games_played
        status.total_positions = run.positions_seen
        with Archive(run.path / STATE) as archive:
            loop.learner.state = checkpoint.read(archive, loop.learner.state)
        loop.buffer.positions_seen = run.positions_seen
        loop.buffer.generations = [
            (number, game_file.load(run.games(number), rules, counts[number - 1], settings.max_steps))
            for number in run.buffered_generations
        ]
        # If the run was killed after it wrote the state, these are still those of the generation before.
        run.write_log()
        write(run.model, loop._model(loop.learner.state.ema_params))
        return loop

    def train(self, threads: int | None, engine: Literal["ray"] | None, report: Reporter) -> None:
        """Play and learn until a limit is reached.

        With ``overlap``, the next generation is played while the network trains on the last one. The network from before that
        training always plays it, whichever takes longer, so that a run can be reproduced.
        """
        run, status = self.run, self.status
        limit = TimeLimit(status.seconds, status.elapsed)
        evaluations = self._prepare(threads, engine, limit, report)
        settings = self.settings

        def has_next() -> bool:
            """Return whether there will be another generation."""
            is_allowed = status.generations is None or run.generation < status.generations
            return is_allowed and limit.next_games(settings.games_per_generation) > 0

        with GamePlayer(self.rules, settings, threads, engine, limit, status, evaluations) as player:
            pending = player.start(self._request()) if has_next() else None
            while pending is not None and (games := pending.result()) is not None:
                progress = min(1.0, max(limit.elapsed() / limit.seconds, run.generation / (status.generations or inf)))
                row = self._add(games)
                self._warn_of_cut_off_games(row, len(games.games), report)
                limit.start_training(len(games.games))
                pending = player.start(self._request()) if settings.overlap and has_next() else None
                row |= self._learn(row["total_positions"] - run.positions_seen, progress, limit)
                limit.end_training(len(games.games), row["training_seconds"])
                is_last = pending is None and not has_next()
                closing = perf_counter()
                is_evaluated = self._is_evaluation_due(limit.elapsed(), is_last)
                if is_evaluated:
                    if pending is not None:
                        # Games with a time limit for each step need the processors.
                        wait([pending])
                    row |= self._evaluate(threads, limit)
                self._complete(row, report)
                if is_evaluated or not settings.eval_games:
                    # The last generation will take as long.
                    limit.closing = perf_counter() - closing
                if pending is None and not is_last and has_next():
                    pending = player.start(self._request())

    def _prepare(self, threads: int | None, engine: Literal["ray"] | None, limit: TimeLimit, report: Reporter) -> float:
        """Compile the network, predict the speed and choose settings. Return the evaluations of a game, 0 if not known."""
        status, before = self.status, self.settings
        status.activity = "measuring the speed"
        report.note("measuring the speed of the game" if limit.has_limit else "compiling the network")
        timing = None
        if limit.has_limit:
            model = self._model(self.learner.state.ema_params)
            timing = time_playing(self.rules, model, self.settings, threads, engine)
        is_new = not (self.run.path / STATE).exists()
        if timing is not None and is_new:
            self.settings = fit_playing(before, self._given, timing, limit.seconds - limit.elapsed())
            self.learner.settings = self.settings
        status.activity = "compiling the network"
        if timing is not None and before.eval_games:
            # XLA compiles without Python's lock.
            imports = Thread(target=import_libraries)
            imports.start()
            self.learner.time_step()
            imports.join()
        step_seconds = self.learner.time_step()
        self._batches_per_call = max(1, min(BATCHES_PER_SAMPLE, int(CALL_SECONDS / max(step_seconds, 1e-9))))
        if timing is not None and is_new:
            self.settings = fit_training(self.settings, self._given, timing, step_seconds)
            self.learner.settings = self.settings
            if changed := changes(before, self.settings):
                report.note(f"settings for {limit.seconds / 60:g} minutes: {changed}")
        if is_new:
            self.run.config["settings"] = json.loads(json.dumps(self.settings.to_dict()))
            self._write()
        if timing is None:
            return 0.0
        settings = self.settings
        limit.playing = timing.game_seconds(settings)
        positions = timing.mean_steps(settings.max_steps) * settings.full_search_prob
        limit.training = positions * settings.samples_per_position * step_seconds / settings.batch_size
        if settings.eval_games:
            limit.closing = limit.evaluation_budget(settings.eval_time_fraction) or 0.0
        return timing.evaluations(settings)

    def _request(self) -> GameRequest:
        """Return what the games of the next generation depend on."""
        run, params = self.run, self.learner.state.playing_params or self.learner.state.ema_params
        return GameRequest(run.generation + 1, run.games_played, self._model(params), self._starts())

    def _model(self, params: Params) -> bytes:
        """Return a network as an ONNX file."""
        run = self.run
        training = {**run.config["settings"], "generation": run.generation, "games_played": run.games_played}
        return to_onnx(params, self.learner.architecture, Description.for_game(self.rules, training))

    def _starts(self) -> list[str] | None:
        """Return the start positions of the next generation; None if no game forks."""
        settings, generation = self.settings, self.run.generation + 1
        if not settings.fork_fraction:
            return None
        count = settings.games_per_generation
        rng = np.random.default_rng([settings.seed, generation, 1])
        starts = [state.fen for state in openings(self.rules, count, settings.seed, offset=self.run.games_played)]
        places = np.flatnonzero(rng.random(count) < settings.fork_fraction)
        forks = self.forks.sample(self.buffer.generations, len(places), rng)
        for place, fork in zip(places, forks, strict=True):
            starts[place] = fork or starts[place]
        return starts

    def _add(self, games: GeneratedGames) -> dict[str, Any]:
        """Begin the next generation: add its games to the replay buffer and a file. Return columns of the log."""
        run, state = self.run, self.learner.state
        run.generation += 1
        run.games_played += len(games.games)
        self.buffer.add(run.generation, games.games)
        game_file.save(run.games(run.generation), games.games)
        if self.settings.overlap:
            state.playing_params = state.ema_params
        lengths = np.diff(games.games.offsets)
        return {
            "total_games": run.games_played,
            "total_positions": self.buffer.positions_seen,
            "replay_buffer_steps": sum(len(one.actions) for _, one in self.buffer.generations),
            "mean_steps": float(lengths.mean()),
            "cut_off_games": int(np.count_nonzero(np.asarray(games.games.reasons) == CUT_OFF)),
            "evaluations": games.evaluations,
            "evaluations_per_second": games.evaluations / max(games.seconds, 1e-9),
            "network_time_fraction": games.network_time_fraction,
            "cache_hit_rate": games.cache_hits / max(games.evaluations + games.cache_hits, 1),
            "playing_seconds": games.seconds,
        }

    def _warn_of_cut_off_games(self, row: dict[str, Any], num_games: int, report: Reporter) -> None:
        """Warn once if most games of a generation were cut off. The network then learns little about outcomes."""
        if self._has_warned or row["cut_off_games"] <= num_games / 2:
            return
        self._has_warned = True
        report.note(
            f"{row['cut_off_games']} of {num_games} games were cut off at {self.settings.max_steps} steps: "
            "give a larger max_steps, more minutes or a teacher"
        )

    def _learn(self, added: int, progress: float, limit: TimeLimit) -> dict[str, Any]:
        """Train on the replay buffer after adding some positions. Return columns of the log."""
        settings, status = self.settings, self.status
        rng = np.random.default_rng([settings.seed, self.run.generation])
        status.steps, status.num_steps = 0, max(1, round(settings.samples_per_position * added / settings.batch_size))
        status.activity = "training"
        losses: list[NDArray[np.float64]] = []
        started = perf_counter()
        while status.steps < status.num_steps and not (losses and limit.must_close):
            batches = min(status.num_steps - status.steps, BATCHES_PER_SAMPLE)
            examples = self.buffer.sample(batches * settings.batch_size, rng)
            for first in range(0, batches, self._batches_per_call):
                if losses and limit.must_close:
                    break
                rows = slice(first * settings.batch_size, (first + self._batches_per_call) * settings.batch_size)
                losses.append(self.learner.learn(examples[rows], progress))
                status.steps += len(losses[-1])
                status.policy_loss, status.value_loss = losses[-1].mean(axis=0).tolist()
        policy, value = np.concatenate(losses).mean(axis=0).tolist()
        return {
            "training_seconds": perf_counter() - started,
            "training_steps": self.learner.state.steps,
            "policy_loss": policy,
            "value_loss": value,
        }

    def _is_evaluation_due(self, elapsed: float, is_last: bool) -> bool:
        """Return whether to evaluate: after the first and the last generation, and as often between as time allows."""
        if not self.settings.eval_games:
            return False
        fraction = self._evaluation_seconds / max(elapsed, 1e-9)
        is_first = not self.run.evaluated_generations
        return is_last or is_first or fraction < self.settings.eval_time_fraction / 2

    def _evaluate(self, threads: int | None, limit: TimeLimit) -> dict[str, float]:
        """Evaluate the network; return columns of the log."""
        run, settings, started = self.run, self.settings, perf_counter()
        self.status.start_games("evaluation", 0)
        run.evaluated_generations.append(run.generation)
        write(run.snapshot(run.generation), self._model(self.learner.state.ema_params))
        budget = limit.evaluation_budget(settings.eval_time_fraction)
        max_seconds = None if budget is None else GAMES_FRACTION * budget
        row = evaluate(run, self.rules, settings, threads, self.status, max_seconds)
        row["evaluation_seconds"] = perf_counter() - started
        self._evaluation_seconds += row["evaluation_seconds"]
        return row

    def _complete(self, row: dict[str, Any], report: Reporter) -> None:
        """Complete the generation: write the state, the log, the model and the plot."""
        run, status = self.run, self.status
        run.seconds = status.elapsed()
        run.rows.append({"generation": run.generation, "minutes": run.seconds / 60, **row})
        run.positions_seen = self.buffer.positions_seen
        run.buffered_generations = [number for number, _ in self.buffer.generations]
        self._write()
        if row.get("elo") is not None:
            write_plot(run.path / PLOT, f"{self.rules.info.title}, generation {run.generation}", run.rows)
        status.generation, status.steps, status.num_steps = run.generation, 0, 0
        status.total_games, status.total_positions = run.games_played, run.positions_seen
        report.row(run.rows[-1])

    def _write(self) -> None:
        """Write the state, the log and the model."""
        self.run.save(checkpoint.to_arrays(self.learner.state))
        write(self.run.model, self._model(self.learner.state.ema_params))
