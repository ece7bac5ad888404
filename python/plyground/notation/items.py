"""The parts of movetext that PDN and PGN share."""

from dataclasses import dataclass, field
from typing import Any

__all__ = ["Comment", "Nag", "SetUp", "Variation"]


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment. Runs of blanks and line ends are read as one blank.

    Attributes
    ----------
    text : str
        The comment without its braces.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Nag:
    """A numeric annotation glyph, such as ``$1`` for a good move or ``$7`` for a forced one.

    Attributes
    ----------
    number : int
        The number of the glyph.
    """

    number: int


@dataclass(frozen=True, slots=True)
class Variation:
    """A line that could have been played instead of the preceding move.

    Attributes
    ----------
    items : tuple
        The movetext of the line.
    """

    items: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class SetUp:
    """A command ``/FEN "…"/`` of PDN: the game goes on from another position. Such a game cannot be played.

    Attributes
    ----------
    command : str
        The command between its slashes.
    line, column : int
        Where the text has it, counted from 1.
    """

    command: str
    line: int = field(default=1, compare=False, repr=False)
    column: int = field(default=1, compare=False, repr=False)
