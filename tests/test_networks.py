"""Networks as they are computed while they learn and as files: the same numbers, whatever the board."""

import re

import numpy as np
import pytest

import plyground as pg
from plyground.learn.layout import layout_of

pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")
jax = pytest.importorskip("jax", reason="networks learn with the extra 'learn'")

from models import drawn  # noqa: E402
from plyground.learn.export import to_onnx  # noqa: E402
from plyground.learn.network import born, forward  # noqa: E402
from plyground.learn.shape import SIZES, Shape  # noqa: E402
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
)
"""Squares and triangles, boards that fill their grids and others, with and without actions that stand nowhere."""


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
    least, most = rules.info.scores.least, rules.info.scores.most
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
    assert Shape.of(rules, "small").channels == SIZES["small"][1]
    for size in ("huge", (0, 8), (2, 2), (2.0, 8)):
        with pytest.raises(ValueError, match="a network"):
            Shape.of(rules, size)  # type: ignore[arg-type]


def places(rules: pg.Game, departures: bool) -> int:
    """How many steps of seat 0 stand at the cell that the layout says, those of some random play; another one fails."""
    info, layout = rules.info, layout_of(rules)
    columns, found = info.observation_shape[2], 0
    state, rng = rules.start(), np.random.default_rng(1)
    for _ in range(40):
        if state.over:
            break
        steps, actions = state.legal(), state.legal_actions()
        for step, action in zip(steps, actions, strict=True):
            cells = re.findall(r"[a-w]?\d+", step)
            if state.actor != 0 or len(cells) != 2 or action >= layout.ways * len(layout.cells):
                continue
            row, column = info.grid[info.cells.index(cells[0 if departures else 1])]
            assert layout.cells[action % len(layout.cells)] == row * columns + column, (step, action)
            found += 1
        state.apply(rng.choice(actions))
    return found


CHECKERS = [id for id in pg.variants() if pg.info(id).family in ("adams_checkers", "tri_checkers", "draughts")]
ODD = {"italian-draughts", "spanish-draughts", "turkish-draughts", "tri-stax-2", "tri-stax-3", "queens", "stax"}
"""Boards that are numbered from another corner, ways of their own, and all cells or half of them."""


@pytest.mark.parametrize("id", sorted({*CHECKERS[::3], *ODD}))
def test_actions_of_draughts_and_checkers_stand_where_the_layout_says(id: str) -> None:
    rules = pg.game(id)
    assert places(rules, rules.info.family != "draughts") > 20


@pytest.mark.parametrize("id", ["chess", "tri-chess-3", "three-kings-chess", "double-chess-cutthroat"])
def test_arrivals_of_chess_stand_where_the_layout_says(id: str) -> None:
    assert places(pg.game(id), False) > 100


@pytest.mark.parametrize("id", pg.variants())
def test_every_action_has_one_place(id: str) -> None:
    rules = pg.game(id)
    layout = layout_of(rules)
    rows, columns = rules.observation_shape[1:]
    assert layout.ways * len(layout.cells) + layout.rest == rules.num_actions
    assert layout.rest >= 0
    assert len(set(layout.cells)) == len(layout.cells)
    assert layout.cells.max() < rows * columns
