"""A game as text, the base of `plyground.pdn.Game` and `plyground.pgn.Game`."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, TypeVar

from .._core import Game as Rules
from .._core import State, _GameRecord
from .._core import game as open_game
from ..options import parse_options
from ..truncate import truncated
from .items import Comment, Nag, SetUp, Variation

__all__ = ["NotatedGame"]

G = TypeVar("G", bound="NotatedGame")


class NotatedGame:
    """A game as text: its tags, movetext and result. The moves are not checked until `play` makes them.

    Games are equal if tags, movetext and result are. The order of tags does not count.

    Parameters
    ----------
    tags : mapping of str to str, optional
        The tags by name.
    items : iterable, optional
        The movetext: moves, comments, glyphs and variations.
    result : str, optional
        The result that ends the movetext, such as ``1-0`` or ``*``.

    Raises
    ------
    TypeError, ValueError
        If an argument cannot be written.
    """

    __slots__ = ("_items", "_record")

    _notation: ClassVar[str]
    """The name of the notation in the core."""
    _move: ClassVar[type[Any]]
    """The class of moves."""
    _item_kinds: ClassVar[str]
    """The names of the classes of items, for messages."""

    _items: tuple[Any, ...] | None
    _record: _GameRecord

    def __init__(
        self,
        tags: Mapping[str, str] | None = None,
        items: Iterable[Any] = (),
        result: str | None = None,
    ) -> None:
        if result is not None and not isinstance(result, str):
            raise TypeError(
                f"result must be a text such as '1-0' or None, got {type(result).__name__} {truncated(result)}"
            )
        pairs = _tags(tags)
        if isinstance(items, str) or not isinstance(items, Iterable):
            raise TypeError(
                f"items must be a list of {self._item_kinds} objects, got {type(items).__name__} {truncated(items)}"
            )
        self._items = tuple(items)
        self._record = _GameRecord(self._notation, pairs, self._to_parts(self._items), result)

    @classmethod
    def from_state(cls: "type[G]", state: State, tags: Mapping[str, str] | None = None) -> "G":
        """Return the game that led to a state.

        Tags for the variant, the start and the result are added.

        Parameters
        ----------
        state : plyground.State
            The state, with its record.
        tags : mapping of str to str, optional
            More tags, such as ``{"White": "…", "Black": "…"}``. A tag Result also sets the result after the movetext.

        Returns
        -------
        Game
            The game.

        Raises
        ------
        TypeError
            If ``state`` is not a state, or ``tags`` are not texts.
        ValueError
            If the notation does not have the game.
        """
        if not isinstance(state, State):
            raise TypeError(f"state must be a State, got {type(state).__name__} {truncated(state)}")
        return cls._from_record(_GameRecord.of(cls._notation, state, _tags(tags)))

    @classmethod
    def _from_record(cls: "type[G]", record: _GameRecord) -> "G":
        game = cls.__new__(cls)
        game._items, game._record = None, record
        return game

    @property
    def tags(self) -> dict[str, str]:
        """The tags by name. The first of several tags with one name counts."""
        tags = self._record.tags
        return {**dict(tags), **dict(reversed(tags))}

    @property
    def moves(self) -> list[str]:
        """The moves of the game as text, without those of variations."""
        return self._record.moves

    @property
    def result(self) -> str | None:
        """The result that ends the movetext."""
        return self._record.result

    @property
    def line(self) -> int:
        """The line of the text in which the game begins, counted from 1."""
        return self._record.line

    @property
    def id(self) -> str:
        """The id of the variant, from the tags."""
        return self._record.id

    @property
    def options(self) -> dict[str, Any]:
        """The options that differ from those of the variant, from the tag Options, which needs a tag Variant."""
        tags = self.tags
        return parse_options(tags["Options"]) if "Options" in tags and self._has_own_variant(tags) else {}

    def _has_own_variant(self, tags: Mapping[str, str]) -> bool:
        """Whether the tag Variant names the variant in a way that allows a tag Options."""
        raise NotImplementedError

    def play(self, game: Rules | str | None = None) -> State:
        """Make the moves and return the final state, with its record.

        In tournaments a player must claim a draw, and can play on. Here the rules end the game. Moves after such an end are
        left out, and a warning is logged.

        Parameters
        ----------
        game : plyground.Game or str, optional
            The game to play by, or its id. By default the tags decide.

        Returns
        -------
        plyground.State
            The state.

        Raises
        ------
        BadPdn, BadPgn
            If a move is not legal. The exception has ``line`` and ``column``.
        """
        if not isinstance(game, Rules):
            game = open_game(self.id, **self.options) if game is None else open_game(game)
        return self._record.play(game)

    def __str__(self) -> str:
        return str(self._record)

    def __repr__(self) -> str:
        return f"Game({self.tags!r}, {self._read_items()!r}, {self.result!r})"

    def __eq__(self, other: object) -> bool:
        return self._record == other._record if isinstance(other, NotatedGame) else NotImplemented

    def __hash__(self) -> int:
        return hash((tuple(self.moves), self.result))

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.tags, self._read_items(), self.result))

    def _read_items(self) -> tuple[Any, ...]:
        if self._items is None:
            self._items = self._to_items(self._record.items)
        return self._items

    @classmethod
    def _to_items(cls, parts: list[tuple[Any, ...]]) -> tuple[Any, ...]:
        return tuple(cls._to_item(*part) for part in parts)

    @classmethod
    def _to_item(cls, kind: str, what: Any, *more: Any) -> Any:
        match kind:
            case "move":
                number, strength, (line, column) = more
                count, second = number or (None, False)
                return cls._move.parse(
                    what, number=count, is_second=second, strength=strength, line=line, column=column
                )
            case "comment":
                return Comment(what)
            case "nag":
                return Nag(what)
            case "variation":
                return Variation(cls._to_items(what))
        ((line, column),) = more
        return SetUp(what, line, column)

    @classmethod
    def _to_parts(cls, items: Iterable[Any]) -> list[tuple[Any, ...]]:
        return [cls._to_part(item) for item in items]

    @classmethod
    def _to_part(cls, item: Any) -> tuple[Any, ...]:
        match item:
            case Comment():
                return ("comment", item.text)
            case Nag():
                return ("nag", item.number)
            case Variation():
                return ("variation", cls._to_parts(item.items))
            case SetUp():
                return ("setup", item.command, (item.line, item.column))
        if not isinstance(item, cls._move):
            raise TypeError(f"an item must be a {cls._item_kinds}, got {type(item).__name__} {truncated(item)}")
        number = None if item.number is None else (item.number, item.is_second)
        return ("move", str(item), number, item.strength, (item.line, item.column))


def _tags(tags: Mapping[str, str] | None) -> list[tuple[str, str]]:
    """Return the tags as pairs; TypeError if they are not texts."""
    if tags is None:
        return []
    if not isinstance(tags, Mapping) or not all(isinstance(text, str) for pair in tags.items() for text in pair):
        raise TypeError(f"tags must be a dict of texts, such as {{'Event': 'Final'}}, got {truncated(tags)}")
    return list(tags.items())
