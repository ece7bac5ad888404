"""Games on small boards, solved forward, and by OpenSpiel; `tests/core/solved.rs` solves them backward."""

from collections.abc import Iterator

import numpy as np
import pytest

import plyground as pg


def key(state: pg.State) -> str:
    """The position string without what is counted or listed."""
    return " ".join(state.fen.split(" ")[:3])


def positions(game: pg.Game) -> dict[str, list[tuple[str, int]]]:
    """All positions, each with those that its steps lead to and a sign: -1 where another seat acts."""
    first = game.start()
    found: dict[str, list[tuple[str, int]]] = {}
    waiting = [key(first)]
    while waiting:
        text = waiting.pop()
        if text in found:
            continue
        found[text] = []
        state = game.from_fen(f"{text} 0 0 -")
        for step in state.legal():
            after = state.copy()
            after.apply(step)
            seat = key(after).split(" ")[1]
            found[text].append((key(after), 1 if seat == text.split(" ")[1] else -1))
            waiting.append(key(after))
    return found


def values(found: dict[str, list[tuple[str, int]]]) -> Iterator[dict[str, int]]:
    """What positions are worth to the seat to act when the game is cut off as a draw after 0, 1, 2, … steps."""
    worth = {text: 0 if after else -1 for text, after in found.items()}
    while True:
        yield worth
        worth = {text: max((sign * worth[next] for next, sign in after), default=-1) for text, after in found.items()}


@pytest.mark.parametrize(
    ("id", "won", "lost", "drawn", "value", "steps"),
    [("checkers", 500, 351, 1_558, 0, 12), ("stax", 1_998, 1_886, 1_244, -1, 29)],
)
def test_4x4_by_looking_ahead(id: str, won: int, lost: int, drawn: int, value: int, steps: int) -> None:
    game = pg.game(id, size=4)
    found = positions(game)
    ahead = values(found)
    before = next(ahead)
    for depth in range(1, steps + 2):
        worth = next(ahead)
        # Once nothing changes, nothing will: `steps` ahead is as far as the end is from any position.
        assert (worth == before) == (depth == steps + 1)
        before = worth
    assert [list(worth.values()).count(value) for value in (1, -1, 0)] == [won, lost, drawn]
    assert worth[key(game.start())] == value


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
