"""Chess Golf: solve holes, make holes of a given difficulty, and check lines.

>>> import plyground as pg
>>> hole = pg.golf.Hole("2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2", "Kb")
>>> solution = pg.golf.solve(hole)
>>> solution.par, solution.num_lines
(3, 20)
>>> ["e5g6", "g6h5", "h5h2"] in solution.lines
True
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, SupportsIndex

from ._core import IllegalStep, State, _golf_holes, _GolfHole
from ._core import game as open_game

__all__ = ["Hole", "Solution", "check", "holes", "solve"]

MAX_MOVES: Final = 10
"""The most moves that a course allows, and the default limit of the solver."""

LABEL_MAX_MOVES: Final = 6
"""The default limit of the solver for generated holes."""

MEMORY_MIB: Final = 1024
"""The default memory of the solver in mebibytes."""

DECK: Final = "KQRRBBNNkqrrbbnn"
"""All cards in the order of position strings."""


@dataclass(frozen=True, slots=True)
class Hole:
    """A board and the cards that are drawn for it.

    A player chooses the type of one card. Pieces of this type must capture one piece for each of the other cards.

    Attributes
    ----------
    board : str
        The pieces, written as in FEN. Pieces without a drawn card may be missing.
    cards : str
        The letters of the drawn cards, with capitals for White: ``Kb`` is the white king and a black bishop.
    par : int or None
        The fewest moves that reach the goal, if known.
    more_than : int
        A lower bound: no line of this length or shorter reaches the goal.

    Raises
    ------
    BadPosition
        If the board or the cards are not valid.

    Examples
    --------
    >>> hole = Hole("2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2", "bK")
    >>> hole.cards
    'Kb'
    >>> hole.label
    'more than 0'
    """

    board: str
    cards: str
    par: int | None = field(default=None, kw_only=True)
    more_than: int = field(default=0, kw_only=True)

    def __post_init__(self) -> None:
        hole = _GolfHole(self.board, self.cards)
        object.__setattr__(self, "cards", hole.cards)

    @property
    def label(self) -> str:
        """The par as text, or its lower bound: ``4`` or ``more than 6``."""
        return _label(self.par, self.more_than)

    @property
    def fen(self) -> str:
        """The position string of ``chess-golf-solo`` with this hole as the first of the course."""
        left = DECK
        for card in self.cards:
            left = left.replace(card, "", 1)
        return (
            f"{self.board} 0 play 1 {len(self.cards)} 0 {self.cards} {left or '-'} - 0 - 0 0 {self.board} - 0 - "
            f"{self.cards} -"
        )

    def start(self) -> State:
        """Return a state of ``chess-golf-solo`` with this hole as the first of the course.

        Returns
        -------
        State
            The state before the first move of the hole.

        Raises
        ------
        BadOption
            If the hole has more than eight cards.

        Examples
        --------
        >>> state = Hole("2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2", "Kb").start()
        >>> state.apply("e5g6")
        >>> solve(state).par
        2
        """
        return open_game("chess-golf-solo", cards=len(self.cards)).from_fen(self.fen)

    def text(self) -> str:
        """Return the board as text, with coordinates.

        Returns
        -------
        str
            Nine lines.
        """
        ranks = self.board.split("/")
        cells = ["".join("." * int(letter) if letter.isdecimal() else letter for letter in rank) for rank in ranks]
        lines = [f"{8 - at}  {' '.join(rank)}" for at, rank in enumerate(cells)]
        return "\n".join([*lines, "   a b c d e f g h"])


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of `solve`.

    Attributes
    ----------
    par : int or None
        The fewest moves that reach the goal, if known.
    more_than : int
        A lower bound: no line of this length or shorter reaches the goal.
    lines : list of list of str
        The shortest lines in alphabetical order, up to ``max_lines``.
    num_lines : int
        The number of all shortest lines, or 0 with ``max_lines=0``.
    num_positions : int
        The number of positions that were searched.
    stop_reason : {"moves", "memory", "unsolvable"} or None
        Why ``par`` is None: the search reached ``max_moves``, it reached ``memory_mib``, or no line reaches the goal.
    """

    par: int | None
    more_than: int
    lines: list[list[str]]
    num_lines: int
    num_positions: int
    stop_reason: Literal["moves", "memory", "unsolvable"] | None

    @property
    def label(self) -> str:
        """The par as text, or its lower bound: ``4``, ``more than 6`` or ``no solution``."""
        return "no solution" if self.stop_reason == "unsolvable" else _label(self.par, self.more_than)


