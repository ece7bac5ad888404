"""Letters in position strings of games in Python, and the pieces that pictures show for them."""

from typing import Any

import pytest

import plyground as pg
from plyground.piece_letters import placed_letters
from small_games import TicTacToe


def titles(stones: str, **attributes: Any) -> list[str]:
    """Return the titles of the pieces of a game in which the seats put stones with these letters on a1 and b1."""

    class Renamed(TicTacToe):
        id = "renamed"

        def fen(self, state: str) -> str:
            return super().fen(state.replace("X", stones[0]).replace("o", stones[1]))

    state = pg.register_game(type("Lettered", (Renamed,), attributes)()).start()
    state.apply("a1")
    state.apply("b1")
    scene = state.scene()
    return [scene["sprites"][scene["pieces"][cell][0]]["title"] for cell in ("a1", "b1")]


@pytest.mark.parametrize(
    ("stones", "expected"),
    [
        ("Xo", ["white piece", "black piece"]),
        ("Bb", ["white bishop", "black bishop"]),
        ("wb", ["white man", "black man"]),
        ("WB", ["white man", "black man"]),
        ("XO", ["white piece", "black piece"]),
        ("pn", ["piece", "piece"]),
    ],
)
def test_both_seats_are_never_drawn_in_one_color(stones: str, expected: list[str]) -> None:
    assert titles(stones) == expected


def test_rules_say_what_letters_mean() -> None:
    assert titles("pn", letters={"p": (0, "man"), "n": (1, "king")}) == ["white man", "black king"]


@pytest.mark.parametrize(
    "letters", [{"w": 0}, {"wb": (0, "man")}, {"w": (2, "man")}, {"w": (0, 3)}, {"1": (0, "man")}, "wb"]
)
def test_wrong_letters_are_named(letters: Any) -> None:
    with pytest.raises(ValueError, match=r"letters must be a dict .* with seats from 0 to 1, got "):
        titles("wb", letters=letters)


@pytest.mark.parametrize(
    ("text", "columns", "expected"),
    [
        ("11x/2x w 1", 3, {"c2": "x", "c1": "x"}),
        ("11x/x11", 12, {"l2": "x", "a1": "x"}),
        ("x../..o", 3, {"a2": "x", "b2": ".", "c2": ".", "a1": ".", "b1": ".", "c1": "o"}),
        ("4/3", 3, {}),
        ("3", 3, {}),
        ("", 3, {}),
    ],
)
def test_numbers_count_empty_cells(text: str, columns: int, expected: dict[str, str]) -> None:
    assert placed_letters(text, (2, columns)) == expected
