"""Learning on small boards that are solved: what a network says can be held against what is so."""

from pathlib import Path

import pytest

import plyground as pg
from solved import solved

pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")
pytest.importorskip("jax", reason="networks learn with the extra 'learn'")

from known_ground import SETTINGS, known
from models import written


def drawn(id: str) -> float:
    """The share of positions that who calls all of them draws is right about."""
    of = solved(pg.game(id, size=4))
    return [of.worth[text] for text in of.open].count(0) / len(of.open)


def test_a_little_learning_shows(tmp_path: Path) -> None:
    """`tests/known_ground.py` goes on until nearly all is known, and does so for checkers too."""
    run = pg.learn.train(pg.game("stax", size=4), out=tmp_path, generations=16, **{**SETTINGS, "games": 192})
    found = known(run.model, games=20)
    assert found.right > 0.45 > drawn("stax") + 0.05
    assert found.given < 14


@pytest.mark.parametrize("id", ["checkers", "stax"])
def test_who_was_not_taught_knows_nothing(tmp_path: Path, id: str) -> None:
    """On so small a board 64 simulations see enough to hold a draw, so that checkers are played with fewer."""
    simulations = 64 if id == "stax" else 2
    found = known(written(tmp_path / "drawn.onnx", pg.game(id, size=4)), simulations, games=20)
    assert found.right < drawn(id) + 0.05
    assert found.given >= 14
    assert found.short["perfect"] >= 10
