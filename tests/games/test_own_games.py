"""Games that are written in Python."""

import pickle
import random
from typing import Any

import numpy as np
import pytest

import plyground as pg
from commands import output
from plyground import _core
from small_games import ROUNDS, TicTacToe, Toy, ToyState


def test_states_in_python_have_no_fixed_size() -> None:
    game = pg.register_game(TicTacToe())
    with pytest.raises(ValueError, match="tic-tac-toe"):
        _core._packed_envs(game, False, False, None, None, None, None)


class Secret(Toy):
    """The toy game, except that seats do not see each other's stone before the roll. The score is not shared."""

    id = "secret-in-python"
    planes = ("own points", "other points", "round", "own stone")
    scoring = "win"
    has_hidden_information = True
    is_simultaneous = True

    def returns(self, state: ToyState) -> list[float] | None:
        (a, b), _, number = state
        return None if number < ROUNDS else [float((a > b) - (a < b)), float((b > a) - (b < a))]

    def apply(self, state: ToyState, action: int) -> ToyState:
        points, stones, number = state
        if self.current_player(state) >= 0:
            return super().apply(state, action)
        hits = [stone == action + 1 for stone in stones]
        return (points[0] + hits[0], points[1] + hits[1]), (0, 0), number + 1

    def from_fen(self, text: str) -> ToyState:
        points, _, stones, number = text.split(" ")
        a, b = points.split(",")
        one, other = list(stones)
        state = (int(a), int(b)), ("-123".index(one), "-123".index(other)), int(number)
        if min(state[0]) < 0 or max(state[0]) > state[2] or state[2] > ROUNDS or self.fen(state) != text:
            raise ValueError("expected POINTS SEAT STONES ROUND")
        if (state[2] == ROUNDS and stones != "--") or (state[1][0] == 0 and state[1][1] != 0):
            raise ValueError("the stones do not fit")
        return state

    def observe(self, state: ToyState, seat: int) -> "np.ndarray[Any, Any]":
        return super().observe(state, seat)[:4]

    def observation_string(self, state: ToyState, seat: int) -> str:
        text = self.fen(state)
        at = 6 + (1 - seat)
        return text if text[at] == "-" else text[:at] + "?" + text[at + 1 :]

    def visible_step(self, state: ToyState, action: int, seat: int) -> str:
        hidden = self.current_player(state) in (0, 1) and self.current_player(state) != seat
        return "stone:?" if hidden else self.step_of(state, action)

    def resample_from_observation(self, state: ToyState, seat: int, rng: random.Random) -> ToyState:
        points, stones, number = state
        other = stones[1 - seat] and rng.randint(1, 3)
        return points, (stones[0], other) if seat == 0 else (other, stones[1]), number


@pytest.fixture(autouse=True, scope="module")
def games() -> None:
    for rules in (Toy(), TicTacToe(), Secret()):
        pg.register_game(rules)


@pytest.mark.parametrize("rules", [Toy(), TicTacToe(), Secret()], ids=lambda rules: rules.id)
def test_rules_keep_all_promises(rules: pg.GameRules[Any]) -> None:
    pg.check_game(rules, games=30, seed=1)


@pytest.mark.parametrize(("core", "own"), [("toy-shared", "toy-in-python"), ("toy", "secret-in-python")])
def test_games_in_python_and_in_the_core_are_equal_for_equal_seeds(core: str, own: str) -> None:
    one, other = pg.playouts(core, 200, seed=5), pg.playouts(own, 200, seed=5)
    for column in ("returns", "steps", "reasons", "first_action"):
        np.testing.assert_array_equal(getattr(one, column), getattr(other, column))
    state, twin = pg.game(core).start(), pg.game(own).start()
    state.play_random(3)
    twin.play_random(3)
    assert (state.steps, state.fen, state.returns) == (twin.steps, twin.fen, twin.returns)
    for seat in (0, 1):
        np.testing.assert_array_equal(state.observe(seat), twin.observe(seat))
        assert state.observation_history(seat) == twin.observation_history(seat)


