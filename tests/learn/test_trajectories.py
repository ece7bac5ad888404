"""Trajectories of recorded games, and training examples from them."""

import json
import pickle
from typing import Any

import numpy as np
import pytest

import plyground as pg


def record(id: str, *, steps: int = 120, max_steps: int = 60) -> pg.Trajectories:
    games = pg.vector(id, 8, seed=4, observations=False, action_masks=False, max_steps=max_steps, record=True)
    for _ in range(steps):
        games.step(games.sample())
    return games.pop_finished()


@pytest.mark.parametrize(
    "id", ["chess960", "stax", "masquerade-chess", "english-draughts-three-move", "tri-queens-6-pairs"]
)
def test_recorded_games_can_be_replayed(id: str) -> None:
    played = record(id, steps=200)
    assert len(played) > 5
    assert played.offsets[0] == 0
    assert played.returns.shape == (len(played), pg.info(id).num_seats)
    for number, (start, first, last) in enumerate(zip(played.starts, played.offsets, played.offsets[1:], strict=False)):
        state = pg.game(id).from_fen(start)
        for action, actor in zip(played.actions[first:last], played.current_players[first:last], strict=True):
            assert state.current_player == actor
            state.apply(int(action))
        if state.is_terminal:
            assert np.array_equal(played.returns[number], np.array(state.returns, np.float32))
            assert pg.REASONS[played.reasons[number]] == state.reason
        else:
            assert last - first >= 60
            assert played.reasons[number] == 255
            assert not played.returns[number].any()


def test_each_game_is_recorded_once_for_any_number_of_threads() -> None:
    def play(threads: int) -> list[pg.Trajectories]:
        games = pg.vector("checkers", 300, seed=1, threads=threads, record=True)
        told = []
        for _ in range(4):
            for _ in range(60):
                games.step(games.sample())
            told.append(games.pop_finished())
        return told

    one, three = play(1), play(3)
    assert sum(map(len, one)) > 300
    for a, b in zip(one, three, strict=True):
        assert a.starts == b.starts
        for field in ("offsets", "actions", "current_players", "envs", "returns", "reasons"):
            assert np.array_equal(getattr(a, field), getattr(b, field)), field
    with pytest.raises(ValueError, match="record=True"):
        pg.vector("checkers", 2).pop_finished()


def arrays(played: pg.Trajectories) -> dict[str, Any]:
    """Return copies of the arguments from which trajectories without searches can be made again."""
    names = ("offsets", "actions", "current_players", "envs", "returns", "reasons")
    return {"game": played.game, "starts": played.starts, **{name: getattr(played, name).copy() for name in names}}


@pytest.mark.parametrize("id", ["chess960", "english-draughts-three-move", "tri-stax-3"])
def test_trajectories_are_made_from_arrays(id: str) -> None:
    played = record(id)
    made = pg.Trajectories(**arrays(played))
    assert made == played
    assert made.examples() == played.examples()
    assert len(pg.Trajectories(**arrays(record(id, steps=0)))) == 0


@pytest.mark.parametrize(
    ("name", "place", "value", "why"),
    [
        ("actions", 0, -1, "game 0, step 0: action -1 is out of range"),
        ("actions", 1, 10**6, "game 0, step 1: action 1000000 is out of range"),
        ("current_players", 0, 1, "game 0, step 0: "),
        ("current_players", 0, -2, "game 0, step 0: "),
        ("returns", 0, [1, -1], "game 0: "),
        ("reasons", 0, 3, "game 0: "),
        ("offsets", 0, 1, "offsets must"),
        ("offsets", 1, 10**9, "offsets must"),
        ("offsets", 1, -5, "offsets must"),
    ],
)
def test_arrays_of_games_that_cannot_have_been_played_are_rejected(name: str, place: int, value: Any, why: str) -> None:
    wrong = arrays(record("stax", max_steps=20))
    wrong[name][place] = value
    with pytest.raises(ValueError, match=why):
        pg.Trajectories(**wrong)


def test_illegal_steps_of_arrays_are_rejected() -> None:
    played = record("stax", max_steps=20)
    state = played.game.from_fen(played.starts[0])
    wrong = arrays(played)
    wrong["actions"][0] = np.setdiff1d(np.arange(played.game.num_actions), state.legal_actions())[0]
    with pytest.raises(ValueError, match="game 0, step 0: "):
        pg.Trajectories(**wrong)


