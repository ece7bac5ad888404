"""Vectors and environments that are pickled in the middle of their games continue as the originals."""

import copy
import json
import pickle
import re
from functools import cache
from itertools import cycle, product
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground import _core
from selection import runs_all

# Hidden pieces, commits, chance at the start and in play, several steps in a turn, partners, and games without these.
IDS = (
    "chess",
    "masquerade-chess",
    "shadow-double-chess-pairs",
    "synchronous-chess",
    "dice-checkers-chess",
    "tar-pit-chess",
    "zombie-chess",
    "international-draughts",
    "stax-numbers",
    "double-stax-pairs",
    "tri-stax-3",
    "chess-golf",
)
KINDS: tuple[dict[str, Any], ...] = (
    {},
    {"autoreset": "next-step", "record": True, "max_steps": 30, "observations": "uint8", "action_masks": "bits"},
    {"autoreset": "disabled", "record": True, "max_steps": 25, "observations": "float16"},
    {"observations": False, "action_masks": False, "threads": 1},
)
ARRAYS = (
    "observations",
    "action_masks",
    "current_players",
    "rewards",
    "mover_rewards",
    "terminated",
    "truncated",
    "reasons",
    "steps",
    "final_players",
)


def seen(vector: pg.Vector) -> dict[str, Any]:
    """Return all arrays of a vector, with those final observations that are up to date."""
    found = {name: getattr(vector, name) for name in (*ARRAYS, "final_observations")}
    ended = vector.terminated | vector.truncated if vector.autoreset == "same-step" else vector.current_players < 0
    if found["final_observations"] is not None:
        found["final_observations"] = found["final_observations"][ended]
    return {name: None if array is None else (array.dtype, array.tolist()) for name, array in found.items()}


def step(vector: pg.Vector, number: int) -> list[int]:
    """Make a step with the last of several samples, and return its actions."""
    for _ in range(number % 3):
        drawn = vector.sample()
    drawn = vector.sample()
    actions: list[int] = drawn.tolist()
    vector.step(drawn)
    if vector.autoreset == "disabled" and number % 3 == 0:
        vector.reset(mask=vector.current_players < 0)
    return actions


# The settings of a vector do not depend on its game, so each game has one of them.
@pytest.mark.parametrize(
    ("id", "kind"), list(product(IDS, KINDS) if runs_all() else zip(IDS, cycle(KINDS), strict=False))
)
def test_a_copied_vector_continues_as_the_original(id: str, kind: dict[str, Any]) -> None:
    vector = pg.vector(id, 4, seed=3, **kind)
    for number in range(60):
        if number in (0, 7, 41):
            other = copy.deepcopy(vector) if number == 7 else pickle.loads(pickle.dumps(vector))
            assert (other.game, other.seed, other.autoreset, len(other)) == (vector.game, 3, vector.autoreset, 4)
            ours = copy.deepcopy(vector)
            for later in range(20):
                assert seen(other) == seen(ours)
                assert step(other, later) == step(ours, later)
            assert [other.state(env) == ours.state(env) for env in range(4)] == [True] * 4
            if kind.get("record"):
                assert other.pop_finished() == ours.pop_finished()
            other.reset()
            ours.reset()
            assert seen(other) == seen(ours)
        step(vector, number)


def test_a_copy_of_a_vector_with_given_arrays_has_its_own() -> None:
    seen_there = np.zeros((3, *pg.info("stax").observation_shape), np.float32)
    vector = pg.vector("stax", 3, out={"observations": seen_there}, start=pg.game("stax").start().fen)
    other = pickle.loads(pickle.dumps(vector))
    other.step(other.sample())
    assert vector.observations is not None
    assert np.array_equal(vector.observations, seen_there)
    assert not np.shares_memory(other.observations, seen_there)


@cache
def parts() -> tuple[pg.Game, str, Any]:
    vector = pg.vector("english-draughts", 2, seed=1, record=True)
    while not vector.terminated.any():
        vector.step(vector.sample())
    assert vector.terminated.tolist().count(True) == 1
    game, text, rows = vector.__reduce__()[1]
    return game, text, rows


