"""Tests of misuse: threads that share objects, and invalid calls of environments. Objects stay usable after errors."""

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

# PettingZoo has no type annotations.
aec: Any = pg.aec
parallel: Any = pg.parallel

INTEGERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]


@pytest.fixture
def frequent_switches() -> Iterator[None]:
    """Switch between threads as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def run_in_threads(*calls: Callable[[], object], times: int) -> set[str]:
    """Repeat each call in a thread of its own, and return the messages of exceptions. A panic fails the test."""
    errors: set[str] = set()
    failures: list[BaseException] = []

    def attempt(call: Callable[[], object]) -> None:
        try:
            call()
        except Exception as error:
            errors.add(f"{type(error).__name__}: {error}")
        except BaseException as error:
            failures.append(error)

    def run(call: Callable[[], object]) -> None:
        for _ in range(times):
            attempt(call)

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    return errors


@pytest.mark.usefixtures("frequent_switches")
def test_two_threads_on_one_vector() -> None:
    games = pg.vector("chess", 128, seed=1)
    reads: list[Callable[[], object]] = [
        lambda: games.observations,
        lambda: (
            games.action_masks,
            games.current_players,
            games.rewards,
            games.terminated,
            games.truncated,
            games.reasons,
        ),
        lambda: (games.steps, games.final_observations, games.final_players),
        lambda: (games.legal_actions(), games.state(3), len(games)),
    ]
    writes: list[Callable[[], object]] = [lambda: games.step(games.sample()), lambda: games.reset(mask=[True] * 128)]
    errors = run_in_threads(*reads, *writes, *writes, times=300)
    # A thread may sample actions for positions that the other thread has already changed.
    unclear = [message for message in errors if "thread" not in message and not message.startswith("IllegalStep")]
    assert not unclear
    games.reset(5)
    other = pg.vector("chess", 128, seed=5)
    for _ in range(20):
        other.step(other.sample())
        games.step(games.sample())
    assert np.array_equal(games.observations, other.observations)  # type: ignore[arg-type]


@pytest.mark.parametrize("read", [len, repr, lambda games: (games.game, games.seed, games.autoreset)])
def test_reading_a_vector_during_a_step_is_explained(read: Callable[[Any], object]) -> None:
    games = pg.vector("chess", 4096, threads=1)

    def play() -> None:
        for _ in range(20):
            games.step(games.sample())

    steps = threading.Thread(target=play)
    steps.start()
    errors: set[str] = set()
    while steps.is_alive():
        errors |= run_in_threads(lambda: read(games), times=100)
    steps.join()
    assert all("another thread is using this vector" in message for message in errors)
    assert read(games)


@pytest.mark.usefixtures("frequent_switches")
def test_a_mask_can_be_read_during_the_reset_that_uses_it() -> None:
    games, others = (pg.vector("chess", 64, max_steps=2, autoreset="disabled", threads=1) for _ in range(2))
    for _ in range(2):
        others.step(others.sample())
    errors = run_in_threads(lambda: games.reset(mask=others.truncated), lambda: others.truncated.sum(), times=200)
    assert errors == set()


@pytest.mark.usefixtures("frequent_switches")
def test_two_threads_on_one_state() -> None:
    state = pg.game("chess").start()
    run_in_threads(
        lambda: state.play_random(1, 3),
        lambda: state.apply(state.legal_actions()[0]),
        lambda: (state.observe(0), state.legal_steps(), state.fen, state.svg(), state.observation_history(0)),
        times=200,
    )
    assert pg.game("chess").from_fen(state.fen) == state


@pytest.mark.usefixtures("frequent_switches")
def test_threads_can_share_a_state() -> None:
    """Threads wait for each other instead of raising an exception."""
    state = pg.game("two-move-chess").start()
    errors = run_in_threads(
        lambda: state.apply_turn(" ".join(state.legal_steps()[:1])),
        lambda: state.apply(state.legal_actions()[0]),
        state.undo,
        state.undo_turn,
        lambda: (state.legal_turns(), state.legal_steps(), state.fen, state.copy()),
        times=60,
    )
    assert not any("borrowed" in message for message in errors), errors
    assert pg.game("two-move-chess").from_fen(state.fen) == state


def test_a_state_can_be_used_during_its_perft() -> None:
    state = pg.game("chess").start()
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(state.perft(5)))
    thread.start()

    def use() -> None:
        state.legal_steps()
        state.legal_actions()
        state.play_random(1, 1)

    errors = run_in_threads(use, times=50)
    thread.join()
    assert (errors, found) == (set(), [4_865_609])


def test_the_conversion_of_an_action_can_use_the_state() -> None:
    state = pg.game("chess").start()

    class Action:
        def __index__(self) -> int:
            return int(state.legal_actions()[0])

    state.apply(Action())
    assert len(state.steps) == 1


@pytest.mark.usefixtures("frequent_switches")
def test_two_threads_on_one_environment() -> None:
    env, envs, agents, seats = pg.make("chess"), pg.make_vec("chess", 16), aec("chess"), parallel("masquerade-chess")
    short = aec("stax")

    def single_env() -> None:
        _, info = env.reset()
        for _ in range(5):
            _, _, _, _, info = env.step(int(np.argmax(info["action_mask"])))

    def vector_env() -> None:
        envs.step(envs.sample())

    def aec_env() -> None:
        agents.reset()
        for _ in agents.agent_iter(5):
            observation, *_ = agents.last()
            agents.step(int(np.argmax(observation["action_mask"])))

    def parallel_env() -> None:
        observations, _ = seats.reset()
        for _ in range(5):
            actions = {agent: int(np.argmax(seen["action_mask"])) for agent, seen in observations.items()}
            observations, *_ = seats.step(actions)

    def whole_game() -> None:
        short.reset(seed=0)
        for _ in short.agent_iter():
            observation, _, terminated, truncated, _ = short.last()
            short.step(None if terminated or truncated else int(np.argmax(observation["action_mask"])))

    envs.reset(seed=0)
    # After a step of another thread, an action may be illegal or the game may be over.
    expected = ("IllegalStep", "ResetNeeded", f"RuntimeError: {BUSY}", "RuntimeError: another thread is using")
    for play, times in ((single_env, 60), (vector_env, 60), (aec_env, 60), (parallel_env, 60), (whole_game, 15)):
        errors = run_in_threads(play, play, play, times=times)
        assert all(message.startswith(expected) for message in errors), errors
        envs.reset(seed=0)
        play()


BUSY = "this environment is in the middle of a call: give each thread an environment of its own"


def test_calls_during_a_step_raise() -> None:
    """Calls by another thread while an opponent thinks, and calls by the opponent."""
    is_thinking, can_move = threading.Event(), threading.Event()

    def slow(turn: Any) -> str:
        is_thinking.set()
        can_move.wait(10)
        return str(turn.legal_steps()[0])

    env = pg.make("stax", opponent=slow)
    _, info = env.reset(seed=0)
    action = int(np.argmax(info["action_mask"]))
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(env.step(action)))
    thread.start()
    assert is_thinking.wait(10)
    for call in (lambda: env.step(action), env.reset):
        with pytest.raises(RuntimeError, match=BUSY):
            call()
    can_move.set()
    thread.join()
    # The step of the first thread is not affected.
    assert [reward for _, reward, *_ in found] == [0.0]
    env.step(int(np.argmax(env.action_masks())))

    def meddling(turn: Any) -> str:
        with pytest.raises(RuntimeError, match=BUSY):
            env.step(0)
        return str(turn.legal_steps()[0])

    env = pg.make("stax", opponent=meddling)
    env.reset(seed=0)
    env.step(action)


def test_calls_during_a_call_of_any_environment_raise() -> None:
    """During a call, other threads can only read."""
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
def test_actions_of_other_types(dtype: str) -> None:
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
    # An action of another type is an error of the program and does not lose the game.
    env.reset(seed=0)
    agents.reset(seed=0)
    for step in (env.step, agents.step):
        with pytest.raises(TypeError):
            step(1.5)
    assert env.action_masks().any()
    assert not any(agents.terminations.values())


def test_closed_environments_stay_closed() -> None:
    for env in (pg.make("stax"), pg.make_vec("stax", 2), aec("stax"), parallel("masquerade-chess")):
        env.reset(seed=0)
        for _ in range(3):
            env.close()
        with pytest.raises(Exception, match="closed"):
            env.reset(seed=0)


def test_invalid_reset_options() -> None:
    environments: list[Any] = [pg.make("stax"), pg.make_vec("stax", 2), aec("stax"), parallel("masquerade-chess")]
    for env in environments:
        with pytest.raises(TypeError, match="options of reset must be a dict or None, got int 3"):
            env.reset(options=3)


def test_invalid_numbers_of_environments() -> None:
    with pytest.raises(TypeError, match="must be an integer"):
        pg.make_vec("stax", "two")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("raised", "message"),
    [
        ("ImportError('broken')", "ImportError: games need NumPy, which cannot be imported"),
        ("KeyboardInterrupt", "KeyboardInterrupt"),
    ],
)
def test_import_without_numpy(tmp_path: Path, raised: str, message: str) -> None:
    """The exception of the import is kept. Ctrl-C during the import is not replaced by another message."""
    (tmp_path / "numpy.py").write_text(f"raise {raised}")
    run = subprocess.run(
        [sys.executable, "-c", "import plyground as pg; pg.game('chess')"],
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert run.returncode
    assert run.stderr.splitlines()[-1] == message
    assert raised in run.stderr


def test_subinterpreters_without_numpy() -> None:
    """NumPy is loaded once per process, so other interpreters in the process cannot import it."""
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
