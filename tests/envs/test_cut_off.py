"""Games that ``max_steps`` cuts off have the same lengths and returns in all interfaces."""

from typing import Any

import numpy as np
import pytest

import plyground as pg

MOST = 37

CHANCE = ["tar-pit-chess-wild", "cooperative-chess", "chess-golf", "chess-golf-solo"]
"""Games with chance within turns, for each kind of scores."""

aec: Any = pg.aec
openspiel: Any = pg.openspiel


def of_playouts(id: str) -> tuple[list[int], list[list[float]]]:
    run = pg.playouts(id, 60, max_steps=MOST)
    cut = run.reasons == 255
    return run.steps[cut].tolist(), run.returns[cut].tolist()


def of_matches(id: str) -> tuple[list[int], list[list[float]]]:
    run = pg.matches(id, "random", 20, max_steps=MOST)
    cut = run.reasons == 255
    return run.steps[cut].tolist(), run.returns[cut].tolist()


def of_vectors(id: str) -> tuple[list[int], list[list[float]]]:
    games = pg.vector(id, 30, max_steps=MOST, autoreset="disabled", record=True)
    while (going := games.current_players >= 0).any():
        games.step(np.where(going, games.sample(), -1))
        for row in games.truncated.nonzero()[0]:
            assert (
                games.mover_rewards[row] == games.rewards[row, games.final_players[row]] == pg.info(id).scoring.cut_off
            )
            assert games.steps[row] == MOST
    played = games.pop_finished()
    cut = played.reasons == 255
    return np.diff(played.offsets)[cut].tolist(), played.returns[cut].tolist()


def of_gymnasium(id: str) -> tuple[list[int], list[list[float]]]:
    steps, returns = [], []
    for seed in range(8):
        env: Any = pg.make(id, max_steps=MOST)
        _, info = env.reset(seed=seed)
        env.action_space.seed(seed)
        terminated = truncated = False
        while not (terminated or truncated):
            _, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        if truncated:
            steps.append(len(env.game_state.actions))
            returns.append([reward])
    return steps, returns


def of_pettingzoo(id: str) -> tuple[list[int], list[list[float]]]:
    steps, returns = [], []
    for seed in range(8):
        env = aec(id, max_steps=MOST)
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        while not any(env.terminations.values()) and not any(env.truncations.values()):
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(rng.choice(mask.nonzero()[0]))
        if any(env.truncations.values()):
            steps.append(len(env._current_state().actions))
            returns.append(list(env.rewards.values()))
    return steps, returns


def of_openspiel(id: str) -> tuple[list[int], list[list[float]]]:
    pytest.importorskip("pyspiel")
    steps, returns = [], []
    for seed in range(8):
        state = openspiel(id, max_steps=MOST).new_initial_state()
        rng = np.random.default_rng(seed)
        while not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
        if not state.game_state.is_terminal:
            steps.append(len(state.game_state.actions))
            returns.append(state.returns())
    return steps, returns


@pytest.mark.parametrize("id", CHANCE)
@pytest.mark.parametrize("way", [of_playouts, of_matches, of_vectors, of_gymnasium, of_pettingzoo, of_openspiel])
def test_cut_off_is_the_same_in_all_interfaces(way: Any, id: str) -> None:
    steps, returns = way(id)
    assert set(steps) == {MOST}
    assert np.unique(returns).tolist() == [pg.info(id).scoring.cut_off]


def test_max_steps_must_exceed_the_chance_steps_at_the_start() -> None:
    with pytest.raises(ValueError, match="max_steps must be from 3 to"):
        pg.vector("chess-golf-solo", 2, max_steps=2)
    with pytest.raises(ValueError, match=r"max_steps must be greater than the number of chance steps .*, got 2"):
        aec("chess-golf-solo", max_steps=2).reset()
    with pytest.raises(ValueError, match="over or truncated before"):
        pg.make("chess-golf-solo", max_steps=2).reset()
