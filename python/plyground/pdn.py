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

from ._core import BadPdn, State, _pdn_id, _pdn_of, _pdn_play, _pdn_text, _PdnReader
from ._core import Game as Rules
from ._core import game as open_game

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


@dataclass(frozen=True)
class Game:
    """A game as PDN writes it down: what the text says, not whether it could be played."""

    tags: Mapping[str, str] = field(default_factory=dict)
    """Tags by name. Of several of one name the first counts."""
    items: tuple[Item, ...] = ()
    """The movetext."""
    result: str | None = None
    """The result that ends the movetext."""
    line: int = field(default=1, compare=False, repr=False)
    """Where the game begins."""
    column: int = field(default=1, compare=False, repr=False)
    _places: Mapping[str, tuple[int, int]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, state: State, tags: Mapping[str, str] | None = None) -> "Game":
        """The game that led to a state, with tags that tell the game, where it started and how it ended.

        ``tags`` come on top: ``{"White": "…", "Black": "…"}``.
        """
        made = _game(_pdn_of(state))
        return cls({**made.tags, **(tags or {})}, made.items, made.result)

    @property
    def moves(self) -> list[str]:
        """The moves of the game itself, variations left out."""
        return [str(item) for item in self.items if isinstance(item, Move)]

    @property
    def id(self) -> str:
        """The id of the game that is played, by the tags Variant and GameType."""
        return _pdn_id(_record(self))

    def play(self, game: Rules | str | None = None) -> State:
        """The state at the end, with its record; `BadPdn` if a move is wrong.

        ``game`` is the game to play it by, or its id; else it is the one that the tags tell. Moves after a draw are left out: in
        tournaments draws must be claimed, here they end the game.
        """
        if not isinstance(game, Rules):
            game = open_game(self.id if game is None else game)
        return _pdn_play(game, _record(self))

    def __str__(self) -> str:
        return _pdn_text(_record(self))


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
    text = "".join(str(Game.of(game) if isinstance(game, State) else game) for game in games)
    if path is not None:
        Path(path).write_text(text, encoding="utf-8")
    return text


def _games(reader: _PdnReader, skip: bool) -> Iterator[Game]:
    while True:
        try:
            yield _game(next(reader))
        except StopIteration:  # noqa: PERF203
            return
        except BadPdn as error:
            if not skip:
                raise
            LOG.warning("skipped a malformed game: %s", error)


def _game(record: tuple[Any, ...]) -> Game:
    tags, items, result, line, column = record
    first = {name: (value, place) for name, value, *place in reversed(tags)}
    names = dict.fromkeys(name for name, *_ in tags)
    return Game(
        {name: first[name][0] for name in names},
        _items(items),
        result,
        line,
        column,
        {name: (first[name][1][0], first[name][1][1]) for name in names},
    )


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


def _record(game: Game) -> tuple[Any, ...]:
    tags = [(name, value, *game._places.get(name, (1, 1))) for name, value in game.tags.items()]
    return (tags, _parts(game.items), game.result, game.line, game.column)


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
    return ("setup", item.command, (item.line, item.column))
