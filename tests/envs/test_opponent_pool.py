"""Tests of `OpponentPool`: draws, results, files and ratings, and games of `GymEnv` against a pool."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground.envs import BatchPolicy, OpponentPool
from plyground.envs.seat_opponents import SeatOpponents
from policies import Extreme, first


def pool_of(*arguments: Any, **settings: Any) -> OpponentPool:
    """Make a pool with arguments of any types."""
    return OpponentPool(*arguments, **settings)


def test_samplers() -> None:
    pool = OpponentPool("stax", ["random", "greedy", "mcts:2"])
    rng = np.random.default_rng(0)
    assert pool.probabilities() == pytest.approx([1 / 3] * 3)
    assert {pool.sample(rng) for _ in range(50)} == {"random", "greedy", "mcts:2"}
    pool.sampler = "latest"
    assert {pool.sample(rng) for _ in range(20)} == {"mcts:2"}
    pool.sampler = "prioritized"
    assert pool.probabilities() == pytest.approx([1 / 3] * 3)
    for _ in range(9):
        pool.record("random", 1.0)
        pool.record("greedy", 0.5)
        pool.record("mcts:2", 0.0)
    scores = np.array([one.score for one in pool.members])
    assert scores[0] > 0.9 > scores[1] == pytest.approx(0.5)
    assert scores[2] < 0.1
    assert pool.probabilities() == pytest.approx((1 - scores) ** 2 / ((1 - scores) ** 2).sum())
    pool.sampler = lambda given: given == given.min()
    assert pool.sample(rng) == "mcts:2"
    for bad in (lambda _: np.zeros(3), lambda _: np.ones(2), lambda _: -np.ones(3), lambda _: np.full(3, np.nan)):
        pool.sampler = bad
        with pytest.raises(ValueError, match="the sampler must return 3 weights"):
            pool.sample(rng)


def test_scores_follow_the_learner() -> None:
    pool = OpponentPool("stax", memory=10)
    for _ in range(100):
        pool.record("random", 0.0)
    assert pool.members[0].score < 0.06
    for _ in range(100):
        pool.record("random", 1.0)
    assert pool.members[0].score > 0.94
    assert pool.members[0].games == 200


def test_members() -> None:
    pool = OpponentPool("stax", {"greedy": "greedy", "mine": first, "batch": Extreme()})
    assert list(pool) == ["greedy", "mine", "batch"]
    assert len(pool) == 3
    assert "mine" in pool
    assert pool.add(first) == "first"
    assert pool.add(Extreme()) == "Extreme"
    assert isinstance(pool.policy("batch"), BatchPolicy)
    pool.remove("greedy")
    assert "greedy" not in pool
    pool.record("greedy", 1.0)  # a game against it went on
    with pytest.raises(KeyError, match="no member 'greedy'; its members are mine"):
        pool.remove("greedy")


@pytest.mark.parametrize(
    ("make", "kind", "why"),
    [
        (lambda: pool_of("stax", "greedy"), TypeError, "members must be a mapping or a sequence"),
        (lambda: pool_of("stax", [3]), TypeError, "opponent must be an agent such as"),
        (lambda: pool_of("stax", ["nonsense"]), ValueError, "nonsense"),
        (lambda: pool_of("stax", ["greedy", "greedy"]), ValueError, "has a member 'greedy' already"),
        (lambda: pool_of("stax", {"mine": "greedy"}), ValueError, "keeps that name"),
        (lambda: pool_of("stax", {"greedy": first}), ValueError, "give yours another name"),
        (lambda: pool_of("stax", {"two words": first}), ValueError, "must be a word"),
        (lambda: pool_of("stax", sampler="best"), ValueError, "'uniform', 'prioritized' or a function, got 'best'"),
        (lambda: pool_of("stax", memory=0), ValueError, "memory must be a number of at least 1, got 0"),
        (lambda: pool_of("stax", memory="long"), TypeError, "memory must be a number of at least 1, got 'long'"),
        (lambda: pool_of("stax").record("random", -1), ValueError, "score must be from 0 to 1, got -1"),
        (lambda: pool_of("stax", ()).probabilities(), ValueError, "the pool has no members"),
        (lambda: pg.make("stax", opponent=OpponentPool("chess")), ValueError, "the pool plays Game"),
        (
            lambda: pg.make("stax", opponent={0: OpponentPool("stax"), 1: OpponentPool("stax")}),
            ValueError,
            "at most one OpponentPool, got 2",
        ),
    ],
)
def test_invalid_input(make: Any, kind: type[Exception], why: str) -> None:
    with pytest.raises(kind, match=why):
        make()


def test_pool_is_saved(tmp_path: Path) -> None:
    pool = OpponentPool("checkers", {"random": "random", "mine": first, "old": Extreme()}, size=6, memory=50)
    pool.record("old", 0.5)
    pool.save(tmp_path / "pool")
    with pytest.raises(ValueError, match=r"pass opponents=\{'mine'"):
        OpponentPool.load(tmp_path / "pool", load_policy=Extreme.load)
    with pytest.raises(ValueError, match="pass load_policy"):
        OpponentPool.load(tmp_path / "pool", opponents={"mine": first})
    with pytest.raises(ValueError, match="no member 'other'"):
        OpponentPool.load(tmp_path / "pool", opponents={"other": first})
    again = OpponentPool.load(tmp_path / "pool", load_policy=Extreme.load, opponents={"mine": first})
    assert again.game == pool.game
    assert (again.memory, again.sampler) == (50, "uniform")
    assert [(one.name, one.games, one.score) for one in again.members] == [
        (one.name, one.games, one.score) for one in pool.members
    ]
    assert isinstance(again.policy("old"), Extreme)
    again.remove("old")
    again.sampler = np.ones_like
    again.save(tmp_path / "pool")
    assert [path.name for path in (tmp_path / "pool").iterdir()] == ["pool.json"]
    with pytest.raises(ValueError, match="is a function: pass it as sampler"):
        OpponentPool.load(tmp_path / "pool", opponents={"mine": first})
    assert OpponentPool.load(tmp_path / "pool", opponents={"mine": first}, sampler="latest").sampler == "latest"


def test_files_start_no_programs(tmp_path: Path) -> None:
    OpponentPool("chess").save(tmp_path)
    index = tmp_path / "pool.json"
    data = json.loads(index.read_text(encoding="utf-8"))
    data["members"][0] |= {"agent": "uci:/bin/false,nodes=1", "name": "uci:/bin/false,nodes=1"}
    index.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ValueError, match="names the engine"):
        OpponentPool.load(tmp_path)
    data["members"][0] |= {"name": "old", "agent": None, "file": "../policy-0"}
    index.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ValueError, match="must be in the folder of the pool"):
        OpponentPool.load(tmp_path, load_policy=Extreme.load)
    for text in ("[]", "nonsense", '{"format": 9}'):
        index.write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match="is not a saved pool"):
            OpponentPool.load(tmp_path)


def test_ratings_of_members() -> None:
    pool = OpponentPool("checkers", {"random": "random", "greedy": "greedy", "extreme": Extreme()}, size=6)
    ratings = pool.ratings(games=20, seed=1, openings=2)
    assert {row.agent: row.games for row in ratings.rows} == {"random": 40, "greedy": 40, "extreme": 40}
    assert ratings.rows[-1].agent == "random"
    assert all(row.elo_low < row.elo < row.elo_high for row in ratings.rows)


def test_env_plays_against_the_pool() -> None:
    calls: list[int] = []
    pool = OpponentPool("checkers", {"greedy": "greedy", "mine": first, "batch": Extreme(calls)}, size=6)
    env = pg.make("checkers", opponent=pool, seat="random", size=6, max_steps=60)
    rng, met, results = np.random.default_rng(0), dict.fromkeys(pool, 0), dict.fromkeys(pool, 0.0)
    observation, info = env.reset(seed=0)
    for _ in range(12):
        member, over = info["opponent"], False
        while not over:
            observation, reward, terminated, truncated, info = env.step(rng.choice(info["action_mask"].nonzero()[0]))
            over = terminated or truncated
            assert info["opponent"] == member
        met[member] += 1
        results[member] += (reward + 1) / 2
        observation, info = env.reset()
    assert {one.name: one.games for one in pool.members} == met
    assert min(met.values()) > 0
    assert {one.name: one.recent_points for one in pool.members} == pytest.approx(results, rel=0.1)
    assert set(calls) == {1}
    assert observation.shape == env.observation_space.shape


def test_the_seed_determines_the_members() -> None:
    def members() -> list[str]:
        env = pg.make("stax", opponent=OpponentPool("stax", ["random", "greedy"]))
        return [env.reset(seed=5)[1]["opponent"], *(env.reset()[1]["opponent"] for _ in range(9))]

    assert members() == members()
    assert set(members()) == {"random", "greedy"}


def test_a_pool_shares_the_seats_with_fixed_opponents() -> None:
    pool = OpponentPool("tri-stax-3", {"mine": first})
    opponents = SeatOpponents(pg.game("tri-stax-3"), {1: pool, 2: "random"})
    drawn = opponents.draw(np.random.default_rng(0))
    assert drawn.policies == (None, first, None)
    assert drawn.member == "mine"
