"""Options of games: resolving a game that an argument names, and parsing options written as text."""

from typing import Any, Final

from ._core import Game, game, info
from .truncate import truncated

MAX_DIGITS: Final = 100
"""Largest number of digits of an option's value."""

__all__ = ["changed_options", "parse_options", "resolve_game"]


def resolve_game(given: Game | str, options: dict[str, Any]) -> Game:
    """Return the game that an id and options name, or a given `Game` itself.

    Parameters
    ----------
    given : Game or str
        A game, or an id.
    options : dict
        The options of the game; must be empty if ``given`` is a `Game`.

    Returns
    -------
    Game
        The game to play.

    Raises
    ------
    TypeError
        If ``given`` is neither, or is a `Game` and there are options.

    Examples
    --------
    >>> resolve_game("stax", {"size": 6})
    Game('stax', size=6)
    """
    if isinstance(given, str):
        return game(given, **options)
    if not isinstance(given, Game):
        raise TypeError(f"game must be an id or a Game, got {type(given).__name__} {truncated(given)}")
    if options:
        raise TypeError(f"a Game has its options already: {', '.join(options)} cannot be changed")
    return given


def parse_options(text: str) -> dict[str, Any]:
    """Parse options such as ``flying=true,quiet=40``.

    The values are not checked against a game: `plyground.game` does that.

    Parameters
    ----------
    text : str
        Pairs ``OPTION=VALUE`` separated by commas.

    Returns
    -------
    dict
        The options by name. ``true`` and ``false`` become bool, digits int, other values stay str.

    Raises
    ------
    ValueError
        If a part of the text is not such a pair, or a number has more than `MAX_DIGITS` digits.

    Examples
    --------
    >>> parse_options("flying=false,quiet=40,priority=any")
    {'flying': False, 'quiet': 40, 'priority': 'any'}
    """
    found: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not name or not equals:
            raise ValueError(f"an option must be written OPTION=VALUE, such as flying=true, got {truncated(part)}")
        truth = {"true": True, "false": False}.get(value.lower())
        number = value.removeprefix("-").isdecimal()
        if number and len(value) > MAX_DIGITS:
            raise ValueError(
                f"{truncated(name)} must be a number of at most {MAX_DIGITS} digits, got {len(value)} digits"
            )
        found[name] = truth if truth is not None else int(value) if number else value
    return found


def changed_options(rules: Game) -> str:
    """Return the options that differ from those of the id, including the frame."""
    plain = {"frame": "seat", **info(rules.id).options}
    own = {"frame": rules.info.frame, **rules.options}
    return " ".join(f"{name}={value}" for name, value in own.items() if plain.get(name) != value)
