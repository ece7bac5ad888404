"""Options of games: resolving a game that an argument names, and parsing options written as text."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from inspect import signature
from typing import Any, Final

from ._core import BadOption, Game, game, info
from .truncate import truncated

MAX_DIGITS: Final = 100
"""Largest number of digits of an option's value."""

__all__ = ["changed_options", "parse_options", "resolve_game"]


def resolve_game(given: Game | str, options: dict[str, Any], function: Callable[..., Any] | None = None) -> Game:
    """Return the game that an id and options name, or a given `Game` itself.

    Parameters
    ----------
    given : Game or str
        A game, or an id.
    options : dict
        The options of the game; must be empty if ``given`` is a `Game`.
    function : callable, optional
        The function or class that was called with the options as keyword arguments. Errors name its other arguments.

    Returns
    -------
    Game
        The game to play.

    Raises
    ------
    TypeError
        If ``given`` is neither, or is a `Game` and there are options.
    BadOption
        If the game has no such option, or the option not that value.

    Examples
    --------
    >>> resolve_game("stax", {"size": 6})
    Game('stax', size=6)
    """
    if function is not None and isinstance(given, Game | str):
        _check_names(given, options, function)
    if isinstance(given, str):
        return game(given, **options)
    if not isinstance(given, Game):
        raise TypeError(f"game must be an id or a Game, got {type(given).__name__} {truncated(given)}")
    if options:
        raise TypeError(f"a Game has its options already: {', '.join(options)} cannot be changed")
    return given


def _check_names(given: Game | str, options: Mapping[str, Any], function: Callable[..., Any]) -> None:
    """Raise BadOption if a keyword argument is not an option of the game."""
    about = info(given) if isinstance(given, str) else given.info
    known = [spec.name for spec in about.option_specs]
    unknown = next((name for name in options if name not in {"frame", *known}), None)
    if unknown is None:
        return
    _, *arguments = (name for name, one in signature(function).parameters.items() if one.kind is not one.VAR_KEYWORD)
    near = get_close_matches(unknown, [*arguments, *known], 1)
    raise BadOption(
        f"{about.id} has no option {truncated(unknown)}, and there is no such argument"
        f"{f' (did you mean {near[0]}?)' if near else ''}; "
        f"its options: {', '.join(known) or 'none'}; the arguments: {', '.join(arguments)}"
    )


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
