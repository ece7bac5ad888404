"""The pie rule for PettingZoo environments."""

from typing import Any

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded

import compliance
import plyground as pg
from plyground.envs import PieRuleWrapper as PieRule
from selection import runs_all

aec: Any = pg.aec

# Captures of several steps, two seats, four seats in two sides, chance in the set-up.
IDS = ("checkers", "stax", "double-stax-pairs", "chess960")


def ended(env: Any, rng: np.random.Generator, swap: bool) -> tuple[list[int], dict[str, float], int]:
    """Play a game at random, with or without an exchange of the sides. Return steps, rewards and the number of chances."""
    steps, rewards, chances = [], {}, 0
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        if termination or truncation:
            rewards[agent] = reward
            env.step(None)
            continue
        mask = observation["action_mask"].copy()
        chances += int(mask[env.swap_action])
        if mask[env.swap_action] and swap:
            env.step(env.swap_action)
            continue
        mask[env.swap_action] = 0
        steps.append(int(rng.choice(np.flatnonzero(mask))))
        env.step(steps[-1])
    return steps, rewards, chances


@pytest.mark.parametrize("id", IDS if runs_all() else ("stax", "double-stax-pairs"))
def test_pettingzoo_api_tests(id: str) -> None:
    compliance.check_pettingzoo(id, 60, PieRule)


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("swap", [False, True])
def test_rewards_go_to_the_players_in_the_seats(id: str, swap: bool) -> None:
    env, plain = PieRule(aec(id)), aec(id)
    teams = env.game.info.seat_teams
    kept = list(range(len(teams)))
    # The first seat of a side exchanges with the first of the other.
    opposite = [1, 0] if len(teams) == 2 else [1, 0, 3, 2]
    assert list(teams) == [0, 1] * (len(teams) // 2)
    decided = 0
    for seed in range(4):
        env.reset(seed=seed)
        steps, rewards, chances = ended(env, np.random.default_rng(seed), swap)
        assert chances == 1
        plain.reset(seed=seed)
        for step in steps:
            plain.step(step)
        seats = opposite if swap else kept
        assert rewards == {f"player_{at}": plain.rewards[f"seat_{seat}"] for at, seat in enumerate(seats)}
        assert [env.seat(agent) for agent in env.possible_agents] == seats
        decided += any(rewards.values())
    assert decided


def test_players_see_from_their_seats() -> None:
    env = PieRule(aec("stax"))
    env.reset(seed=0)
    assert (env.agent_selection, env.can_swap, env.legal_steps()[-1] == "swap") == ("player_0", False, False)
    env.step(env.last()[0]["action_mask"].argmax())
    assert (env.agent_selection, env.can_swap, env.legal_steps()[-1]) == ("player_1", True, "swap")
    state = env.game_state
    assert np.array_equal(env.observe("player_1")["observation"], state.observe(1))
    assert env.observe("player_0")["action_mask"].sum() == 0
    assert env.observe("player_1")["action_mask"].sum() == len(state.legal_actions()) + 1
    env.step(env.swap_action)
    assert env.game_state == state
    assert (env.agent_selection, env.can_swap) == ("player_0", False)
    assert np.array_equal(env.observe("player_0")["observation"], state.observe(1))
    assert np.array_equal(env.observe("player_1")["observation"], state.observe(0))
    assert np.array_equal(env.observe("player_0")["action_mask"], [*state.action_mask(), 0])
    env.reset(seed=0)
    assert [env.seat(agent) for agent in env.possible_agents] == [0, 1]


def test_the_first_turn_is_that_of_the_start_position() -> None:
    env = PieRule(aec("chess"))
    env.reset(options={"start": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"})
    assert (env.agent_selection, env.can_swap) == ("player_1", False)
    env.step(env.game_state.action_of("e7e5"))
    assert (env.agent_selection, env.can_swap) == ("player_0", True)
    env.step(env.swap_action)
    assert env.agent_selection == "player_1"


def test_a_swap_is_illegal_at_other_times() -> None:
    env = PieRule(aec("stax"))
    env.reset(seed=0)
    with pytest.raises(pg.IllegalStep, match="swap is legal only in the first step of the side that did not begin"):
        env.step(env.swap_action)
    env.step(env.last()[0]["action_mask"].argmax())
    with pytest.raises(pg.IllegalStep, match="action 128, swap, is legal too"):
        env.step(0)
    assert env.can_swap
    with pytest.raises(TypeError, match="integer"):
        env.step("swap")
    env.step(env.swap_action)
    with pytest.raises(pg.IllegalStep):
        env.step(env.swap_action)
    losing = PieRule(aec("stax", on_illegal="loss"))
    losing.reset(seed=0)
    losing.step(losing.last()[0]["action_mask"].argmax())
    losing.step(losing.swap_action)
    losing.step(losing.swap_action)
    assert losing.rewards == {"player_0": -1.0, "player_1": 0.0}
    assert not losing.can_swap


def test_games_without_a_pie_rule() -> None:
    for id in ("chess-golf-solo", "tri-stax-3", "double-stax-cutthroat"):
        with pytest.raises(ValueError, match=f"the same number of seats, and {id} is not one"):
            PieRule(aec(id))
    with pytest.raises(ValueError, match="open turns"):
        PieRule(aec("masquerade-chess"))
    wrong: Any
    for wrong in ("stax", PieRule(aec("stax"))):
        with pytest.raises(TypeError, match="must be an AecEnv"):
            PieRule(wrong)


def test_order_of_calls() -> None:
    env = PieRule(aec("stax", render_mode="ansi"))
    for call in (lambda: env.step(0), env.render, env.last, lambda: env.observe("player_0")):
        with pytest.raises(ResetNeeded):
            call()
    env.reset(seed=0)
    for call in (env.observe, env.seat, env.action_space, env.observation_space):
        with pytest.raises(ValueError, match="player_0, player_1"):
            call("seat_0")
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        env.reset()
