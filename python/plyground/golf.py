"""Chess Golf: the fewest moves for a hole, and holes that are as difficult as you like.

>>> import plyground as pg
>>> hole = pg.golf.Hole("2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2", "Kb")
>>> solution = pg.golf.solve(hole)
>>> solution.least, solution.count
(3, 20)
>>> ["e5g6", "g6h5", "h5h2"] in solution.lines
True
>>> state = hole.start()                          # to be played, as the first hole of a course for one
>>> state.apply("e5g6")
>>> pg.golf.solve(state).least
2
>>> [hole.par for hole in pg.golf.holes(3, par=4, seed=1)]
[4, 4, 4]
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from ._core import IllegalStep, State, _golf_holes, _GolfHole
from ._core import game as open_game

__all__ = ["Hole", "Solution", "check", "holes", "solve"]

MOVES: Final = 10
"""The most moves that a course allows; the solver looks no further unless it is told to."""

LABEL_MOVES: Final = 6
"""The most moves that made holes are known to take, if no par is asked for."""

MEMORY: Final = 1024
"""Mebibytes that the solver may use for positions."""

DECK: Final = "KQRRBBNNkqrrbbnn"
"""All cards, in the order in which they are written."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A hole: a board, and the cards that were drawn for it.

    One type of the cards is the taker's: its men capture a man for each of the other cards.
    """

    board: str
    """The men, as in a position string; those of no card may be missing."""
    cards: str
    """The letters of the cards, White's in capitals: `Kb` are the white king and a black bishop."""
    par: int | None = field(default=None, kw_only=True)
    """The fewest moves for it, if they are known."""
    more_than: int = field(default=0, kw_only=True)
    """No line has so few moves, or fewer."""

    def __post_init__(self) -> None:
        hole = _GolfHole(self.board, self.cards)
        object.__setattr__(self, "cards", hole.cards)

    @property
    def label(self) -> str:
        """How difficult it is as far as that is known: `4`, or `more than 6`."""
        return _label(self.par, self.more_than)

    @property
    def fen(self) -> str:
        """The position string of a course for one whose first hole it is."""
        left = DECK
        for card in self.cards:
            left = left.replace(card, "", 1)
        return (
            f"{self.board} 0 play 1 {len(self.cards)} 0 {self.cards} {left or '-'} - 0 - 0 0 {self.board} - 0 - "
            f"{self.cards} -"
        )

    def start(self) -> State:
        """A course for one whose first hole it is, with this hole to be played. It takes two to eight cards."""
        return open_game("chess-golf-solo", cards=len(self.cards)).from_fen(self.fen)

    def text(self) -> str:
        """The board in letters."""
        ranks = self.board.split("/")
        cells = ["".join("." * int(letter) if letter.isdecimal() else letter for letter in rank) for rank in ranks]
        lines = [f"{8 - at}  {' '.join(rank)}" for at, rank in enumerate(cells)]
        return "\n".join([*lines, "   a b c d e f g h"])


@dataclass(frozen=True, slots=True)
class Solution:
    """What is known of a hole."""

    least: int | None
    """The fewest moves, if they are known."""
    more_than: int
    """No line has so few moves, or fewer."""
    lines: list[list[str]]
    """Shortest lines in the order of their texts, as many as were asked for."""
    count: int
    """How many shortest lines there are in all; 0 if none were asked for."""
    positions: int
    """How many positions were gone through."""
    why: Literal["moves", "memory", "hopeless"] | None
    """Why the fewest moves are not known: all lines have more than were allowed, there was no memory for more positions, or
    there is no line at all."""

    @property
    def label(self) -> str:
        """How difficult the hole is as far as that is known: `4`, or `more than 6`."""
        return "no line at all" if self.why == "hopeless" else _label(self.least, self.more_than)


def solve(hole: Hole | State, *, moves: int = MOVES, lines: int = 1000, memory: int = MEMORY) -> Solution:
    """Finds the fewest moves for a hole, and every shortest line.

    Of a state of `chess-golf` or its variants it is the hole that is bid for or played, from where it stands. No line of more
    than ``moves`` moves is looked for, at most ``lines`` are written down, and positions take at most ``memory`` mebibytes,
    about: if that is too little, the solution says of how many moves there is none.
    """
    if isinstance(hole, Hole):
        packed = _GolfHole(hole.board, hole.cards)
    elif isinstance(hole, State):
        packed = _GolfHole.of(hole)
    else:
        raise TypeError(f"a hole is a plyground.golf.Hole or a State of a course, not {type(hole).__name__}")
    least, why, more_than, found, count, positions = packed.solve(moves, lines, memory)
    return Solution(least, more_than, found, count, positions, why)


def holes(
    n: int,
    cards: int = 2,
    par: int | tuple[int, int] | None = None,
    seed: int = 0,
    *,
    moves: int = LABEL_MOVES,
    tries: int = 1_000_000,
    memory: int = MEMORY,
) -> list[Hole]:
    """Makes ``n`` holes: men laid out and cards drawn by chance, the same for the same seed.

    ``par`` is the fewest moves that they take, or the least and the most of that. Without it holes are as they come, and those
    that take more than ``moves`` say so. Difficult holes are rare: no more than ``tries`` are looked at.
    """
    if not 2 <= cards <= len(DECK):
        raise ValueError(f"a hole has 2 to {len(DECK)} cards, not {cards}")
    span = _span(par, cards)
    made = _golf_holes(n, cards, span, seed, moves, memory, tries)
    if len(made) < n:
        wanted = "" if span is None else f" of par {' to '.join(map(str, sorted(set(span))))}"
        raise ValueError(f"only {len(made)} of {n} holes{wanted} were found in {tries:,} tries")
    return [Hole(board, letters, par=least, more_than=more_than) for board, letters, least, more_than in made]


def check(hole: Hole, line: Sequence[str]) -> str:
    """Plays a line of moves: the letters of the cards that are then left, none if the goal is reached.

    `IllegalStep` if a move is wrong, with its number and the reason.
    """
    packed = _GolfHole(hole.board, hole.cards)
    for number, step in enumerate(line, 1):
        if packed.is_reached:
            raise IllegalStep(f"move {number}: the goal was reached by the {number - 1} before it")
        try:
            packed = packed.after(step)
        except IllegalStep as error:
            raise IllegalStep(f"move {number}: {error}") from None
    return packed.cards


def _span(par: int | tuple[int, int] | None, cards: int) -> tuple[int, int] | None:
    if par is None:
        return None
    span = par if isinstance(par, tuple) else (par, par)
    if len(span) != 2 or not 1 <= span[0] <= span[1]:
        raise ValueError(f"par is a number from 1, or the least and the most as in (3, 5), not {par}")
    least, most = span
    if most < cards - 1:
        raise ValueError(f"a hole of {cards} cards takes {cards - 1} moves at least: it is never of par {most}")
    return least, most


def _label(least: int | None, more_than: int) -> str:
    return f"more than {more_than}" if least is None else str(least)
