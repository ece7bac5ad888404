"""Self-play with an evaluation function, which one or several threads call."""

import signal
import threading
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import plyground as pg

Observations = NDArray[np.float32]
Masks = NDArray[np.bool_]


def even(observations: Observations, masks: Masks) -> tuple[Any, Any]:
    """Evaluate all positions as equal."""
    return masks, np.zeros(len(observations))


def men(observations: Observations, masks: Masks) -> tuple[Any, Any]:
    """Count the pieces of English draughts."""
    own_men, own_kings, men, kings = observations[:, :4].sum(axis=(2, 3)).T
    return masks, (own_men + 1.5 * own_kings - men - 1.5 * kings) / 20


def test_games_are_the_same_for_any_number_of_threads() -> None:
    def run(**changes: Any) -> pg.SelfPlay:
        return pg.self_play(
            "english-draughts", men, 20, seed=4, simulations=8, max_steps=40, num_parallel_games=16, **changes
        )

    one = run(threads=1)
    assert one.trajectories == run(threads=3).trajectories == run(threads=2, max_concurrent_batches=2).trajectories
    assert one.trajectories != run(root="puct").trajectories
    assert one.trajectories.envs.tolist() == list(range(20))
    forgetful = run(cache_mib=0)
    assert forgetful.trajectories == one.trajectories
    assert (forgetful.cache_hits, forgetful.evaluations) == (0, one.evaluations + one.cache_hits)
    assert one.cache_hits > 0
    assert 0 < one.batches < one.evaluations
    assert 0 < one.evaluation_seconds < one.seconds
    assert len(one) == len(one.trajectories) == 20
    assert repr(one) == "<20 games of english-draughts by self-play, seed 4>"


def test_searches_are_better_than_their_evaluation() -> None:
    run = pg.self_play("english-draughts", men, 30, seed=1, simulations=24, full_search_prob=0.5, fast_simulations=4)
    played = run.trajectories
    assert (played.reasons != 255).all()
    weights, found = played.weights, played.root_values
    assert weights is not None
    assert found is not None
    assert set(weights) == {0.0, 1.0}
    assert 0.4 < weights.mean() < 0.6
    # Where the search says who wins, that side wins.
    returns = np.repeat(played.returns, np.diff(played.offsets), axis=0)
    sure = np.abs(found[:, 0]) > 0.3
    assert sure.sum() > 100
    assert (np.sign(found[sure, 0]) * returns[sure, 0]).mean() > 0.4
    rows = played.examples(np.flatnonzero(weights), symmetry="random", seed=2, policies=True)
    assert rows.policies is not None
    assert rows.action_masks is not None
    assert np.allclose(rows.policies.sum(axis=1), 1, atol=1e-4)
    assert not rows.policies[~rows.action_masks].any()


def test_the_function_is_called_by_the_caller_or_by_several_threads() -> None:
    mine = threading.get_ident()
    callers: set[int] = set()
    at_once, most = 0, 0
    lock = threading.Lock()
    both = threading.Event()

    def evaluate(observations: Observations, masks: Masks) -> tuple[Any, Any]:
        nonlocal at_once, most
        with lock:
            callers.add(threading.get_ident())
            at_once += 1
            most = max(most, at_once)
        if most > 1:
            both.set()
        elif len(callers - {mine}):
            both.wait(timeout=5)
        with lock:
            at_once -= 1
        return even(observations, masks)

    pg.self_play("stax", evaluate, 8, simulations=4, max_steps=10, num_parallel_games=16)
    assert callers == {mine}
    assert most == 1
    callers.clear()
    pg.self_play("stax", evaluate, 16, simulations=4, max_steps=10, num_parallel_games=16, max_concurrent_batches=2)
    assert mine not in callers
    assert most == 2
    callers.clear()
    player = pg.neural_agent(evaluate, 4, max_concurrent_batches=2)
    assert (player.max_concurrent_batches, player.logits, player.relative_values) == (2, False, False)
    pg.matches("stax", player, 16, max_steps=10, num_parallel_games=16)
    assert mine not in callers
    callers.clear()
    pg.matches("stax", [player, pg.neural_agent(even, 4)], 16, max_steps=10, num_parallel_games=16)
    assert callers == {mine}, "a function without concurrent batches prevents those of others"


def test_arrays_are_read_only_and_reused() -> None:
    kept: list[tuple[Observations, Masks]] = []

    def evaluate(observations: Observations, masks: Masks) -> tuple[Any, Any]:
        assert not observations.flags.writeable
        assert not masks.flags.writeable
        assert observations.flags.c_contiguous
        kept.append((observations, masks))
        with pytest.raises(ValueError, match="read-only"):
            observations[0] = 1
        return even(observations, masks)

    pg.self_play("stax", evaluate, 8, simulations=4, max_steps=10, cache_mib=0)
    first, last = kept[0][0], kept[-1][0]
    assert np.shares_memory(first, last), "the arrays are reused"
    assert set(np.unique(first)) >= {0.0, 1.0}


