"""Games as text: what PDN (`plyground.pdn`) and PGN (`plyground.pgn`) share."""

import codecs
import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, Final, Literal, TypeVar

from ._core import BadPdn, BadPgn, State, _GameReader, _GameRecord
from ._core import Game as Rules
from ._core import game as open_game
from .options import read_options

__all__ = ["Comment", "Nag", "SetUp", "Variation", "Written", "read_games", "write_games"]

PIECE: Final = 1 << 22
"""How many bytes of a file are read at once."""


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

    items: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class SetUp:
    """``/FEN "…"/``, in PDN: the game goes on from another position. Such a game cannot be played."""

    command: str
    line: int = field(default=1, compare=False, repr=False)
    column: int = field(default=1, compare=False, repr=False)


class Written:
    """A game as it is written down: what the text says, not whether it could be played.

    Games are equal if they say the same, in whatever order their tags are.
    """

    __slots__ = ("_items", "_record")

    _notation: ClassVar[str]
    """What the core calls the notation."""
    _move: ClassVar[type[Any]]
    """How it writes a move: made of a text, a number, whether it is the second, strength, line and column."""
    _kinds: ClassVar[str]
    """What items are, in words."""

    _items: tuple[Any, ...] | None
    _record: _GameRecord

    def __init__(
        self,
        tags: Mapping[str, str] | None = None,
        items: Iterable[Any] = (),
        result: str | None = None,
    ) -> None:
        if result is not None and not isinstance(result, str):
            raise TypeError(f"a result is a text such as '1-0', not {type(result).__name__}")
        pairs = _tags(tags)
        if isinstance(items, str) or not isinstance(items, Iterable):
            raise TypeError(f"the items of a game are a list of {self._kinds}, not {type(items).__name__}")
        self._items = tuple(items)
        self._record = _GameRecord(self._notation, pairs, self._parts(self._items), result)

    @classmethod
    def of(cls: "type[W]", state: State, tags: Mapping[str, str] | None = None) -> "W":
        """The game that led to a state, with tags that tell the game, where it started and how it ended.

        ``tags`` come on top: ``{"White": "…", "Black": "…"}``; a tag Result also ends the movetext.
        """
        if not isinstance(state, State):
            raise TypeError(f"a game is made of the State that it led to, not of {type(state).__name__}")
        return cls._of(_GameRecord.of(cls._notation, state, _tags(tags)))

    @classmethod
    def _of(cls: "type[W]", record: _GameRecord) -> "W":
        game = cls.__new__(cls)
        game._items, game._record = None, record
        return game

    @property
    def tags(self) -> dict[str, str]:
        """The tags by name; of several of one name the first."""
        tags = self._record.tags
        return {**dict(tags), **dict(reversed(tags))}

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
        """The id of the game that is played, as the tags tell it."""
        return self._record.id

    @property
    def options(self) -> dict[str, Any]:
        """The options in which the game differs from the one of its id, by the tag Options beside a tag Variant."""
        tags = self.tags
        return read_options(tags["Options"]) if "Options" in tags and self._is_told(tags) else {}

    def _is_told(self, tags: Mapping[str, str]) -> bool:
        """Whether the tags tell the game by a name of ours."""
        raise NotImplementedError

    def play(self, game: Rules | str | None = None) -> State:
        """The state at the end, with its record; an exception that has ``line`` and ``column`` if a move is wrong.

        ``game`` is the game to play it by, or its id; else it is the one that the tags tell. Moves after a draw are left out: in
        tournaments draws must be claimed, here they end the game.
        """
        if not isinstance(game, Rules):
            game = open_game(self.id, **self.options) if game is None else open_game(game)
        return self._record.play(game)

    def __str__(self) -> str:
        return str(self._record)

    def __repr__(self) -> str:
        return f"Game({self.tags!r}, {self._all_items()!r}, {self.result!r})"

    def __eq__(self, other: object) -> bool:
        return self._record == other._record if isinstance(other, Written) else NotImplemented

    def __hash__(self) -> int:
        return hash((tuple(self.moves), self.result))

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.tags, self._all_items(), self.result))

    def _all_items(self) -> tuple[Any, ...]:
        if self._items is None:
            self._items = self._read(self._record.items)
        return self._items

    @classmethod
    def _read(cls, parts: list[tuple[Any, ...]]) -> tuple[Any, ...]:
        return tuple(cls._item(*part) for part in parts)

    @classmethod
    def _item(cls, kind: str, what: Any, *more: Any) -> Any:
        match kind:
            case "move":
                number, strength, (line, column) = more
                count, second = number or (None, False)
                return cls._move.read(what, number=count, second=second, strength=strength, line=line, column=column)
            case "comment":
                return Comment(what)
            case "nag":
                return Nag(what)
            case "variation":
                return Variation(cls._read(what))
        ((line, column),) = more
        return SetUp(what, line, column)

    @classmethod
    def _parts(cls, items: Iterable[Any]) -> list[tuple[Any, ...]]:
        return [cls._part(item) for item in items]

    @classmethod
    def _part(cls, item: Any) -> tuple[Any, ...]:
        match item:
            case Comment():
                return ("comment", item.text)
            case Nag():
                return ("nag", item.number)
            case Variation():
                return ("variation", cls._parts(item.items))
            case SetUp():
                return ("setup", item.command, (item.line, item.column))
        if not isinstance(item, cls._move):
            raise TypeError(f"an item of a game is one of {cls._kinds}, not {type(item).__name__}")
        number = None if item.number is None else (item.number, item.second)
        return ("move", str(item), number, item.strength, (item.line, item.column))


