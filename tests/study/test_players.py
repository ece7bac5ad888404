"""Functions and networks in studies: under names that stores know them by, in other processes, and once more."""

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import plyground as pg
from plyground.study import BadStore, GamePlan, Store, balance
from plyground.study.design.agents import Agent


def last(state: pg.State) -> str:
    return state.legal_steps()[-1]


def drawing(state: pg.State, rng: random.Random) -> int:
    return int(rng.choice(state.legal_actions()))


def row_evaluator(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> tuple[Any, Any]:
    """An evaluator whose value of a row does not depend on the other rows."""
    return masks, np.array([np.sin(row.sum()) for row in observations])


def num_stored_games(path: Path, agents: Any) -> int:
    """Return the number of games of a plan in a store."""
    with Store(path) as store:
        return sum(len(games) for _, games in store.games(GamePlan(pg.game("stax"), agents), 10**9))


@pytest.mark.parametrize(
    "agents",
    [
        {"mine": drawing},
        {"mine": drawing, "greedy": "greedy"},
        {"net": pg.neural_agent(row_evaluator, 4), "random": "random"},
    ],
    ids=["alone", "function", "network"],
)
def test_studies_of_named_agents_continue_from_a_store(agents: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    whole = balance("stax", games=40, agents=agents)
    assert whole.rows[0].agents == " ".join(agents)
    balance("stax", games=12, agents=agents, store=path)
    assert num_stored_games(path, agents) == 12
    assert balance("stax", games=40, agents=agents, store=path) == whole
    assert num_stored_games(path, agents) == 40


def test_store_separates_agents_by_name(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    net, quick = pg.neural_agent(row_evaluator, 4), pg.neural_agent(row_evaluator, 3)
    balance("stax", games=4, agents={"net": net}, store=path)
    assert [
        num_stored_games(path, agents) for agents in ({"net": net}, {"other": net}, {"net": quick}, {"net": last})
    ] == [
        4,
        0,
        0,
        0,
    ]


def test_store_detects_a_changed_function(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    agents: dict[str, Agent] = {"mine": drawing, "random": "random"}
    balance("stax", games=6, agents=agents, store=path)
    before = path.read_bytes()
    for games in (6, 20):
        with pytest.raises(BadStore, match="'mine' played differently: game 0 has changed"):
            balance("stax", games=games, agents={**agents, "mine": last}, store=path)
    assert path.read_bytes() == before
    assert balance("stax", games=20, agents=agents, store=path) == balance("stax", games=20, agents=agents)


@pytest.mark.parametrize(
    "agent", [last, pg.neural_agent(row_evaluator, 2), [last, "random"]], ids=["function", "network", "mixed"]
)
def test_a_store_needs_names(agent: Any, tmp_path: Path) -> None:
    with pytest.raises(
        ValueError,
        match=r"a store needs names for functions and networks: write \{'mine': …\} instead of (last|neural:2)",
    ):
        balance("stax", games=4, agents=agent, store=tmp_path / "games.db")


@pytest.mark.parametrize(
    ("agents", "message"),
    [
        ({"random": last}, "'random' is an agent of plyground; give yours another name"),
        ({"ab:2": last}, "'ab:2' is an agent of plyground"),
        ({"easy": "mcts:10"}, "'mcts:10' is an agent of plyground and keeps that name, got 'easy'"),
        ({"my player": last}, "must be a word of at most 80 printable characters, got 'my player'"),
        ({"": last}, "must be a word"),
        ({"x" * 81: last}, "at most 80 printable characters"),
        ({"two\nlines": last}, "must be a word"),
        ({7: last}, "must be a word of at most 80 printable characters, got 7"),
        ({}, "at least one agent"),
    ],
)
def test_invalid_agent_names_are_rejected(agents: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        balance("stax", games=1, agents=agents)


def test_functions_called_like_agents_of_the_core() -> None:
    def greedy(state: pg.State) -> str:
        return state.legal_steps()[0]

    with pytest.raises(ValueError, match=r"give this function another name: \{'my-greedy': greedy\}"):
        balance("stax", games=1, agents=greedy)
    assert balance("stax", games=1, agents={"my-greedy": greedy}).rows[0].agents == "my-greedy"


def test_values_that_are_no_agents_are_rejected() -> None:
    for agents in (7, {"mine": 7}, [None]):
        with pytest.raises(
            TypeError, match="an agent must be a name such as 'random' or a function of a state or a turn, got"
        ):
            balance("stax", games=1, agents=agents)


def test_functions_with_equal_names_need_distinct_names() -> None:
    first: Callable[[pg.State], str] = lambda state: state.legal_steps()[0]  # noqa: E731  (a function without a name)
    other: Callable[[pg.State], str] = lambda state: state.legal_steps()[-1]  # noqa: E731
    with pytest.raises(ValueError, match="got '<lambda>' twice; give functions names"):
        pg.study.match("stax", [first, other], games=2)
    ratings = pg.study.match("stax", {"first": first, "last": other, "random": "random"}, games=4)
    assert {row.agent for row in ratings.rows} == {"first", "last", "random"}
    report = pg.study.strength("stax", agents={"first": first, "last": other}, games=2)
    assert [row.agents for row in report.rows] == ["first", "last"]
    report = pg.study.atlas("stax", agents={"first": first, "random": "random"}, games=2)
    assert [row.agents for row in report.rows] == ["first", "first", "random"]


def test_reports_of_named_agents_can_be_rerun(tmp_path: Path) -> None:
    report = balance("stax", games=6, agents={"mine": drawing, "greedy": "greedy"})
    path = tmp_path / "report.json"
    report.save(path)
    assert pg.study.rerun(path, agents={"mine": drawing}) == report
    assert pg.study.rerun(path, agents={"mine": last}) != report
    with pytest.raises(
        ValueError,
        match=r"the report does not contain the agent 'mine', a function or network: give it, as in agents=\{'mine': …\}",
    ):
        pg.study.rerun(path)
    with pytest.raises(ValueError, match="no agent of this study has the name 'yours'; its agents are mine, greedy"):
        pg.study.rerun(path, agents={"mine": drawing, "yours": last})
    ratings = pg.study.match("stax", {"mine": drawing, "random": "random"}, games=4)
    assert pg.study.rerun(ratings, agents={"mine": drawing}) == ratings
    changed = pg.study.ablation("english-draughts", {"flying": True}, games=2, agents={"mine": last})
    assert pg.study.rerun(changed, agents={"mine": last}) == changed


def test_piece_values_accept_a_network() -> None:
    assert {
        row.kind for row in pg.study.piece_values("stax", games=60, agents=pg.neural_agent(row_evaluator, 2)).rows
    } >= {"man"}


def test_errors_name_the_agent_of_an_invalid_step() -> None:
    with pytest.raises(pg.IllegalStep, match="the agent 'mine' at seat 1: 'a1-a2' is not legal"):
        balance("stax", games=2, agents={"random": "random", "mine": lambda _: "a1-a2"})
    with pytest.raises(TypeError, match="the agent 'idle' at seat 0: step must be"):
        balance("stax", games=2, agents={"idle": lambda _: None})


def test_functions_may_try_steps() -> None:
    def trying(state: pg.State) -> str:
        step = state.legal_steps()[-1]
        state.apply(step)
        return step

    assert balance("stax", games=2, agents={"last": trying}) == balance("stax", games=2, agents={"last": last})


PLAYER = """
import sys, plyground as pg
def mine(state, rng):
    return rng.choice(state.legal_steps())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals there")
def test_a_function_whose_study_was_killed_goes_on(tmp_path: Path) -> None:
    def mine(state: pg.State, rng: random.Random) -> str:
        return rng.choice(state.legal_steps())

    path = tmp_path / "games.db"
    program = PLAYER + "pg.study.balance('stax', games=100_000, agents={'mine': mine}, store=sys.argv[1])"
    with subprocess.Popen([sys.executable, "-c", program, str(path)]) as process:
        while process.poll() is None and (not path.exists() or num_stored_games(path, {"mine": mine}) < 20):
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        assert process.wait(60) == -signal.SIGKILL
    found = num_stored_games(path, {"mine": mine})
    assert 20 <= found < 100_000
    whole = balance("stax", games=found + 30, agents={"mine": mine})
    assert balance("stax", games=found + 30, agents={"mine": mine}, store=path) == whole


def test_function_sees_only_what_its_seat_may_know() -> None:
    seen: list[tuple[str, object]] = []

    def first(given: "pg.Turn | pg.State", rng: random.Random) -> str:
        seen.append((type(given).__name__, given.game.info.has_hidden_information))
        return rng.choice(given.legal_steps())

    for id in ("masquerade-chess", "stax"):
        pg.study.match(id, {"first": first, "turn": pg.study.function_agent(first, sees="turn")}, games=2, seed=0)
        pg.study.match(id, {"state": pg.study.function_agent(first, sees="state"), "random": "random"}, games=2, seed=0)
    assert set(seen) == {("Turn", True), ("State", True), ("State", False), ("Turn", False)}
    with pytest.raises(ValueError, match="sees must be 'turn' or 'state', got 'all'"):
        pg.study.function_agent(first, sees="all")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="function must be callable, got 7"):
        pg.study.function_agent(7, sees="turn")  # type: ignore[arg-type]


def test_a_function_with_turns_plays_the_same_games_again() -> None:
    def search(turn: "pg.Turn", rng: random.Random) -> str:
        """Steps that are legal in another state with the same view, too."""
        legal = set(turn.legal_steps())
        return rng.choice(sorted(legal & set(turn.resample_from_observation().legal_steps())) or sorted(legal))

    runs = [pg.study.match("zombie-chess", {"search": search, "random": "random"}, games=4, seed=3) for _ in range(2)]
    assert [run.rows for run in runs] == [runs[0].rows] * 2
