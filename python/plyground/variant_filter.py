"""The ids of variants with some properties."""

from typing import Any, Final

from ._core import _library, info
from ._core import variants as all_variants
from .checks import check_choice
from .truncate import truncated

__all__ = ["variants"]

BOARDS: Final = ("squares", "triangles", "hexagons", "three-kings")
"""The kinds of board, as in `plyground.Info.board`. There need not be a variant of each kind."""

PROPERTIES: Final = {
    "hidden": "has_hidden_information",
    "chance": "has_chance",
    "simultaneous": "is_simultaneous",
}
"""The arguments that are True or False, and the properties of `plyground.Info` that they stand for."""


SOURCES: Final = ("books", "library")

_IDS: Final = {"books": all_variants, "library": _library}


def variants(
    *,
    source: str = "books",
    family: str | None = None,
    seats: int | None = None,
    board: str | None = None,
    hidden: bool | None = None,
    chance: bool | None = None,
    simultaneous: bool | None = None,
) -> tuple[str, ...]:
    """Return the ids of all variants, or of those with some properties, family by family.

    Parameters
    ----------
    source : {"books", "library"}, default "books"
        The 254 variants of the rule books, or the library: well-known games by description.
    family : str, optional
        The family, such as ``"draughts"``.
    seats : int, optional
        The number of seats.
    board : {"squares", "triangles", "hexagons", "three-kings"}, optional
        The kind of board.
    hidden, chance, simultaneous : bool, optional
        Whether the variant has hidden information, chance, or seats that act at the same time.

    Returns
    -------
    tuple of str
        The ids, which all functions with the argument ``game`` or ``id`` accept.

    Raises
    ------
    ValueError
        If there is no such source, family or kind of board.
    TypeError
        If an argument has the wrong type.

    Examples
    --------
    >>> import plyground as pg
    >>> "english-draughts" in pg.variants()
    True
    >>> pg.variants(family="chesskit_b", hidden=True)
    ('synchronous-chess', 'cooperative-chess', 'chess-golf')
    >>> pg.variants(source="library", board="hexagons")
    ('glinski-chess', 'mccooey-chess', 'mini-hexchess')
    """
    flags = {"hidden": hidden, "chance": chance, "simultaneous": simultaneous}
    for name, flag in flags.items():
        if not (flag is None or isinstance(flag, bool)):
            raise TypeError(f"{name} must be True, False or None, got {truncated(flag)}")
    if seats is not None and (isinstance(seats, bool) or not isinstance(seats, int)):
        raise TypeError(f"seats must be an integer or None, got {truncated(seats)}")
    wanted: dict[str, Any] = {"family": family, "num_seats": seats, "board": board}
    wanted |= {PROPERTIES[name]: flag for name, flag in flags.items()}
    wanted = {name: value for name, value in wanted.items() if value is not None}
    check_choice("source", source, SOURCES)
    ids = _IDS[source]()
    if not wanted:
        return ids
    infos = [info(id) for id in ids]
    if board is not None:
        check_choice("board", board, BOARDS)
    if family is not None:
        check_choice("family", family, tuple(sorted({found.family for found in infos})))
    return tuple(found.id for found in infos if all(getattr(found, name) == value for name, value in wanted.items()))