@pytest.mark.parametrize("agents", [["ab:3", "random"], ["mcts:30", "greedy"]])
def test_searches_are_equal_too(agents: list[str]) -> None:
    one, other = (pg.matches(game, agents, games=6, seed=2) for game in ("toy-shared", "toy-in-python"))
    np.testing.assert_array_equal(one.opening_actions, other.opening_actions)
    np.testing.assert_array_equal(one.returns, other.returns)


def test_batches_are_equal_too() -> None:
    one, other = (pg.vector(game, 5, seed=4) for game in ("toy-shared", "toy-in-python"))
    for _ in range(20):
        np.testing.assert_array_equal(one.observations, other.observations)
        np.testing.assert_array_equal(one.action_masks, other.action_masks)
        actions = one.sample().copy()
        np.testing.assert_array_equal(actions, other.sample())
        one.step(actions)
        other.step(actions)
        np.testing.assert_array_equal(one.rewards, other.rewards)


def test_environments_studies_and_self_play_accept_the_game() -> None:
    env = pg.make("tic-tac-toe")
    observation, info = env.reset(seed=1)
    assert observation.shape == (2, 3, 3)
    assert info["action_mask"].sum() in (8, 9)
    aec = pg.aec("tic-tac-toe")
    aec.reset(seed=1)
    assert len(aec.agents) == 2
    report = pg.study.balance("tic-tac-toe", games=400, seed=0)
    assert report.rows[0].games == 400

    def evaluate(observations: "np.ndarray[Any, Any]", masks: "np.ndarray[Any, Any]") -> tuple[Any, Any]:
        return masks.astype(np.float32), np.zeros(len(masks), np.float32)

    played = pg.self_play("tic-tac-toe", evaluate, games=2, simulations=8, seed=1)
    assert len(played.trajectories) == 2


def test_pieces_are_drawn_from_the_position_string() -> None:
    state = pg.game("tic-tac-toe").start()
    state.apply("b2")
    state.apply("a3")
    assert "o . ." in str(state)
    assert "X" in state.svg()


class Named(TicTacToe):
    id = "named-pieces"

    def pieces(self, state: str, viewer: int | None) -> dict[str, tuple[int | None, str, str]]:
        return {self.step_of(state, cell): (0, "cross", "+") for cell in range(9) if state[cell] == "X"}


def test_rules_can_draw_their_own_pieces() -> None:
    state = pg.register_game(Named()).start()
    state.apply("b2")
    assert "+" in str(state)


def test_games_and_states_are_pickled_with_their_rules() -> None:
    game = pg.game("tic-tac-toe")
    state = game.start()
    state.apply("b2")
    assert pickle.loads(pickle.dumps(game)) == game
    assert pickle.loads(pickle.dumps(state)) == state


def test_own_games_are_shown_without_documents(capsys: pytest.CaptureFixture[str]) -> None:
    pg.register_game(TicTacToe())
    shown = output(capsys, "show", "tic-tac-toe")
    assert "id            tic-tac-toe" in shown
    assert "docs/" not in shown
    assert "docs/rules/adams_checkers.md, section " in output(capsys, "show", "stax")


