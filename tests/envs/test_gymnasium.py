"""Gymnasium's checks of `GymEnv`, and tests of its own features."""

import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded

import compliance
import plyground as pg
from compliance import each_mechanism
from plyground.envs import GymEnv


def play(env: GymEnv, seed: int, most: int = 1_000) -> list[tuple[Any, float, bool, dict[str, Any]]]:
    """Return the results of all steps of a random agent, from a reset to the end of the game."""
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    told: list[tuple[Any, float, bool, dict[str, Any]]] = [(observation, 0.0, False, info)]
    while not told[-1][2] and len(told) < most:
        actions = np.flatnonzero(told[-1][3]["action_mask"])
        observation, reward, terminated, truncated, info = env.step(rng.choice(actions))
        assert not truncated
        told.append((observation, reward, terminated, info))
    return told


def same(one: Any, other: Any) -> bool:
    """Return whether two results of an environment are equal."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(np.array_equal(one, other))


def test_selected_variants_have_all_mechanisms() -> None:
    selected = [compliance.mechanisms(pg.info(id)) for id in compliance.mechanism_variants()]
    assert frozenset().union(*selected) == frozenset().union(*map(compliance.mechanisms, map(pg.info, pg.variants())))
    assert len(selected) < 10


@each_mechanism
def test_gymnasium_check_env(id: str) -> None:
    compliance.check_gymnasium(id)


@each_mechanism
def test_the_agent_plays_its_seat_to_the_end(id: str) -> None:
    for seat in range(pg.info(id).num_seats):
        env = pg.make(id, seat=seat)
        told = play(env, seed=seat, most=3_000)
        for observation, reward, terminated, info in told[:-1]:
            assert observation in env.observation_space
            assert (reward, terminated, info["seat"]) == (0.0, False, seat)
            assert info["action_mask"].any()
            assert "reason" not in info
        _, reward, terminated, info = told[-1]
        if terminated:
            assert env._state is not None
            assert reward == env._state.returns[seat]
            assert info["reason"] == env._state.reason
            assert not info["action_mask"].any()
            assert not env.action_masks().any()


@each_mechanism
def test_the_seed_determines_the_game(id: str) -> None:
    one, other = pg.make(id, seat="random"), pg.make(id, seat="random")
    assert same(play(one, 5, 60), play(other, 5, 60))
    assert not same(play(one, 5, 60), play(other, 6, 60))


def test_reset_without_seed_continues_random_sequence() -> None:
    one, other = pg.make("chess960"), pg.make("chess960")
    one.reset(seed=1)
    other.reset(seed=1)
    drawn = [(one.reset()[0], other.reset()[0]) for _ in range(4)]
    assert all(np.array_equal(*pair) for pair in drawn)
    assert not np.array_equal(drawn[0][0], drawn[1][0])


def test_random_seat_draws_every_seat() -> None:
    env = pg.make("checkers", seat="random")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1}


def test_observations_and_masks_are_those_of_the_agent() -> None:
    env = pg.make("stax")
    first, info = env.reset(seed=0)
    kept, mask = first.copy(), info["action_mask"].copy()
    env.step(int(np.flatnonzero(mask)[0]))
    assert np.array_equal(first, kept)
    assert np.array_equal(info["action_mask"], mask)
    assert np.array_equal(env.action_masks(), env._info(env._state)["action_mask"].astype(bool))  # type: ignore[arg-type]


def test_opponents_get_turns() -> None:
    seen: list[pg.Turn] = []

    def last(turn: pg.Turn) -> str:
        seen.append(turn)
        return turn.legal_steps()[-1]

    env = pg.make("english-draughts", opponent=last)
    env.reset(seed=0)
    assert not seen, "the agent has the first move"
    shadow = pg.game("english-draughts").start()
    for _ in range(12):
        step = shadow.legal_steps()[0]
        env.step(shadow.action_of(step))
        shadow.apply(step)
        while shadow.current_player == 1:
            turn = seen.pop(0)
            assert (turn.seat, turn.game) == (1, shadow.game)
            assert turn.legal_steps() == shadow.legal_steps()
            assert np.array_equal(turn.legal_actions(), shadow.legal_actions())
            assert np.array_equal(turn.action_mask(), shadow.action_mask())
            assert np.array_equal(turn.observe(), shadow.observe())
            assert turn.observation_string() == shadow.observation_string(1)
            assert turn.observation_history() == shadow.observation_history(1)
            assert turn.resample_from_observation() == shadow
            shadow.apply(shadow.legal_steps()[-1])
    assert not seen


def test_opponents_by_seat() -> None:
    id = next(id for id in pg.variants() if pg.info(id).num_seats == 4)
    moved: list[tuple[str, int]] = []

    def named(name: str) -> Callable[[pg.Turn], int]:
        def choose(turn: pg.Turn) -> int:
            moved.append((name, turn.seat))
            return int(turn.rng.choice(turn.legal_actions()))

        return choose

    env = pg.make(id, seat=2, opponent={0: named("left"), 3: named("right")})
    play(env, seed=0, most=20)
    assert set(moved) == {("left", 0), ("right", 3)}


def test_step_of_eliminated_agent_plays_to_the_end() -> None:
    id = next(id for id in pg.variants() if len(set(pg.info(id).seat_teams)) == 4)
    out = 0
    for seed in range(12):
        env = pg.make(id, seat=3)
        _, reward, terminated, _ = play(env, seed, most=3_000)[-1]
        assert terminated
        assert env._state is not None
        out += not env._state.is_active(3)
        assert reward == env._state.returns[3]
    assert 0 < out < 12


def test_errors_of_opponents_name_the_seat() -> None:
    env = pg.make("chess", opponent=lambda _: "e2e5")
    with pytest.raises(ResetNeeded):
        env.step(0)
    _, info = env.reset(seed=0)
    with pytest.raises(pg.IllegalStep, match="opponent at seat 1"):
        env.step(int(np.flatnonzero(info["action_mask"])[0]))
    with pytest.raises(ResetNeeded, match="opponent raised an exception"):
        env.step(0)
    env.reset(seed=0)


def test_start_from_a_position() -> None:
    env = pg.make("chess", seat=1)
    mate_in_one = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
    env.reset(seed=0, options={"start": mate_in_one})
    state = pg.game("chess").from_fen(mate_in_one)
    _, reward, terminated, _, info = env.step(state.action_of("d8h4"))
    assert (reward, terminated, info["reason"]) == (1.0, True, "checkmate")
    for options, message in [
        ({"start": "nonsense"}, "expected: placement"),
        ({"begin": mate_in_one}, "options of reset may have start"),
        ({"start": env._state.fen if env._state else ""}, "over"),
    ]:
        with pytest.raises(ValueError, match=message):
            env.reset(options=options)


def test_max_steps_truncates_games() -> None:
    env = pg.make("stax", max_steps=7)
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=1)
    for _ in range(40):
        steps = len(env.game_state.steps)
        _, reward, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        assert truncated == (len(env.game_state.steps) >= 7)
        assert (reward, terminated) == (0.0, False)
        if truncated:
            assert steps < 7
            assert info["reason"] == "truncated"
            assert not info["action_mask"].any()
            assert not env.action_masks().any()
            assert env.legal_steps() == []
            with pytest.raises(ResetNeeded):
                env.step(0)
            return
    raise AssertionError


def test_game_state_and_legal_steps() -> None:
    env = pg.make("masquerade-chess", seat=1)
    with pytest.raises(ResetNeeded):
        _ = env.game_state
    with pytest.raises(ResetNeeded):
        env.legal_steps()
    env.reset(seed=3)
    assert env.game_state.game == env.game
    assert env.legal_steps() == env.game_state.legal_steps()
    # It is a copy: changing it does not change the game.
    before = env.game_state
    env.game_state.apply(env.legal_steps()[0])
    assert env.game_state == before
    env.step(before.action_of(env.legal_steps()[0]))
    assert env.game_state.steps[: len(before.steps)] == before.steps


@pytest.mark.parametrize(("most", "kind"), [(0, ValueError), (-3, ValueError), (2.5, TypeError), (True, TypeError)])
def test_invalid_max_steps(most: Any, kind: type[Exception]) -> None:
    for make in (pg.make, pg.aec):
        with pytest.raises(kind, match="max_steps must be"):
            make("stax", max_steps=most)


def test_games_that_end_before_the_agent_acts_raise_an_error() -> None:
    # Black must capture White's last man.
    start = "B:W18:B14 - 0 0 -"
    with pytest.raises(ValueError, match="never gets to act"):
        pg.make("english-draughts", seat=1).reset(seed=0, options={"start": start})
    pg.make("english-draughts", seat=0).reset(seed=0, options={"start": start})


@pytest.mark.parametrize("action", [1.0, "c3-d4", None, [1], np.array([1]), True, np.float32(1), {}])
def test_actions_of_invalid_types(action: Any) -> None:
    env, aec = pg.make("stax"), pg.aec("stax")
    env.reset(seed=0)
    aec.reset(seed=0)
    for step in (env.step, aec.step):
        with pytest.raises(TypeError, match="action must be an integer, got"):
            step(action)


@pytest.mark.parametrize("action", [0, -1, 128, 2**70])
def test_illegal_actions_raise_an_error(action: int) -> None:
    env = pg.make("stax")
    before = env.reset(seed=0)
    with pytest.raises(pg.IllegalStep, match=f"{action}.*7 of 128"):
        env.step(action)
    assert np.array_equal(env.action_masks(), before[1]["action_mask"])
    env.step(int(np.flatnonzero(env.action_masks())[0]))


def test_illegal_action_can_lose() -> None:
    env = pg.make("stax", on_illegal="loss")
    env.reset(seed=0)
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated, info["reason"]) == (-1.0, True, False, "illegal")
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    with pytest.raises(ResetNeeded, match="over"):
        env.step(0)
    env.reset()


def test_order_of_calls() -> None:
    env = pg.make("stax", render_mode="ansi")
    calls: list[Any] = [lambda: env.step(0), env.render, env.action_masks]
    for call in calls:
        with pytest.raises(ResetNeeded, match="reset"):
            call()
    play(env, seed=0)
    with pytest.raises(ResetNeeded, match="over"):
        env.step(0)
    env.close()
    env.close()
    for call in (*calls, env.reset):
        with pytest.raises(ClosedEnvironmentError):
            call()


@pytest.mark.parametrize(
    "options",
    [
        {"seat": 2},
        {"seat": -1},
        {"seat": "first"},
        {"seat": True},
        {"seat": 1.0},
        {"opponent": "mcts"},
        {"opponent": None},
        {"opponent": {2: "random"}},
        {"opponent": {1: 5}},
        {"on_illegal": "ignore"},
        {"render_mode": "depth_array"},
        {"topology": "klein-bottle"},
        {"topolgy": "flat"},
        {"frame": "seats"},
    ],
)
def test_invalid_options(options: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError)) as caught:
        pg.make("stax", **options)
    assert str(caught.value)


def test_games_and_options() -> None:
    game = pg.game("stax", topology="universal", frame="board")
    assert pg.make(game).game == pg.make("stax", topology="universal", frame="board").game == game
    with pytest.raises(TypeError, match="topology"):
        pg.make(game, topology="flat")
    makers: list[Any] = [pg.make, pg.make_vec, pg.aec]
    for make in makers:
        with pytest.raises(TypeError, match="game must be an id or a Game, got int"):
            make(3)
        with pytest.raises(pg.UnknownVariant, match="did you mean stax"):
            make("staxx")


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    for mode in ("human", "ansi", "svg"):
        env = pg.make("stax", seat=1, render_mode=mode)
        env.reset(seed=0)
        assert env._state is not None
        expected = {"human": None, "ansi": env._state.text(1), "svg": env._state.svg(1)}
        assert env.render() == expected[mode]
        assert capsys.readouterr().out == (2 * (env._state.text(1) + "\n") if mode == "human" else "")
    env = pg.make("stax")
    env.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


@pytest.mark.parametrize("id", ["chess", "stax", "international-draughts", "double-queens-pairs"])
def test_render_in_pixels(id: str) -> None:
    """The pixels have the colors of discs, figures and cells in the SVG. Sizes are even, as video encoders require."""
    env = pg.make(id, render_mode="rgb_array", seat=1)
    env.reset(seed=0)
    frame = env.render()
    assert isinstance(frame, np.ndarray)
    assert (str(frame.dtype), frame.flags.writeable) == ("uint8", True)
    width = {"stax": 754, "double-queens-pairs": 914}.get(id, 560)
    assert frame.shape[1:] == (width, 3)
    assert frame.shape[0] > 560
    assert frame.shape[0] % 2 == 0
    assert (frame[0, 0] == 255).all()
    assert env._state is not None
    svg = env._state.svg(1)
    scale = width / float(re.findall(r'viewBox="0 0 (\d+)', svg)[0])
    board = svg.split('<g transform="translate(')[0]
    discs = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" fill="#(\w+)" stroke="#(\w+)"', board)
    assert len(discs) >= 24
    for x, y, radius, fill, _ in discs:
        # Below the center, where there is no letter and no figure.
        row, column = int((float(y) + 0.88 * float(radius)) * scale), int(float(x) * scale)
        assert frame[row, column].tolist() == pytest.approx(list(bytes.fromhex(fill)), abs=3)
    if id == "chess":
        path = r'<path transform="translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)" d="[^"]+" fill="#(\w+)" fill-rule'
        figures = re.findall(path, svg)
        assert len(figures) == 32
        for x, y, radius, ink in figures:
            # The base of the figure.
            bottom, middle = (float(y) + 0.58 * float(radius)) * scale, float(x) * scale
            drawn = frame[int(bottom - 5 * scale) : int(bottom), int(middle - 5 * scale) : int(middle + 5 * scale)]
            assert (abs(drawn.astype(int) - list(bytes.fromhex(ink))).max(axis=2) < 9).any(), "no figure"


def test_all_ids_are_registered() -> None:
    assert {f"plyground/{id}-v0" for id in pg.variants()} <= gymnasium.registry.keys()
    env = gymnasium.make(
        "plyground/stax-v0", opponent=lambda turn: turn.legal_steps()[0], seat=1, topology="cylindrical"
    )
    assert isinstance(env.unwrapped, GymEnv)
    assert env.unwrapped.game == pg.game("stax", topology="cylindrical")
    assert env.unwrapped.seat == 1


@pytest.mark.parametrize(
    "code",
    [
        "import gymnasium, plyground; gymnasium.make('plyground/stax-v0')",
        "import sys; sys.modules['resvg_py'] = None; import plyground as pg, gymnasium, pytest\n"
        "gymnasium.make('plyground.envs.gymnasium:plyground/stax-v0')\n"
        "for make in (pg.make, pg.make_vec, pg.aec):\n"
        "    with pytest.raises(ImportError, match=r'pip install .plyground.render'): make('stax', render_mode='rgb_array')",
        "import gymnasium; gymnasium.make_vec('plyground.envs.gymnasium:plyground/stax-v0', num_envs=2)",
        "import plyground, plyground.envs as envs, sys\n"
        "assert not {'gymnasium', 'pettingzoo', 'pyspiel', 'stable_baselines3'} & sys.modules.keys()\n"
        "sys.modules['gymnasium'] = sys.modules['pyspiel'] = None\n"
        "import plyground as pg, pytest\n"
        "for name in ('GymEnv', 'GymVectorEnv', 'AecEnv', 'ParallelEnv'):\n"
        "    with pytest.raises(ImportError, match='pip install .plyground'): getattr(envs, name)\n"
        "for call in (pg.make, pg.make_vec, pg.aec):\n"
        "    with pytest.raises(ImportError, match='pip install'): call('stax')\n"
        "with pytest.raises(ImportError, match=r'needs pyspiel, which cannot be imported: run pip install .plyground'):\n"
        "    pg.openspiel('stax')",
    ],
)
def test_imports(code: str) -> None:
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=60)


def test_environments_are_pickled() -> None:
    env = pg.make("stax")
    _, info = env.reset(seed=0)
    other = pickle.loads(pickle.dumps(env))
    action = int(np.flatnonzero(info["action_mask"])[0])
    assert same(env.step(action), other.step(action))
