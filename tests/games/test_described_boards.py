"""Boards of descriptions: hexagons of any outline, large boards and triangles, and mistakes."""

from dataclasses import replace
from typing import Any

import pytest

import plyground as pg
from random_positions import positions
from slow_described import (
    GLINSKI,
    TRIANGLE_KINDS,
    Rules,
    TriangleRules,
    hexagon,
    hexagons,
    moves,
    perft,
    start,
    triangles,
)

PIECES: dict[str, Any] = {
    "P": {"moves": "mfW cfsW imfW2", "promotes": {"to": "QRBN"}, "en-passant": True},
    **{letter: {"moves": letter} for letter in "NBRQ"},
    "K": {"moves": "K", "royal": True},
}
ON_TRIANGLES = {**PIECES, "P": {**PIECES["P"], "moves": "mfF cfD imfF2"}}


def without(names: dict[tuple[int, int], str], missing: str) -> dict[tuple[int, int], str]:
    """Return names of cells without some of them."""
    return {cell: name for cell, name in names.items() if name not in missing.split()}


TALL = (6, 7, 8, 9, 10, 9, 8, 7, 6)
OFFICERS_AND_PAWNS = "K e1; Q d1; R a1 i1; B f1 c1 e2; N b1 g1; P a3 b3 c4 g4 h3 i3"
CASES: dict[str, tuple[dict[str, Any], dict[str, Any], Rules]] = {
    "files-of-hexagons": (
        {"shape": "hexagons", "lengths": list(TALL)},
        PIECES,
        replace(
            GLINSKI, names=hexagons(*TALL), setup=OFFICERS_AND_PAWNS, opposite=lambda cell: (cell[0], -2 - cell[1])
        ),
    ),
    "hexagons-with-a-hole": (
        {"shape": "hexagons", "edge": 5, "missing": "e5 a1 a5 i1 i5"},
        PIECES,
        replace(
            GLINSKI,
            names=without(hexagon(5), "e5 a1 a5 i1 i5"),
            setup="K e1; R b1 h1; B d1; N f1; P c2 d2 e2 f2 g2",
        ),
    ),
    "large-hexagons": (
        {"shape": "hexagons", "edge": 8},
        PIECES,
        replace(GLINSKI, names=hexagon(8), setup="K h1; R g1 i1; N f1 k1; P e8 f9 g10 i10 k9 l8"),
    ),
    "triangles": (
        {"shape": "triangles", "edge": 4},
        ON_TRIANGLES,
        TriangleRules(
            triangles(4),
            TRIANGLE_KINDS,
            "K a5; Q a4; R a2 a8; B a3 a6; N a7 a9; P b2 b3 b4 b5 b6 b7 b8 b9 b10",
            (0, 0),
            ((2, 0), (2, 5)),
            lambda cell: (cell[0], 24 - cell[1]),
            "QRBN",
        ),
    ),
    "triangles-with-holes": (
        {"shape": "triangles", "edge": 3, "missing": "a1 f1 c6 d6"},
        ON_TRIANGLES,
        TriangleRules(
            without(triangles(3), "a1 f1 c6 d6"),
            TRIANGLE_KINDS,
            "K a4; R a2; B a6; N a3 a5; P b3 b4 b6 b7",
            (0, 0),
            ((2, 0), (2, 5)),
            lambda cell: (cell[0], 18 - cell[1]),
            "QRBN",
        ),
    ),
}


MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({"shape": "cubes"}, "board.shape must be squares, hexagons, triangles, got 'cubes'"),
    ({"shape": "hexagons"}, "board.edge is missing"),
    ({"shape": "hexagons", "edge": 9}, "board.edge must be a whole number from 2 to 8, got 9"),
    ({"shape": "hexagons", "edge": 3, "lengths": [2, 3, 2]}, "board.lengths cannot be given together with edge"),
    ({"shape": "hexagons", "lengths": [2, 4]}, "got 2 next to 4"),
    ({"shape": "hexagons", "lengths": [2, "3"]}, "board.lengths[1] must be a whole number from 1 to 25, got '3'"),
    ({"shape": "hexagons", "lengths": []}, "board.lengths must have 1 to 25 files, got 0"),
    ({"shape": "hexagons", "lengths": [25, 24] * 5}, "board.lengths are not possible: boards of hexagons must have 1"),
    ({"shape": "hexagons", "edge": 3, "missing": "c9"}, "board.missing names 'c9', which is not a cell"),
    ({"shape": "hexagons", "lengths": [1, 2], "missing": "a1 b1 b2"}, "board.missing must leave at least one cell"),
    ({"shape": "triangles", "edge": 7}, "board.edge must be at most 6 for triangles, got 7"),
    ({"shape": "triangles", "lengths": [3]}, "board.lengths does not belong to a board of triangles"),
    ({"files": 8, "ranks": 8, "lengths": [3]}, "board.lengths does not belong to a board of squares"),
]


@pytest.mark.parametrize(("board", "message"), MISTAKES)
def test_a_wrong_board_is_refused(board: dict[str, Any], message: str) -> None:
    with pytest.raises(pg.BadDescription) as refused:
        pg.describe({"id": "wrong", "board": board, "pieces": PIECES, "setup": {"white": {"K": "a1"}}})
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("board", "pieces", "setup", "message"),
    [
        (
            {"shape": "triangles", "edge": 3},
            {"C": {"name": "camel", "moves": "C"}},
            "a1",
            "'C' has no meaning on triangles",
        ),
        ({"shape": "hexagons", "lengths": [9, 8] * 12 + [9]}, {}, "a1", "lines of cells; at most 127 are possible"),
        ({"files": 3, "ranks": 4}, {}, "a1; P b4", "setup puts a pawn of white on b4, where it would promote"),
    ],
)
def test_what_does_not_fit_a_board_is_refused(
    board: dict[str, Any], pieces: dict[str, Any], setup: str, message: str
) -> None:
    kings, *pawns = setup.split("; P ")
    white = {"K": kings, **({"P": pawns[0]} if pawns else {})}
    known = {**PIECES, **pieces} if pawns else {"K": PIECES["K"], **pieces}
    with pytest.raises(pg.BadDescription) as refused:
        pg.describe({"id": "wrong", "board": board, "pieces": known, "setup": {"white": white}})
    assert message in str(refused.value)


def described(id: str) -> tuple[pg.Game, Rules]:
    """Return a game on one of the boards, and its rules."""
    board, pieces, rules = CASES[id]
    army: dict[str, str] = {}
    for part in rules.setup.split(";"):
        letter, *cells = part.split()
        army[letter] = " ".join(cells)
    return pg.describe({"id": id, "board": board, "pieces": pieces, "setup": {"white": army}}), rules


@pytest.mark.parametrize("id", CASES)
def test_legal_steps_on_a_board_are_those_of_an_independent_generator(id: str) -> None:
    game, rules = described(id)
    first = position = start(rules)
    assert [game.start().perft(depth) for depth in (1, 2)] == [perft(rules, first, depth) for depth in (1, 2)]
    promotions = 0
    for steps, state in positions(game, 250, 1):
        position = dict(moves(rules, position))[steps[-1]] if steps else first
        assert game.from_fen(state.fen).legal_steps() == state.legal_steps()
        if state.reason in (None, "checkmate", "stalemate"):
            assert sorted(name for name, _ in moves(rules, position)) == state.legal_steps(), steps
        promotions += bool(steps) and steps[-1][-1].isalpha()
    assert promotions
