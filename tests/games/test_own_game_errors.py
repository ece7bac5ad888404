"""Exceptions of games in Python reach the caller unchanged, whatever calls the game."""

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import plyground as pg
from repository import ROOT
from small_games import TicTacToe

METHODS = (
    "start",
    "current_player",
    "legal_actions",
    "apply",
    "returns",
    "reason",
    "fen",
    "from_fen",
    "observe",
    "step_of",
    "action_text",
    "action_place",
    "material",
    "is_active",
    "is_mid_turn",
    "pieces",
)


class Mistake(Exception):
    """An error in the rules."""


class Switchable(TicTacToe):
    """Rules one of whose methods fails on request."""

    id = "switchable"
    failing: str | None = None
    value: object = Mistake


def _switchable(method: str) -> Callable[..., Any]:
    def call(self: Switchable, *arguments: Any) -> Any:
        if self.failing == method:
            if self.value is Mistake:
                raise Mistake(method)
            return self.value
        return getattr(TicTacToe, method)(self, *arguments)

    return call


for name in METHODS:
    setattr(Switchable, name, _switchable(name))


def evaluate(observations: "np.ndarray[Any, Any]", masks: "np.ndarray[Any, Any]") -> tuple[Any, Any]:
    return masks.astype(np.float32), np.zeros(len(masks), np.float32)


def played(game: pg.Game) -> pg.State:
    state = game.start()
    state.apply(4)
    return state


CALLS: dict[str, Callable[[pg.Game], object]] = {
    "start": lambda game: game.start(),
    "str": lambda game: str(game.start()),
    "repr": lambda game: repr(played(game)),
    "svg": lambda game: played(game).svg(),
    "info": lambda game: game.info.num_action_planes,
    "action_text": lambda game: game.action_text(0),
    "from_fen": lambda game: game.from_fen("111/111/111"),
    "undo": lambda game: played(game).undo(),
    "returns": lambda game: played(game).returns,
    "observe": lambda game: played(game).observe(0),
    "legal_steps": lambda game: played(game).legal_steps(),
    "is_active": lambda game: played(game).is_active(0),
    "material": lambda game: played(game).material(0),
    "history": lambda game: played(game).observation_history(0),
    "perft": lambda game: game.start().perft(2),
    "play_random": lambda game: game.start().play_random(1),
    "playouts": lambda game: game.playouts(3),
    "vector": lambda game: game.vector(2, seed=1).step([0, 0]),
    "make": lambda game: pg.make(game).reset(seed=1),
    "aec": lambda game: pg.aec(game).reset(seed=1),
    "openings": lambda game: pg.openings(game, 2, turns=2),
    "study": lambda game: pg.study.balance(game, games=20, progress=False),
    "self_play": lambda game: pg.self_play(game, evaluate, games=1, simulations=3),
    "neural": lambda game: pg.neural_agent(evaluate, 3).choose(game.start()),
    "fingerprint": lambda game: pg.agent("ab:1").fingerprint(game),
    **{
        f"choose {spec}": lambda game, spec=spec: pg.agent(spec).choose(game.start())  # type: ignore[misc]
        for spec in ("random", "greedy", "mcts:4", "ab:2", "ab:1,avoid=captures")
    },
    "analyze": lambda game: pg.agent("ab:2").analyze(game.start()),
    "matches": lambda game: pg.matches(game, ["mcts:4", "ab:1"], games=2, threads=2),
}


def failure(call: Callable[[pg.Game], object], game: pg.Game) -> BaseException | None:
    """Return what a call raises. `PanicException` is not an `Exception`."""
    try:
        call(game)
    except BaseException as error:
        return error
    return None


@pytest.mark.parametrize("method", METHODS)
def test_exceptions_of_a_method_arrive_unchanged_from_every_call(method: str) -> None:
    rules = Switchable()
    game = pg.register_game(rules)
    rules.failing = method
    raised = {name: failure(call, game) for name, call in CALLS.items()}
    found = [error for error in raised.values() if error is not None]
    assert found
    wrong = {name: repr(error) for name, error in raised.items() if type(error) not in (Mistake, type(None))}
    assert not wrong


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("value", [3.5, (0, 9, 9), [99]], ids=repr)
def test_wrong_values_of_a_method_are_named_by_every_call(method: str, value: object) -> None:
    rules = Switchable()
    game = pg.register_game(rules)
    (rules.failing, rules.value) = (method, value)
    for name, call in CALLS.items():
        error = failure(call, game)
        assert error is None or isinstance(error, (TypeError, ValueError, AttributeError)), f"{name}: {error!r}"


