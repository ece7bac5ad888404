"""PettingZoo's checks of `ParallelEnv`, and tests of its own features."""

from typing import Any

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded

import compliance
import plyground as pg
from selection import info

# Any, as for users with PettingZoo, which has no types.
parallel: Any = pg.parallel

COMMITS = [id for id in pg.variants() if info(id).is_simultaneous]

some = pytest.mark.parametrize("id", COMMITS)

ENDING = "k7/1R6/8/8/8/8/8/7K w - - KRQBN KQRBN K,QR,QR,B,N KQ,KQ,R,B,N 0"


def legal(observation: dict[str, Any]) -> list[int]:
    return np.flatnonzero(observation["action_mask"]).tolist()


def actions_of(env: Any, **steps: str) -> dict[str, int]:
    """Return the actions of the named steps, each after the steps before it. All other agents pass."""
    ahead, actions = env._state.copy(), dict.fromkeys(env.agents, env.pass_action)
    for agent, step in steps.items():
        actions[agent] = ahead.action_of(step)
        ahead.apply(step)
    return actions


@some
def test_pettingzoo_parallel_api_tests(id: str) -> None:
    compliance.check_parallel(id, cycles=200)


def test_there_is_a_game_with_simultaneous_choices() -> None:
    assert COMMITS


@some
def test_env_agrees_with_a_state(id: str) -> None:
    """Compare an environment with a state, in which simultaneous choices are several steps."""
    env, rng, together = parallel(id), np.random.default_rng(1), 0
    for seed in range(5):
        observations, infos = env.reset(seed=seed)
        state = env._state.copy()
        assert infos == {agent: {} for agent in env.possible_agents}
        while env.agents:
            actions = {agent: int(rng.choice(legal(observations[agent]))) for agent in env.agents}
            acting = [seat for seat, agent in enumerate(env.agents) if actions[agent] != env.pass_action]
            assert state.current_player in acting
            assert state.is_simultaneous or len(acting) == 1
            together += len(acting) > 1
            for _ in acting:
                seat = state.current_player
                assert np.flatnonzero(state.action_mask()).tolist() == legal(observations[f"seat_{seat}"])
                state.apply(actions[f"seat_{seat}"])
            observations, rewards, terminations, truncations, infos = env.step(actions)
            if state.current_player == -2:
                state = env._state.copy()
            assert env._state == state
            for seat, agent in enumerate(env.possible_agents):
                assert observations[agent] in env.observation_space(agent)
                assert np.array_equal(observations[agent]["observation"], state.observe(seat))
                assert rewards[agent] == state.returns[seat]
                assert terminations[agent] == state.is_terminal
                assert not truncations[agent]
                assert infos[agent] == ({"reason": state.reason} if state.is_terminal else {})
                assert (legal(observations[agent]) == []) == state.is_terminal
        with pytest.raises(ResetNeeded, match="over"):
            env.step({})
    assert together >= 5


def test_choices_are_hidden_until_both_are_made() -> None:
    env = parallel("masquerade-chess")
    observations, _ = env.reset(seed=0)
    assert [len(legal(observations[agent])) for agent in env.agents] == [120, 120]
    observations, *_ = env.step(actions_of(env, seat_0="mask:NKQBR", seat_1="mask:RBQNK"))
    assert env._state.fen.split()[4:6] == ["RBQNK", "NKQBR"]
    assert len(legal(observations["seat_0"])) == 20
    assert legal(observations["seat_1"]) == [env.pass_action]
    observations, *_ = env.step(actions_of(env, seat_0="e2e4"))
    assert legal(observations["seat_0"]) == [env.pass_action]


def test_games_without_simultaneous_choices_raise_an_error() -> None:
    for given in ("stax", pg.game("chess")):
        with pytest.raises(ValueError, match=r"plyground\.aec"):
            parallel(given)


def test_an_illegal_action_changes_nothing() -> None:
    env = parallel("masquerade-chess")
    env.reset(seed=0)
    good, before = actions_of(env, seat_0="mask:NKQBR", seat_1="mask:RBQNK"), env._state.copy()
    for bad, message in (
        ({"seat_0": 0}, "action 0 of seat_0 is not legal; 120 of"),
        ({"seat_1": env.pass_action}, "seat_1 is not legal"),
        ({"seat_1": 2**70}, "seat_1 is not legal"),
        ({"seat_0": -1, "seat_1": 5}, "seat_0 is not legal.*seat_1 is not legal"),
    ):
        with pytest.raises(pg.IllegalStep, match=message):
            env.step({**good, **bad})
    for wrong in (None, 1.0, "mask:NKQBR", np.array([1]), True):
        with pytest.raises(TypeError, match="action must be an integer, got"):
            env.step({**good, "seat_1": wrong})
    with pytest.raises(ValueError, match="actions must have an entry for every agent, got none for seat_1"):
        env.step({"seat_0": good["seat_0"]})
    with pytest.raises(ValueError, match="agent must be one of seat_0, seat_1 in masquerade-chess, got 'seat_2'"):
        env.step({**good, "seat_2": 0})
    with pytest.raises(TypeError, match="actions must be a dict by agent, got list"):
        env.step([0, 0])
    assert env._state == before
    env.step(good)
    with pytest.raises(pg.IllegalStep, match="seat_1 is not to act"):
        env.step({**actions_of(env, seat_0="e2e4"), "seat_1": 0})


def test_illegal_action_can_lose() -> None:
    env = parallel("masquerade-chess", on_illegal="loss")
    env.reset(seed=0)
    good = actions_of(env, seat_0="mask:NKQBR", seat_1="mask:RBQNK")
    observations, rewards, terminations, _, infos = env.step({**good, "seat_1": 0})
    assert rewards == {"seat_0": 0.0, "seat_1": -1.0}
    assert terminations == {"seat_0": True, "seat_1": True}
    assert infos == {agent: {"reason": "illegal"} for agent in env.possible_agents}
    assert not any(legal(observation) for observation in observations.values())
    assert env.agents == []
    env.reset()
    assert env.agents == env.possible_agents


def test_start_from_a_position() -> None:
    env = parallel("masquerade-chess")
    env.reset(seed=0, options={"start": ENDING})
    _, rewards, _, _, infos = env.step(actions_of(env, seat_0="b7a8"))
    assert rewards == {"seat_0": 1.0, "seat_1": -1.0}
    assert infos["seat_1"] == {"reason": "king-captured"}


def test_order_of_calls() -> None:
    env = parallel("masquerade-chess", render_mode="ansi")
    for call in (lambda: env.step({}), env.render):
        with pytest.raises(ResetNeeded):
            call()
    env.reset(seed=0)
    env.close()
    env.close()
    for call in (lambda: env.step({}), env.render, env.reset):
        with pytest.raises(ClosedEnvironmentError):
            call()


def test_render_shows_the_view_of_render_seat() -> None:
    for seat in (0, 1):
        for mode in ("ansi", "svg", "rgb_array"):
            env = parallel("masquerade-chess", render_mode=mode, render_seat=seat)
            env.reset(seed=0)
            env.step(actions_of(env, seat_0="mask:NKQBR", seat_1="mask:RBQNK"))
            frame = env.render()
            if mode == "rgb_array":
                # The board, and the items off the board.
                assert frame.shape[1:] == (560, 3)
                assert frame.shape[0] > 560
            else:
                position = env._state
                assert frame == (position.text(seat) if mode == "ansi" else position.svg(seat))
    for wrong in (2, -1, True, "0", None):
        with pytest.raises(ValueError, match="render_seat"):
            parallel("masquerade-chess", render_seat=wrong)
