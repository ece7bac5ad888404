"""Letters in position strings as pieces, for pictures of games in Python."""

import re
from collections.abc import Iterable, Mapping
from string import ascii_letters, ascii_lowercase
from typing import Final

from .truncate import truncated

Piece = tuple[int | None, str]
"""Owner and kind of a piece. The owner is a seat or None."""

FIGURES: Final = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
"""Letters that are figures of chess."""

BY_CASE: Final[Mapping[str, Piece]] = {
    letter: (int(letter.islower()), FIGURES.get(letter.lower(), "piece")) for letter in ascii_letters
}
"""Letters as in chess: upper case for seat 0, lower case for seat 1."""

BY_NAME: Final[tuple[Mapping[str, Piece], ...]] = (
    {"w": (0, "man"), "b": (1, "man"), "W": (0, "man"), "B": (1, "man")},
    {"x": (0, "piece"), "o": (1, "piece"), "X": (0, "piece"), "O": (1, "piece")},
)
"""Letters that name a seat in either case."""

UNOWNED: Final[Mapping[str, Piece]] = dict.fromkeys(ascii_letters, (None, "piece"))
"""Letters of pieces whose owners are not known."""


def check_letters(letters: object, num_seats: int) -> None:
    """Raise ValueError unless this is None or a dict from letters to pieces of a game with this number of seats."""

    def is_piece(piece: object) -> bool:
        match piece:
            case (seat, str()):
                return seat is None or (type(seat) is int and 0 <= seat < num_seats)
        return False

    def is_letter(letter: object) -> bool:
        return isinstance(letter, str) and len(letter) == 1 and not letter.isdigit() and letter not in "/ "

    if letters is not None and not (
        isinstance(letters, Mapping) and all(is_letter(letter) and is_piece(piece) for letter, piece in letters.items())
    ):
        raise ValueError(
            "letters must be a dict from characters to (seat or None, kind), such as {'w': (0, 'man')}, with seats from 0 to "
            f"{num_seats - 1}, got {truncated(letters)}"
        )


def placed_letters(text: str, board_shape: tuple[int, int]) -> dict[str, str]:
    """Return the characters on the cells of a board.

    Parameters
    ----------
    text : str
        A position string. Its first word has the rows from the far side to the near side, separated by ``/``. A number counts
        empty cells, and any other character stands on a cell.
    board_shape : tuple of int
        The numbers of rows and columns.

    Returns
    -------
    dict of str to str
        The characters by the names of the cells. It is empty if the word does not describe a board of this shape.

    Examples
    --------
    >>> placed_letters("11x/3/o2 white", (3, 3))
    {'c3': 'x', 'a1': 'o'}
    """
    rows, columns = board_shape
    lines = text.partition(" ")[0].split("/")
    cells = [_cells(line, columns) for line in lines]
    if len(lines) != rows or any(len(row) != columns for row in cells):
        return {}
    return {
        f"{ascii_lowercase[column]}{rows - row}": letter
        for row, line in enumerate(cells)
        for column, letter in enumerate(line)
        if letter != " "
    }


def _cells(line: str, columns: int) -> str:
    """Return a row with a space for each empty cell."""
    whole, digits = (re.sub(number, lambda match: " " * int(match[0]), line) for number in (r"\d\d?", r"\d"))
    # 11 is a number on a wide board, and two empty cells on a narrow one.
    return whole if len(whole) == columns else digits


def letters_of(positions: Iterable[str], board_shape: tuple[int, int]) -> Mapping[str, Piece]:
    """Return what letters mean in a game that does not say so.

    Parameters
    ----------
    positions : iterable of str
        Position strings of some games. They are read until both cases occur.
    board_shape : tuple of int
        The numbers of rows and columns.

    Returns
    -------
    mapping of str to Piece
        `BY_CASE` if both cases occur. Otherwise the letters do not show the seats by their case: the mapping is one of `BY_NAME`
        or `UNOWNED`.
    """
    letters: set[str] = set()
    for text in positions:
        letters |= BY_CASE.keys() & placed_letters(text, board_shape).values()
        if len({letter.islower() for letter in letters}) == 2:
            return BY_CASE
    by_name = next((pieces for pieces in BY_NAME if letters <= pieces.keys()), UNOWNED)
    return by_name if len(letters) > 1 else BY_CASE
