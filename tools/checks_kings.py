"""The ending of flying kings against one king, solved on boards of any size.

Only kings are on the board. The strong side wins if it captures the single king, or if the single king cannot move. The single
king must capture if it can, so endings with fewer kings are solved first. Draws by counted moves are left out.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Cell = tuple[int, int]
DIRECTIONS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
NEVER = 10_000
"""The number of moves to win where the strong side does not win."""


@dataclass(frozen=True)
class Board:
    """The playing squares of a board, and the lines from each.

    Attributes
    ----------
    height, width : int
        The size.
    dark : int
        The color of the playing squares: 0 is that of the near left corner, 1 the other.
    majority : bool
        Whether the single king must capture as many kings as it can.
    """

    height: int
    width: int
    dark: int = 0
    majority: bool = True

    @property
    def cells(self) -> list[Cell]:
        """The playing squares as rows and columns."""
        return [(r, c) for r in range(self.height) for c in range(self.width) if (r + c) % 2 == self.dark]

    @property
    def rays(self) -> list[list[list[int]]]:
        """The numbers of the squares along each diagonal from each square."""
        index = {cell: number for number, cell in enumerate(self.cells)}
        reach = range(1, self.height + self.width)
        return [
            [
                [index[r + k * dr, c + k * dc] for k in reach if (r + k * dr, c + k * dc) in index]
                for dr, dc in DIRECTIONS
            ]
            for r, c in self.cells
        ]


@dataclass(frozen=True)
class Ending:
    """A solved ending.

    Attributes
    ----------
    sets : ndarray
        The squares of the strong side, one row for each set.
    moves : ndarray
        The moves that the strong side needs to win if it is to move, for each set and each square of the single king.
    threatened : ndarray
        Whether the single king could capture if it were to move.
    """

    sets: Numbers
    moves: Numbers
    threatened: NDArray[np.bool_]

    @property
    def legal(self) -> NDArray[np.bool_]:
        """Whether the square of the single king is empty."""
        return ~_occupied(self.sets, self.moves.shape[1])

    @property
    def quiet(self) -> NDArray[np.bool_]:
        """Whether the square of the single king is empty, and neither side can capture."""
        return self.legal & ~self.threatened & (self.moves > 1)

    @property
    def won(self) -> float:
        """The share of quiet positions that the strong side wins."""
        return float((self.moves[self.quiet] < NEVER).mean())

    @property
    def longest(self) -> int:
        """The most moves that a win takes."""
        return int(self.moves[self.legal & (self.moves < NEVER)].max(initial=0))


def captures(
    rays: list[list[list[int]]], start: int, others: frozenset[int], majority: bool
) -> set[tuple[frozenset[int], int]]:
    """Return the captures of a flying king, as the captured squares and the last square."""
    found: set[tuple[frozenset[int], int]] = set()
    stack: list[tuple[int, frozenset[int]]] = [(start, frozenset())]
    while stack:
        at, taken = stack.pop()
        jumps = _jumps(rays, at, others, taken)
        for victim, landings in jumps:
            after = taken | {victim}
            onward = [landing for landing in landings if _jumps(rays, landing, others, after)]
            stack += [(landing, after) for landing in onward]
            if not onward:
                found |= {(after, landing) for landing in landings}
    most = max((len(taken) for taken, _ in found), default=0) if majority else 0
    return {capture for capture in found if len(capture[0]) >= most}


def _jumps(
    rays: list[list[list[int]]], at: int, others: frozenset[int], taken: frozenset[int]
) -> list[tuple[int, list[int]]]:
    """Return the pieces that a king can jump, and where it can land. Captured pieces stay until the end, and block."""
    jumps = []
    for ray in rays[at]:
        first = next((k for k, cell in enumerate(ray) if cell in others), len(ray))
        if first == len(ray) or ray[first] in taken:
            continue
        behind = next((k for k, cell in enumerate(ray[first + 1 :]) if cell in others), len(ray))
        if landings := ray[first + 1 : first + 1 + behind]:
            jumps.append((ray[first], landings))
    return jumps


@lru_cache
def solve(board: Board, kings: int) -> Ending:
    """Solve the ending of ``kings`` kings, 1 to 3, against one."""
    rays = board.rays
    count = len(rays)
    sets = np.array(list(combinations(range(count), kings)))
    occupied = _occupied(sets, count)
    threatened = np.stack([_can_capture(rays[b], occupied) for b in range(count)], axis=1) & ~occupied
    after_capture = _after_captures(board, kings, sets, threatened)
    moves = np.where(_strong_captures(rays, sets, occupied), 1, NEVER)
    numbers = _set_numbers(sets, count)
    for number in range(2, NEVER):
        lost = _single_king_loses(rays, occupied, moves < NEVER)
        lost = np.where(threatened, after_capture < number, lost) & ~occupied
        won = _can_reach(rays, sets, occupied, numbers, lost)
        new = won & (moves == NEVER)
        if not new.any() and number > after_capture[after_capture < NEVER].max(initial=0):
            return Ending(sets, moves, threatened)
        moves[new] = number
    raise AssertionError("wins are shorter")


def _occupied(sets: Numbers, count: int) -> NDArray[np.bool_]:
    occupied = np.zeros((len(sets), count), dtype=bool)
    np.put_along_axis(occupied, sets, True, axis=1)
    return occupied


def _set_numbers(sets: Numbers, count: int) -> Numbers:
    numbers = np.full((count,) * sets.shape[1], -1)
    numbers[tuple(sets.T)] = np.arange(len(sets))
    return numbers


def _can_capture(rays: list[list[int]], occupied: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return for each set whether a king from whose square the rays go out can capture one of the set."""
    found = np.zeros(len(occupied), dtype=bool)
    for ray in rays:
        open_ = np.ones(len(occupied), dtype=bool)
        for cell, behind in pairwise(ray):
            found |= open_ & occupied[:, cell] & ~occupied[:, behind]
            open_ &= ~occupied[:, cell]
    return found


