"""Tests of `SeatVector`, in which each seat of each game has a row, and of `Sb3VecEnv`."""

import subprocess
import sys

import numpy as np
import pytest

import plyground as pg
from plyground.envs import SeatVector

# Hidden pieces and simultaneous choices, chance, several steps in a turn, partners, three seats.
IDS = ("stax", "masquerade-chess", "dice-checkers-chess", "english-draughts", "double-stax-pairs", "tri-stax-3")


@pytest.mark.parametrize("id", IDS)
def test_every_seat_receives_its_reward(id: str) -> None:
    seats, games = pg.info(id).num_seats, 3
    rows = SeatVector(id, games, threads=1)
    # The same games, in a vector with autoreset.
    vector = pg.vector(id, games, seed=4, threads=1)
    seen, rng = rows.reset(seed=4), np.random.default_rng(0)
    ended = 0
    while ended < 3:
        masks = rows.action_masks()
        acting = vector.current_players + seats * np.arange(games)
        assert (seen[acting] == vector.observations).all()
        assert (masks[acting, :-1] == vector.action_masks).all()
        assert not masks[acting, -1].any()
        waiting = np.setdiff1d(np.arange(games * seats), acting)
        assert masks[waiting, rows.pass_action].all()
        assert masks[waiting].sum() == len(waiting)
        for row in waiting.tolist():
            assert (seen[row] == vector.state(row // seats).observe(row % seats)).all()
        actions = (masks * rng.random(masks.shape)).argmax(axis=1)
        result = rows.step(actions)
        vector.step(actions[acting])
        assert (result.rewards.reshape(games, seats) == vector.rewards).all()
        assert (result.terminated.reshape(games, seats).all(axis=1) == vector.terminated).all()
        assert not result.truncated.any()
        for game in vector.terminated.nonzero()[0].tolist():
            last = game * seats + int(vector.final_players[game])
            assert vector.final_observations is not None
            assert (result.final_observations[last] == vector.final_observations[game]).all()
            assert {result.reasons[game * seats + seat] for seat in range(seats)} == {pg.REASONS[vector.reasons[game]]}
            ended += 1
        assert len(result.final_observations) == seats * int(vector.terminated.sum())
        seen = result.observations


def test_losers_receive_their_losses() -> None:
    rows, rng = SeatVector("stax", 8), np.random.default_rng(1)
    rows.reset(seed=1)
    paid = np.zeros(2)
    while np.abs(paid).min() < 5:
        masks = rows.action_masks()
        result = rows.step((masks * rng.random(masks.shape)).argmax(axis=1))
        got = result.rewards.reshape(8, 2)
        assert (got.sum(axis=1) == 0).all()
        paid += [(got == 1).sum(), -(got == -1).sum()]
    assert paid[0] == -paid[1]


def test_rows_per_game() -> None:
    rows, vector = SeatVector("stax", 4, row_per="game", max_steps=12), pg.vector("stax", 4, seed=2, max_steps=12)
    seen = rows.reset(seed=2)
    assert rows.num_actions == pg.info("stax").num_actions
    for _ in range(40):
        assert (seen == vector.observations).all()
        assert (rows.action_masks() == vector.action_masks).all()
        actions = vector.sample().copy()
        result = rows.step(actions)
        vector.step(actions)
        assert (result.rewards == vector.mover_rewards).all()
        assert (result.truncated == vector.truncated).all()
        assert sorted(result.final_observations) == (vector.terminated | vector.truncated).nonzero()[0].tolist()
        assert {result.reasons[row] for row in vector.truncated.nonzero()[0].tolist()} <= {"truncated"}
        seen = result.observations


def test_invalid_input_changes_nothing() -> None:
    rows = SeatVector("stax", 2, size=6)
    assert rows.game == pg.game("stax", size=6)
    seen, legal = rows.reset(seed=0), rows.action_masks().argmax(axis=1)
    for wrong, kind, why in [
        (legal[:3], ValueError, r"actions must have the shape \(4,\), one for each row, got \(3,\)"),
        (
            np.zeros(4, int),
            ValueError,
            r"actions\[1\] must be pass_action \(\d+\), because seat 1 of game 0 is not to act, got 0",
        ),
        (np.full(4, rows.pass_action), pg.IllegalStep, "environment 0"),
    ]:
        with pytest.raises(kind, match=why):
            rows.step(wrong)
        assert (rows.action_masks().argmax(axis=1) == legal).all()
    rows.step(legal)
    assert (rows.reset(seed=0) == seen).all()
    with pytest.raises(ValueError, match="row_per must be 'seat' or 'game'"):
        SeatVector("stax", 2, row_per="team")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a Game has its options already"):
        SeatVector(pg.game("stax"), 2, size=6)


def test_missing_stable_baselines_names_the_package() -> None:
    code = (
        "import sys; sys.modules['stable_baselines3'] = None; import pytest\n"
        "with pytest.raises(ImportError, match='pip install .sb3-contrib'): from plyground.envs import Sb3VecEnv"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=60)


def test_stable_baselines_learns_from_every_seat() -> None:
    contrib = pytest.importorskip("sb3_contrib")
    from stable_baselines3.common.vec_env import VecMonitor

    from plyground.envs import Sb3VecEnv

    games = Sb3VecEnv("stax", 4, size=6, max_steps=30)
    assert games.num_envs == 8
    assert games.has_attr("action_masks")
    assert not games.has_attr("nonsense")
    games.seed(3)
    first = games.reset()
    assert (SeatVector("stax", 4, size=6).reset(seed=3) == first).all()
    assert [mask.sum() for mask in games.env_method("action_masks", indices=[1, 3])] == [1, 1]
    ended = []
    for _ in range(40):
        _, rewards, dones, infos = games.step(games.action_masks().argmax(axis=1))
        assert rewards.dtype == np.float32
        for row in dones.nonzero()[0].tolist():
            assert infos[row]["terminal_observation"].shape == first.shape[1:]
            ended.append(infos[row]["TimeLimit.truncated"])
    assert any(ended)
    model = contrib.MaskablePPO("MlpPolicy", VecMonitor(games), n_steps=32, batch_size=64, seed=0)
    model.learn(512)
    assert model.num_timesteps >= 512
