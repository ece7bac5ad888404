"""The valid numbers of games of a study."""

from typing import Final

from ...limits import MAX_OFFSET

MAX_GAMES: Final = 100_000_000
"""The largest number of games of a plan, as in `plyground.playouts`."""


def check_games(games: int) -> None:
    """Raise ValueError unless this is a number of games that a study can play."""
    if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= MAX_GAMES:
        raise ValueError(f"games must be an integer from 1 to {MAX_GAMES}, got {games!r}")


def check_offset(offset: int) -> None:
    """Raise ValueError unless this can be the number of the first game of a study."""
    if isinstance(offset, bool) or not isinstance(offset, int) or not 0 <= offset <= MAX_OFFSET:
        raise ValueError(f"offset must be an integer from 0 to {MAX_OFFSET}, got {offset!r}")
