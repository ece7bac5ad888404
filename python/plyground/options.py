"""Options as text: on the command line, and in records of games."""

from typing import Any

__all__ = ["read_options"]


def read_options(text: str) -> dict[str, Any]:
    """Reads options; whether a game has them, and takes what they say, is for the game to know.

    >>> read_options("flying=false,quiet=40,priority=any")
    {'flying': False, 'quiet': 40, 'priority': 'any'}
    """
    found: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not name or not equals:
            raise ValueError(f"a change is written OPTION=VALUE, as flying=true is; '{part}' is not")
        truth = {"true": True, "false": False}.get(value.lower())
        number = value.removeprefix("-").isdecimal()
        found[name] = truth if truth is not None else int(value) if number else value
    return found
