"""Networks as they are computed while they learn and as files: the same numbers, whatever the board."""

import numpy as np
import pytest

import plyground as pg

pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")
jax = pytest.importorskip("jax", reason="networks learn with the extra 'learn'")

from models import drawn  # noqa: E402
from plyground.learn.export import to_onnx  # noqa: E402
from plyground.learn.network import born, forward  # noqa: E402
from plyground.learn.shape import Shape  # noqa: E402
from plyground.learn.size import SIZES  # noqa: E402
from plyground.nets import Description, Model  # noqa: E402

GAMES = (
    "stax",
    "chess",
    "two-move-chess",
    "english-draughts",
    "italian-draughts",
    "tri-stax-3",
    "three-kings-chess",
    "double-chess-cutthroat",
    "tri-chess-3-cutedges",
    "cylindrical-chess",
    "double-checkers-cutthroat",
)
"""Squares and triangles, boards that fill their grids and others, with and without actions that stand nowhere or elsewhere for
the seats at the sides."""


@pytest.mark.parametrize("id", GAMES)
def test_a_file_says_what_the_network_says(id: str) -> None:
    rules = pg.game(id)
    shape, weights = drawn(rules)
    model = Model(to_onnx(weights, shape, Description.of(rules)))
    games = rules.vector(16, seed=1)
    for _ in range(10):
        games.step(games.sample())
    seen = np.array(games.observations)
    policy, values = model.judge(seen)
    logits, own = map(np.asarray, forward(weights, seen, shape))
    least, most = rules.info.scores.min_return, rules.info.scores.max_return
    assert np.ptp(logits) > 0.1
    assert np.abs(policy - logits).max() < 1e-4
    assert np.abs(values - (least + (own + 1) * (most - least) / 2)).max() < 1e-4
    # One at a time it says the same: a batch is of any size.
    assert np.abs(np.concatenate([model.judge(seen[at : at + 1])[0] for at in range(3)]) - policy[:3]).max() < 1e-4


@pytest.mark.parametrize("id", ["stax", "english-draughts", "chess", "tri-stax-3"])
def test_tiny_networks_are_small_files(id: str) -> None:
    rules = pg.game(id)
    shape = Shape.of(rules, "tiny")
    weights = born(shape, 3)
    assert len(to_onnx(weights, shape, Description.of(rules))) < 400_000
    policy, values = forward(weights, rules.start().observe()[None], shape)
    assert not np.asarray(policy).any(), "all actions are as good to begin with"
    assert np.abs(np.asarray(values)).max() < 0.9
    assert all((np.asarray(array) == np.asarray(born(shape, 3)[name])).all() for name, array in weights.items())


def test_sizes_are_checked() -> None:
    rules = pg.game("stax")
    assert Shape.of(rules, (3, 16)).blocks == 3
    assert Shape.of(rules, "3x16").arrays() == Shape.of(rules, (3, 16)).arrays()
    assert Shape.of(rules, "small").channels == SIZES["small"][1]
    for size in ("huge", "2x", "0x8", "9" * 5000 + "x8", (0, 8), (2, 2), (2.0, 8)):
        with pytest.raises(ValueError, match="a network"):
            Shape.of(rules, size)  # type: ignore[arg-type]
