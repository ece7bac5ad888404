"""Checks of arguments that several modules share."""

from operator import index
from typing import SupportsIndex

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


def check_seed(seed: object) -> None:
    """Raise TypeError or ValueError if ``seed`` is not an integer from 0 to 2**64 - 1.

    Examples
    --------
    >>> check_seed(-1)
    Traceback (most recent call last):
        ...
    ValueError: seed must be an integer from 0 to 2**64 - 1, got -1
    """
    valid = "seed must be an integer from 0 to 2**64 - 1"
    if not isinstance(seed, SupportsIndex):
        raise TypeError(f"{valid}, got {type(seed).__name__} {truncated(seed)}")
    if not 0 <= index(seed) < 1 << 64:
        raise ValueError(f"{valid}, got {truncated(seed)}")
