"""Environments that are not used as they should be: an error that says so, and an environment that goes on working."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg

# The environments as those see them who have PettingZoo, which comes without types.
aec: Any = pg.aec
parallel: Any = pg.parallel

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]


@pytest.fixture
def switching() -> Iterator[None]:
    """Threads that take turns all the time."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def together(*calls: Callable[[], object], times: int) -> set[str]:
    """Makes all calls again and again, each in a thread of its own; returns what was refused. A panic fails."""
    refused: set[str] = set()
    failed: list[BaseException] = []

    def attempt(call: Callable[[], object]) -> None:
        try:
            call()
        except Exception as error:
            refused.add(f"{type(error).__name__}: {error}")
        except BaseException as error:
            failed.append(error)

    def run(call: Callable[[], object]) -> None:
        for _ in range(times):
            attempt(call)

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    return refused


@pytest.mark.usefixtures("switching")
def test_two_threads_on_one_vector() -> None:
    games = pg.vector("chess", 128, seed=1)
    looks: list[Callable[[], object]] = [
        lambda: games.observations,
        lambda: (games.masks, games.actors, games.rewards, games.terminated, games.truncated, games.reasons),
        lambda: (games.steps, games.final_observations, games.final_actors),
        lambda: (games.legal(), games.state(3), len(games)),
    ]
    plays: list[Callable[[], object]] = [lambda: games.step(games.sample()), lambda: games.reset(mask=[True] * 128)]
    refused = together(*looks, *plays, *plays, times=300)
    # Two threads that step the same games may each have drawn for what the other has since played.
    assert all("thread" in message or message.startswith("IllegalStep") for message in refused)
    games.reset(5)
    other = pg.vector("chess", 128, seed=5)
    for _ in range(20):
        other.step(other.sample())
        games.step(games.sample())
    assert np.array_equal(games.observations, other.observations)  # type: ignore[arg-type]


@pytest.mark.usefixtures("switching")
def test_a_mask_may_be_looked_at_while_environments_are_reset_by_it() -> None:
    games, others = (pg.vector("chess", 64, max_steps=2, autoreset="disabled", threads=1) for _ in range(2))
    for _ in range(2):
        others.step(others.sample())
    faults = together(lambda: games.reset(mask=others.truncated), lambda: others.truncated.sum(), times=200)
    assert faults == set()


@pytest.mark.usefixtures("switching")
def test_two_threads_on_one_state() -> None:
    state = pg.game("chess").start()
    together(
        lambda: state.play_random(1, 3),
        lambda: state.apply(state.legal_actions()[0]),
        lambda: (state.observe(0), state.legal(), state.fen, state.svg(), state.history(0)),
        times=200,
    )
    assert pg.game("chess").from_fen(state.fen) == state


@pytest.mark.usefixtures("switching")
def test_threads_may_share_a_state() -> None:
    """They wait for each other: none is told that the state is in use."""
    state = pg.game("two-move-chess").start()
    refused = together(
        lambda: state.apply_turn(" ".join(state.legal()[:1])),
        lambda: state.apply(state.legal_actions()[0]),
        state.undo,
        state.undo_turn,
        lambda: (state.turns(), state.legal(), state.fen, state.copy()),
        times=60,
    )
    assert not any("borrowed" in message for message in refused), refused
    assert pg.game("two-move-chess").from_fen(state.fen) == state


def test_a_state_may_be_used_while_its_perft_is_counted() -> None:
    state = pg.game("chess").start()
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(state.perft(5)))
    thread.start()

    def use() -> None:
        state.legal()
        state.legal_actions()
        state.play_random(1, 1)

    used = together(use, times=50)
    thread.join()
    assert (used, found) == (set(), [4_865_609])


def test_a_number_may_look_at_the_state_that_it_is_for() -> None:
    state = pg.game("chess").start()

    class Looking:
        def __index__(self) -> int:
            return int(state.legal_actions()[0])

    state.apply(Looking())
    assert len(state.steps) == 1


