"""Networks that learn from given games: of matches, vectors, self-play and arrays."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg

pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")
pytest.importorskip("jax", reason="networks learn with the extra 'learn'")

from models import write_network
from plyground.learn.recording import cloning_targets
from plyground.nets import Model, NetworkAgent

TINY: dict[str, Any] = {"size": (1, 8), "batch_size": 32, "samples_per_position": 1}


def vector_games(id: str, max_steps: int = 40) -> pg.Trajectories:
    games = pg.vector(id, 4, seed=2, record=True, max_steps=max_steps)
    for _ in range(2 * max_steps):
        games.step(games.sample())
    return games.pop_finished()


@pytest.mark.parametrize("id", ["stax", "dice-checkers-chess", "tri-stax-3"])
def test_games_of_a_match(id: str) -> None:
    agents = ["greedy", *["random"] * (pg.info(id).num_seats - 1)]
    run = pg.matches(id, agents, 6, seed=1, offset=6, openings=2, max_steps=60, record=True)
    games = pg.learn.match_trajectories(run)
    assert games.envs.tolist() == list(range(6, 12))
    assert np.array_equal(games.returns, run.returns)
    assert np.array_equal(games.reasons, run.reasons)
    greedy = pg.learn.match_trajectories(run, agents=[0])
    assert games.weights is not None
    assert greedy.weights is not None
    for row in range(6):
        steps = slice(games.offsets[row], games.offsets[row + 1])
        assert games.actions[steps].tolist() == run.state(row).actions.tolist()
        players = games.current_players[steps]
        is_opening = np.arange(len(players)) < len(players) - run.steps[row]
        assert np.array_equal(games.weights[steps] > 0, (players >= 0) & ~is_opening)
        is_greedy = run.agent_indices[row, players] == 0
        assert np.array_equal(greedy.weights[steps] > 0, (players >= 0) & ~is_opening & is_greedy)
    rows = games.examples(np.flatnonzero(games.weights), policies=True)
    assert rows.policies is not None
    assert (rows.policies[np.arange(len(rows)), rows.actions] == 1).all()
    assert rows.root_values is not None
    assert np.array_equal(rows.root_values, rows.returns)
    for wrong, reason in (([2 * len(agents)], "agents must be indices from 0 to"), ([-1], "from 0 to")):
        with pytest.raises(ValueError, match=reason):
            pg.learn.match_trajectories(run, wrong)
    with pytest.raises(ValueError, match="record=True"):
        pg.learn.match_trajectories(pg.matches(id, "random", 2))


def test_recorded_games_have_the_results_of_searches() -> None:
    games = pg.learn.record_games("stax", ["mcts:30", "ab:2"], 5, 3, openings=2, max_steps=30, threads=2)
    assert games == pg.learn.record_games("stax", ["mcts:30", "ab:2"], 5, 3, openings=2, max_steps=30, threads=1)
    starts = [state.actions.tolist() for state in pg.openings("stax", 3, 3, turns=2)]
    policies = games.examples(policies=True).policies
    assert policies is not None
    assert games.weights is not None
    assert games.root_values is not None
    for number in range(5):
        first, opening = games.offsets[number], len(starts[number // 2])
        assert games.actions[first : first + opening].tolist() == starts[number // 2]
        assert not games.weights[first : first + opening].any()
        state = games.game.from_fen(games.starts[number])
        for step in range(first, games.offsets[number + 1]):
            action, seat = int(games.actions[step]), state.current_player
            if games.weights[step] and len(state.legal_actions()) > 1:
                # The agents exchange seats.
                is_mcts = seat == number % 2
                assert (policies[step].max() == 1) <= (not is_mcts)
                assert is_mcts or policies[step, action] == 1
                assert (np.abs(games.root_values[step]) <= 1).all()
                assert games.root_values[step].sum() == pytest.approx(0, abs=1e-5)
            state.apply(action)
    # Values of searches differ from outcomes.
    assert len(np.unique(games.root_values)) > 10


def test_functions_and_networks_are_recorded(tmp_path: Path) -> None:
    def last(state: pg.State) -> str:
        return state.legal_steps()[-1]

    net = NetworkAgent(str(write_network(tmp_path / "stax.onnx", pg.game("stax"))), 4)
    games = pg.learn.record_games("stax", {"last": last, "net": net}, 2, max_steps=6)
    policies = games.examples(policies=True).policies
    assert policies is not None
    for number in range(2):
        state = games.game.from_fen(games.starts[number])
        for step in range(games.offsets[number], games.offsets[number + 1]):
            if len(state.legal_actions()) == 1:
                assert policies[step].max() == 1
            elif state.current_player == number:
                assert games.actions[step] == state.action_of(last(state))
                assert policies[step].max() == 1
            else:
                assert policies[step].max() < 1
            state.apply(int(games.actions[step]))


@pytest.mark.parametrize("id", ["dice-checkers-chess", "masquerade-chess", "tri-stax-3", "chess-golf"])
def test_all_kinds_of_games_are_recorded(id: str) -> None:
    games = pg.learn.record_games(id, "random", 3, max_steps=20, openings=1)
    assert games.weights is not None
    assert not games.weights[games.current_players < 0].any()
    assert (np.diff(games.offsets) >= 20).all()


def test_games_without_searches_get_targets() -> None:
    played = vector_games("dice-checkers-chess")
    games = cloning_targets(played)
    for name in ("offsets", "actions", "current_players", "envs", "returns", "reasons"):
        assert np.array_equal(getattr(games, name), getattr(played, name)), name
    assert games.starts == played.starts
    assert games.weights is not None
    assert np.array_equal(games.weights, played.current_players >= 0)
    assert cloning_targets(games) is games


def test_a_network_learns_the_steps_of_an_agent(tmp_path: Path) -> None:
    """A network that imitates alpha-beta agrees with it in new games more often than an untrained one."""
    run = pg.matches("checkers", "ab:1", 200, seed=1, openings=4, max_steps=80, record=True, size=4)
    games = pg.learn.match_trajectories(run)
    settings = TINY | {"samples_per_position": 8, "learning_rate": 0.01}
    fit = pg.learn.fit(games, out=tmp_path / "new" / "net.onnx", **settings)
    assert fit.training_steps == round(8 * fit.positions / 32)
    assert fit.policy_losses[-1] < 0.9 * fit.policy_losses[0]
    assert fit.value_losses[-1] < fit.value_losses[0]
    assert Model.load(fit.model).description.training["positions"] == fit.positions
    played = pg.matches("checkers", [f"net:{fit.model},2", "random"], 100, 2, openings=2, size=4)
    assert played.mean_returns[0] > 0.2
    # The same games give the same network.
    first, second = (pg.learn.fit(given, out=tmp_path / "net.onnx", **TINY) for given in (games, [games]))
    assert (first.policy_losses, first.value_losses) == (second.policy_losses, second.value_losses)


def test_invalid_arguments(tmp_path: Path) -> None:
    out, games = tmp_path / "net.onnx", vector_games("stax")
    none: Any = np.zeros(len(games.actions), np.float32)
    targets = cloning_targets(games)
    names = ("offsets", "actions", "current_players", "envs", "returns", "reasons", "starts")
    searches = ("policy_offsets", "policy_actions", "policy_weights", "root_values")
    without_examples = pg.Trajectories(
        games.game, **{name: getattr(targets, name) for name in (*names, *searches)}, weights=none
    )
    for number, reason in ((0, "games must be an integer from 1"), (True, "games must be"), (2.0, "games must be")):
        with pytest.raises(ValueError, match=reason):
            pg.learn.record_games("stax", "random", number)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="max_steps must be an integer from 1, got 0"):
        pg.learn.record_games("stax", "random", 1, max_steps=0)
    with pytest.raises(ValueError, match="nobody"):
        pg.learn.record_games("stax", "nobody", 1)
    cases: list[tuple[Any, dict[str, Any], type[Exception], str]] = [
        ([games, vector_games("checkers")], {}, ValueError, "of one game"),
        (games, {"simulations": 4}, ValueError, "does not use the setting simulations"),
        (games, {"speed": 4}, ValueError, "no setting 'speed'"),
        (games, {"batch_size": 0}, ValueError, "batch_size must be"),
        ([], {}, TypeError, "games must be Trajectories"),
        (["stax"], {}, TypeError, "games must be Trajectories"),
        (without_examples, {}, ValueError, "no training examples"),
    ]
    for given, settings, error, reason in cases:
        with pytest.raises(error, match=reason):
            pg.learn.fit(given, out=out, **{**TINY, **settings})
    assert not out.exists()