def solve(
    hole: Hole | State, *, max_moves: int = MAX_MOVES, max_lines: int = 1000, memory_mib: int = MEMORY_MIB
) -> Solution:
    """Find the fewest moves for a hole and all shortest lines.

    The search is exact. It releases the GIL, and Ctrl-C interrupts it.

    Parameters
    ----------
    hole : Hole or State
        A hole, or a state of ``chess-golf`` or its variants whose cards are drawn. A state is solved from its current
        position.
    max_moves : int
        The search stops after lines of this length.
    max_lines : int
        The most lines that ``Solution.lines`` contains.
    memory_mib : int
        The approximate limit of memory for positions, in mebibytes.

    Returns
    -------
    Solution
        The shortest lines. If a limit is reached, a lower bound of the fewest moves.

    Raises
    ------
    TypeError
        If ``hole`` is neither a hole nor a state.
    ValueError
        If the state has no hole to solve, or a limit is out of range.

    Examples
    --------
    >>> hole = Hole("2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2", "Kb")
    >>> solve(hole, max_lines=1).lines
    [['b3a3', 'b5b1', 'a2h2']]
    >>> solution = solve(hole, max_moves=2)
    >>> solution.par, solution.label, solution.stop_reason
    (None, 'more than 2', 'moves')
    """
    if isinstance(hole, Hole):
        packed = _GolfHole(hole.board, hole.cards)
    elif isinstance(hole, State):
        packed = _GolfHole.of(hole)
    else:
        raise TypeError(f"hole must be a plyground.golf.Hole or a State of Chess Golf, got {type(hole).__name__}")
    par, stop_reason, more_than, lines, num_lines, num_positions = packed.solve(max_moves, max_lines, memory_mib)
    return Solution(par, more_than, lines, num_lines, num_positions, stop_reason)


def holes(
    num_holes: int,
    cards: int = 2,
    par: int | tuple[int, int] | None = None,
    seed: int = 0,
    *,
    max_moves: int = LABEL_MAX_MOVES,
    max_tries: int = 1_000_000,
    memory_mib: int = MEMORY_MIB,
) -> list[Hole]:
    """Generate random holes.

    Parameters
    ----------
    num_holes : int
        The number of holes.
    cards : int
        The number of drawn cards of each hole, from 2 to 16.
    par : int or tuple of int, optional
        The required par, or its minimum and maximum. By default holes of any difficulty are generated.
    seed : int
        The seed of the random boards and cards. The same seed gives the same holes.
    max_moves : int
        Without ``par``, the search stops after lines of this length. Harder holes have ``par=None``.
    max_tries : int
        The most random holes to search. Difficult holes are rare.
    memory_mib : int
        The approximate limit of memory for positions, in mebibytes.

    Returns
    -------
    list of Hole
        The holes with their pars.

    Raises
    ------
    TypeError
        If an argument is not an integer.
    ValueError
        If an argument is out of range, or too few holes are found in ``max_tries``.

    Examples
    --------
    >>> [hole.par for hole in holes(3, par=4, seed=1)]
    [4, 4, 4]
    """
    if not isinstance(cards, SupportsIndex):
        raise TypeError(f"cards must be an integer, got {type(cards).__name__}")
    if not 2 <= cards <= len(DECK):
        raise ValueError(f"cards must be from 2 to {len(DECK)}, got {cards}")
    span = _span(par, cards)
    made = _golf_holes(num_holes, cards, span, seed, max_moves, memory_mib, max_tries)
    if len(made) < num_holes:
        wanted = "" if span is None else f" with par {' to '.join(map(str, sorted(set(span))))}"
        raise ValueError(
            f"found only {len(made)} of {num_holes} holes{wanted} in {max_tries:,} tries; increase max_tries"
        )
    return [Hole(board, letters, par=fewest, more_than=more_than) for board, letters, fewest, more_than in made]


def check(hole: Hole, line: Sequence[str]) -> str:
    """Play a line of moves and return the cards that are left.

    Parameters
    ----------
    hole : Hole
        The hole to play.
    line : sequence of str
        The moves, such as ``["e5g6", "g6h5"]``.

    Returns
    -------
    str
        The letters of the cards that are left, or an empty string if the line reaches the goal.

    Raises
    ------
    IllegalStep
        If a move is illegal, with its number and the reason.

    Examples
    --------
    >>> hole = Hole("2B3R1/5k2/1r1n1N2/1r2b3/R5q1/1B1n1N2/b6K/5Q2", "Kb")
    >>> check(hole, ["e5g6", "g6h5"])
    'Kb'
    >>> check(hole, ["e5g6", "g6h5", "h5h2"])
    ''
    """
    packed = _GolfHole(hole.board, hole.cards)
    for number, step in enumerate(line, 1):
        if packed.is_reached:
            raise IllegalStep(f"move {number}: the goal is already reached after move {number - 1}")
        try:
            packed = packed.after(step)
        except IllegalStep as error:
            raise IllegalStep(f"move {number}: {error}") from None
    return packed.cards


def _span(par: int | tuple[int, int] | None, cards: int) -> tuple[int, int] | None:
    """Return the range of par after checking it."""
    if par is None:
        return None
    span = par if isinstance(par, tuple) else (par, par)
    message = f"par must be a positive integer or a range such as (3, 5), got {par!r}"
    if not all(isinstance(bound, SupportsIndex) for bound in span):
        raise TypeError(message)
    if len(span) != 2 or not 1 <= span[0] <= span[1]:
        raise ValueError(message)
    if span[1] < cards - 1:
        raise ValueError(f"par must be at least {cards - 1} for holes of {cards} cards, got {span[1]}")
    return span


def _label(par: int | None, more_than: int) -> str:
    return f"more than {more_than}" if par is None else str(par)
