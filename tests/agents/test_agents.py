"""Agents and matches: what they are given, what comes back, and what they refuse."""

import pickle
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import plyground as pg

COLUMNS = (
    "returns",
    "steps",
    "reasons",
    "first_action",
    "agent_indices",
    "branching",
    "lead_changes",
    "drama",
    "piece_step",
)


def test_matches_have_a_row_for_each_game() -> None:
    run = pg.matches("stax", ["greedy", pg.agent("random")], 20, seed=1)
    assert len(run) == 20
    assert run.game == pg.game("stax")
    assert (run.agent_specs, run.seed, run.offset) == (("greedy", "random"), 1, 0)
    assert run.returns.shape == run.agent_indices.shape == (20, 2)
    assert run.pieces.shape == (20, 2, len(run.piece_kinds))
    types = [getattr(run, column).dtype for column in COLUMNS]
    assert types == ["f8", "u4", "u1", "i4", "u1", "f4", "u2", "f4", "i4"]
    assert run.agent_indices.tolist() == [[0, 1], [1, 0]] * 10
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
    assert run.agent_indices.tolist() == [[0, 1], [1, 0]] * 2
    assert still.agent_indices.tolist() == [[0, 1]] * 4
    assert set(run.first_action) <= set(state.legal_actions())


def test_matches_begin_at_the_given_start() -> None:
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
    others = [state.resample_from_observation(state.current_player, seed) for seed in range(6)]
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
        ("", "does not exist; expected one of random, greedy, strong:ms=T, ab:D, mcts:N"),
        ("mcts:0", "from 1 to 1000000"),
        ("ab:33", "from 1 to 32"),
        ("mcts:9,cut=-1", "cut must be from 0 to 10000"),
        ("mcts:9,depth=1", "has only the options ms "),
        ("ab", "needs a number"),
        ("x" * 1_000_000, "does not exist"),
    ],
)
def test_unknown_agent_specs_are_rejected(spec: str, message: str) -> None:
    calls: list[Any] = [
        pg.agent,
        lambda spec: pg.matches("chess", spec, 1),
        lambda spec: pg.make("chess", opponent=spec),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=message) as caught:
            call(spec)
        assert len(str(caught.value)) < 300


def test_invalid_matches_are_rejected() -> None:
    for agents, error in [([], ValueError), (["random"] * 3, ValueError), (3, TypeError), ([3], TypeError)]:
        with pytest.raises(error, match="agent"):
            pg.matches("chess", agents, 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="games must be from"):
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


