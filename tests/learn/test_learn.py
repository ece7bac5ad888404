"""Training runs: they learn, can be killed at any moment, resume, and log their progress."""

import csv
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import fields
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import plyground as pg
from plyground.cli import main
from quick_runs import QUICK, games_of, learned
from repository import ROOT

pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")
pytest.importorskip("jax", reason="networks learn with the extra 'learn'")

from plyground.learn import Settings
from plyground.learn.display import COLUMNS, _table
from plyground.learn.errors import BadRun
from plyground.learn.replay_buffer import ReplayBuffer
from plyground.learn.run import STATE, Run, open_run
from plyground.learn.self_play import join, play_generation
from plyground.learn.start_positions import ForkSampler
from plyground.nets import Model
from selection import runs_all


def rows(out: Path) -> list[dict[str, str]]:
    with (out / "log.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def state(out: Path) -> dict[str, Any]:
    """The arrays from which a run resumes."""
    with np.load(out / STATE) as file:
        return dict(file)


def test_a_run_leaves_a_model_that_plays(tmp_path: Path) -> None:
    logged: list[dict[str, Any]] = []
    run = learned(
        tmp_path / "run", 2, eval_games=4, eval_opponents=("random",), eval_simulations=2, progress=logged.append
    )
    assert [row["generation"] for row in logged] == [1, 2]
    assert [row["generation"] for row in rows(tmp_path / "run")] == ["1", "2"]
    assert run.games_played == 16
    assert all(0 <= row["network_time_fraction"] <= 1.2 and 0 <= row["cache_hit_rate"] < 1 for row in logged)
    # The last generation is evaluated and plotted.
    last = logged[-1]
    assert 0 <= last["score_vs_random_low"] <= last["score_vs_random"] <= last["score_vs_random_high"] <= 1
    assert last["elo_low"] < last["elo_high"]
    assert (tmp_path / "run" / "log.png").stat().st_size > 1000
    assert len(pg.matches("stax", [f"net:{run.model},4", "random"], 2)) == 2
    description = Model.load(run.model).description
    assert description.training["generation"] == 2
    assert description.training["games_per_generation"] == 8


@pytest.mark.parametrize("fork_fraction", [0.0, 0.5])
def test_a_resumed_run_equals_an_uninterrupted_one(tmp_path: Path, fork_fraction: float) -> None:
    whole = learned(tmp_path / "whole", 3, fork_fraction=fork_fraction)
    learned(tmp_path / "parts", 1, fork_fraction=fork_fraction)
    parts = learned(tmp_path / "parts", 3, resume=True)
    assert parts.games_played == whole.games_played
    assert [row["total_games"] for row in parts.rows] == [row["total_games"] for row in whole.rows]
    again = learned(tmp_path / "again", 3, fork_fraction=fork_fraction)
    assert again.model.read_bytes() == whole.model.read_bytes()
    one, other = (
        {key: row[key] for key in ("total_games", "policy_loss", "value_loss", "evaluations")}
        for row in (whole.rows[0], again.rows[0])
    )
    assert one == other


def test_a_state_file_has_the_whole_state(tmp_path: Path) -> None:
    run = learned(tmp_path / "run", 1)
    kept, arrays = open_run(run.path), state(run.path)
    assert (kept.generation, kept.buffered_generations, kept.rows) == (1, [1], run.rows)
    games = games_of(kept, 1)
    assert len(games) == QUICK["games_per_generation"]
    assert games.policy_weights is not None
    assert {name.partition("/")[0] for name in arrays} == {"params", "ema_params", "optimizer", "steps", "run"}
    model = run.model.read_bytes()
    run.model.unlink()
    assert learned(run.path, 1, resume=True).model.read_bytes() == model


def test_a_run_resumes_with_a_lower_learning_rate(tmp_path: Path) -> None:
    run = learned(tmp_path / "run", 1, learning_rate=0.002)
    before = {name: array.copy() for name, array in state(run.path).items() if name.startswith("params/")}

    def moved(rate: float) -> float:
        copy = tmp_path / str(rate)
        shutil.copytree(run.path, copy)
        again = learned(copy, 2, resume=True, learning_rate=rate)
        assert Model.load(again.model).description.training["learning_rate"] == rate
        assert learned(copy, 2, resume=True).config["settings"]["learning_rate"] == rate
        after = state(copy)
        return max(float(np.abs(after[name] - array).max()) for name, array in before.items())

    assert 0 < moved(0.0001) < 0.2 * moved(0.002)


def test_invalid_arguments_of_runs(tmp_path: Path) -> None:
    out = tmp_path / "run"
    learned(out, 1)
    for play, reason in (
        (lambda: learned(out, 1), "already holds a run"),
        (lambda: learned(tmp_path / "none", 1, resume=True), "holds no run"),
        (lambda: learned(out, 2, resume=True, batch_size=64), "started with batch_size=32, which cannot be changed"),
        (lambda: pg.learn.train("checkers", out=out, generations=2, resume=True), "or of another game than checkers"),
        (lambda: pg.learn.train("stax", out=tmp_path / "a"), "minutes or generations must be given"),
        (lambda: pg.learn.train("stax", out=tmp_path / "a", minutes=0), "above 0"),
        (lambda: pg.learn.train("stax", out=tmp_path / "a", generations=1, simulation=3), "no setting 'simulation'"),
        (
            lambda: pg.learn.train("stax", out=tmp_path / "a", generations=1, ema_decay=1.5),
            "from 0 to 0.999999, got 1.5",
        ),
        (lambda: pg.learn.train("stax", out=tmp_path / "a", generations=1, games_per_generation=0), "from 1 to"),
        (lambda: pg.learn.train("stax", out=tmp_path / "a", generations=1, root="best"), "'gumbel' or 'puct'"),
        (lambda: pg.learn.train("stax", out=tmp_path / "a", generations=1, eval_opponents=("nobody",)), "nobody"),
    ):
        with pytest.raises(ValueError, match=reason):
            play()
    (out / "state.npz").write_bytes(b"something else")
    with pytest.raises(BadRun, match="cannot be read"):
        learned(out, 2, resume=True)


def test_a_run_opens_only_its_own_files_and_those_that_the_user_names(tmp_path: Path) -> None:
    other = tmp_path / "other" / "model.onnx"
    learned(other.parent, 1)
    agents = ["uci:no-such-engine,nodes=5", f"net:{other},1", f"ab:1,eval={tmp_path / 'values.json'}"]
    settings: list[tuple[str, Any]] = [("teacher", agents[1]), *(("eval_opponents", (agent,)) for agent in agents)]
    for number, (name, value) in enumerate(settings):
        out = tmp_path / str(number)
        learned(out, 1, **{name: value})
        with pytest.raises(BadRun, match=rf"names the (engine|file) '.*: to use it, give {name} again"):
            learned(out, 1, resume=True)
        assert learned(out, 1, resume=True, **{name: value}).generation == 1
    own = tmp_path / "own"
    learned(own, 1, eval_opponents=(f"net:{own / 'model.onnx'},1",))
    assert learned(own, 1, resume=True).generation == 1


def test_a_killed_run_resumes(tmp_path: Path) -> None:
    out = tmp_path / "run"
    settings = ", ".join(f"{name}={value!r}" for name, value in QUICK.items())
    program = f"import plyground as pg\npg.learn.train('stax', out={str(out)!r}, generations=500, {settings})"
    process = subprocess.Popen([sys.executable, "-c", program])
    # Somewhere in a generation after it has written one.
    until = time.monotonic() + 120
    while time.monotonic() < until and not (out / "log.csv").exists():
        assert process.poll() is None
        time.sleep(0.02)
    time.sleep(float(np.random.default_rng().uniform(0, 0.4)))
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    run = open_run(out)
    assert run.generation > 0
    assert len(run.rows) == run.generation
    assert len(rows(out)) in (run.generation - 1, run.generation)
    assert Model.load(run.model).description.training["generation"] <= run.generation
    assert all(len(games_of(run, number)) == QUICK["games_per_generation"] for number in run.buffered_generations)
    resumed = learned(out, run.generation + 1, resume=True)
    assert resumed.generation == len(rows(out)) == run.generation + 1


class Stopped(BaseException):
    """Ends a run at a chosen moment."""


def test_a_run_that_stops_at_any_write_resumes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file is replaced after `os.fsync`, so stops there leave all states that the folder can have between two writes."""
    whole = learned(tmp_path / "whole", 2).model.read_bytes()
    sync = os.fsync
    for stop in count():
        writes = count()

        def stopping_sync(descriptor: int, writes: Iterator[int] = writes, stop: int = stop) -> None:
            if next(writes) == stop:
                raise Stopped
            sync(descriptor)

        out = tmp_path / str(stop)
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", stopping_sync)
            try:
                learned(out, 2)
            except Stopped:
                pass
            else:
                break
        resumed = learned(out, 2, resume=(out / STATE).exists())
        assert resumed.model.read_bytes() == whole, f"stopped at write {stop}"
        assert resumed.generation == len(rows(out)) == 2
    # The first state, then games, state, log and model of each generation.
    assert stop >= 9


@pytest.mark.skipif(not runs_all(), reason="test_solved_training.py and test_fit.py train on smaller boards")
def test_a_trained_network_beats_random_play(tmp_path: Path) -> None:
    """After a minute of training, a network beats random play clearly; an untrained one does not."""
    run = pg.learn.train(
        "checkers",
        out=tmp_path,
        generations=6,
        size=(1, 16),
        games_per_generation=48,
        simulations=12,
        num_parallel_games=48,
        batch_size=64,
        max_steps=150,
        eval_games=0,
        samples_per_position=2.0,
    )
    # The network evaluates positions better than at first.
    assert run.rows[-1]["value_loss"] < run.rows[1]["value_loss"]
    # Untrained networks score less than 0.1 with this number of simulations.
    played = pg.matches("checkers", [f"net:{run.model},8", "random"], 120, 1)
    assert played.mean_returns[0] > 0.25


def test_the_replay_buffer_grows_sublinearly() -> None:
    buffer = ReplayBuffer(min_capacity=1000, value_search_weight=0.0)
    sizes = []
    for seen in (500, 1000, 2000, 4000, 100_000):
        buffer.positions_seen = seen
        sizes.append(buffer.capacity)
    assert sizes[:2] == [1000, 1000]
    shares = [size / seen for size, seen in zip(sizes, (500, 1000, 2000, 4000, 100_000), strict=True)]
    assert sizes == sorted(sizes)
    assert shares == sorted(shares, reverse=True)


def a_generation(rules: pg.Game, settings: Settings, offset: int = 0, starts: "list[str] | None" = None) -> Any:
    from models import random_network
    from plyground.learn.export import to_onnx
    from plyground.nets import Description

    architecture, params = random_network(rules)
    return play_generation(
        rules, to_onnx(params, architecture, Description.for_game(rules)), settings, offset, 1, None, starts
    )


def test_examples_have_the_search_policy_and_the_outcome() -> None:
    rules = pg.game("stax")
    settings = Settings(
        games_per_generation=6,
        simulations=4,
        num_parallel_games=6,
        max_steps=30,
        value_search_weight=0.0,
        root="puct",
        full_search_prob=0.5,
        fast_simulations=2,
    )
    games = a_generation(rules, settings).games
    buffer = ReplayBuffer(100, 0.0)
    added = buffer.add(1, games)
    assert 0 < added < len(games.actions)
    assert added == np.count_nonzero(np.asarray(games.weights) > 0) == buffer.positions_seen
    batch = buffer.sample(50, np.random.default_rng(1))
    assert batch.observations.shape == (50, *rules.observation_shape)
    assert np.allclose(batch.policies.sum(axis=1), 1, atol=1e-3)
    assert not batch.policies[~batch.masks].any()
    assert (np.abs(batch.values) <= 1).all()
    assert batch.values.shape == (50, rules.num_seats)
    again = buffer.sample(50, np.random.default_rng(1))
    assert all((getattr(batch, name) == getattr(again, name)).all() for name in ("observations", "policies", "values"))


def test_forks_prefer_rare_positions() -> None:
    """A fork is one step off an earlier game. Positions that were visited often are avoided."""
    rules = pg.game("checkers", size=4)
    settings = Settings(games_per_generation=32, simulations=4, num_parallel_games=32, max_steps=40)
    games = a_generation(rules, settings).games
    met = set()
    near = set()
    for number, start in enumerate(games.starts):
        state = rules.from_fen(start)
        for action in games.actions[games.offsets[number] : games.offsets[number + 1]]:
            met.add(board(state))
            for step in state.legal_steps():
                after = state.copy()
                after.apply(step)
                near |= set() if after.is_terminal else {after.fen}
            state.apply(action)
    drawn = ForkSampler().sample([(1, games)], 64, np.random.default_rng(0))
    assert drawn == ForkSampler().sample([(1, games)], 64, np.random.default_rng(0))
    assert near.issuperset(drawn)
    boards = [board(rules.from_fen(text)) for text in drawn if text]
    new = sum(text not in met for text in boards)
    by_chance = sum(board(rules.from_fen(text)) not in met for text in near) / len(near)
    assert new / len(boards) > 0.5 > by_chance
    assert ForkSampler().sample([], 3, np.random.default_rng(0)) == [None] * 3


def board(state: pg.State) -> str:
    return " ".join(state.fen.split(" ")[:3])


def test_start_positions_do_not_depend_on_the_offset() -> None:
    rules = pg.game("stax")
    starts = [state.fen for state in pg.openings(rules, 6, 1, turns=3)]
    settings = Settings(games_per_generation=6, simulations=2, num_parallel_games=6, max_steps=5)
    for offset in (0, 6, 8):
        games = a_generation(rules, settings, offset, starts).games
        assert sorted(games.starts) == sorted(starts)
        order = np.argsort(games.envs) if len(set(games.envs)) == 6 else np.arange(6)
        assert [games.starts[place] for place in order] == starts


def test_games_are_joined() -> None:
    rules = pg.game("stax")
    settings = Settings(games_per_generation=4, simulations=4, num_parallel_games=4, max_steps=20)
    whole = a_generation(rules, settings).games
    again = a_generation(rules, settings).games
    both = join([whole, again])
    assert len(both) == 8
    steps = int(whole.offsets[-1])
    assert (both.actions[:steps] == both.actions[steps:]).all()
    first, second = both.examples(np.arange(5), policies=True), both.examples(np.arange(5) + steps, policies=True)
    assert (np.asarray(first.policies) == np.asarray(second.policies)).all()


def test_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "run")
    command = ["train", "stax", "--out", out, "--games-per-generation", "8", "--simulations", "4", "--eval-games", "0"]
    command += ["--batch-size", "32", "--max-steps", "4e1", "--num-parallel-games", "8", "--size", "1x8"]
    command += ["--samples-per-position", "0.5"]
    assert main([*command, "--size", "large", "--generations", "1"]) == 2
    assert "or blocks and channels as in 2x24, got 'large'" in capsys.readouterr().err
    assert main([*command, "--generations", "1"]) == 0
    printed = capsys.readouterr()
    assert "generation 1 of 1, minutes " in printed.err
    assert f"--opponent net:{out}/model.onnx,64" in printed.out
    assert main([*command, "--generations", "1"]) == 2
    assert "already holds a run" in capsys.readouterr().err
    assert main([*command, "--generations", "2", "--resume"]) == 0
    assert main([*command[:-1], "-1", "--generations", "1"]) == 2
    assert "samples_per_position must be a number from 0 to 1000, got -1" in capsys.readouterr().err


def test_the_live_table_fits_a_terminal() -> None:
    row = {name: 1.0 for name in COLUMNS if name != "mean_score"} | {"evaluations_per_second": 29_000.0}
    text = StringIO()
    row |= {
        "elo_low": -200.0,
        "elo_high": 202.0,
        "score_vs_ab:3": 0.5,
        "score_vs_ab:3_low": 0.4,
        "score_vs_ab:3_high": 0.6,
    }
    Console(file=text, width=80).print(_table("Training Stax", [row], par=1 / 3))
    lines = text.getvalue().splitlines()
    assert lines[0].startswith("Training Stax")
    assert "29,000" in text.getvalue()
    assert "…" not in text.getvalue()
    assert lines[-1].strip() == "Elo +1 [-200, +202], score 0.50 [0.40, 0.60] against ab:3, par 0.33"


def test_every_setting_is_a_flag(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The descriptions of the fields are the help of the flags and the docstring of `Settings`."""
    given: dict[str, Any] = {}
    monkeypatch.setattr("plyground.learn.train", lambda *_, **keywords: given.update(keywords) or Run(Path(), {}))
    values: dict[str, Any] = {"size": "2x24", "teacher": "ab:1", "root": "puct", "eval_opponents": ("random", "ab:2")}
    values |= {name: low for name, (low, _) in Settings.ranges().items()}
    flags = [
        text
        for name, value in values.items()
        for one in (value if isinstance(value, tuple) else [value])
        for text in (f"--{name.replace('_', '-')}", str(one))
    ]
    values["overlap"] = True
    assert main(["train", "stax", *flags, "--overlap"]) == 0
    assert values.keys() == {one.name for one in fields(Settings)}
    assert {name: given[name] for name in values} == values
    with pytest.raises(SystemExit):
        main(["train", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    for one in fields(Settings):
        description = one.metadata["description"]
        assert description in text
        assert f"{one.name} : " in str(Settings.__doc__)
        assert description[1:] in str(Settings.__doc__)


def test_the_page_lists_the_settings() -> None:
    page = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
    for one in fields(Settings):
        assert f"| `{one.name}` | `{one.default!r}` | {one.metadata['description']} |\n" in page


def test_the_page_lists_the_columns_of_the_log(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")
    run = learned(tmp_path, 1, eval_games=2, eval_opponents=("random",), eval_simulations=2)
    for name in run.rows[0]:
        assert f"`{name}`" in page or name.startswith("score_vs_random")


def test_settings_survive_a_round_trip() -> None:
    settings = Settings(size=(2, 16), eval_opponents=("random",))
    assert Settings.from_dict(settings.to_dict()) == settings
