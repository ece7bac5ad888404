"""The network in JAX and in ONNX files: equal outputs on all kinds of boards."""

import numpy as np
import pytest

import plyground as pg

pytest.importorskip("onnxruntime", reason="models are played with the extra 'net'")
jax = pytest.importorskip("jax", reason="networks learn with the extra 'learn'")

from models import random_network  # noqa: E402
from plyground.learn.architecture import Architecture  # noqa: E402
from plyground.learn.export import to_onnx  # noqa: E402
from plyground.learn.network import forward, init_params  # noqa: E402
from plyground.learn.network_size import SIZES  # noqa: E402
from plyground.nets import Description, Model  # noqa: E402
from selection import covering, runs_all  # noqa: E402
from small_games import TicTacToe  # noqa: E402

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
"""Squares and triangles, boards that fill their grids and others, with and without actions off the grid, and
with other layouts for seats at the sides."""


def features(id: str) -> frozenset[object]:
    """Return what the code of networks distinguishes."""
    architecture = Architecture.for_game(pg.game(id))
    layout = architecture.layout
    return frozenset(
        [
            ("kernel", architecture.kernel),
            ("mask", type(architecture.on_board)),
            ("actions off the grid", layout.num_off_grid > 0),
            ("layouts", layout.is_identity, len(layout.indices) > 1),
        ]
    )


@pytest.mark.parametrize("id", GAMES if runs_all() else covering({id: features(id) for id in GAMES}))
def test_jax_and_onnx_agree(id: str) -> None:
    check_jax_and_onnx_agree(pg.game(id))


def test_jax_and_onnx_agree_where_no_action_has_a_place() -> None:
    class Placeless(TicTacToe):
        id = "placeless"
        action_place = pg.GameRules.action_place  # type: ignore[assignment]

    rules = pg.register_game(Placeless())
    assert rules.info.num_action_planes == 0
    check_jax_and_onnx_agree(rules)


def test_places_that_depend_on_the_seat_need_a_plane_with_the_seat() -> None:
    class Turned(TicTacToe):
        id = "turned"

        def action_place(self, action: int, seat: int) -> tuple[int, int, int]:
            return 0, action // 3 if seat == 0 else 2 - action // 3, action % 3

    class TurnedWithSeat(Turned):
        id = "turned-with-seat"
        planes = ("own", "enemy", "seat")  # type: ignore[assignment]

    with pytest.raises(ValueError, match="turned must have a plane named 'seat'"):
        Architecture.for_game(pg.register_game(Turned()))
    assert Architecture.for_game(pg.register_game(TurnedWithSeat())).layout.seat_plane == 2


def check_jax_and_onnx_agree(rules: pg.Game) -> None:
    architecture, params = random_network(rules)
    model = Model(to_onnx(params, architecture, Description.for_game(rules)))
    games = rules.vector(16, seed=1)
    for _ in range(10):
        games.step(games.sample())
    seen = np.array(games.observations)
    policy, values = model.predict(seen)
    logits, own = map(np.asarray, forward(params, seen, architecture))
    least, most = rules.info.scoring.min_return, rules.info.scoring.max_return
    assert np.ptp(logits) > 0.1
    assert np.abs(policy - logits).max() < 1e-4
    assert np.abs(values - (least + (own + 1) * (most - least) / 2)).max() < 1e-4
    # Outputs do not depend on the batch size.
    assert np.abs(np.concatenate([model.predict(seen[at : at + 1])[0] for at in range(3)]) - policy[:3]).max() < 1e-4


@pytest.mark.parametrize("id", ["chess", "tri-stax-3", *(["stax", "english-draughts"] if runs_all() else [])])
def test_tiny_networks_are_small_files(id: str) -> None:
    rules = pg.game(id)
    architecture = Architecture.for_game(rules, "tiny")
    params = init_params(architecture, 3)
    assert len(to_onnx(params, architecture, Description.for_game(rules))) < 400_000
    policy, values = forward(params, rules.start().observe()[None], architecture)
    assert not np.asarray(policy).any(), "the initial policy must be uniform"
    assert np.abs(np.asarray(values)).max() < 0.9
    assert all(
        (np.asarray(array) == np.asarray(init_params(architecture, 3)[name])).all() for name, array in params.items()
    )


def test_sizes_are_checked() -> None:
    rules = pg.game("stax")
    assert Architecture.for_game(rules, (3, 16)).blocks == 3
    assert Architecture.for_game(rules, "3x16").param_shapes() == Architecture.for_game(rules, (3, 16)).param_shapes()
    assert Architecture.for_game(rules, "small").channels == SIZES["small"][1]
    for size in ("huge", "2x", "0x8", "9" * 5000 + "x8", (0, 8), (2, 2), (2.0, 8)):
        with pytest.raises(ValueError, match=r"^size must be"):
            Architecture.for_game(rules, size)  # type: ignore[arg-type]
