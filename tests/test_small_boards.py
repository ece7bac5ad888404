"""Games on small boards, solved forward, and by OpenSpiel; `tests/core/solved.rs` solves them backward."""

import numpy as np
import pytest

import plyground as pg
from solved import solved


@pytest.mark.parametrize(
    ("id", "won", "lost", "drawn", "value", "steps"),
    [("checkers", 500, 351, 1_558, 0, 12), ("stax", 1_998, 1_886, 1_244, -1, 29)],
)
def test_4x4_by_looking_ahead(id: str, won: int, lost: int, drawn: int, value: int, steps: int) -> None:
    game = pg.game(id, size=4)
    known = solved(game)
    assert [list(known.worth.values()).count(value) for value in (1, -1, 0)] == [won, lost, drawn]
    assert known.worth[known.start] == value
    assert max(known.far.values()) == steps


@pytest.mark.parametrize(("depth", "value"), [(21, 0), (22, -1)])
def test_4x4_stax_is_lost_in_22_steps_says_openspiel(depth: int, value: int) -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import minimax

    worth, _ = minimax.alpha_beta_search(
        pg.openspiel("stax", size=4), value_function=lambda _: 0, maximum_depth=depth, maximizing_player_id=0
    )
    assert worth == value


@pytest.mark.parametrize("id", ["checkers", "checkers-numbers", "stax", "stax-numbers"])
@pytest.mark.parametrize("size", [4, 6])
def test_boards_are_as_small_as_they_say(id: str, size: int) -> None:
    info = pg.info(id, size=size)
    assert len(info.cells) == size * size
    assert info.observation_shape[1:] == (size, size)
    assert info.num_actions == size * size // 2 * 4
    state = pg.game(id, size=size).start(3)
    men = (size // 2 - 1) * size // 2
    assert state.material(0) == state.material(1) == men
    assert len(state.text(status=False).splitlines()) == size + 1
    assert state.svg().startswith("<svg")
    assert state.fen.split(" ")[0].count("/") == size - 1


def test_small_games_are_played_anywhere() -> None:
    game = pg.game("stax", size=6)
    runs = pg.playouts(game, 1_000, seed=1)
    assert runs.returns.shape == (1_000, 2)
    assert np.all(runs.returns.sum(axis=1) == 0)
    batch = pg.vector(game, 16, seed=2)
    assert batch.observations is not None
    assert batch.observations.shape == (16, *game.observation_shape)
    assert pg.make("stax", size=6).game == game == pg.aec("stax", size=6).game
    assert pg.study.balance(game, games=200).rows[0].games == 200
