"""PettingZoo's checks of `AecEnv`, and tests of its own features."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded

import compliance
import plyground as pg
from compliance import each_mechanism

# Any, as for users with PettingZoo, which has no types.
aec: Any = pg.aec


@each_mechanism
def test_pettingzoo_api_tests(id: str) -> None:
    compliance.check_pettingzoo(id, cycles=60)


@each_mechanism
def test_env_agrees_with_a_state(id: str) -> None:
    """Compare an environment with a state after every step."""
    env = aec(id)
    env.reset(seed=1)
    state = env._state.copy()
    rng = np.random.default_rng(2)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        seat = env.possible_agents.index(agent)
        assert np.array_equal(observation["observation"], state.observe(seat))
        assert termination == state.is_terminal
        assert not truncation
        if termination:
            assert reward == state.returns[seat]
            assert info == {"reason": state.reason}
            assert not observation["action_mask"].any()
            env.step(None)
            continue
        assert seat == state.current_player
        assert (reward, info) == (0.0, {})
        assert np.array_equal(observation["action_mask"], state.action_mask())
        for other in env.agents:
            assert other == agent or not env.observe(other)["action_mask"].any()
        action = rng.choice(state.legal_actions())
        env.step(action)
        state.apply(action)
        if state.current_player == -2:
            state = env._state.copy()
    assert state.is_terminal
    assert env.agents == []
    with pytest.raises(ResetNeeded, match="over"):
        env.step(None)


def test_a_seat_may_act_several_times_in_a_row() -> None:
    env = aec("checkers")
    env.reset(seed=0)
    rng = np.random.default_rng(0)
    acted: list[str] = []
    for agent in env.agent_iter(400):
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            break
        acted.append(agent)
        env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
    assert any(one == other for one, other in pairwise(acted))


def test_the_seed_determines_the_start() -> None:
    env = aec("chess960")

    def first(seed: int | None) -> Any:
        env.reset(seed=seed)
        return env.observe("seat_0")["observation"]

    start, second = first(4), first(None)
    assert np.array_equal(first(4), start)
    assert np.array_equal(first(None), second)
    assert len({first(None).tobytes() for _ in range(20)}) > 10


def test_start_from_a_position() -> None:
    env = aec("chess")
    start = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
    env.reset(options={"start": start})
    assert env.agent_selection == "seat_1"
    env.step(pg.game("chess").from_fen(start).action_of("d8h4"))
    assert env.rewards == {"seat_0": -1.0, "seat_1": 1.0}
    over = env._state.fen
    with pytest.raises(ValueError, match="over"):
        env.reset(options={"start": over})
    with pytest.raises(pg.BadPosition):
        env.reset(options={"start": "nonsense"})


def test_max_steps_truncates_games_for_all_agents() -> None:
    env = aec("tri-stax-3", max_steps=8)
    env.reset(seed=1)
    rng = np.random.default_rng(2)
    told = []
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        assert not termination
        if truncation:
            assert (reward, info) == (0.0, {"reason": "truncated"})
            assert not observation["action_mask"].any()
            told.append(agent)
            env.step(None)
            continue
        env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
    assert sorted(told) == env.possible_agents
    assert len(env.game_state.steps) == 8


def test_state_needs_perfect_information() -> None:
    env = aec("stax")
    env.reset(seed=1)
    env.step(int(env.game_state.legal_actions()[0]))
    assert env.state() in env.state_space
    assert np.array_equal(env.state(), env.game_state.observe(0))
    assert env.legal_steps() == env.game_state.legal_steps()
    hidden = aec("masquerade-chess")
    hidden.reset(seed=1)
    with pytest.raises(NotImplementedError, match="masquerade-chess has hidden information"):
        hidden.state()


def test_an_illegal_action_changes_nothing() -> None:
    env = aec("stax")
    env.reset(seed=0)
    before = env.last()
    for action in (0, -1, 128):
        with pytest.raises(pg.IllegalStep, match=f"{action}.*7 of 128"):
            env.step(action)
    after = env.last()
    assert np.array_equal(after[0]["observation"], before[0]["observation"])
    assert after[1:] == before[1:]
    env.step(int(np.flatnonzero(before[0]["action_mask"])[0]))


def test_illegal_action_can_lose() -> None:
    env = aec("stax", on_illegal="loss")
    env.reset(seed=0)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    loser = env.agent_selection
    env.step(0)
    assert env.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in env.possible_agents}
    told = {}
    for agent in env.agent_iter():
        observation, reward, termination, _, info = env.last()
        assert termination
        assert not observation["action_mask"].any()
        told[agent] = (reward, info["reason"])
        env.step(None)
    assert told == {agent: (-1.0 if agent == loser else 0.0, "illegal") for agent in env.possible_agents}


def test_order_of_calls() -> None:
    env = aec("stax", render_mode="ansi")
    calls = (lambda: env.step(0), env.render, env.last, lambda: env.observe("seat_0"))
    for call in calls:
        with pytest.raises(ResetNeeded):
            call()
    env.reset(seed=0)
    with pytest.raises(ValueError, match="seat_0, seat_1"):
        env.observe("player_0")
    with pytest.raises(ValueError, match="seat_0, seat_1"):
        env.action_space("player_0")
    env.close()
    env.close()
    for call in (*calls, env.reset):
        with pytest.raises(ClosedEnvironmentError):
            call()


def test_terminated_agents_step_none() -> None:
    env = aec("stax", on_illegal="loss")
    env.reset(seed=0)
    env.step(0)
    with pytest.raises(ValueError, match="None"):
        env.step(0)
    env.reset(seed=0)
    assert env.agents == env.possible_agents
    assert not any(env.terminations.values())