def test_every_function_of_the_bindings_is_guarded() -> None:
    """`guarded` turns panics into exceptions. Without it, PyO3 raises an exception that is no `Exception`."""
    sources = (ROOT / "bindings/src").rglob("*.rs")
    exported = [
        before.strip()
        for source in sources
        for before in re.findall(r"(.*)\n#\[(?:pymethods|pyfunction)\]", source.read_text())
    ]
    assert len(exported) > 50
    assert set(exported) == {"#[guarded]"}


def test_exceptions_in_the_threads_of_a_search_arrive_unchanged() -> None:
    rules = Switchable()
    game = pg.register_game(rules)
    state = game.start()
    state.legal_steps()
    rules.failing = "apply"
    assert type(failure(lambda game: pg.agent("ab:2,threads=2").choose(state), game)) is Mistake


def test_a_seat_without_steps_before_the_end_stops_no_search() -> None:
    class Stuck(TicTacToe):
        id = "stuck"

        def legal_actions(self, state: str) -> list[int]:
            return super().legal_actions(state) if state.count("1") > 7 else []

    game = pg.register_game(Stuck())
    assert pg.agent("mcts:200").choose(game.start()) in range(9)
    with pytest.raises(AssertionError, match="no step, not over"):
        pg.check_game(Stuck())


def test_no_player_is_asked_for_after_the_end() -> None:
    class Strict(TicTacToe):
        id = "strict"

        def current_player(self, state: str) -> int:
            assert self.returns(state) is None
            return super().current_player(state)

        def legal_actions(self, state: str) -> list[int]:
            assert self.returns(state) is None
            return super().legal_actions(state)

    game = pg.register_game(Strict())
    state = game.start()
    state.play_random(3)
    assert state.is_terminal
    assert state.current_player == -1
    assert {name: repr(error) for name, call in CALLS.items() if (error := failure(call, game))} == {}
    assert "over by" in str(state)
    assert state.svg()
    assert state.observe(0).shape == (2, 3, 3)
    vector = game.vector(4, seed=1)
    for _ in range(30):
        vector.step(vector.sample())


class Changing(TicTacToe):
    """Rules whose `apply` changes its argument. A state is a list in a list."""

    id = "changing"

    def start(self, rng: Any) -> Any:
        return ["1" * 9]

    def apply(self, state: Any, action: int) -> Any:
        state[0] = TicTacToe().apply(state[0], action)
        return [state[0]]


def _of_the_only_element(method: str) -> Callable[..., Any]:
    return lambda self, state, *more: getattr(TicTacToe(), method)(state[0], *more)


for name in ("current_player", "legal_actions", "returns", "reason", "fen", "step_of", "observe"):
    setattr(Changing, name, _of_the_only_element(name))
Changing.from_fen = lambda self, text: [TicTacToe().from_fen(text)]  # type: ignore[method-assign,assignment,return-value]


def test_the_check_finds_states_that_change() -> None:
    with pytest.raises(AssertionError, match="changing at '111/111/111': apply changes the state"):
        pg.check_game(Changing())


def test_the_check_finds_methods_that_depend_on_more_than_the_state() -> None:
    class Fickle(TicTacToe):
        id = "fickle"
        calls = 0

        def legal_actions(self, state: str) -> list[int]:
            self.calls += 1
            return super().legal_actions(state)[:: 1 if self.calls % 2 else -1]

    with pytest.raises(AssertionError, match=r"fickle at .*: legal_actions returns two different values"):
        pg.check_game(Fickle())


MEMORY = """
import resource, sys
import plyground as pg
state = pg.game("chess").start()
resource.setrlimit(resource.RLIMIT_AS, (2 << 30,) * 2)
try:
    pg.agent("ab:2,table=4096").choose(state)
except MemoryError as error:
    print(error)
pg.agent("ab:nodes=2000,threads=256").choose(state)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are those of Linux")
def test_searches_need_no_more_memory_and_threads_than_there_are() -> None:
    found = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=False, timeout=120)
    assert found.returncode == 0, found.stderr
    assert re.search("4096 MiB", found.stdout)