def test_logits_and_relative_values() -> None:
    def weights(_: Observations, masks: Masks) -> tuple[Any, Any]:
        return np.where(np.arange(masks.shape[1]) % 3 == 0, 1.0, 0.0) * np.ones_like(masks), np.full(len(masks), 0.25)

    def logits(observations: Observations, masks: Masks) -> tuple[Any, Any]:
        with np.errstate(divide="ignore"):
            policy = np.log(weights(observations, masks)[0])
        return policy, np.tile([0.25, -0.25], (len(masks), 1))

    settings: dict[str, Any] = {"simulations": 8, "max_steps": 20, "root": "puct"}
    plain = pg.self_play("stax", weights, 6, **settings)
    other = pg.self_play("stax", logits, 6, logits=True, relative_values=True, **settings)
    assert plain.trajectories == other.trajectories
    assert pg.self_play("stax", logits, 6, logits=True, **settings).trajectories != plain.trajectories
    state = pg.game("stax").start()
    visits = pg.neural_agent(weights, 16).visit_counts([state])
    assert np.array_equal(visits, pg.neural_agent(logits, 16, logits=True, relative_values=True).visit_counts([state]))


@pytest.mark.parametrize("together", [1, 2])
def test_exceptions_of_the_function_are_raised(together: int) -> None:
    calls = 0

    def evaluate(observations: Observations, masks: Masks) -> tuple[Any, Any]:
        nonlocal calls
        calls += 1
        if calls == 10:
            raise RuntimeError("no more")
        return even(observations, masks)

    with pytest.raises(RuntimeError, match="no more"):
        pg.self_play("stax", evaluate, 100, simulations=4, max_concurrent_batches=together, num_parallel_games=32)
    calls = 5
    with pytest.raises(RuntimeError, match="no more"):
        pg.matches("stax", pg.neural_agent(evaluate, 4, max_concurrent_batches=together), 100, num_parallel_games=32)

    def wrong(_: Observations, masks: Masks) -> tuple[Any, Any]:
        return -1.0 * masks, np.zeros(len(masks))

    with pytest.raises(ValueError, match="non-negative"):
        pg.self_play("stax", wrong, 4, max_concurrent_batches=together)

    def nothing(_: Observations, masks: Masks) -> tuple[Any, Any]:
        return np.full(masks.shape, np.nan), np.zeros(len(masks))

    with pytest.raises(ValueError, match="-inf"):
        pg.self_play("stax", nothing, 4, logits=True, max_concurrent_batches=together)


@pytest.mark.parametrize("together", [1, 2])
def test_self_play_can_be_interrupted(together: int) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    calls = 0

    def evaluate(observations: Observations, masks: Masks) -> tuple[Any, Any]:
        nonlocal calls
        calls += 1
        if calls == 10:
            signal.raise_signal(signal.SIGINT)
        return even(observations, masks)

    try:
        with pytest.raises(KeyboardInterrupt):
            pg.self_play("stax", evaluate, 50_000, max_concurrent_batches=together, cache_mib=0)
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"simulations": 0}, "simulations must be from 1"),
        ({"fast_simulations": 0}, "fast_simulations must be from 1"),
        ({"root": "max"}, "root must be 'gumbel' or 'puct', got 'max'"),
        ({"interior": "max"}, "improved"),
        ({"max_considered_actions": 1}, "max_considered_actions must be at least 2"),
        ({"dirichlet_fraction": 1.5}, "dirichlet_fraction must be from 0 to 1"),
        ({"full_search_prob": float("nan")}, "full_search_prob must be from 0 to 1"),
        ({"temperature": -1}, "temperature must be from 0 to 100"),
        ({"max_concurrent_batches": 0}, "max_concurrent_batches must be from 1 to 256"),
        ({"num_parallel_games": 0}, "num_parallel_games must be from 1"),
        ({"cache_mib": 1 << 40}, "MiB"),
        ({"games": 10_000_000}, "MiB"),
        ({"start": "x"}, "expected: placement"),
    ],
)
def test_invalid_arguments(changes: dict[str, Any], message: str) -> None:
    def never(*_: Any) -> tuple[Any, Any]:
        raise AssertionError("the function must not be called")

    request: dict[str, Any] = {"games": 4, **changes}
    with pytest.raises(ValueError, match=message):
        pg.self_play("stax", never, **request)
    with pytest.raises(TypeError, match="a function of observations and action masks"):
        pg.self_play("stax", 3, 1)  # type: ignore[arg-type]
