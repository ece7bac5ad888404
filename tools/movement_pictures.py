"""Draw how pieces of descriptions move: ``python tools/movement_pictures.py`` writes ``docs/gallery/describing``.

Each picture shows one piece and marks what it does on each cell, as the engine answers.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Final
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import plyground as pg
from movement_effects import Board, effects, game_of

FOLDER: Final = Path(__file__).parent.parent / "docs" / "gallery" / "describing"

BOARDS: Final = (
    Board("squares", {"files": 9, "ranks": 9}, "e5"),
    Board("cylinder", {"files": 9, "ranks": 9, "joined": "left-right"}, "b5"),
    Board("hexagons", {"shape": "hexagons", "edge": 7}, "g7"),
    Board("triangles", {"shape": "triangles", "edge": 4}, "e7", pawn="mfF cfD"),
)
"""The boards of the pictures. Where edges are joined, the piece is near one."""


@dataclass(frozen=True)
class Movement:
    """A movement and its meaning. Enemies stand on the cells that a piece with the moves `enemies` could go to."""

    moves: str
    meaning: str
    enemies: str = ""


SHEETS: Final = {
    "atoms": (
        Movement("W", "through a side (wazir)"),
        Movement("F", "through a corner (ferz)"),
        Movement("D", "two sides (dabbaba)"),
        Movement("N", "a side, a corner (knight)"),
        Movement("A", "two corners (alfil)"),
        Movement("H", "three sides (threeleaper)"),
        Movement("C", "two sides, a corner (camel)"),
        Movement("Z", "a side, two corners (zebra)"),
        Movement("G", "three corners (tripper)"),
        Movement("K", "W and F (king)"),
    ),
    "riders": (
        Movement("R", "W, any number of times (rook)"),
        Movement("B", "F, any number of times (bishop)"),
        Movement("Q", "R and B (queen)"),
        Movement("R3", "W, up to three times"),
        Movement("NN", "N, any number of times (nightrider)"),
        Movement("DD", "D, any number of times"),
    ),
    "directions": (
        Movement("fW", "ahead"),
        Movement("fF", "ahead"),
        Movement("bF", "backward"),
        Movement("vR", "ahead and backward"),
        Movement("sR", "to both sides"),
        Movement("lB", "to the left"),
        Movement("frB", "ahead and to the right"),
        Movement("fN", "ahead, nearest to the line"),
        Movement("fhN", "the whole half ahead"),
    ),
    "modifiers": (
        Movement("mR", "only moves"),
        Movement("cR", "only captures"),
        Movement("mWcF", "moves by W, captures by F"),
        Movement("mfW cfF imfW2", "pawn on its first cell"),
        Movement("nN", "blocked on its path (horse)", "fWrW"),
        Movement("pR", "over one piece, any distance", "fDrW"),
        Movement("mRcpR", "moves as R, captures over one piece (cannon)", "fDrW"),
        Movement("gQ", "directly behind one piece (grasshopper)", "fDrWblF"),
    ),
}
"""The movements of each picture."""

MARKS: Final = {
    "both": ("moves and captures", '<circle r="27" fill="#14746a" stroke="#ffffff" stroke-width="5"/>'),
    "moves": ("only moves", '<circle r="22" fill="#ffffff" stroke="#1d4fa3" stroke-width="13"/>'),
    "captures": (
        "only captures",
        '<path d="M-23-23 23 23M23-23-23 23" stroke="#ffffff" stroke-width="23"/>'
        '<path d="M-23-23 23 23M23-23-23 23" stroke="#a3180c" stroke-width="15"/>',
    ),
}
"""What a piece does on a cell, with its mark."""

RIM: Final = '<circle r="100" fill="none" stroke="#2b2721" stroke-width="12"/>'
"""A line around pieces, which can be seen in small pictures."""
LEGEND: Final = {"piece": "the piece", "enemy": "an enemy"}

SIZE: Final = 176
"""The width and the height that a board fits into."""
GAP: Final = 16
LABELS: Final = 184
"""The width of the column of movements."""
HEADER: Final = 84
INNER_RADIUS: Final = 50
"""The radius of the largest circle in a cell, to which boards are scaled. So their marks are equal."""
FONT: Final = "'DejaVu Sans',Verdana,'Segoe UI',sans-serif"
MONOSPACE: Final = "'DejaVu Sans Mono',Menlo,Consolas,monospace"
MAX_LABEL: Final = 20
"""The number of letters in a line of a meaning."""

SVG: Final = "{http://www.w3.org/2000/svg}"

Point = tuple[float, float]


class Drawing:
    """The cells of a board as `State.svg` draws them, scaled to the size of the marks."""

    def __init__(self, board: Board) -> None:
        self.board = board
        state = game_of(board, "W").start()
        root = ElementTree.fromstring(state.svg(status=False))
        drawn = [polygon for polygon in root.iter(f"{SVG}polygon") if polygon.find(f"{SVG}title") is not None]
        outlines = [_points(polygon.attrib["points"]) for polygon in drawn]
        self._corner = (
            min(x for outline in outlines for x, _ in outline),
            min(y for outline in outlines for _, y in outline),
        )
        self._scale = INNER_RADIUS / _inner_radius(outlines[0])
        self.centers: dict[str, Point] = {}
        self.cells = []
        for polygon, outline in zip(drawn, outlines, strict=True):
            scaled = self._scaled(outline)
            self.centers[polygon.findtext(f"{SVG}title", "").split()[0]] = _center(scaled)
            self.cells.append(f'<path d="{_path(scaled)}Z" fill="{polygon.attrib["fill"]}"/>')
        seams = [path.attrib["d"] for path in root.iter(f"{SVG}path") if "stroke-dasharray" in path.attrib]
        self.seams = "".join(_path(self._scaled(_points(re.sub("[ML]", "", seam)))) for seam in seams)
        corners = [self._scaled(outline) for outline in outlines]
        self.width = max(x for outline in corners for x, _ in outline)
        self.height = max(y for outline in corners for _, y in outline)
        names = {"white piece": "piece", "black stone": "enemy"}
        sprites = state.scene()["sprites"].values()
        self.pieces = {names[each["title"]]: each["covered"].strip() for each in sprites if each["title"] in names}

    def definition(self) -> str:
        """Return the empty board with the piece, as an element to be used."""
        return (
            f'<g id="{self.board.title}"><g stroke="#8a6a48" stroke-width="2">{"".join(self.cells)}</g>'
            f'<path d="{self.seams}" stroke="#8c2f1b" stroke-width="8" stroke-dasharray="25" stroke-dashoffset="12.5"/>'
            f"{self._use('piece', self.board.cell)}</g>"
        )

    def picture(self, movement: Movement, left: int, top: int) -> Iterator[str]:
        """Yield the lines of the picture of a movement. Words replace it on a board on which the movement has no meaning."""
        try:
            enemies = sorted(effects(self.board, movement.enemies)) if movement.enemies else []
            reached = effects(self.board, movement.moves, enemies)
        except pg.BadDescription:
            yield f'<text x="{left + SIZE // 2}" y="{top + SIZE // 2}" text-anchor="middle">no meaning</text>'
            return
        yield (
            f'<svg x="{left}" y="{top}" width="{SIZE}" height="{SIZE}" '
            f'viewBox="-4 -4 {self.width + 8:.0f} {self.height + 8:.0f}"><use href="#{self.board.title}"/>'
        )
        yield "".join(self._use("enemy", cell) for cell in enemies)
        yield "".join(self._use(what, cell) for cell, what in reached.items())
        yield "</svg>"

    def _use(self, name: str, cell: str) -> str:
        x, y = self.centers[cell]
        return f'<use href="#{name}" x="{x:.0f}" y="{y:.0f}"/>'

    def _scaled(self, points: list[Point]) -> list[Point]:
        left, top = self._corner
        return [((x - left) * self._scale, (y - top) * self._scale) for x, y in points]


def sheet(movements: tuple[Movement, ...], drawings: list[Drawing]) -> str:
    """Return the pictures of some movements on all boards, as an SVG document."""
    width = GAP + LABELS + len(drawings) * (SIZE + GAP)
    height = HEADER + len(movements) * (SIZE + GAP)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="{FONT}" font-size="15" fill="#2b2520">',
        # The card keeps labels readable where the page is dark.
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="16" fill="#fffdf8" stroke="#d0c4b0"/>',
        "<defs>",
        *(f'<g id="{name}">{drawn}</g>' for name, (_, drawn) in MARKS.items()),
        *(f'<g id="{name}" transform="scale(0.42)">{drawn}{RIM}</g>' for name, drawn in drawings[0].pieces.items()),
        *(drawing.definition() for drawing in drawings),
        "</defs>",
    ]
    left = GAP
    for name, meaning in (*LEGEND.items(), *((name, meaning) for name, (meaning, _) in MARKS.items())):
        lines.append(
            f'<svg x="{left}" y="14" width="22" height="22" viewBox="-50 -50 100 100"><use href="#{name}"/></svg>'
        )
        lines.append(f'<text x="{left + 27}" y="30">{meaning}</text>')
        left += 60 + 9 * len(meaning)
    columns = [GAP + LABELS + at * (SIZE + GAP) for at in range(len(drawings))]
    for left, drawing in zip(columns, drawings, strict=True):
        lines.append(
            f'<text x="{left + SIZE // 2}" y="64" text-anchor="middle" font-weight="bold">{drawing.board.title}</text>'
        )
    for row, movement in enumerate(movements):
        top = HEADER + row * (SIZE + GAP)
        lines += _labels(movement, top + SIZE // 2)
        for left, drawing in zip(columns, drawings, strict=True):
            lines += drawing.picture(movement, left, top)
    return "\n".join([*lines, "</svg>", ""])


def _labels(movement: Movement, middle: int) -> Iterator[str]:
    size = 26 if len(movement.moves) < 8 else 20
    yield f'<text x="{GAP}" y="{middle}" font-family="{MONOSPACE}" font-size="{size}" font-weight="bold">{movement.moves}</text>'
    for line, text in enumerate(wrap(movement.meaning, MAX_LABEL)):
        yield f'<text x="{GAP}" y="{middle + 24 + 20 * line}">{escape(text)}</text>'


def _points(text: str) -> list[Point]:
    numbers = [float(number) for number in re.findall(r"[\d.]+", text)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _path(points: list[Point]) -> str:
    return "M" + " ".join(f"{x:.0f} {y:.0f}" for x, y in points)


def _center(outline: list[Point]) -> Point:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def _inner_radius(outline: list[Point]) -> float:
    """Return the distance from the center of a regular outline to its sides."""
    x, y = _center(outline)
    (x1, y1), (x2, y2) = outline[:2]
    return math.dist((x, y), ((x1 + x2) / 2, (y1 + y2) / 2))


def draw() -> dict[str, str]:
    """Return all pictures by the names of their files."""
    drawings = [Drawing(board) for board in BOARDS]
    return {f"{name}.svg": sheet(movements, drawings) for name, movements in SHEETS.items()}


def main() -> None:
    """Write the pictures."""
    for name, text in draw().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