def test_an_id_can_name_the_module_that_registers_it(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """import plyground as pg
from small_games import TicTacToe


class Game(TicTacToe):
    id = "from-a-module"


pg.register_game(Game())
"""
    (tmp_path / "module_of_a_game.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert pg.game("module_of_a_game:from-a-module").id == "from-a-module"
    with pytest.raises(pg.UnknownVariant):
        pg.game(":tic-tac-toe")
    with pytest.raises(pg.UnknownVariant, match="no module is named 'no_such_module'"):
        pg.game("no_such_module:game")


class Broken(TicTacToe):
    id = "broken"

    def apply(self, state: str, action: int) -> str:
        raise RuntimeError("a mistake in the rules")


def test_exceptions_of_the_rules_arrive() -> None:
    game = pg.register_game(Broken())
    vector = game.vector(2)
    for call in (
        lambda: game.playouts(4),
        lambda: pg.matches(game, ["mcts:5", "random"], games=2),
        lambda: game.start().apply("a1"),
        lambda: game.start().play_random(1),
        lambda: vector.step([0, 0]),
        lambda: pg.check_game(Broken()),
        lambda: pg.agent("mcts:5").choose(game.start()),
    ):
        with pytest.raises(RuntimeError, match="a mistake in the rules"):
            call()


@pytest.mark.parametrize(
    ("method", "value", "message"),
    [
        ("legal_actions", [0, 0], r"Wrong.legal_actions must return distinct ints from 0 to 8, got \[0, 0\]"),
        ("legal_actions", [9], r"distinct ints from 0 to 8, got \[9\]"),
        ("legal_actions", None, "distinct ints from 0 to 8, got None"),
        ("current_player", 2, "Wrong.current_player must return a seat from 0 to 1, or -2 for chance, got 2"),
        ("returns", (1.0,), r"Wrong.returns must return None or a return for each of the 2 seats, got \(1.0,\)"),
        ("returns", (1.0, float("nan")), "a return for each of the 2 seats"),
        ("fen", 3, "Wrong.fen must return a str, got 3"),
        ("material", "much", "Wrong.material must return a finite number, got 'much'"),
        ("observe", np.zeros((2, 3, 4)), r"shape \[2, 3, 3\], got \[2, 3, 4\]"),
        ("observe", np.full((2, 3, 3), 2.0), "numbers from 0 to 1, got 2"),
    ],
)
def test_wrong_results_of_methods_are_named(method: str, value: object, message: str) -> None:
    wrong = type("Wrong", (TicTacToe,), {"id": "wrong", method: lambda self, *arguments: value})
    with pytest.raises((TypeError, ValueError), match=message):
        pg.check_game(wrong())


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({"fen": lambda self, state: "111/111/111"}, "the actor differs after reading"),
        ({"returns": lambda self, state: (1.0, 1.0) if "1" not in state else None}, "invalid returns"),
        ({"max_steps": 3}, "the game is not over after max_steps = 3 steps"),
        ({"step_of": lambda self, state, action: "a1"}, "reading a1"),
        (
            {"start": lambda self, rng: random.choice(["1" * 9, "X" + "1" * 8])},
            "the start depends on more than the generator",
        ),
    ],
)
def test_the_check_finds_broken_promises(attributes: dict[str, Any], message: str) -> None:
    rules = type("Unkept", (TicTacToe,), {"id": "unkept", **attributes})
    with pytest.raises(AssertionError, match=message):
        pg.check_game(rules(), games=20)


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({"id": "chess"}, "a built-in variant has this id"),
        ({"id": "Tic Tac"}, "lowercase letters"),
        ({"num_seats": 7}, "num_seats must be from 1 to 6, got 7"),
        ({"board_shape": (3, 16)}, "the columns of board_shape must be from 1 to 15, got 16"),
        ({"board_shape": 3}, r"board_shape must be a pair of ints \(rows, columns\), got 3"),
        ({"num_actions": 0}, "num_actions must be from 1 to 1048576, got 0"),
        ({"planes": "own"}, "planes must be a sequence of names"),
        ({"planes": ()}, "the number of planes must be from 1 to 1024, got 0"),
        ({"seat_teams": (0, 0)}, "seat_teams must be a team for each of 2 seats"),
        ({"scoring": "points"}, "got 'points'"),
        ({"scoring": "shared"}, "return_range must be a pair of finite numbers.*got None"),
        ({"scoring": "shared", "return_range": (1.0, 0.0)}, r"got \(1.0, 0.0\)"),
        ({"return_range": (1.0, 0.0)}, r"return_range must be a pair of finite numbers.*got \(1.0, 0.0\)"),
        ({"return_range": (0.0, float("nan"))}, r"return_range must be a pair of finite numbers.*nan"),
        ({"planes": ("own", "enemy", "own")}, "planes must have distinct names, got 'own' twice"),
    ],
)
def test_wrong_attributes_are_named(attributes: dict[str, Any], message: str) -> None:
    rules = type("Wrong", (TicTacToe,), {"id": "wrong", **attributes})
    with pytest.raises((TypeError, ValueError), match=message):
        pg.register_game(rules())


def test_rules_must_be_an_instance() -> None:
    with pytest.raises(TypeError, match=r"got the class itself: call TicTacToe\(\)"):
        pg.register_game(TicTacToe)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="got int"):
        pg.check_game(3)  # type: ignore[arg-type]


def test_other_frames_are_refused() -> None:
    with pytest.raises(ValueError, match="frame='seat' only"):
        pg.game("tic-tac-toe", frame="board")
