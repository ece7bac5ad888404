"""The end of runs with a time limit, by a clock that the tests advance."""

from dataclasses import replace
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg

pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")
pytest.importorskip("jax", reason="networks learn with the extra 'learn'")

from models import write_network
from plyground.learn import Settings
from plyground.learn.evaluation import evaluate
from plyground.learn.learner import Learner
from plyground.learn.run import open_run
from plyground.learn.scaling import fit_playing, fit_training
from plyground.learn.self_play import GeneratedGames, play_generation
from plyground.learn.status import Status
from plyground.learn.time_limit import TimeLimit, part_size
from plyground.learn.timing import Timing, time_playing
from quick_runs import QUICK, games_of
from selection import runs_all

GAMES = QUICK["games_per_generation"]


@pytest.mark.parametrize(
    ("fitting", "count", "tolerance", "size"),
    [
        (1000.0, 100, 10.0, 100),  # far from the end
        (150.0, 100, 10.0, 75),  # a prediction may be wrong by a factor of 2
        (20.0, 100, 10.0, 10),
        (10.0, 100, 10.0, 0),  # close enough to the end
        (60.0, 100, 200.0, 100),  # a generation is short compared to the limit
        (40.0, 100, 200.0, 0),
        (1.0, 100, 0.5, 1),
        (-5.0, 100, 10.0, 0),
    ],
)
def test_parts_become_smaller(fitting: float, count: int, tolerance: float, size: int) -> None:
    assert part_size(fitting, count, tolerance) == size


def test_no_limit_plays_whole_generations() -> None:
    assert TimeLimit(inf, lambda: 1e9).next_games(512) == 512
    assert TimeLimit(inf, lambda: 1e9, playing=1.0, training=1.0).next_games(500, 12) == 500


def test_the_first_part_measures_the_speed() -> None:
    assert TimeLimit(600.0, lambda: 0.0).next_games(512) == 32
    assert TimeLimit(600.0, lambda: 0.0).next_games(8) == 1
    # A run that is over does not play again when it is resumed.
    assert TimeLimit(600.0, lambda: 580.0).next_games(512) == 0


def test_later_work_is_subtracted() -> None:
    limit = TimeLimit(1000.0, lambda: 0.0, closing=100.0, playing=1.0, is_measured=True, training=1.0)
    assert limit.next_games(600) == 225
    assert limit.next_games(600, played=100) == 200
    limit.start_training(500)
    assert limit.training_end == 500
    assert limit.next_games(600) == 200
    limit.end_training(500, 1000.0)
    assert (limit.training, limit.training_end) == (2.0, 0.0)
    assert not limit.must_close
    assert TimeLimit(1000.0, lambda: 901.0, closing=100.0).must_close


def test_a_prediction_is_checked_by_a_small_part() -> None:
    limit = TimeLimit(800.0, lambda: 0.0, playing=1.0, training=1.0)
    assert limit.next_games(1000) == 50
    limit.measure_playing(50, 200.0)
    assert limit.playing == 4.0
    assert limit.next_games(950, 50) == 75
    # If the prediction is that no game fits, a few are tried.
    assert TimeLimit(10.0, lambda: 1.0, playing=100.0).next_games(1000) == 4
    assert TimeLimit(10.0, lambda: 9.9, playing=1.0).next_games(1000) == 0


def test_the_budget_of_an_evaluation_ends_with_the_run() -> None:
    assert TimeLimit(inf, lambda: 0.0).evaluation_budget(0.1) is None
    assert TimeLimit(1000.0, lambda: 500.0).evaluation_budget(0.1) == 50
    assert TimeLimit(1000.0, lambda: 1000.0).evaluation_budget(0.1) == pytest.approx(25)
    assert TimeLimit(1000.0, lambda: 2000.0).evaluation_budget(0.1) == 0


