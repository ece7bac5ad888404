"""Games of chess and Chess960 as text: Portable Game Notation (PGN).

>>> from plyground import pgn
>>> [game] = pgn.read("1. e4 e5 {the open game} 2. Nf3! Nc6 3. Bb5 *")
>>> game.moves
['e4', 'e5', 'Nf3', 'Nc6', 'Bb5']
>>> state = game.play()
>>> state.game.id, state.num_turns, state.steps[-1]
('chess', 5, 'f1b5')
>>> state.play_random(seed=1)
>>> text = pgn.write([pgn.Game.from_state(state, {"Event": "Random play"})])
>>> print(text.splitlines()[0])
[Event "Random play"]
>>> [again] = pgn.read(text)
>>> again.play() == state
True
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, ClassVar, Literal, TypeAlias

from .._core import BadPgn, State
from .files import read_games, write_games
from .game import NotatedGame
from .items import Comment, Nag, Variation

__all__ = ["BadPgn", "Comment", "Game", "Item", "Move", "Nag", "Variation", "read", "write"]


@dataclass(frozen=True, slots=True)
class Move:
    """A move in PGN.

    Parameters
    ----------
    san : str
        The move in Standard Algebraic Notation.
    number : int, optional
        The move number before the move.
    is_second : bool, default False
        Whether three dots follow the number: the move is the second one with that number.
    strength : str, default ""
        The annotation after the move: exclamation and question marks, optionally in parentheses.
    line, column : int, default 1
        Where the text has the move, counted from 1.

    Examples
    --------
    >>> str(Move("Nf3", number=1))
    'Nf3'
    """

    san: str
    number: int | None = None
    is_second: bool = False
    strength: str = ""
    line: int = field(default=1, compare=False, repr=False)
    column: int = field(default=1, compare=False, repr=False)

    @staticmethod
    def parse(text: str, **more: Any) -> "Move":
        """Return the move with this text; ``more`` are other fields."""
        return Move(text, **more)

    def __str__(self) -> str:
        return self.san


Item: TypeAlias = Move | Comment | Nag | Variation
"""A part of the movetext."""


class Game(NotatedGame):
    """A game in PGN: its tags, movetext and result. The moves are not checked until `play` makes them.

    Games are equal if tags, movetext and result are. The order of tags does not count. The tag Variant distinguishes
    ``chess960`` from ``chess``.

    Parameters
    ----------
    tags : mapping of str to str, optional
        The tags by name.
    items : iterable of Move, Comment, Nag or Variation, optional
        The movetext.
    result : str, optional
        The result that ends the movetext, such as ``1-0`` or ``*``.

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be written.

    Examples
    --------
    >>> game = Game({"White": "Anna"}, [Move("e4"), Move("e5")], "*")
    >>> game.id, game.moves
    ('chess', ['e4', 'e5'])
    """

    __slots__ = ()

    _notation: ClassVar[str] = "pgn"
    _move: ClassVar[type[Any]] = Move
    _item_kinds: ClassVar[str] = "Move, Comment, Nag or Variation"

    def __init__(
        self,
        tags: Mapping[str, str] | None = None,
        items: Iterable[Item] = (),
        result: str | None = None,
    ) -> None:
        super().__init__(tags, items, result)

    @property
    def items(self) -> tuple[Item, ...]:
        """The movetext."""
        return self._read_items()

    def _has_own_variant(self, tags: Mapping[str, str]) -> bool:
        return "Variant" in tags


def read(
    source: str | PathLike[str],
    *,
    variations: bool = True,
    errors: Literal["raise", "skip"] = "raise",
) -> Iterator[Game]:
    """Read the games of a text or a file, one after the other.

    Memory is needed for the longest game only, not for the whole file.

    Parameters
    ----------
    source : str or path-like
        The text. A path, or a string of one line that ends with ``.pgn``, names a file.
    variations : bool, default True
        Whether to read variations. If False, they are left out.
    errors : {"raise", "skip"}, default "raise"
        What to do with malformed games: raise the error, or skip the game and log a warning.

    Yields
    ------
    Game
        The games.

    Raises
    ------
    BadPgn
        If a game is malformed. The exception has ``line`` and ``column``.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> import plyground as pg
    >>> [game.result for game in pg.pgn.read("1. e4 1-0 1. d4 *")]
    ['1-0', '*']
    """
    return read_games(Game, ".pgn", source, variations, errors)


def write(games: Iterable[Game | State], path: str | PathLike[str] | None = None) -> str:
    """Write games as text, and to a file if there is a path.

    Parameters
    ----------
    games : iterable of Game or plyground.State
        The games. A state stands for the game that led to it.
    path : str or path-like, optional
        The file to write.

    Returns
    -------
    str
        The text.

    Raises
    ------
    TypeError
        If ``games`` is not an iterable of games and states.
    ValueError
        If PGN does not have the game of a state.

    Examples
    --------
    >>> import plyground as pg
    >>> state = pg.game("chess").start()
    >>> state.apply("e2e4")
    >>> print(pg.pgn.write([state]).splitlines()[-2])
    1. e4 *
    """
    return write_games(Game, games, path)
