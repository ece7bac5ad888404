"""Training on small boards that are solved: the network is compared with the solution."""

from pathlib import Path

import pytest

import plyground as pg
from solved import solve

pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")
pytest.importorskip("jax", reason="networks learn with the extra 'learn'")

from models import write_network
from solved_training import SETTINGS, measure


def draw_fraction(id: str) -> float:
    """The fraction of positions that are draws: the accuracy of a network whose values are all 0."""
    solution = solve(pg.game(id, size=4))
    return [solution.values[text] for text in solution.positions].count(0) / len(solution.positions)


def test_a_short_run_improves_accuracy(tmp_path: Path) -> None:
    """`tests/support/solved_training.py` trains until at least 95 % are correct, for checkers as well."""
    settings = {**SETTINGS, "games_per_generation": 192, "learning_rate": 0.004}
    run = pg.learn.train(pg.game("stax", size=4), out=tmp_path, generations=8, **settings)
    found = measure(run.model, games=20)
    assert found.network > 0.45 > draw_fraction("stax") + 0.05
    assert found.errors < 14


@pytest.mark.parametrize("id", ["checkers", "stax"])
def test_untrained_networks_are_inaccurate(tmp_path: Path, id: str) -> None:
    """With 64 simulations any network holds a draw on the small board of checkers, so that it gets two."""
    simulations = 64 if id == "stax" else 2
    found = measure(write_network(tmp_path / "random.onnx", pg.game(id, size=4)), simulations, games=20)
    assert found.network < draw_fraction(id) + 0.05
    assert found.errors >= 14
    assert found.lost_games["perfect"] >= 10
