"""Tests of `GymOpponentVectorEnv`: its games are those of the rules, and policies choose in batches."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode

import plyground as pg
from plyground.envs import GymOpponentVectorEnv, OpponentPool
from policies import Extreme, first

# Hidden pieces and simultaneous choices, chance, several steps in a turn, partners, three seats.
IDS = ("stax", "masquerade-chess", "dice-checkers-chess", "english-draughts", "double-stax-pairs", "tri-stax-3")


@pytest.mark.parametrize("id", IDS)
def test_one_row_plays_as_the_environment_of_one_game(id: str) -> None:
    """Both draw in the same order, so a vector with one row plays the games of `GymEnv`."""
    # Without a reset in the same step, which draws for the next game.
    env = pg.make(id, opponent=first, seat="random", max_steps=80)
    envs = pg.make_vec(id, 1, opponent=first, seat="random", max_steps=80, autoreset_mode="Disabled")
    assert isinstance(envs, GymOpponentVectorEnv)
    observation, info = env.reset(seed=3)
    observations, infos = envs.reset(seed=3)
    rng = np.random.default_rng(0)
    for _ in range(2):
        over = False
        while not over:
            assert (observations[0] == observation).all()
            assert (infos["action_mask"][0] == info["action_mask"]).all()
            assert (envs.action_masks()[0] == info["action_mask"]).all()
            assert infos["seat"][0] == info["seat"]
            action = rng.choice(info["action_mask"].nonzero()[0])
            observation, reward, terminated, truncated, info = env.step(action)
            observations, rewards, terminations, truncations, infos = envs.step(np.array([action]))
            assert (rewards[0], terminations[0], truncations[0]) == (reward, terminated, truncated)
            over = terminated or truncated
        assert infos["reason"][0] == info["reason"]
        assert (observations[0] == observation).all()
        assert not infos["action_mask"].any()
        observation, info = env.reset()
        observations, infos = envs.reset(options={"reset_mask": np.array([True])})


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_autoreset(mode: AutoresetMode) -> None:
    calls: list[int] = []
    pool = OpponentPool("checkers", {"random": "random", "mine": first, "batch": Extreme(calls)}, size=6)
    envs = gymnasium.make_vec(
        "plyground/checkers-v0",
        num_envs=6,
        opponent=pool,
        seat="random",
        autoreset_mode=mode,
        max_steps=40,
        size=6,
    )
    assert isinstance(envs, GymOpponentVectorEnv)
    assert envs.metadata["autoreset_mode"] is mode
    observations, infos = envs.reset(seed=1)
    over, ended = np.zeros(6, bool), 0
    for _ in range(60):
        assert observations in envs.observation_space
        assert (infos["action_mask"].any(axis=1) == ~over).all()
        assert set(infos["opponent"]) <= set(pool)
        actions = envs.sample()
        assert ((actions == -1) == over).all()
        before = over
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        now = terminated | truncated
        assert not (now & before).any()
        assert not rewards[~now].any()
        ended += int(now.sum())
        if now.any():
            assert [reason is not None for reason in infos["reason"]] == now.tolist()
            assert (infos["_reason"] == now).all()
        if now.any() and mode is AutoresetMode.SAME_STEP:
            assert [one is not None for one in infos["final_obs"]] == now.tolist()
        over = now if mode is AutoresetMode.NEXT_STEP else np.zeros(6, bool)
        if mode is AutoresetMode.DISABLED and now.any():
            with pytest.raises(pg.IllegalStep, match="the game is over: pass -1"):
                envs.step(np.where(now, 0, envs.sample()))
            observations, infos = envs.reset(options={"reset_mask": now})
    assert ended > 10
    assert sum(one.games for one in pool.members) == ended
    assert max(calls) > 1, "the policy chooses in several games with one call"


def test_seeds_and_copies() -> None:
    def actions(envs: Any, steps: int) -> list[list[int]]:
        found = []
        for _ in range(steps):
            found.append(envs.sample().tolist())
            envs.step(np.array(found[-1]))
        return found

    one, two = (pg.make_vec("stax", 3, opponent="greedy", size=6) for _ in range(2))
    one.reset(seed=7), two.reset(seed=7)
    assert actions(one, 20) == actions(two, 20)
    assert actions(pickle.loads(pickle.dumps(one)), 20) == actions(one, 20)
    one.reset()
    assert actions(one, 5) != actions(two, 5)


def test_invalid_input_changes_nothing() -> None:
    envs: Any = pg.make_vec("stax", 2, opponent="random", size=6)
    with pytest.raises(ResetNeeded):
        envs.step(np.zeros(2, int))
    _, infos = envs.reset(seed=0)
    legal = infos["action_mask"].argmax(axis=1)
    illegal = int(infos["action_mask"][1].argmin())
    for wrong, kind, why in [
        (legal[:1], ValueError, r"actions must have the shape \(2,\)"),
        (legal.astype(float), TypeError, "actions must be integers, got an array of float64"),
        ([legal[0], illegal], pg.IllegalStep, f"environment 1: action {illegal} is not legal"),
        ([legal[0], 10_000], pg.IllegalStep, "environment 1: action 10000 is not legal"),
        ([-1, legal[1]], pg.IllegalStep, "environment 0: action -1 is not legal"),
    ]:
        with pytest.raises(kind, match=why):
            envs.step(wrong)
        assert (envs.action_masks() == infos["action_mask"]).all()
    for options, why in [({"start": "x"}, "may have reset_mask"), ({"reset_mask": [1, 0]}, "array of 2 booleans")]:
        with pytest.raises(ValueError, match=why):
            envs.reset(options=options)
    invalid: list[tuple[dict[str, Any], str]] = [
        ({"threads": 2}, "threads must be None with an opponent, got 2"),
        ({"observations": "uint8"}, "observations must be 'float32' with an opponent"),
        ({"num_envs": 0}, "num_envs must be a positive integer, got 0"),
        ({"autoreset_mode": "Later"}, "autoreset_mode must be"),
        ({"seat": 2}, "seat must be from 0 to 1"),
        ({"opponent": "self", "seat": 1}, "seat needs an opponent"),
    ]
    for arguments, why in invalid:
        with pytest.raises(ValueError, match=why):
            pg.make_vec("stax", **{"num_envs": 2, "opponent": "random", **arguments})
    envs.close()
    with pytest.raises(ClosedEnvironmentError):
        envs.reset()


def test_errors_of_opponents_name_the_seat() -> None:
    envs = pg.make_vec("stax", 2, opponent=lambda _: -7, seat=0)
    _, infos = envs.reset(seed=0)
    with pytest.raises(pg.IllegalStep, match="the opponent at seat 1: "):
        envs.step(infos["action_mask"].argmax(axis=1))


def test_render() -> None:
    envs = pg.make_vec("stax", 2, opponent="random", seat=1, render_mode="ansi")
    envs.reset(seed=0)
    frames = envs.render()
    assert frames is not None
    alone = pg.make("stax", opponent="random", seat=1, render_mode="ansi")
    alone.reset(seed=0)
    assert [type(frame) for frame in frames] == [type(alone.render())] * 2
