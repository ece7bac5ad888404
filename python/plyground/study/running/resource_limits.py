"""Limits on memory, which are checked before a study begins."""

from collections.abc import Iterable
from math import prod
from mmap import mmap
from typing import TYPE_CHECKING, Final

from ..._core import Game

if TYPE_CHECKING:
    from .game_plan import GamePlan

MAX_BYTES: Final = 16 << 30
"""The largest memory of a study in bytes, as for arrays of the core."""

PIECE_KINDS: Final = 16
"""The assumed number of kinds of pieces, where pieces are counted."""

SEAT_BYTES: Final = 80
"""Bytes for each game and seat while figures are computed."""

SPRT_BYTES: Final = 500
"""Bytes for each game of a sequential test."""


def regression_bytes_per_game(rules: Game, columns: int) -> int:
    """Return the memory of a regression with this number of columns, for each game. Every two teams meet."""
    teams = len(set(rules.info.seat_teams))
    return teams * (teams - 1) // 2 * (400 + 80 * columns)


def check_memory(asked: "Iterable[tuple[GamePlan, int]]", *, more: int = 0, together: bool = False) -> None:
    """Raise an exception if plans need too much memory.

    Parameters
    ----------
    asked
        Plans with their numbers of games.
    more
        Bytes for each game in addition to its own figures.
    together
        Whether the games of all plans are in memory at the same time.

    Raises
    ------
    ValueError
        If more than `MAX_BYTES` are needed.
    MemoryError
        If the machine has less memory than needed.
    """
    each = [count * bytes_per_game(plan, more) for plan, count in asked]
    total = sum(each) if together else max(each, default=0)
    check_bytes(total, MAX_BYTES, "the games of this study", ": ask for fewer games")


def check_bytes(total: int, most: int, what: str, advice: str) -> None:
    """Raise an exception if work needs more bytes than allowed, or than there are. Messages end with the advice."""
    if total > most:
        raise ValueError(f"{what} would take {total >> 20} MiB, and may take {most >> 20}{advice}")
    try:
        # The mapping is released immediately: what follows can then hardly fail.
        mmap(-1, max(1, total)).close()
    except OSError as error:
        raise MemoryError(f"there is no memory for the {total >> 20} MiB of {what}{advice}") from error


def bytes_per_game(plan: "GamePlan", more: int = 0) -> int:
    """Return the memory of a game: its arrays, twice while chunks are concatenated, and its figures."""
    arrays = plan.play(0, 0).arrays()
    counted = plan.game.num_seats * PIECE_KINDS if arrays.pop("pieces", None) is not None else 0
    kept: int = counted + sum(array.itemsize * prod(array.shape[1:]) for array in arrays.values())
    return 2 * kept + SEAT_BYTES * plan.game.num_seats + more
