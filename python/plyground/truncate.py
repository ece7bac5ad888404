"""Values in messages, however large they are, and in characters that terminals show."""

import math
from typing import Any, Final

LONGEST: Final = 60
"""Largest number of characters of a value."""


def truncated(value: Any) -> str:
    """A value as Python writes it, cut off where it is long.

    >>> truncated("stax"), truncated(10**5000)
    ("'stax'", 'a number of about 5001 digits')
    """
    # Python refuses to write out integers of some thousands of digits.
    if isinstance(value, int) and abs(value) >= 10**LONGEST:
        return f"a number of about {int(math.log10(abs(value))) + 1} digits"
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def printable(text: str) -> str:
    r"""Return a text on one line, with escapes instead of the characters that are not printable.

    >>> print(printable("answered '\x1b[2Je2e4'"))
    answered '\x1b[2Je2e4'
    """
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
