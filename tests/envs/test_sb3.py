"""Tests of the adapter of Gymnasium vector environments to Stable-Baselines3, and of its policies as opponents."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import plyground as pg
from plyground.envs import BatchPolicy, OpponentPool

contrib = pytest.importorskip("sb3_contrib", reason="needs Stable-Baselines3 and sb3-contrib")

MODES = [
    {"autoreset_mode": "SameStep"},
    {"vectorization_mode": "sync", "vector_kwargs": {"autoreset_mode": AutoresetMode.SAME_STEP}},
]


def make(how: dict[str, Any], **options: Any) -> Any:
    """Make a Gymnasium vector environment of 4 games."""
    return gymnasium.make_vec("plyground/checkers-v0", 4, size=6, max_steps=30, **how, **options)


@pytest.mark.parametrize("how", MODES, ids=["native", "sync"])
def test_masks_are_found(how: dict[str, Any]) -> None:
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    from plyground.envs import Sb3GymVecEnv

    games = Sb3GymVecEnv(make(how, opponent="greedy", seat="random"))
    assert games.num_envs == 4
    assert is_masking_supported(games)
    games.seed(3)
    seen = games.reset()
    ended = []
    for _ in range(40):
        masks = get_action_masks(games)
        assert masks.shape == (4, games.action_space.n)
        assert masks.any(axis=1).all()
        seen, rewards, dones, infos = games.step(masks.argmax(axis=1))
        assert rewards.dtype == np.float32
        for row in dones.nonzero()[0].tolist():
            assert infos[row]["terminal_observation"].shape == seen.shape[1:]
            assert infos[row]["TimeLimit.truncated"] == (infos[row]["reason"] == "truncated")
            ended.append(infos[row]["reason"])
        assert [bool(info) for info in infos] == dones.tolist()
    assert "truncated" in ended
    assert len(set(ended)) > 1
    model = contrib.MaskablePPO("MlpPolicy", games, n_steps=16, batch_size=32, seed=0)
    model.learn(64)
    games.close()


def test_self_play_rows_have_masks() -> None:
    from plyground.envs import Sb3GymVecEnv

    games = Sb3GymVecEnv(make({"autoreset_mode": AutoresetMode.SAME_STEP}))
    games.seed(0)
    games.reset()
    reasons = set()
    for _ in range(40):
        _, _, dones, infos = games.step(games.action_masks().argmax(axis=1))
        reasons |= {infos[row]["reason"] for row in dones.nonzero()[0].tolist()}
    assert "truncated" in reasons
    assert reasons <= {*pg.REASONS, "truncated"}


def test_unusable_environments() -> None:
    from plyground.envs import Sb3GymVecEnv, Sb3Policy

    with pytest.raises(ValueError, match="pass autoreset_mode='SameStep'"):
        Sb3GymVecEnv(make({}))
    with pytest.raises(TypeError, match=r"envs must be a gymnasium.vector.VectorEnv"):
        Sb3GymVecEnv(pg.make("stax"))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="model must be a MaskablePPO, got str"):
        Sb3Policy("model")


def test_policies_are_frozen_and_saved(tmp_path: Path) -> None:
    from plyground.envs import Sb3GymVecEnv, Sb3Policy

    pool = OpponentPool("checkers", size=6)
    games = Sb3GymVecEnv(make({"autoreset_mode": "SameStep"}, opponent=pool))
    model = contrib.MaskablePPO("MlpPolicy", games, n_steps=16, batch_size=32, learning_rate=0.01, seed=0)
    policy = Sb3Policy(model, deterministic=True)
    assert isinstance(policy, BatchPolicy)
    pool.add(policy, "start")
    seen, masks, rng = games.reset(), games.action_masks(), np.random.default_rng(0)
    observations, legal = np.repeat(seen, 50, axis=0), np.repeat(masks, 50, axis=0)
    before = policy.choose_batch(observations, legal, rng)
    assert legal[np.arange(200), before].all()
    assert len(set(before[:50])) == 1, "a deterministic policy chooses the same action"
    drawn = Sb3Policy(model).choose_batch(observations, legal, rng)
    assert legal[np.arange(200), drawn].all()
    assert len(set(drawn[:50])) > 1
    model.learn(256)
    assert (policy.choose_batch(observations, legal, rng) == before).all()
    assert {one.name: one.games > 0 for one in pool.members} == {"random": True, "start": True}
    pool.save(tmp_path)
    again = OpponentPool.load(tmp_path, load_policy=Sb3Policy.load)
    loaded = again.policy("start")
    assert isinstance(loaded, Sb3Policy)
    assert loaded.deterministic
    assert (loaded.choose_batch(observations, legal, rng) == before).all()


def test_policies_of_self_play_do_not_pass() -> None:
    from plyground.envs import Sb3Policy, Sb3VecEnv

    games = Sb3VecEnv("checkers", 2, size=6)
    model = contrib.MaskablePPO("MlpPolicy", games, n_steps=8, batch_size=8, seed=0)
    env = pg.make("checkers", opponent=Sb3Policy(model), size=6)
    observation, info = env.reset(seed=0)
    for _ in range(5):
        observation, _, over, _, info = env.step(info["action_mask"].argmax())
        if over:
            observation, info = env.reset()
    assert observation.shape == env.observation_space.shape
