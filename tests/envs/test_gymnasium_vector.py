"""Tests that `GymVectorEnv` returns what `plyground.vector` does."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode

import plyground as pg
from compliance import each_mechanism
from plyground.envs import GymOpponentVectorEnv, GymVectorEnv


@pytest.mark.parametrize("mode", list(AutoresetMode))
@each_mechanism
@pytest.mark.parametrize(("copy", "max_steps"), [(True, 50), (False, 50), (False, None)])
def test_vector_env_agrees_with_vector(id: str, mode: AutoresetMode, copy: bool, max_steps: int | None) -> None:
    envs = pg.make_vec(id, 6, autoreset_mode=mode, max_steps=max_steps, copy=copy)
    names: dict[AutoresetMode, Any] = {
        AutoresetMode.SAME_STEP: "same-step",
        AutoresetMode.NEXT_STEP: "next-step",
        AutoresetMode.DISABLED: "disabled",
    }
    core = pg.vector(id, 6, seed=3, autoreset=names[mode], max_steps=max_steps)
    observations, infos = envs.reset(seed=3)
    assert envs.metadata["autoreset_mode"] is mode
    ends = 0
    for at in range(130 if max_steps else 4000):
        # Without a limit, some games of four seats are long.
        if at >= 400 and ends:
            break
        assert observations in envs.observation_space
        assert np.array_equal(observations, core.observations)  # type: ignore[arg-type]
        assert np.array_equal(infos["action_mask"], core.action_masks)  # type: ignore[arg-type]
        assert np.array_equal(envs.action_masks(), core.action_masks)  # type: ignore[arg-type]
        assert np.array_equal(infos["current_player"], core.current_players)
        assert np.array_equal(infos["rewards"], core.rewards)
        assert np.array_equal(infos["reason"], core.reasons)
        moved = core.current_players.copy()
        actions = core.sample().copy()
        assert np.array_equal(envs.sample(), actions)
        core.step(actions)
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        assert np.array_equal(terminated, core.terminated)
        assert np.array_equal(truncated, core.truncated)
        assert all(rewards[i] == (core.rewards[i, seat] if seat >= 0 else 0.0) for i, seat in enumerate(moved))
        ended = terminated | truncated
        ends += int(ended.sum())
        assert ("final_obs" in infos) == (mode is AutoresetMode.SAME_STEP and bool(ended.any()))
        if "final_obs" in infos:
            assert core.final_observations is not None
            assert np.array_equal(infos["_final_obs"], ended)
            assert np.array_equal(infos["final_player"], core.final_players)
            for i, final in enumerate(infos["final_obs"]):
                assert (final is not None) == ended[i]
                assert final is None or np.array_equal(final, core.final_observations[i])
        if mode is AutoresetMode.DISABLED and ended.any():
            core.reset(mask=ended)
            observations, infos = envs.reset(options={"reset_mask": ended})
    assert ends >= (12 if max_steps else 1)


def test_gymnasium_make_vec() -> None:
    envs = gymnasium.make_vec("plyground/stax-v0", num_envs=3, autoreset_mode=AutoresetMode.SAME_STEP)
    assert isinstance(envs, GymVectorEnv)
    counted = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    counted.reset(seed=0)
    lengths: list[int] = []
    for _ in range(400):
        *_, infos = counted.step(envs.sample())
        lengths += [int(n) for n in infos.get("episode", {"l": []})["l"] if n]
    assert lengths
    alone = gymnasium.make_vec("plyground/stax-v0", num_envs=2, vectorization_mode="sync", opponent="random")
    assert alone.reset(seed=0)[0].shape == (2, *pg.info("stax").observation_shape)
    against = gymnasium.make_vec("plyground/stax-v0", num_envs=2, opponent="random", seat=1)
    assert isinstance(against, GymOpponentVectorEnv)
    assert against.reset(seed=0)[1]["seat"].tolist() == [1, 1]


def test_arrays_are_copies_or_views() -> None:
    for copy in (True, False):
        envs = pg.make_vec("stax", 4, copy=copy, observations="uint8")
        first, infos = envs.reset(seed=0)
        assert first.dtype == np.uint8
        assert first in envs.observation_space
        kept = first.copy()
        sampled = envs.sample()
        envs.step(sampled)
        assert np.array_equal(first, kept) == copy
        assert first.flags.writeable == infos["rewards"].flags.writeable == copy


def test_vector_seeds() -> None:
    one, other = pg.make_vec("chess960", 4), pg.make_vec("chess960", 4)
    assert np.array_equal(one.reset(seed=2)[0], pg.vector("chess960", 4, seed=2).observations)  # type: ignore[arg-type]
    other.reset(seed=2)
    second, again = one.reset()[0], other.reset()[0]
    assert np.array_equal(second, again)
    assert not np.array_equal(second, one.reset()[0])


def test_render_shows_the_view_of_the_seat_to_act() -> None:
    envs = pg.make_vec("masquerade-chess", 2, render_mode="ansi")
    envs.reset(seed=0)
    states = [pg.game("masquerade-chess").start() for _ in range(2)]
    for state, mask in zip(states, ("mask:NKQBR", "mask:BKNQR"), strict=True):
        state.apply(mask)
    envs.step(np.array([state.actions[0] for state in states]))
    frames = envs.render()
    # Vectors keep no record of steps, and the board is not turned.
    assert frames == tuple(state.text(1, orientation=0, last=False) for state in states)
    assert frames[0] == frames[1]


def test_vector_invalid_input() -> None:
    envs = pg.make_vec("stax", 3)
    calls: list[Any] = [envs.sample, envs.action_masks, lambda: envs.step(np.zeros(3, int))]
    for call in calls:
        with pytest.raises(ResetNeeded):
            call()
    with pytest.raises(ResetNeeded):
        envs.reset(options={"reset_mask": np.ones(3, bool)})
    envs.reset(seed=0)
    wrong: list[Any] = [
        np.zeros(3, int),
        envs.sample()[:2],
        envs.sample().astype(float),
        envs.sample()[None],
        "abc",
        None,
    ]
    for actions in wrong:
        with pytest.raises((ValueError, TypeError)):
            envs.step(actions)
    for options in ({"mask": [True] * 3}, {"reset_mask": [1, 0, 0]}, {"reset_mask": np.ones(2, bool)}):
        with pytest.raises((ValueError, TypeError)):
            envs.reset(options=options)
    with pytest.raises(ValueError, match=r"either a seed, .* or a reset_mask"):
        envs.reset(seed=1, options={"reset_mask": np.ones(3, bool)})
    for bad in (
        {"autoreset_mode": "Sometimes"},
        {"observations": "float64"},
        {"num_envs": -1},
        {"render_mode": "depth_array"},
    ):
        with pytest.raises((ValueError, TypeError)):
            pg.make_vec("stax", **bad)
    envs.close()
    envs.close()
    for call in (*calls, envs.reset):
        with pytest.raises(ClosedEnvironmentError):
            call()