def _strong_captures(rays: list[list[list[int]]], sets: Numbers, occupied: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return for each set and each square of the single king whether the strong side can capture it."""
    found = np.zeros(occupied.shape, dtype=bool)
    for piece in range(sets.shape[1]):
        for start, lines in enumerate(rays):
            rows = np.flatnonzero(sets[:, piece] == start)
            for ray in lines:
                open_ = np.ones(len(rows), dtype=bool)
                for cell, behind in pairwise(ray):
                    open_ &= ~occupied[rows, cell]
                    found[rows, cell] |= open_ & ~occupied[rows, behind]
    return found & ~occupied


def _after_captures(board: Board, kings: int, sets: Numbers, threatened: NDArray[np.bool_]) -> Numbers:
    """Return the moves in which the strong side wins after the best capture of the single king."""
    rays = board.rays
    smaller = [solve(board, fewer) for fewer in range(1, kings)]
    numbers = [_set_numbers(ending.sets, len(rays)) for ending in smaller]
    result = np.full(threatened.shape, NEVER)
    for row, single in np.argwhere(threatened):
        others = frozenset(sets[row].tolist())
        worst = 0
        for taken, landing in captures(rays, int(single), others, board.majority):
            left = sorted(others - taken)
            ending = len(left) - 1
            worst = max(worst, smaller[ending].moves[numbers[ending][tuple(left)], landing] if left else NEVER)
            if worst == NEVER:
                break
        result[row, single] = worst
    return result


def _single_king_loses(
    rays: list[list[list[int]]], occupied: NDArray[np.bool_], won: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return for each set and square whether all quiet moves of the single king lose, also if it has none."""
    loses = np.ones(occupied.shape, dtype=bool)
    for single, lines in enumerate(rays):
        for ray in lines:
            open_ = np.ones(len(occupied), dtype=bool)
            for cell in ray:
                open_ &= ~occupied[:, cell]
                loses[:, single] &= ~open_ | won[:, cell]
    return loses


def _can_reach(
    rays: list[list[list[int]]], sets: Numbers, occupied: NDArray[np.bool_], numbers: Numbers, lost: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return for each set and square of the single king whether a quiet move of the strong side leads to a lost position."""
    reached = np.zeros(occupied.shape, dtype=bool)
    for piece in range(sets.shape[1]):
        for start, lines in enumerate(rays):
            rows = np.flatnonzero(sets[:, piece] == start)
            for ray in lines:
                open_rows = rows
                for length, cell in enumerate(ray, 1):
                    open_rows = open_rows[~occupied[open_rows, cell]]
                    moved = sets[open_rows].copy()
                    moved[:, piece] = cell
                    after = lost[numbers[tuple(np.sort(moved, axis=1).T)]].copy()
                    after[:, ray[:length]] = False
                    reached[open_rows] |= after
    return reached & ~occupied
