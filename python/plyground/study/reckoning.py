"""What a study will take, reckoned before it begins."""

from collections.abc import Iterable
from math import prod
from mmap import mmap
from typing import Final

from .._core import Game
from .plan import Plan

MOST_GAMES: Final = 100_000_000
"""No plan has more games, as no call of `plyground.playouts` has."""

MOST_BYTES: Final = 16 << 30
"""No study takes more memory, as no arrays of the core do."""

KINDS: Final = 16
"""So many kinds of pieces are reckoned with, where they are counted."""

SEAT_BYTES: Final = 80
"""What the figures of a game take while they are made, for each of its seats."""

TEST_BYTES: Final = 500
"""What a sequential test takes for a game."""


def check_games(games: int) -> None:
    """Refuses a number of games that is none, or that nobody waits for."""
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise ValueError(f"a study needs at least one game, not {games!r}")
    if games > MOST_GAMES:
        raise ValueError(f"the number of games must be from 1 to {MOST_GAMES}, not {games}")


def fit_bytes(rules: Game, columns: int) -> int:
    """What a regression on so many columns takes for a game, in which every two teams meet."""
    teams = len(set(rules.info.teams))
    return teams * (teams - 1) // 2 * (400 + 80 * columns)


def check_room(asked: Iterable[tuple[Plan, int]], *, more: int = 0, together: bool = False) -> None:
    """Refuses plans, each with its number of games, that take too much memory, or more than there is.

    ``more`` is what a game takes beside its own figures. Plans are measured ``together``, or one after the other.
    """
    each = [count * game_bytes(plan, more) for plan, count in asked]
    total = sum(each) if together else max(each, default=0)
    check_bytes(total, MOST_BYTES, "the games of this study", ": ask for fewer games")


def check_bytes(total: int, most: int, what: str, advice: str) -> None:
    """Refuses work that takes more bytes than it may, or than there are. Messages end with the advice."""
    if total > most:
        raise ValueError(f"{what} would take {total >> 20} MiB, and may take {most >> 20}{advice}")
    try:
        # Asked for and given back at once: what follows can then hardly fail.
        mmap(-1, max(1, total)).close()
    except OSError as error:
        raise MemoryError(f"there is no memory for the {total >> 20} MiB of {what}{advice}") from error


def game_bytes(plan: Plan, more: int = 0) -> int:
    """What a game of a plan takes: where it is kept, once more where pieces are joined, and what is made of it."""
    arrays = plan.play(0, 0).arrays()
    counted = plan.game.num_seats * KINDS if arrays.pop("pieces", None) is not None else 0
    kept: int = counted + sum(array.itemsize * prod(array.shape[1:]) for array in arrays.values())
    return 2 * kept + SEAT_BYTES * plan.game.num_seats + more
