"""The training loop: self-play, training, evaluation and checkpoints."""

import json
from collections.abc import Callable
from concurrent.futures import wait
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any, Final, Literal

import numpy as np

from .._core import Game, openings
from ..agents import ENGINE_PREFIXES
from ..atomic_files import write
from ..nets import Description
from ..truncate import truncated
from . import checkpoint, game_file
from .architecture import Architecture
from .archive import Archive
from .errors import BadRun
from .evaluation import check_opponents, evaluate
from .export import to_onnx
from .game_player import GamePlayer, GameRequest
from .learner import Learner, Losses
from .memory import BATCHES_PER_SAMPLE, check_memory
from .network import Params
from .plot import write_plot
from .replay_buffer import ReplayBuffer
from .run import PLOT, STATE, Run, create_run, open_run
from .self_play import GeneratedGames
from .settings import Settings
from .start_positions import ForkSampler
from .teacher import make_teacher
from .time_limit import TimeLimit

CHANGEABLE: Final = frozenset({"learning_rate"})
"""Settings that may be changed when a run is resumed. A run that diverges needs a lower learning rate."""


def check_settings(rules: Game, settings: Settings, generation: int) -> None:
    """Check the memory that settings need, and that all agents that will be needed play the game."""
    check_memory(Architecture.for_game(rules, settings.size), settings)
    check_opponents(rules, settings)
    if settings.teacher and generation < settings.teacher_generations:
        make_teacher(rules, settings)