class Clock:
    """Time that passes only while games are played, a network is trained or evaluated."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, game: float, batch: float, evaluation: float) -> None:
        self.now = 1000.0
        learn = Learner.learn

        def timed_play(*arguments: Any) -> GeneratedGames:
            games = play_generation(*arguments)
            self.now += game * len(games.games)
            return replace(games, seconds=game * len(games.games))

        def timed_learn(learner: Learner, examples: Any, progress: float) -> Any:
            assert 0 <= progress <= 1
            self.now += batch * len(examples) / learner.settings.batch_size
            return learn(learner, examples, progress)

        def timed_evaluation(*arguments: Any) -> dict[str, float]:
            # The budget is a twentieth of the minutes, and less at the end.
            assert 0 < arguments[-1] <= 6.0 + 1e-9
            self.now += min(evaluation, arguments[-1])
            return {}

        for module in ("learn", "learn.training", "learn.training_loop"):
            monkeypatch.setattr(f"plyground.{module}.perf_counter", lambda: self.now)
        monkeypatch.setattr("plyground.learn.training_loop.time_playing", lambda *_: Timing(np.array([40]), game / 160))
        monkeypatch.setattr(Learner, "time_step", lambda _: batch)
        monkeypatch.setattr("plyground.learn.game_player.play_generation", timed_play)
        monkeypatch.setattr(Learner, "learn", timed_learn)
        monkeypatch.setattr("plyground.learn.training_loop.evaluate", timed_evaluation)


@pytest.mark.parametrize(
    ("game", "batch", "evaluation", "overlap"),
    [
        (2.0, 2.0, 6.0, True),
        (5.0, 0.5, 5.0, False),
        (14.0, 1.0, 1.0, True),  # the first generation does not fit
        (14.0, 1.0, 1.0, False),
        *([(2.0, 2.0, 6.0, False), (5.0, 0.5, 5.0, True), (0.5, 1.0, 4.0, True)] if runs_all() else []),
        (0.5, 1.0, 4.0, False),
    ],
)
def test_a_run_ends_in_time(
    game: float, batch: float, evaluation: float, overlap: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch, game, batch, evaluation)
    settings = {**QUICK, "eval_games": 4, "overlap": overlap, "threads": 1}
    run = pg.learn.train("stax", out=tmp_path, minutes=2, **settings)
    assert abs(clock.now - 1000 - 120) < 12
    assert run.seconds == clock.now - 1000
    assert run.evaluated_generations[-1] == run.generation
    # All games that were played are in the run.
    counts = [run.num_games(generation) for generation in range(1, run.generation + 1)]
    assert sum(counts) == run.games_played
    assert 0 < min(counts) <= max(counts) <= GAMES
    kept = open_run(tmp_path)
    assert all(len(games_of(kept, number)) == counts[number - 1] for number in kept.buffered_generations)
    # The minutes count earlier sessions.
    clock.now += 5000
    assert pg.learn.train("stax", out=tmp_path, minutes=2, resume=True).generation == run.generation


def test_a_run_without_time_for_a_game_keeps_its_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch, 1.0, 1.0, 1.0)

    def stopped(*arguments: Any) -> GeneratedGames:
        clock.now += 200
        arguments[-1].check()
        raise AssertionError

    with monkeypatch.context() as patch:
        patch.setattr("plyground.learn.game_player.play_generation", stopped)
        run = pg.learn.train("stax", out=tmp_path, minutes=2, threads=1, **QUICK)
    assert (run.generation, run.games_played, open_run(tmp_path).generation) == (0, 0, 0)
    again = pg.learn.train("stax", out=tmp_path, generations=1, resume=True, threads=1)
    assert again.generation == 1
    # The network of the first state is that of a run that was not stopped.
    whole = pg.learn.train("stax", out=tmp_path / "whole", generations=1, threads=1, **QUICK)
    assert whole.model.read_bytes() == again.model.read_bytes()


def test_defaults_fit_the_game_and_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings of a run are chosen once, are in its folder, and do not include those that were given."""
    Clock(monkeypatch, 20.0, 0.1, 1.0)
    given: dict[str, Any] = {"size": (1, 8), "max_steps": 40, "replay_buffer_size": 400, "eval_games": 0, "threads": 1}
    run = pg.learn.train("stax", out=tmp_path / "chosen", minutes=2, **given)
    settings = run.config["settings"]
    assert {name: settings[name] for name in ("simulations", "games_per_generation", "batch_size")} == {
        "simulations": 8,
        "games_per_generation": 4,
        "batch_size": 64,
    }
    assert settings["max_steps"] == 40
    again = pg.learn.train("stax", out=tmp_path / "chosen", minutes=1000, generations=run.generation, resume=True)
    assert again.config["settings"] == settings
    # Without a time limit, a run has the defaults, which do not depend on the speed.
    chosen = Settings.from_dict(settings)
    assert chosen != Settings(size=(1, 8), max_steps=40, replay_buffer_size=400, eval_games=0)


