"""Learning: a run learns, can be killed at any moment, goes on where it was, and says what it did."""

import csv
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.cli import main

pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")
pytest.importorskip("jax", reason="networks learn with the extra 'learn'")

from plyground.learn import Settings, game_file
from plyground.learn.errors import BadRun
from plyground.learn.forks import Forks
from plyground.learn.playing import join, played
from plyground.learn.run import STATE, Run, found
from plyground.learn.window import Window
from plyground.nets import Model

QUICK: dict[str, Any] = {
    "size": (1, 8),
    "games": 8,
    "simulations": 4,
    "abreast": 8,
    "batch": 32,
    "window": 400,
    "max_steps": 40,
    "reuse": 1.0,
    "measure": 0,
}
"""A run that takes seconds and learns next to nothing."""


def learned(out: Path, generations: int, **changes: Any) -> Any:
    return pg.learn.train("stax", out=out, generations=generations, **{**QUICK, **changes})


def rows(out: Path) -> list[dict[str, str]]:
    with (out / "log.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def state(out: Path) -> dict[str, Any]:
    """The arrays that a run goes on from."""
    with np.load(out / STATE) as file:
        return dict(file)


def games_of(run: Run, generation: int) -> pg.Trajectories:
    return game_file.load(run.games(generation), pg.game("stax"), QUICK["games"], QUICK["max_steps"])


def test_a_run_leaves_a_model_that_plays(tmp_path: Path) -> None:
    told: list[dict[str, Any]] = []
    run = learned(tmp_path / "run", 2, measure=4, opponents=("random",), strength=2, progress=told.append)
    assert [row["generation"] for row in told] == [1, 2]
    assert [row["generation"] for row in rows(tmp_path / "run")] == ["1", "2"]
    assert run.played == 16
    assert all(0 <= row["judging"] <= 1.2 and 0 <= row["known"] < 1 for row in told)
    # It was measured at the end at least, with an interval, and drawn.
    assert 0 <= told[-1]["random low"] <= told[-1]["random"] <= told[-1]["random high"] <= 1
    assert told[-1]["elo low"] < told[-1]["elo high"]
    assert (tmp_path / "run" / "log.png").stat().st_size > 1000
    assert len(pg.matches("stax", [f"net:{run.model},4", "random"], 2)) == 2
    description = Model.read(run.model).description
    assert description.training["generation"] == 2
    assert description.training["games"] == 8


@pytest.mark.parametrize("forks", [0.0, 0.5])
def test_a_run_that_goes_on_is_the_run_that_was_not_stopped(tmp_path: Path, forks: float) -> None:
    whole = learned(tmp_path / "whole", 3, forks=forks)
    learned(tmp_path / "parts", 1, forks=forks)
    parts = learned(tmp_path / "parts", 3, resume=True)
    assert parts.played == whole.played
    assert [row["games"] for row in parts.rows] == [row["games"] for row in whole.rows]
    again = learned(tmp_path / "again", 3, forks=forks)
    assert again.model.read_bytes() == whole.model.read_bytes()
    one, other = (
        {key: row[key] for key in ("games", "policy", "value", "judged")} for row in (whole.rows[0], again.rows[0])
    )
    assert one == other


def test_what_was_learned_before_is_there_again(tmp_path: Path) -> None:
    run = learned(tmp_path / "run", 1)
    kept, arrays = found(run.path), state(run.path)
    assert (kept.generation, kept.kept, kept.rows) == (1, [1], run.rows)
    games = games_of(kept, 1)
    assert len(games) == QUICK["games"]
    assert games.policy_weights is not None
    assert {name.partition("/")[0] for name in arrays} == {"weights", "mean", "moments", "steps", "run"}
    model = run.model.read_bytes()
    run.model.unlink()
    assert learned(run.path, 1, resume=True).model.read_bytes() == model


def test_a_run_goes_on_with_smaller_steps(tmp_path: Path) -> None:
    run = learned(tmp_path / "run", 1, rate=0.002)
    before = {name: array.copy() for name, array in state(run.path).items() if name.startswith("weights/")}

    def moved(rate: float) -> float:
        copy = tmp_path / str(rate)
        shutil.copytree(run.path, copy)
        again = learned(copy, 2, resume=True, rate=rate)
        assert Model.read(again.model).description.training["rate"] == rate
        assert learned(copy, 2, resume=True).told["settings"]["rate"] == rate
        after = state(copy)
        return max(float(np.abs(after[name] - array).max()) for name, array in before.items())

    assert 0 < moved(0.0001) < 0.2 * moved(0.002)


def test_runs_are_refused_with_a_reason(tmp_path: Path) -> None:
    out = tmp_path / "run"
    learned(out, 1)
    for play, reason in (
        (lambda: learned(out, 1), "holds a run already"),
        (lambda: learned(tmp_path / "none", 1, resume=True), "holds no run"),
        (lambda: learned(out, 2, resume=True, batch=64), "begun with batch=32"),
        (lambda: pg.learn.train("checkers", out=out, generations=2, resume=True), "not this game"),
        (lambda: pg.learn.train("stax", out=tmp_path / "a"), "how long it may learn"),
        (lambda: pg.learn.train("stax", out=tmp_path / "a", minutes=0), "above 0"),
        (lambda: pg.learn.train("stax", out=tmp_path / "a", generations=1, simulation=3), "no setting 'simulation'"),
        (lambda: pg.learn.train("stax", out=tmp_path / "a", generations=1, mean=1.5), "from 0 to 0.999999"),
        (lambda: pg.learn.train("stax", out=tmp_path / "a", generations=1, games=0), "from 1 to"),
        (lambda: pg.learn.train("stax", out=tmp_path / "a", generations=1, root="best"), "'gumbel' or 'puct'"),
        (lambda: pg.learn.train("stax", out=tmp_path / "a", generations=1, opponents=("nobody",)), "nobody"),
    ):
        with pytest.raises(ValueError, match=reason):
            play()
    (out / "state.npz").write_bytes(b"something else")
    with pytest.raises(BadRun, match="cannot be read"):
        learned(out, 2, resume=True)


def test_a_run_can_be_killed_at_any_moment(tmp_path: Path) -> None:
    out = tmp_path / "run"
    settings = ", ".join(f"{name}={value!r}" for name, value in QUICK.items())
    program = (
        f"import plyground as pg\npg.learn.train('stax', out={str(out)!r}, generations=500, resume=RESUME, {settings})"
    )
    generations = [0]
    for seed in range(2):
        resume = str((out / "state.npz").exists())
        process = subprocess.Popen([sys.executable, "-c", program.replace("RESUME", resume)])
        rng = np.random.default_rng(seed)
        # Somewhere in a generation after it has written one more.
        state = out / "state.npz"
        before, until = state.stat().st_mtime_ns if state.exists() else 0, time.monotonic() + 120
        while time.monotonic() < until and (not state.exists() or state.stat().st_mtime_ns == before):
            assert process.poll() is None
            time.sleep(0.02)
        time.sleep(float(rng.uniform(0, 0.4)))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        run = found(out)
        assert run.generation > generations[-1]
        assert len(run.rows) == run.generation == len(rows(out)) or len(rows(out)) in (
            run.generation - 1,
            run.generation,
        )
        assert Model.read(run.model).description.training["generation"] <= run.generation or seed == 0
        assert all(len(games_of(run, number)) == QUICK["games"] for number in run.kept)
        generations.append(run.generation)
    whole = learned(out, generations[-1] + 1, resume=True)
    assert whole.generation == len(rows(out)) == generations[-1] + 1


def test_it_learns(tmp_path: Path) -> None:
    """Against random play a minute of learning shows; by then a network that does not learn has not moved."""
    run = pg.learn.train(
        "checkers",
        out=tmp_path,
        generations=6,
        size=(1, 16),
        games=48,
        simulations=12,
        abreast=48,
        batch=64,
        max_steps=150,
        measure=0,
        reuse=2.0,
    )
    # What the search finds is more than chance by now, and what a position is worth is known better than at first.
    assert run.rows[-1]["value"] < run.rows[1]["value"]
    # So few looks ahead are worth less than 0.1 to one that was not taught.
    played = pg.matches("checkers", [f"net:{run.model},8", "random"], 120, 1)
    assert played.means[0] > 0.25


def test_windows_grow_ever_more_slowly() -> None:
    window = Window(least=1000, search=0.0)
    sizes = []
    for seen in (500, 1000, 2000, 4000, 100_000):
        window.seen = seen
        sizes.append(window.size)
    assert sizes[:2] == [1000, 1000]
    shares = [size / seen for size, seen in zip(sizes, (500, 1000, 2000, 4000, 100_000), strict=True)]
    assert sizes == sorted(sizes)
    assert shares == sorted(shares, reverse=True)


def a_generation(rules: pg.Game, settings: Settings, offset: int = 0, starts: "list[str] | None" = None) -> Any:
    from models import drawn
    from plyground.learn.export import to_onnx
    from plyground.nets import Description

    shape, weights = drawn(rules)
    return played(rules, to_onnx(weights, shape, Description.of(rules)), settings, offset, 1, None, starts)


def test_examples_are_what_was_searched_and_what_came_of_it() -> None:
    rules = pg.game("stax")
    settings = Settings(games=6, simulations=4, abreast=6, max_steps=30, search=0.0, root="puct", full=0.5, fast=2)
    games = a_generation(rules, settings).games
    window = Window(100, 0.0)
    fresh = window.add(1, games)
    assert 0 < fresh < len(games.actions)
    assert fresh == np.count_nonzero(np.asarray(games.weights) > 0) == window.seen
    batch = window.drawn(50, np.random.default_rng(1))
    assert batch.observations.shape == (50, *rules.observation_shape)
    assert np.allclose(batch.policies.sum(axis=1), 1, atol=1e-3)
    assert not batch.policies[~batch.masks].any()
    assert (np.abs(batch.values) <= 1).all()
    assert batch.values.shape == (50, rules.seats)
    again = window.drawn(50, np.random.default_rng(1))
    assert all((getattr(batch, name) == getattr(again, name)).all() for name in ("observations", "policies", "values"))


def test_games_fork_where_few_have_been() -> None:
    """One step off a game that was played; and what has been met often is not met again while there is something else."""
    rules = pg.game("checkers", size=4)
    settings = Settings(games=32, simulations=4, abreast=32, max_steps=40)
    games = a_generation(rules, settings).games
    met = set()
    near = set()
    for number, start in enumerate(games.starts):
        state = rules.from_fen(start)
        for action in games.actions[games.offsets[number] : games.offsets[number + 1]]:
            met.add(board(state))
            for step in state.legal():
                after = state.copy()
                after.apply(step)
                near |= set() if after.over else {after.fen}
            state.apply(action)
    drawn = Forks().drawn([(1, games)], 64, np.random.default_rng(0))
    assert drawn == Forks().drawn([(1, games)], 64, np.random.default_rng(0))
    assert near.issuperset(drawn)
    boards = [board(rules.from_fen(text)) for text in drawn if text]
    new = sum(text not in met for text in boards)
    by_chance = sum(board(rules.from_fen(text)) not in met for text in near) / len(near)
    assert new / len(boards) > 0.5 > by_chance
    assert Forks().drawn([], 3, np.random.default_rng(0)) == [None] * 3


def board(state: pg.State) -> str:
    return " ".join(state.fen.split(" ")[:3])


def test_games_begin_where_they_are_told_to_whatever_their_numbers() -> None:
    rules = pg.game("stax")
    starts = [state.fen for state in pg.openings(rules, 6, 1, turns=3)]
    settings = Settings(games=6, simulations=2, abreast=6, max_steps=5)
    for offset in (0, 6, 8):
        games = a_generation(rules, settings, offset, starts).games
        assert sorted(games.starts) == sorted(starts)
        order = np.argsort(games.envs) if len(set(games.envs)) == 6 else np.arange(6)
        assert [games.starts[place] for place in order] == starts


def test_pieces_of_games_are_put_together() -> None:
    rules = pg.game("stax")
    settings = Settings(games=4, simulations=4, abreast=4, max_steps=20)
    whole = a_generation(rules, Settings(games=4, simulations=4, abreast=4, max_steps=20)).games
    again = a_generation(rules, settings).games
    both = join([whole, again])
    assert len(both) == 8
    steps = int(whole.offsets[-1])
    assert (both.actions[:steps] == both.actions[steps:]).all()
    first, second = both.examples(np.arange(5), policies=True), both.examples(np.arange(5) + steps, policies=True)
    assert (np.asarray(first.policies) == np.asarray(second.policies)).all()


def test_ray_plays_the_same_games(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    here, there = learned(tmp_path / "here", 2, forks=0.5), learned(tmp_path / "there", 2, forks=0.5, engine="ray")
    assert [row["length"] for row in here.rows] == [row["length"] for row in there.rows]
    assert here.model.read_bytes() == there.model.read_bytes()


def test_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "run")
    command = ["train", "stax", "--out", out, "--games", "8", "--simulations", "4", "--measure", "0"]
    command += ["--size", "1x8", "--with", "batch=32,max_steps=40,abreast=8,reuse=0.5"]
    assert main([*command, "--size", "large", "--generations", "1"]) == 2
    assert "or blocks and channels as in 2x24, not 'large'" in capsys.readouterr().err
    assert main([*command, "--generations", "1"]) == 0
    told = capsys.readouterr()
    assert "gen. 1, min 0." in told.err
    assert f"--against net:{out}/model.onnx,64" in told.out
    assert main([*command, "--generations", "1"]) == 2
    assert "holds a run already" in capsys.readouterr().err
    assert main([*command, "--generations", "2", "--resume"]) == 0
    assert main([*command[:-1], "reuse=-1", "--generations", "1"]) == 2


def test_settings_come_back_as_they_were() -> None:
    told = Settings(size=(2, 16), opponents=("random",)).told()
    assert Settings.of(told) == Settings(size=(2, 16), opponents=("random",))
