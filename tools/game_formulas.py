"""Formulas for the numbers of a block of actions, which are evaluated for every action."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

import plyground as pg
from game_actions import Block


@dataclass(frozen=True)
class Formula:
    """An expression in letters, `row` and `column`, and the values of these for each action from `start`."""

    text: str
    start: int
    values: dict[str, NDArray[np.int64]]

    def at(self, number: int) -> str:
        """The expression with the values of one action."""
        return re.sub(r"[A-Za-z]+", lambda name: str(self.values[name[0]][number - self.start]), self.text)


def formula_of(game: pg.Game, block: Block, letters: Sequence[str], notes: dict[str, str]) -> Formula:
    """Return the formula of a block whose lists have these letters.

    Raises
    ------
    ValueError
        If the formula does not give the number of every action.
    """
    ordered = [letters[axis] for axis in block.labels.order]
    sizes = block.labels.sizes
    cell = _cell(game, block, notes)
    terms = [str(block.start)] if block.start or not (ordered or cell) else []
    for place, letter in enumerate(ordered):
        factor = len(block.cells) * prod(sizes[place + 1 :])
        terms.append(f"{factor} * {letter}" if factor > 1 else letter)
    formula = Formula(" + ".join([*terms, cell] if cell else terms), block.start, _values(block, ordered))
    numbers = np.arange(block.start, block.stop)
    if not np.array_equal(np.broadcast_to(eval(formula.text, {}, dict(formula.values)), numbers.shape), numbers):
        raise ValueError(f"{game.id}: {formula.text} must give the numbers {block.start} to {block.stop - 1}")
    return formula


def _values(block: Block, letters: Sequence[str]) -> dict[str, NDArray[np.int64]]:
    """What letters, `row` and `column` stand for in each action of a block."""
    *axes, cells = np.indices((*block.labels.sizes, len(block.cells))).reshape(len(letters) + 1, -1)
    if len(set(letters)) < len(letters):
        raise ValueError(f"lists of a block must be different, got {block.labels.axes}")
    places = np.array([cell if isinstance(cell, tuple) else (-1, -1) for cell in block.cells])
    named = {"row": places[cells, 0], "column": places[cells, 1], "k": cells, "p": cells}
    return named | dict(zip(letters, axes, strict=True))


def _cell(game: pg.Game, block: Block, notes: dict[str, str]) -> str:
    """A formula for the number of a cell, with a note where rows and columns do not give one."""
    if block.cells == (None,):
        return ""
    _, rows, columns = game.observation_shape
    places = [cell for cell in block.cells if isinstance(cell, tuple)]
    if len(places) == len(block.cells):
        row, first = places[0]
        half = columns // 2
        if places == [divmod(cell, columns) for cell in range(rows * columns)]:
            return f"{columns} * row + column"
        if 2 * len(places) == rows * columns:
            if _numbers(places, half) == [(row, column // 2) for row, column in places]:
                return f"{half} * row + column // 2"
            if _numbers(places, half) == [(row, (columns - 1 - column) // 2) for row, column in places]:
                return f"{half} * row + ({columns - 1} - column) // 2"
        if places == [(row, first + cell) for cell in range(len(places))]:
            notes["row"] = "Promotions have the column of a cell in the last row."
            return f"column - {first}" if first else "column"
    if places != sorted(places):
        raise ValueError(f"{game.id}: cells must be numbered row by row, got {places}")
    if block.on_plane:
        notes["k"] = "*k* is the number of the cell among the cells in use, row by row as the seat sees them."
        return "k"
    notes["p"] = (
        "*p* is the number of the cell among those where the seat's pawns promote, row by row as the seat sees them."
    )
    return "p"


def _numbers(places: Sequence[tuple[int, int]], half: int) -> list[tuple[int, int]]:
    return [divmod(cell, half) for cell in range(len(places))]
