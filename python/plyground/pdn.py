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

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from ._core import BadPdn, State, _PdnReader, _PdnRecord
from ._core import Game as Rules
from ._core import game as open_game
from .options import read_options

__all__ = ["BadPdn", "Comment", "Game", "Item", "Move", "Nag", "SetUp", "Variation", "read", "write"]

LOG: Final = logging.getLogger(__name__)


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

    def __str__(self) -> str:
        return ("x" if self.capture else "-").join(self.squares)


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment. Runs of blanks and line ends count as one blank."""

    text: str


@dataclass(frozen=True, slots=True)
class Nag:
    """A numeric annotation glyph: 1 says what ``!`` says, 7 that the move was forced."""

    number: int


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves that might have been played instead of the one before."""

    items: "tuple[Item, ...]"


@dataclass(frozen=True, slots=True)
class SetUp:
    """``/FEN "…"/``: the game goes on from another position. Such a game cannot be played."""

    command: str
    line: int = field(default=1, compare=False, repr=False)
    column: int = field(default=1, compare=False, repr=False)


Item: TypeAlias = Move | Comment | Nag | Variation | SetUp
"""A part of the movetext."""

KINDS: Final = "Move, Comment, Nag, Variation and SetUp"
"""What items are, in words."""


class Game:
    """A game as PDN writes it down: what the text says, not whether it could be played.

    Games are equal if they say the same, in whatever order their tags are.
    """

    __slots__ = ("_items", "_record")

    def __init__(
        self,
        tags: Mapping[str, str] | None = None,
        items: Iterable[Item] = (),
        result: str | None = None,
    ) -> None:
        """``items`` are the movetext, ``result`` what ends it, like ``1-0`` or ``*``."""
        if result is not None and not isinstance(result, str):
            raise TypeError(f"a result is a text such as '1-0', not {type(result).__name__}")
        pairs = _tags(tags)
        if isinstance(items, str) or not isinstance(items, Iterable):
            raise TypeError(f"the items of a game are a list of {KINDS}, not {type(items).__name__}")
        self._items = tuple(items)
        self._record = _PdnRecord(pairs, _parts(self._items), result)

    @classmethod
    def of(cls, state: State, tags: Mapping[str, str] | None = None) -> "Game":
        """The game that led to a state, with tags that tell the game, where it started and how it ended.

        ``tags`` come on top: ``{"White": "…", "Black": "…"}``.
        """
        if not isinstance(state, State):
            raise TypeError(f"a game is made of the State that it led to, not of {type(state).__name__}")
        return cls._of(_PdnRecord.of(state, _tags(tags)))

    @classmethod
    def _of(cls, record: _PdnRecord) -> "Game":
        game = cls.__new__(cls)
        game._items, game._record = None, record
        return game

    _items: tuple[Item, ...] | None
    _record: _PdnRecord

    @property
    def tags(self) -> dict[str, str]:
        """The tags by name; of several of one name the first."""
        tags = self._record.tags
        return {**dict(tags), **dict(reversed(tags))}

    @property
    def items(self) -> tuple[Item, ...]:
        """The movetext."""
        if self._items is None:
            self._items = _items(self._record.items)
        return self._items

    @property
    def moves(self) -> list[str]:
        """The moves of the game itself, variations left out."""
        return self._record.moves

    @property
    def result(self) -> str | None:
        """The result that ends the movetext."""
        return self._record.result

    @property
    def line(self) -> int:
        """The line of the text that the game begins in, counted from 1."""
        return self._record.line

    @property
    def id(self) -> str:
        """The id of the game that is played, by the tags Variant and GameType."""
        return self._record.id

    @property
    def options(self) -> dict[str, Any]:
        """The options in which the game differs from the one of its id, by the tag Options beside a tag Variant."""
        tags = self.tags
        return read_options(tags["Options"]) if "Options" in tags and tags.get("Variant") == self.id else {}

    def play(self, game: Rules | str | None = None) -> State:
        """The state at the end, with its record; `BadPdn` if a move is wrong.

        ``game`` is the game to play it by, or its id; else it is the one that the tags tell. Moves after a draw are left out: in
        tournaments draws must be claimed, here they end the game.
        """
        if not isinstance(game, Rules):
            game = open_game(self.id, **self.options) if game is None else open_game(game)
        return self._record.play(game)

    def __str__(self) -> str:
        return str(self._record)

    def __repr__(self) -> str:
        return f"Game({self.tags!r}, {self.items!r}, {self.result!r})"

    def __eq__(self, other: object) -> bool:
        return self._record == other._record if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash((tuple(self.moves), self.result))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Game, (self.tags, self.items, self.result))


