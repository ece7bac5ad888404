"""Games on small boards, solved by forward search and by OpenSpiel. `tests/core/solved.rs` uses retrograde analysis."""

import numpy as np
import pytest

import plyground as pg
from solved import solve


@pytest.mark.parametrize(
    ("id", "won", "lost", "drawn", "value", "steps"),
    [("checkers", 500, 351, 1_558, 0, 12), ("stax", 1_998, 1_886, 1_244, -1, 29)],
)
def test_4x4_by_forward_search(id: str, won: int, lost: int, drawn: int, value: int, steps: int) -> None:
    game = pg.game(id, size=4)
    solution = solve(game)
    assert [list(solution.values.values()).count(value) for value in (1, -1, 0)] == [won, lost, drawn]
    assert solution.values[solution.start] == value
    assert max(solution.distances.values()) == steps


@pytest.mark.parametrize(("depth", "value"), [(21, 0), (22, -1)])
def test_openspiel_finds_that_4x4_stax_is_lost_in_22_steps(depth: int, value: int) -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import minimax

    found, _ = minimax.alpha_beta_search(
        pg.openspiel("stax", size=4), value_function=lambda _: 0, maximum_depth=depth, maximizing_player_id=0
    )
    assert found == value


@pytest.mark.parametrize("id", ["checkers", "checkers-numbers", "stax", "stax-numbers"])
@pytest.mark.parametrize("size", [4, 6])
def test_sizes_of_small_boards(id: str, size: int) -> None:
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


def test_small_games_work_in_all_interfaces() -> None:
    game = pg.game("stax", size=6)
    runs = pg.playouts(game, 1_000, seed=1)
    assert runs.returns.shape == (1_000, 2)
    assert np.all(runs.returns.sum(axis=1) == 0)
    batch = pg.vector(game, 16, seed=2)
    assert batch.observations is not None
    assert batch.observations.shape == (16, *game.observation_shape)
    assert pg.make("stax", size=6).game == game == pg.aec("stax", size=6).game
    assert pg.study.balance(game, games=200).rows[0].games == 200
