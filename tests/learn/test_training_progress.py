"""The progress of a training run at a terminal, in a pipe and after Ctrl-C, by a clock that the tests advance."""

import re
import shlex
import sys
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import plyground as pg
from plyground.cli import main

pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")
pytest.importorskip("jax", reason="networks learn with the extra 'learn'")

from plyground.learn.display import LINE_SECONDS, LineReporter, LiveReporter
from plyground.learn.self_play import play_generation
from plyground.learn.status import Status
from quick_runs import QUICK, learned
from small_games import Toy

ROW = {"generation": 1, "minutes": 0.5, "total_games": 8, "policy_loss": 0.25, "value_loss": 0.5}


class Clock:
    """A clock that stands still until a test advances it."""

    now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def test_lines_are_printed_at_a_steady_rhythm() -> None:
    clock, file = Clock(), StringIO()
    status = Status(clock, 120.0)
    lines = LineReporter(status, file, clock)
    status.start_games("self-play", 32, expected_evaluations=3200)
    for second in range(100):
        clock.now = float(second)
        status.evaluations = 10 * second
        lines.tick()
        if second == 20:
            lines.row(ROW)
    printed = file.getvalue().splitlines()
    assert len(printed) == 7
    assert printed[0] == ("[0:15] generation 1: self-play, about 1 of 32 games, 150 positions evaluated, 1:45 left")
    assert printed[1] == "[0:20] generation 1, minutes 0.5, games 8, policy loss 0.250, value loss 0.500"
    times = [int(line[3:5]) + 60 * int(line[1]) for line in printed]
    assert max(later - earlier for earlier, later in pairwise(times)) == LINE_SECONDS


def rendered(live: LiveReporter) -> str:
    text = StringIO()
    Console(file=text, width=100).print(live)
    return text.getvalue()


def test_the_bar_moves_during_self_play() -> None:
    clock = Clock()
    status = Status(clock, 600.0)
    live = LiveReporter("Training Stax", status, Console(file=StringIO()))
    status.start_games("self-play", 8, expected_evaluations=800)
    shown = []
    for evaluations, games in ((0, 0), (250, 0), (500, 2), (5000, 7)):
        clock.now += 60
        status.evaluations, status.games = evaluations, games
        shown.append(rendered(live))
    assert len(set(shown)) == 4
    for text, percent, games_text in zip(
        shown, (10, 20, 30, 40), ("0 of 8", "about 2 of 8", "about 5 of 8", "7 of 8"), strict=True
    ):
        assert f"{percent}%" in text
        assert games_text in text
    assert shown[0].startswith("Training Stax\n")
    status.generation, status.policy_loss, status.value_loss = 1, 0.25, 0.5
    live.row(ROW)
    assert "policy loss" in rendered(live)


def test_the_fraction_of_a_run_of_generations() -> None:
    clock = Clock()
    status = Status(clock, generations=4)
    assert (status.fraction, str(status)) == (0, "starting")
    status.generation, status.total_games, status.total_positions, clock.now = 1, 10, 900, 30.0
    status.start_games("self-play", 10)
    status.games = 5
    status.activity, status.steps, status.num_steps = "training", 1, 2
    # Half of the games and half of the training steps of the second generation.
    assert status.fraction == 0.375
    assert status.seconds_left == 50
    assert str(status) == (
        "generation 2: training, 5 of 10 games, 0 positions evaluated, training step 1 of 2, total 10 games and 900 positions, "
        "0:50 left"
    )


def test_a_run_updates_the_status(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games that are played report evaluations, and training steps report losses."""
    seen: list[tuple[int, str]] = []

    def play(*arguments: Any) -> Any:
        played = play_generation(*arguments)
        status = arguments[-1]._status
        seen.append((status.evaluations, status.activity))
        assert status.evaluations == played.evaluations > 100
        assert status.games_so_far < status.num_games == QUICK["games_per_generation"]
        return played

    monkeypatch.setattr("plyground.learn.game_player.play_generation", play)
    run = learned(tmp_path, 2)
    assert [activity for _, activity in seen] == ["self-play"] * 2
    assert [evaluations for evaluations, _ in seen] == [row["evaluations"] for row in run.rows]


def test_ctrl_c_says_how_to_resume(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "my run"
    flags = [
        "--games-per-generation",
        "8",
        "--simulations",
        "4",
        "--eval-games",
        "0",
        "--size",
        "1x8",
        "--batch-size",
        "32",
    ]
    command = ["train", "stax", "--out", str(out), "--generations", "1", "--max-steps", "20", *flags]
    played: list[Any] = []

    def interrupt(*arguments: Any) -> Any:
        played.append(arguments)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("plyground.learn.game_player.play_generation", interrupt)
        assert main(command) == 130
    printed = capsys.readouterr().err
    assert len(played) == 1
    [line] = [line for line in printed.splitlines() if "to continue: plyground train" in line]
    continued = shlex.split(line.partition("to continue: plyground ")[2])
    assert continued == [*command, "--resume"]
    assert main(continued) == 0
    assert "1 generations, 8 games" in capsys.readouterr().out


def test_ctrl_c_before_the_first_state(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(pg.learn, "train", interrupt)
    assert main(["train", "stax", "--out", str(tmp_path / "run")]) == 130
    assert "start the run again with the same command" in capsys.readouterr().err


def test_lines_tell_what_happens_from_the_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not sys.stderr.isatty()
    run = learned(tmp_path, 2, eval_games=2, eval_opponents=("random",), eval_simulations=2, progress=True)
    lines = [line.partition("] ")[2] for line in capsys.readouterr().err.splitlines()]
    assert [line.partition(",")[0] for line in lines] == [
        "Training Stax",
        "compiling the network",
        "8 of 8 games were cut off at 40 steps: give a larger max_steps",
        "generation 1 of 2",
        "generation 2 of 2",
    ]
    assert [row["cut_off_games"] for row in run.rows] == [8, 8]
    for line in lines[-2:]:
        assert re.search(r", score \d\.\d\d \[\d\.\d\d, \d\.\d\d\] against random,(.*,)? par 0\.50$", line), line


def test_mean_scores_have_intervals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = {**QUICK, "eval_games": 4, "eval_simulations": 2}
    [row] = pg.learn.train(pg.register_game(Toy()), out=tmp_path, generations=1, progress=True, **settings).rows
    assert -1 <= row["mean_score_low"] < row["mean_score"] < row["mean_score_high"] <= 3
    assert re.search(r", score -?\d\.\d\d \[-?\d\.\d\d, -?\d\.\d\d\]$", capsys.readouterr().err)
