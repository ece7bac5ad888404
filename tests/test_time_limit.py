"""The end of runs with a time limit, by a clock that the tests advance."""

from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import pytest

import plyground as pg

pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")
pytest.importorskip("jax", reason="networks learn with the extra 'learn'")

from plyground.learn.learner import Learner
from plyground.learn.run import open_run
from plyground.learn.self_play import GeneratedGames, play_generation
from plyground.learn.time_limit import TimeLimit, part_size
from test_learn import QUICK, games_of

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
    limit = TimeLimit(1000.0, lambda: 0.0, evaluation=100.0, playing=1.0, training=1.0)
    assert limit.next_games(600) == 225
    assert limit.next_games(600, played=100) == 200
    limit.start_training(500)
    assert limit.training_end == 500
    assert limit.next_games(600) == 200
    limit.end_training(500, 1000.0)
    assert (limit.training, limit.training_end) == (2.0, 0.0)
    assert not limit.is_training_over
    assert TimeLimit(1000.0, lambda: 901.0, evaluation=100.0).is_training_over


class Clock:
    """Time that passes only while games are played, a network is trained or evaluated."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, game: float, batch: float, evaluation: float) -> None:
        self.now = 1000.0
        learn = Learner.learn

        def timed_play(*arguments: Any) -> GeneratedGames:
            games = play_generation(*arguments)
            self.now += game * len(games.games)
            return replace(games, seconds=game * len(games.games))

        def timed_learn(learner: Learner, examples: Any, progress: float) -> tuple[float, float]:
            assert 0 <= progress <= 1
            self.now += batch * len(examples) / learner.settings.batch_size
            return learn(learner, examples, progress)

        def timed_evaluation(*arguments: Any) -> dict[str, float]:
            # The budget is a twentieth of the minutes.
            assert arguments[-1] == pytest.approx(6.0)
            self.now += evaluation
            return {}

        monkeypatch.setattr("plyground.learn.training_loop.perf_counter", lambda: self.now)
        monkeypatch.setattr("plyground.learn.game_player.play_generation", timed_play)
        monkeypatch.setattr(Learner, "learn", timed_learn)
        monkeypatch.setattr("plyground.learn.training_loop.evaluate", timed_evaluation)


@pytest.mark.parametrize("overlap", [False, True])
@pytest.mark.parametrize(
    ("game", "batch", "evaluation"),
    [
        (2.0, 2.0, 6.0),
        (5.0, 0.5, 5.0),
        (0.5, 1.0, 4.0),
        (14.0, 1.0, 1.0),  # the first generation does not fit
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


def test_an_evaluation_out_of_time_has_fewer_opponents(tmp_path: Path) -> None:
    settings = {**QUICK, "eval_games": 40, "eval_simulations": 2, "eval_opponents": ("random", "greedy")}
    run = pg.learn.train("stax", out=tmp_path, generations=2, minutes=1000, eval_time_fraction=0.0, **settings)
    for row in run.rows:
        assert row["elo_low"] < row["elo"] < row["elo_high"]
        assert "score_vs_random" in row
        assert "score_vs_greedy" not in row
    assert len(run.evaluated_generations) == 2
