"""No seat is told another's secrets: games that differ in those alone are one game to it, in whatever way it is told."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import plyground as pg
from selection import info

# The environments as those see them who have the tools, which come without types.
aec: Any = pg.aec
parallel: Any = pg.parallel
openspiel: Any = pg.openspiel

Script = list[tuple[int, int]]
"""The seats with their actions."""

HIDDEN = [id for id in pg.variants() if info(id).has_hidden_information and not info(id).has_chance]
MODES: list[Any] = ["ansi", "svg"]  # rgb_array is drawn from the svg


def apart(id: str, seat: int, seed: int, most: int, begin: int) -> tuple[Script, Script] | None:
    """Two games that from step `begin` on differ only in what was hidden from a seat, if chance finds such ones."""
    rng = np.random.default_rng([seed, begin])
    states = pg.game(id).start(), pg.game(id).start()
    scripts: tuple[Script, Script] = ([], [])
    while len(scripts[0]) < most and not states[0].is_terminal:
        actor = states[0].current_player
        assert states[1].current_player == actor
        if actor == seat:
            assert np.array_equal(states[0].legal_actions(), states[1].legal_actions())
        for attempt in range(40):
            ahead = states[0].copy(), states[1].copy()
            first, other = (int(rng.choice(state.legal_actions())) for state in ahead)
            secret = actor != seat and len(scripts[0]) >= begin and attempt % 2 == 0
            actions = first, other if secret else first
            if actions[1] not in ahead[1].legal_actions():
                continue
            for state, action in zip(ahead, actions, strict=True):
                state.apply(action)
            if ahead[0].observation_history(seat) == ahead[1].observation_history(seat):
                break
        else:
            # Whatever is played next tells them apart.
            break
        states = ahead
        for script, action in zip(scripts, actions, strict=True):
            script.append((actor, action))
    return scripts if scripts[0] != scripts[1] and states[0] != states[1] else None


@cache
def twins(id: str, seat: int, seed: int, most: int) -> tuple[Script, Script] | None:
    """Two games that differ only in what was hidden from a seat: the longest of those that begin to differ early or late."""
    found = (apart(id, seat, seed, most, begin) for begin in (0, most // 2, most - 6))
    return max((scripts for scripts in found if scripts), key=lambda scripts: len(scripts[0]), default=None)


def looked_at(id: str, seat: int, scripts: tuple[Script, Script]) -> tuple[Script, Script]:
    """The same games with a step of the seat at the end, if it is to act, so that it looks at where they came to.

    What that step may show is not asked.
    """
    states = pg.game(id).start(), pg.game(id).start()
    for state, script in zip(states, scripts, strict=True):
        for _, action in script:
            state.apply(action)
    if states[0].is_terminal or states[0].current_player != seat:
        return scripts
    last = (seat, int(states[0].legal_actions()[0]))
    return [*scripts[0], last], [*scripts[1], last]


SECRETS = [(id, seat) for id in HIDDEN for seat in (0, 1) if any(twins(id, seat, seed, most=30) for seed in range(3))]
"""From whom something is hidden."""


def plain(told: Any) -> Any:
    """What was told, so that == compares it."""
    if isinstance(told, np.ndarray):
        return str(told.dtype), told.shape, told.tobytes()
    if isinstance(told, dict):
        return {key: plain(value) for key, value in told.items()}
    if not isinstance(told, (list, tuple)):
        return told
    # Long lists of numbers, such as the tensors of OpenSpiel, are compared as they are.
    return list(told) if {float, int}.issuperset(map(type, told)) else [plain(part) for part in told]


def refusal(call: Callable[[Any], object], action: Any) -> str:
    with pytest.raises((ValueError, TypeError)) as caught:
        call(action)
    return str(caught.value)


def illegal(mask: Any) -> list[int]:
    """Some actions that are not legal."""
    found: list[int] = np.flatnonzero(np.asarray(mask) == 0)[::97].tolist()
    return found


def as_agent(id: str, seat: int, script: Script) -> list[Any]:
    """Through Gymnasium: one seat, the others moved by the script."""
    told: list[Any] = []
    for mode in MODES:
        left = list(script)
        env = pg.make(id, seat=seat, opponent=lambda _, left=left: left.pop(0)[1], render_mode=mode)
        # The scripted game goes as far as the script's last step of this seat.
        mine = max(at for at, (actor, _) in enumerate(script) if actor == seat)
        del left[mine:]
        told += [env.reset(seed=0), env.render(), env.action_masks()]
        while left:
            assert left[0][0] == seat
            told += [refusal(env.step, action) for action in illegal(env.action_masks())]
            told += [env.step(left.pop(0)[1]), env.render(), env.action_masks()]
            assert env.observation_space.contains(told[-3][0])
    return told


def as_opponent(id: str, seat: int, script: Script) -> list[Any]:
    """As who moves for the seat in another's environment."""
    told: list[Any] = []
    left = list(script)

    def watch(turn: pg.Turn) -> int:
        if not left:
            return int(turn.legal_actions()[0])
        told.extend(
            [
                turn.seat,
                turn.observe(),
                turn.action_mask(),
                turn.observation_string(),
                turn.observation_history(),
                turn.legal_steps(),
            ]
        )
        told.extend([turn.legal_actions(), turn.game])
        return left.pop(0)[1]

    env = pg.make(id, seat=1 - seat, opponent=watch)
    env.reset(seed=0)
    while left and left[0][0] != seat:
        env.step(left.pop(0)[1])
    return told


