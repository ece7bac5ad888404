"""The pictures of the guide to descriptions are those that the tools draw, and show what pieces do."""

from xml.etree import ElementTree

import pytest

import guide_pictures
import movement_pictures
from movement_effects import Board, effects
from movement_pictures import BOARDS, FOLDER, SHEETS, Drawing, Movement


def test_pictures_of_movements_are_current() -> None:
    drawn = movement_pictures.draw()
    committed = {name: (FOLDER / name).read_text(encoding="utf-8") for name in drawn}
    assert committed == drawn, "run tools/movement_pictures.py"
    assert sum(map(len, drawn.values())) < 300_000, "GitHub should load them quickly"


def test_pictures_of_the_guide_are_current() -> None:
    drawn = guide_pictures.draw()
    committed = {path: path.read_text(encoding="utf-8") for path in drawn}
    assert committed == drawn, "run tools/guide_pictures.py"
    files = {path.name for path in FOLDER.iterdir()}
    assert files == {path.name for path in drawn} | {f"{name}.svg" for name in SHEETS}


@pytest.mark.parametrize("name", SHEETS)
def test_pictures_have_a_board_for_each_movement(name: str) -> None:
    svg = "{http://www.w3.org/2000/svg}"
    root = ElementTree.fromstring((FOLDER / f"{name}.svg").read_text(encoding="utf-8"))
    boards = [board for board in root.findall(f"{svg}svg") if int(board.attrib["width"]) == movement_pictures.SIZE]
    without = [text for text in root.findall(f"{svg}text") if text.text == "no meaning"]
    assert len(boards) + len(without) == len(SHEETS[name]) * len(BOARDS)
    shown = [board.findall(f"{svg}use")[0].attrib["href"] for board in boards]
    assert shown.count("#squares") == len(SHEETS[name]), "every movement has a meaning on squares"
    marks = {f"#{mark}" for mark in movement_pictures.MARKS}
    assert all(marks & {use.attrib["href"] for use in board.findall(f"{svg}use")} for board in boards)


def test_a_movement_without_meaning_has_no_board() -> None:
    [line] = Drawing(BOARDS[0]).picture(Movement("Y", "no atom"), 0, 0)
    assert ">no meaning</text>" in line


@pytest.mark.parametrize(
    ("moves", "enemies", "expected"),
    [
        ("N", "", {"both": "b1 d1 a2 e2 a4 e4 b5 d5"}),
        ("mfWcfF", "", {"moves": "c4", "captures": "b4 d4"}),
        ("imfW2", "", {"moves": "c4 c5"}),
        ("nN", "c4 d3", {"both": "b1 d1 a2 a4"}),
        ("mRcpR", "c4", {"moves": "c1 c2 a3 b3 d3 e3", "captures": "c5"}),
        ("R", "c4", {"both": "c1 c2 a3 b3 d3 e3", "captures": "c4"}),
        ("gQ", "c4 b2", {"both": "a1 c5"}),
    ],
)
def test_effects_of_a_movement(moves: str, enemies: str, expected: dict[str, str]) -> None:
    board = Board("squares", {"files": 5, "ranks": 5}, "c3")
    cells = {cell: what for what, names in expected.items() for cell in names.split()}
    assert effects(board, moves, enemies.split()) == cells