@pytest.mark.parametrize("name", ["simulations", "max_steps", "games_per_generation", "batch_size", "eval_simulations"])
def test_given_settings_are_kept(name: str) -> None:
    slow = Timing(np.array([300, 900]), 0.01)
    fitted = fit_playing(Settings(), (), slow, 60.0)
    assert getattr(fitted, name) < getattr(Settings(), name)
    kept = fit_playing(Settings(), (name,), slow, 60.0)
    assert getattr(kept, name) == getattr(Settings(), name)


def test_a_fast_game_has_the_defaults() -> None:
    fast = Timing(np.array([40]), 1e-6)
    assert fit_playing(Settings(), (), fast, 3600.0) == Settings()
    assert fit_training(Settings(), (), fast, 1e-4) == Settings()


def test_training_takes_no_longer_than_self_play() -> None:
    timing = Timing(np.array([100]), 1e-3)
    # A game takes 3.2 seconds, and training once on its positions 100 / 256 steps of 2 seconds.
    assert fit_training(Settings(), (), timing, 4.0).samples_per_position == 2.0
    assert fit_training(Settings(), (), timing, 100.0).samples_per_position == 1.0
    assert fit_training(Settings(), ("samples_per_position",), timing, 100.0).samples_per_position == 3.0


def test_the_speed_is_measured(tmp_path: Path) -> None:
    rules = pg.game("stax")
    model = write_network(tmp_path / "stax.onnx", rules).read_bytes()
    timing = time_playing(rules, model, Settings(max_steps=20), 1, None)
    assert timing.mean_steps(20) == 20
    assert timing.mean_steps(10) == 10
    assert 0 < timing.game_seconds(Settings(simulations=4)) < timing.game_seconds(Settings(simulations=8))


def test_an_evaluation_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that have ended count, later opponents have none, and without any game there are no columns."""
    opponents = {"eval_games": 40, "eval_simulations": 2, "eval_opponents": ("random", "greedy"), "threads": 1}
    rules = pg.game("stax")
    run = pg.learn.train("stax", out=tmp_path, generations=1, minutes=1000, eval_time_fraction=0.0, **QUICK | opponents)
    assert not [name for name in run.rows[0] if name.startswith(("score_vs", "elo"))]
    write_network(run.snapshot(1), rules)
    settings, status, ticks = Settings.from_dict(run.config["settings"]), Status(lambda: 0.0), count()
    # The clock ticks once for each batch.
    monkeypatch.setattr("plyground.learn.evaluation.perf_counter", lambda: float(next(ticks)))
    assert evaluate(run, rules, settings, 1, status, 0.0) == {}
    assert status.games == 0
    found = evaluate(run, rules, settings, 1, status, 500.0)
    assert found["elo_low"] < found["elo"] < found["elo_high"]
    assert "score_vs_random" in found
    assert "score_vs_greedy" not in found
    assert 0 < status.games < 40
    assert status.evaluations > 100