def as_one_of_the_agents(id: str, seat: int, script: Script) -> list[Any]:
    """Through PettingZoo, one at a time."""
    told: list[Any] = []
    agent = f"seat_{seat}"
    for mode in MODES:
        env = aec(id, render_mode=mode)
        env.reset(seed=0)
        for _, action in script:
            told += [env.observe(agent), env.infos, env.rewards, env.terminations, env.agent_selection, env.metadata]
            if env.agent_selection == agent:
                told += [env.last(), env.render()]
                told += [refusal(env.step, wrong) for wrong in illegal(env.observe(agent)["action_mask"])]
            env.step(action)
        with pytest.raises(NotImplementedError):
            env.state()
    return told


def as_one_of_all(id: str, seat: int, script: Script) -> list[Any]:
    """Through PettingZoo, with all agents in one step."""
    told: list[Any] = []
    agent = f"seat_{seat}"
    for mode in MODES:
        env, left = parallel(id, render_mode=mode, render_seat=seat), list(script)
        observations, infos = env.reset(seed=0)
        told += [observations[agent], infos, env.render()]
        while left:
            actions = dict.fromkeys(env.agents, env.pass_action)
            acting = [name for name in env.agents if not observations[name]["action_mask"][env.pass_action]]
            for _ in acting[: len(left)]:
                actor, action = left.pop(0)
                actions[f"seat_{actor}"] = action
            if any(actions[name] == env.pass_action for name in acting):
                break
            told += [
                refusal(env.step, {**actions, agent: wrong}) for wrong in illegal(observations[agent]["action_mask"])
            ]
            observations, rewards, terminations, truncations, infos = env.step(actions)
            told += [observations[agent], rewards, terminations, truncations, infos, env.render()]
        with pytest.raises(NotImplementedError):
            env.state()
    return told


def as_a_row(id: str, seat: int, script: Script) -> list[Any]:
    """Through Gymnasium's vector, whenever the seat is to act."""
    told: list[Any] = []
    for mode in MODES:
        envs = pg.make_vec(id, 2, render_mode=mode)
        observations, infos = envs.reset(seed=0)
        for actor, action in script:
            assert (infos["current_player"] == actor).all()
            if actor == seat:
                told += [observations, infos, envs.render(), envs.action_masks()]
                told += [refusal(envs.step, np.full(2, wrong)) for wrong in illegal(infos["action_mask"][0])]
            observations, rewards, terminations, truncations, infos = envs.step(np.full(2, action))
            told += [rewards, terminations, truncations]
    return told


def as_a_player(id: str, seat: int, script: Script) -> list[Any]:
    """Through OpenSpiel."""
    pytest.importorskip("pyspiel")
    told: list[Any] = []
    state = openspiel(id, history_length=4).new_initial_state()
    for _, action in script:
        told += [state.observation_string(seat), state.observation_tensor(seat), state.observation_history(seat)]
        told += [state.information_state_string(seat), state.information_state_tensor(seat), state.returns()]
        if state.current_player() == seat:
            told += [[state.action_to_string(action) for action in state.legal_actions()], state.legal_actions_mask()]
        state.apply_action(action)
    return told


def as_a_state(id: str, seat: int, script: Script) -> list[Any]:
    """By the descriptions that a `State` gives to a seat."""
    told: list[Any] = []
    state = pg.game(id).start()
    # Step strings, of which a few are legal at any time.
    texts = {f"{start}{end}" for start in ("b1", "d2", "e5", "g8") for end in ("a1", "c3", "e4", "e5", "h6")} | {"pass"}
    for actor, action in script:
        told += [
            state.observe(seat),
            state.observation_string(seat),
            state.observation_history(seat),
            state.text(seat),
            state.svg(seat),
        ]
        told += [state.pieces(seat), state.marks(seat), state.off_board(seat)]
        told += [
            state.is_active(seat),
            state.returns,
            state.reason,
            state.num_turns,
            state.is_mid_turn,
            state.is_simultaneous,
        ]
        if actor == seat:
            told += [state.legal_steps(), state.action_mask()]
            told += [refusal(state.apply, wrong) for wrong in illegal(state.action_mask())]
            told += [refusal(state.apply, text) for text in texts - set(state.legal_steps())]
        state.apply(action)
    return told


@pytest.mark.parametrize(("id", "seat"), SECRETS)
@pytest.mark.parametrize(
    "way", [as_agent, as_opponent, as_one_of_the_agents, as_one_of_all, as_a_row, as_a_player, as_a_state]
)
def test_a_seat_is_told_the_same(way: Callable[[str, int, Script], list[Any]], id: str, seat: int) -> None:
    if way is as_one_of_all and not pg.info(id).is_simultaneous:
        pytest.skip("seats act in turn")
    pairs = 0
    for seed in range(3):
        scripts = twins(id, seat, seed, most=30)
        if scripts is None:
            continue
        # Where all act in one step, it also shows what was hidden.
        shown = scripts if way is as_one_of_all else looked_at(id, seat, scripts)
        one, other = (way(id, seat, script) for script in shown)
        assert len(one) > 20
        for first, second in zip(one, other, strict=True):
            assert plain(first) == plain(second)
        pairs += 1
    assert pairs


@pytest.mark.parametrize(("id", "seat"), SECRETS)
def test_twins_differ_in_what_the_other_knows(id: str, seat: int) -> None:
    """So that what the tests above compare could differ."""
    scripts = next(filter(None, (twins(id, seat, seed, most=30) for seed in range(3))))
    one, other = (as_a_state(id, 1 - seat, script) for script in looked_at(id, seat, scripts))
    assert plain(one) != plain(other)


def test_there_is_something_to_hide() -> None:
    assert HIDDEN
    assert {id for id, _ in SECRETS} == set(HIDDEN)