@pytest.mark.usefixtures("switching")
def test_two_threads_on_one_environment() -> None:
    env, envs, agents, seats = pg.make("chess"), pg.make_vec("chess", 16), aec("chess"), parallel("masquerade-chess")
    short = aec("stax")

    def one() -> None:
        _, info = env.reset()
        for _ in range(5):
            _, _, _, _, info = env.step(int(np.argmax(info["action_mask"])))

    def many() -> None:
        envs.step(envs.sample())

    def turns() -> None:
        agents.reset()
        for _ in agents.agent_iter(5):
            observation, *_ = agents.last()
            agents.step(int(np.argmax(observation["action_mask"])))

    def at_once() -> None:
        observations, _ = seats.reset()
        for _ in range(5):
            actions = {agent: int(np.argmax(seen["action_mask"])) for agent, seen in observations.items()}
            observations, *_ = seats.step(actions)

    def to_the_end() -> None:
        short.reset(seed=0)
        for _ in short.agent_iter():
            observation, _, terminated, truncated, _ = short.last()
            short.step(None if terminated or truncated else int(np.argmax(observation["action_mask"])))

    envs.reset(seed=0)
    # Whoever steps a game in which another thread has moved may find that its action is no longer legal, or the game over.
    expected = ("IllegalStep", "ResetNeeded", f"RuntimeError: {BUSY}", "RuntimeError: another thread is at work")
    for play, times in ((one, 60), (many, 60), (turns, 60), (at_once, 60), (to_the_end, 15)):
        refused = together(play, play, play, times=times)
        assert all(message.startswith(expected) for message in refused), refused
        envs.reset(seed=0)
        play()


BUSY = "this environment is in the middle of a call: give each thread an environment of its own"


def test_who_comes_in_the_middle_of_a_step_is_told_so() -> None:
    """Another thread, while an opponent thinks; and an opponent that steps the game in which it is asked to move."""
    thinking, told = threading.Event(), threading.Event()

    def slow(turn: Any) -> str:
        thinking.set()
        told.wait(10)
        return str(turn.legal()[0])

    env = pg.make("stax", opponent=slow)
    _, info = env.reset(seed=0)
    action = int(np.argmax(info["action_mask"]))
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(env.step(action)))
    thread.start()
    assert thinking.wait(10)
    for call in (lambda: env.step(action), env.reset):
        with pytest.raises(RuntimeError, match=BUSY):
            call()
    told.set()
    thread.join()
    # The step that was under way is made as if nothing had been.
    assert [reward for _, reward, *_ in found] == [0.0]
    env.step(int(np.argmax(env.action_masks())))

    def meddling(turn: Any) -> str:
        with pytest.raises(RuntimeError, match=BUSY):
            env.step(0)
        return str(turn.legal()[0])

    env = pg.make("stax", opponent=meddling)
    env.reset(seed=0)
    env.step(action)


def test_who_comes_in_the_middle_of_a_table_s_step_is_told_so() -> None:
    """Between the halves of a call, all that another thread may do is look."""
    for env in (pg.make("stax"), pg.make_vec("stax", 2), aec("stax"), parallel("masquerade-chess")):
        env.reset(seed=0)
        calls: list[tuple[Callable[..., object], list[int]]] = [(env.step, [0]), (env.reset, [])]
        if hasattr(env, "last"):
            calls.append((env.last, []))
        with env._guard:
            for call, arguments in calls:
                with pytest.raises(RuntimeError, match=BUSY):
                    call(*arguments)
        env.reset(seed=1)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_actions_of_any_integer_type(dtype: str) -> None:
    kind = np.dtype(dtype).type
    env, agents = pg.make("chess"), aec("chess")
    _, info = env.reset(seed=0)
    agents.reset(seed=0)
    action = int(np.argmax(info["action_mask"]))
    assert action < 127
    env.step(kind(action))
    agents.step(np.array(action, dtype))
    envs = pg.make_vec("chess", 3)
    envs.reset(seed=0)
    envs.step(np.full(3, action, dtype))


