"""Draw the boards at the head of the README: ``python tools/contact_sheet.py`` writes ``docs/boards.svg``."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

import plyground as pg

PATH: Final = Path(__file__).parent.parent / "docs" / "boards.svg"


@dataclass(frozen=True)
class Moment:
    """A position of a random game, as one seat or an observer sees it."""

    id: str
    seed: int
    steps: int
    note: str
    seat: int | None = None


ROWS: Final = (
    (
        Moment("cylindrical-stax", 5, 40, "stacks on a cylinder"),
        Moment("tri-chess-6-cutthroat", 1, 60, "six seats on triangles"),
        Moment("three-kings-chess", 1, 40, "three seats"),
    ),
    (
        Moment("double-chess-cutthroat", 1, 60, "four seats"),
        Moment("masquerade-chess", 3, 30, "hidden rules of capture, seen by White", seat=0),
        Moment("half-alice-chess", 4, 40, "pieces in the mirror are upside down"),
    ),
)

BOARD_WIDTH: Final = 400
BOARD_HEIGHTS: Final = (340, 470)
"""The room for boards in each row, whose shapes differ."""
GAP: Final = 36
CAPTION_HEIGHT: Final = 84
FONT: Final = "'DejaVu Sans',Verdana,'Segoe UI',sans-serif"
MONOSPACE: Final = "'DejaVu Sans Mono',Menlo,Consolas,monospace"

_ROOT = re.compile(r'<svg xmlns="[^"]*" viewBox="([^"]*)" width="[^"]*" height="[^"]*"')


def draw() -> str:
    """Return the contact sheet as an SVG document."""
    columns = max(map(len, ROWS))
    width = columns * (BOARD_WIDTH + GAP) + GAP
    height = sum(BOARD_HEIGHTS) + len(ROWS) * (CAPTION_HEIGHT + GAP) + GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        # The card keeps captions readable where the page is dark.
        f'<rect x="1" y="1" width="{width - 2}" height="{height - 2}" rx="16" fill="#ffffff" stroke="#d0c4b0"/>',
    ]
    top = GAP
    for row, board_height in zip(ROWS, BOARD_HEIGHTS, strict=True):
        for column, moment in enumerate(row):
            left = GAP + column * (BOARD_WIDTH + GAP)
            lines += [_board(moment, left, top, board_height), *_caption(moment, left, top + board_height)]
        top += board_height + CAPTION_HEIGHT + GAP
    return "\n".join([*lines, "</svg>", ""])


def _board(moment: Moment, left: int, top: int, height: int) -> str:
    state = pg.game(moment.id).start(moment.seed)
    state.play_random(moment.seed, max_steps=moment.steps)
    place = rf'<svg x="{left}" y="{top}" width="{BOARD_WIDTH}" height="{height}" viewBox="\1"'
    board, count = _ROOT.subn(place, state.svg(moment.seat, status=False))
    if count != 1:
        raise ValueError(f"State.svg of {moment.id} must have one root with a viewBox, found {count}")
    return board.rstrip()


def _caption(moment: Moment, left: int, top: int) -> list[str]:
    middle = left + BOARD_WIDTH // 2
    rows = (
        (32, f'font-family="{FONT}" font-size="20" font-weight="bold" fill="#2b2520"', pg.info(moment.id).title),
        (56, f'font-family="{MONOSPACE}" font-size="16" fill="#6b4f2a"', moment.id),
        (79, f'font-family="{FONT}" font-size="16" fill="#5a5048"', moment.note),
    )
    return [
        f'<text x="{middle}" y="{top + below}" text-anchor="middle" {style}>{escape(text)}</text>'
        for below, style, text in rows
    ]


if __name__ == "__main__":
    PATH.write_text(draw(), encoding="utf-8")
