"""Games of draughts as text: Portable Draughts Notation (PDN).

>>> from plyground import pdn
>>> [game] = pdn.read('[GameType "21"] 1. 9-14 {the most frequent} 23-18! 2. 14x23 27x18 *')
>>> game.moves
['9-14', '23-18', '14x23', '27x18']
>>> state = game.play()
>>> state.game.id, state.num_turns
('english-draughts', 4)
>>> state.play_random(seed=1)
>>> text = pdn.write([pdn.Game.from_state(state, {"Event": "Random play"})])
>>> print(text.splitlines()[0])
[Event "Random play"]
>>> [again] = pdn.read(text)
>>> again.play() == state
True
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, ClassVar, Literal, TypeAlias

from .._core import BadPdn, State
from .files import read_games, write_games
from .game import NotatedGame
from .items import Comment, Nag, SetUp, Variation

__all__ = ["BadPdn", "Comment", "Game", "Item", "Move", "Nag", "SetUp", "Variation", "read", "write"]


@dataclass(frozen=True, slots=True)
class Move:
    """A move in PDN.

    Parameters
    ----------
    squares : tuple of str
        The squares of the move, at least two: numbers, or file and rank.
    is_capture : bool, default False
        Whether the move is a capture, written with ``x``.
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
    >>> str(Move(("22", "15"), is_capture=True))
    '22x15'
    """

    squares: tuple[str, ...]
    is_capture: bool = False
    number: int | None = None
    is_second: bool = False
    strength: str = ""
    line: int = field(default=1, compare=False, repr=False)
    column: int = field(default=1, compare=False, repr=False)

    @staticmethod
    def parse(text: str, **more: Any) -> "Move":
        """Parse a move, whose squares are joined by ``-`` or ``x``; ``more`` are other fields."""
        return Move(tuple(re.split("[-x]", text)), "x" in text, **more)

    def __str__(self) -> str:
        return ("x" if self.is_capture else "-").join(self.squares)


Item: TypeAlias = Move | Comment | Nag | Variation | SetUp
"""A part of the movetext."""


class Game(NotatedGame):
    """A game in PDN: its tags, movetext and result. The moves are not checked until `play` makes them.

    Games are equal if tags, movetext and result are. The order of tags does not count. The tags Variant and GameType name
    the variant.

    Parameters
    ----------
    tags : mapping of str to str, optional
        The tags by name.
    items : iterable of Move, Comment, Nag, Variation or SetUp, optional
        The movetext.
    result : str, optional
        The result that ends the movetext, such as ``1-0`` or ``*``.

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be written.

    Examples
    --------
    >>> game = Game({"GameType": "21"}, [Move(("11", "15"))], "*")
    >>> game.id, game.moves
    ('english-draughts', ['11-15'])
    """

    __slots__ = ()

    _notation: ClassVar[str] = "pdn"
    _move: ClassVar[type[Any]] = Move
    _item_kinds: ClassVar[str] = "Move, Comment, Nag, Variation or SetUp"

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
        return tags.get("Variant") == self.id


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
        The text. A path, or a string of one line that ends with ``.pdn``, names a file.
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
    BadPdn
        If a game is malformed. The exception has ``line`` and ``column``.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> import plyground as pg
    >>> [game.result for game in pg.pdn.read("1. 11-15 1-0 1. 9-14 *")]
    ['1-0', '*']
    """
    return read_games(Game, ".pdn", source, variations, errors)


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
        If PDN does not have the game of a state.

    Examples
    --------
    >>> import plyground as pg
    >>> state = pg.game("english-draughts").start()
    >>> state.apply("11-15")
    >>> print(pg.pdn.write([state]).splitlines()[-2])
    1. 11-15 *
    """
    return write_games(Game, games, path)
