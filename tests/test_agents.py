"""Agents and matches: what they are given, what comes back, and what they refuse."""

import pickle
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest

import plyground as pg

COLUMNS = (
    "returns",
    "steps",
    "reasons",
    "first",
    "agents",
    "branching",
    "lead_changes",
    "drama",
    "piece_step",
)


def test_matches_have_a_row_for_each_game() -> None:
    run = pg.matches("stax", ["greedy", pg.agent("random")], 20, seed=1)
    assert len(run) == 20
    assert run.game == pg.game("stax")
    assert (run.specs, run.seed, run.offset) == (("greedy", "random"), 1, 0)
    assert run.returns.shape == run.agents.shape == (20, 2)
    assert run.pieces.shape == (20, 2, len(run.piece_kinds))
    types = [getattr(run, column).dtype for column in COLUMNS]
    assert types == ["f8", "u4", "u1", "i4", "u1", "f4", "u2", "f4", "i4"]
    assert run.agents.tolist() == [[0, 1], [1, 0]] * 10
    assert {pg.REASONS[reason] for reason in run.reasons} <= set(pg.REASONS)
    assert (run.piece_step < run.steps).all()
    assert "20 games of stax between greedy, random, seed 1" in repr(run)


@pytest.mark.parametrize("id", ["chess", "english-draughts", "masquerade-chess", "double-checkers-cutthroat"])
def test_matches_are_the_same_for_any_threads_and_pieces(id: str) -> None:
    settings: dict[str, Any] = {"seed": 2, "max_steps": 50}
    whole = pg.matches(id, "mcts:5", 10, threads=1, **settings)
    parallel = pg.matches(pg.game(id), ["mcts:5"], 10, threads=3, **settings)
    pieces = [pg.matches(id, "mcts:5", 5, offset=offset, **settings) for offset in (0, 5)]
    for column in COLUMNS:
        expected = getattr(whole, column)
        assert np.array_equal(getattr(parallel, column), expected)
        assert np.array_equal(np.concatenate([getattr(piece, column) for piece in pieces]), expected)
    assert np.array_equal(parallel.pieces, whole.pieces)


def test_games_of_a_rotation_begin_alike() -> None:
    state = pg.game("stax-numbers").start(seed=9)
    run = pg.matches("stax-numbers", ["ab:1", "ab:1"], 4, seed=9, rotate=True, max_steps=1)
    still = pg.matches("stax-numbers", ["ab:1", "ab:1"], 4, seed=9, rotate=False, max_steps=1)
    assert run.agents.tolist() == [[0, 1], [1, 0]] * 2
    assert still.agents.tolist() == [[0, 1]] * 4
    assert set(run.first) <= set(state.legal_actions())


def test_matches_begin_where_they_are_told_to() -> None:
    run = pg.matches("chess", "ab:1", 3, start="6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    assert run.steps.tolist() == [1, 1, 1]
    assert run.returns.tolist() == [[1.0, -1.0]] * 3


def test_an_agent_chooses_for_the_seat_to_act() -> None:
    player = pg.agent("mcts:30")
    for id in ("chess", "stax", "masquerade-chess", "double-checkers-cutthroat"):
        state = pg.game(id).start()
        state.play_random(seed=1, max_steps=12)
        before = state.copy()
        action = player.choose(state, seed=5)
        assert action in state.legal_actions()
        assert state == before
        assert pg.agent("mcts:30").choose(state, 5) == action, "what it did before changes nothing"


def test_an_agent_sees_what_its_seat_sees() -> None:
    state = pg.game("masquerade-chess").start()
    state.play_random(seed=3, max_steps=20)
    others = [state.resample(state.actor, seed) for seed in range(6)]
    assert len({other.fen for other in others}) > 1
    for spec in ("ab:2", "mcts:30"):
        assert len({pg.agent(spec).choose(other, seed=1) for other in others}) == 1


def test_agents_are_values() -> None:
    player = pg.agent("mcts:50,c=1.4")
    assert player.spec == "mcts:50"
    assert player == pg.agent("mcts:50") != pg.agent("mcts:51")
    assert hash(player) == hash(pg.agent("mcts:50"))
    assert pickle.loads(pickle.dumps(player)) == player
    assert repr(player) == "Agent('mcts:50')"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mtcs:50", "did you mean mcts:N"),
        ("", "agents are random, greedy, ab:D, mcts:N"),
        ("mcts:0", "from 1 to 1000000"),
        ("ab:33", "from 1 to 32"),
        ("ab", "lacks a number"),
        ("x" * 1_000_000, "is no agent"),
    ],
)
def test_agents_that_do_not_exist(spec: str, message: str) -> None:
    calls: list[Any] = [
        pg.agent,
        lambda spec: pg.matches("chess", spec, 1),
        lambda spec: pg.make("chess", opponent=spec),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=message) as caught:
            call(spec)
        assert len(str(caught.value)) < 300


def test_matches_that_cannot_be() -> None:
    for agents, error in [([], ValueError), (["random"] * 3, ValueError), (3, TypeError), ([3], TypeError)]:
        with pytest.raises(error, match="agent"):
            pg.matches("chess", agents, 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the number of games"):
        pg.matches("chess", "random", 2**40)
    with pytest.raises(ValueError, match="threads"):
        pg.matches("chess", "random", 1, threads=0)
    with pytest.raises(pg.BadPosition):
        pg.matches("chess", "random", 1, start="nowhere")
    with pytest.raises(pg.UnknownVariant):
        pg.matches("ches", "random", 1)
    empty = pg.matches("chess", "random", 0)
    assert (len(empty), empty.returns.shape, empty.piece_kinds) == (0, (0, 2), [])


def test_no_agent_chooses_where_no_seat_acts() -> None:
    state = pg.game("chess").from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1")
    with pytest.raises(ValueError, match="the game is over"):
        pg.agent("random").choose(state)


def interrupted(call: Any) -> float:
    """How long a call goes on after Ctrl-C."""
    sent: list[float] = []

    def interrupt() -> None:
        time.sleep(0.3)
        sent.append(time.monotonic())
        signal.raise_signal(signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    thread.join()
    return time.monotonic() - sent[0]


@pytest.mark.parametrize("spec", ["mcts:1000000", "ab:32"])
def test_long_choices_and_matches_can_be_interrupted(spec: str) -> None:
    state = pg.game("chess").start()
    assert interrupted(lambda: pg.agent(spec).choose(state)) < 2
    assert interrupted(lambda: pg.matches("chess", spec, 10)) < 2


def test_agents_as_opponents() -> None:
    pytest.importorskip("gymnasium")
    for opponent in ("mcts:5", pg.agent("ab:1"), {1: "greedy"}):
        games = []
        for _ in range(2):
            env = pg.make("stax", opponent=opponent)
            _, info = env.reset(seed=4)
            env.action_space.seed(4)
            over, total = False, 0.0
            while not over:
                _, total, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
            games.append((total, info["reason"]))
        assert games[0] == games[1], "the environment's seed determines the game"
    with pytest.raises(TypeError, match="an opponent is an agent"):
        pg.make("stax", opponent=5)  # type: ignore[arg-type]