W = TypeVar("W", bound=Written)


def read_games(
    kind: type[W],
    ending: str,
    source: str | PathLike[str],
    variations: bool,
    errors: Literal["raise", "skip"],
) -> Iterator[W]:
    """The games of a text or of a file, whose name has that ending where it is given as a string."""
    if errors not in ("raise", "skip"):
        raise ValueError(f"errors is 'raise' or 'skip', not {errors!r}")
    if not isinstance(source, str) or (source.lower().endswith(ending) and "\n" not in source):
        pieces = _pieces_of_file(Path(source))
    else:
        pieces = iter([source])
    # The first is read here: a file that cannot be opened is refused at once.
    first = next(pieces, "")
    # A piece may be empty, that ends in the middle of a character.
    each = filter(None, chain([first], pieces))
    return _games(kind, _GameReader(kind._notation, partial(next, each, ""), variations), errors == "skip")


def _pieces_of_file(path: Path) -> Iterator[str]:
    """The text of a file, piece by piece. In old files every byte is a character."""
    decoder: Any = codecs.getincrementaldecoder("utf-8-sig")()
    with path.open("rb") as file:
        last = False
        while not last:
            data = file.read(PIECE)
            last = len(data) < PIECE
            kept = decoder.getstate()[0]
            try:
                text = decoder.decode(data, last)
            except UnicodeDecodeError:
                decoder = codecs.getincrementaldecoder("latin-1")()
                text = decoder.decode(kept + data, last)
            yield text


def _games(kind: type[W], reader: _GameReader, skip: bool) -> Iterator[W]:
    while True:
        try:
            yield kind._of(next(reader))
        except StopIteration:  # noqa: PERF203
            return
        except (BadPdn, BadPgn) as error:
            if not skip:
                raise
            logging.getLogger(kind.__module__).warning("skipped a malformed game: %s", error)


def write_games(kind: type[W], games: Iterable[W | State], path: str | PathLike[str] | None) -> str:
    """The text of games, or of the games that led to states; written to a file too if there is a path."""
    if isinstance(games, kind | State) or not isinstance(games, Iterable):
        raise TypeError(f"name a list of games to write, not {type(games).__name__}")
    several: Iterable[Any] = games
    text = "".join(str(game if isinstance(game, kind) else kind.of(game)) for game in several)
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