def read(
    source: str | PathLike[str],
    *,
    variations: bool = True,
    errors: Literal["raise", "skip"] = "raise",
) -> Iterator[Game]:
    """The games of a text or a file, one after the other.

    A string is the text itself, unless it is one line that ends with ``.pdn``: then it names a file, as a path always does.
    Malformed games raise `BadPdn`, which has ``line`` and ``column``; with ``errors="skip"`` they are skipped, and logged.
    ``variations=False`` leaves variations out.
    """
    if errors not in ("raise", "skip"):
        raise ValueError(f"errors is 'raise' or 'skip', not {errors!r}")
    if not isinstance(source, str) or (source.lower().endswith(".pdn") and "\n" not in source):
        data = Path(source).read_bytes()
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            # Old files; every byte is a character there.
            text = data.decode("latin-1")
    else:
        text = source
    return _games(_PdnReader(text, variations), errors == "skip")


def write(games: Iterable[Game | State], path: str | PathLike[str] | None = None) -> str:
    """The PDN of games, or of the games that led to states; written to a file too if there is a path."""
    if isinstance(games, Game | State) or not isinstance(games, Iterable):
        raise TypeError(f"name a list of games to write, not {type(games).__name__}")
    text = "".join(str(game if isinstance(game, Game) else Game.of(game)) for game in games)
    if path is not None:
        Path(path).write_text(text, encoding="utf-8")
    return text


def _tags(tags: Mapping[str, str] | None) -> list[tuple[str, str]]:
    """The tags in their order, if they are such."""
    if tags is None:
        return []
    if not isinstance(tags, Mapping) or not all(isinstance(text, str) for pair in tags.items() for text in pair):
        raise TypeError(f"tags are a dict of texts by name, as {{'Event': 'Final'}} is, not {str(tags)[:80]}")
    return list(tags.items())


def _games(reader: _PdnReader, skip: bool) -> Iterator[Game]:
    while True:
        try:
            yield Game._of(next(reader))
        except StopIteration:  # noqa: PERF203
            return
        except BadPdn as error:
            if not skip:
                raise
            LOG.warning("skipped a malformed game: %s", error)


def _items(parts: list[tuple[Any, ...]]) -> tuple[Item, ...]:
    return tuple(_item(*part) for part in parts)


def _item(kind: str, what: Any, *more: Any) -> Item:
    match kind:
        case "move":
            capture, number, strength, (line, column) = more
            count, second = number or (None, False)
            return Move(tuple(what), capture, count, second, strength, line, column)
        case "comment":
            return Comment(what)
        case "nag":
            return Nag(what)
        case "variation":
            return Variation(_items(what))
    ((line, column),) = more
    return SetUp(what, line, column)


def _parts(items: Iterable[Item]) -> list[tuple[Any, ...]]:
    return [_part(item) for item in items]


def _part(item: Item) -> tuple[Any, ...]:
    match item:
        case Move():
            number = None if item.number is None else (item.number, item.second)
            return ("move", list(item.squares), item.capture, number, item.strength, (item.line, item.column))
        case Comment():
            return ("comment", item.text)
        case Nag():
            return ("nag", item.number)
        case Variation():
            return ("variation", _parts(item.items))
        case SetUp():
            return ("setup", item.command, (item.line, item.column))
    raise TypeError(f"an item of a game is one of {KINDS}, not {type(item).__name__}")
