"""What a piece of a description does on each cell of a board, from the legal steps of the engine."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import plyground as pg


@dataclass(frozen=True)
class Board:
    """A board, the cell of the piece on it, and the moves of pawns where descriptions need pawns."""

    title: str
    keys: Mapping[str, Any]
    cell: str
    pawn: str = ""


def game_of(board: Board, moves: str) -> pg.Game:
    """Return a game of one piece in which every other cell is occupied at the start.

    No position may have more pieces than the start. The start must have a legal step, so one of the others can capture.
    """
    cells = _described(board, "K", {"white": {"X": board.cell}, "black": {}}).info.cells
    first, *others = (cell for cell in cells if cell != board.cell)
    return _described(board, moves, {"white": {"X": board.cell, "T": first}, "black": {"S": " ".join(others)}})


def _described(board: Board, moves: str, setup: Mapping[str, Any]) -> pg.Game:
    pawns = {"P": {"moves": board.pawn, "promotes": {"to": "S"}}} if board.pawn else {}
    return pg.describe(
        {
            "id": "movement-picture",
            "board": board.keys,
            "pieces": {
                "X": {"name": "piece", "moves": moves},
                "T": {"name": "companion", "moves": "K"},
                "S": {"name": "stone", "moves": "mW"},
                **pawns,
            },
            "setup": setup,
            "ends": [
                {"on": "reach", "pieces": "T", "cells": board.cell, "same-cells": True, "score": 1},
                {"on": "no-progress", "steps": 100},
            ],
        }
    )


def effects(board: Board, moves: str, enemies: Collection[str] = ()) -> dict[str, str]:
    """Return what a piece does on each cell that it reaches: ``moves``, ``captures`` or ``both``.

    Parameters
    ----------
    board : Board
        The board, and the cell of the piece.
    moves : str
        The movement in Betza's notation.
    enemies : collection of str, default ()
        The cells of enemies. An enemy is also put on each empty cell in turn.

    Examples
    --------
    >>> effects(Board("squares", {"files": 3, "ranks": 3}, "b1"), "mfWcfF")
    {'a2': 'captures', 'b2': 'moves', 'c2': 'captures'}
    """
    positions = _Positions(board, moves)
    entered = positions.reached(enemies).difference(enemies)
    result = {}
    for cell in positions.game.info.cells:
        is_captured = cell != board.cell and cell in positions.reached({*enemies, cell})
        if is_captured:
            result[cell] = "both" if cell in entered else "captures"
        elif cell in entered:
            result[cell] = "moves"
    return result


class _Positions:
    """The positions of a piece and enemies on a board."""

    def __init__(self, board: Board, moves: str) -> None:
        self.board = board
        self.game = game_of(board, moves)
        placement, _, self.rest = self.game.start().fen.partition(" ")
        self.rows = [len(row) for row in placement.split("/")]
        self.order = [next(iter(self._state({place: "X"}).pieces())) for place in range(sum(self.rows))]

    def reached(self, enemies: Collection[str]) -> set[str]:
        """Return the cells that the piece can go to."""
        letters = {self.board.cell: "X"} | dict.fromkeys(enemies, "s")
        state = self._state({place: letters[cell] for place, cell in enumerate(self.order) if cell in letters})
        return {step.removeprefix(self.board.cell) for step in state.legal_steps()}

    def _state(self, letters: Mapping[int, str]) -> pg.State:
        """Return the state with some letters at places of the position string."""
        places = iter(range(sum(self.rows)))
        rows = ["".join(letters.get(next(places), "1") for _ in range(length)) for length in self.rows]
        placement = re.sub("1+", lambda empty: str(len(empty[0])), "/".join(rows))
        return self.game.from_fen(f"{placement} {self.rest}")
