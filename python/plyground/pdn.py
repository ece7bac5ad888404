"""Games of draughts as text: Portable Draughts Notation (PDN).

>>> from plyground import pdn
>>> [game] = pdn.read('[GameType "21"] 1. 9-14 {the commonest} 23-18! 2. 14x23 27x18 *')
>>> game.moves
['9-14', '23-18', '14x23', '27x18']
>>> state = game.play()
>>> state.game.id, state.turn
('english-draughts', 4)
>>> state.play_random(seed=1)
>>> text = pdn.write([pdn.Game.of(state, {"Event": "Random play"})])
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

from ._core import BadPdn, State
from .portable import Comment, Nag, SetUp, Variation, Written, read_games, write_games

__all__ = ["BadPdn", "Comment", "Game", "Item", "Move", "Nag", "SetUp", "Variation", "read", "write"]


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a game, as it is written down."""

    squares: tuple[str, ...]
    """The squares that it names, two at least: numbers, or file and rank."""
    capture: bool = False
    number: int | None = None
    """The number before it."""
    second: bool = False
    """Whether three dots after the number say that it is the second move of that number."""
    strength: str = ""
    """What the annotator thought of it: exclamation and question marks, perhaps in parentheses."""
    line: int = field(default=1, compare=False, repr=False)
    column: int = field(default=1, compare=False, repr=False)

    @staticmethod
    def read(text: str, **more: Any) -> "Move":
        """The move that a text spells, its squares joined by ``-`` or ``x``."""
        return Move(tuple(re.split("[-x]", text)), "x" in text, **more)

    def __str__(self) -> str:
        return ("x" if self.capture else "-").join(self.squares)


Item: TypeAlias = Move | Comment | Nag | Variation | SetUp
"""A part of the movetext."""


class Game(Written):
    """A game as PDN writes it down: what the text says, not whether it could be played.

    Games are equal if they say the same, in whatever order their tags are. The tags Variant and GameType tell which game is
    played.
    """

    __slots__ = ()

    _notation: ClassVar[str] = "pdn"
    _move: ClassVar[type[Any]] = Move
    _kinds: ClassVar[str] = "Move, Comment, Nag, Variation and SetUp"

    def __init__(
        self,
        tags: Mapping[str, str] | None = None,
        items: Iterable[Item] = (),
        result: str | None = None,
    ) -> None:
        """``items`` are the movetext, ``result`` what ends it, like ``1-0`` or ``*``."""
        super().__init__(tags, items, result)

    @property
    def items(self) -> tuple[Item, ...]:
        """The movetext."""
        return self._all_items()

    def _is_told(self, tags: Mapping[str, str]) -> bool:
        return tags.get("Variant") == self.id


def read(
    source: str | PathLike[str],
    *,
    variations: bool = True,
    errors: Literal["raise", "skip"] = "raise",
) -> Iterator[Game]:
    """The games of a text or a file, one after the other.

    A string is the text itself, unless it is one line that ends with ``.pdn``: then it names a file, as a path always does. Of a
    file no more is held than its longest game needs. Malformed games raise `BadPdn`, which has ``line`` and ``column``; with
    ``errors="skip"`` they are skipped, and logged. ``variations=False`` leaves variations out.
    """
    return read_games(Game, ".pdn", source, variations, errors)


def write(games: Iterable[Game | State], path: str | PathLike[str] | None = None) -> str:
    """The PDN of games, or of the games that led to states; written to a file too if there is a path."""
    return write_games(Game, games, path)
