"""Self-play while the network trains: which network plays, and what happens at errors, interruptions and the end."""

import shutil
import threading
from pathlib import Path
from typing import Any

import pytest

import plyground as pg

pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")
pytest.importorskip("jax", reason="networks learn with the extra 'learn'")

from concurrent.futures import CancelledError
from math import inf

from plyground.learn import Settings
from plyground.learn.game_player import GamePlayer, GameRequest
from plyground.learn.learner import Learner
from plyground.learn.run import Run, open_run
from plyground.learn.self_play import play_generation
from plyground.learn.time_limit import TimeLimit
from quick_runs import QUICK, games_of, learned

SETTINGS: dict[str, Any] = {"overlap": True, "replay_buffer_size": 10_000, "fork_fraction": 0.5, "threads": 2}
"""Start positions fork from earlier games, so that they depend on the replay buffer, too."""


def columns(run: Run) -> list[tuple[float, ...]]:
    return [
        tuple(row[name] for name in ("total_games", "evaluations", "policy_loss", "value_loss")) for row in run.rows
    ]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run with the model of each generation in its folder."""
    out = tmp_path_factory.mktemp("overlap") / "run"

    def keep_model(row: dict[str, Any]) -> None:
        shutil.copy(out / "model.onnx", out / f"model-{row['generation']}.onnx")

    run: Run = learned(out, 4, progress=keep_model, **SETTINGS)
    return run


def check_resumed(whole: Run, out: Path) -> None:
    """Continue a run that was interrupted, and compare it with one that was not."""
    # The thread of self-play has ended.
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("ThreadPool")]
    run = pg.learn.train("stax", out=out, generations=4, resume=True, threads=2)
    assert columns(run) == columns(whole)
    assert run.model.read_bytes() == whole.model.read_bytes()


def test_games_do_not_depend_on_threads(whole: Run, tmp_path: Path) -> None:
    alone = learned(tmp_path, 4, **{**SETTINGS, "threads": 1})
    assert columns(alone) == columns(whole)
    in_turn = learned(tmp_path / "in turn", 2, **{**SETTINGS, "overlap": False})
    # Both networks have played the first generation. With overlap, the first one plays the second generation, too.
    assert columns(in_turn)[0][:2] == columns(whole)[0][:2]
    assert columns(in_turn)[1] != columns(whole)[1]


def test_the_network_of_the_generation_before_the_last_one_plays(whole: Run) -> None:
    settings = Settings.from_dict(whole.config["settings"])
    for generation, played_by in ((3, 1), (4, 2)):
        model = (whole.path / f"model-{played_by}.onnx").read_bytes()
        games = games_of(whole, generation)
        again = play_generation(games.game, model, settings, 8 * (generation - 1), 1, None, games.starts)
        assert again.games == games
        newer = (whole.path / f"model-{played_by + 1}.onnx").read_bytes()
        assert play_generation(games.game, newer, settings, 8 * (generation - 1), 1, None, games.starts).games != games


def test_a_run_resumes_after_an_interruption(whole: Run, tmp_path: Path) -> None:
    def interrupt(row: dict[str, Any]) -> None:
        if row["generation"] == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learned(tmp_path, 4, progress=interrupt, **SETTINGS)
    assert open_run(tmp_path).generation == 2
    check_resumed(whole, tmp_path)


def test_a_run_resumes_after_an_error_of_training(whole: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learn = Learner.learn

    def diverge(self: Learner, *arguments: Any) -> Any:
        if threading.current_thread() is threading.main_thread() and self.state.steps >= 15:
            raise FloatingPointError
        return learn(self, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(Learner, "learn", diverge)
        with pytest.raises(FloatingPointError):
            learned(tmp_path, 4, **SETTINGS)
    assert 0 < open_run(tmp_path).generation < 4
    check_resumed(whole, tmp_path)


def test_a_run_resumes_after_an_error_of_self_play(whole: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(rules: pg.Game, model: bytes, settings: Settings, offset: int, *rest: Any) -> Any:
        if offset == 16:
            raise MemoryError
        return play_generation(rules, model, settings, offset, *rest)

    with monkeypatch.context() as patch:
        patch.setattr("plyground.learn.game_player.play_generation", fail)
        with pytest.raises(MemoryError):
            learned(tmp_path, 4, **SETTINGS)
    # The network has trained on the generation before.
    assert open_run(tmp_path).generation == 2
    check_resumed(whole, tmp_path)


@pytest.mark.parametrize("teacher", ["", "ab:1"])
def test_games_in_progress_are_stopped(whole: Run, teacher: str) -> None:
    settings = Settings(**{**QUICK, "games_per_generation": 100_000, "overlap": True, "teacher": teacher})
    with GamePlayer(pg.game("stax"), settings, 2, None, TimeLimit(inf, lambda: 0.0)) as player:
        pending = player.start(GameRequest(1, 0, whole.model.read_bytes(), None))
        assert not pending.done()
    assert isinstance(pending.exception(timeout=0), CancelledError)