class TrainingLoop:
    """A run in progress."""

    def __init__(self, rules: Game, run: Run, settings: Settings) -> None:
        self.rules = rules
        self.run = run
        self.settings = settings
        self.learner = Learner(rules, settings)
        self.buffer = ReplayBuffer(settings.replay_buffer_size, settings.value_search_weight)
        self.forks = ForkSampler()
        self._evaluation_seconds = 0.0
        self._last_evaluation_seconds = 0.0

    @staticmethod
    def start(rules: Game, folder: Path, given: dict[str, Any]) -> "TrainingLoop":
        """Start a run."""
        settings = Settings.from_dict(given)
        config = {
            "game": json.loads(rules.to_json()),
            "fingerprint": rules.fingerprint,
            "settings": settings.to_dict(),
        }
        return TrainingLoop(rules, create_run(folder, json.loads(json.dumps(config))), settings)

    @staticmethod
    def resume(rules: Game, folder: Path, given: dict[str, Any]) -> "TrainingLoop":
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
        counts = [run.num_games(generation) for generation in range(1, run.generation + 1)]
        if max(counts) > settings.games_per_generation:
            raise BadRun(f"{run.path} cannot have {max(counts)} games in a generation")
        check_settings(rules, settings, run.generation)
        stored.update((name, asked[name]) for name in given if name in CHANGEABLE)
        loop = TrainingLoop(rules, run, settings)
        with Archive(run.path / STATE) as archive:
            loop.learner.state = checkpoint.read(archive, loop.learner.state)
        loop.buffer.positions_seen = run.positions_seen
        loop.buffer.generations = [
            (number, game_file.load(run.games(number), rules, counts[number - 1], settings.max_steps))
            for number in run.buffered_generations
        ]
        write(run.model, loop._model(loop.learner.state.ema_params))
        return loop

    def train(
        self,
        minutes: float | None,
        generations: int | None,
        threads: int | None,
        engine: Literal["ray"] | None,
        report: Callable[[dict[str, Any]], None],
    ) -> None:
        """Play and learn until a limit is reached.

        With ``overlap``, the next generation is played while the network trains on the last one. The network from before that
        training always plays it, whichever takes longer, so that a run can be reproduced.
        """
        run, settings = self.run, self.settings
        started = perf_counter() - run.seconds
        limit = TimeLimit(inf if minutes is None else 60 * minutes, lambda: perf_counter() - started)
        max_seconds = limit.evaluation_budget(settings.eval_time_fraction)
        if settings.eval_games and max_seconds is not None:
            limit.evaluation = max_seconds

        def has_next() -> bool:
            """Return whether there will be another generation."""
            is_allowed = generations is None or run.generation < generations
            return is_allowed and limit.next_games(settings.games_per_generation) > 0

        with GamePlayer(self.rules, settings, threads, engine, limit) as player:
            pending = player.start(self._request()) if has_next() else None
            while pending is not None:
                games = pending.result()
                progress = min(1.0, max(limit.elapsed() / limit.seconds, run.generation / (generations or inf)))
                row = self._add(games)
                limit.start_training(len(games.games))
                pending = player.start(self._request()) if settings.overlap and has_next() else None
                row |= self._learn(row["total_positions"] - run.positions_seen, progress, limit)
                limit.end_training(len(games.games), row["training_seconds"])
                is_last = pending is None and not has_next()
                if self._is_evaluation_due(limit.elapsed(), is_last):
                    if pending is not None:
                        # Games with a time limit for each step need the processors.
                        wait([pending])
                    row |= self._evaluate(threads, max_seconds)
                    limit.evaluation = self._last_evaluation_seconds
                    is_last = pending is None and not has_next()
                run.seconds = limit.elapsed()
                self._save({"generation": run.generation, "minutes": run.seconds / 60, **row})
                report(run.rows[-1])
                if pending is None and not is_last:
                    pending = player.start(self._request())

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
            "evaluations": games.evaluations,
            "evaluations_per_second": games.evaluations / max(games.seconds, 1e-9),
            "network_time_fraction": games.network_time_fraction,
            "cache_hit_rate": games.cache_hits / max(games.evaluations + games.cache_hits, 1),
            "playing_seconds": games.seconds,
        }

    def _learn(self, added: int, progress: float, limit: TimeLimit) -> dict[str, Any]:
        """Train on the replay buffer after adding some positions. Return columns of the log."""
        settings = self.settings
        rng = np.random.default_rng([settings.seed, self.run.generation])
        left = max(1, round(settings.samples_per_position * added / settings.batch_size))
        losses: list[tuple[int, Losses]] = []
        started = perf_counter()
        while left and not (losses and limit.is_training_over):
            batches = min(left, BATCHES_PER_SAMPLE)
            examples = self.buffer.sample(batches * settings.batch_size, rng)
            losses.append((batches, self.learner.learn(examples, progress)))
            left -= batches
        policy, value = np.average([loss for _, loss in losses], axis=0, weights=[count for count, _ in losses])
        return {
            "training_seconds": perf_counter() - started,
            "training_steps": self.learner.state.steps,
            "policy_loss": float(policy),
            "value_loss": float(value),
        }

    def _is_evaluation_due(self, elapsed: float, is_last: bool) -> bool:
        """Return whether to evaluate: after the first and the last generation, and as often between as time allows."""
        if not self.settings.eval_games:
            return False
        fraction = self._evaluation_seconds / max(elapsed, 1e-9)
        is_first = not self.run.evaluated_generations
        return is_last or is_first or fraction < self.settings.eval_time_fraction / 2

    def _evaluate(self, threads: int | None, max_seconds: float | None) -> dict[str, float]:
        """Evaluate the network; return columns of the log."""
        started = perf_counter()
        self.run.evaluated_generations.append(self.run.generation)
        write(self.run.snapshot(self.run.generation), self._model(self.learner.state.ema_params))
        row = evaluate(self.run, self.rules, self.settings, threads, max_seconds)
        self._last_evaluation_seconds = perf_counter() - started
        self._evaluation_seconds += self._last_evaluation_seconds
        return row

    def _save(self, row: dict[str, Any]) -> None:
        """Complete the generation: write the state, the log, the model and the plot."""
        run = self.run
        run.rows.append(row)
        run.positions_seen = self.buffer.positions_seen
        run.buffered_generations = [number for number, _ in self.buffer.generations]
        run.save(checkpoint.to_arrays(self.learner.state))
        write(run.model, self._model(self.learner.state.ema_params))
        if row.get("elo") is not None:
            write_plot(run.path / PLOT, f"{self.rules.info.title}, generation {run.generation}", run.rows)