def seconds_after_interrupt(call: Any) -> float:
    """Return the number of seconds that a call continues after Ctrl-C."""
    sent: list[float] = []
    # SIGINT may be ignored if the tests run in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupt() -> None:
        time.sleep(0.3)
        sent.append(time.monotonic())
        signal.raise_signal(signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
    finally:
        thread.join()
        signal.signal(signal.SIGINT, before)
    return time.monotonic() - sent[0]


@pytest.mark.parametrize("spec", ["mcts:1000000", "ab:32"])
def test_long_choices_and_matches_can_be_interrupted(spec: str) -> None:
    state = pg.game("chess").start()
    assert seconds_after_interrupt(lambda: pg.agent(spec).choose(state)) < 2
    assert seconds_after_interrupt(lambda: pg.matches("chess", spec, 10)) < 2


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
    with pytest.raises(TypeError, match="opponent must be an agent"):
        pg.make("stax", opponent=5)  # type: ignore[arg-type]


def uniform_evaluator(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> tuple[Any, Any]:
    """An evaluator with equal priors and values of 0."""
    assert observations.dtype == np.float32
    assert masks.dtype == np.bool_
    assert len(observations) == len(masks) > 0
    assert masks.any(axis=1).all()
    return masks.astype(float), np.zeros(len(masks))


def count_pieces(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> tuple[Any, Any]:
    """An evaluator that counts the pieces of English draughts."""
    own_men, own_kings, men, kings = observations[:, :4].sum(axis=(2, 3)).T
    return masks, (own_men + 1.5 * own_kings - men - 1.5 * kings) / 20


def test_evaluator_guides_the_search() -> None:
    assert pg.info("english-draughts").plane_names[:4] == ("own men", "own kings", "enemy men", "enemy kings")
    sizes = []

    def evaluator(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> tuple[Any, Any]:
        sizes.append(len(masks))
        return count_pieces(observations, masks)

    run = pg.matches("english-draughts", [pg.neural_agent(evaluator, 24), "random"], 40, seed=2, num_parallel_games=20)
    assert run.returns[run.agent_indices == 0].mean() > 0.7
    assert max(sizes) == 10, "a batch has half of the parallel games"
    other = pg.matches(
        "english-draughts",
        [pg.neural_agent(count_pieces, 24), "random"],
        40,
        seed=2,
        num_parallel_games=7,
        threads=1,
    )
    assert np.array_equal(run.steps, other.steps)
    assert run.agent_specs == ("neural:24,c_puct=1.5,temperature=0", "random")


@pytest.mark.parametrize("root", ["puct", "gumbel"])
def test_each_simulation_visits_an_action(root: Any) -> None:
    state = pg.game("chess").start()
    state.play_random(seed=2, max_steps=5)
    for simulations in (1, 2, 7):
        agent = pg.neural_agent(uniform_evaluator, simulations, root=root)
        assert agent.visit_counts([state]).sum() == simulations
        assert agent.analyze(state).simulations == simulations


def test_search_counts_visits() -> None:
    player = pg.neural_agent(uniform_evaluator, 30, temperature=1)
    for id in ("chess", "masquerade-chess", "double-checkers-cutthroat"):
        game = pg.game(id)
        states = [game.start(), game.start()]
        states[1].play_random(seed=1, max_steps=9)
        visits = player.visit_counts(states, seed=3)
        assert visits.shape == (2, game.num_actions)
        assert visits.dtype == np.uint32
        assert visits.sum(axis=1).tolist() == [30, 30]
        for state, row in zip(states, visits, strict=True):
            assert set(np.flatnonzero(row)) <= set(state.legal_actions())
            assert player.choose(state) in state.legal_actions()
    with pytest.raises(ValueError, match="at least one state"):
        player.visit_counts([])
    with pytest.raises(ValueError, match="one game"):
        player.visit_counts([pg.game("chess").start(), pg.game("stax").start()])
    over = pg.game("chess").from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1")
    assert player.visit_counts([over]).sum() == 0
    with pytest.raises(ValueError, match="no seat is to act"):
        player.choose(over)


def test_steps_never_tried_can_count_as_their_position() -> None:
    plain, urgent = pg.neural_agent(count_pieces, 40), pg.neural_agent(count_pieces, 40, fpu_reduction=0.2)
    assert plain.fpu_reduction is None
    assert urgent.spec == "neural:40,c_puct=1.5,temperature=0,fpu_reduction=0.2"
    assert pickle.loads(pickle.dumps(urgent)).fpu_reduction == 0.2
    states = [pg.game("english-draughts").start() for _ in range(8)]
    for number, state in enumerate(states):
        state.play_random(seed=number, max_steps=30)
    assert not np.array_equal(plain.visit_counts(states), urgent.visit_counts(states))


def test_search_stops_at_its_time_limit() -> None:
    def slow(observations: NDArray[np.float32], masks: NDArray[np.bool_]) -> tuple[Any, Any]:
        time.sleep(0.005)
        return count_pieces(observations, masks)

    player = pg.neural_agent(slow, ms=20)
    assert (player.ms, player.simulations, player.root) == (20, 1_000_000, "puct")
    assert player.spec == "neural:1000000,ms=20,c_puct=1.5,temperature=0"
    assert pickle.loads(pickle.dumps(pg.neural_agent(count_pieces, ms=20))).ms == 20
    # At most four evaluations begin in time; one is that of the root, which is not a visit of a step.
    assert 1 <= player.visit_counts([pg.game("english-draughts").start()]).sum() <= 5
    assert pg.neural_agent(slow, ms=1).visit_counts([pg.game("english-draughts").start()]).sum() >= 1
    assert pg.neural_agent(count_pieces, 8, ms=3_600_000).visit_counts([pg.game("english-draughts").start()]).sum() == 8
    run = pg.matches("english-draughts", [pg.neural_agent(count_pieces, ms=1), "random"], 2, seed=0, max_steps=12)
    assert len(run) == 2
    for settings, reason in {
        (("ms", 0),): "ms must be from 1 to 3600000, got 0",
        (("ms", 5), ("root", "gumbel")): "ms requires root='puct', got root='gumbel'",
    }.items():
        with pytest.raises(ValueError, match=reason):
            pg.neural_agent(count_pieces, **dict(settings))  # type: ignore[arg-type]


def test_the_root_can_be_that_of_self_play() -> None:
    game = pg.game("english-draughts")
    plain, halving = (
        pg.neural_agent(count_pieces, 24),
        pg.neural_agent(count_pieces, 24, root="gumbel", max_considered_actions=8, interior="puct", fpu_reduction=0.2),
    )
    assert (plain.root, plain.max_considered_actions, plain.maxvisit_init, plain.value_scale, plain.interior) == (
        "puct",
        None,
        None,
        None,
        None,
    )
    assert (halving.root, halving.max_considered_actions, halving.interior) == ("gumbel", 8, "puct")
    assert halving.spec == (
        "neural:24,c_puct=1.5,temperature=0,fpu_reduction=0.2,root=gumbel,max_considered_actions=8,maxvisit_init=50,value_scale=1,interior=puct"
    )
    for player in (plain, halving):
        assert pickle.loads(pickle.dumps(player)).spec == player.spec
    # 10x19 takes one man, 11x18 goes on and takes two: both last to the end, and the better one is made.
    take = game.from_fen("B:W15,17,20,22:B10,11 - 0 0 -")
    for seed in range(8):
        visits = halving.visit_counts([take], seed)[0]
        assert visits[visits > 0].tolist() == [12, 12]
        assert take.step_of(halving.choose(take, seed)) == "11x18"
    run = pg.matches("english-draughts", [halving, "random"], 20, seed=2, num_parallel_games=8)
    assert run.returns[run.agent_indices == 0].mean() > 0.7
    again = pg.matches("english-draughts", [halving, "random"], 20, seed=2, num_parallel_games=5, threads=1)
    assert np.array_equal(run.steps, again.steps)


def test_choices_are_drawn_by_the_temperature() -> None:
    state = pg.game("english-draughts").start()
    for root in ("puct", "gumbel"):
        best, free = (
            pg.neural_agent(count_pieces, 24, root=root),
            pg.neural_agent(count_pieces, 24, root=root, temperature=1),
        )
        assert len({free.choose(state, seed) for seed in range(30)}) > 1
        assert free.choose(state, 5) == free.choose(state, 5)
        if root == "gumbel":
            assert len({best.choose(state, seed) for seed in range(30)}) == 1


def test_a_function_can_be_an_opponent() -> None:
    pytest.importorskip("gymnasium")
    env = pg.make("english-draughts", opponent=pg.neural_agent(count_pieces, 8))
    _, info = env.reset(seed=1)
    over, total = False, 0.0
    while not over:
        _, total, over, _, info = env.step(int(info["action_mask"].argmax()))
    assert total == -1.0, "who makes the first step there is loses"
    assert pickle.loads(pickle.dumps(pg.neural_agent(count_pieces, 8, c_puct=2))).c_puct == 2.0


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda masks: masks, "pair of policy and value"),
        (lambda masks: (masks[:, 1:], np.zeros(len(masks))), "the policy must have the shape"),
        (lambda masks: (masks, np.zeros((len(masks), 3))), "the value must have the shape"),
        (lambda masks: (-1.0 * masks, np.zeros(len(masks))), "non-negative"),
        (lambda masks: (masks, np.full(len(masks), np.nan)), "finite"),
        (lambda masks: (masks, ["x"] * len(masks)), "could not convert"),
        (lambda _: 1 / 0, "division by zero"),
    ],
)
def test_invalid_outputs_of_an_evaluator_are_rejected(answer: Any, message: str) -> None:
    player = pg.neural_agent(lambda _, masks: answer(masks), 4)
    with pytest.raises((ValueError, TypeError, ZeroDivisionError), match=message):
        pg.matches("chess", player, 3)
    with pytest.raises((ValueError, TypeError, ZeroDivisionError), match=message):
        player.visit_counts([pg.game("chess").start()])


def test_invalid_settings_of_neural_agents_are_rejected() -> None:
    with pytest.raises(TypeError, match="a function of observations and action masks"):
        pg.neural_agent(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="simulations must be from 1 to 1000000"):
        pg.neural_agent(uniform_evaluator, 0)
    with pytest.raises(ValueError, match="temperature must be from 0 to 100"):
        pg.neural_agent(uniform_evaluator, 5, temperature=-1)
    with pytest.raises(ValueError, match="reduction must be from 0 to 100"):
        pg.neural_agent(uniform_evaluator, 5, fpu_reduction=-1)
    with pytest.raises(ValueError, match="root must be 'gumbel' or 'puct', got 'best'"):
        pg.neural_agent(uniform_evaluator, 5, root="best")
    with pytest.raises(ValueError, match="require root='gumbel', got root='puct'"):
        pg.neural_agent(uniform_evaluator, 5, max_considered_actions=8)
    with pytest.raises(ValueError, match="max_considered_actions must be at least 2, got 1"):
        pg.neural_agent(uniform_evaluator, 5, root="gumbel", max_considered_actions=1)
    with pytest.raises(ValueError, match="maxvisit_init must be from 0 to 1000000"):
        pg.neural_agent(uniform_evaluator, 5, root="gumbel", maxvisit_init=-1)
    with pytest.raises(ValueError, match="'improved' or 'puct', got 'best'"):
        pg.neural_agent(uniform_evaluator, 5, root="gumbel", interior="best")
    with pytest.raises(ValueError, match="neural"):
        pg.agent("neural:64")
    with pytest.raises(ValueError, match="num_parallel_games"):
        pg.matches("chess", pg.neural_agent(uniform_evaluator), 1, num_parallel_games=0)
