"""Checks of arguments that several modules share."""

from .truncate import truncated


def check_choice(name: str, value: object, choices: tuple[str | None, ...]) -> None:
    """Raise ValueError if ``value`` is not one of ``choices``.

    Examples
    --------
    >>> check_choice("frame", "east", ("seat", "board"))
    Traceback (most recent call last):
        ...
    ValueError: frame must be 'seat' or 'board', got 'east'
    """
    if value not in choices:
        raise ValueError(f"{name} must be {' or '.join(map(repr, choices))}, got {truncated(value)}")