@pytest.mark.parametrize("dtype", ["float32", "float64", "bool", "complex64", "object", "U8", "M8[s]"])
def test_actions_of_no_integer_type(dtype: str) -> None:
    envs = pg.make_vec("chess", 3)
    before, _ = envs.reset(seed=0)
    with pytest.raises(TypeError, match="integers"):
        envs.step(np.zeros(3, dtype))
    again = pg.make_vec("chess", 3)
    again.reset(seed=0)
    actions = envs.sample()
    assert np.array_equal(envs.step(actions)[0], again.step(actions)[0])
    assert np.array_equal(before, pg.make_vec("chess", 3).reset(seed=0)[0])


@pytest.mark.parametrize("length", [0, 2, 4])
def test_batches_of_wrong_length(length: int) -> None:
    envs = pg.make_vec("chess", 3)
    envs.reset(seed=0)
    with pytest.raises(ValueError, match="3"):
        envs.step(np.zeros(length, int))
    envs.step(envs.sample())


@pytest.mark.parametrize("action", [0, -1, 10**6, 2**70, -(2**70)])
def test_any_illegal_number_may_lose(action: int) -> None:
    env, agents = pg.make("stax", on_illegal="loss"), aec("stax", on_illegal="loss")
    env.reset(seed=0)
    agents.reset(seed=0)
    assert env.step(action)[1:3] == (-1.0, True)
    agents.step(action)
    assert agents.rewards == {"seat_0": -1.0, "seat_1": 0.0}
    # What is no number is a mistake of the program, and no move of the agent.
    env.reset(seed=0)
    agents.reset(seed=0)
    for step in (env.step, agents.step):
        with pytest.raises(TypeError):
            step(1.5)
    assert env.action_masks().any()
    assert not any(agents.terminations.values())


def test_what_is_closed_stays_closed() -> None:
    for env in (pg.make("stax"), pg.make_vec("stax", 2), aec("stax"), parallel("masquerade-chess")):
        env.reset(seed=0)
        for _ in range(3):
            env.close()
        with pytest.raises(Exception, match="closed"):
            env.reset(seed=0)


def test_options_of_a_reset_that_are_no_dict() -> None:
    environments: list[Any] = [pg.make("stax"), pg.make_vec("stax", 2), aec("stax"), parallel("masquerade-chess")]
    for env in environments:
        with pytest.raises(TypeError, match="options of reset must be a dict or None, got int 3"):
            env.reset(options=3)


def test_numbers_of_environments_that_are_none() -> None:
    with pytest.raises(TypeError, match="whole number"):
        pg.make_vec("stax", "two")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        ("ImportError('broken')", "ImportError: games hand out arrays of NumPy, which cannot be imported"),
        ("KeyboardInterrupt", "KeyboardInterrupt"),
    ],
)
def test_without_numpy_games_say_what_they_need(tmp_path: Path, raised: str, told: str) -> None:
    """Who interrupts the import knows why."""
    (tmp_path / "numpy.py").write_text(f"raise {raised}")
    run = subprocess.run(
        [sys.executable, "-c", "import plyground as pg; pg.game('chess')"],
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert run.returncode
    assert run.stderr.splitlines()[-1] == told
    assert raised in run.stderr


def test_an_interpreter_without_numpy_is_told_so() -> None:
    """NumPy is loaded once a process: other interpreters in it have none."""
    code = """
import plyground as pg
pg.vector("chess", 2)
try:
    from _xxsubinterpreters import create, run_string
    other = create(isolated=False)
except ImportError:
    from _interpreters import create, exec as run_string
    other = create("legacy")
lines = ["import warnings", "warnings.simplefilter('ignore')", "try:", " import plyground as pg", " pg.vector('chess', 2)"]
failed = run_string(other, "\\n".join([*lines, "except ImportError:", " pass"]))
raise SystemExit(failed is not None)
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