def test_arrays_that_do_not_fit_each_other_are_rejected() -> None:
    played = record("stax", max_steps=20)
    right, games = arrays(played), len(played)
    for name, value, why in [
        ("game", pg.game("chess"), "game 0: "),
        ("game", pg.game("tri-stax-3"), "3 seats"),
        ("starts", ["nowhere"] * games, "game 0: "),
        ("starts", played.starts[1:], f"{games - 1} starts"),
        ("envs", right["envs"][1:], f"{games} starts"),
        ("reasons", right["reasons"][1:], f"{games} starts"),
        ("returns", right["returns"][1:], f"{games} starts"),
        ("returns", right["returns"][:, :1], "2 seats"),
        ("offsets", right["offsets"][:-1], "offsets must"),
        ("offsets", np.zeros(0, np.int64), "offsets must"),
        ("actions", right["actions"][:-1], "as many"),
        ("current_players", right["current_players"][:-1], "as many"),
        ("weights", np.ones(len(played.actions), np.float32), "either all"),
    ]:
        with pytest.raises(ValueError, match=why):
            pg.Trajectories(**{**right, name: value})
    for name in ("offsets", "actions", "current_players", "envs", "returns", "reasons"):
        with pytest.raises(TypeError):
            pg.Trajectories(**{**right, name: right[name].astype(np.float64)})
    with pytest.raises(TypeError):
        pg.Trajectories(**{**right, "starts": played.starts[0]})


@pytest.mark.parametrize("id", ["chess", "queens", "universal-stax-numbers", "tri-stax-3", "turkish-draughts"])
def test_transformed_examples_are_those_of_transformed_states(id: str) -> None:
    played = record(id)
    names = list(pg.game(id).symmetries)
    chosen = np.flatnonzero(played.current_players >= 0)[::7][::-1]
    examples = played.examples(chosen, symmetry="random", seed=9)
    assert len(examples) == len(chosen)
    assert examples.observations is not None
    assert examples.action_masks is not None
    turned = 0
    for row, step in enumerate(chosen):
        number = np.searchsorted(played.offsets, step, side="right") - 1
        state = pg.game(id).from_fen(played.starts[number])
        for action in played.actions[played.offsets[number] : step]:
            state.apply(int(action))
        assert examples.values[row] == played.returns[number, state.current_player]
        symmetry = examples.symmetries[row]
        if symmetry >= 0:
            turned += 1
            other = state.transform(names[symmetry])
            assert other is not None
            state = other
        assert np.array_equal(examples.observations[row], state.observe())
        assert np.array_equal(examples.action_masks[row], state.action_mask())
        assert examples.current_players[row] == state.current_player
        assert examples.action_masks[row, examples.actions[row]]
    assert (turned > 0) == bool(names)
    again = played.examples(chosen, symmetry="random", seed=9, observations="uint8", action_masks="bits")
    assert np.array_equal(again.symmetries, examples.symmetries)
    assert again.observations is not None
    assert np.abs(again.observations - examples.observations * 255).max() <= 0.501
    assert again.action_masks is not None
    bits = np.unpackbits(again.action_masks, axis=1, count=examples.action_masks.shape[1], bitorder="little")
    assert np.array_equal(bits, examples.action_masks)


def test_a_symmetry_can_be_named() -> None:
    played = record("queens")
    mirrored = played.examples(symmetry="mirror")
    plain = played.examples()
    assert len(plain) == len(played.actions)
    assert (mirrored.symmetries == 0).all()
    assert (plain.symmetries == -1).all()
    assert plain.observations is not None
    assert np.array_equal(mirrored.observations, plain.observations[..., ::-1])  # type: ignore[arg-type]
    _, actions = played.game.symmetries["mirror"]
    assert np.array_equal(mirrored.actions, actions[plain.actions])


def test_invalid_examples_are_rejected() -> None:
    played = record("checkers")
    with pytest.raises(IndexError, match=r"steps must be at least 0 and below .*, got -1"):
        played.examples([-1])
    with pytest.raises(IndexError, match=f"below {len(played.actions)}, got {len(played.actions)}"):
        played.examples([0, len(played.actions)])
    with pytest.raises(TypeError, match="integers"):
        played.examples([0.5])
    with pytest.raises(ValueError, match=r"symmetry must be one of random.*, got 'turn-90'"):
        played.examples(symmetry="turn-90")
    with pytest.raises(ValueError, match="one dimension"):
        played.examples([[1]])
    assert len(played.examples(np.empty(0, np.int64))) == 0
    drawn = record("english-draughts-three-move", steps=300)
    chance = np.flatnonzero(drawn.current_players == -2)
    if len(chance):
        with pytest.raises(ValueError, match="must not contain chance steps"):
            drawn.examples(chance[:1])
    with pytest.raises(ValueError, match="read-only"):
        played.actions[0] = 3


def uniform_evaluator(_: Any, masks: Any) -> tuple[Any, Any]:
    """An evaluator with equal priors and values of 0."""
    return masks, np.zeros(len(masks), np.float32)