@pytest.mark.parametrize(
    ("place", "to", "why"),
    [
        (("envs", "live", "position"), "nowhere", "environment LIVE: the number of fields is 1"),
        (("envs", "live", "actor"), 5, "environment LIVE: 5 is not the seat to act"),
        (("envs", "live", "actor"), -1, "environment LIVE: its game must be over"),
        (("envs", "live", "sampled"), 10**6, "environment LIVE: action 1000000 is out of range"),
        (("envs", "live", "rewards"), [1.0], "environment LIVE: its values are inconsistent"),
        (("envs", "live", "reason"), 200, "environment LIVE: its values are inconsistent"),
        (("envs", "live", "number"), 2**63, "environment LIVE: its values are inconsistent"),
        (("envs", "live", "record"), None, "environment LIVE: its record does not lead to its position"),
        (("envs", "live", "record", "actions"), [], "environment LIVE: its record does not lead to its position"),
        (("envs", "live", "chance", "s"), [1, 2], "the data is not a pickled vector: invalid length 2"),
        (("envs",), [], "must have the shape [0, 8, 8, 8]"),
        (("finished", 0, "reason"), 7, "game 0: the game ends with reason"),
        (("finished", 0, "env"), 2, "some finished games belong to no environment"),
        (("clock",), 0, "some finished games belong to no environment"),
        (("threads",), 0, "threads must be from 1"),
        (("max_steps",), 0, "max_steps must be from 1"),
        (("start",), "nowhere", "the number of fields is 1"),
        (("autoreset",), "never", "autoreset must be 'same-step'"),
        (("observations",), "float64", "the data is not a pickled vector: unknown variant `float64`"),
        (("surplus",), 1, "the data is not a pickled vector: unknown field `surplus`"),
        (("observations",), "uint8", "but the number of their final observations differs"),
    ],
)
def test_damaged_vectors_are_refused(place: tuple[str | int, ...], to: Any, why: str) -> None:
    game, text, rows = parts()
    data = at = json.loads(text)
    live = next(number for number, env in enumerate(data["envs"]) if not env["terminated"])
    for key in place[:-1]:
        at = at[live if key == "live" else key]
    at[place[-1]] = to
    with pytest.raises(ValueError, match=re.escape(why.replace("LIVE", str(live)))):
        _core._restore_vector(game, json.dumps(data), rows)


def test_final_observations_of_another_shape_are_refused() -> None:
    game, text, rows = parts()
    assert _core._restore_vector(game, text, rows).game == game
    for wrong in (rows[:, :1], np.concatenate([rows, rows])):
        with pytest.raises(ValueError, match="must have the shape"):
            _core._restore_vector(game, text, wrong)
    with pytest.raises(ValueError, match="but the number of their final observations differs"):
        _core._restore_vector(game, text, None)
    with pytest.raises(ValueError, match="must have the shape"):
        _core._restore_vector(pg.game("chess"), text, rows)
    for broken in ("", "{}", text[:-1], "[]"):
        with pytest.raises(ValueError, match="not a pickled vector: "):
            _core._restore_vector(game, broken, rows)


def test_copied_environments_continue_as_the_originals() -> None:
    pytest.importorskip("pettingzoo")
    for id in ("masquerade-chess", "dice-checkers-chess", "stax"):
        for kind in ("SameStep", "NextStep", "Disabled"):
            one = pg.make_vec(id, 3, autoreset_mode=kind, max_steps=20)
            one.reset(seed=1)
            for _ in range(15):
                one.step(one.sample())
            other = pickle.loads(pickle.dumps(one))
            for _ in range(10):
                assert repr(one.step(one.sample())) == repr(other.step(other.sample()))
                if kind == "Disabled":
                    mask = one.action_masks().sum(axis=1) == 0
                    assert repr(one.reset(options={"reset_mask": mask})) == repr(
                        other.reset(options={"reset_mask": mask})
                    )
            assert repr(one.reset()) == repr(other.reset())
        table = pg.aec(id)
        table.reset(seed=2)
        for number in range(40):
            if number == 20:
                copied = pickle.loads(pickle.dumps(table))
                before = rest(table), rest(copied)
                assert before[0] == before[1]
                break
            if table.agents:
                table.step(_any(table))
    both = pg.parallel("masquerade-chess")
    observations, _ = both.reset(seed=4)
    copied = pickle.loads(pickle.dumps(both))
    actions = {agent: int(seen["action_mask"].argmax()) for agent, seen in observations.items()}
    assert repr(both.step(actions)) == repr(copied.step(actions))


def _any(table: Any) -> int | None:
    """Return a legal action of the agent to act, or None if it is done."""
    seen, _, ended, cut, _ = table.last()
    return None if ended or cut else int(np.flatnonzero(seen["action_mask"])[-1])


def rest(table: Any) -> str:
    """Make up to 30 more steps; return all that the agents receive."""
    told = []
    for _ in range(30):
        if table.agents:
            told.append(repr(table.last()))
            table.step(_any(table))
    return "\n".join(told)


def test_a_copied_environment_with_an_opponent_continues_as_the_original() -> None:
    one = pg.make("masquerade-chess", opponent="mcts:8", seat="random")
    _, info = one.reset(seed=5)
    for _ in range(3):
        *_, info = one.step(int(np.flatnonzero(info["action_mask"])[0]))
    other = pickle.loads(pickle.dumps(one))
    for _ in range(5):
        action = int(np.flatnonzero(info["action_mask"])[0])
        ours, theirs = one.step(action), other.step(action)
        assert repr(ours) == repr(theirs)
        info = ours[-1]
    assert repr(one.reset()) == repr(other.reset())
