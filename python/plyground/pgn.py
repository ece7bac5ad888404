"""Games of chess and Chess960 as text: Portable Game Notation (PGN).

>>> from plyground import pgn
>>> [game] = pgn.read("1. e4 e5 {the open game} 2. Nf3! Nc6 3. Bb5 *")
>>> game.moves
['e4', 'e5', 'Nf3', 'Nc6', 'Bb5']
>>> state = game.play()
>>> state.game.id, state.turn, state.steps[-1]
('chess', 5, 'f1b5')
>>> state.play_random(seed=1)
>>> text = pgn.write([pgn.Game.of(state, {"Event": "Random play"})])
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

from ._core import BadPgn, State
from .portable import Comment, Nag, Variation, Written, read_games, write_games

__all__ = ["BadPgn", "Comment", "Game", "Item", "Move", "Nag", "Variation", "read", "write"]


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a game, as it is written down."""

    san: str
    """The move in Standard Algebraic Notation."""
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
        """The move that a text spells."""
        return Move(text, **more)

    def __str__(self) -> str:
        return self.san


Item: TypeAlias = Move | Comment | Nag | Variation
"""A part of the movetext."""


class Game(Written):
    """A game as PGN writes it down: what the text says, not whether it could be played.

    Games are equal if they say the same, in whatever order their tags are. The tag Variant tells ``chess960`` from ``chess``.
    """

    __slots__ = ()

    _notation: ClassVar[str] = "pgn"
    _move: ClassVar[type[Any]] = Move
    _kinds: ClassVar[str] = "Move, Comment, Nag and Variation"

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
        return "Variant" in tags


def read(
    source: str | PathLike[str],
    *,
    variations: bool = True,
    errors: Literal["raise", "skip"] = "raise",
) -> Iterator[Game]:
    """The games of a text or a file, one after the other.

    A string is the text itself, unless it is one line that ends with ``.pgn``: then it names a file, as a path always does. Of a
    file no more is held than its longest game needs. Malformed games raise `BadPgn`, which has ``line`` and ``column``; with
    ``errors="skip"`` they are skipped, and logged. ``variations=False`` leaves variations out.
    """
    return read_games(Game, ".pgn", source, variations, errors)


def write(games: Iterable[Game | State], path: str | PathLike[str] | None = None) -> str:
    """The PGN of games, or of the games that led to states; written to a file too if there is a path."""
    return write_games(Game, games, path)