@pytest.mark.parametrize("id", ["stax", "tri-stax-3", "english-draughts-three-move", "masquerade-chess"])
def test_search_results_are_recorded(id: str) -> None:
    run = pg.self_play(
        id, uniform_evaluator, 3, seed=2, simulations=8, max_steps=40, full_search_prob=0.5, fast_simulations=2
    )
    played = run.trajectories
    assert played.policy_offsets is not None
    assert played.policy_actions is not None
    assert played.policy_weights is not None
    assert played.root_values is not None
    assert played.weights is not None
    steps, seats = len(played.actions), pg.info(id).num_seats
    assert played.policy_offsets.shape == (steps + 1,)
    assert played.root_values.shape == (steps, seats)
    assert set(np.unique(played.weights)) == {0, 1}
    for number, start in enumerate(played.starts):
        state = pg.game(id).from_fen(start)
        for step in range(played.offsets[number], played.offsets[number + 1]):
            policy = slice(played.policy_offsets[step], played.policy_offsets[step + 1])
            assert played.policy_actions[policy].tolist() == (
                sorted(state.legal_actions()) if state.current_player >= 0 else []
            )
            if state.current_player >= 0:
                assert played.policy_weights[policy].sum() == pytest.approx(1, abs=1e-4)
            else:
                assert played.weights[step] == 0
            state.apply(int(played.actions[step]))
    assert pg.Trajectories.from_json(played.to_json()) == played
    assert pickle.loads(pickle.dumps(played)) == played
    examples = played.examples(policies=True)
    assert pickle.loads(pickle.dumps(examples)) == examples != played.examples()
    assert played.examples().policies is None


@pytest.mark.parametrize("id", ["queens", "tri-queens-6-cutthroat", "tri-stax-3", "chess"])
def test_symmetries_transform_policies_as_actions(id: str) -> None:
    played = pg.self_play(id, uniform_evaluator, 2, seed=5, simulations=8, max_steps=30).trajectories
    plain, turned = (played.examples(policies=True, symmetry=how, seed=1) for how in (None, "random"))
    assert plain.policies is not None
    assert turned.policies is not None
    assert plain.root_values is not None
    assert played.root_values is not None
    assert played.weights is not None
    maps = [actions for _, actions in played.game.symmetries.values()]
    for row, symmetry in enumerate(turned.symmetries):
        expected = plain.policies[row]
        if symmetry >= 0:
            expected = np.zeros_like(expected)
            expected[maps[symmetry]] = plain.policies[row]
        assert np.array_equal(turned.policies[row], expected)
    assert np.allclose(plain.policies.sum(axis=1), 1, atol=1e-4)
    assert turned.action_masks is not None
    assert not turned.policies[~turned.action_masks].any()
    chosen = np.flatnonzero(played.current_players >= 0)
    games = np.searchsorted(played.offsets, chosen, side="right") - 1
    seats = pg.info(id).num_seats
    order = (played.current_players[chosen, None] + np.arange(seats)) % seats
    assert np.array_equal(plain.returns, np.take_along_axis(played.returns[games], order, axis=1))
    assert np.array_equal(plain.root_values, np.take_along_axis(played.root_values[chosen], order, axis=1))
    assert np.array_equal(plain.returns[:, 0], plain.values)
    assert plain.weights is not None
    assert np.array_equal(plain.weights, played.weights[chosen])


def test_games_without_searches_have_no_policies() -> None:
    played = record("stax")
    for name in ("policy_offsets", "policy_actions", "policy_weights", "root_values", "weights"):
        assert getattr(played, name) is None
    examples = played.examples()
    assert (examples.policies, examples.root_values, examples.weights) == (None, None, None)
    assert examples.returns.shape == (len(examples), 2)
    with pytest.raises(ValueError, match="only games with search results"):
        played.examples(policies=True)


def test_invalid_policies_are_rejected() -> None:
    played = pg.self_play("stax", uniform_evaluator, 2, simulations=4, max_steps=10).trajectories
    data = json.loads(played.to_json())
    for part, place, to, why in [
        ("policy_weights", 0, 3, "game 0, step 0: the weights of the policy must sum to 1"),
        ("policy_actions", 0, -1, "game 0, step 0: the policy contains action -1, which is not legal"),
        ("policy_offsets", 1, 10**6, "policy_offsets must ascend"),
        ("weights", 0, -1, "weights non-negative"),
        ("root_values", 0, [0], "root_values must have 2 columns"),
    ]:
        changed = json.loads(json.dumps(data))
        changed[part][place] = to
        with pytest.raises(ValueError, match=why):
            pg.Trajectories.from_json(json.dumps(changed))
    del data["weights"]
    with pytest.raises(ValueError, match="must be given"):
        pg.Trajectories.from_json(json.dumps(data))
    restore, args = played.__reduce__()
    with pytest.raises(ValueError, match="either all or none of policy_offsets"):
        restore(*args[:-1])
