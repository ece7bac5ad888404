"""Options: with the game that somebody names, and as text, on the command line and in records of games."""

from typing import Any, Final

from ._core import Game, game
from .truncate import truncated

DIGITS: Final = 100
"""No number has more digits."""

__all__ = ["game_of", "read_options"]


def game_of(given: Game | str, options: dict[str, Any]) -> Game:
    """The game that is to be played: that of an id and options, or one that is there."""
    if isinstance(given, str):
        return game(given, **options)
    if not isinstance(given, Game):
        raise TypeError(f"a game is an id or a Game, not {type(given).__name__}")
    if options:
        raise TypeError(f"a Game has its options already: {', '.join(options)} cannot be changed")
    return given


def read_options(text: str) -> dict[str, Any]:
    """Reads options; whether a game has them, and takes what they say, is for the game to know.

    >>> read_options("flying=false,quiet=40,priority=any")
    {'flying': False, 'quiet': 40, 'priority': 'any'}
    """
    found: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not name or not equals:
            raise ValueError(f"a change is written OPTION=VALUE, as flying=true is; {truncated(part)} is not")
        truth = {"true": True, "false": False}.get(value.lower())
        number = value.removeprefix("-").isdecimal()
        if number and len(value) > DIGITS:
            raise ValueError(f"{truncated(name)} must be a number of at most {DIGITS} digits, not of {len(value)}")
        found[name] = truth if truth is not None else int(value) if number else value
    return found
